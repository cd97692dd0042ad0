#!/usr/bin/env python3
"""Holds fused random programs of prim against the same programs with a kernel for every op.

    test/oracle/random_fusions.py [--seed S] [--count N] [--batch N]

Program S, S + 1, … are compiled, with their gradients, many to a library: once as gradc
fuses them and once with --fusion=off. What no sum is part of has the same bits; the
order of a sum's terms may differ.
"""
import argparse
import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np

import compare
import library
from case import DTYPES
from grow import grow
from reference import make_cotangents

ROOT = Path(__file__).resolve().parent.parent.parent
SEED, COUNT, BATCH = 5000, 500, 25
BOUND = {"f64": 1e-12, "f32": 2e-5}


def result_types(program):
    return [SimpleNamespace(dtype=np.dtype(DTYPES[node.dtype]), shape=node.shape, ndim=len(node.shape))
            for node in (program.nodes[r] for r in program.results)]


def sums(program):
    """Which of the program's values a sum is part of."""
    found = []
    for node in program.nodes:
        found.append(node.op in ("reduce", "dot_general") or any(found[o] for o in node.operands))
    return found


def faults(program, case, fused, plain):
    """What the two answers to one program differ in."""
    summed = sums(program)
    for place, y, z in zip(program.results, fused[0], plain[0]):
        if not summed[place] and y.tobytes() != z.tobytes():
            yield f"result %v{place} has other bits when fused"
        elif not np.issubdtype(z.dtype, np.floating):
            if y.tobytes() != z.tobytes():
                yield f"result %v{place} is another one when fused"
        elif fault := compare.norm_fault(y, z, BOUND[program.dtype]):
            yield f"result %v{place} {fault}"
    for letter, z in plain[1].items():
        if fault := compare.norm_fault(fused[1][letter], z, BOUND[program.dtype]):
            yield f"gradient of %{letter} {fault}"


def check(programs, work, tools):
    """Yields (program's name, what is wrong); halves of a library that fails are tried alone."""
    cases = [p.as_case() for p in programs]
    types = [result_types(p) for p in programs]
    cotangents = make_cotangents(cases, types)
    try:
        fused, plain = (library.run_library(cases, types, cotangents, work / f"fusion_{fusion}", tools,
                                            options=(f"--fusion={fusion}",)) for fusion in ("on", "off"))
    except (library.ToolError, KeyError) as error:
        if len(programs) == 1:
            yield programs[0].name, str(error)
            return
        half = len(programs) // 2
        yield from check(programs[:half], work, tools)
        yield from check(programs[half:], work, tools)
        return
    for program, case, a, b in zip(programs, cases, fused, plain):
        for fault in faults(program, case, a, b):
            yield program.name, fault


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=SEED, help="of the first program")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--batch", type=int, default=BATCH, help="programs to a library of one type, about twice")
    parser.add_argument("--work", type=Path, default=ROOT / "build/oracle")
    parser.add_argument("--tools", type=Path, default=Path(os.environ.get("GRADC_TOOLS", ROOT / "build/bin")))
    options = parser.parse_args()
    start = time.monotonic()
    wrong = set()
    end = options.seed + options.count
    for first in range(options.seed, end, 2 * options.batch):
        programs = [grow(seed, least=8, most=24) for seed in range(first, min(first + 2 * options.batch, end))]
        for dtype in ("f64", "f32"):
            some = [p for p in programs if p.dtype == dtype]
            for name, fault in check(some, options.work, options.tools) if some else ():
                print(f"{name}: {fault}", flush=True)
                wrong.add(name)
    what = f"{options.count} random programs fused and not, {time.monotonic() - start:.0f} s"
    sys.exit(f"{len(wrong)} at fault of {what}" if wrong else print(what))


if __name__ == "__main__":
    main()
