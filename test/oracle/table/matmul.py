"""dot_general: batching and contracting dimensions anywhere, every size, low types."""
import jax
import jax.numpy as jnp
import numpy as np

from case import DTYPES, Case, normal, values


def dot(lhs_batch, rhs_batch, lhs_contract, rhs_contract):
    """(prim's text, JAX's function) of one choice of dimensions."""
    batching = (f"batching_dims = {list(lhs_batch)} x {list(rhs_batch)}, " if lhs_batch else "")
    body = (f"%y = prim.dot_general %a, %b, {batching}contracting_dims = {list(lhs_contract)} x "
            f"{list(rhs_contract)} : ({{a}}, {{b}}) -> {{y}}")
    dims = ((lhs_contract, rhs_contract), (lhs_batch, rhs_batch))
    return body, lambda x, y: jax.lax.dot_general(x, y, dims)


MATMUL = dot((), (), (1,), (0,))

# shapes of both operands and their dimensions
PLACES = [
    ((3, 5), (5, 4), (), (), (1,), (0,)),
    ((5, 3), (5, 4), (), (), (0,), (0,)),
    ((3, 5), (4, 5), (), (), (1,), (1,)),
    ((5, 3), (4, 5), (), (), (0,), (1,)),
    ((5,), (5,), (), (), (0,), (0,)),
    ((3, 5), (5,), (), (), (1,), (0,)),
    ((5,), (5, 4), (), (), (0,), (0,)),
    ((3,), (4,), (), (), (), ()),
    ((2, 3, 5), (2, 5, 4), (0,), (0,), (2,), (1,)),
    ((2, 3, 5), (5, 4, 2), (0,), (2,), (2,), (0,)),
    ((3, 2, 5), (4, 2, 5), (1,), (1,), (2,), (2,)),
    ((2, 3, 4, 5), (2, 3, 5, 6), (0, 1), (0, 1), (3,), (2,)),
    ((2, 3, 4), (4, 3, 5), (), (), (1, 2), (1, 0)),
    ((2, 3, 4, 5), (4, 3, 5, 2), (0,), (3,), (2, 3), (0, 2)),
    ((2, 3, 4), (2, 3, 4), (0, 1, 2), (0, 1, 2), (), ()),
    ((1, 1), (1, 1), (), (), (1,), (0,)),
    ((3, 0), (0, 2), (), (), (1,), (0,)),
    ((0, 3), (3, 2), (), (), (1,), (0,)),
    ((3, 4), (4, 0), (), (), (1,), (0,)),
    ((0, 2, 3), (0, 3, 2), (0,), (0,), (2,), (1,)),
    ((2, 0, 3), (2, 3, 4), (0,), (0,), (2,), (1,)),
    ((2, 4, 3), (2, 3, 0), (0,), (0,), (2,), (1,)),
    ((2, 4, 0), (2, 0, 5), (0,), (0,), (2,), (1,)),
]


def _place_rows():
    for dtype in ("f64", "f32", "f16", "bf16"):
        for lhs, rhs, *dims in PLACES:
            body, f = dot(*dims)
            if dtype in ("f16", "bf16"):
                # Low types accumulate in f32 and round once.
                f = (lambda x, y, d=((dims[2], dims[3]), (dims[0], dims[1])): jax.lax.dot_general(
                    x, y, d, preferred_element_type=jnp.float32).astype(x.dtype))
            yield Case(f"dot_{lhs}_{rhs}_{dims}_{dtype}", body, f,
                       [normal(dtype, *lhs), normal(dtype, *rhs)], dtype)
    for dtype in ("f16", "bf16"):
        # A wider result: nothing is rounded.
        yield Case(f"dot_wide_{dtype}",
                   "%w = prim.dot_general %a, %b, contracting_dims = [1] x [0] : ({a}, {b}) -> tensor<9x6xf32>\n"
                   "%y = prim.convert %w : (tensor<9x6xf32>) -> {y}",
                   lambda x, y: jnp.dot(x, y, preferred_element_type=jnp.float32).astype(x.dtype),
                   [normal(dtype, 9, 33), normal(dtype, 33, 6)], dtype)


def _remainder_rows():
    """Every size from 1 to 70 in each dimension; small integers, so exact."""
    def whole(*shape):
        return lambda r: r.integers(-3, 4, shape).astype(np.float32)

    for n in range(1, 71):
        m, k = (n * 13) % 70 + 1, (n * 29) % 70 + 1
        yield Case(f"matmul_{m}_{k}_{n}", MATMUL[0], MATMUL[1], [whole(m, k), whole(k, n)], ulps=0)
        body, f = dot((), (), (0,), (1,))
        yield Case(f"matmul_turned_{n}_{k}_{m}", body, f, [whole(k, n), whole(m, k)], ulps=0)
    for m, k, n in [(257, 129, 385), (1, 300, 700), (700, 300, 1), (256, 384, 256), (512, 64, 769)]:
        yield Case(f"matmul_{m}_{k}_{n}", MATMUL[0], MATMUL[1], [normal("f32", m, k), normal("f32", k, n)])
    yield Case("matmul_f64_odd", MATMUL[0], MATMUL[1], [normal("f64", 67, 131), normal("f64", 131, 35)], "f64")


def _odd_rows():
    nan, inf = np.nan, np.inf
    yield Case("matmul_nan", MATMUL[0], MATMUL[1],
               [values("f32", [[1, nan], [inf, 1], [0, inf]]), values("f32", [[1, 2, 0], [0, 3, 0]])],
               grad=False, reference="own",
               expect=[np.array([[nan, nan, nan], [inf, inf, nan], [nan, inf, nan]])])
    # x x^T: both operands are one value.
    yield Case("matmul_self", "%y = prim.dot_general %a, %a, contracting_dims = [1] x [1] : ({a}, {a}) -> {y}",
               lambda x: x @ x.T, [normal("f64", 5, 7)], "f64")
    for dtype in ("i32", "i8"):
        yield Case(f"matmul_{dtype}", "%y = prim.dot_general %a, %b, contracting_dims = [1] x [0] : ({a}, {b}) -> {y}",
                   lambda x, y, d=dtype: jax.lax.dot(x, y, preferred_element_type=DTYPES[d]),
                   [lambda r, d=dtype: r.integers(-3, 4, (5, 9)).astype(DTYPES[d]),
                    lambda r, d=dtype: r.integers(-3, 4, (9, 6)).astype(DTYPES[d])], grad=False, reference="own")


ROWS = [*_place_rows(), *_remainder_rows(), *_odd_rows()]
