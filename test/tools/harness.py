"""Running the tools as a user does, and saying what was wrong with the answer."""
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(os.environ.get("GRADC_TOOLS", ROOT / "build/bin"))
sys.path.insert(0, str(ROOT / "test/oracle"))

BATCH = 8
ROWS = 20

# A model small enough to compile in an instant, with everything a run can have.
MODEL = """nn.model @tiny(%image: ui8[B, 4, 4], %label: i32[B]) <B = 8> {
  %x = nn.convert(%image) {dtype = f32, scale = 0.00392156862745098}
  %f = nn.flatten(%x)
  %h = nn.linear "fc1"(%f) {out = 16, act = "relu"}
  %d = nn.dropout "drop"(%h) {p = 0.25}
  %z = nn.linear "fc2"(%d) {out = 5}
  %l = nn.cross_entropy(%z, %label)
  %a = nn.accuracy(%z, %label)
  nn.return loss(%l), metrics(accuracy = %a), outputs(logits = %z)
}
train.recipe {optimizer = "adamw", lr = 1.0e-2, schedule = ["warmup 10%", "cosine to 10%"]}
"""


@dataclass
class Done:
    """How a tool ended."""
    command: list
    code: int
    out: str
    err: str

    def __str__(self):
        return (f"$ {' '.join(self.command)}\n{self.out[-1500:]}{self.err[-3000:]}"
                f"exit code {self.code}")

    def lines(self):
        """Standard output as JSON, a line an object."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(tool, *arguments, cwd=None, env=None, timeout=120):
    """Runs a tool to its end, whatever that is."""
    command = [str(BIN / tool)] + [str(a) for a in arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=timeout,
                          env={**os.environ, **(env or {})}, errors="replace")
    return Done(command, done.returncode, done.stdout, done.stderr)


def works(tool, *arguments, **more):
    """Runs a tool that has to exit with 0."""
    done = run(tool, *arguments, **more)
    assert done.code == 0, f"should have worked:\n{done}"
    return done


def refused(done, code, *words):
    """Holds a refusal: the exit code, one error in one sentence that has the words."""
    assert done.code == code, f"the exit code should be {code}:\n{done}"
    lines = [line for line in done.err.splitlines() if line.strip()]
    errors = [line for line in lines if "error:" in line or line.startswith(("gradc: ", "gradc-run: "))]
    assert len(errors) == 1, f"there should be one error:\n{done}"
    # At most the model's line and a mark below it may follow.
    assert len(lines) <= 3, f"one sentence is enough:\n{done}"
    for word in words:
        assert word in errors[0], f"the error should say '{word}':\n{done}"
    for word in ("Assertion", "Stack dump", "PLEASE submit", "terminate called", "Sanitizer"):
        assert word not in done.err, f"the tool crashed:\n{done}"


def write_data(folder, name="data", rows=ROWS, **replace):
    """Writes the model's inputs as NAME-image.npy and NAME-label.npy; their options."""
    r = np.random.default_rng(7)
    arrays = {"image": r.integers(0, 256, (rows, 4, 4), dtype=np.uint8),
              "label": r.integers(0, 5, rows, dtype=np.int32)} | replace
    options = []
    for key, array in arrays.items():
        np.save(folder / f"{name}-{key}.npy", array)
        options += ["--data", f"{key}={folder}/{name}-{key}.npy"]
    return options


def as_eval(options):
    """The same files as evaluation data."""
    return ["--eval-data" if o == "--data" else o for o in options]


def compile_model(folder, text=MODEL, *options, name="model"):
    """Compiles a model's text; the library's path."""
    (folder / f"{name}.mlir").write_text(text)
    works("gradc", folder / f"{name}.mlir", "-o", folder / f"{name}.so", *options)
    return folder / f"{name}.so"


def files(folder):
    """Names and contents of all files below a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def checkpoint_tensors(folder):
    """The tensors of the newest checkpoint in a folder."""
    from files import read_safetensors
    newest = max(folder.glob("*.safetensors"))
    return read_safetensors(newest)[0]


def same_bits(a, b):
    """Whether two sets of tensors by name are equal bit for bit; says the first that isn't."""
    assert a.keys() == b.keys(), f"tensors differ: {sorted(a.keys() ^ b.keys())}"
    for name in a:
        assert a[name].dtype == b[name].dtype and a[name].shape == b[name].shape, f"{name} changed type"
        assert a[name].tobytes() == b[name].tobytes(), f"{name} has other bits"
