"""When two answers count as equal."""
import ml_dtypes
import numpy as np

from case import DTYPES, GRADIENT_BOUND, LOW, NAMES, VALUE_BOUND, is_float


def _rounded(reference, dtype):
    with np.errstate(over="ignore", invalid="ignore"):
        return np.asarray(reference).astype(dtype)


def _ulps(got, reference, dtype):
    """The distances in units of the last place of `dtype`."""
    type = DTYPES[dtype]
    info = ml_dtypes.finfo(type)
    _, exponent = np.frexp(reference.astype(np.float64))
    least = float(info.smallest_subnormal)
    unit = np.maximum(np.ldexp(float(info.eps), exponent - 1), least)
    return np.abs(got.astype(np.float64) - reference) / unit


def _norm_error(got, reference):
    error = np.linalg.norm((got.astype(np.float64) - reference).ravel())
    size = np.linalg.norm(reference.ravel())
    return error / size if size else error


def value_fault(case, got, reference):
    """What is wrong with a result, or None."""
    if got.shape != reference.shape:
        return f"has shape {got.shape}, right is {reference.shape}"
    if not is_float(got):
        if got.dtype != reference.dtype:
            return f"has type {got.dtype}, right is {reference.dtype}"
        wrong = np.flatnonzero((got != reference).ravel())
        if wrong.size:
            return _first(got, reference, wrong)
        return None
    dtype = case.dtype if case.dtype in LOW else NAMES[got.dtype]
    rounded = _rounded(reference, got.dtype)
    odd = ~np.isfinite(rounded) | ~np.isfinite(got)
    wrong = odd & ~((got == rounded) | (np.isnan(got) & np.isnan(rounded)))
    if wrong.any():
        return _first(got, rounded, np.flatnonzero(wrong.ravel()))
    got, reference = got[~odd], np.asarray(reference, np.float64)[~odd]
    if case.ulps is not None:
        errors = _ulps(got, reference, dtype)
        if np.max(errors, initial=0.0) > case.ulps:
            return (f"is {np.max(errors):.3g} ulp off, at most {case.ulps:g} is right\n"
                    + _worst(got, reference, errors))
        return None
    error = _norm_error(got, reference)
    bound = case.bound or VALUE_BOUND[dtype]
    if error > bound:
        return f"is {error:.3g} off, at most {bound:g} is right\n" + _worst(got, reference)
    return None


def gradient_fault(case, letter, got, reference):
    """What is wrong with a gradient, or None. Where the reference is NaN anything goes."""
    if got.shape != reference.shape:
        return f"d{letter} has shape {got.shape}, right is {reference.shape}"
    rounded = _rounded(reference, got.dtype)
    free = np.isnan(rounded)
    infinite = np.isinf(rounded) | (~np.isfinite(got) & ~free)
    wrong = infinite & (got != rounded)
    if wrong.any():
        return f"d{letter}: " + _first(got, rounded, np.flatnonzero(wrong.ravel()))
    take = ~free & ~infinite
    dtype = case.dtype if case.dtype in LOW else NAMES[got.dtype]
    bound = case.gradient_bound or GRADIENT_BOUND[dtype]
    got, reference = got[take], np.asarray(reference, np.float64)[take]
    error = _norm_error(got, reference)
    if error > bound:
        return f"d{letter} is {error:.3g} off, at most {bound:g} is right\n" + _worst(got, reference)
    return None


def slope_fault(gradients, directions, slope):
    """Holds <gradient, direction> against the slope by central differences, or None."""
    terms = [np.vdot(gradients[letter], d) for letter, d in directions.items()]
    size = sum(np.linalg.norm(np.ravel(gradients[letter])) * np.linalg.norm(np.ravel(d))
               for letter, d in directions.items())
    error = abs(sum(terms) - slope)
    if error > 1e-7 * size + 1e-9:
        return f"slope {sum(terms):.12g} along a random direction, central differences say {slope:.12g}"
    return None


def norm_fault(got, reference, bound):
    """Holds a tensor against a finite reference in f64 by the norm of the difference, or None."""
    if got.shape != reference.shape:
        return f"has shape {got.shape}, right is {reference.shape}"
    if not np.isfinite(got).all():
        return "is not finite"
    error = _norm_error(got, np.asarray(reference, np.float64))
    if error > bound:
        return f"is {error:.3g} off, at most {bound:g} is right\n" + _worst(got, reference)
    return None


def _first(got, reference, wrong):
    i = wrong[0]
    return (f"element {i} is {got.ravel()[i]!s}, right is {reference.ravel()[i]!s} "
            f"({wrong.size} of {got.size} are wrong)")


def _worst(got, reference, errors=None):
    i = np.argmax(np.abs(got.astype(np.float64) - reference) if errors is None else errors)
    return f"    worst: {got.ravel()[i]!r}, right is {reference.ravel()[i]!r}"
