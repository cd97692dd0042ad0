"""Counts what the compiled models take and compares with the table bench/counts.json.

The counts are the compiler's, told before anything runs, so they are the same on every
machine. Without an option: fails where one is over 2 % above the table's, or an arena
over 1.05 times what is alive in it at once. `--update`
writes the table anew; commit it together with the change that moved it, and say why
where a count grew.
"""
import argparse
import json
import subprocess
import sys
from pathlib import Path

from ops import OPS, write_op

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "bench/counts.json"
WORK = ROOT / "build/bench/counts"

# Name: the file and what gradc gets besides.
MODELS = {
    "fashion_mlp": ("examples/fashion_mlp.mlir",),
    "mlp_784_2048_2048_10": ("bench/models/mlp.mlir",),
    "mlp_64_256_256_10": ("bench/models/mlp.mlir", "--dim", "B=128", "--dim", "in=64", "--dim", "hidden=256"),
    "layers_4": ("bench/models/layers.mlir",),
    "layers_16": ("bench/models/layers.mlir", "--dim", "layers=16"),
    "transformer": ("bench/models/transformer.mlir",),
}
ROWS, COLUMNS = 4096, 1024  # of the single ops

COUNTS = ("launches", "library_calls", "distinct_kernels", "bytes_moved", "arena_bytes")
SLACK = 0.02
MOST_OVER_BOUND = 1.05  # the arena against the most that is alive at once


def count(name, arguments):
    """The counts of one model."""
    path = WORK / f"{name}.json"
    done = subprocess.run([ROOT / "build/bin/gradc", *arguments, f"--report={path}"], cwd=ROOT,
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"counts: {name} does not compile: {done.stderr.strip()}")
    report = json.loads(path.read_text())
    counts = {key: report[key] for key in COUNTS}
    # How near the places in the arena come to the most that is alive at once.
    bound = report["lower_bound_bytes"]
    counts["arena_over_bound"] = round(report["arena_bytes"] / bound, 3) if bound else 1.0
    return counts


def count_all():
    WORK.mkdir(parents=True, exist_ok=True)
    table = {name: count(name, arguments) for name, arguments in MODELS.items()}
    for name, op in OPS.items():
        path = WORK / f"{name}.mlir"
        path.write_text(write_op(name, ROWS, COLUMNS))
        table[name] = count(name, [path, f"--entry={op.entry}"])
    return table


def write(table):
    """One line a model, for diffs."""
    rows = [f"  {json.dumps(name)}: {json.dumps(counts)}" for name, counts in table.items()]
    TABLE.write_text("{\n" + ",\n".join(rows) + "\n}\n")


def compare(old, new):
    """Lines about (what is worse than may be, what else is not as in the table)."""
    grown, changed = [], []
    for name in {**old, **new}:
        if name not in old or name not in new:
            changed.append(f"{name} is {'not in the table' if name in new else 'in the table only'}")
            continue
        for key in {**old[name], **new[name]}:
            before, after = old[name].get(key), new[name].get(key)
            grows = before is not None and after is not None and after > before * (1 + SLACK)
            if before != after:
                line = f"{name}: {key} was {before}, is {after}"
                grown.append(f"{line}: over {SLACK:.0%} more") if grows else changed.append(line)
        over = new[name].get("arena_over_bound", 1)
        if over > MOST_OVER_BOUND:
            grown.append(f"{name}: the arena is {over} times what is alive in it, over {MOST_OVER_BOUND}")
    return grown, changed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the table")
    options = parser.parse_args()
    new = count_all()
    if options.update:
        write(new)
        print(f"counts: wrote {TABLE.relative_to(ROOT)}")
        return
    grown, changed = compare(json.loads(TABLE.read_text()), new)
    for line in grown:
        print(f"counts: {line}")
    for line in changed:
        print(f"counts: {line}")
    if grown:
        sys.exit("counts: where growth is meant, run bench/counts --update and commit bench/counts.json with the change")
    print(f"counts of {len(new)} models are " +
          ("no worse than the table; bench/counts --update brings it up to date" if changed else "the table's"))


if __name__ == "__main__":
    main()
