"""How long gradc takes as a process, and where the time goes."""
import re
import subprocess
import time

from contenders import BIN, ROOT, WORK
from figures import Bound, Figure, merge

LAYERS = (4, 16, 64, 256)


def compile_once(*arguments):
    """(seconds, seconds by phase) of one run of gradc."""
    WORK.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    done = subprocess.run([BIN / "gradc", *arguments, "-o", WORK / "compiling.so", "--verbose"], cwd=ROOT,
                          capture_output=True, text=True, check=True)
    seconds = time.monotonic() - start
    phases = {name: float(ms) / 1e3 for ms, name in re.findall(r"([\d.]+) ms  (\w+)", done.stderr)}
    # Loading MLIR and LLVM, making a context, ending.
    return seconds, phases | {"start and end": seconds - sum(phases.values())}


def take(works, rounds):
    """Times and phases, the least of all turns, by the name of the work."""
    samples = {name: [] for name in works}
    for _ in range(rounds):
        for name, arguments in works.items():
            samples[name].append(compile_once(*arguments))
    return {name: ({"least": min(s for s, _ in some), "median": merge([{"least": s, "median": s} for s, _ in some])["median"]},
                   {phase: min(phases[phase] for _, phases in some) for phase in some[0][1]})
            for name, some in samples.items()}


def figures(options):
    works = {"compile the demo": ["examples/fashion_mlp.mlir"]}
    works |= {f"compile {n} layers": ["bench/models/layers.mlir", "--dim", f"layers={n}"] for n in LAYERS}
    taken = take(works, 5 if options.quick else 11)
    few = taken[f"compile {LAYERS[0]} layers"][0]["least"]
    for name, (times, phases) in taken.items():
        bounds = []
        if name == "compile the demo":
            bounds = [Bound("150 ms", 0.15)]
        elif name == f"compile {LAYERS[-1]} layers":
            bounds = [Bound(f"2 x that of {LAYERS[0]} layers", 2 * few)]
        yield Figure(name, "ms", {"gradc": times}, bounds, {"phases_seconds": phases})
