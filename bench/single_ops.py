"""Layers forward and backward and AdamW's update, from 64 KB to 512 MB.

A work's floor is what this machine can do in the same run: where its data do not fit into
the caches, copying as many bytes; else the same kernels on data in L1, per element and
shared among the cores, plus one parallel region.
"""
from contenders import WORK, compile_model, gradc_worker, peers, take_turns
from figures import Bound, Figure
from ops import OPS, write_op

COLUMNS = 1024
KB, MB = 1 << 10, 1 << 20
SIZES = [64 * KB, 256 * KB, MB, 4 * MB, 16 * MB, 64 * MB, 256 * MB, 512 * MB]
LARGE = 64 * MB        # from here on the floor is a copy's
REACH = 0.85           # of the floor's speed
L1_BYTES = 24 * KB     # of a core, less what else is there
PARTS_OF_MEMORY = 0.6  # that a work may take with all contenders' data


def available_bytes():
    with open("/proc/meminfo") as lines:
        return next(int(line.split()[1]) * KB for line in lines if line.startswith("MemAvailable"))


def compiled(name, rows):
    model = WORK / f"{name}-{rows}.mlir"
    model.parent.mkdir(parents=True, exist_ok=True)
    model.write_text(write_op(name, rows, COLUMNS))
    return compile_model(model.stem, model, f"--entry={OPS[name].entry}")


def floors(gradc, name, seconds):
    """(seconds that a row takes on one core with its data in L1, a parallel region)."""
    op = OPS[name]
    rows = max(1, L1_BYTES // (op.streams * COLUMNS * 4))
    small = gradc.ask("kernels", compiled(name, rows), op.entry, seconds)
    return small["least"] / rows, gradc.ask("fork", seconds)["least"]


def figures(options):
    gradc = gradc_worker()
    others = peers(options.torch)
    seconds = 0.1 if options.quick else 0.3
    for name, op in OPS.items():
        if options.only and name not in options.only:
            continue
        row, fork = floors(gradc, name, seconds)
        for size in SIZES[::3] if options.quick else SIZES:
            if 3 * op.streams * size > PARTS_OF_MEMORY * available_bytes():
                continue  # three contenders hold the data at once
            rows = size // (4 * COLUMNS)
            jobs = [(gradc, ["step", compiled(name, rows), op.entry, seconds])]
            jobs += [(peer, [name, rows, COLUMNS, seconds]) for peer in others]
            times = take_turns(options.rounds, jobs)
            if size >= LARGE:
                rates = gradc.ask("copy", op.streams * size // 2, seconds)
                floor, why = op.streams * size / max(rates.values()), "a copy"
            else:
                floor, why = row * rows / options.cores + fork, "L1 and a fork"
            bounds = [Bound(f"{why} / {REACH}", floor / REACH)]
            bounds += [Bound(peer, t["least"]) for peer, t in times.items() if peer != "gradc"]
            label = f"{size // MB} MB" if size >= MB else f"{size // KB} KB"
            yield Figure(f"{name} {label}", "ms" if size >= 16 * MB else "µs", times, bounds,
                         {"floor_seconds": floor, "main_bytes": size, "least_bytes": op.streams * size})
    for worker in (gradc, *others):
        worker.close()
