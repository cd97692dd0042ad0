"""gradc's element types as numpy holds them, and back."""
import numpy as np

# How an element lies in memory. bf16 is its bits: numpy has no such type.
STORAGE = {
    "f16": np.float16, "bf16": np.uint16, "f32": np.float32, "f64": np.float64,
    "i1": np.uint8, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
}

FLOATS = ("f16", "bf16", "f32", "f64")


def store(values, dtype):
    """Wide numbers as elements of `dtype`, rounded to nearest, ties to even."""
    with np.errstate(all="ignore"):
        if dtype != "bf16":
            return np.asarray(values).astype(STORAGE[dtype])
        bits = np.asarray(values).astype(np.float32).view(np.uint32)
        rounded = ((bits + 0x7fff + (bits >> 16 & 1)) >> 16).astype(np.uint16)
        return np.where((bits & 0x7fffffff) > 0x7f800000, np.uint16(0x7fc0), rounded)


def widen(elements, dtype):
    """Elements as f64 (or as the integers that they are)."""
    if dtype == "bf16":
        return (elements.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return elements.astype(np.float64) if dtype in FLOATS else elements


def spacing(dtype):
    """The distance from 1 to the next number."""
    return {"f16": 2.0**-10, "bf16": 2.0**-7, "f32": 2.0**-23, "f64": 2.0**-52}[dtype]
