"""Figures of the demo: how long it compiles, how long an epoch takes beside JAX's,
and whether the report tells the memory that the run takes.

Times are compared within one run only: gradc and its peer take turns, and the
clocks of a shared machine vary. The least of all rounds counts for both.
"""
import argparse
import ctypes
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / "build/bin"
WORK = ROOT / "build/bench"
MODEL = "examples/fashion_mlp.mlir"


def data_folder():
    """Where Debian's package keeps Fashion-MNIST."""
    files = subprocess.run(["dpkg", "-L", "dataset-fashion-mnist"], capture_output=True, text=True,
                           check=True).stdout.split()
    return Path(next(f for f in files if "train-images" in f)).parent


def compile_times(rounds):
    """Seconds that `gradc MODEL -o step.so` takes as a process, each time."""
    times = []
    for _ in range(rounds):
        start = time.monotonic()
        subprocess.run([BIN / "gradc", MODEL, "-o", WORK / "step.so"], cwd=ROOT, check=True)
        times.append(time.monotonic() - start)
    return times


def epoch_times(command, is_epoch):
    """Seconds between the ends of consecutive epochs, and the last epoch's accuracy.

    The first epoch is left out: it holds the start of the process.
    """
    ends, accuracy = [], None
    with subprocess.Popen([str(c) for c in command], cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            found = is_epoch(json.loads(line))
            if found is not None:
                ends.append(time.monotonic())
                accuracy = found
    if process.returncode:
        sys.exit(f"bench: {Path(command[0]).name} exits with {process.returncode}")
    return [b - a for a, b in zip(ends, ends[1:])], accuracy


def gradc_epochs(folder, epochs):
    def pair(option, part):
        return [option, f"image={folder}/{part}-images-idx3-ubyte.gz",
                option, f"label={folder}/{part}-labels-idx1-ubyte.gz"]
    return epoch_times([BIN / "gradc-run", WORK / "step.so", *pair("--data", "train"),
                        *pair("--eval-data", "t10k"), "--epochs", epochs, "--json"],
                       lambda line: line.get("eval", {}).get("accuracy"))


def jax_epochs(folder, epochs):
    return epoch_times([sys.executable, "bench/peers/fashion_jax.py", folder, epochs],
                       lambda line: line["accuracy"])


class OpenArgs(ctypes.Structure):
    """gradc_open_args_t of gradc.h."""
    _fields_ = [("struct_size", ctypes.c_size_t), ("path", ctypes.c_char_p), ("device", ctypes.c_char_p),
                ("num_threads", ctypes.c_int32)]


class MemoryInfo(ctypes.Structure):
    """gradc_memory_info_t of gradc.h."""
    _fields_ = [("struct_size", ctypes.c_size_t)] + [
        (name, ctypes.c_uint64) for name in ("state", "io", "arena", "constants", "scratch")]


def arena_bytes():
    """(arena that the report tells, arena that the runtime took)."""
    report = WORK / "report.json"
    subprocess.run([BIN / "gradc", MODEL, "-o", WORK / "step.so", f"--report={report}"], cwd=ROOT, check=True)
    gradc = ctypes.CDLL(ROOT / "build/lib/libgradc.so")
    step = ctypes.c_void_p()
    args = OpenArgs(ctypes.sizeof(OpenArgs), str(WORK / "step.so").encode(), None, 0)
    info = MemoryInfo(ctypes.sizeof(MemoryInfo))
    if gradc.gradc_open(ctypes.byref(args), ctypes.byref(step)) or \
            gradc.gradc_memory_info(step, ctypes.byref(info)):
        gradc.gradc_last_error.restype = ctypes.c_char_p
        sys.exit(f"bench: {gradc.gradc_last_error().decode()}")
    gradc.gradc_close(step)
    return json.loads(report.read_text())["arena_bytes"], info.arena


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="turns of each program")
    parser.add_argument("--epochs", type=int, default=4, help="epochs in a turn")
    options = parser.parse_args()
    WORK.mkdir(parents=True, exist_ok=True)
    folder = data_folder()

    compiling = compile_times(7)
    arena = arena_bytes()
    ours, theirs = [], []
    for turn in range(options.rounds):
        print(f"bench: turn {turn + 1} of {options.rounds}", file=sys.stderr)
        times, accuracy = gradc_epochs(folder, options.epochs)
        ours += times
        times, jax_accuracy = jax_epochs(folder, options.epochs)
        theirs += times

    figures = {
        "machine": platform.processor() or platform.machine(), "cores": len(os.sched_getaffinity(0)),
        "compile_ms": {"least": 1e3 * min(compiling), "median": 1e3 * statistics.median(compiling), "target": 400},
        "epoch_s": {"gradc": min(ours), "jax": min(theirs), "gradc_median": statistics.median(ours),
                    "jax_median": statistics.median(theirs)},
        "accuracy": {"gradc": accuracy, "jax": jax_accuracy, "epochs": options.epochs},
        "arena_bytes": {"report": arena[0], "allocated": arena[1]},
    }
    (WORK / "figures.json").write_text(json.dumps(figures, indent=2) + "\n")
    print(f"""
                               gradc      JAX   bound
compile, ms, least of 7     {figures['compile_ms']['least']:8.0f}        -     400
an epoch, s, least          {min(ours):8.2f} {min(theirs):8.2f}   JAX's
an epoch, s, median         {statistics.median(ours):8.2f} {statistics.median(theirs):8.2f}
accuracy after {options.epochs} epochs     {accuracy:8.3f} {jax_accuracy:8.3f}

arena: the report says {arena[0]} bytes, the run takes {arena[1]}""")
    print(f"\nbench: all figures are in {(WORK / 'figures.json').relative_to(ROOT)}")


if __name__ == "__main__":
    main()
