"""Training runs against JAX's gradients and NumPy's optimizers.

Every run starts from weights that we write, has one batch of data (so that the
shuffling moves nothing) and is compared after ten steps: the loss and the learning
rate of every step, and all parameters in the checkpoint.
"""
import copy
import json
import re
from dataclasses import dataclass, field
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import compare
from files import read_safetensors, write_safetensors
from library import ToolError, run_tool
from optimizers import SGD, Adam, cosine, linear, schedule_factor, warmup

BATCH, STEPS = 16, 10
SHAPES = {"fc1.weight": (12, 8), "fc1.bias": (12,), "fc2.weight": (4, 12), "fc2.bias": (4,)}


def model_text(dtype, recipe):
    """A classifier of four classes; f64 shows the optimizers' formulas bare."""
    return f"""nn.model @small(%x: {dtype}[B, 8], %label: i32[B]) <B = {BATCH}> {{
  %h = nn.linear "fc1"(%x) {{out = 12, act = "tanh"}}
  %z = nn.linear "fc2"(%h) {{out = 4}}
  %l = nn.cross_entropy(%z, %label)
  nn.return loss(%l), outputs(logits = %z)
}}
train.recipe {{{recipe}}}
"""


@dataclass
class Run:
    name: str
    recipe: str
    optimizer: Any
    lr: float = 0.05
    phases: list = field(default_factory=list)
    frozen: tuple = ()


def _runs():
    yield Run("sgd", 'optimizer = "sgd", lr = 0.05', SGD())
    yield Run("sgd_decay", 'optimizer = "sgd", lr = 0.05, weight_decay = 0.1', SGD(weight_decay=0.1))
    yield Run("sgd_momentum", 'optimizer = "sgd", lr = 0.05, momentum = 0.9', SGD(0.9))
    yield Run("sgd_dampening", 'optimizer = "sgd", lr = 0.05, momentum = 0.9, dampening = 0.5',
              SGD(0.9, 0.5))
    yield Run("sgd_nesterov", 'optimizer = "sgd", lr = 0.05, momentum = 0.9, nesterov = true, '
              'weight_decay = 0.01', SGD(0.9, nesterov=True, weight_decay=0.01))
    yield Run("adam", 'optimizer = "adam", lr = 0.05', Adam())
    yield Run("adam_decay", 'optimizer = "adam", lr = 0.05, weight_decay = 0.1', Adam(weight_decay=0.1))
    yield Run("adam_betas", 'optimizer = "adam", lr = 0.05, betas = [0.8, 0.95], eps = 1.0e-3',
              Adam((0.8, 0.95), 1e-3))
    yield Run("adamw", 'optimizer = "adamw", lr = 0.05, weight_decay = 0.1',
              Adam(weight_decay=0.1, decoupled=True))
    yield Run("frozen", 'optimizer = "adamw", lr = 0.05, groups = {"fc1.*" = {frozen = true}}',
              Adam(weight_decay=0.01, decoupled=True), frozen=("fc1.weight", "fc1.bias"))
    sgd = 'optimizer = "sgd", lr = 0.05, schedule = '
    yield Run("warmup_cosine", sgd + '["warmup 3", "cosine 5 to 10%"]', SGD(),
              phases=[(warmup(3), 3, 1.0), (cosine(5, 0.1), 5, 0.1)])
    yield Run("linear", sgd + '["linear 8 to 20%"]', SGD(), phases=[(linear(8, 0.2), 8, 0.2)])
    # Per cents of total_steps, which gradc-run takes from --steps.
    yield Run("per_cents", sgd + '["warmup 20%", "linear to 0"]', SGD(),
              phases=[(warmup(2), 2, 1.0), (linear(8, 0.0), 8, 0.0)])


RUNS = list(_runs())


def _data():
    r = np.random.default_rng(11)
    x = r.standard_normal((BATCH, 8)).astype(np.float32)
    labels = r.integers(0, 4, BATCH).astype(np.int32)
    parameters = {name: (r.standard_normal(shape) * 0.5).astype(np.float32) for name, shape in SHAPES.items()}
    return x, labels, parameters


@jax.jit
def _loss_and_gradients(parameters, x, labels):
    def loss(p):
        h = jnp.tanh(x @ p["fc1.weight"].T + p["fc1.bias"])
        z = h @ p["fc2.weight"].T + p["fc2.bias"]
        rows = -jnp.take_along_axis(jax.nn.log_softmax(z), labels[:, None], 1)
        return rows.mean()
    return jax.value_and_grad(loss)(parameters)


def _expected(run):
    """Losses, learning rates and the last parameters."""
    x, labels, parameters = _data()
    parameters = {name: p.astype(np.float64) for name, p in parameters.items()}
    losses, rates = [], []
    optimizer = copy.deepcopy(run.optimizer)
    for step in range(STEPS):
        loss, gradients = _loss_and_gradients(parameters, x.astype(np.float64), labels)
        lr = run.lr * schedule_factor(run.phases, step)
        optimizer.update(step, lr, parameters, {name: np.asarray(g) for name, g in gradients.items()
                                                if name not in run.frozen})
        losses.append(float(loss))
        rates.append(lr)
    return losses, rates, parameters


def _train(run, dtype, folder, tools):
    """gradc's losses, learning rates and last parameters."""
    x, labels, parameters = _data()
    folder.mkdir(parents=True, exist_ok=True)
    wide = np.float64 if dtype == "f64" else np.float32
    (folder / "model.mlir").write_text(model_text(dtype, run.recipe))
    np.savez(folder / "data.npz", x=x.astype(wide), label=labels)
    write_safetensors(folder / "weights.safetensors", {n: p.astype(wide) for n, p in parameters.items()})
    run_tool(tools / "gradc", folder / "model.mlir", "-o", folder / "model.so")
    for old in folder.glob("checkpoint/*"):
        old.unlink()
    out = run_tool(tools / "gradc-run", folder / "model.so", "--data", f"x={folder}/data.npz",
                   "--data", f"label={folder}/data.npz", "--steps", STEPS, "--json",
                   "--weights", folder / "weights.safetensors", "--checkpoint", folder / "checkpoint")
    lines = [json.loads(line) for line in out.splitlines()]
    steps = [line for line in lines if "loss" in line and "step" in line]
    (checkpoint,) = folder.glob("checkpoint/*.safetensors")
    return ([line["loss"] for line in steps], [line["lr"] for line in steps],
            read_safetensors(checkpoint)[0])


def check_runs(match, work, tools):
    """Trains every run whose name matches, in f64 and f32; yields (name, what is wrong)."""
    for run in RUNS:
        if not any(re.search(match, f"training_{run.name}_{dtype}") for dtype in ("f64", "f32")):
            continue
        losses, rates, parameters = _expected(run)
        for dtype in ("f64", "f32"):
            name = f"training_{run.name}_{dtype}"
            try:
                got_losses, got_rates, got = _train(run, dtype, work / name, tools)
            except ToolError as error:
                yield name, str(error)
                continue
            # Ten steps of f32 drift apart a little; of f64 they don't.
            bound = 1e-9 if dtype == "f64" else 2e-4
            # Metrics are printed with the digits of an f32.
            for what, ours, right, limit in (("losses", got_losses, losses, 1e-6 if dtype == "f64" else 1e-5),
                                             ("learning rates", got_rates, rates, 1e-6)):
                fault = compare.norm_fault(np.asarray(ours, np.float64), np.asarray(right), limit)
                if fault:
                    yield name, f"{what}: {fault}"
            for parameter, right in parameters.items():
                fault = compare.norm_fault(got[parameter], right, bound)
                if fault:
                    yield name, f"{parameter} after {STEPS} steps {fault}"
                if parameter in run.frozen and not np.array_equal(got[parameter], _data()[2][parameter]):
                    yield name, f"{parameter} is frozen and has moved"
