"""The same bits: run to run, thread to thread, over kill and resume, whatever the padding holds."""
import shutil
import signal
import subprocess
import time

import numpy as np

from harness import BATCH, BIN, MODEL, checkpoint_tensors, compile_model, same_bits, works, write_data

STEPS = 40


def _state(folder, name, options, *more, env=None, steps=STEPS):
    """Trains and returns the whole state."""
    done = works("gradc-run", folder / "model.so", *options, "--steps", steps, "--seed", 5,
                 "--checkpoint", folder / name, "--json", *more, env=env)
    losses = [line["loss"] for line in done.lines() if "loss" in line and "step" in line]
    return checkpoint_tensors(folder / name), losses


def test_run_to_run(folder):
    compile_model(folder)
    options = write_data(folder)
    first, losses = _state(folder, "a", options)
    second, again = _state(folder, "b", options)
    same_bits(first, second)
    assert losses == again
    assert len(losses) == STEPS


def test_seeds_differ(folder):
    compile_model(folder)
    options = write_data(folder)
    first, _ = _state(folder, "a", options)
    second, _ = _state(folder, "b", options, "--seed", 6)
    assert first["fc1.weight"].tobytes() != second["fc1.weight"].tobytes()


def test_threads(folder):
    compile_model(folder, MODEL.replace("out = 16", "out = 700"))
    options = write_data(folder)
    one, losses = _state(folder, "a", options, "--threads", 1)
    for threads in (2, 3):
        more, again = _state(folder, f"t{threads}", options, "--threads", threads)
        same_bits(one, more)
        assert losses == again


def test_compiled_twice(folder):
    first = compile_model(folder).read_bytes()
    assert compile_model(folder).read_bytes() == first


def test_resume_after_every_step(folder):
    """Dropout, the schedule and the order of the data go on where they were."""
    compile_model(folder)
    options = write_data(folder)
    steps = 10
    straight, losses = _state(folder, "straight", options, "--save-every", 1, "--keep", 99, steps=steps)
    for stop in range(1, steps):
        stopped = folder / f"stop{stop}"
        stopped.mkdir()
        (saved,) = (folder / "straight").glob(f"*{stop:08}.safetensors")
        shutil.copy(saved, stopped)
        resumed, rest = _state(folder, stopped.name, options, "--resume", steps=steps)
        same_bits(straight, resumed)
        assert rest == losses[stop:], f"losses after a stop at {stop}"


def test_resume_in_epochs(folder):
    compile_model(folder, MODEL.replace(', schedule = ["warmup 10%", "cosine to 10%"]', ""))
    options = write_data(folder)

    def epochs(name, count, *more):
        works("gradc-run", folder / "model.so", *options, "--epochs", count, "--seed", 5,
              "--checkpoint", folder / name, *more)
        return checkpoint_tensors(folder / name)
    straight = epochs("straight", 4)
    epochs("halves", 2)
    same_bits(straight, epochs("halves", 4, "--resume"))


def test_kill_and_resume(folder):
    compile_model(folder, MODEL.replace("out = 16", "out = 512"))
    options = write_data(folder)
    steps = 400
    straight, _ = _state(folder, "straight", options, steps=steps)
    command = [str(c) for c in (BIN / "gradc-run", folder / "model.so", *options, "--steps", steps, "--seed", 5,
                                "--checkpoint", folder / "killed", "--save-every", 1)]
    kills = 0
    for wait in (0.15, 0.25, 0.2, 0.3):
        resume = ["--resume"] if list((folder / "killed").glob("*.safetensors")) else []
        process = subprocess.Popen(command + resume, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.wait()
    assert kills, "the run was over before it could be killed"
    assert list((folder / "killed").glob("*.safetensors")), "no checkpoint was written before the kills"
    resumed, _ = _state(folder, "killed", options, "--resume", steps=steps)
    same_bits(straight, resumed)


def test_signal_saves(folder):
    compile_model(folder)
    options = write_data(folder)
    command = [str(c) for c in (BIN / "gradc-run", folder / "model.so", *options, "--steps", 10 ** 8,
                                "--checkpoint", folder / "stopped")]
    for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        time.sleep(0.5)
        process.send_signal(number)
        process.communicate(timeout=20)
        assert process.returncode == code, f"exit code {process.returncode}, should be {code}"
        state = checkpoint_tensors(folder / "stopped")
        assert all(np.isfinite(x).all() for x in state.values())
        for path in (folder / "stopped").iterdir():
            path.unlink()


GRADIENT_MODEL = """nn.model @padded(%x: f32[B, 6], %label: i32[B]) <B = 8> {
  %n = nn.layer_norm "ln"(%x)
  %h = nn.linear "fc1"(%n) {out = 16, act = "gelu"}
  %z = nn.linear "fc2"(%h) {out = 5}
  %l = nn.cross_entropy(%z, %label)
  nn.return loss(%l), outputs(logits = %z)
}
"""


def test_padding_has_no_influence(folder):
    compile_model(folder, GRADIENT_MODEL, "--entry=value_and_grad")
    r = np.random.default_rng(1)
    x = r.standard_normal((BATCH, 6)).astype(np.float32)
    label = r.integers(0, 5, BATCH).astype(np.int32)
    valid = 5
    answers = []
    for fill in (0.0, 1e30, np.inf, np.nan):
        x[valid:] = fill
        label[valid:] = -100 if np.isnan(fill) else 4
        np.savez(folder / "in.npz", x=x, label=label, valid_rows=np.int64(valid), seed=np.int64(3))
        works("gradc-run", folder / "model.so", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz")
        with np.load(folder / "out.npz") as out:
            answers.append({k: v for k, v in out.items() if k != "output.logits"})
            answers[-1]["logits"] = out["output.logits"][:valid]
    for other in answers[1:]:
        same_bits(answers[0], other)
    assert np.isfinite(answers[0]["loss"])


def test_one_row_at_a_time(folder):
    """The loss of a batch is the mean of the losses of its rows."""
    compile_model(folder, GRADIENT_MODEL, "--entry=value_and_grad")
    r = np.random.default_rng(1)
    x = r.standard_normal((BATCH, 6)).astype(np.float32)
    label = r.integers(0, 5, BATCH).astype(np.int32)

    def loss(rows, valid):
        np.savez(folder / "in.npz", x=x[rows], label=label[rows], valid_rows=np.int64(valid), seed=np.int64(3))
        works("gradc-run", folder / "model.so", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz")
        with np.load(folder / "out.npz") as out:
            return float(out["loss"])
    alone = [loss([i] * BATCH, 1) for i in range(BATCH)]
    for valid in range(1, BATCH + 1):
        assert abs(loss(list(range(BATCH)), valid) - np.mean(alone[:valid])) < 1e-6
    assert loss(list(range(BATCH)), 0) == 0.0
