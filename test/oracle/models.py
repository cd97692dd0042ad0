"""The table of layers: small nn models, each a library of its own.

A row says the model's body, its parameters and the same function in JAX; its
loss is the mean squared error of %y against a target unless `loss` says else.
The loss, %y and the gradients of every parameter and float input are compared.
"""
import itertools
import re
import zlib
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Callable, Optional

import jax
import jax.numpy as jnp
import numpy as np
from jax.nn import gelu, log_softmax, relu, sigmoid, silu, softmax

import compare
from case import DTYPES, GRADIENT_BOUND, NAMES
from library import ToolError, run_tool

BATCH = 6


@dataclass
class Model:
    name: str
    body: str                    # in which DTYPE stands for the type of %x
    f: Callable                  # (parameters, inputs) -> y
    shape: tuple                 # of %x, the batch first
    parameters: dict = field(default_factory=dict)  # shapes by name
    inputs: dict = field(default_factory=dict)      # further arrays by name
    loss: Optional[str] = None   # the loss's line, of %y and the inputs
    loss_f: Optional[Callable] = None  # (y, inputs) -> loss, of valid rows only
    x: Optional[np.ndarray] = None     # instead of normal numbers
    dtypes: tuple = ("f64", "f32")
    valid_rows: int = BATCH
    bound: float = 1.0           # times the usual bounds


def _linear(act=lambda y: y, name="fc"):
    return lambda p, i: act(i["x"] @ p[f"{name}.weight"].T + p[f"{name}.bias"])


def _layer_norm(x, weight, bias, eps=1e-5):
    mean = x.mean(-1, keepdims=True)
    var = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(var + eps) * weight + bias


def _rms_norm(x, weight, eps):
    return x / jnp.sqrt((x ** 2).mean(-1, keepdims=True) + eps) * weight


def _activation_rows():
    odd = np.array([[-1e4, -30, -3, -0.5], [0.0, -0.0, 0.5, 3], [30, 1e4, 1, -1],
                    [1e-30, -1e-30, 2, -2], [5, -5, 8, -8], [0.1, -0.1, 15, -15]])
    acts = [("relu", "", relu), ("gelu", "", lambda x: gelu(x, approximate=False)),
            ("gelu", '{approximate = "tanh"}', lambda x: gelu(x, approximate=True)),
            ("silu", "", silu), ("sigmoid", "", sigmoid), ("tanh", "", jnp.tanh),
            ("softmax", "", softmax), ("softmax", "{dim = 1}", lambda x: softmax(x, 1)),
            ("log_softmax", "", log_softmax)]
    for op, options, f in acts:
        label = f"{op}{'_' + options.split('=')[1].strip(' }').strip(chr(34)) if options else ''}"
        yield Model(label, f"%y = nn.{op}(%x) {options}", lambda p, i, f=f: f(i["x"]), (BATCH, 3, 7))
        if op not in ("softmax", "log_softmax"):
            yield Model(label + "_odd", f"%y = nn.{op}(%x) {options}", lambda p, i, f=f: f(i["x"]),
                        odd.shape, x=odd)


def _linear_rows():
    shapes = {"fc.weight": (4, 5), "fc.bias": (4,)}
    for act, f in [(None, lambda y: y), ("relu", relu), ("gelu", lambda y: gelu(y, approximate=False)),
                   ("gelu_tanh", lambda y: gelu(y, approximate=True)), ("silu", silu),
                   ("sigmoid", sigmoid), ("tanh", jnp.tanh)]:
        option = f', act = "{act}"' if act else ""
        yield Model(f"linear_{act or 'plain'}", f'%y = nn.linear "fc"(%x) {{out = 4{option}}}',
                    _linear(f), (BATCH, 5), shapes)
    yield Model("linear_no_bias", '%y = nn.linear "fc"(%x) {out = 4, bias = false}',
                lambda p, i: i["x"] @ p["fc.weight"].T, (BATCH, 5), {"fc.weight": (4, 5)})
    yield Model("linear_of_three", '%y = nn.linear "fc"(%x) {out = 4, act = "relu"}', _linear(relu),
                (BATCH, 3, 5), shapes)
    # One path twice is one parameter, and its gradient the sum of both uses.
    yield Model("linear_shared", """%a = nn.linear "fc"(%x) {out = 5, act = "tanh"}
        %y = nn.linear "fc"(%a) {out = 5}""",
                lambda p, i: _linear()(p, {"x": _linear(jnp.tanh)(p, i)}), (BATCH, 5),
                {"fc.weight": (5, 5), "fc.bias": (5,)})
    yield Model("mlp", """%a = nn.linear "fc1"(%x) {out = 33, act = "relu"}
        %b = nn.linear "fc2"(%a) {out = 17, act = "gelu"}
        %y = nn.linear "fc3"(%b) {out = 3}""",
                lambda p, i: _linear(name="fc3")(p, {"x": _linear(
                    lambda v: gelu(v, approximate=False), "fc2")(p, {"x": _linear(relu, "fc1")(p, i)})}),
                (BATCH, 19), {"fc1.weight": (33, 19), "fc1.bias": (33,), "fc2.weight": (17, 33),
                              "fc2.bias": (17,), "fc3.weight": (3, 17), "fc3.bias": (3,)})


def _norm_rows():
    shapes = {"ln.weight": (7,), "ln.bias": (7,)}
    body = '%y = nn.layer_norm "ln"(%x)'
    f = lambda p, i: _layer_norm(i["x"], p["ln.weight"], p["ln.bias"])
    yield Model("layer_norm", body, f, (BATCH, 7), shapes)
    yield Model("layer_norm_of_three", body, f, (BATCH, 3, 7), shapes)
    yield Model("layer_norm_eps", body + " {eps = 0.1}",
                lambda p, i: _layer_norm(i["x"], p["ln.weight"], p["ln.bias"], 0.1), (BATCH, 7), shapes)
    # A great mean: one pass over the row would cancel; a constant row gives zeros.
    big = np.array([[20000, 20001, 20003, 20006], [1234.5] * 4, [0, 0, 0, 0],
                    [1e4, -1e4, 1, 2], [-20000, -20001, -20003, -20006], [1, 2, 3, 4]])
    yield Model("layer_norm_great_mean", body, f, big.shape, {"ln.weight": (4,), "ln.bias": (4,)}, x=big,
                bound=100)
    yield Model("layer_norm_then_linear", body.replace("%y", "%n") + '\n%y = nn.linear "fc"(%n) {out = 2}',
                lambda p, i: _linear()(p, {"x": f(p, i)}), (BATCH, 7),
                shapes | {"fc.weight": (2, 7), "fc.bias": (2,)})


def _rms_norm_rows():
    def f(eps):
        return lambda p, i: _rms_norm(i["x"], p["norm.weight"], eps)
    shapes, body = {"norm.weight": (7,)}, '%y = nn.rms_norm "norm"(%x)'
    epsilon = 2.0 ** -52
    yield Model("rms_norm", body, f(epsilon), (BATCH, 7), shapes)
    yield Model("rms_norm_of_three", body, f(epsilon), (BATCH, 3, 7), shapes)
    yield Model("rms_norm_eps", body + " {eps = 0.1}", f(0.1), (BATCH, 7), shapes)
    yield Model("rms_norm_then_linear", body.replace("%y", "%n") + '\n%y = nn.linear "fc"(%n) {out = 2}',
                lambda p, i: _linear()(p, {"x": f(epsilon)(p, i)}), (BATCH, 7),
                shapes | {"fc.weight": (2, 7), "fc.bias": (2,)})


def _cross_entropy(z, labels, ignore=-100):
    keep = labels != ignore
    rows = -jnp.take_along_axis(log_softmax(z, -1), jnp.where(keep, labels, 0)[..., None], -1)[..., 0]
    count = keep.sum()
    return jnp.where(keep, rows, 0).sum() / jnp.maximum(count, 1)


def _loss_rows():
    def loss(name, z, labels, option="", ignore=-100, **more):
        z = np.asarray(z, np.float64)
        return Model(name, "%y = nn.scale(%x) {factor = 1.0}", lambda p, i: i["x"], z.shape, x=z,
                     inputs={"label": np.asarray(labels, np.int32)},
                     loss=f"nn.cross_entropy(%y, %label){option}",
                     loss_f=lambda y, i: _cross_entropy(y, i["label"], ignore), **more)

    r = np.random.default_rng(5)
    yield loss("cross_entropy", r.standard_normal((BATCH, 10)), [0, 9, 3, 3, 5, 1])
    yield loss("cross_entropy_of_three", r.standard_normal((BATCH, 3, 5)), r.integers(0, 5, (BATCH, 3)))
    yield loss("cross_entropy_ignores", r.standard_normal((BATCH, 10)), [0, -100, 3, -100, 5, -100])
    yield loss("cross_entropy_ignores_all", r.standard_normal((BATCH, 10)), [-100] * BATCH)
    yield loss("cross_entropy_ignore_index", r.standard_normal((BATCH, 10)), [0, 7, 3, 7, 5, 1],
               " {ignore_index = 7}", 7)
    yield loss("cross_entropy_valid_rows", r.standard_normal((BATCH, 10)), [0, 9, 3, -100, 5, 1], valid_rows=4)
    yield loss("cross_entropy_no_rows", r.standard_normal((BATCH, 10)), [0, 9, 3, -100, 5, 1], valid_rows=0)
    # Reported faults: logits that overflow without care (1000.80253532), and a divisor that
    # counts ignored rows (1.86432197175); JAX gives these numbers too.
    yield loss("cross_entropy_huge", [[1000, 0, -1000], [1000, 0, -1000], [88, 89, 90]], [1, 2, 0],
               valid_rows=3)
    yield loss("cross_entropy_mostly_ignored", [[2, -1, .5, 0], [0, 1, 2, 3], [1, 1, 1, 1]], [3, -100, 0],
               valid_rows=3)
    yield Model("mse_valid_rows", '%y = nn.linear "fc"(%x) {out = 2}', _linear(), (BATCH, 5),
                {"fc.weight": (2, 5), "fc.bias": (2,)}, valid_rows=5)
    yield Model("mean_as_loss", "%y = nn.tanh(%x)", lambda p, i: jnp.tanh(i["x"]), (BATCH, 5),
                loss="nn.mean(%y)", loss_f=lambda y, i: y.mean())


def _arithmetic_rows():
    pair = {"u": np.random.default_rng(3).standard_normal((BATCH, 5))}
    for op, f in (("add", jnp.add), ("sub", jnp.subtract), ("mul", jnp.multiply)):
        yield Model(op, f"%y = nn.{op}(%x, %u)", lambda p, i, f=f: f(i["x"], i["u"]), (BATCH, 5), inputs=pair)
        yield Model(f"{op}_broadcast", f'%w = nn.parameter "w" {{shape = [5], init = "ones", dtype = DTYPE}}\n'
                    f"%y = nn.{op}(%x, %w)", lambda p, i, f=f: f(i["x"], p["w"]), (BATCH, 3, 5), {"w": (5,)})
    yield Model("mul_self", "%y = nn.mul(%x, %x)", lambda p, i: i["x"] * i["x"], (BATCH, 5))
    yield Model("scale", "%y = nn.scale(%x) {factor = -0.5}", lambda p, i: -0.5 * i["x"], (BATCH, 5))
    yield Model("flatten", '%f = nn.flatten(%x)\n%y = nn.linear "fc"(%f) {out = 2}',
                lambda p, i: _linear()(p, {"x": i["x"].reshape(i["x"].shape[0], -1)}), (BATCH, 3, 4),
                {"fc.weight": (2, 12), "fc.bias": (2,)})
    yield Model("reshape", "%r = nn.reshape(%x) {shape = [@B, -1, 2]}\n%y = nn.softmax(%r)",
                lambda p, i: softmax(i["x"].reshape(i["x"].shape[0], -1, 2)), (BATCH, 3, 4))
    yield Model("transpose", "%t1 = nn.transpose(%x) {permutation = [0, 2, 1]}\n%y = nn.softmax(%t1)",
                lambda p, i: softmax(jnp.swapaxes(i["x"], 1, 2)), (BATCH, 3, 4))
    yield Model("matmul", "%y = nn.matmul(%x, %u)", lambda p, i: i["x"] @ i["u"], (BATCH, 3, 4),
                inputs={"u": np.random.default_rng(4).standard_normal((BATCH, 4, 2))})
    # Rates of 0 and 1 are the identity and zeros; between them tools/ looks at the bits.
    yield Model("dropout_none", '%y = nn.dropout "drop"(%x) {p = 0.0}', lambda p, i: i["x"], (BATCH, 5))
    yield Model("dropout_all", '%y = nn.dropout "drop"(%x) {p = 1.0}', lambda p, i: 0 * i["x"], (BATCH, 5))
    images = np.random.default_rng(6).integers(0, 256, (BATCH, 4, 4)).astype(np.uint8)
    yield Model("convert_image", "%c = nn.convert(%u) {dtype = f32, scale = 0.00392156862745098}\n"
                '%f = nn.flatten(%c)\n%h = nn.linear "fc"(%f) {out = 3, act = "relu"}\n%y = nn.add(%h, %x)',
                lambda p, i: relu((i["u"].astype(jnp.float32) / 255).reshape(i["u"].shape[0], -1)
                                  @ p["fc.weight"].T + p["fc.bias"]) + i["x"],
                (BATCH, 3), {"fc.weight": (3, 16), "fc.bias": (3,)}, inputs={"u": images}, dtypes=("f32",))
    block = """nn.module @Block(%v) <width> {
          %h = nn.linear "fc"(%v) {out = @width, act = "gelu_tanh"}
          %p = nn.linear "proj"(%h) {out = 5}
          %s = nn.add(%v, %p)
          nn.return %s
        }\n"""

    def blocks(p, i):
        v = i["x"]
        for n in range(3):
            h = gelu(v @ p[f"h.{n}.fc.weight"].T + p[f"h.{n}.fc.bias"], approximate=True)
            v = v + h @ p[f"h.{n}.proj.weight"].T + p[f"h.{n}.proj.bias"]
        return v
    shapes = {}
    for n in range(3):
        shapes |= {f"h.{n}.fc.weight": (8, 5), f"h.{n}.fc.bias": (8,),
                   f"h.{n}.proj.weight": (5, 8), f"h.{n}.proj.bias": (5,)}
    yield Model("module_repeat", "//before\n" + block + '//model\n%y = nn.call @Block "h"(%x) repeat 3 {width = 8}',
                blocks, (BATCH, 5), shapes)


MODELS = [*_activation_rows(), *_linear_rows(), *_norm_rows(), *_rms_norm_rows(), *_loss_rows(), *_arithmetic_rows()]


def make_arrays(model, dtype):
    """The model's inputs and parameters in one type of float, numbers that fit f32."""
    r = np.random.default_rng(zlib.crc32(model.name.encode()))

    def fit(x):
        x = np.asarray(x)
        return x.astype(np.float32).astype(DTYPES[dtype]) if x.dtype == np.float64 else x
    x = model.x if model.x is not None else r.standard_normal(model.shape)
    inputs = {"x": fit(x)} | {name: fit(v) for name, v in model.inputs.items()}
    parameters = {name: fit(r.standard_normal(shape) * 0.5 + (name == "ln.weight"))
                  for name, shape in model.parameters.items()}
    if model.loss is None:
        y = jax.eval_shape(model.f, parameters, inputs)
        inputs["target"] = fit(r.standard_normal(y.shape))
    return inputs, parameters


def write_model(model, inputs):
    """The model file."""
    arguments = ", ".join(
        f"%{name}: {NAMES[x.dtype]}[{', '.join(['B'] + [str(n) for n in x.shape[1:]])}]"
        for name, x in inputs.items())
    before, body = "", model.body.replace("DTYPE", NAMES[inputs["x"].dtype])
    if body.startswith("//before"):
        before, body = body.removeprefix("//before\n").split("//model\n")
    loss = model.loss or "nn.mse(%y, %target)"
    batch = next(iter(inputs.values())).shape[0]
    return (f"{before}nn.model @model({arguments}) <B = {batch}> {{\n{body}\n%loss = {loss}\n"
            f"nn.return loss(%loss), outputs(y = %y)\n}}\n")


def right_answers(model, inputs, parameters):
    """JAX's loss, %y and gradients by the names that gradc-run gives them; all f64."""
    def wide(x):
        return x.astype(np.float64) if x.dtype == np.float32 else x
    inputs = {name: wide(x) for name, x in inputs.items()}
    parameters = {name: wide(x) for name, x in parameters.items()}
    floats = {name: x for name, x in inputs.items() if x.dtype == np.float64}
    valid = model.valid_rows

    def everything(parameters, floats):
        rows = {name: x[:valid] for name, x in (inputs | floats).items()}
        y = model.f(parameters, rows)
        if model.loss_f:
            loss = model.loss_f(y, rows)
        else:
            loss = ((y - rows["target"]) ** 2).mean()
        return loss, y
    (loss, y), (dp, dx) = jax.jit(jax.value_and_grad(everything, argnums=(0, 1), has_aux=True))(
        parameters, floats)
    right = {"loss": loss, "output.y": y}
    right |= {f"grad.{name}": g for name, g in (dp | dx).items()}
    right = {name: np.asarray(v) for name, v in right.items()}
    return right


def check_models(match, work, tools):
    """Compiles and runs every model whose name matches; yields (name, what is wrong)."""
    jobs = [(model, dtype) for model in MODELS for dtype in model.dtypes
            if re.search(match, f"model_{model.name}_{dtype}")]
    with ThreadPoolExecutor(max_workers=2) as pool:
        yield from itertools.chain.from_iterable(
            pool.map(lambda job: list(_check(*job, work, tools)), jobs))


def _check(model, dtype, work, tools):
    """Yields what is wrong with one model in one type."""
    name = f"model_{model.name}_{dtype}"
    inputs, parameters = make_arrays(model, dtype)
    right = right_answers(model, inputs, parameters)
    folder = work / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.mlir").write_text(write_model(model, inputs))
    np.savez(folder / "in.npz", valid_rows=np.int64(model.valid_rows), **inputs, **parameters)
    try:
        run_tool(tools / "gradc", folder / "model.mlir", "--entry=value_and_grad",
                 "-o", folder / "model.so")
        run_tool(tools / "gradc-run", folder / "model.so", "--inputs", folder / "in.npz",
                 "--outputs", folder / "out.npz")
    except ToolError as error:
        yield name, str(error)
        return
    with np.load(folder / "out.npz") as out:
        got = dict(out)
    for result, value in right.items():
        if result not in got:
            yield name, f"{result} is not among the outputs {sorted(got)}"
            continue
        there = got[result]
        if result == "output.y":
            there = there[:model.valid_rows]
        elif result.removeprefix("grad.") in inputs and model.valid_rows < len(there):
            # Rows that don't count get no gradient.
            value = np.concatenate([value, np.zeros_like(there[model.valid_rows:], np.float64)])[:len(there)]
        fault = compare.norm_fault(there, value, model.bound * GRADIENT_BOUND[dtype])
        if fault:
            yield name, f"{result} {fault}"
