"""Programs of prim as data: every node has its text and its function in JAX.

A program is a list of nodes in order; an operand is an earlier node's index. So a
program can be written, evaluated, and made smaller node by node.
"""
import string
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from case import DTYPES, FLOATS, Case, t, uniform

LETTERS = string.ascii_lowercase[:20]


@dataclass
class Node:
    op: str
    operands: tuple
    shape: tuple
    dtype: str
    attributes: dict = field(default_factory=dict)

    @property
    def type(self):
        return t(self.dtype, *self.shape)


def _joined(values):
    return ", ".join(str(v) for v in values)


def _number(x, dtype):
    if dtype == "i1":
        return "true" if x else "false"
    return repr(float(x)) if dtype in FLOATS else str(int(x))


def _literal(values, dtype):
    """Nested lists of an attribute's elements; a splat is one element."""
    if values.ndim == 0:
        return _number(values[()], dtype)
    return "[" + ", ".join(_literal(v, dtype) for v in values) + "]"


# Elementwise ops by their name in prim: JAX's function of arrays of one type.
ELEMENTWISE = {
    "negate": jax.lax.neg, "abs": jnp.abs, "tanh": jnp.tanh, "logistic": jax.nn.sigmoid, "sine": jnp.sin,
    "cosine": jnp.cos, "exponential": jnp.exp, "sqrt": jnp.sqrt, "rsqrt": jax.lax.rsqrt, "log": jnp.log,
    "log_plus_one": jnp.log1p, "exponential_minus_one": jnp.expm1, "erf": jax.lax.erf,
    "stop_gradient": jax.lax.stop_gradient, "not": jax.lax.bitwise_not,
    "add": jnp.add, "subtract": jnp.subtract, "multiply": jnp.multiply, "divide": jnp.divide,
    "maximum": jnp.maximum, "minimum": jnp.minimum, "and": jax.lax.bitwise_and, "or": jax.lax.bitwise_or,
    "xor": jax.lax.bitwise_xor,
}
COMPARE = {"LT": jnp.less, "GT": jnp.greater, "LE": jnp.less_equal, "GE": jnp.greater_equal,
           "EQ": jnp.equal, "NE": jnp.not_equal}


def _reduce(reducer, x, start, dims):
    if reducer == "add":
        return start + jnp.sum(x, dims, dtype=x.dtype)
    if reducer == "multiply":
        return start * jnp.prod(x, dims, dtype=x.dtype)
    if reducer in ("and", "or"):
        return {"and": jnp.all, "or": jnp.any}[reducer](x, dims) if x.dtype == bool else None
    # The start is one more element, so that ties with it share as the others do.
    rows = jnp.moveaxis(x, dims, range(len(dims)))
    rows = rows.reshape(int(np.prod(rows.shape[:len(dims)])), *rows.shape[len(dims):])
    rows = jnp.concatenate([rows, jnp.broadcast_to(start, (1, *rows.shape[1:]))])
    return {"maximum": jnp.max, "minimum": jnp.min}[reducer](rows, 0)


def text(program, index, names):
    """The line of prim that defines a node that is no argument."""
    node = program[index]
    a, at = node.op, node.attributes
    values = ["%" + names[i] for i in node.operands]
    types = [program[i].type for i in node.operands]
    function = f"({_joined(types)}) -> {node.type}"
    if a == "constant":
        right = f"prim.constant dense<{_literal(at['values'], node.dtype)}> : {node.type}"
    elif a == "iota":
        right = f"prim.iota dim = {at['dim']} : {node.type}"
    elif a == "compare":
        right = f"prim.compare {at['direction']}, {_joined(values)} : {function}"
    elif a == "select":
        right = f"prim.select {_joined(values)} : {types[0]}, {node.type}"
    elif a == "clamp":
        right = f"prim.clamp {_joined(values)} : {function}"
    elif a in ("convert", "reshape"):
        right = f"prim.{a} {values[0]} : {function}"
    elif a in ("broadcast_in_dim", "transpose"):
        right = f"prim.{a} {values[0]}, dims = {list(at['dims'])} : {function}"
    elif a == "reverse":
        right = f"prim.reverse {values[0]}, dims = {list(at['dims'])} : {node.type}"
    elif a == "slice":
        cuts = _joined(f"{b}:{e}:{s}" for b, e, s in zip(at["start"], at["limit"], at["strides"]))
        right = f"prim.slice {values[0]} [{cuts}] : {function}"
    elif a == "pad":
        right = (f"prim.pad {_joined(values)}, low = {list(at['low'])}, high = {list(at['high'])}, "
                 f"interior = {list(at['interior'])} : {function}")
    elif a == "concatenate":
        right = f"prim.concatenate {_joined(values)}, dim = {at['dim']} : {function}"
    elif a == "reduce":
        right = (f"prim.reduce({values[0]} init: {values[1]}) applies prim.{at['reducer']} across "
                 f"dimensions = {list(at['dims'])} : {function}")
    elif a == "dot_general":
        (lc, rc), (lb, rb) = at["dims"]
        batching = f"batching_dims = {list(lb)} x {list(rb)}, " if lb else ""
        right = (f"prim.dot_general {_joined(values)}, {batching}contracting_dims = {list(lc)} x {list(rc)} "
                 f": {function}")
    elif a == "sort":
        x, y, p = (f"%{names[index]}_{k}" for k in ("left", "right", "before"))
        scalar = t(node.dtype)
        right = (f'"prim.sort"({values[0]}) <{{dimension = {at["dim"]} : i64, is_stable = true}}> ({{\n'
                 f"^bb0({x}: {scalar}, {y}: {scalar}):\n"
                 f"{p} = prim.compare {at['direction']}, {x}, {y} : ({scalar}, {scalar}) -> tensor<i1>\n"
                 f"prim.return {p} : tensor<i1>\n}}) : {function}")
    else:
        right = f"prim.{a} {_joined(values)} : {node.type}"
    return f"%{names[index]} = {right}"


def _evaluate(node, xs, wide):
    """The node's value in JAX; `wide` is the type that floats are computed in."""
    a, at = node.op, node.attributes
    dtype = wide if node.dtype in FLOATS else DTYPES[node.dtype]
    if a == "constant":
        return jnp.broadcast_to(jnp.asarray(at["values"].astype(DTYPES[node.dtype])), node.shape).astype(dtype)
    if a == "iota":
        return jax.lax.broadcasted_iota(dtype, node.shape, at["dim"])
    if a == "compare":
        return COMPARE[at["direction"]](*xs)
    if a == "select":
        return jnp.where(*xs)
    if a == "clamp":
        return jax.lax.clamp(*xs)
    if a == "convert":
        return xs[0].astype(dtype)
    if a == "reshape":
        return xs[0].reshape(node.shape)
    if a == "broadcast_in_dim":
        return jax.lax.broadcast_in_dim(xs[0], node.shape, at["dims"])
    if a == "transpose":
        return jnp.transpose(xs[0], at["dims"])
    if a == "reverse":
        return jnp.flip(xs[0], at["dims"])
    if a == "slice":
        return jax.lax.slice(xs[0], at["start"], at["limit"], at["strides"])
    if a == "pad":
        # Not JAX's pad of `v`, which has no gradient where that of `x` isn't wanted.
        x, v = xs
        places = tuple(zip(at["low"], at["high"], at["interior"]))
        inside = jax.lax.pad(jnp.ones(x.shape, bool), False, places)
        return jnp.where(inside, jax.lax.pad(x, jnp.zeros((), x.dtype), places), v)
    if a == "concatenate":
        return jnp.concatenate(xs, at["dim"])
    if a == "reduce":
        return _reduce(at["reducer"], *xs, at["dims"])
    if a == "sort":
        # Ties keep their order either way round.
        order = xs[0] if at["direction"] == "LT" else -xs[0] if node.dtype in FLOATS else ~xs[0]
        return jnp.take_along_axis(xs[0], jnp.argsort(order, at["dim"], stable=True), at["dim"])
    if a == "dot_general":
        return jax.lax.dot_general(*xs, at["dims"], precision="highest")
    return ELEMENTWISE[a](*xs)


@dataclass
class Program:
    name: str
    dtype: str
    nodes: list
    results: list  # indices of nodes; may repeat, and may be arguments
    seed: int = 0

    def trimmed(self):
        """The same without what no result needs, and all else renumbered."""
        live = set(self.results)
        for i in reversed(range(len(self.nodes))):
            if i in live:
                live.update(self.nodes[i].operands)
        new = {old: i for i, old in enumerate(sorted(live))}
        nodes = [replace(self.nodes[old], operands=tuple(new[o] for o in self.nodes[old].operands))
                 for old in sorted(live)]
        return replace(self, nodes=nodes, results=[new[r] for r in self.results])

    def as_case(self):
        """The program as a row of the oracle's table."""
        arguments = [i for i, node in enumerate(self.nodes) if node.op == "argument"]
        letters = dict(zip(arguments, LETTERS))
        names = {i: letters.get(i, f"v{i}") for i in range(len(self.nodes))}
        body = "\n".join(text(self.nodes, i, names) for i in range(len(self.nodes)) if i not in letters)

        def function(*inputs):
            floats = [x.dtype for x in inputs if jnp.issubdtype(x.dtype, jnp.floating)]
            wide = floats[0] if floats else DTYPES[self.dtype]
            values = []
            for node in self.nodes:
                if node.op == "argument":
                    values.append(inputs[arguments.index(len(values))])
                else:
                    values.append(_evaluate(node, [values[i] for i in node.operands], wide))
            return [values[i] for i in self.results]

        inputs = [_argument(self.nodes[i]) for i in arguments]
        return Case(self.name, body, function, inputs, self.dtype, outputs=len(self.results),
                    places=[names[i] for i in self.results])


def _argument(node):
    low, high = (-1.5, 1.5) if node.dtype in FLOATS else (0, 9)
    return uniform(node.dtype, low, high, *node.shape)


def replaced(program, index, node: Any):
    """The program with another node at `index`."""
    nodes = list(program.nodes)
    nodes[index] = node
    return replace(program, nodes=nodes)
