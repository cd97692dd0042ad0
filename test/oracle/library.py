"""Compiles many rows of the table into one library and runs it.

The library is value_and_grad of one function: its loss is the sum over all rows
of <y, dy>, where the cotangents dy are inputs too, so that one run gives every
row's results and the gradients of every row's inputs.
"""
import re
import subprocess

import numpy as np

from case import DTYPES, FLOATS, LOW, NAMES, t


class ToolError(Exception):
    """A tool that should have worked did not; the message is what it said."""


class DifferentBits(ToolError):
    """Two runs that should give the same bits did not."""


def run_tool(*arguments):
    """Runs a tool to its end; its output, or ToolError."""
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True)
    if done.returncode != 0:
        raise ToolError(f"{arguments[0]} exits with {done.returncode}: "
                        f"{done.stderr.strip()[-3000:]}")
    return done.stdout


class _Row:
    """The text of one row, with its values under names of their own."""

    def __init__(self, index, case, results, loss_type):
        self.case = case
        self.loss_type = loss_type
        self.prefix = f"c{index}"
        self.lines = []
        self.arguments = []  # (name, type)
        self.returns = []    # (name, value, type)
        self.loss = []       # scalars to add up

        def value(name):
            return f"%{self.prefix}_{name}"

        types = {}
        for letter, x in zip(case.letters, case.inputs):
            given = t(NAMES[x.dtype], *x.shape)
            types[letter] = given
            self.arguments.append((f"{self.prefix}.{letter}", value(letter), given))
            if NAMES[x.dtype] in FLOATS and case.dtype in LOW:
                types[letter] = t(case.dtype, *x.shape)
                self.lines.append(f"{value(letter + '_low')} = prim.convert {value(letter)} : "
                                  f"({given}) -> {types[letter]}")
        for name, y in zip(case.results, results):
            types[name] = t(NAMES[y.dtype], *y.shape)
            if NAMES[y.dtype] in FLOATS and case.dtype in LOW:
                types[name] = t(case.dtype, *y.shape)
        self.lines += self._body(types)
        for name, place, y in zip(case.results, case.places or case.results, results):
            self._result(value, name, value(place), y, types[name])

    def _body(self, types):
        """The row's own text, every value prefixed and every {name} filled in."""
        low = {x for x, type in types.items() if self.case.dtype in LOW
               and type.endswith(f"{self.case.dtype}>") and x in self.case.letters}

        def rename(match):
            name = match.group(1)
            return f"%{self.prefix}_{name}{'_low' if name in low else ''}"

        text = re.sub(r"%(\w+)", rename, self.case.body)
        text = re.sub(r"\{(\w+)\}", lambda m: types.get(m.group(1), m.group(0)), text)
        return [line.strip() for line in text.strip().splitlines()]

    def _result(self, value, name, place, y, type):
        """Returns the value `place` as a result; if it's a float, <y, dy> goes into the loss."""
        dtype, own = NAMES[y.dtype], value(name)
        if dtype not in FLOATS:
            self.returns.append((f"{self.prefix}.{name}", place, type))
            return
        if self.case.dtype in LOW:
            wide = t("f32", *y.shape)
            self.lines.append(f"{own}_wide = prim.convert {place} : ({type}) -> {wide}")
            place, type, dtype = f"{own}_wide", wide, "f32"
        self.returns.append((f"{self.prefix}.{name}", place, type))
        self.arguments.append((f"{self.prefix}.d{name}", value("d" + name), type))
        self.lines.append(f"{own}_p = prim.multiply {place}, {value('d' + name)} : {type}")
        scalar = f"{own}_p"
        if y.ndim:
            scalar = f"{own}_s"
            dims = ", ".join(str(d) for d in range(y.ndim))
            self.lines.append(f"{scalar} = prim.reduce({own}_p init: %zero_{dtype}) applies prim.add "
                              f"across dimensions = [{dims}] : ({type}, {t(dtype)}) -> {t(dtype)}")
        if dtype != self.loss_type:
            self.lines.append(f"{own}_l = prim.convert {scalar} : ({t(dtype)}) -> {t(self.loss_type)}")
            scalar = f"{own}_l"
        self.loss.append(scalar)


def write_text(cases, results):
    """The module that holds all rows; `results` are each row's results, for their types."""
    loss_type = "f64" if cases[0].dtype == "f64" else "f32"
    rows = [_Row(i, case, ys, loss_type) for i, (case, ys) in enumerate(zip(cases, results))]
    lines, total = [], f"%zero_{loss_type}"
    for row in rows:
        lines.append(f"// {row.case.name}")
        lines += row.lines
        for n, scalar in enumerate(row.loss):
            lines.append(f"%{row.prefix}_loss{n} = prim.add {total}, {scalar} : {t(loss_type)}")
            total = f"%{row.prefix}_loss{n}"
    arguments = ",\n    ".join(
        f'{place}: {type} {{train.role = "input", train.name = "{name}"}}'
        for row in rows for name, place, type in row.arguments)
    returns = [r for row in rows for r in row.returns]
    result_types = ",\n    ".join(
        [f'{t(loss_type)} {{train.role = "loss", train.name = "loss"}}'] +
        [f'{type} {{train.role = "output", train.name = "{name}"}}' for name, _, type in returns])
    zeros = [f"%zero_{dtype} = prim.constant dense<0.0> : {t(dtype)}" for dtype in ("f32", "f64")]
    body = "\n  ".join(zeros + lines)
    places = ", ".join([total] + [place for _, place, _ in returns])
    types = ", ".join([t(loss_type)] + [type for _, _, type in returns])
    return (f"func.func @main(\n    {arguments})\n    -> ({result_types}) {{\n"
            f"  {body}\n  return {places} : {types}\n}}\n")


def run_library(cases, results, cotangents, work, tools, threads=(), options=()):
    """Compiles and runs the rows in the folder `work`.

    Returns per row its results and the gradients of its float inputs by letter. With
    several numbers of threads it runs once for each, and raises DifferentBits when
    their outputs differ. `options` are more of gradc's.
    """
    work.mkdir(parents=True, exist_ok=True)
    (work / "cases.mlir").write_text(write_text(cases, results))
    arrays = {}
    for i, (case, dys) in enumerate(zip(cases, cotangents)):
        for letter, x in zip(case.letters, case.inputs):
            arrays[f"c{i}.{letter}"] = x
        for name, dy in dys.items():
            arrays[f"c{i}.d{name}"] = dy
    np.savez(work / "in.npz", **arrays)
    run_tool(tools / "gradc", work / "cases.mlir", "--entry=value_and_grad",
             "-o", work / "cases.so", *options)
    outs = []
    for number in threads or (None,):
        option = () if number is None else ("--threads", number)
        run_tool(tools / "gradc-run", work / "cases.so", "--inputs", work / "in.npz",
                 "--outputs", work / "out.npz", *option)
        with np.load(work / "out.npz") as out:
            outs.append(dict(out))
    out = outs[0]
    for number, other in zip(threads[1:], outs[1:]):
        for name, x in out.items():
            if x.tobytes() != other[name].tobytes():
                raise DifferentBits(f"{name} has other bits with {number} threads than with {threads[0]}")
    answers = []
    for i, (case, ys) in enumerate(zip(cases, results)):
        got = [out[f"output.c{i}.{name}"] for name in case.results]
        gradients = {letter: out[f"grad.c{i}.{letter}"]
                     for letter, x in zip(case.letters, case.inputs)
                     if x.dtype in (np.float32, np.float64)}
        answers.append((got, gradients))
    return answers
