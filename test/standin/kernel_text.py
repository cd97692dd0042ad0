"""The kernels of a CUDA text, by the lines that stand before them for programs:

    // launch NAME grid=G block=T args=f32[128x10]:in,f32[128x10]:out nosync

`grid=ceil(n/P)` and a last argument `n` belong to a kernel of an open extent, whose
tensors have the size `?`.
"""
import math
import re
from dataclasses import dataclass

LAUNCH = re.compile(r"^// launch (\w+) grid=(\d+|ceil\(n/(\d+)\)) block=(\d+) args=(\S*)( nosync)?$")
TENSOR = re.compile(r"^([a-z]+\d+)\[([\dx?]*)\]:(in|out|inout)$")


@dataclass
class Tensor:
    """One pointer argument. `shape` has None for an open extent."""
    dtype: str
    shape: tuple
    is_output: bool

    def sized(self, extent):
        """Its shape for an open extent of `extent` points."""
        return tuple(extent if size is None else size for size in self.shape)


@dataclass
class Kernel:
    name: str
    grid: int           # None for an open extent
    points_per_block: int
    block: int
    tensors: list       # of the arguments, but for the extent
    is_alone: bool      # no thread meets another

    @property
    def is_open(self):
        return self.grid is None

    def blocks(self, extent):
        return self.grid if not self.is_open else math.ceil(extent / self.points_per_block)


def parse_tensor(text):
    if not (found := TENSOR.match(text)):
        raise ValueError(f"an argument of a launch line is '{text}'")
    dtype, shape, role = found.groups()
    sizes = tuple(None if size == "?" else int(size) for size in shape.split("x") if size)
    return Tensor(dtype, sizes, role != "in")


def parse(text):
    """All kernels that the text says how to launch."""
    kernels = []
    for line in text.splitlines():
        if not line.startswith("// launch"):
            continue
        if not (found := LAUNCH.match(line)):
            raise ValueError(f"a launch line is '{line}'")
        name, grid, points, block, arguments, alone = found.groups()
        words = arguments.split(",") if arguments else []
        if points:
            assert words.pop() == "n", f"the extent of {name} is not its last argument"
        kernels.append(Kernel(name, None if points else int(grid), int(points or 0), int(block),
                              [parse_tensor(word) for word in words], bool(alone)))
    return kernels
