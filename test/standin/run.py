#!/usr/bin/env python3
"""Runs CUDA's text on the host: gradc's own kernels, and kernels with faults.

    test/standin/run.py [--match WORD] [--keep FOLDER] [MODULE...]

For each module (all of test/standin/modules and examples if none is named) the text
of `gradc --target=cuda --emit=cuda` is made for the host in the layers of host.py,
and every kernel is compared with that of the cpu target on the same random inputs:
bit for bit, or to a millionth where it folds. No layer may report anything. The
kernels of faults.cu are run besides, each fault of which has to be reported.
"""
import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import compare
import faults
import host
import kernel_text
import programs
import values
from library import Library

# Variants of the inputs: ordinary numbers, and awkward ones among them.
VARIANTS = (False, True)

# Sizes of the examples here: small, and no multiples of anything.
DIMS = {"fashion_mlp": ["--dim", "B=13", "--dim", "hidden=37"]}

# Turns of threads and orders of blocks: as numbered, and at random.
SEEDS = {"plain": (0, 1), "address": (0,), "race": (0,)}


def gradc(module, *arguments):
    text = module.read_text()
    entry = [] if "nn.model" in text or "kernel.def" in text else ["--entry=value_and_grad"]
    done = subprocess.run([host.BUILD / "bin/gradc", module, *entry, *arguments],
                          capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"gradc {module} {' '.join(arguments)} failed: {done.stderr.strip()}")
    return done.stdout


class Module:
    """A program's kernels on both targets."""

    def __init__(self, path, folder, match):
        self.path, self.folder = path, Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        program, library = self.folder / "program.mlir", self.folder / "step.so"
        program.write_text(programs.make(path.read_text(), values.EXTENT))
        dims = DIMS.get(path.stem, [])
        gradc(program, "-o", str(library), *dims)
        self.library = Library(library)
        self.text = gradc(program, "--target=cuda", "--emit=cuda", *dims)
        self.defs = values.parse_defs(gradc(program, "--emit=kernel", *dims), program.read_text())
        self.kernels = [kernel for kernel in kernel_text.parse(self.text)
                        if match in kernel.name]
        for kernel in self.kernels:
            ours = self.library.kernels.get(kernel.name)
            if not ours or kernel.is_open != bool(ours.points_per_task):
                raise RuntimeError(f"{path.name}: the cpu target has no kernel {kernel.name} "
                                   "or has an extent where CUDA's text has none")

    def calls(self, fill):
        """Every kernel with every variant of inputs. Who has no points is not launched."""
        return [host.Call(kernel, values.make(kernel, self.defs[kernel.name], seed, variant, fill),
                          values.EXTENT)
                for seed, kernel in enumerate(self.kernels) if kernel.grid != 0
                for variant in VARIANTS]

    def check(self, layer):
        """Yields a sentence for each thing that is wrong in a layer."""
        program = host.Program(self.text, self.kernels, layer, self.folder)
        by_cpu = [self.library.run(call.kernel.name, call.arrays, call.extent)
                  for call in self.calls(0x5A)]
        for seed in SEEDS[layer]:
            calls = self.calls(0xA5)
            try:
                by_text = program.run(calls, seed)
            except host.Fault as fault:
                yield f"{self.path.name}, layer {layer}: {fault}"
                return
            for call, ours, theirs in zip(calls, by_text, by_cpu):
                definition = self.defs[call.kernel.name]
                for line in compare.complaints(call.kernel, definition, ours, theirs):
                    yield f"{self.path.name}, layer {layer}, turns {seed}: {line}"

    def count(self, folding):
        return sum(bool(self.defs[kernel.name].folds) == folding for kernel in self.kernels)


def run(options):
    """The modules that were checked, the number of faults, and what is wrong."""
    paths = options.modules or sorted(HERE.glob("modules/*.mlir")) + \
        sorted((host.ROOT / "examples").glob("*.mlir"))

    with tempfile.TemporaryDirectory(prefix="gradc-standin-") as temporary, \
            ThreadPoolExecutor(max_workers=2) as pool:
        folder = options.keep or Path(temporary)
        num_faults, wrong = 0, []
        if not options.modules:
            num_faults, wrong = faults.check(folder / "faults", pool)
        modules = list(pool.map(lambda p: Module(p, folder / p.stem, options.match), paths))
        jobs = [(module, layer) for module in modules for layer in host.LAYERS]
        for lines in pool.map(lambda job: list(job[0].check(job[1])), jobs):
            wrong += lines
    return modules, num_faults, wrong


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("modules", nargs="*", type=Path)
    parser.add_argument("--match", default="")
    parser.add_argument("--keep", type=Path)
    try:
        modules, num_faults, wrong = run(parser.parse_args())
    except RuntimeError as error:
        sys.exit(f"standin: {error}")
    for line in wrong:
        print(line)
    if wrong:
        sys.exit(f"{len(wrong)} things are wrong with CUDA's text or the stand-in")
    print(f"{num_faults} faults caught, {sum(m.count(False) for m in modules)} kernels bit for bit "
          f"and {sum(m.count(True) for m in modules)} with folds as on the cpu target")


if __name__ == "__main__":
    main()
