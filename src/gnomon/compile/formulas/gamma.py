"""The logarithm of the gamma function, in float32, and its derivative."""

from __future__ import annotations

import math

from gnomon.compile.formulas.logarithm import logarithm
from gnomon.compile.formulas.terms import Term, formula
from gnomon.compile.formulas.trigonometric import parts
from gnomon.shapes import dtypes

SINGLE, DOUBLE = dtypes.float32, dtypes.float64

STEPS = 10
"""Arguments are moved up by as many steps at most, to where the series is exact."""
DIGAMMA = (1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12)

LGAMMA = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360)


@formula("lgamma", SINGLE)
def _lgamma_single(x: Term) -> Term:
    return _lgamma(x.cast(DOUBLE)).cast(SINGLE)


def _lgamma(x: Term) -> Term:
    """Stirling's series; near the roots at 1 and 2 it is exact in absolute terms alone, which float32 does not see."""
    mirrored = x <= 0.0
    z = mirrored.where(1.0 - x, x)
    product = z.const(1.0)
    for _ in range(STEPS):
        small = z < float(STEPS)
        product = small.where(product * z, product)
        z = small.where(z + 1.0, z)
    inverse = 1.0 / z
    series = inverse * (inverse * inverse).polynomial(LGAMMA)
    main = (z - 0.5) * logarithm(z) - z + (series + 0.5 * math.log(2 * math.pi)) - logarithm(product)
    sine, cosine, n, _ = parts((x - x.call("round")) * math.pi)
    sine = abs((n & 1).equals(1).where(cosine, sine))
    result = mirrored.where(logarithm(math.pi / sine) - main, main)
    result = (x.equals(1.0) | x.equals(2.0)).where(0.0, result)
    return x.call("isinf").where(math.inf, result)


def _digamma(x: Term) -> Term:
    """Through a positive argument: psi(x) = psi(1 - x) - pi / tan(pi * x)."""
    mirrored = x <= 0.0
    z = mirrored.where(1.0 - x, x)
    total = z.const(0.0)
    for _ in range(STEPS):
        small = z < float(STEPS)
        total = small.where(total - 1.0 / z, total)
        z = small.where(z + 1.0, z)
    inverse = 1.0 / z
    square = inverse * inverse
    total = total + ((logarithm(z) - inverse * 0.5) - square * square.polynomial(DIGAMMA))
    sine, cosine, n, _ = parts((x - x.call("round")) * math.pi)
    odd = (n & 1).equals(1)
    tangent = odd.where(-cosine, sine) / odd.where(sine, cosine)
    pole = (x < 0.0) & x.call("floor").equals(x)
    result = mirrored.where(total - math.pi / tangent, total)
    result = pole.where(math.nan, result)
    result = x.equals(0.0).where((x.const(math.inf)).call("copysign", -x), result)
    result = x.equals(math.inf).where(x, result)
    return x.equals(-math.inf).where(math.nan, result)


@formula("digamma", DOUBLE)
def _digamma_double(x: Term) -> Term:
    return _digamma(x)


@formula("digamma", SINGLE)
def _digamma_single(x: Term) -> Term:
    return _digamma(x.cast(DOUBLE)).cast(SINGLE)
