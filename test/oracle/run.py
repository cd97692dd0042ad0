#!/usr/bin/env python3
"""Holds gradc's results and gradients against JAX and central differences.

    test/oracle/run.py [--match REGEX] [--reference-only] [--rows N] [--tools DIR]

Every row of table/ is compiled, a hundred to a library, and run; then the nn
models and the training runs of their own, and a few random programs and models
(random_graphs.py, random_models.py run any number). What went wrong is printed per row; a
library that can't be compiled is cut into halves until the rows at fault are
found. `--reference-only` checks the table itself: JAX against differences.
"""
import argparse
import os
import re
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

import compare
import functions
import library
import mlp
import models
import random_graphs
import random_models
import reference
import training
from table import ROWS


def check_rows(cases, work, tools, reference_only=False):
    """Runs one library's worth of rows; yields (row's name, what is wrong)."""
    types = reference.result_types(cases)
    cotangents = reference.make_cotangents(cases, types)
    right = reference.evaluate(cases, cotangents)
    if reference_only:
        answers, errors = right, {}
    else:
        answers, errors = answer(cases, types, cotangents, work, tools)
    for i, (case, (ys, gradients)) in enumerate(zip(cases, right)):
        if i in errors:
            yield case.name, errors[i]
            continue
        got, got_gradients = answers[i]
        for y, right_y in zip(got, ys):
            fault = None if reference_only else compare.value_fault(case, y, right_y)
            if fault:
                yield case.name, fault
        if case.grad and not reference_only:
            for letter in gradients:
                fault = compare.gradient_fault(case, letter, got_gradients[letter], gradients[letter])
                if fault:
                    yield case.name, fault
    # Central differences, where the row is smooth and computes in f64.
    smooth = [i for i, case in enumerate(cases)
              if case.dtype == "f64" and case.grad and case.smooth and i not in errors]
    slopes = reference.directional_differences([cases[i] for i in smooth],
                                               [cotangents[i] for i in smooth])
    for i, (directions, slope) in zip(smooth, slopes):
        fault = compare.slope_fault(answers[i][1], directions, slope)
        if fault:
            yield cases[i].name, fault


def answer(cases, types, cotangents, work, tools):
    """gradc's answers by row, and what it says about rows it can't compile or run."""
    try:
        return dict(enumerate(library.run_library(cases, types, cotangents, work, tools))), {}
    except (library.ToolError, KeyError) as error:
        if len(cases) == 1:
            return {}, {0: str(error)}
    answers, errors = {}, {}
    half = len(cases) // 2
    for start, part in ((0, slice(0, half)), (half, slice(half, None))):
        some, wrong = answer(cases[part], types[part], cotangents[part], work, tools)
        answers |= {start + i: a for i, a in some.items()}
        errors |= {start + i: e for i, e in wrong.items()}
    return answers, errors


def batches(rows, size):
    """Rows cut into libraries: rows of f64 apart, since the loss has one type."""
    for wide in (True, False):
        some = [row for row in rows if (row.dtype == "f64") == wide]
        for start in range(0, len(some), size):
            yield some[start:start + size]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--match", default="", help="only rows whose name matches")
    parser.add_argument("--rows", type=int, default=100, help="rows to a library")
    parser.add_argument("--reference-only", action="store_true", help="check the table alone")
    parser.add_argument("--tools", type=Path, default=Path(os.environ.get("GRADC_TOOLS", ROOT / "build/bin")))
    options = parser.parse_args()

    names = [row.name for row in ROWS]
    twice = {name for name in names if names.count(name) > 1}
    assert not twice, f"rows of one name: {sorted(twice)}"
    rows = [row for row in ROWS if re.search(options.match, row.name)]
    work = ROOT / "build/oracle"
    faults, start = 0, time.monotonic()
    for number, cases in enumerate(batches(rows, options.rows)):
        folder = work / f"library{number}"
        for name, fault in check_rows(cases, folder, options.tools, options.reference_only):
            print(f"{name}: {fault}", flush=True)
            faults += 1
    others = [] if options.reference_only else [
        functions.check_functions, models.check_models, training.check_runs, mlp.check_mlp,
        random_graphs.check_programs, random_models.check_models]
    for check in others:
        for name, fault in check(options.match, work, options.tools):
            print(f"{name}: {fault}", flush=True)
            faults += 1
    what = (f"{len(rows)} rows, {len(models.MODELS)} models, {len(training.RUNS) + 1} training runs, "
            f"{random_graphs.COUNT} random programs and {random_models.COUNT} random models "
            "against JAX and central differences")
    if faults:
        sys.exit(f"{faults} faults in {what}")
    print(what)


if __name__ == "__main__":
    main()
