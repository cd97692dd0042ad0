"""Training steps of two perceptrons, beside the peers' and beside the step's own matrix products."""
from contenders import compile_model, gradc_worker, peers, take_turns
from figures import Bound, Figure

# Batch and sizes; the most that the step may take of its matmuls' time and of JAX's.
MLPS = [((512, 784, 2048, 2048, 10), 1.12, 1.0), ((128, 64, 256, 256, 10), 1.6, 0.65)]


def figures(options):
    gradc = gradc_worker()
    others = peers(options.torch)
    for (batch, *sizes), of_matmuls, of_jax in MLPS:
        name = "-".join(map(str, sizes))
        library = compile_model(f"mlp-{name}", "bench/models/mlp.mlir", "--dim", f"B={batch}",
                                "--dim", f"in={sizes[0]}", "--dim", f"hidden={sizes[1]}")
        seconds = 0.3 if options.quick else 1.0
        jobs = [(gradc, ["step", library, "step", seconds])]
        jobs += [(peer, ["mlp", batch, *sizes, seconds]) for peer in others]
        # Its products stand beside the step in every turn, for they are its floor.
        products = Alone(gradc, "matmuls")
        jobs.insert(1, (products, ["matmuls", library, "step", seconds]))
        times = take_turns(options.rounds, jobs)
        floor = times.pop(products.name)["least"]
        bounds = [Bound(f"{of_matmuls} x its matmuls alone", of_matmuls * floor)]
        if "JAX" in times:
            bounds.append(Bound("JAX" if of_jax == 1 else f"{of_jax} x JAX", of_jax * times["JAX"]["least"]))
        bounds += [Bound(name, t["least"]) for name, t in times.items() if name.startswith("torch")]
        yield Figure(f"MLP {name}, batch {batch}", "ms" if sizes[0] > 64 else "µs", times, bounds,
                     {"matmuls_seconds": floor})
    for worker in (gradc, *others):
        worker.close()


class Alone:
    """Another name for a worker, for a second kind of question."""

    def __init__(self, worker, name):
        self.worker, self.name = worker, name

    def ask(self, *words):
        return self.worker.ask(*words)
