"""Elementwise ops on floats: ordinary values with gradients, and the whole range."""
import jax
import jax.numpy as jnp
import numpy as np

from case import DTYPES, FLOATS, Case, normal, t, uniform, values

SHAPE = (7, 19)

# mnemonic, the same in JAX, the interval of ordinary values, ulp allowed in f32 over
# the whole range (None: a rare function that may call libm, bounded at 4).
UNARY = [
    ("abs", jnp.abs, (-3, 3), 0),
    ("negate", jnp.negative, (-3, 3), 0),
    ("sign", jnp.sign, (-3, 3), 0),
    ("floor", jnp.floor, (-3, 3), 0),
    ("ceil", jnp.ceil, (-3, 3), 0),
    ("round_nearest_even", lambda x: jax.lax.round(x, jax.lax.RoundingMethod.TO_NEAREST_EVEN), (-3, 3), 0),
    ("round_nearest_afz", lambda x: jax.lax.round(x, jax.lax.RoundingMethod.AWAY_FROM_ZERO), (-3, 3), 0),
    ("exponential", jnp.exp, (-4, 4), 2),
    ("exponential_minus_one", jnp.expm1, (-2, 2), 2),
    ("log", jnp.log, (0.1, 6), 2),
    ("log_plus_one", jnp.log1p, (-0.9, 6), 2),
    ("logistic", jax.nn.sigmoid, (-6, 6), 2),
    ("tanh", jnp.tanh, (-3, 3), 2),
    ("erf", jax.scipy.special.erf, (-3, 3), 2),
    ("sqrt", jnp.sqrt, (0.1, 6), 2),
    ("rsqrt", jax.lax.rsqrt, (0.1, 6), 2),
    ("cbrt", jnp.cbrt, (0.1, 6), 4),
    ("sine", jnp.sin, (-6, 6), 4),
    ("cosine", jnp.cos, (-6, 6), 4),
    ("tan", jnp.tan, (-1.2, 1.2), 4),
]

BINARY = [
    ("add", jnp.add, (-3, 3), (-3, 3)),
    ("subtract", jnp.subtract, (-3, 3), (-3, 3)),
    ("multiply", jnp.multiply, (-3, 3), (-3, 3)),
    ("divide", jnp.divide, (-3, 3), (0.5, 3)),
    ("maximum", jnp.maximum, (-3, 3), (-3, 3)),
    ("minimum", jnp.minimum, (-3, 3), (-3, 3)),
    ("power", jnp.power, (0.2, 3), (-2, 2)),
    ("remainder", jax.lax.rem, (-9, 9), (0.6, 2)),
    ("atan2", jnp.arctan2, (-3, 3), (-3, 3)),
]

# Whole range of f32: powers of two between the least subnormal and the greatest
# number, both signs, times numbers in [1, 2), and the special values.
_RANGE = np.ldexp(np.linspace(1, 2, 1115, endpoint=False), np.arange(1115) % 277 - 149)
WHOLE_RANGE = np.concatenate([_RANGE, -_RANGE, np.linspace(-110, 110, 1771),
                              [0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0]])
SPECIAL = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-42, -1e-42, 3.4e38,
                    -3.4e38, 1e-38, 88.8, -88.8, -104.0, 0.5, -0.5, 1.5, 2.5, -2.5])

# sin, cos and tan of great arguments are as good as libm's reduction, which f64 shows.
PERIODIC = ("sine", "cosine", "tan")

COMPARISONS = [("EQ", jnp.equal), ("NE", jnp.not_equal), ("LT", jnp.less),
               ("LE", jnp.less_equal), ("GT", jnp.greater), ("GE", jnp.greater_equal)]


def _unary_rows():
    for op, f, (low, high), ulps in UNARY:
        body = f"%y = prim.{op} %a : {{a}}"
        for dtype in FLOATS:
            yield Case(f"{op}_{dtype}", body, f, [uniform(dtype, low, high, *SHAPE)], dtype)
        with np.errstate(over="ignore"):
            reach = WHOLE_RANGE.astype(np.float32)
        yield Case(f"{op}_whole_range", body, f, [reach], "f32", ulps=ulps, grad=False)
        # What the gradient is at the special values is JAX's affair where it is a number.
        yield Case(f"{op}_special", body, f, [values("f64", SPECIAL)], "f64", smooth=False,
                   bound=1e-9 if op in PERIODIC else None, grad=op not in PERIODIC)


def _binary_rows():
    left, right = [x.ravel() for x in np.meshgrid(SPECIAL[:12], SPECIAL[:12])]
    for op, f, (la, ha), (lb, hb) in BINARY:
        body = f"%y = prim.{op} %a, %b : {{a}}"
        for dtype in FLOATS:
            # In low types x - n * y of a near multiple is all rounding: values only.
            yield Case(f"{op}_{dtype}", body, f,
                       [uniform(dtype, la, ha, *SHAPE), uniform(dtype, lb, hb, *SHAPE)], dtype,
                       grad=not (op == "remainder" and dtype in ("f16", "bf16")),
                       smooth=op != "remainder")
        yield Case(f"{op}_special", body, f, [values("f64", left), values("f64", right)], "f64",
                   grad=False)
        yield Case(f"{op}_special_f32", body, f, [values("f32", left), values("f32", right)],
                   "f32", grad=False)


def _other_rows():
    for dtype in FLOATS:
        x, y = uniform(dtype, -3, 3, *SHAPE), uniform(dtype, -3, 3, *SHAPE)
        yield Case(f"select_{dtype}", "%y = prim.select %a, %b, %c : {a}, {b}", jnp.where,
                   [uniform("i1", 0, 1, *SHAPE), x, y], dtype)
        yield Case(f"clamp_{dtype}", "%y = prim.clamp %a, %b, %c : {a}",
                   lambda lo, x, hi: jax.lax.clamp(lo, x, hi),
                   [uniform(dtype, -2, -1, *SHAPE), x, uniform(dtype, 1, 2, *SHAPE)], dtype)
        yield Case(f"is_finite_{dtype}", "%y = prim.is_finite %a : ({a}) -> {y}", jnp.isfinite,
                   [values(dtype, SPECIAL)], dtype, grad=False)
        for direction, f in COMPARISONS:
            specials = [v.ravel() for v in np.meshgrid(SPECIAL[:10], SPECIAL[:10])]
            yield Case(f"compare_{direction}_{dtype}",
                       f"%y = prim.compare {direction}, %a, %b : ({{a}}, {{b}}) -> {{y}}", f,
                       [values(dtype, specials[0]), values(dtype, specials[1])], dtype, grad=False)
        # Conversion to and from every other type of float.
        for to in ("f64", "f32"):
            if dtype in ("f64", "f32") and to != dtype:
                yield Case(f"convert_{dtype}_{to}", "%y = prim.convert %a : ({a}) -> {y}",
                           lambda x, to=to: x.astype({"f64": jnp.float64, "f32": jnp.float32}[to]),
                           [normal(dtype, *SHAPE)], "f32", reference="own")
    # Rounding to the low types, ties and overflow included.
    edge = np.array([1 + 2 ** -9, 1 + 3 * 2 ** -9, 1 + 2 ** -12, 65504, 65519, 65520, 70000, 3.4e38,
                     3.39e38, 2 ** -25, 2 ** -24, 1.5 * 2 ** -24, 1e-40, np.nan, np.inf, -np.inf, -0.0],
                    np.float32)
    for low in ("f16", "bf16"):
        with np.errstate(over="ignore"):
            rounded = edge.astype(DTYPES[low]).astype(np.float64)
        yield Case(f"round_to_{low}",
                   f"%h = prim.convert %a : ({{a}}) -> {t(low, len(edge))}\n"
                   f"%y = prim.convert %h : ({t(low, len(edge))}) -> {{y}}",
                   lambda x: x, [edge], "f32", ulps=0, grad=False, expect=[rounded])


ROWS = [*_unary_rows(), *_binary_rows(), *_other_rows()]
