"""The works of bench/ops.py and the training steps of bench/models/mlp.mlir in torch.

    works_torch.py eager | compile
"""
import sys

import torch
import torch.nn.functional as F

from worker import serve

MODE = sys.argv[1]


def prepared(function):
    """As it stands, or compiled for these shapes."""
    return torch.compile(function, dynamic=False) if MODE == "compile" else function


def adamw_of(parameters):
    return torch.optim.AdamW(parameters, lr=1e-3, weight_decay=0.01, fused=True)


def prepare_op(name, rows, columns):
    def full():
        return torch.randn(rows, columns)

    def leaf(x):
        return x.requires_grad_()

    if name == "adamw":
        parameter = torch.nn.Parameter(full())
        parameter.grad = full()
        return adamw_of([parameter]).step

    def row():
        return torch.randn(columns)

    x = leaf(full())
    if name == "cross_entropy":
        label = torch.full((rows,), 3)
        f, arguments, cotangents = lambda x: (F.cross_entropy(x, label),), (x,), (torch.tensor(1.0),)
    elif name == "gelu":
        f, arguments, cotangents = lambda x: (F.gelu(x),), (x,), (full(),)
    elif name == "softmax":
        f, arguments, cotangents = lambda x: (F.softmax(x, -1),), (x,), (full(),)
    elif name == "layer_norm":
        f = lambda x, w, b: (F.layer_norm(x, (columns,), w, b),)
        arguments, cotangents = (x, leaf(row()), leaf(row())), (full(),)
    elif name == "rms_norm":
        f = lambda x, w: (F.rms_norm(x, (columns,), w),)
        arguments, cotangents = (x, leaf(row())), (full(),)
    elif name == "dropout_residual_norm":
        def f(x, h, w, b):
            r = x + F.dropout(h, 0.1)
            return r, F.layer_norm(r, (columns,), w, b)
        arguments, cotangents = (x, leaf(full()), leaf(row()), leaf(row())), (full(), full())
    else:
        raise SystemExit(f"works_torch: there is no work '{name}'")
    run = prepared(f)
    return lambda: torch.autograd.grad(run(*arguments), arguments, cotangents)


def prepare_mlp(batch, *sizes):
    layers = []
    for a, b in zip(sizes, sizes[1:]):
        layers += [torch.nn.Linear(a, b), torch.nn.ReLU()]
    network = torch.nn.Sequential(*layers[:-1])
    optimizer = adamw_of(network.parameters())
    x, label = torch.randn(batch, sizes[0]), torch.randint(0, 10, (batch,))
    loss = prepared(lambda x, label: F.cross_entropy(network(x), label))

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss(x, label).backward()
        optimizer.step()
    return step


def prepare(name, *sizes):
    torch._dynamo.reset()  # else only some shapes of a function are compiled
    return prepare_mlp(*sizes) if name == "mlp" else prepare_op(name, *sizes)


if __name__ == "__main__":
    serve(prepare)
