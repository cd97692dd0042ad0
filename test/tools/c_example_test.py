"""The program in examples/ that knows gradc by its C interface alone."""
from harness import ROOT, run, works


def test_trains_and_evaluates(folder):
    library = folder / "step.so"
    works("gradc", ROOT / "examples/fashion_mlp.mlir", "-o", library)
    lines = works("gradc-example-train", library).out.splitlines()
    losses = [float(line.split()[-1]) for line in lines if line.startswith("step")]
    assert len(losses) == 20 and losses[-1] < 0.1 * losses[0], lines
    assert lines[-1] == "accuracy: 1.0000", lines


def test_says_what_cannot_be_opened(folder):
    done = run("gradc-example-train", folder / "none.so")
    assert done.code == 1 and "none.so" in done.err, str(done)
