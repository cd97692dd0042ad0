#!/usr/bin/env python3
"""Trains random small nn models through the C interface: rows that don't count change no bit.

    test/oracle/random_models.py [--seed S] [--count N]

Each model trains three steps of which only some rows are valid, once with zeros in
the other rows and once with NaN and impossible labels, on one and on three threads.
All states and results must be the same bits, and finite.
"""
import argparse
import ctypes
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from case import DTYPES
from library import ToolError, run_tool

ROOT = Path(__file__).resolve().parent.parent.parent
SEED, COUNT = 1, 6
STEPS = 3
# By gradc_dtype_t.
TYPES = ["f32", "f64", "f16", "bf16", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i1"]

ACTIVATIONS = ["relu", "gelu", "gelu_tanh", "silu", "sigmoid", "tanh"]
RECIPES = [
    'optimizer = "sgd", lr = 0.05', 'optimizer = "sgd", lr = 0.05, momentum = 0.9, nesterov = true',
    'optimizer = "sgd", lr = 0.05, momentum = 0.9, dampening = 0.5, weight_decay = 0.01',
    'optimizer = "adam", lr = 0.01, weight_decay = 0.1',
    'optimizer = "adamw", lr = 0.01, schedule = ["warmup 20%", "cosine to 10%"]',
    'optimizer = "adamw", lr = 0.01, groups = {"*bias" = {weight_decay = 0.0}}',
    'optimizer = "adamw", lr = 0.01, skip_nonfinite = "gradients"',
]


@dataclass
class Model:
    text: str
    inputs: dict  # (shape, element type) by name
    batch: int
    classes: int  # 0: no labels
    ignored: int  # the label that doesn't count


class ModelGrower:
    """A model from a seed."""

    def __init__(self, seed):
        self.r = np.random.default_rng(seed)
        self.lines, self.number = [], 0

    def choose(self, *things):
        return things[self.r.integers(len(things))]

    def line(self, right):
        self.number += 1
        self.lines.append(f"%v{self.number} = {right}")
        return f"%v{self.number}"

    def layer(self, x, width):
        """One or a few layers that keep the shape; `width` is the size of the last dimension."""
        n = self.number
        kind = self.choose("linear", "norm", "act", "dropout", "residual", "gate", "softmax", "scale", "square")
        if kind == "linear":
            option = f', act = "{self.choose(*ACTIVATIONS)}"' if self.r.random() < 0.6 else ""
            option += ", bias = false" if self.r.random() < 0.2 else ""
            return self.line(f'nn.linear "fc{n}"({x}) {{out = {width}{option}}}')
        if kind == "norm":
            if self.r.random() < 0.3:
                return self.line(f'nn.rms_norm "norm{n}"({x}) {self.choose("", "{eps = 0.01}")}')
            return self.line(f'nn.layer_norm "ln{n}"({x}) {self.choose("", "{eps = 0.01}", "{bias = false}")}')
        if kind == "act":
            return self.line(f"nn.{self.choose('relu', 'gelu', 'silu', 'sigmoid', 'tanh')}({x})")
        if kind == "dropout":
            return self.line(f'nn.dropout "drop{n}"({x}) {{p = {self.choose(0.0, 0.25, 0.5)}}}')
        if kind == "residual":
            return self.line(f"nn.add({x}, {self.layer(x, width)})")
        if kind == "gate":
            gate = self.line(f"nn.sigmoid({self.layer(x, width)})")
            return self.line(f"nn.mul({gate}, {x})")
        if kind == "softmax":
            return self.line(f"nn.{self.choose('softmax', 'log_softmax')}({x})")
        if kind == "scale":
            return self.line(f"nn.scale({x}) {{factor = {self.choose(0.5, -1.25)}}}")
        return self.line(f"nn.mul({self.line(f'nn.tanh({x})')}, {x})")

    def body(self, x, width, most):
        for _ in range(self.r.integers(1, most + 1)):
            x = self.layer(x, width)
        return x

    def grow(self):
        batch = int(self.choose(1, 2, 3, 7, 16, 33))
        dtype = str(self.choose("f32", "f32", "f64"))
        shape = [int(self.choose(1, 3, 7, 16, 17, 33)) for _ in range(self.r.integers(1, 4))]
        inputs = {"x": ([batch, *shape], dtype)}
        module = ""
        if self.r.random() < 0.5:
            y = self.body("%x", shape[-1], 4)
            module = "\n  ".join(["nn.module @Block(%x) {", *self.lines, f"nn.return {y}"]) + "\n}\n"
            self.lines = []
        x = self.body("%x", shape[-1], 3)
        if module:
            x = self.line(f'nn.call @Block "h"({x}) repeat {self.choose(1, 2, 3)}')
        if len(shape) > 1 and self.r.random() < 0.5:
            # Dimensions behind the batch change places.
            order = [0] + [int(d) + 1 for d in self.r.permutation(len(shape))]
            x = self.line(f"nn.transpose({x}) {{permutation = {order}}}")
            shape = [shape[d - 1] for d in order[1:]]
        x = self.body(x, shape[-1], 3)
        if len(shape) > 1 and self.r.random() < 0.5:
            x = self.line(f"nn.flatten({x})")
            shape = [int(np.prod(shape))]
        classes, ignored = int(self.choose(2, 5, 10, 17)), -100
        z = self.line(f'nn.linear "head"({x}) {{out = {classes}}}')
        metrics = ""
        if self.r.random() < 0.7:
            ignored = int(self.choose(-100, 1))
            option = f" {{ignore_index = {ignored}}}" if ignored != -100 else ""
            labels = str(self.choose("i32", "i64", "ui8") if ignored >= 0 else self.choose("i32", "i64"))
            inputs["label"] = ([batch, *shape[:-1]], labels)
            loss = self.line(f"nn.cross_entropy({z}, %label){option}")
            if self.r.random() < 0.5:
                accuracy = self.line(f"nn.accuracy({z}, %label){option}")
                metrics = f", metrics(accuracy = {accuracy})"
        else:
            inputs["target"] = ([batch, *shape[:-1], classes], dtype)
            loss, classes = self.line(f"nn.mse({z}, %target)"), 0
        arguments = ", ".join(f"%{name}: {t}[{', '.join(['B', *map(str, s[1:])])}]" for name, (s, t) in inputs.items())
        lines = "\n  ".join([*self.lines, f"nn.return loss({loss}){metrics}, outputs(z = {z})"])
        text = (f"{module}nn.model @model({arguments}) <B = {batch}> {{\n  {lines}\n}}\n"
                f"train.recipe {{{self.choose(*RECIPES)}}}\n")
        return Model(text, inputs, batch, classes, ignored)


class Struct(ctypes.Structure):
    """Structs of gradc.h that begin with their size."""

    def __init__(self, **fields):
        super().__init__(struct_size=ctypes.sizeof(self), **fields)


class OpenArgs(Struct):
    _fields_ = [("struct_size", ctypes.c_size_t), ("path", ctypes.c_char_p), ("device", ctypes.c_char_p),
                ("num_threads", ctypes.c_int32)]


class TensorInfo(Struct):
    _fields_ = [("struct_size", ctypes.c_size_t), ("name", ctypes.c_char_p), ("role", ctypes.c_int),
                ("dtype", ctypes.c_int), ("rank", ctypes.c_uint32), ("is_batched", ctypes.c_int32),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("bytes", ctypes.c_size_t)]


class Tensor(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("dtype", ctypes.c_int), ("rank", ctypes.c_uint32),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("data", ctypes.c_void_p)]


class RunArgs(Struct):
    _fields_ = [("struct_size", ctypes.c_size_t), ("entry", ctypes.c_char_p), ("inputs", ctypes.POINTER(Tensor)),
                ("num_inputs", ctypes.c_uint32), ("valid_rows", ctypes.c_int64), ("stream", ctypes.c_void_p)]


class Step:
    """A step.so, opened."""

    def __init__(self, tools, path, threads):
        self.lib = ctypes.CDLL(str(tools.parent / "lib/libgradc.so"))
        self.lib.gradc_last_error.restype = ctypes.c_char_p
        self.handle = ctypes.c_void_p()
        self.call("gradc_open", ctypes.byref(OpenArgs(path=str(path).encode(), num_threads=threads)),
                  ctypes.byref(self.handle))
        self.call("gradc_init", self.handle, ctypes.c_int64(7))

    def call(self, name, *arguments):
        if getattr(self.lib, name)(*arguments) != 0:
            raise ToolError(f"{name}: {self.lib.gradc_last_error().decode()}")

    def close(self):
        self.lib.gradc_close(self.handle)

    def run(self, entry, inputs, valid_rows):
        tensors = (Tensor * len(inputs))()
        for tensor, (name, (x, dtype)) in zip(tensors, inputs.items()):
            shape = (ctypes.c_int64 * x.ndim)(*x.shape)
            tensor.name, tensor.dtype, tensor.rank = name.encode(), TYPES.index(dtype), x.ndim
            tensor.shape, tensor.data = shape, x.ctypes.data
        self.call("gradc_run", self.handle, ctypes.byref(RunArgs(
            entry=entry.encode(), inputs=tensors, num_inputs=len(inputs), valid_rows=valid_rows)))

    def results(self, entry):
        """Every result by (name, role)."""
        found = {}
        for i in range(self.lib.gradc_num_results(self.handle, entry.encode())):
            info = TensorInfo()
            self.call("gradc_result_info", self.handle, entry.encode(), i, ctypes.byref(info))
            x = np.empty([info.shape[d] for d in range(info.rank)], DTYPES[TYPES[info.dtype]])
            self.call("gradc_read_result_at", self.handle, entry.encode(), i, ctypes.c_void_p(x.ctypes.data),
                      ctypes.c_size_t(info.bytes))
            found[f"{entry} {info.name.decode()}"] = x
        return found

    def state(self):
        found = {}
        for i in range(self.lib.gradc_num_state(self.handle)):
            info = TensorInfo()
            self.call("gradc_state_info", self.handle, i, ctypes.byref(info))
            x = np.empty([info.shape[d] for d in range(info.rank)], DTYPES[TYPES[info.dtype]])
            self.call("gradc_read_state", self.handle, info.name, ctypes.c_void_p(x.ctypes.data),
                      ctypes.c_size_t(info.bytes))
            found[f"state {info.name.decode()}"] = x
        return found


def make_batch(model, r, valid, rest):
    """Inputs of which `valid` rows count; the others hold zeros or what must never matter."""
    inputs = {}
    for name, (shape, dtype) in model.inputs.items():
        if name == "label":
            x = r.integers(0, model.classes, shape).astype(DTYPES[dtype])
            x[r.random(shape) < 0.2] = max(model.ignored, 0) if dtype == "ui8" else model.ignored
        else:
            x = r.standard_normal(shape).astype(DTYPES[dtype])
        x[valid:] = 0 if rest == "zeros" else np.nan if dtype in ("f32", "f64") else 111
        inputs[name] = (np.ascontiguousarray(x), dtype)
    return inputs


def train(model, library, tools, rest, threads, seed):
    """Everything that three steps and an evaluation give; outputs of valid rows only."""
    step = Step(tools, library, threads)
    found = {}
    r = np.random.default_rng(seed)
    for number, entry in enumerate(["step"] * STEPS + ["eval"]):
        valid = int(r.integers(0, model.batch + 1))
        step.run(entry, make_batch(model, r, valid, rest), valid)
        for name, x in step.results(entry).items():
            found[f"{name} of run {number}"] = x[:valid] if name.endswith(" z") else x
    found |= step.state()
    step.close()
    return found


def fault(seed, work, tools):
    """What is wrong with the model of this seed, or None."""
    model = ModelGrower(seed).grow()
    work.mkdir(parents=True, exist_ok=True)
    (work / "model.mlir").write_text(model.text)
    try:
        run_tool(tools / "gradc", work / "model.mlir", "-o", work / f"model{seed}.so")
        first = None
        for rest, threads in [("zeros", 1), ("odd", 1), ("odd", 3)]:
            found = train(model, work / f"model{seed}.so", tools, rest, threads, seed)
            first = first or found
            for name, x in found.items():
                if not np.isfinite(x).all():
                    return f"{name} is not finite"
                if x.tobytes() != first[name].tobytes():
                    return f"{name} has other bits with {rest} in the rest and {threads} threads"
    except ToolError as error:
        return str(error)
    finally:
        (work / f"model{seed}.so").unlink(missing_ok=True)
    return None


def check_models(match, work, tools):
    """The models of every run whose name matches; yields (name, what is wrong)."""
    for seed in range(SEED, SEED + COUNT):
        wrong = re.search(match, f"random_model_{seed}") and fault(seed, work / "random_models", tools)
        if wrong:
            yield f"random_model_{seed}", wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=SEED, help="of the first model")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--work", type=Path, default=ROOT / "build/oracle/random_models")
    parser.add_argument("--tools", type=Path, default=ROOT / "build/bin")
    options = parser.parse_args()
    wrong, start = 0, time.monotonic()
    for seed in range(options.seed, options.seed + options.count):
        what = fault(seed, options.work, options.tools)
        if what:
            wrong += 1
            print(f"random_model_{seed}: {what}", flush=True)
    what = f"{options.count} random models, {time.monotonic() - start:.0f} s"
    sys.exit(f"{wrong} at fault of {what}" if wrong else print(what))


if __name__ == "__main__":
    main()
