"""Ten steps of the demo's model, each held against JAX from gradc's own state.

Both libraries are compiled from examples/fashion_mlp.mlir. After every step a
checkpoint is kept; from the state in it, JAX computes the loss and gradients
that gradc's next step has to report and its value_and_grad library to return.
The update itself is held against NumPy's AdamW on those gradients: not the
parameters after ten steps, since Adam's first updates are signs of gradients.
"""
import json
import re
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

import compare
from files import read_safetensors
from library import ToolError, run_tool
from optimizers import cosine, schedule_factor

MODEL = Path(__file__).resolve().parents[2] / "examples/fashion_mlp.mlir"
BATCH, STEPS = 128, 10
LR, BETAS, EPS, DECAY = 1e-3, (0.9, 0.999), 1e-8, 0.01


@jax.jit
def _loss_and_gradients(parameters, images, labels):
    def loss(p):
        h = images.reshape(images.shape[0], -1) / 255.0
        for layer in ("fc1", "fc2"):
            h = jax.nn.relu(h @ p[f"{layer}.weight"].T + p[f"{layer}.bias"])
        z = h @ p["fc3.weight"].T + p["fc3.bias"]
        return -jnp.take_along_axis(jax.nn.log_softmax(z), labels[:, None], 1).mean()
    return jax.value_and_grad(loss)(parameters)


def _updated(state, gradients, name):
    """AdamW's next value of a parameter, in f64 from the state as it is."""
    t = int(state["step"]) + 1
    lr = LR * schedule_factor([(cosine(STEPS, 0.05), STEPS, 0.05)], t - 1)
    p, g = state[name].astype(np.float64), gradients[name]
    m = BETAS[0] * state[name + ".exp_avg"] + (1 - BETAS[0]) * g
    v = BETAS[1] * state[name + ".exp_avg_sq"] + (1 - BETAS[1]) * g * g
    m_hat, v_hat = m / (1 - BETAS[0] ** t), v / (1 - BETAS[1] ** t)
    return p * (1 - lr * DECAY) - lr * m_hat / (np.sqrt(v_hat) + EPS)


def check_mlp(match, work, tools):
    """Yields (name, what is wrong)."""
    name = "training_fashion_mlp"
    if not re.search(match, name):
        return
    try:
        yield from ((name, fault) for fault in _check(work / name, tools))
    except ToolError as error:
        yield name, str(error)


def _check(folder, tools):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("checkpoint/*"):
        old.unlink()
    r = np.random.default_rng(3)
    # One batch of data: the order of its rows changes no sum by much.
    images = r.integers(0, 256, (BATCH, 28, 28), dtype=np.uint8)
    labels = r.integers(0, 10, BATCH, dtype=np.int32)
    np.savez(folder / "data.npz", image=images, label=labels)
    run_tool(tools / "gradc", MODEL, "-o", folder / "step.so")
    run_tool(tools / "gradc", MODEL, "--entry=value_and_grad", "-o", folder / "grad.so")
    data = ["--data", f"image={folder}/data.npz", "--data", f"label={folder}/data.npz"]
    out = run_tool(tools / "gradc-run", folder / "step.so", *data, "--steps", STEPS, "--seed", 1, "--json",
                   "--checkpoint", folder / "checkpoint", "--save-every", 1, "--keep", STEPS)
    losses = [line["loss"] for line in map(json.loads, out.splitlines()) if "loss" in line]
    states = [read_safetensors(path)[0] for path in sorted(folder.glob("checkpoint/*.safetensors"))]
    if len(states) != STEPS or len(losses) != STEPS:
        yield f"{len(states)} checkpoints and {len(losses)} losses of {STEPS} steps"
        return
    for step in range(1, STEPS):
        state, after = states[step - 1], states[step]
        names = [n for n in state if n.endswith((".weight", ".bias"))]
        parameters = {n: state[n] for n in names}
        loss, gradients = _loss_and_gradients({n: p.astype(np.float64) for n, p in parameters.items()},
                                              images, labels)
        gradients = {n: np.asarray(g) for n, g in gradients.items()}
        np.savez(folder / "in.npz", image=images, label=labels, **parameters)
        run_tool(tools / "gradc-run", folder / "grad.so", "--inputs", folder / "in.npz",
                 "--outputs", folder / "out.npz")
        with np.load(folder / "out.npz") as found:
            for n in names:
                fault = compare.norm_fault(found[f"grad.{n}"], gradients[n], 1e-5)
                if fault:
                    yield f"gradient of {n} at step {step + 1} {fault}"
            for what, ours in (("value_and_grad", float(found["loss"])), ("step", losses[step])):
                if abs(ours - float(loss)) > 1e-5 * abs(float(loss)):
                    yield f"loss of {what} at step {step + 1} is {ours}, right is {float(loss)}"
        for n in names:
            fault = compare.norm_fault(after[n] - state[n], _updated(state, gradients, n) - state[n], 1e-3)
            if fault:
                yield f"update of {n} at step {step + 1} {fault}"
