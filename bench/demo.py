"""The demo: an epoch of Fashion-MNIST with its evaluation, and whether the report tells the
memory that the run takes."""
import ctypes
import json
import subprocess
import sys
import time
from pathlib import Path

from contenders import BIN, ROOT, compile_model, gradc_worker
from figures import Bound, Figure, merge

MODEL = "examples/fashion_mlp.mlir"
TRAIN_ROWS, EVAL_ROWS, BATCH = 60000, 10000, 128


def data_folder():
    """Where Debian's package keeps Fashion-MNIST."""
    files = subprocess.run(["dpkg", "-L", "dataset-fashion-mnist"], capture_output=True, text=True,
                           check=True).stdout.split()
    return Path(next(f for f in files if "train-images" in f)).parent


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
    times = sorted(b - a for a, b in zip(ends, ends[1:]))
    return {"least": times[0], "median": times[len(times) // 2]}, accuracy


def gradc_epochs(library, folder, epochs):
    def pair(option, part):
        return [option, f"image={folder}/{part}-images-idx3-ubyte.gz",
                option, f"label={folder}/{part}-labels-idx1-ubyte.gz"]
    return epoch_times([BIN / "gradc-run", library, *pair("--data", "train"), *pair("--eval-data", "t10k"),
                        "--epochs", epochs, "--json"],
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


def allocated_arena(library):
    """Bytes of the arena that the runtime takes."""
    gradc = ctypes.CDLL(ROOT / "build/lib/libgradc.so")
    step = ctypes.c_void_p()
    args = OpenArgs(ctypes.sizeof(OpenArgs), str(library).encode(), None, 0)
    info = MemoryInfo(ctypes.sizeof(MemoryInfo))
    if gradc.gradc_open(ctypes.byref(args), ctypes.byref(step)) or \
            gradc.gradc_memory_info(step, ctypes.byref(info)):
        gradc.gradc_last_error.restype = ctypes.c_char_p
        sys.exit(f"bench: {gradc.gradc_last_error().decode()}")
    gradc.gradc_close(step)
    return info.arena


def figures(options):
    folder = data_folder()
    report = ROOT / "build/bench/demo.json"
    library = compile_model("demo", MODEL, f"--report={report}")
    epochs = 4 if options.quick else 6
    ours, theirs, products = [], [], {"step": [], "eval": []}
    worker = gradc_worker()
    for _ in range(options.rounds):
        times, accuracy = gradc_epochs(library, folder, epochs)
        ours.append(times)
        for entry, some in products.items():
            some.append(worker.ask("matmuls", library, entry, 0.5))
        times, jax_accuracy = jax_epochs(folder, epochs)
        theirs.append(times)
    worker.close()
    runs = {"step": -(-TRAIN_ROWS // BATCH), "eval": -(-EVAL_ROWS // BATCH)}
    floor = sum(runs[entry] * merge(some)["least"] for entry, some in products.items())
    jax = merge(theirs)
    arena = {"report": json.loads(report.read_text())["arena_bytes"], "allocated": allocated_arena(library)}
    yield Figure("demo, an epoch with its evaluation", "s", {"gradc": merge(ours), "JAX": jax},
                 [Bound("1.35 x its matmuls alone", 1.35 * floor), Bound("0.6 x JAX", 0.6 * jax["least"])],
                 {"matmuls_seconds": floor, "accuracy": {"gradc": accuracy, "JAX": jax_accuracy, "epochs": epochs},
                  "arena_bytes": arena})
