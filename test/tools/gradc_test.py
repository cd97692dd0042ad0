"""What gradc prints: floors, the report, the recipe."""
import json
import re

from harness import MODEL, compile_model, works

FLOORS = {"nn": "nn.linear", "train": "train.", "prim": "prim.dot_general", "kernel": "kernel.", "rt": "rt.",
          "llvm": "define"}


def _emit(folder, floor, *more):
    (folder / "model.mlir").write_text(MODEL)
    return works("gradc", "model.mlir", f"--emit={floor}", *more, cwd=folder).out


def test_every_floor(folder):
    for floor, word in FLOORS.items():
        assert word in _emit(folder, floor), f"--emit={floor} shows no '{word}'"


def test_floors_end_where_they_should(folder):
    assert not re.search(r"\bnn\.(linear|cross_entropy|dropout)", _emit(folder, "prim"))
    assert not re.search(r"\bprim\.(add|dot_general)", _emit(folder, "rt"))


def test_locations(folder):
    assert 'model.mlir":4:8' in _emit(folder, "prim"), "no op names the model's line 4"


def test_report(folder):
    (folder / "model.mlir").write_text(MODEL)
    works("gradc", "model.mlir", "-o", "model.so", "--report=report.json", cwd=folder)
    report = json.loads((folder / "report.json").read_text())
    for key in ("parameters", "flops", "bytes_moved", "least_bytes", "launches", "state_bytes", "arena_bytes",
                "lower_bound_bytes", "peak", "kernels"):
        assert key in report, f"the report has no {key}: {sorted(report)}"
    assert report["parameters"] == 16 * 16 + 16 + 16 * 5 + 5, report["parameters"]
    # Parameters and two moments of each.
    assert report["state_bytes"] >= 3 * 4 * report["parameters"]
    assert report["arena_bytes"] >= report["lower_bound_bytes"] > 0


def test_report_as_text(folder):
    (folder / "model.mlir").write_text(MODEL)
    out = works("gradc", "model.mlir", "-o", "model.so", "--report", cwd=folder).out
    assert "arena" in out and "parameters" in out, out
    works("gradc", "model.mlir", "-o", "model.so", "--report=report.txt", cwd=folder)
    assert (folder / "report.txt").read_text().strip() == out.strip()


def test_print_recipe(folder):
    (folder / "model.mlir").write_text(MODEL)
    out = works("gradc", "model.mlir", "-o", "model.so", "--print-recipe", "--set", "weight_decay=0.3", cwd=folder).out
    assert "adamw" in out and "0.3" in out and "warmup" in out, out


def test_dim_overrides(folder):
    compile_model(folder, MODEL, "--dim", "B=4")
    assert "tensor<4x4x4xui8>" in _emit(folder, "prim", "--dim", "B=4")


def test_for_a_named_cpu(folder):
    compile_model(folder, MODEL, "--cpu=x86-64-v2")


def test_help(folder):
    for tool in ("gradc", "gradc-run"):
        assert "--" in works(tool, "--help").out
