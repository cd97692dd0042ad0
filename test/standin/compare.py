"""Whether the cpu target and the stand-in say the same."""
import numpy as np

from dtypes import FLOATS, spacing, widen


def same_bits(a, b, dtype):
    """Where elements are equal. One NaN is as good as another: a GPU has but one."""
    equal = a.view(f"u{a.itemsize}") == b.view(f"u{b.itemsize}")
    if dtype in FLOATS:
        equal |= np.isnan(widen(a, dtype)) & np.isnan(widen(b, dtype))
    return equal


def close(a, b, dtype):
    """Where elements differ by no more than an order of folding may change: a
    millionth of themselves, or of the tensor's size where terms cancel."""
    equal = same_bits(a, b, dtype)
    if dtype not in FLOATS:
        return equal
    a, b = widen(a, dtype), widen(b, dtype)
    finite = np.isfinite(a) & np.isfinite(b)
    size = np.sqrt(np.mean(b[finite] ** 2)) if finite.any() else 0.0
    tolerance = 1e-14 if dtype == "f64" else 1e-6
    if dtype in ("f16", "bf16"):
        tolerance = spacing(dtype)      # the last bit may be rounded the other way
    with np.errstate(all="ignore"):
        return equal | (finite & (abs(a - b) <= tolerance * np.maximum(abs(b), size)))


def describe(a, b, right, dtype):
    """The first element that is wrong, and how many are."""
    place = tuple(int(i) for i in np.argwhere(~right)[0])
    x, y = widen(a, dtype)[place], widen(b, dtype)[place]
    return (f"{int((~right).sum())} of {right.size} elements are wrong, the first at {place}: "
            f"{x!r} by CUDA's text, {y!r} by the cpu target")


def complaints(kernel, definition, by_text, by_cpu):
    """Yields a sentence for each output that is not as it should be."""
    compare = close if definition.folds else same_bits
    for number, tensor in enumerate(kernel.tensors):
        if not tensor.is_output or by_text[number].size == 0:
            continue
        right = compare(by_text[number], by_cpu[number], tensor.dtype)
        if not right.all():
            yield (f"{kernel.name}, argument {number}: "
                   + describe(by_text[number], by_cpu[number], right, tensor.dtype))
