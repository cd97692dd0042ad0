"""The works of bench/ops.py and the training steps of bench/models/mlp.mlir in JAX."""
import jax
import jax.numpy as jnp
import numpy as np

from worker import serve


def layer_norm(x, w, b):
    mean = x.mean(-1, keepdims=True)
    centered = x - mean
    rstd = jax.lax.rsqrt((centered * centered).mean(-1, keepdims=True) + 1e-5)
    return centered * rstd * w + b


def rms_norm(x, w):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1.1920929e-07) * w


def cross_entropy(x, label):
    return -jnp.take_along_axis(jax.nn.log_softmax(x), label[:, None], 1).mean()


def adamw(p, g, m, v, t):
    """The new parameter and its moments."""
    m = m + 0.1 * (g - m)
    v = 0.999 * v + 0.001 * g * g
    scaled = m / (1 - 0.9 ** t) / (jnp.sqrt(v / (1 - 0.999 ** t)) + 1e-8)
    return p - 1e-3 * (scaled + 0.01 * p), m, v


def forward_and_backward(f):
    """(arguments, cotangents) to f's results and the cotangents of the arguments."""
    def both(arguments, cotangents):
        results, backward = jax.vjp(f, *arguments)
        return results, backward(cotangents)
    return jax.jit(both)


def prepare_op(name, rows, columns):
    key = jax.random.key(0)

    def full():
        nonlocal key
        key, part = jax.random.split(key)
        return jax.random.normal(part, (rows, columns))

    def row():
        return full()[0]

    if name in ("gelu", "softmax"):
        f = jax.nn.softmax if name == "softmax" else lambda x: jax.nn.gelu(x, approximate=False)
        arguments, cotangents = (full(),), full()
    elif name == "layer_norm":
        f, arguments, cotangents = layer_norm, (full(), row(), row()), full()
    elif name == "rms_norm":
        f, arguments, cotangents = rms_norm, (full(), row()), full()
    elif name == "cross_entropy":
        label = jnp.full((rows,), 3)
        run = jax.jit(jax.value_and_grad(lambda x: cross_entropy(x, label)))
        x = full()
        return lambda: run(x)
    elif name == "adamw":
        update = jax.jit(adamw, donate_argnums=(0, 2, 3))
        gradient, state = full(), [full(), jnp.zeros((rows, columns)), jnp.zeros((rows, columns)), jnp.float32(0)]

        def run():
            state[:3] = update(state[0], gradient, state[1], state[2], state[3] + 1)
            return state[0]
        return run
    elif name == "dropout_residual_norm":
        def f(x, h, w, b, count):
            kept = jax.random.bernoulli(jax.random.fold_in(jax.random.key(1), count), 0.9, h.shape)
            r = x + jnp.where(kept, h / 0.9, 0)
            return r, layer_norm(r, w, b)

        def both(arguments, cotangents, count):
            results, backward = jax.vjp(lambda *a: f(*a, count), *arguments)
            return results, backward(cotangents)
        run, count = jax.jit(both), [0]
        arguments, cotangents = (full(), full(), row(), row()), (full(), full())

        def next_run():
            count[0] += 1
            return run(arguments, cotangents, count[0])
        return next_run
    else:
        raise SystemExit(f"works_jax: there is no work '{name}'")
    run = forward_and_backward(f)
    return lambda: run(arguments, cotangents)


def prepare_mlp(batch, *sizes):
    """A training step; the images are given anew each time, as a host does."""
    r = np.random.default_rng(0)
    x = r.standard_normal((batch, sizes[0])).astype(np.float32)
    label = r.integers(0, 10, batch)
    parameters = [(jnp.asarray(r.standard_normal((a, b)) * (2 / a) ** 0.5, jnp.float32), jnp.zeros(b))
                  for a, b in zip(sizes, sizes[1:])]

    def loss(parameters, x, label):
        for w, b in parameters[:-1]:
            x = jax.nn.relu(x @ w + b)
        w, b = parameters[-1]
        return cross_entropy(x @ w + b, label)

    def step(parameters, m, v, t, x, label):
        value, gradient = jax.value_and_grad(loss)(parameters, x, label)
        t = t + 1
        new = jax.tree.map(lambda p, g, m, v: adamw(p, g, m, v, t), parameters, gradient, m, v)
        return *jax.tree.transpose(jax.tree.structure(parameters), jax.tree.structure((0, 0, 0)), new), t, value

    run = jax.jit(step, donate_argnums=(0, 1, 2, 3))
    zeros = lambda: jax.tree.map(jnp.zeros_like, parameters)
    state = [parameters, zeros(), zeros(), jnp.float32(0)]

    def next_run():
        *state[:], value = run(*state, x, label)
        return value
    return next_run


def prepare(name, *sizes):
    return prepare_mlp(*sizes) if name == "mlp" else prepare_op(name, *sizes)


if __name__ == "__main__":
    serve(prepare, jax.block_until_ready)
