"""CUDA text made for the host, and run there.

The same text is made three times, each time linked with the stand-in of
runtime/standin. `plain` is what the results are taken from; `address` finds what is
out of bounds, misaligned or undefined; `race` finds missing barriers and what blocks
do to each other. A fault in a kernel is a Fault here, never the end of the program.
"""
import itertools
import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("GRADC_BUILD", ROOT / "build"))
DEVICE = ROOT / "runtime/standin/device"
LIBRARIES = [BUILD / "lib/libgradc-standin-runner.a", BUILD / "lib/libgradc-standin.a"]

# CUDA's compiler takes a float's bytes for a vector's and contracts nothing
# (--fmad=false); these make a host compiler agree.
COMMON = ["-std=c++17", "-g1", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-math-errno",
          "-mfma", "-mf16c", "-w", "-no-pie", f"-I{DEVICE}"]

# What a layer is compiled and linked with. Of the thread sanitizer only the
# compiler's part is used: the stand-in listens to it (runtime/standin/shadow.h).
SANITIZE = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
LAYERS = {"plain": (["-O2"], []),
          "address": (["-O1"] + SANITIZE, SANITIZE),
          "race": (["-O1", "-fsanitize=thread"], [])}

ALIGNMENT = 64      # of operands, as the planner places them
REDZONE = 256       # between them


@dataclass
class Fault(Exception):
    """What a kernel did wrong."""
    kernel: str
    text: str

    def __str__(self):
        return f"{self.kernel}: {self.text}"


@dataclass
class Call:
    """A kernel (kernel_text.Kernel) and an array for each of its tensors."""
    kernel: object
    arrays: list
    extent: int = 0


class Program:
    """All kernels of a text in one layer, made in a folder of its own in `folder`."""

    def __init__(self, text, kernels, layer, folder):
        self.layer, self.folder = layer, Path(folder) / layer
        self.folder.mkdir(parents=True, exist_ok=True)
        self.binary = self.folder / "kernels"
        self.runs = itertools.count()
        (self.folder / "kernels.cu").write_text(text)
        rows = "\n".join(f"    GRADC_STANDIN_KERNEL({kernel.name})," for kernel in kernels)
        source = self.folder / "kernels.cpp"
        source.write_text(f'#include "standin.h"\n#include "kernels.cu"\n\n'
                          f'extern "C" const gradc_standin_kernel_t gradc_standin_kernels[] = {{\n'
                          f'{rows}\n    {{nullptr, nullptr, 0}}}};\n')
        compile_flags, link_flags = LAYERS[layer]
        unit = self.binary.with_suffix(".o")
        self.command(["g++", *COMMON, *compile_flags, "-c", source, "-o", unit])
        self.command(["g++", "-no-pie", *link_flags, unit, *LIBRARIES, "-o", self.binary])

    def command(self, words):
        """Compiles or links; whatever fails is the text's fault or the machine's."""
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
        if done.returncode:
            lines = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr]
            raise RuntimeError(f"g++ does not take the kernels of {self.folder} "
                               f"for the layer {self.layer}: {lines[0]}")

    def run(self, calls, seed=0):
        """Runs the calls one after another and returns each one's arrays afterwards."""
        offsets, size = [], REDZONE
        for call in calls:
            offsets.append([])
            for array in call.arrays:
                offsets[-1].append(size)
                size += -(-(array.nbytes + REDZONE) // ALIGNMENT) * ALIGNMENT
        memory = np.full(size, 0xA5, np.uint8)
        plan = []
        for call, places in zip(calls, offsets):
            for array, place in zip(call.arrays, places):
                memory[place:place + array.nbytes] = np.frombuffer(array.tobytes(), np.uint8)
                plan.append(f"operand {place} {array.nbytes} {array.itemsize}")
            if call.kernel.is_open:
                plan.append(f"extent {call.extent}")
            plan.append(f"launch {call.kernel.name} {call.kernel.blocks(call.extent)} "
                        f"{call.kernel.block} {int(call.kernel.is_alone)} {seed} "
                        f"{int(self.layer == 'race')}")
        number = next(self.runs)
        plan_file = self.folder / f"plan-{number}"
        memory_file = self.folder / f"memory-{number}"
        plan_file.write_text("\n".join(plan) + "\n")
        memory.tofile(memory_file)
        self.launch(plan_file, memory_file)
        memory = np.fromfile(memory_file, np.uint8)
        memory_file.unlink()
        return [[memory[place:place + array.nbytes].view(array.dtype).reshape(array.shape)
                 for array, place in zip(call.arrays, places)]
                for call, places in zip(calls, offsets)]

    def launch(self, plan, memory):
        """Runs the binary; raises the first fault."""
        done = subprocess.run([self.binary, plan, memory], capture_output=True, text=True,
                              errors="replace",
                              env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0",
                                   "UBSAN_OPTIONS": "print_stacktrace=0"})
        kernel, faults = "", []
        for line in done.stdout.splitlines():
            what, _, rest = line.partition(" ")
            if what == "launch" and not faults:
                kernel = rest
            elif what == "fault":
                faults.append(self.resolve(rest))
        if faults:
            raise Fault(kernel, "\n".join(faults))
        if done.returncode:
            lines = [line for line in done.stderr.splitlines()
                     if "ERROR" in line or "runtime error" in line or line.lstrip().startswith("#")]
            raise Fault(kernel, "\n".join(lines[:4]) or f"ended with {done.returncode}")

    def resolve(self, text):
        """Lines of the source for the addresses of code in a report."""
        for address in set(re.findall(r"@(0x[0-9a-f]+)", text)):
            done = subprocess.run(["addr2line", "-e", self.binary, address],
                                  capture_output=True, text=True)
            words = done.stdout.split()
            text = text.replace("@" + address, words[0] if words else address)
        return text.replace(f"{self.folder}/", "")
