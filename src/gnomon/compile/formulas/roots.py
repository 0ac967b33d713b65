"""Cube roots, and the root of a sum of squares."""

from __future__ import annotations

import math

from gnomon.compile.formulas.exponential import exponential
from gnomon.compile.formulas.logarithm import logarithm
from gnomon.compile.formulas.terms import Term, formula
from gnomon.shapes import dtypes

SINGLE, DOUBLE = dtypes.float32, dtypes.float64


def _cube_root(x: Term) -> Term:
    """A good guess, and a step of Newton's method with an exact rest."""
    size = abs(x)
    guess = exponential(logarithm(size) * (1 / 3))
    square = guess * guess
    lost = guess.fma(guess, -square)
    rest = square.fma(guess, -size) + lost * guess
    root = guess - rest / (square * 3.0)
    usual = (size > 0.0) & (size < math.inf)
    return usual.where(root.call("copysign", x), x)


@formula("cbrt", DOUBLE)
def _cbrt_double(x: Term) -> Term:
    return _cube_root(x)


@formula("cbrt", SINGLE)
def _cbrt_single(x: Term) -> Term:
    return _cube_root(x.cast(DOUBLE)).cast(SINGLE)


@formula("hypot", SINGLE)
def _hypot_single(x: Term, y: Term) -> Term:
    a, b = x.cast(DOUBLE), y.cast(DOUBLE)
    root = a.fma(a, b * b).call("sqrt").cast(SINGLE)
    infinite = x.call("isinf") | y.call("isinf")
    return infinite.where(math.inf, root)


@formula("hypot", DOUBLE)
def _hypot_double(x: Term, y: Term) -> tuple[Term, Term]:
    larger = (abs(x) > abs(y)).where(abs(x), abs(y))
    usual = (larger > 2.0**-450) & (larger < 2.0**450)
    return x.fma(x, y * y).call("sqrt"), usual.call("logical_not")
