"""Numbers of events and successes: by adding up chances where few are expected, else by Hörmann's rejection."""

from __future__ import annotations

import math

from gnomon.compile.formulas.philox import WORD, block, joined
from gnomon.compile.formulas.terms import Attempt, Term, formula
from gnomon.compile.formulas.unit import minus_logarithm, uniform
from gnomon.shapes import dtypes

FEW = 10.0
"""Expectations below this are few."""
MOST = 48
"""So many events happen with a chance below 1e-16 where few are expected."""
STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)
"""Of the odd powers of 1/z: what Stirling's formula lacks."""


def _number(w: Term) -> Term:
    return w.cast(dtypes.int64).call("from_bits")


def small_exponential(x: Term) -> Term:
    """exp(-x) for x from 0 to 14, without fused products."""
    y = x * (-1 / 64)
    total = y.const(1.0)
    for power in range(11, 0, -1):
        total = total * (y * (1 / power)) + 1.0
    for _ in range(6):
        total = total * total
    return total


def log_ratio(x: Term, of: Term, log_of: Term) -> tuple[Term, Term]:
    """log(gamma(x)) - (x - 1) * log(of) + of as a sum, and the logarithm of a number: that number comes second.

    For x of 1 or more. Below 9 the recurrence leads to where Stirling's series is exact.
    """
    low = x < 9.0
    z = low.where(x + 8.0, x)
    passed = x
    for step in range(1, 8):
        passed = passed * (x + float(step))
    inverse = 1.0 / z
    square = inverse * inverse
    rest = square.const(STIRLING[-1])
    for coefficient in reversed(STIRLING[:-1]):
        rest = rest * square + coefficient
    total = -minus_logarithm(z / of) * (z - 0.5) + log_of * low.where(x.const(8.5), 0.5)
    total = total + (of - z) + (rest * inverse + 0.5 * math.log(2 * math.pi))
    return total, low.where(passed, 1.0)


@formula("poisson_variate", WORD)
def _poisson_variate(x: Term, y: Term, z: Term, w: Term) -> Attempt:
    """Of key, number, stream, and the bits of the expectation. NaN are never rejected."""
    expected = _number(w)
    c0, c1, c2, c3 = block(x, y, z)
    u, v = (uniform(word).call("maximum", 2.0**-54) for word in (joined(c0, c1), joined(c2, c3)))
    few = expected < FEW
    chance = small_exponential(few.where(expected, 1.0))
    total, count = chance, chance.const(0.0)
    for number in range(1, MOST + 1):
        count = (u >= total).where(float(number), count)
        chance = chance * (expected * (1 / number))
        total = total + chance
    b = expected.call("sqrt") * 2.53 + 0.931
    a = b * 0.02483 - 0.059
    us = (0.5 - abs(u - 0.5)).call("maximum", 2.0**-54)
    k = (((a * 2.0) / us + b) * (u - 0.5) + expected + 0.43).call("floor")
    at_once = (us >= 0.07) & (v <= 0.9277 - 3.6224 / (b - 2.0))
    never = (k < 0.0) | ((us < 0.013) & (v > us))
    log_expected = -minus_logarithm(expected)
    density, passed = log_ratio(k + 1.0, expected, log_expected)
    scale = 1.1239 + 1.1328 / (b - 3.4)
    height = v * scale / ((a / (us * us) + b) * passed)
    rejected = never | (density - minus_logarithm(height) > 0.0)
    again = few.call("logical_not") & at_once.call("logical_not") & rejected
    return Attempt(few.where(count, k), again)


FACTORIALS = (
    0.08106146679532726,
    0.04134069595540929,
    0.02767792568499834,
    0.02079067210376509,
    0.01664469118982119,
    0.01387612882307075,
    0.01189670994589177,
    0.01041126526197209,
    0.00925546218271273,
    0.00833056343336287,
)
"""log(k!) - (k + 0.5) * log(k + 1) + k + 1 - log(2 pi) / 2, for k from 0."""


def missing(k: Term) -> Term:
    """What Stirling's formula lacks of log(k!)."""
    inverse = 1.0 / (k + 1.0)
    square = inverse * inverse
    found = (1 / 12 - (1 / 360 - square * (1 / 1260 - square * (1 / 1680))) * square) * inverse
    for number, exact in enumerate(FACTORIALS):
        found = k.equals(float(number)).where(exact, found)
    return found


@formula("binomial_variate", WORD)
def _binomial_variate(x: Term, y: Term, z: Term, w: Term, v: Term) -> Attempt:
    """Of key, number, stream, and the bits of the count of trials and of the chance. NaN are never rejected."""
    trials, given = _number(w), _number(v)
    c0, c1, c2, c3 = block(x, y, z)
    u, t = (uniform(word).call("maximum", 2.0**-54) for word in (joined(c0, c1), joined(c2, c3)))
    turned = given > 0.5
    p = turned.where(1.0 - given, given)
    q = 1.0 - p
    odds = p / q
    few = trials * p < FEW
    exact = q.equals(1.0)  # log(1 - p) is accurate for small p by the quotient of p and what q took of it
    each = exact.where(p, minus_logarithm(q) * (p / exact.where(q.const(1.0), 1.0 - q)))
    chance = small_exponential(few.where(trials * each, 1.0))
    total, count = chance, chance.const(0.0)
    for number in range(1, MOST + 1):
        count = (u >= total).where(float(number), count)
        chance = chance * ((trials - float(number - 1)) * odds * (1 / number))
        total = total + chance
    count = count.call("minimum", trials)
    spread = (trials * p * q).call("sqrt")
    b = spread * 2.53 + 1.15
    a = b * 0.0248 + p * 0.01 - 0.0873
    us = (0.5 - abs(u - 0.5)).call("maximum", 2.0**-54)
    k = (((a * 2.0) / us + b) * (u - 0.5) + trials * p + 0.5).call("floor")
    at_once = (us >= 0.07) & (t <= 0.92 - 4.2 / b)
    never = (k < 0.0) | (k > trials)
    k_in = never.where(0.0, k)
    m = ((trials + 1.0) * p).call("floor")
    left, rest = trials - m, trials - k_in
    height = t * ((2.83 + 5.1 / b) * spread) / (a / (us * us) + b)
    density = (
        (m + 0.5) * -minus_logarithm((m + 1.0) / (odds * (left + 1.0)))
        + (trials + 1.0) * -minus_logarithm((left + 1.0) / (rest + 1.0))
        + (k_in + 0.5) * -minus_logarithm(odds * (rest + 1.0) / (k_in + 1.0))
        + ((missing(m) + missing(left)) - (missing(k_in) + missing(rest)))
    )
    rejected = never | (-minus_logarithm(height) > density)
    again = few.call("logical_not") & at_once.call("logical_not") & rejected
    found = few.where(count, k)
    return Attempt(turned.where(trials - found, found), again)
