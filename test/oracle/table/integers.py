"""Integers and bools: arithmetic, bits, comparison, conversion; exact."""
import jax
import jax.numpy as jnp
import numpy as np

from case import DTYPES, Case, t, uniform, values

SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("ui8", "ui16", "ui32", "ui64")
SHAPE = (5, 13)

# mnemonic, the same in JAX, whether a signed type has it.
BINARY = [
    ("add", jnp.add), ("subtract", jnp.subtract), ("multiply", jnp.multiply),
    ("maximum", jnp.maximum), ("minimum", jnp.minimum),
    ("and", jnp.bitwise_and), ("or", jnp.bitwise_or), ("xor", jnp.bitwise_xor),
]
DIVIDING = [("divide", jax.lax.div), ("remainder", jax.lax.rem)]
SHIFTS = [("shift_left", jax.lax.shift_left),
          ("shift_right_arithmetic", jax.lax.shift_right_arithmetic),
          ("shift_right_logical", jax.lax.shift_right_logical)]
UNARY = [("not", jnp.bitwise_not), ("popcnt", jax.lax.population_count),
         ("count_leading_zeros", jax.lax.clz)]
COMPARISONS = [("EQ", jnp.equal), ("NE", jnp.not_equal), ("LT", jnp.less),
               ("LE", jnp.less_equal), ("GT", jnp.greater), ("GE", jnp.greater_equal)]


def _whole(dtype, *shape):
    """Numbers of the whole range, its ends among them."""
    info = np.iinfo(DTYPES[dtype])

    def make(random):
        x = random.integers(info.min, info.max, shape, dtype=DTYPES[dtype], endpoint=True)
        x.ravel()[:3] = [info.min, info.max, 0]
        return x
    return make


def _case(name, body, f, inputs):
    return Case(name, body, f, inputs, "f32", grad=False, reference="own")


def _arithmetic_rows():
    for dtype in SIGNED + UNSIGNED:
        bits = DTYPES[dtype](0).itemsize * 8
        pair = [_whole(dtype, *SHAPE), _whole(dtype, *SHAPE)]
        for op, f in BINARY:
            yield _case(f"{op}_{dtype}", f"%y = prim.{op} %a, %b : {{a}}", f, pair)
        for op, f in DIVIDING:
            # No zero and no overflow: those are the hardware's own on other targets.
            yield _case(f"{op}_{dtype}", f"%y = prim.{op} %a, %b : {{a}}", f,
                        [_whole(dtype, *SHAPE), uniform(dtype, 1, 100, *SHAPE)])
        for op, f in SHIFTS:
            yield _case(f"{op}_{dtype}", f"%y = prim.{op} %a, %b : {{a}}", f,
                        [_whole(dtype, *SHAPE), uniform(dtype, 0, bits + 2, *SHAPE)])
        for op, f in UNARY:
            yield _case(f"{op}_{dtype}", f"%y = prim.{op} %a : {{a}}", f, pair[:1])
        for direction, f in COMPARISONS:
            yield _case(f"compare_{direction}_{dtype}",
                        f"%y = prim.compare {direction}, %a, %b : ({{a}}, {{b}}) -> {{y}}", f, pair)
        yield _case(f"select_{dtype}", "%y = prim.select %a, %b, %c : {a}, {b}", jnp.where,
                    [uniform("i1", 0, 1, *SHAPE), *pair])
    for dtype in SIGNED:
        for op, f in (("abs", jnp.abs), ("negate", jnp.negative), ("sign", jnp.sign)):
            yield _case(f"{op}_{dtype}", f"%y = prim.{op} %a : {{a}}", f, [_whole(dtype, *SHAPE)])
    bools = [uniform("i1", 0, 1, *SHAPE), uniform("i1", 0, 1, *SHAPE)]
    for op, f in (("and", jnp.logical_and), ("or", jnp.logical_or), ("xor", jnp.logical_xor)):
        yield _case(f"{op}_i1", f"%y = prim.{op} %a, %b : {{a}}", f, bools)
    yield _case("not_i1", "%y = prim.not %a : {a}", jnp.logical_not, bools[:1])
    for direction, f in COMPARISONS[:2]:
        yield _case(f"compare_{direction}_i1",
                    f"%y = prim.compare {direction}, %a, %b : ({{a}}, {{b}}) -> {{y}}", f, bools)


def _convert_rows():
    body = "%y = prim.convert %a : ({a}) -> {y}"
    for source in SIGNED + UNSIGNED:
        for to in SIGNED + UNSIGNED + ("f32", "f64"):
            if to != source:
                # uint64 to float through f64 is rounded twice on the way: JAX in own types.
                yield _case(f"convert_{source}_{to}", body,
                            lambda x, to=to: x.astype(DTYPES[to]), [_whole(source, *SHAPE)])
        yield _case(f"convert_{source}_i1", body, lambda x: x != 0, [uniform(source, 0, 2, *SHAPE)])
        yield _case(f"convert_i1_{source}", body, lambda x, to=source: x.astype(DTYPES[to]),
                    [uniform("i1", 0, 1, *SHAPE)])
        for real in ("f32", "f64"):
            # Towards zero, within the type's range.
            top = min(float(np.iinfo(DTYPES[source]).max) / 2, 1e6)
            low = 0 if source.startswith("u") else -top
            yield _case(f"convert_{real}_{source}", body, lambda x, to=source: x.astype(DTYPES[to]),
                        [uniform(real, low, top, *SHAPE)])
    for real in ("f32", "f64"):
        yield _case(f"convert_{real}_i1", body, lambda x: x != 0,
                    [values(real, [0.0, -0.0, 0.5, -3, np.nan, np.inf])])
        yield _case(f"convert_i1_{real}", body, lambda x, to=real: x.astype(DTYPES[to]),
                    [uniform("i1", 0, 1, *SHAPE)])


def _other_rows():
    for dtype in ("i32", "i64", "ui8", "ui32", "f32", "f64"):
        for dim, shape in enumerate([(7,), (3, 5), (2, 3, 4)]):
            yield _case(f"iota_{dtype}_{dim}", f"%y = prim.iota dim = {dim} : {{y}}",
                        lambda dtype=dtype, shape=shape, dim=dim:
                        jax.lax.broadcasted_iota(DTYPES[dtype], shape, dim), [])
    yield _case("constant_dense", "%y = prim.constant dense<[[1, -2], [3, 4]]> : {y}",
                lambda: jnp.array([[1, -2], [3, 4]], jnp.int32), [])
    yield _case("constant_bool", "%y = prim.constant dense<[true, false]> : {y}",
                lambda: jnp.array([True, False]), [])
    yield _case("constant_nan", "%y = prim.constant dense<[0x7FC00000, 0xFF800000, 1.0]> : {y}",
                lambda: jnp.array([np.nan, -np.inf, 1.0], jnp.float32), [])
    pairs = [("f32", "i32"), ("i32", "f32"), ("f64", "i64"), ("ui32", "f32"), ("i16", "ui16")]
    for source, to in pairs:
        given = _whole(source, *SHAPE) if source[0] in "iu" else values(source, [1.5, -0.0, np.inf, 3e-39])
        yield _case(f"bitcast_{source}_{to}", "%y = prim.bitcast_convert %a : ({a}) -> {y}",
                    lambda x, to=to: jax.lax.bitcast_convert_type(x, DTYPES[to]), [given])


ROWS = [*_arithmetic_rows(), *_convert_rows(), *_other_rows()]
