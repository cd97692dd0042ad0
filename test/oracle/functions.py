"""The functions that gradc writes out itself, over a sample of all numbers.

In f32 every result is at most 2 ulp from the exact one, in f64 at most 1e-14 of it;
gelu and the distribution function it multiplies with keep to that for |x| <= 1 only,
beyond to an absolute error of 2e-7 |x|. bench/ulp looks at every number there is.
A library for an older CPU must give the same bits.
"""
import re

import numpy as np
import scipy.special

from case import DTYPES
from library import ToolError, run_tool

COUNT = 100_003
# Where formulas meet, poles are, results over- and underflow.
AWKWARD = [0.0, 1e-320, 1.4e-45, 1e-40, 1.17549435e-38, 2.2250738585072014e-308, 2.0**-24, 2.0**-25,
           2.0**-53, 0.34657359, 0.5, 0.55, 2 / 3, 1.0, 4 / 3, 2.0, 3.93, 5.93, 7.5, 9.2, 10.0, 17.4, 22.0,
           30.0, 40.0, 60.0, 87.3365479, 88.7228317, 88.7228394, 103.972076, 103.972084, 104.0, 105.0,
           128.0, 149.0, 150.0, 708.3964185322641, 709.782712893384, 709.7827128933841, 745.1332191019411,
           745.1332191019412, 1e5, 1.7e38, 3.4028235e38, 1.7976931348623157e308, np.inf, np.nan]
KAPPA = np.sqrt(2 / np.pi)


def _gelu(x, gate):
    with np.errstate(invalid="ignore"):
        return np.where(np.isneginf(x), -0.0, x * gate)


def _tanh_gate(x):
    # The cube of great numbers is infinite as it should be.
    with np.errstate(over="ignore"):
        return scipy.special.expit((2 * KAPPA * (x + 0.044715 * x**3)).astype(np.float64))


def _wide(x):
    """scipy's functions have no long double."""
    return x.astype(np.float64)


# name, code from %x, the exact function, whether it is one of gelu's.
FUNCTIONS = [
    ("exp", "prim.exponential %x", np.exp, False),
    ("expm1", "prim.exponential_minus_one %x", np.expm1, False),
    ("log", "prim.log %x", np.log, False),
    ("log1p", "prim.log_plus_one %x", np.log1p, False),
    ("tanh", "prim.tanh %x", np.tanh, False),
    ("erf", "prim.erf %x", lambda x: scipy.special.erf(_wide(x)), False),
    ("rsqrt", "prim.rsqrt %x", lambda x: 1 / np.sqrt(x), False),
    ("logistic", "prim.logistic %x", lambda x: 1 / (1 + np.exp(-x)), False),
    ("normal_cdf", "prim.normal_cdf %x", lambda x: scipy.special.ndtr(_wide(x)), True),
    ("gelu", "nn.gelu(%x)", lambda x: _gelu(x, scipy.special.ndtr(_wide(x))), True),
    ("gelu_tanh", 'nn.gelu(%x) {approximate = "tanh"}', lambda x: _gelu(x, _tanh_gate(x)), True),
]


def _numbers(dtype):
    """Equally many of every exponent, both signs, and the awkward ones with their neighbours."""
    type = DTYPES[dtype]
    bits = np.uint32 if dtype == "f32" else np.uint64
    step = 2**(8 * np.dtype(type).itemsize) // COUNT
    with np.errstate(over="ignore"):
        awkward = np.array(AWKWARD, np.float64).astype(type)
    near = [awkward, np.nextafter(awkward, type(-1e30)), np.nextafter(awkward, type(1e30))]
    near += [-x for x in near]
    ordinary = np.linspace(-12, 12, 20_001).astype(type)
    return np.concatenate([(np.arange(COUNT, dtype=bits) * bits(step)).view(type), *near, ordinary])


def _write(path, dtype, count):
    x = f"tensor<{count}x{dtype}>"
    lines = [f"  %y{i} = {code} : " + (f"({x}) -> {x}" if code.startswith("nn.") else x)
             for i, (_, code, _, _) in enumerate(FUNCTIONS)]
    outputs = [f'{x} {{train.role = "output", train.name = "{name}"}}' for name, *_ in FUNCTIONS]
    path.write_text(
        f'func.func @main(%x: {x} {{train.role = "input", train.name = "x"}})\n'
        f'    -> (tensor<{dtype}> {{train.role = "loss", train.name = "loss"}},\n    '
        + ",\n    ".join(outputs) + ") {\n" + "\n".join(lines)
        + f"\n  %loss = prim.constant dense<0.0> : tensor<{dtype}>\n  return %loss, "
        + ", ".join(f"%y{i}" for i in range(len(FUNCTIONS))) + f" : tensor<{dtype}>"
        + f", {x}" * len(FUNCTIONS) + "\n}\n")


def _fault(x, y, exact, dtype, is_gate):
    """What is wrong with the results `y`, or None."""
    with np.errstate(over="ignore", under="ignore"):
        rounded = exact.astype(y.dtype)
    edge = ~np.isfinite(rounded) | ~np.isfinite(y) | ((rounded == 0) & (y == 0))
    same = (np.isnan(y) & np.isnan(rounded)) | ((y == rounded) & (np.signbit(y) == np.signbit(rounded)))
    wrong = edge & ~same
    if wrong.any():
        i = np.flatnonzero(wrong)[0]
        return f"at {x[i]!r} is {y[i]!r}, right is {rounded[i]!r} ({wrong.sum()} are wrong)"
    with np.errstate(invalid="ignore"):
        error, size = np.abs(y - exact), np.abs(exact)
        beyond = np.abs(x).astype(exact.dtype)
    info = np.finfo(y.dtype)
    if dtype == "f32":
        _, exponent = np.frexp(size)
        bound = 2 * np.maximum(np.ldexp(1.0, exponent - 24), float(info.smallest_subnormal))
    else:
        bound = np.maximum(1e-14 * size, 2 * info.smallest_subnormal)
    if is_gate:
        bound = np.where(beyond > 1, (2e-7 if dtype == "f32" else 1e-14) * np.nan_to_num(beyond), bound)
    wrong = ~edge & ~(error <= bound)
    if wrong.any():
        i = np.argmax(np.where(wrong, error / bound, 0))
        return (f"at {x[i]!r} is {y[i]!r}, right is {exact[i]!r}: {error[i] / bound[i]:.3g} of the error allowed "
                f"({wrong.sum()} are wrong)")
    return None


def _check(folder, dtype, tools):
    folder.mkdir(parents=True, exist_ok=True)
    x = _numbers(dtype)
    _write(folder / "functions.mlir", dtype, len(x))
    np.savez(folder / "in.npz", x=x)
    outs = []
    for cpu in ((), ("--cpu=x86-64-v3",)):
        run_tool(tools / "gradc", folder / "functions.mlir", "--entry=value_and_grad", *cpu,
                 "-o", folder / "functions.so")
        run_tool(tools / "gradc-run", folder / "functions.so", "--inputs", folder / "in.npz",
                 "--outputs", folder / "out.npz")
        with np.load(folder / "out.npz") as out:
            outs.append({name: out[f"output.{name}"] for name, *_ in FUNCTIONS})
    wide = np.float64 if dtype == "f32" else np.longdouble
    for name, _, function, is_gate in FUNCTIONS:
        y, other = (out[name] for out in outs)
        same = (y.view(f"u{y.itemsize}") == other.view(f"u{y.itemsize}")) | (np.isnan(y) & np.isnan(other))
        if not same.all():
            i = np.flatnonzero(~same)[0]
            yield name, f"at {x[i]!r} is {y[i]!r}, on an older CPU {other[i]!r}"
        with np.errstate(all="ignore"):
            exact = np.asarray(function(x.astype(wide)))
        fault = _fault(x, y, exact, dtype, is_gate)
        if fault:
            yield name, fault


def check_functions(match, work, tools):
    """Yields (name, what is wrong)."""
    for dtype in ("f32", "f64"):
        name = f"functions_{dtype}"
        if not re.search(match, name):
            continue
        try:
            yield from ((f"{name}: {function}", fault)
                        for function, fault in _check(work / name, dtype, tools))
        except ToolError as error:
            yield name, str(error)
