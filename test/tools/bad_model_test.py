"""Models and options that gradc refuses: one sentence at the line, nothing written."""
from harness import MODEL, files, refused, run


def _refuse(folder, old, new, line, *words):
    """Compiles the model with one thing changed."""
    assert old in MODEL, old
    (folder / "bad.mlir").write_text(MODEL.replace(old, new, 1))
    before = files(folder)
    done = run("gradc", "bad.mlir", "-o", "bad.so", cwd=folder)
    refused(done, 1, f"bad.mlir:{line}:", *words)
    assert files(folder) == before, f"something was written:\n{done}"


def test_shape_does_not_fit(folder):
    _refuse(folder, "%label: i32[B]", "%label: i32[B, 3]", 7)


def test_unknown_op(folder):
    _refuse(folder, "nn.flatten", "nn.flaten", 3, "nn.flatten")


def test_unknown_dialect(folder):
    _refuse(folder, "nn.flatten", "mm.flatten", 3, "mm")


def test_unknown_option(folder):
    _refuse(folder, "out = 16", "outs = 16", 4, "outs", "out")


def test_unknown_activation(folder):
    _refuse(folder, '"relu"', '"rellu"', 4, "rellu", "relu")


def test_missing_option(folder):
    _refuse(folder, "{out = 5}", "", 6, "out")


def test_wrong_type_of_option(folder):
    _refuse(folder, "out = 5", 'out = "five"', 6, "out")


def test_dropout_above_one(folder):
    _refuse(folder, "p = 0.25", "p = 1.5", 5, "p")


def test_unknown_recipe_key(folder):
    _refuse(folder, "optimizer", "optimiser", 11, "optimiser", "optimizer")


def test_unknown_optimizer(folder):
    _refuse(folder, '"adamw"', '"adamww"', 11, "adamww", "adamw")


def test_bad_schedule(folder):
    _refuse(folder, "warmup 10%", "warm 10%", 11, "warm")


def test_one_path_two_shapes(folder):
    _refuse(folder, '"fc2"(%d) {out = 5}', '"fc1"(%d) {out = 5}', 6, "fc1.weight")


def test_no_loss(folder):
    _refuse(folder, "loss(%l), ", "", 1, "loss")


def test_undefined_value(folder):
    _refuse(folder, "(%h)", "(%hh)", 5, "undeclared")


def test_not_the_language(folder):
    _refuse(folder, "{out = 5}", "{out = 5", 6, "}")


def test_unknown_dimension(folder):
    _refuse(folder, "ui8[B, 4, 4]", "ui8[B, H, 4]", 1, "H", "--dim")


def test_batch_not_leading(folder):
    _refuse(folder, "ui8[B, 4, 4]", "ui8[4, B, 4]", 1, "B")


def _option(folder, *arguments):
    (folder / "model.mlir").write_text(MODEL)
    before = files(folder)
    done = run("gradc", *arguments, cwd=folder)
    assert files(folder) == before, f"something was written:\n{done}"
    return done


def test_model_file_missing(folder):
    refused(_option(folder, "missing.mlir", "-o", "x.so"), 1, "missing.mlir")


def test_model_file_empty(folder):
    (folder / "empty.mlir").write_text("")
    refused(run("gradc", "empty.mlir", "-o", "x.so", cwd=folder), 1, "empty.mlir")
    assert not (folder / "x.so").exists()


def test_model_file_of_noise(folder):
    (folder / "noise.mlir").write_bytes(bytes(range(256)) * 10)
    refused(run("gradc", "noise.mlir", "-o", "x.so", cwd=folder), 1, "noise.mlir")


def test_model_file_not_in_utf8(folder):
    (folder / "latin.mlir").write_bytes(MODEL.replace("fc1", "f\u00e9").encode("latin-1"))
    refused(run("gradc", "latin.mlir", "-o", "x.so", cwd=folder), 1, "latin.mlir", "UTF-8")


def test_output_over_the_model(folder):
    refused(_option(folder, "model.mlir", "-o", "model.mlir"), 1, "model.mlir")
    refused(_option(folder, "model.mlir", "--report=model.mlir"), 1, "model.mlir")


def test_output_over_a_folder(folder):
    (folder / "runs").mkdir()
    refused(_option(folder, "model.mlir", "-o", "runs"), 1, "runs")


def test_full_disk(folder):
    refused(_option(folder, "model.mlir", "--report=/dev/full"), 2, "No space left")


def test_unknown_flag(folder):
    refused(_option(folder, "model.mlir", "-o", "x.so", "--emitt=prim"), 1, "emitt", "--emit")


def test_unknown_floor(folder):
    refused(_option(folder, "model.mlir", "--emit=prin"), 1, "prin", "prim")


def test_unknown_dim_name(folder):
    refused(_option(folder, "model.mlir", "-o", "x.so", "--dim", "Q=3"), 1, "Q")


def test_bad_dim_value(folder):
    refused(_option(folder, "model.mlir", "-o", "x.so", "--dim", "B=many"), 1, "B")


def test_unknown_cpu(folder):
    refused(_option(folder, "model.mlir", "-o", "x.so", "--cpu=skylark"), 1, "skylark")


def test_no_output(folder):
    refused(_option(folder, "model.mlir"), 1, "-o")


def test_output_folder_missing(folder):
    done = _option(folder, "model.mlir", "-o", "no/such/folder/x.so")
    assert done.code in (1, 2), done
    refused(done, done.code, "no/such/folder")


def test_failed_compile_keeps_the_old_library(folder):
    (folder / "x.so").write_text("what was there")
    (folder / "bad.mlir").write_text(MODEL.replace("nn.flatten", "nn.flaten"))
    refused(run("gradc", "bad.mlir", "-o", "x.so", cwd=folder), 1)
    assert (folder / "x.so").read_text() == "what was there"
