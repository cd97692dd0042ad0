#!/usr/bin/env python3
"""Compiles the text of kernels by NVRTC for each architecture that gradc promises.

The kernels are those of the examples, of the modules for a GPU that are written
by hand here (text_*.mlir) and of the kernel floor's that are lowered here. Each
must compile, without a stack and without spilled registers, and a plain kernel
must move 16 bytes at once.
"""
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
HERE = ROOT / "test/compiler/cuda"
BUILD = Path(os.environ.get("GRADC_BUILD", ROOT / "build"))
OUT = BUILD / "test/compiler/cuda/text"
ARCHITECTURES = "sm_75,sm_80,sm_90,sm_100"


def run(*command, text=None):
    """What a command prints; the end of everything if it fails."""
    done = subprocess.run([str(c) for c in command], input=text, text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} fails:\n{done.stdout}{done.stderr}")
    return done.stdout


def lowered(path):
    """The text of the kernels of a test that starts on the kernel floor."""
    code = run(BUILD / "bin/gradc-opt", path, "--gradc-kernel-to-gpu")
    return run(BUILD / "bin/gradc-translate", "--gpu-to-cuda", "-", text=code)


def texts():
    """Yields (name, text of kernels)."""
    for model in sorted((ROOT / "examples").glob("*.mlir")):
        for entry in ("step", "value_and_grad"):
            yield f"{model.stem}_{entry}", run(BUILD / "bin/gradc", model, "--target=cuda", "--emit=cuda",
                                               f"--entry={entry}")
    for path in sorted(HERE.glob("*.mlir")):
        command = path.read_text().partition("\n")[0]
        if "gradc-translate --gpu-to-cuda %s" in command:
            yield path.stem, run(BUILD / "bin/gradc-translate", "--gpu-to-cuda", path)
        elif "gradc-opt %s --gradc-kernel-to-gpu" in command and "-invalid" not in path.name:
            yield path.stem, lowered(path)


def check_wide_moves(path):
    """A plain kernel of f32 loads and stores four elements at once."""
    ptx = run(BUILD / "bin/nvrtc_check", BUILD / "cuda", "--ptx", path)
    for what in (r"ld\.global\.nc\.v4\.[fbu]32", r"st\.global\.v4\.[fbu]32"):
        if not re.search(what, ptx):
            sys.exit(f"{path}: there is no {what} in its PTX")


def main():
    run(ROOT / "scripts/cuda")
    OUT.mkdir(parents=True, exist_ok=True)
    for old in OUT.glob("*.cu"):
        old.unlink()
    paths = []
    for name, text in texts():
        paths.append(OUT / f"{name}.cu")
        paths[-1].write_text(text)
    check_wide_moves(OUT / "text_elementwise.cu")
    print(run(BUILD / "bin/nvrtc_check", BUILD / "cuda", ARCHITECTURES, *paths), end="")


if __name__ == "__main__":
    main()
