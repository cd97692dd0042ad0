"""The right answers: JAX's results and gradients, and central differences in f64."""
import jax
import jax.numpy as jnp
import numpy as np

from case import DTYPES, FLOATS, LOW, NAMES, is_float

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_platforms", "cpu")


def _function(case):
    """The row's function of its inputs as they lie in the file."""
    def f(*inputs):
        if case.dtype in LOW:
            inputs = [x.astype(DTYPES[case.dtype]) if x.dtype == jnp.float32 else x
                      for x in inputs]
        ys = case.jax(*inputs)
        ys = list(ys) if isinstance(ys, (tuple, list)) else [ys]
        if case.dtype in LOW:
            ys = [y.astype(jnp.float32) if y.dtype == DTYPES[case.dtype] else y for y in ys]
        return ys
    return f


def _wide(case, x):
    """An input at the precision that the reference computes in."""
    return x.astype(np.float64) if case.reference == "f64" and is_float(x) else x


def result_types(cases):
    """Per row, empty arrays with the shapes and types of its results."""
    return [[np.broadcast_to(np.zeros((), y.dtype), y.shape)
             for y in jax.eval_shape(_function(case), *case.inputs)] for case in cases]


def make_cotangents(cases, results):
    """Per row, a fixed cotangent by name for each float result."""
    cotangents = []
    for case, ys in zip(cases, results):
        random = np.random.default_rng(len(case.name))
        cotangents.append({
            name: random.uniform(0.5, 1.5, y.shape).astype(y.dtype)
            for name, y in zip(case.results, ys) if is_float(y)})
    return cotangents


def evaluate(cases, cotangents):
    """Per row (results, gradients by letter), all rows in one compiled function.

    Results of the reference "f64" stay in f64: the comparison rounds them.
    """
    def everything(inputs, dys):
        answers = []
        for case, xs, dy in zip(cases, inputs, dys):
            floats = [i for i, x in enumerate(xs) if jnp.issubdtype(x.dtype, jnp.floating)]

            def of_floats(*fs, case=case, xs=xs, floats=floats):
                xs = list(xs)
                for i, x in zip(floats, fs):
                    xs[i] = x
                return _function(case)(*xs)

            ys, pull = jax.vjp(of_floats, *[xs[i] for i in floats])
            cts, k = [], 0
            for y in ys:
                if jnp.issubdtype(y.dtype, jnp.floating):
                    cts.append(dy[k].astype(y.dtype))
                    k += 1
                else:
                    cts.append(np.zeros(y.shape, jax.dtypes.float0))
            answers.append((ys, {case.letters[i]: g for i, g in zip(floats, pull(cts))}))
        return answers

    inputs = [[_wide(case, x) for x in case.inputs] for case in cases]
    dys = [list(dy.values()) for dy in cotangents]
    answers = jax.jit(everything)(inputs, dys)
    answers = jax.tree.map(np.asarray, answers)
    for case, (ys, gradients) in zip(cases, answers):
        if case.expect is not None:
            ys[:] = case.expect
        gradients.update(case.expect_grad)
    return answers


def directional_differences(cases, cotangents, step=1e-5):
    """Per row (direction by letter, slope of <y, dy> along it by central differences)."""
    def losses(inputs, dys):
        return [sum(jnp.vdot(y, d) for y, d in
                    zip([y for y in _function(case)(*xs) if jnp.issubdtype(y.dtype, jnp.floating)],
                        dy)) for case, xs, dy in zip(cases, inputs, dys)]

    directions = []
    for case in cases:
        random = np.random.default_rng(len(case.name) + 1)
        directions.append({letter: random.uniform(-1, 1, x.shape)
                           for letter, x in zip(case.letters, case.inputs) if is_float(x)})

    def moved(sign):
        return [[x + sign * step * d[letter] if letter in d else x
                 for letter, x in zip(case.letters, case.inputs)]
                for case, d in zip(cases, directions)]

    dys = [list(dy.values()) for dy in cotangents]
    evaluate_all = jax.jit(losses)
    up, down = evaluate_all(moved(1.0), dys), evaluate_all(moved(-1.0), dys)
    slopes = [(float(u) - float(d)) / (2 * step) for u, d in zip(up, down)]
    return list(zip(directions, slopes))
