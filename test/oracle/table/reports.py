"""Faults that users of other frameworks reported, with the right numbers."""
import jax
import jax.numpy as jnp
import numpy as np

from case import Case, normal, t, values

INF, NAN = np.inf, np.nan


def _select_rows():
    x, b, s = t("f64", 4), t("i1", 4), t("f64")
    setup = f"""%zero = prim.constant dense<0.0> : {x}
        %one = prim.constant dense<1.0> : {x}
        %three = prim.constant dense<3.0> : {x}
        %p = prim.compare GT, %a, %zero : ({x}, {x}) -> {b}
        %else = prim.multiply %a, %three : {x}"""
    given = values("f64", [-9, -0.25, 0, 6.25])
    f = lambda v: jnp.where(v > 0, jnp.sqrt(jnp.where(v > 0, v, 1)), 3 * v)
    yield Case("where_guarded", setup + f"""
        %safe = prim.select %p, %a, %one : {b}, {x}
        %root = prim.sqrt %safe : {x}
        %y = prim.select %p, %root, %else : {b}, {x}""", f, [given], "f64", smooth=False)
    # The plain form: the value is right; its gradient is the documented exception.
    yield Case("where_plain", setup + f"""
        %root = prim.sqrt %a : {x}
        %y = prim.select %p, %root, %else : {b}, {x}""",
               lambda v: jnp.where(v > 0, jnp.sqrt(v), 3 * v), [given], "f64", smooth=False)


def _tie_rows():
    yield Case("maximum_of_equals", "%y = prim.maximum %a, %b : {a}", jnp.maximum,
               [values("f64", [1, 5, 3]), values("f64", [4, 5, 0])], "f64", smooth=False)


def _power_rows():
    x = t("f64", 5)
    yield Case("power_constant_exponent",
               f"%p = prim.constant dense<[3.0, 2.0, 1.0, 0.0, 2.0]> : {x}\n%y = prim.power %a, %p : {x}",
               lambda b: b ** jnp.array([3.0, 2, 1, 0, 2]), [values("f64", [0, 0, 0, 0, -2])], "f64",
               smooth=False, expect=[np.array([0, 0, 0, 1, 4.0])])
    yield Case("power_variable_exponent", "%y = prim.power %a, %b : {a}", jnp.power,
               [values("f64", [0.0]), values("f64", [2.0])], "f64", smooth=False)


def _logsumexp(rows, columns):
    x, r, s, b = t("f64", rows, columns), t("f64", rows), t("f64"), t("i1", rows)
    return f"""%ninf = prim.constant dense<0xFFF0000000000000> : {s}
        %nil = prim.constant dense<0.0> : {s}
        %zeros = prim.constant dense<0.0> : {r}
        %m = prim.reduce(%a init: %ninf) applies prim.maximum across dimensions = [1] : ({x}, {s}) -> {r}
        %f = prim.is_finite %m : ({r}) -> {b}
        %safe = prim.select %f, %m, %zeros : {b}, {r}
        %k = prim.stop_gradient %safe : {r}
        %mb = prim.broadcast_in_dim %k, dims = [0] : ({r}) -> {x}
        %d = prim.subtract %a, %mb : {x}
        %e = prim.exponential %d : {x}
        %n = prim.reduce(%e init: %nil) applies prim.add across dimensions = [1] : ({x}, {s}) -> {r}
        %l = prim.log %n : {r}
        %y = prim.add %l, %k : {r}"""


def _logsumexp_rows():
    yield Case("logsumexp_infinite", _logsumexp(3, 2), lambda v: jax.nn.logsumexp(v, -1),
               [values("f64", [[-INF, 1], [0, -INF], [3, 3]])], "f64", smooth=False)
    yield Case("logsumexp_all_infinite", _logsumexp(1, 2), lambda v: jax.nn.logsumexp(v, -1),
               [values("f64", [[-INF, -INF]])], "f64", grad=False)
    x, b = t("f64", 1, 2), t("i1", 1, 2)
    masked = f"""%mask = prim.constant dense<[[true, false]]> : {b}
        %off = prim.constant dense<0xFFF0000000000000> : {x}
        %q = prim.select %mask, %a, %off : {b}, {x}\n""" + _logsumexp(1, 2).replace("%a ", "%q ").replace("%a,", "%q,")
    yield Case("logsumexp_masked", masked,
               lambda v: jax.nn.logsumexp(jnp.where(jnp.array([[True, False]]), v, -INF), -1),
               [values("f64", [[0, 100]])], "f64", smooth=False)


def _other_rows():
    x = t("f32", 1)
    # Each product is rounded: with a fused multiply-add 9e20 would be left over.
    yield Case("no_contraction", "%p = prim.multiply %a, %c : {a}\n%q = prim.multiply %b, %c : {a}\n"
               "%y = prim.add %p, %q : {a}", lambda a, b, v: a * v + b * v,
               [values("f32", [3e18]), values("f32", [-3e18]), values("f32", [7e9])], ulps=0,
               expect=[np.zeros(1)], expect_grad={"c": np.zeros(1)})
    w, r = t("f64", 2, 2), t("f64", 1, 2)
    # A weight used twice gets the sum of both uses.
    yield Case("tied_weight", f"""%h = prim.dot_general %b, %a, contracting_dims = [1] x [0] : ({r}, {w}) -> {r}
        %o = prim.dot_general %h, %a, contracting_dims = [1] x [1] : ({r}, {w}) -> {r}
        %y = prim.multiply %o, %o : {r}""", lambda w, x: (x @ w @ w.T) ** 2,
               [values("f64", [[1, 2], [3, 4]]), values("f64", [[1, -1]])], "f64")
    a = ((np.arange(377) % 7) - 3).reshape(13, 29).astype(np.float32)
    b = ((np.arange(145) % 5) - 2).reshape(29, 5).astype(np.float32)
    yield Case("remainder_matmul", "%y = prim.dot_general %a, %b, contracting_dims = [1] x [0] : ({a}, {b}) -> {y}",
               lambda x, y: x @ y, [a, b], ulps=0)
    many = ((np.arange(10 ** 6) % 11) - 5).reshape(1600, 625).astype(np.float32)
    yield Case("remainder_reduce", f"""%nil = prim.constant dense<0.0> : {t("f32")}
        %y = prim.reduce(%a init: %nil) applies prim.add across dimensions = [1] : ({{a}}, {t("f32")}) -> {{y}}""",
               lambda v: v.sum(1), [many], ulps=0)


def _empty_rows():
    yield Case("matmul_of_nothing", "%y = prim.dot_general %a, %b, contracting_dims = [1] x [0] : ({a}, {b}) -> {y}",
               lambda x, y: x @ y, [normal("f32", 3, 0), normal("f32", 0, 2)], expect=[np.zeros((3, 2))])
    yield Case("sum_of_nothing", f"""%nil = prim.constant dense<0.0> : {t("f32")}
        %y = prim.reduce(%a init: %nil) applies prim.add across dimensions = [0] : ({{a}}, {t("f32")}) -> {{y}}""",
               lambda v: v.sum(0), [normal("f32", 0, 4)], expect=[np.zeros(4)])
    yield Case("elementwise_of_nothing", "%t = prim.tanh %a : {a}\n%y = prim.multiply %a, %t : {a}",
               lambda v: v * jnp.tanh(v), [normal("f32", 0)])


ROWS = [*_select_rows(), *_tie_rows(), *_power_rows(), *_logsumexp_rows(), *_other_rows(), *_empty_rows()]
