"""Ties, zeros, infinities, saturation and branches: where gradients go wrong."""
import jax
import jax.numpy as jnp
import numpy as np

from case import Case, normal, t, uniform, values

INF, NAN = np.inf, np.nan


def _tie_rows():
    for op, f in (("maximum", jnp.maximum), ("minimum", jnp.minimum)):
        yield Case(f"{op}_ties", f"%y = prim.{op} %a, %b : {{a}}", f,
                   [values("f64", [1, 2, 3, 0, -1, 5]), values("f64", [1, 3, 2, 0, -1, 5])],
                   "f64", smooth=False)
        yield Case(f"{op}_self", f"%y = prim.{op} %a, %a : {{a}}", lambda x, f=f: f(x, x),
                   [values("f64", [2, -1, 0])], "f64")
    # relu as it is written: half of the gradient at 0, as jnp.maximum does.
    yield Case("relu_at_zero", "%z = prim.constant dense<0.0> : {a}\n%y = prim.maximum %a, %z : {a}",
               lambda x: jnp.maximum(x, 0), [values("f64", [-1, 0, -0.0, 2])], "f64", smooth=False)
    yield Case("clamp_edges", "%y = prim.clamp %a, %b, %c : {a}", jax.lax.clamp,
               [values("f64", [-1] * 6), values("f64", [-2, -1, -0.5, 1, 1.5, NAN]),
                values("f64", [1] * 6)], "f64", smooth=False)
    yield Case("abs_at_zero", "%y = prim.abs %a : {a}", jnp.abs, [values("f64", [0, -0.0, 1, -1])],
               "f64", smooth=False)


def _branch_rows():
    x = t("f64", 6)
    b = t("i1", 6)
    # The guarded form stays finite: the root never sees what the other branch takes.
    guarded = f"""%zero = prim.constant dense<0.0> : {x}
        %one = prim.constant dense<1.0> : {x}
        %three = prim.constant dense<3.0> : {x}
        %p = prim.compare GT, %a, %zero : ({x}, {x}) -> {b}
        %safe = prim.select %p, %a, %one : {b}, {x}
        %root = prim.sqrt %safe : {x}
        %else = prim.multiply %a, %three : {x}
        %y = prim.select %p, %root, %else : {b}, {x}"""
    yield Case("select_guarded", guarded,
               lambda v: jnp.where(v > 0, jnp.sqrt(jnp.where(v > 0, v, 1)), 3 * v),
               [values("f64", [-9, -0.25, 0, 6.25, -INF, 1e-300])], "f64", smooth=False)
    # Both cotangents of a select reach one value.
    yield Case("select_self", "%n = prim.negate %a : {a}\n%y = prim.select %b, %a, %n : {b}, {a}",
               lambda v, p: jnp.where(p, v, -v), [normal("f64", 5), values("i1", [1, 0, 1, 0, 0])], "f64")


def _saturation_rows():
    wide = values("f32", [-1e30, -200, -104, -88, -20, -1, 0, 1, 20, 88, 100, 1e30, INF, -INF])
    for op, f in (("tanh", jnp.tanh), ("logistic", jax.nn.sigmoid), ("erf", jax.scipy.special.erf),
                  ("exponential_minus_one", jnp.expm1)):
        yield Case(f"{op}_saturated", f"%y = prim.{op} %a : {{a}}", f, [wide])
    x = t("f32", 14)
    yield Case("softplus_saturated", f"""%z = prim.constant dense<0.0> : {x}
        %m = prim.maximum %a, %z : {x}
        %abs = prim.abs %a : {x}
        %n = prim.negate %abs : {x}
        %e = prim.exponential %n : {x}
        %l = prim.log_plus_one %e : {x}
        %y = prim.add %m, %l : {x}""",
               lambda v: jnp.maximum(v, 0) + jnp.log1p(jnp.exp(-jnp.abs(v))), [wide])
    # Great and tiny numbers through sums of squares.
    yield Case("multiply_overflow", "%y = prim.multiply %a, %a : {a}", lambda v: v * v,
               [values("f32", [1e30, -1e30, 1e-30, 1e-22, 0])], grad=False, ulps=0.5)
    yield Case("subnormal_kept", "%y = prim.multiply %a, %b : {a}", lambda a, b: a * b,
               [values("f32", [1e-37, 1e-40, 1.4e-45]), values("f32", [1e-3, 0.5, 1])], ulps=0.5)


def _power_rows():
    body = "%y = prim.power %a, %b : {a}"
    yield Case("power_zero_base", body, jnp.power,
               [values("f64", [0, 0, 0, 2, 1, 4]), values("f64", [3, 2, 1, 0, 0, 0.5])], "f64", smooth=False)
    yield Case("power_negative_base", body, jnp.power,
               [values("f64", [-2, -2, -3, -1.5]), values("f64", [2, 3, -1, 0])], "f64", smooth=False)


def _stop_rows():
    yield Case("stop_gradient", "%s = prim.stop_gradient %a : {a}\n%y = prim.multiply %s, %a : {a}",
               lambda v: jax.lax.stop_gradient(v) * v, [normal("f64", 4)], "f64", smooth=False)
    yield Case("not_reached", "%s = prim.stop_gradient %b : {b}\n%y = prim.add %a, %s : {a}",
               lambda a, b: a + jax.lax.stop_gradient(b), [normal("f64", 4), normal("f64", 4)], "f64",
               smooth=False)
    # A float that only decides gets a gradient of zeros.
    x, b = t("f64", 4), t("i1", 4)
    yield Case("decides_only", f"%p = prim.compare LT, %b, %a : ({x}, {x}) -> {b}\n"
               f"%y = prim.select %p, %a, %c : {b}, {x}",
               lambda a, b, c: jnp.where(b < a, a, c), [normal("f64", 4)] * 3, "f64")


def _chain_rows():
    """Values used many times, long chains, layers written out."""
    x, r, s = t("f64", 5, 9), t("f64", 5), t("f64")
    yield Case("norm_written_out", f"""%nil = prim.constant dense<0.0> : {s}
        %count = prim.constant dense<9.0> : {r}
        %eps = prim.constant dense<1.0e-5> : {r}
        %sum = prim.reduce(%a init: %nil) applies prim.add across dimensions = [1] : ({x}, {s}) -> {r}
        %mean = prim.divide %sum, %count : {r}
        %mb = prim.broadcast_in_dim %mean, dims = [0] : ({r}) -> {x}
        %d = prim.subtract %a, %mb : {x}
        %sq = prim.multiply %d, %d : {x}
        %ss = prim.reduce(%sq init: %nil) applies prim.add across dimensions = [1] : ({x}, {s}) -> {r}
        %var = prim.divide %ss, %count : {r}
        %ve = prim.add %var, %eps : {r}
        %rs = prim.rsqrt %ve : {r}
        %rb = prim.broadcast_in_dim %rs, dims = [0] : ({r}) -> {x}
        %y = prim.multiply %d, %rb : {x}""",
               lambda v: (v - v.mean(1, keepdims=True)) / jnp.sqrt(v.var(1, keepdims=True) + 1e-5),
               [normal("f64", 5, 9)], "f64")
    steps = "\n".join(f"%x{i + 1} = prim.{'tanh' if i % 2 else 'sine'} %{'a' if i == 0 else f'x{i}'} : {{a}}"
                      for i in range(30))

    def chain(v):
        for i in range(30):
            v = jnp.tanh(v) if i % 2 else jnp.sin(v)
        return v
    yield Case("chain_of_thirty", steps.replace("%x30", "%y"), chain, [normal("f64", 4, 3)], "f64")
    yield Case("two_results", "%y0 = prim.sine %a : {a}\n%c = prim.cosine %a : {a}\n"
               "%y1 = prim.multiply %c, %b : {a}",
               lambda a, b: (jnp.sin(a), jnp.cos(a) * b), [normal("f64", 3, 4), normal("f64", 3, 4)],
               "f64", outputs=2)


ROWS = [*_tie_rows(), *_branch_rows(), *_saturation_rows(), *_power_rows(), *_stop_rows(),
        *_chain_rows()]
