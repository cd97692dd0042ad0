"""What kernels are run on: random numbers, and such as programs stumble over."""
import re
from dataclasses import dataclass, field

import numpy as np

from dtypes import FLOATS, STORAGE, store

# Points of a kernel whose extent is an argument: no multiple of anything.
EXTENT = 1003

AWKWARD = [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0, 0.5, 2.0, 88.7, -103.9, 1e-5, 5.96e-8,
           1.17549435e-38, -1e-40, 1e-45, 65504.0, 3.3e38, -3.4e38]
NOT_FINITE = [np.nan, np.inf, -np.inf]


@dataclass
class Def:
    """What the kernel floor's text says about a kernel."""
    text: str
    # {argument: words}, from lines `// values @kernel N: index 50` in the module.
    wishes: dict = field(default_factory=dict)

    @property
    def folds(self):
        return re.findall(r"\breduce\((.*?)\)", self.text) + \
            re.findall(r"kernel\.accumulate (\w+)", self.text)

    @property
    def reads_by_data(self):
        """Whether an input says where another is read."""
        return "kernel.gather" in self.text or bool(re.search(r"\) from %", self.text))


def parse_defs(text, module=""):
    """{name: Def} of a module printed on the kernel floor."""
    parts = re.split(r"kernel\.def @([\w$.]+)", text)
    defs = {name: Def(body) for name, body in zip(parts[1::2], parts[2::2])}
    for name, argument, words in re.findall(r"^// values @(\w+) (\d+): (.*)$", module, re.M):
        defs[name].wishes[int(argument)] = words.split()
    return defs


def floats(random, shape, dtype, definition, is_awkward):
    values = random.standard_normal(shape)
    if definition.folds:
        values += 0.5       # sums do not cancel: of those that do no digit is certain
    if any("mul" in fold for fold in definition.folds):
        values = random.uniform(0.8, 1.25, shape) * random.choice([-1, 1], shape)
    if not is_awkward:
        return store(values, dtype)
    flat = values.reshape(-1)
    if definition.folds:
        # A few, so that most results are numbers: what is large or tiny is folded
        # differently in another order.
        places = random.integers(0, flat.size, min(3, flat.size // 16))
        flat[places] = random.choice(NOT_FINITE, places.size)
    else:
        values *= random.choice([1.0, 1e-3, 30.0], shape)
        places = np.flatnonzero(random.random(flat.size) < 0.3)
        flat[places] = random.choice(AWKWARD, places.size)
    return store(values, dtype)


def integers(random, shape, dtype, definition, bound):
    kind = STORAGE[dtype]
    if dtype == "i1":
        return random.integers(0, 2, shape).astype(kind)
    if definition.reads_by_data:
        return random.integers(0, bound, shape).astype(kind)
    limits = np.iinfo(kind)
    values = random.integers(limits.min, limits.max, shape, dtype=kind, endpoint=True)
    small = random.integers(max(limits.min, -9), 10, shape)
    return np.where(random.random(shape) < 0.5, values, small.astype(kind)).astype(kind)


def wished(random, shape, dtype, words):
    """`index N`: numbers below N; `offsets N`: rising from 0 to N; `permutation`."""
    kind, count = STORAGE[dtype], int(np.prod(shape))
    if words[0] == "index":
        values = random.integers(0, int(words[1]), count)
    elif words[0] == "offsets":
        values = np.sort(random.integers(0, int(words[1]) + 1, count))
        values[0], values[-1] = 0, int(words[1])
    elif words[0] == "permutation":
        values = random.permutation(count)
    else:
        raise ValueError(f"values can't be '{' '.join(words)}'")
    return values.reshape(shape).astype(kind)


def make(kernel, definition, seed, is_awkward, fill):
    """An array for each tensor of the kernel; outputs have `fill` in every byte."""
    random = np.random.default_rng(seed)
    sizes = [size for tensor in kernel.tensors for size in tensor.sized(EXTENT)]
    bound = min(sizes, default=1)
    arrays = []
    for number, tensor in enumerate(kernel.tensors):
        shape, dtype = tensor.sized(EXTENT), tensor.dtype
        if tensor.is_output:
            array = np.empty(shape, STORAGE[dtype])
            array.reshape(-1).view(np.uint8)[...] = fill
        elif number in definition.wishes:
            array = wished(random, shape, dtype, definition.wishes[number])
        elif dtype in FLOATS:
            array = floats(random, shape, dtype, definition, is_awkward)
        else:
            array = integers(random, shape, dtype, definition, bound)
        arrays.append(array)
    return arrays
