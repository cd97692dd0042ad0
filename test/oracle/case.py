"""What a row of the oracle's table is: one function in prim's text, the same in JAX.

The body of a row names its arguments %a, %b, … in the order of `inputs` and its
result %y (or %y0, %y1, … when `outputs` says how many). `{a}` stands for the type
of %a, `{y}` for that of %y; `t("f32", 2, 3)` writes any other type.

Rows of f16 and bf16 take f32 inputs that hold such values, convert them on the
way in and their results on the way out, so that every file stays plain NumPy.
"""
import zlib
from dataclasses import dataclass, field
from typing import Callable, Optional

import ml_dtypes
import numpy as np

DTYPES = {
    "f64": np.float64, "f32": np.float32, "f16": np.float16, "bf16": ml_dtypes.bfloat16,
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
}
NAMES = {np.dtype(d): name for name, d in DTYPES.items()}
FLOATS = ("f64", "f32", "f16", "bf16")
LOW = ("f16", "bf16")

# Bounds on ||y - y'|| / ||y'|| for values and for gradients.
VALUE_BOUND = {"f64": 1e-12, "f32": 2e-6, "f16": 2e-3, "bf16": 8e-3}
GRADIENT_BOUND = {"f64": 1e-10, "f32": 1e-5, "f16": 4e-3, "bf16": 3e-2}


def t(dtype, *shape):
    """The type of a tensor, as text."""
    return "tensor<" + "".join(f"{n}x" for n in shape) + dtype + ">"


def is_float(array):
    return NAMES[array.dtype] in FLOATS


@dataclass
class Case:
    name: str
    body: str                 # in prim
    jax: Callable             # the same function of jax arrays
    inputs: list              # arrays, or functions of a random generator that make them
    dtype: str = "f32"        # of the float computation; decides the bounds
    outputs: int = 1
    grad: bool = True         # compare the gradients of the float inputs
    smooth: bool = True       # f64 rows: hold central differences against the gradient
    ulps: Optional[float] = None  # bound every element by this many ulp instead of the norm
    bound: Optional[float] = None           # instead of VALUE_BOUND
    gradient_bound: Optional[float] = None  # instead of GRADIENT_BOUND
    # "f64": JAX in f64 on the same numbers. "own": in the row's types, where what
    # the types do (rounding, overflow, conversion) is what the row is about.
    reference: str = "f64"
    expect: Optional[list] = None  # the right results, where JAX isn't asked
    expect_grad: dict = field(default_factory=dict)  # the right gradients by argument's letter
    places: Optional[list] = None  # the values that are the results, instead of %y, %y0, …

    def __post_init__(self):
        random = np.random.default_rng(zlib.crc32(self.name.encode()))
        self.inputs = [x(random) if callable(x) else x for x in self.inputs]
        for i, x in enumerate(self.inputs):
            if is_float(x) and self.dtype in LOW:
                with np.errstate(over="ignore"):
                    x = x.astype(DTYPES[self.dtype]).astype(np.float32)
            self.inputs[i] = x
        if self.dtype in LOW:
            self.reference = "own"

    @property
    def letters(self):
        return "abcdefghijklmnopqrst"[:len(self.inputs)]

    @property
    def results(self):
        """The results' names."""
        return ["y"] if self.outputs == 1 else [f"y{i}" for i in range(self.outputs)]


# Generators of inputs; each makes a function of a random generator.

def normal(dtype, *shape, scale=1.0, shift=0.0):
    """Normal numbers."""
    return lambda r: np.asarray(shift + scale * r.standard_normal(shape)).astype(_storage(dtype))


def uniform(dtype, low, high, *shape):
    """Floats in [low, high), integers in [low, high]."""
    if dtype in FLOATS:
        return lambda r: np.asarray(r.uniform(low, high, shape)).astype(_storage(dtype))
    if dtype == "i1":
        return lambda r: r.integers(0, 2, shape).astype(bool)
    return lambda r: r.integers(low, high, shape, dtype=DTYPES[dtype], endpoint=True)


def values(dtype, numbers):
    """These numbers."""
    with np.errstate(over="ignore"):
        return np.asarray(numbers, dtype=_storage(dtype))


def _storage(dtype):
    return np.float32 if dtype in LOW else DTYPES[dtype]
