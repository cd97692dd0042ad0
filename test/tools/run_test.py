"""What gradc-run prints and writes."""
import numpy as np

from harness import (BATCH, MODEL, ROWS, as_eval, checkpoint_tensors, compile_model, refused, run, same_bits, works,
                     write_data)


def _json(folder, *more, steps=6):
    return works("gradc-run", folder / "model.so", *write_data(folder), "--steps", steps, "--json", *more).lines()


def test_json_lines(folder):
    compile_model(folder)
    lines = _json(folder, *as_eval(write_data(folder, "test")))
    steps = [line for line in lines if "loss" in line]
    assert [line["step"] for line in steps] == list(range(1, 7)), lines
    for line in steps:
        assert isinstance(line["loss"], float) and isinstance(line["lr"], float), line
    evals = [line for line in lines if "eval" in line]
    assert evals and set(evals[-1]["eval"]) == {"loss", "accuracy"} and evals[-1]["step"] == 6, lines
    assert 0 <= evals[-1]["eval"]["accuracy"] <= 1
    last = lines[-1]
    assert last["done"] is True and last["steps"] == 6, last
    assert last["seconds"] > 0 and last["examples_per_second"] > 0, last


def test_evaluation_is_exact(folder):
    """Rows that don't fill a batch count as much as the others."""
    compile_model(folder)
    lines = _json(folder, *as_eval(write_data(folder, "test", rows=13)), steps=1)
    accuracy = next(line["eval"]["accuracy"] for line in lines if "eval" in line)
    assert abs(accuracy * 13 - round(accuracy * 13)) < 1e-5, accuracy


def test_schedule_is_followed(folder):
    compile_model(folder)
    rates = [line["lr"] for line in _json(folder, steps=20) if "loss" in line]
    assert np.allclose(rates[:3], [0.005, 0.01, 0.01]), rates
    assert rates[-1] < rates[5] and rates[-1] > 0.001, rates


def test_set_is_obeyed(folder):
    compile_model(folder)
    lines = _json(folder, "--set", "lr=0.5", steps=20)
    assert np.isclose([line["lr"] for line in lines if "loss" in line][1], 0.5), lines


def test_learns(folder):
    """A pattern that one pixel tells is learnt from chance to certainty."""
    compile_model(folder)
    r = np.random.default_rng(2)
    label = r.integers(0, 5, 200).astype(np.int32)
    image = r.integers(0, 60, (200, 4, 4)).astype(np.uint8)
    image[np.arange(200), label // 4, label % 4] = 255
    options = write_data(folder, image=image, label=label)
    lines = works("gradc-run", folder / "model.so", *options, *as_eval(options), "--epochs", 20, "--json").lines()
    accuracies = [line["eval"]["accuracy"] for line in lines if "eval" in line]
    assert accuracies[-1] > 0.95, accuracies
    assert len(accuracies) == 20, "one evaluation an epoch"


def test_progress_for_people(folder):
    compile_model(folder)
    done = works("gradc-run", folder / "model.so", *write_data(folder), "--steps", 5,
                 "--checkpoint", folder / "checkpoint")
    assert "loss" in done.out + done.err, done
    assert "checkpoint" in done.out + done.err, done


def test_checkpoint_holds_the_state(folder):
    compile_model(folder)
    works("gradc-run", folder / "model.so", *write_data(folder), "--steps", 5, "--checkpoint", folder / "checkpoint")
    state = checkpoint_tensors(folder / "checkpoint")
    for name, shape in (("fc1.weight", (16, 16)), ("fc1.bias", (16,)), ("fc2.weight", (5, 16)), ("fc2.bias", (5,))):
        for suffix in ("", ".exp_avg", ".exp_avg_sq"):
            assert state[name + suffix].shape == shape, name
    assert int(state["step"]) == 5, state["step"]


def test_keep(folder):
    compile_model(folder)
    works("gradc-run", folder / "model.so", *write_data(folder), "--steps", 9, "--save-every", 2, "--keep", 2,
          "--checkpoint", folder / "checkpoint")
    assert len(list((folder / "checkpoint").glob("*.safetensors"))) == 2


def test_weights(folder):
    """A checkpoint's parameters start another run."""
    compile_model(folder)
    options = write_data(folder)
    works("gradc-run", folder / "model.so", *options, "--steps", 5, "--checkpoint", folder / "a")
    (path,) = (folder / "a").glob("*.safetensors")
    works("gradc-run", folder / "model.so", *options, "--steps", 1, "--set", "lr=0", "--weights", path,
          "--checkpoint", folder / "b")
    a, b = checkpoint_tensors(folder / "a"), checkpoint_tensors(folder / "b")
    same_bits({k: a[k] for k in ("fc1.weight", "fc2.bias")}, {k: b[k] for k in ("fc1.weight", "fc2.bias")})
    assert int(b["step"]) == 1


def test_nonfinite_loss_stops(folder):
    model = """nn.model @m(%x: f32[B, 2], %t: f32[B, 2]) <B = 4> {
  %y = nn.linear "fc"(%x) {out = 2}
  %l = nn.mse(%y, %t)
  nn.return loss(%l), outputs(y = %y)
}
train.recipe {optimizer = "adam", lr = 0.1}
"""
    compile_model(folder, model)
    x = np.ones((4, 2), np.float32)
    x[2, 1] = np.inf
    np.savez(folder / "data.npz", x=x, t=np.zeros((4, 2), np.float32))
    options = ["--data", f"x={folder}/data.npz", "--data", f"t={folder}/data.npz"]
    done = run("gradc-run", folder / "model.so", *options, "--steps", 3, "--checkpoint", folder / "c")
    assert done.code == 3, done
    done = works("gradc-run", folder / "model.so", *options, "--steps", 3, "--on-nonfinite=skip",
                 "--checkpoint", folder / "d")
    state = checkpoint_tensors(folder / "d")
    assert all(np.isfinite(v).all() for v in state.values()), "a skipped step wrote into the state"
    assert int(state["step"]) == 0, "a skipped step counts as applied"


def test_dropout_bits(folder):
    """The kept part is right, and the gradient's mask is the output's."""
    model = """nn.model @m(%x: f32[B, 1000], %u: f32[B, 1000]) <B = 4> {
  %d = nn.dropout "drop"(%x) {p = 0.25}
  %m = nn.mul(%d, %u)
  %l = nn.mean(%m)
  nn.return loss(%l), outputs(d = %d)
}
"""
    compile_model(folder, model, "--entry=value_and_grad")
    ones = np.ones((4, 1000), np.float32)

    def drop(**more):
        np.savez(folder / "in.npz", x=ones, u=ones, **more)
        works("gradc-run", folder / "model.so", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz")
        with np.load(folder / "out.npz") as out:
            return dict(out)
    first = drop(seed=np.int64(1), step=np.int64(0))
    d = first["output.d"]
    kept = d != 0
    assert set(np.unique(d)) == {np.float32(0), np.float32(4 / 3)}, np.unique(d)
    assert abs(kept.mean() - 0.75) < 0.03, kept.mean()
    assert np.array_equal(first["grad.x"] != 0, kept), "the backward pass has another mask"
    assert np.array_equal(drop(seed=np.int64(1), step=np.int64(0))["output.d"], d), "other bits at the same step"
    for more in ({"seed": np.int64(2), "step": np.int64(0)}, {"seed": np.int64(1), "step": np.int64(1)}):
        assert not np.array_equal(drop(**more)["output.d"], d), f"the same mask with {more}"


def test_types_of_npz(folder):
    """f16 inputs, bools and numbers of other types that fit."""
    compile_model(folder, """nn.model @m(%x: f16[B, 3], %t: f16[B, 3]) <B = 2> {
  %l = nn.mse(%x, %t)
  nn.return loss(%l), outputs(x = %x)
}
""", "--entry=value_and_grad")
    x = np.array([[1, 2, 3], [4, 5, 6]], np.float16)
    np.savez(folder / "in.npz", x=x, t=x + np.float16(0.5))
    works("gradc-run", folder / "model.so", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz")
    with np.load(folder / "out.npz") as out:
        assert abs(float(out["loss"]) - 0.25) < 1e-6, out["loss"]
        assert out["grad.x"].dtype == np.float16 and np.allclose(out["grad.x"], -1 / 6, rtol=1e-3)


def test_inputs_missing(folder):
    compile_model(folder, MODEL, "--entry=value_and_grad")
    np.savez(folder / "in.npz", image=np.zeros((BATCH, 4, 4), np.uint8))
    refused(run("gradc-run", folder / "model.so", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz"),
            1, "label")
    assert not (folder / "out.npz").exists()


def test_inputs_of_an_unknown_name(folder):
    compile_model(folder, MODEL, "--entry=value_and_grad")
    np.savez(folder / "in.npz", image=np.zeros((BATCH, 4, 4), np.uint8), label=np.zeros(BATCH, np.int32),
             fc1_weight=np.zeros((16, 16), np.float32))
    refused(run("gradc-run", folder / "model.so", "--inputs", folder / "in.npz", "--outputs", folder / "out.npz"),
            1, "fc1_weight", "fc1.weight")
