"""The demo in JAX: an MLP 784-512-512-10 on Fashion-MNIST, AdamW, batches of 128.

    fashion_jax.py FOLDER EPOCHS

FOLDER holds the four IDX files. Prints a JSON line for every epoch once it has
been trained and evaluated: {"epoch": 1, "loss": …, "accuracy": …}.
"""
import gzip
import json
import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import optax

BATCH = 128
SIZES = [784, 512, 512, 10]


def read_idx(folder, name):
    """The array in one gzip'd IDX file of unsigned bytes."""
    data = gzip.open(next(Path(folder).glob(name + "*"))).read()
    shape = [int.from_bytes(data[4 + 4 * i:8 + 4 * i], "big") for i in range(data[3])]
    return np.frombuffer(data, np.uint8, offset=4 + 4 * len(shape)).reshape(shape)


def init(key):
    """Weights and biases as PyTorch's Linear starts them."""
    parameters = []
    for fan_in, fan_out in zip(SIZES[:-1], SIZES[1:]):
        key, w, b = jax.random.split(key, 3)
        bound = fan_in ** -0.5
        parameters.append((jax.random.uniform(w, (fan_in, fan_out), minval=-bound, maxval=bound),
                           jax.random.uniform(b, (fan_out,), minval=-bound, maxval=bound)))
    return parameters


def logits(parameters, images):
    h = images.reshape(images.shape[0], -1).astype(jnp.float32) / 255
    for weight, bias in parameters[:-1]:
        h = jax.nn.relu(h @ weight + bias)
    weight, bias = parameters[-1]
    return h @ weight + bias


def loss(parameters, images, labels):
    return optax.softmax_cross_entropy_with_integer_labels(logits(parameters, images), labels).mean()


OPTIMIZER = optax.adamw(1e-3, weight_decay=0.01)


# The old state's memory is given back for the new one's.
def step(parameters, state, images, labels):
    value, gradient = jax.value_and_grad(loss)(parameters, images, labels)
    updates, state = OPTIMIZER.update(gradient, state, parameters)
    return optax.apply_updates(parameters, updates), state, value


def main():
    folder, epochs = sys.argv[1], int(sys.argv[2])
    images, labels = read_idx(folder, "train-images"), read_idx(folder, "train-labels").astype(np.int32)
    test_images, test_labels = read_idx(folder, "t10k-images"), read_idx(folder, "t10k-labels")
    run_step = jax.jit(step, donate_argnums=(0, 1))
    predict = jax.jit(lambda parameters, x: logits(parameters, x).argmax(-1))
    parameters = init(jax.random.key(0))
    state = OPTIMIZER.init(parameters)
    order = np.random.default_rng(0)
    for epoch in range(1, epochs + 1):
        rows = order.permutation(len(images))
        for start in range(0, len(rows) - BATCH + 1, BATCH):
            some = rows[start:start + BATCH]
            parameters, state, value = run_step(parameters, state, images[some], labels[some])
        guesses = [np.asarray(predict(parameters, test_images[i:i + 1000])) for i in range(0, 10000, 1000)]
        accuracy = float((np.concatenate(guesses) == test_labels).mean())
        print(json.dumps({"epoch": epoch, "loss": float(value), "accuracy": accuracy}), flush=True)


if __name__ == "__main__":
    main()
