"""Ops that move elements: values and gradients, with sizes 0 and 1."""
import jax
import jax.numpy as jnp
import numpy as np

from case import Case, normal, t, uniform

TYPES = ("f64", "f32", "bf16")


def _types(dtype, *shapes):
    return [t(dtype, *shape) for shape in shapes]


def _broadcast_rows():
    # operand's shape, dims, result's shape
    places = [((3,), (1,), (4, 3)), ((3,), (0,), (3, 5)), ((), (), (2, 3)), ((1, 5), (0, 1), (4, 5)),
              ((4, 1), (0, 1), (4, 7)), ((2, 3), (0, 2), (2, 4, 3)), ((1, 1), (0, 1), (3, 2)),
              ((1,), (0,), (1,)), ((3, 1), (1, 2), (2, 3, 4)), ((0,), (1,), (3, 0)),
              ((1,), (0,), (0,)), ((1, 3), (0, 1), (0, 3))]
    for dtype in TYPES:
        for source, dims, to in places:
            yield Case(f"broadcast_{source}_{to}_{dtype}",
                       f"%y = prim.broadcast_in_dim %a, dims = {list(dims)} : ({{a}}) -> {{y}}",
                       lambda x, to=to, dims=dims: jax.lax.broadcast_in_dim(x, to, dims),
                       [normal(dtype, *source)], dtype)
        # A bias over rows and a scale over columns, used twice.
        x, b = t(dtype, 6, 11), t(dtype, 11)
        yield Case(f"broadcast_twice_{dtype}",
                   f"%r = prim.broadcast_in_dim %b, dims = [1] : ({b}) -> {x}\n"
                   f"%s = prim.add %a, %r : {x}\n%p = prim.multiply %s, %r : {x}\n"
                   f"%y = prim.tanh %p : {x}",
                   lambda x, b: jnp.tanh((x + b) * b), [normal(dtype, 6, 11), normal(dtype, 11)], dtype)


def _reshape_rows():
    for dtype in TYPES:
        for source, to in [((6,), (2, 3)), ((2, 3), (6,)), ((2, 3, 5), (5, 6)), ((1, 4), (4,)),
                           ((), (1, 1)), ((1,), ()), ((0, 3), (3, 0)), ((4, 0), (0,))]:
            yield Case(f"reshape_{source}_{to}_{dtype}", "%y = prim.reshape %a : ({a}) -> {y}",
                       lambda x, to=to: x.reshape(to), [normal(dtype, *source)], dtype)
        for source, dims in [((3, 5), (1, 0)), ((2, 3, 4), (2, 0, 1)), ((2, 3, 4), (0, 2, 1)),
                             ((5,), (0,)), ((1, 7), (1, 0)), ((0, 3), (1, 0)), ((33, 65), (1, 0)),
                             ((2, 3, 4, 5), (3, 1, 2, 0))]:
            yield Case(f"transpose_{source}_{dims}_{dtype}",
                       f"%y = prim.transpose %a, dims = {list(dims)} : ({{a}}) -> {{y}}",
                       lambda x, dims=dims: jnp.transpose(x, dims), [normal(dtype, *source)], dtype)


def _slice_rows():
    # shape, starts, limits, strides
    cuts = [((9,), (2,), (7,), (1,)), ((9,), (0,), (9,), (2,)), ((5, 8), (1, 0), (4, 8), (2, 3)),
            ((4, 6), (0, 5), (4, 6), (1, 1)), ((4, 6), (2, 2), (2, 4), (1, 1)),
            ((3, 4, 5), (0, 1, 1), (3, 4, 5), (2, 1, 3)), ((7,), (6,), (7,), (4,))]
    for dtype in TYPES:
        for shape, starts, limits, strides in cuts:
            text = ", ".join(f"{a}:{b}" + (f":{s}" if s != 1 else "")
                             for a, b, s in zip(starts, limits, strides))
            yield Case(f"slice_{shape}_{text}_{dtype}", f"%y = prim.slice %a [{text}] : ({{a}}) -> {{y}}",
                       lambda x, c=(starts, limits, strides): jax.lax.slice(x, *c),
                       [normal(dtype, *shape)], dtype)


def _pad_rows():
    # shape, low, high, interior
    pads = [((4,), (1,), (2,), (0,)), ((3, 4), (0, 2), (1, 0), (1, 2)), ((3,), (0,), (0,), (2,)),
            ((5,), (-1,), (2,), (0,)), ((5, 3), (1, -1), (-2, 1), (0, 0)), ((0,), (2,), (1,), (0,)),
            ((4,), (-2,), (-2,), (0,)), ((1,), (1,), (1,), (3,)), ((3,), (-1,), (-2,), (1,))]
    for dtype in TYPES:
        for shape, low, high, interior in pads:
            yield Case(f"pad_{shape}_{low}_{high}_{interior}_{dtype}",
                       f"%y = prim.pad %a, %b, low = {list(low)}, high = {list(high)}, "
                       f"interior = {list(interior)} : ({{a}}, {{b}}) -> {{y}}",
                       lambda x, v, p=tuple(zip(low, high, interior)): jax.lax.pad(x, v, p),
                       [normal(dtype, *shape), normal(dtype)], dtype)


def _join_rows():
    joins = [(((3,), (4,)), 0), (((2, 3), (2, 5)), 1), (((2, 3), (1, 3), (4, 3)), 0),
             (((2, 0), (2, 3)), 1), (((1,), (1,), (1,)), 0), (((3, 5),), 1)]
    for dtype in TYPES:
        for shapes, dim in joins:
            names = "abc"[:len(shapes)]
            yield Case(f"concatenate_{shapes}_{dim}_{dtype}",
                       f"%y = prim.concatenate {', '.join('%' + n for n in names)}, dim = {dim} : "
                       f"({', '.join('{' + n + '}' for n in names)}) -> {{y}}",
                       lambda *xs, dim=dim: jnp.concatenate(xs, dim),
                       [normal(dtype, *shape) for shape in shapes], dtype)
        # The same value twice: both cotangents reach it.
        yield Case(f"concatenate_self_{dtype}",
                   "%y = prim.concatenate %a, %a, dim = 0 : ({a}, {a}) -> {y}",
                   lambda x: jnp.concatenate([x, x]), [normal(dtype, 3, 2)], dtype)
        for shape, dims in [((5,), (0,)), ((3, 4), (1,)), ((3, 4), (0, 1)), ((0, 2), (1,))]:
            yield Case(f"reverse_{shape}_{dims}_{dtype}",
                       f"%y = prim.reverse %a, dims = {list(dims)} : {{a}}",
                       lambda x, dims=dims: jnp.flip(x, dims), [normal(dtype, *shape)], dtype)


def _integer_rows():
    for dtype in ("i32", "i8", "ui8", "i64"):
        x = uniform(dtype, 0, 100, 4, 6)
        for name, body, f in [
                ("transpose", "%y = prim.transpose %a, dims = [1, 0] : ({a}) -> {y}", jnp.transpose),
                ("slice", "%y = prim.slice %a [1:4, 0:6:2] : ({a}) -> {y}", lambda x: x[1:4, 0:6:2]),
                ("reshape", "%y = prim.reshape %a : ({a}) -> {y}", lambda x: x.reshape(3, 8)),
                ("concatenate", "%y = prim.concatenate %a, %a, dim = 1 : ({a}, {a}) -> {y}",
                 lambda x: jnp.concatenate([x, x], 1))]:
            yield Case(f"{name}_{dtype}", body, f, [x], grad=False, reference="own")


ROWS = [*_broadcast_rows(), *_reshape_rows(), *_slice_rows(), *_pad_rows(), *_join_rows(),
        *_integer_rows()]
