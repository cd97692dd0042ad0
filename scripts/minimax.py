#!/usr/bin/env python3
"""Writes passes/code/Polynomials.h: the coefficients of gradc-expand-math.

    scripts/minimax.py > passes/code/Polynomials.h
    scripts/minimax.py --check

Each polynomial is the weighted minimax one of its degree: the Remez exchange on a
fine grid, in decimal arithmetic of 80 digits. Coefficients are rounded one after
another, from the constant up, and those above are fitted again each time, so that
they make up for the rounding. The weight turns an error of the polynomial into the
error that counts, mostly the relative one of the function it is a part of.
"""
import argparse
import struct
import sys
from dataclasses import dataclass
from decimal import Decimal as D
from decimal import getcontext
from math import cos, pi
from pathlib import Path
from typing import Callable

getcontext().prec = 80
HEADER = Path(__file__).resolve().parent.parent / "passes/code/Polynomials.h"
LN2 = D(2).ln()
PI = D("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534")


# The functions, exact to some 60 digits. Where one is a difference that cancels near
# 0, 80 digits are still plenty: no grid point is nearer to 0 than 1e-5.

def erf(x):
    """2/sqrt(pi) e^(-x^2) sum of 2^n x^(2n+1) / (2n+1)!!, whose terms are positive."""
    term = total = x
    n = 0
    while term > total * D("1e-75"):
        n += 1
        term *= 2 * x * x / (2 * n + 1)
        total += term
    return 2 / PI.sqrt() * (-x * x).exp() * total


def erfc(x):
    return 1 - erf(x)


def tanh(x):
    e = (2 * x).exp()
    return (e - 1) / (e + 1)


def normal_tail(y):
    """The standard normal distribution at -y."""
    return erfc(y / D(2).sqrt()) / 2


def log2(x):
    return x.ln() / LN2


@dataclass
class Polynomial:
    name: str
    what: str
    degree: dict           # by type
    interval: tuple
    function: Callable
    weight: Callable


HALF_LN2 = LN2 / 2 * D("1.0001")
HALF = D("0.50001")
TANH_SPLIT, ERF_SPLIT, TAIL_END = D("0.55"), D(1), D(10)
ERF_END = {"F32": D("3.93"), "F64": D("5.93")}
TAIL_FLOOR = {"F32": D("1e-8"), "F64": D("1e-17")}


def polynomials(type):
    def tail_weight(y):
        # The relative error up to 1, then the absolute one; far out it suffices to look like the function.
        absolute = normal_tail(y) / normal_tail(D(1)) / 3
        return LN2 * y * max(min(D(1), absolute), TAIL_FLOOR[type])

    yield Polynomial(
        "Exp", "(e^r - 1 - r) / r^2 for |r| <= ln(2)/2", {"F32": 4, "F64": 10},
        (-HALF_LN2, HALF_LN2), lambda r: (r.exp() - 1 - r) / (r * r),
        lambda r: r * r / abs(r.exp() - 1))
    yield Polynomial(
        "Exp2", "(2^r - 1) / r for |r| <= 1/2", {"F32": 5, "F64": 11},
        (-HALF, HALF), lambda r: ((r * LN2).exp() - 1) / r, lambda r: r / (r * LN2).exp())
    yield Polynomial(
        "Log", "(ln(1 + f) - f) / f^2 for |f| <= 1/3", {"F32": 7, "F64": 19},
        (-D(1) / 3, D(1) / 3), lambda f: ((1 + f).ln() - f) / (f * f),
        lambda f: f * f / abs((1 + f).ln()))
    yield Polynomial(
        "Tanh", f"(tanh(x)/x - 1) / u in u = x^2 for |x| <= {TANH_SPLIT}", {"F32": 4, "F64": 9},
        (D(0), TANH_SPLIT ** 2), lambda u: (tanh(u.sqrt()) / u.sqrt() - 1) / u,
        lambda u: u * u.sqrt() / tanh(u.sqrt()))
    yield Polynomial(
        "Erf", f"erf(x)/x - 1 in u = x^2 for |x| <= {ERF_SPLIT}", {"F32": 5, "F64": 13},
        (D(0), ERF_SPLIT ** 2), lambda u: erf(u.sqrt()) / u.sqrt() - 1,
        lambda u: u.sqrt() / erf(u.sqrt()))
    yield Polynomial(
        "Erfc", f"log2(erfc(y)) for {ERF_SPLIT} <= y <= {ERF_END[type]}", {"F32": 5, "F64": 18},
        (ERF_SPLIT, ERF_END[type]), lambda y: log2(erfc(y)), lambda y: LN2 * erfc(y) / erf(y))
    yield Polynomial(
        "NormalTail", f"(1 + log2(P(-y))) / y, P the normal distribution, for 0 <= y <= {TAIL_END}",
        {"F32": 8, "F64": 24}, (D(0), TAIL_END), lambda y: (1 + log2(normal_tail(y))) / y, tail_weight)


# Fitting.

def solve(rows):
    """Gauss elimination of rows [a..., b]."""
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(i + 1, n):
            factor = rows[r][i] / rows[i][i]
            if factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    x = [D(0)] * n
    for i in reversed(range(n)):
        x[i] = (rows[i][n] - sum(rows[i][j] * x[j] for j in range(i + 1, n))) / rows[i][i]
    return x


def horner(coefficients, x):
    total = D(0)
    for c in reversed(coefficients):
        total = total * x + c
    return total


def remez(grid, values, weights, degree):
    """The coefficients whose greatest weighted error on the grid is least."""
    count = degree + 2
    places = [round((len(grid) - 1) * i / (count - 1)) for i in range(count)]
    for _ in range(12):
        rows = [[grid[p] ** k for k in range(degree + 1)] + [(-1) ** i / weights[p], values[p]]
                for i, p in enumerate(places)]
        *coefficients, level = solve(rows)
        errors = [w * (v - horner(coefficients, x)) for x, v, w in zip(grid, values, weights)]
        # The greatest error of each stretch of one sign.
        extrema = []
        for i, e in enumerate(errors):
            if not extrema or (errors[extrema[-1]] > 0) != (e > 0):
                extrema.append(i)
            elif abs(e) > abs(errors[extrema[-1]]):
                extrema[-1] = i
        while len(extrema) > count:
            extrema.pop(0 if abs(errors[extrema[0]]) < abs(errors[extrema[-1]]) else -1)
        assert len(extrema) == count, "the grid is too coarse"
        if max(abs(e) for e in errors) <= abs(level) * D("1.001"):
            break
        places = extrema
    return coefficients


def least_squares(grid, values, weights, powers):
    """The coefficients of x^k, k in `powers`, that fit best."""
    columns = [[w * x ** k for x, w in zip(grid, weights)] for k in powers]
    columns.append([w * v for v, w in zip(values, weights)])
    return solve([[sum(a * b for a, b in zip(row, column)) for column in columns]
                  for row in columns[:-1]])


def round_to(type, x):
    if type == "F32":
        return D(struct.unpack("f", struct.pack("f", float(x)))[0])
    return D(float(x))


def fit(polynomial, type):
    """The rounded coefficients and their greatest weighted error."""
    degree = polynomial.degree[type]
    count = 24 * (degree + 2)
    low, high = polynomial.interval
    grid = [low + (high - low) * (1 - D(cos(pi * (2 * i + 1) / (2 * count)))) / 2 for i in range(count)]
    values = [polynomial.function(x) for x in grid]
    weights = [abs(polynomial.weight(x)) for x in grid]
    coefficients = remez(grid, values, weights, degree)
    for k in range(degree + 1):
        rounded = round_to(type, coefficients[k])
        rest = coefficients[k] - rounded
        coefficients[k] = rounded
        powers = list(range(k + 1, degree + 1))
        if powers:
            makeup = least_squares(grid, [rest * x ** k for x in grid], weights, powers)
            for power, c in zip(powers, makeup):
                coefficients[power] += c
    error = max(w * abs(v - horner(coefficients, x)) for x, v, w in zip(grid, values, weights))
    return coefficients, error


def spell(type, x):
    return f"{float(x):.9g}" if type == "F32" else repr(float(x))


def header():
    yield """//===- Polynomials.h - Coefficients of gradc-expand-math --------*- C++ -*-===//
//
// Written by scripts/minimax.py, which says how. The lowest power comes first.
// clang-format off
//
//===----------------------------------------------------------------------===//

#ifndef GRADC_PASSES_CODE_POLYNOMIALS_H
#define GRADC_PASSES_CODE_POLYNOMIALS_H

namespace gradc::code {
"""
    yield "/// Where the near and the far formula meet, and where the results are constant."
    for name, value in (("TanhSplit", TANH_SPLIT), ("ErfSplit", ERF_SPLIT), ("ErfEndF32", ERF_END["F32"]),
                        ("ErfEndF64", ERF_END["F64"]), ("NormalTailEnd", TAIL_END)):
        yield f"inline constexpr double k{name} = {float(value)!r};"
    yield ""
    for type in ("F32", "F64"):
        for polynomial in polynomials(type):
            coefficients, error = fit(polynomial, type)
            yield f"/// {polynomial.what}: {float(error):.1e}."
            yield f"inline constexpr double k{polynomial.name}{type}[] = {{"
            for c in coefficients:
                yield f"    {spell(type, c)},"
            yield "};\n"
    yield "} // namespace gradc::code\n\n#endif // GRADC_PASSES_CODE_POLYNOMIALS_H"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the file instead")
    text = "\n".join(header()) + "\n"
    if not parser.parse_args().check:
        sys.stdout.write(text)
    elif HEADER.read_text() != text:
        sys.exit(f"{HEADER.name} is not what scripts/minimax.py writes")


if __name__ == "__main__":
    main()
