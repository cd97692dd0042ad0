"""Faults of training runs that users of other frameworks reported, with the right numbers."""
import numpy as np

from harness import checkpoint_tensors, compile_model, works, write_data


def _slope(recipe):
    """A model whose gradient is its input: loss = w x."""
    return f"""nn.model @slope(%x: f64[B, 1]) <B = 1> {{
  %w = nn.parameter "w" {{shape = [1], init = "ones", dtype = f64}}
  %y = nn.mul(%x, %w)
  %l = nn.mean(%y)
  nn.return loss(%l)
}}
train.recipe {{{recipe}}}
"""


def _steps(folder, gradient, steps, *more):
    """Trains on one gradient up to `steps` steps; w."""
    np.save(folder / "x.npy", np.array([[gradient]], np.float64))
    resume = ["--resume"] if (folder / "c").exists() else []
    works("gradc-run", folder / "model.so", "--data", f"x={folder}/x.npy", "--steps", steps, "--checkpoint",
          folder / "c", *resume, *more)
    return checkpoint_tensors(folder / "c")["w"].item()


def test_adam_eps(folder):
    """eps stands outside the root, after the bias correction."""
    compile_model(folder, _slope('optimizer = "adam", lr = 0.1, eps = 1.0e-3'))
    assert abs(_steps(folder, 1e-3, 1) - 0.95) < 1e-12


def test_momentum_over_a_change_of_lr(folder):
    """The velocity holds no learning rate."""
    for name, more, right in (("plain", "", 0.6829), ("nesterov", ", nesterov = true", 0.50461)):
        (folder / name).mkdir()
        compile_model(folder / name, _slope(f'optimizer = "sgd", lr = 0.1, momentum = 0.9{more}'))
        _steps(folder / name, 1.0, 2)
        w = _steps(folder / name, 1.0, 3, "--set", "lr=0.01")
        assert abs(w - right) < 1e-12, f"{name}: {w}, right is {right}"


def test_skipped_step_is_no_step(folder):
    """Adam's bias correction counts the updates that were applied."""
    compile_model(folder, _slope('optimizer = "adam", lr = 0.1'))
    _steps(folder, 1.0, 1)
    _steps(folder, np.inf, 2, "--on-nonfinite=skip")
    w = _steps(folder, -0.5, 3)
    assert abs(w - 0.873366297371) < 1e-9, w
    assert int(checkpoint_tensors(folder / "c")["step"]) == 2


def test_state_is_matched_by_name(folder):
    """Two parameters of one shape, declared in either order."""
    def text(first, second):
        return f"""nn.model @m(%x: f32[B, 4]) <B = 2> {{
  %{first} = nn.linear "{first}"(%x) {{out = 4, bias = false}}
  %{second} = nn.linear "{second}"(%x) {{out = 4, bias = false}}
  %d = nn.scale(%b) {{factor = 3.0}}
  %y = nn.sub(%a, %d)
  %q = nn.mul(%y, %y)
  %l = nn.mean(%q)
  nn.return loss(%l)
}}
train.recipe {{optimizer = "adam", lr = 0.1}}
"""
    np.save(folder / "x.npy", np.random.default_rng(0).standard_normal((2, 4)).astype(np.float32))

    def train(steps, checkpoint, *more):
        works("gradc-run", folder / "model.so", "--data", f"x={folder}/x.npy", "--steps", steps, "--checkpoint",
              folder / checkpoint, *more)
        return checkpoint_tensors(folder / checkpoint)
    compile_model(folder, text("a", "b"))
    straight = train(6, "straight")
    half = train(3, "halves")
    assert half["a.weight.exp_avg"].tobytes() != half["b.weight.exp_avg"].tobytes()
    compile_model(folder, text("b", "a"))
    resumed = train(6, "halves", "--resume")
    for name in straight:
        assert np.allclose(straight[name], resumed[name], rtol=1e-5, atol=1e-6), name


def test_shared_weight_is_saved_once(folder):
    compile_model(folder, """nn.model @m(%x: f32[B, 4]) <B = 2> {
  %a = nn.linear "fc"(%x) {out = 4}
  %b = nn.linear "fc"(%a) {out = 4}
  %l = nn.mean(%b)
  nn.return loss(%l)
}
train.recipe {optimizer = "sgd", lr = 0.1}
""")
    np.save(folder / "x.npy", np.ones((2, 4), np.float32))
    works("gradc-run", folder / "model.so", "--data", f"x={folder}/x.npy", "--steps", 2, "--checkpoint", folder / "c")
    assert sorted(n for n in checkpoint_tensors(folder / "c") if n.startswith("fc")) == ["fc.bias", "fc.weight"]


def test_evaluation_has_no_dropout(folder):
    """With everything dropped the training loss is that of zeros, the evaluation's is not."""
    compile_model(folder, """nn.model @m(%x: f32[B, 4]) <B = 4> {
  %d = nn.dropout "drop"(%x) {p = 1.0}
  %w = nn.parameter "w" {shape = [4], init = "ones"}
  %y = nn.mul(%d, %w)
  %l = nn.mean(%y)
  nn.return loss(%l)
}
train.recipe {optimizer = "sgd", lr = 0.1}
""")
    np.save(folder / "x.npy", np.full((4, 4), 2, np.float32))
    lines = works("gradc-run", folder / "model.so", "--data", f"x={folder}/x.npy", "--eval-data",
                  f"x={folder}/x.npy", "--steps", 1, "--json").lines()
    assert [line["loss"] for line in lines if "loss" in line] == [0.0], lines
    assert [line["eval"]["loss"] for line in lines if "eval" in line] == [2.0], lines


def test_rate_of_dropout_is_a_scalar(folder):
    """It is set at run time, without compiling."""
    compile_model(folder)
    lines = [works("gradc-run", folder / "model.so", *write_data(folder), "--steps", 5, "--json", *more).lines()
             for more in ((), ("--set", "dropout.drop=0"), ("--set", "dropout.drop=0.25"))]
    losses = [[line["loss"] for line in run if "loss" in line] for run in lines]
    assert losses[0] == losses[2] != losses[1]
