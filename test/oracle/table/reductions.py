"""reduce and sort: every size of a remainder, ties, signed zeros, empty extents."""
import jax
import jax.numpy as jnp
import numpy as np

from case import DTYPES, Case, normal, t, uniform, values

START = {"add": "0.0", "multiply": "1.0", "maximum": "0xFF800000", "minimum": "0x7F800000"}
START64 = {**START, "maximum": "0xFFF0000000000000", "minimum": "0x7FF0000000000000"}
START16 = {"f16": {**START, "maximum": "0xFC00", "minimum": "0x7C00"},
           "bf16": {**START, "maximum": "0xFF80", "minimum": "0x7F80"}}
JAX = {"add": jnp.sum, "multiply": jnp.prod, "maximum": jnp.max, "minimum": jnp.min}


def reduce_body(op, dtype, dims, start=None, operand="%a", result="%y", types="({a}, {s}) -> {y}"):
    """A reduction as prim writes it."""
    starts = START64 if dtype == "f64" else START16.get(dtype, START)
    scalar = t(dtype)
    return (f"%{result[1:]}_start = prim.constant dense<{starts[op] if start is None else start}> : {scalar}\n"
            f"{result} = prim.reduce({operand} init: %{result[1:]}_start) applies prim.{op} "
            f"across dimensions = {list(dims)} : {types.replace('{s}', scalar)}")


def _float_rows():
    places = [((5,), (0,)), ((3, 7), (0,)), ((3, 7), (1,)), ((3, 7), (0, 1)), ((2, 3, 5), (1,)),
              ((2, 3, 5), (0, 2)), ((1, 4), (0,)), ((4, 1), (1,)), ((3, 4), ())]
    for dtype in ("f64", "f32", "f16", "bf16"):
        for op, f in JAX.items():
            for shape, dims in places:
                # Products of half-precision numbers: values near one.
                given = (uniform(dtype, 0.5, 1.5, *shape) if op == "multiply"
                         else normal(dtype, *shape))
                if dtype == "bf16" and op == "multiply":
                    continue
                yield Case(f"reduce_{op}_{shape}_{dims}_{dtype}", reduce_body(op, dtype, dims),
                           lambda x, f=f, dims=dims: f(x, axis=dims), [given], dtype)


def _remainder_rows():
    """Every size from 1 to 70, along rows and along columns; small integers, so exact."""
    for n in range(1, 71):
        whole = lambda *shape: (lambda r: r.integers(-5, 6, shape).astype(np.float32))
        yield Case(f"reduce_row_{n}", reduce_body("add", "f32", (1,)), lambda x: x.sum(1),
                   [whole(3, n)], ulps=0)
        yield Case(f"reduce_column_{n}", reduce_body("add", "f32", (0,)), lambda x: x.sum(0),
                   [whole(n, 1 + (n * 7) % 19)], ulps=0)
        yield Case(f"reduce_maximum_{n}", reduce_body("maximum", "f32", (1,)), lambda x: x.max(1),
                   [normal("f32", 2, n)], ulps=0)
        yield Case(f"softmax_{n}", SOFTMAX.format(x=t("f32", 3, n), r=t("f32", 3), s=t("f32")),
                   lambda x: jax.nn.softmax(x, -1), [normal("f32", 3, n)])


SOFTMAX = """%ninf = prim.constant dense<0xFF800000> : {s}
%nil = prim.constant dense<0.0> : {s}
%m = prim.reduce(%a init: %ninf) applies prim.maximum across dimensions = [1] : ({x}, {s}) -> {r}
%mb = prim.broadcast_in_dim %m, dims = [0] : ({r}) -> {x}
%d = prim.subtract %a, %mb : {x}
%e = prim.exponential %d : {x}
%n = prim.reduce(%e init: %nil) applies prim.add across dimensions = [1] : ({x}, {s}) -> {r}
%nb = prim.broadcast_in_dim %n, dims = [0] : ({r}) -> {x}
%y = prim.divide %e, %nb : {x}"""


def _integer_rows():
    for dtype in ("i32", "i64", "ui8", "ui32", "i8"):
        info = np.iinfo(DTYPES[dtype])
        for op, start in (("add", 0), ("multiply", 1), ("maximum", info.min), ("minimum", info.max)):
            yield Case(f"reduce_{op}_{dtype}", reduce_body(op, dtype, (1,), start=start),
                       lambda x, f=JAX[op], d=DTYPES[dtype]: f(x, axis=1).astype(d),
                       [uniform(dtype, 0, 100, 4, 9)], grad=False, reference="own")
    for op, f, start in (("and", jnp.all, "true"), ("or", jnp.any, "false")):
        yield Case(f"reduce_{op}_i1", reduce_body(op, "i1", (1,), start=start),
                   lambda x, f=f: f(x, axis=1), [uniform("i1", 0, 1, 17, 3)], grad=False, reference="own")


def _odd_rows():
    nan, inf = np.nan, np.inf
    # Ties: JAX gives equal shares to all elements that are the maximum.
    tied = values("f64", [[1, 3, 3, 2], [5, 5, 5, 5], [0.0, -0.0, -1, 0.0]])
    for op in ("maximum", "minimum"):
        yield Case(f"reduce_{op}_ties", reduce_body(op, "f64", (1,)),
                   lambda x, f=JAX[op]: f(x, axis=1), [tied], "f64", smooth=False)
        yield Case(f"reduce_{op}_nan", reduce_body(op, "f32", (1,)), lambda x, f=JAX[op]: f(x, axis=1),
                   [values("f32", [[1, nan, 3], [inf, 2, -inf], [-inf, -inf, -inf], [nan, nan, inf]])],
                   grad=False)
    yield Case("reduce_add_infinite", reduce_body("add", "f32", (1,)), lambda x: x.sum(1),
               [values("f32", [[1, inf, 3], [inf, 2, -inf], [nan, 1, 1], [-inf, -inf, 0]])], grad=False)
    yield Case("reduce_multiply_zero", reduce_body("multiply", "f64", (1,)), lambda x: x.prod(1),
               [values("f64", [[0, 2, 3], [0, 0, 3], [1, 2, 3]])], "f64")
    # A start that isn't neutral counts once.
    yield Case("reduce_start", reduce_body("add", "f64", (1,), start="2.5"), lambda x: 2.5 + x.sum(1),
               [normal("f64", 3, 4)], "f64")
    # A start that is an element of a tensor.
    yield Case("reduce_start_element",
               "%c = prim.slice %b [3:4] : ({b}) -> tensor<1xf64>\n"
               "%s = prim.reshape %c : (tensor<1xf64>) -> tensor<f64>\n"
               "%y = prim.reduce(%a init: %s) applies prim.add across dimensions = [1] : "
               "({a}, tensor<f64>) -> {y}",
               lambda x, b: b[3] + x.sum(1), [normal("f64", 3, 4), normal("f64", 5)], "f64")
    # f16 sums in f32: 4096 ones are 4096, not 2048.
    yield Case("reduce_add_f16_many", reduce_body("add", "f16", (0,)),
               lambda x: x.astype(jnp.float32).sum(0).astype(jnp.float16),
               [values("f16", np.ones(4096))], "f16", ulps=0)
    for shape, dims in [((0,), (0,)), ((0, 4), (0,)), ((3, 0), (1,)), ((0, 4), (1,)), ((2, 0, 3), (1,))]:
        yield Case(f"reduce_empty_{shape}_{dims}", reduce_body("add", "f32", dims),
                   lambda x, dims=dims: x.sum(dims), [normal("f32", *shape)])
    # Long enough for several tasks, with a remainder.
    for shape, dims in [((100003,), (0,)), ((257, 1031), (0,)), ((257, 1031), (1,)), ((70, 70, 70), (0, 2))]:
        yield Case(f"reduce_long_{shape}_{dims}", reduce_body("add", "f32", dims),
                   lambda x, dims=dims: x.sum(dims), [normal("f32", *shape, shift=1.0)])


ROWS = [*_float_rows(), *_remainder_rows(), *_integer_rows(), *_odd_rows()]
