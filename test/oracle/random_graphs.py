#!/usr/bin/env python3
"""Holds random programs of prim against JAX: results, gradients, bits over threads.

    test/oracle/random_graphs.py [--seed S] [--count N] [--batch N] [--shrink]

Program S, S + 1, … are compiled some to a library. Each library runs with one and
with three threads. `--shrink` makes every program at fault as small as it gets
while it stays at fault, and prints it as it would stand in a table.
"""
import argparse
import os
import re
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

import compare
import library
import reference
from case import FLOATS, is_float
from graph import LETTERS, Node, Program, replaced
from grow import grow

ROOT = Path(__file__).resolve().parent.parent.parent
THREADS = (1, 3)
BOUND = {"f64": 1e-10, "f32": 1e-4}
# What a run of the whole oracle looks at.
SEED, COUNT, BATCH = 1, 30, 10


def check_programs(match, work, tools):
    """The programs of every run whose name matches; yields (name, what is wrong)."""
    yield from check([seed for seed in range(SEED, SEED + COUNT) if re.search(match, f"random_{seed}")],
                     BATCH, work, tools)


def check(seeds, batch, work, tools):
    """Yields (program's name, what is wrong)."""
    seeds = list(seeds)
    for start in range(0, len(seeds), batch):
        programs = [grow(seed) for seed in seeds[start:start + batch]]
        for dtype in ("f64", "f32"):
            some = [p for p in programs if p.dtype == dtype]
            yield from check_library(some, work / f"random_{dtype}", tools)


def check_library(programs, work, tools):
    """Checks programs of one type in one library, or in halves if that fails."""
    if not programs:
        return
    cases = [p.as_case() for p in programs]
    types = reference.result_types(cases)
    cotangents = reference.make_cotangents(cases, types)
    try:
        answers = library.run_library(cases, types, cotangents, work, tools, THREADS)
    except (library.ToolError, KeyError) as error:
        if len(programs) == 1:
            yield programs[0].name, str(error)
            return
        half = len(programs) // 2
        yield from check_library(programs[:half], work, tools)
        yield from check_library(programs[half:], work, tools)
        return
    for case, dys, got in zip(cases, cotangents, answers):
        right = reference.evaluate([case], [dys])[0]
        for fault in faults(case, dys, got, right):
            yield case.name, fault


def tensors(answer):
    """(what it is, the tensor) of an answer's results and gradients."""
    ys, gradients = answer
    yield from ((f"result {i}", y) for i, y in enumerate(ys))
    yield from ((f"d{letter}", g) for letter, g in gradients.items())


def faults(case, dys, got, right):
    """What is wrong with one program's answer."""
    found = []
    slack = None
    for (what, ours), (_, theirs) in zip(tensors(got), tensors(right)):
        if not np.issubdtype(theirs.dtype, np.floating):
            fault = compare.value_fault(case, ours, theirs)
        else:
            fault = compare.norm_fault(ours, theirs, BOUND[case.dtype])
            if fault and ours.shape == theirs.shape and np.isfinite(theirs).all():
                # Some programs magnify rounding: as much as JAX errs is no fault of ours.
                slack = slack or dict(tensors(rounding(case, dys, right)))
                error = np.linalg.norm((ours.astype(np.float64) - theirs).ravel())
                if error <= 30 * slack[what]:
                    fault = None
        if fault:
            found.append(f"{what} {fault}")
    return found


def rounding(case, dys, right):
    """How far each tensor (as a norm) moves by rounding: from JAX in f32, taken down to the
    program's own type, and from inputs that are changed in their last place."""
    r = np.random.default_rng(0)
    eps = np.finfo(np.float64 if case.dtype == "f64" else np.float32).eps
    floats = [is_float(x) for x in case.inputs]
    moved = [x * (1 + eps * r.uniform(-2, 2, x.shape)).astype(x.dtype) if f else x for x, f in zip(case.inputs, floats)]
    narrow = [x.astype(np.float32) if f else x for x, f in zip(case.inputs, floats)]
    narrow_dys = {name: dy.astype(np.float32) for name, dy in dys.items()}
    moved = reference.evaluate([replace(case, inputs=moved)], [dys])[0]
    narrow = reference.evaluate([replace(case, inputs=narrow, reference="own")], [narrow_dys])[0]

    def distance(a, moved, narrow):
        a, moved, narrow = (np.asarray(x, np.float64).ravel() for x in (a, moved, narrow))
        with np.errstate(invalid="ignore"):
            return max(np.linalg.norm(a - moved), np.linalg.norm(a - narrow) * eps / np.finfo(np.float32).eps)
    ys = [distance(*y) for y in zip(right[0], moved[0], narrow[0])]
    gradients = {letter: distance(g, moved[1][letter], narrow[1][letter]) for letter, g in right[1].items()}
    return ys, gradients


def kind(fault):
    """What a smaller program must share with the larger: the tool's sentence, or being wrong."""
    for word in ("exits with -", "verif", "error:", "bits", "shape", "finite"):
        if word in fault:
            return word
    return "wrong"


def shrink(program, work, tools, seconds=120):
    """The smallest program found that is at fault in the same way."""
    end = time.monotonic() + seconds
    wanted = {kind(fault) for _, fault in check_library([program], work, tools)}

    def fails(candidate):
        if time.monotonic() > end:
            return False
        if not any(candidate.nodes[r].dtype in FLOATS for r in candidate.results):
            return False
        if sum(node.op == "argument" for node in candidate.nodes) > len(LETTERS):
            return False
        return bool(wanted & {kind(f) for _, f in check_library([candidate], work, tools)})

    changed = True
    while changed and time.monotonic() < end:
        changed = False
        for candidate in smaller(program):
            if fails(candidate):
                program, changed = candidate, True
                break
    return program


def smaller(program):
    """Programs one change away, the boldest changes first."""
    if len(program.results) > 1:
        for r in program.results:
            yield replace(program, results=[r]).trimmed()
        for k in range(len(program.results)):
            yield replace(program, results=program.results[:k] + program.results[k + 1:]).trimmed()
    live = len(program.nodes)
    for cheap in (False, True):
        for i in sorted(range(live), key=lambda i: abs(i - live // 2)) if not cheap else reversed(range(live)):
            node = program.nodes[i]
            if node.op in ("argument", "constant"):
                continue
            if not cheap:
                candidate = replaced(program, i, Node("argument", (), node.shape, node.dtype)).trimmed()
                if len(candidate.nodes) < live:
                    yield candidate
                continue
            for o in node.operands:
                other = program.nodes[o]
                if (other.shape, other.dtype) == (node.shape, node.dtype):
                    yield without(program, i, o)


def without(program, i, stand_in):
    """The program with the value `stand_in` wherever node `i` was read."""
    nodes = [replace(node, operands=tuple(stand_in if o == i else o for o in node.operands))
             for node in program.nodes]
    return replace(program, nodes=nodes,
                   results=[stand_in if r == i else r for r in program.results]).trimmed()


def show(program):
    case = program.as_case()
    inputs = ", ".join(f"%{letter}: {node.type}" for letter, node in
                       zip(case.letters, (n for n in program.nodes if n.op == "argument")))
    return f"({inputs})\n{case.body}\nreturns {', '.join('%' + p for p in case.places)}"


def main():
    # JAX compiles thousands of functions here and runs each once.
    os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=SEED, help="of the first program")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--batch", type=int, default=BATCH, help="programs to a library of one type, about twice")
    parser.add_argument("--shrink", action="store_true", help="make programs at fault smaller")
    parser.add_argument("--work", type=Path, default=ROOT / "build/oracle")
    parser.add_argument("--tools", type=Path, default=ROOT / "build/bin")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.count)
    wrong = set()
    start = time.monotonic()
    for name, fault in check(seeds, options.batch, options.work, options.tools):
        print(f"{name}: {fault}", flush=True)
        if options.shrink and name not in wrong:
            small = shrink(grow(int(name.removeprefix("random_"))), options.work / "shrink", options.tools)
            print(show(small))
            for _, again in check_library([small], options.work / "shrink", options.tools):
                print(f"  {again}", flush=True)
        wrong.add(name)
    what = f"{options.count} random programs against JAX, {time.monotonic() - start:.0f} s"
    sys.exit(f"{len(wrong)} at fault of {what}" if wrong else print(what))


if __name__ == "__main__":
    main()
