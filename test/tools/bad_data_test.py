"""Data, options, checkpoints and libraries that gradc-run refuses."""
import gzip
import struct
import zlib

import numpy as np

from harness import (MODEL, ROWS, as_eval, compile_model, files, refused, run, works, write_data)


def _train(folder, options, *more):
    return run("gradc-run", folder / "model.so", *options, "--steps", 3, *more)


def _refuse(folder, code, words, *more, **arrays):
    """Runs with some of the arrays replaced."""
    compile_model(folder)
    options = write_data(folder, **arrays)
    before = files(folder)
    done = _train(folder, options, "--checkpoint", folder / "checkpoint", *more)
    refused(done, code, *words)
    assert files(folder) == before, f"something was written:\n{done}"


def test_data_file_missing(folder):
    compile_model(folder)
    options = write_data(folder)
    (folder / "data-label.npy").unlink()
    refused(_train(folder, options), 1, "data-label.npy")


def test_data_file_truncated(folder):
    compile_model(folder)
    options = write_data(folder)
    path = folder / "data-image.npy"
    path.write_bytes(path.read_bytes()[:-5])
    refused(_train(folder, options), 1, "data-image.npy")


def test_gzip_truncated(folder):
    compile_model(folder)
    options = write_data(folder)
    images = np.load(folder / "data-image.npy")
    header = bytes([0, 0, 8, 3]) + b"".join(int(n).to_bytes(4, "big") for n in images.shape)
    whole = gzip.compress(header + images.tobytes())
    path = folder / "images.gz"
    path.write_bytes(whole)
    options[1] = f"image={path}"
    works("gradc-run", folder / "model.so", *options, "--steps", 1)
    path.write_bytes(whole[:-20])
    refused(_train(folder, options), 1, "images.gz")


def test_data_of_another_kind(folder):
    compile_model(folder)
    options = write_data(folder)
    (folder / "data-image.npy").write_text("a sentence, no array")
    refused(_train(folder, options), 1, "data-image.npy")


def test_floats_for_an_image(folder):
    _refuse(folder, 1, ["data-image.npy", "f32"], image=np.full((ROWS, 4, 4), 0.5, np.float32))


def test_wrong_shape(folder):
    _refuse(folder, 1, ["data-image.npy"], image=np.zeros((ROWS, 5, 4), np.uint8))


def test_wrong_rank(folder):
    _refuse(folder, 1, ["data-label.npy"], label=np.zeros((ROWS, 1), np.int32))


def test_wrong_count(folder):
    _refuse(folder, 1, ["20", "19"], label=np.zeros(19, np.int32))


def test_no_rows(folder):
    _refuse(folder, 1, [], image=np.zeros((0, 4, 4), np.uint8), label=np.zeros(0, np.int32))


def test_label_too_great(folder):
    labels = np.zeros(ROWS, np.int32)
    labels[13] = 5
    _refuse(folder, 1, ["5", "13", "data-label.npy"], label=labels)


def test_label_negative(folder):
    labels = np.zeros(ROWS, np.int32)
    labels[3] = -1
    _refuse(folder, 1, ["-1", "3", "data-label.npy"], label=labels)


def test_label_ignored(folder):
    compile_model(folder)
    labels = np.zeros(ROWS, np.int32)
    labels[3] = -100
    works("gradc-run", folder / "model.so", *write_data(folder, label=labels), "--steps", 3)


def test_eval_label_too_great(folder):
    compile_model(folder)
    options = write_data(folder)
    bad = write_data(folder, "test", label=np.full(ROWS, 7, np.int32))
    refused(_train(folder, options + as_eval(bad)), 1, "test-label.npy", "7")


def test_input_missing(folder):
    compile_model(folder)
    refused(_train(folder, write_data(folder)[:2]), 1, "label")


def test_input_unknown(folder):
    compile_model(folder)
    options = [o.replace("label=", "labels=") for o in write_data(folder)]
    refused(_train(folder, options), 1, "labels", "label")


def test_no_steps(folder):
    compile_model(folder)
    refused(run("gradc-run", folder / "model.so", *write_data(folder)), 1, "--steps", "--epochs")


def test_unknown_flag(folder):
    compile_model(folder)
    refused(_train(folder, write_data(folder), "--epoch-count", 3), 1, "--epoch-count")


def test_set_unknown(folder):
    compile_model(folder)
    refused(_train(folder, write_data(folder), "--set", "lrr=0.1"), 1, "lrr", "lr")


def test_set_no_number(folder):
    compile_model(folder)
    refused(_train(folder, write_data(folder), "--set", "lr=fast"), 1, "fast")


# Checkpoints.

def _checkpoint(folder):
    """Trains three steps with a checkpoint; the options and its file."""
    compile_model(folder)
    options = write_data(folder)
    works("gradc-run", folder / "model.so", *options, "--steps", 3, "--checkpoint", folder / "checkpoint")
    (path,) = (folder / "checkpoint").glob("*.safetensors")
    return options, path


def _resume(folder, options):
    return run("gradc-run", folder / "model.so", *options, "--steps", 6,
               "--checkpoint", folder / "checkpoint", "--resume")


def test_checkpoint_truncated(folder):
    options, path = _checkpoint(folder)
    path.write_bytes(path.read_bytes()[:-100])
    before = files(folder)
    refused(_resume(folder, options), 1, path.name)
    assert files(folder) == before


def test_checkpoint_header_truncated(folder):
    options, path = _checkpoint(folder)
    path.write_bytes(path.read_bytes()[:20])
    refused(_resume(folder, options), 1, path.name)


def test_checkpoint_edited(folder):
    options, path = _checkpoint(folder)
    data = bytearray(path.read_bytes())
    data[-50] ^= 0x40
    path.write_bytes(data)
    refused(_resume(folder, options), 1, path.name)


def test_checkpoint_of_another_model(folder):
    options, path = _checkpoint(folder)
    compile_model(folder, MODEL.replace("out = 16", "out = 17"))
    refused(_resume(folder, options), 1, "fc1")


def test_checkpoint_of_a_renamed_layer(folder):
    options, path = _checkpoint(folder)
    compile_model(folder, MODEL.replace('"fc1"', '"first"'))
    refused(_resume(folder, options), 1)


def test_resume_without_checkpoint(folder):
    compile_model(folder)
    refused(_resume(folder, write_data(folder)), 1, "checkpoint")


# Libraries.

def _run_library(folder, data):
    (folder / "model.so").write_bytes(data)
    return _train(folder, write_data(folder))


def test_library_truncated(folder):
    data = compile_model(folder).read_bytes()
    for size in (0, 10, len(data) // 2, len(data) - 1):
        refused(_run_library(folder, data[:size]), 1, "model.so")


def test_library_edited(folder):
    data = bytearray(compile_model(folder).read_bytes())
    data[len(data) // 2] ^= 1
    refused(_run_library(folder, data), 1, "model.so")


def _retold(data, **fields):
    """The library with other words in its trailer, whose checksum fits them (docs/abi.md)."""
    trailer = struct.Struct("<8sIIQ16s48sQ")
    names = ("magic", "version", "checksum", "image_bytes", "target", "cpu", "cpu_features")
    told = dict(zip(names, trailer.unpack(data[-trailer.size:]))) | fields
    image = data[:-trailer.size]
    told["checksum"] = 0
    told["checksum"] = zlib.crc32(image + trailer.pack(*told.values()))
    return image + trailer.pack(*told.values())


def test_library_of_another_version(folder):
    refused(_run_library(folder, _retold(compile_model(folder).read_bytes(), version=255)), 1, "version 255")


def test_library_of_another_cpu(folder):
    # Every feature there is, and some that nobody has heard of.
    data = _retold(compile_model(folder).read_bytes(), cpu=b"futurelake", cpu_features=(1 << 64) - 1)
    refused(_run_library(folder, data), 1, "futurelake")


def test_library_of_another_target(folder):
    refused(_run_library(folder, _retold(compile_model(folder).read_bytes(), target=b"cpu-sparcv9")), 1,
            "cpu-sparcv9")


def test_library_is_no_library(folder):
    refused(_run_library(folder, b"\x7fELF" + bytes(1000)), 1, "model.so")


def test_library_missing(folder):
    refused(run("gradc-run", folder / "none.so", *write_data(folder), "--steps", 1), 1, "none.so")


def test_checkpoint_folder_not_writable(folder):
    compile_model(folder)
    (folder / "taken").write_text("a file")
    done = _train(folder, write_data(folder), "--checkpoint", folder / "taken")
    assert done.code in (1, 2), done
    refused(done, done.code, "taken")
