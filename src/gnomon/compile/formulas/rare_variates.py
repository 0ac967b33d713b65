"""Numbers of the von Mises, Zipf and hypergeometric distributions, by rejection."""

from __future__ import annotations

import math

from gnomon.compile.formulas.counts import missing, small_exponential
from gnomon.compile.formulas.philox import WORD, block, joined
from gnomon.compile.formulas.terms import Attempt, Term, formula
from gnomon.compile.formulas.unit import minus_logarithm, uniform
from gnomon.shapes import dtypes

LEAST = 2.0**-54


def _number(w: Term) -> Term:
    return w.cast(dtypes.int64).call("from_bits")


@formula("vonmises_variate", WORD)
def _vonmises_variate(x: Term, y: Term, z: Term, w: Term) -> Attempt:
    """Of key, number, stream, and the bits of the concentration: the squared sine of half an angle.

    The wrapped Cauchy distribution lies over it (Best and Fisher). The cosine of its even angle comes from a point of the
    disc. A concentration below 1e-8 is taken as that. NaN are never rejected.
    """
    k = _number(w).call("maximum", 1e-8).call("minimum", 1e150)
    c0, c1, c2, c3 = block(x, y, z)
    across, along = (((c & 0xFFFFFFFF).cast(dtypes.float64) + 0.5) * 2.0**-31 - 1.0 for c in (c0, c1))
    u = uniform(joined(c2, c3)).call("maximum", LEAST)
    root = (k * k * 4.0 + 1.0).call("sqrt")
    narrow = ((root + 1.0) * 2.0).call("sqrt")
    rho = (k < 1e-5).where(k / (k * k + 1.0), (root + 1.0 - narrow) / (k * 2.0))
    rest = (k < 1.0).where(1.0 - rho, (narrow - 1.0 - 1.0 / (root + k * 2.0)) / (k * 2.0))
    less_one = rest * rest / (rho * 2.0)
    square = across * across + along * along
    less_cosine = along * along * 2.0 / square
    below = less_one + 1.0 + (1.0 - less_cosine)
    c = k * less_one * (less_one + 2.0) / below
    unlikely = (c * (2.0 - c) <= u) & (1.0 - c < minus_logarithm(c / u))
    return Attempt(less_one * less_cosine / (below * 2.0), (square > 1.0) | unlikely)


MOST = 43.66
"""The logarithm of what is just below 2**63."""


@formula("zipf_variate", WORD)
def _zipf_variate(x: Term, y: Term, z: Term, w: Term) -> Attempt:
    """Of key, number, stream, and the bits of the exponent, which is above 1 (Devroye); NaN are never rejected.

    Only numbers that fit 63 bits are drawn.
    """
    less_one = _number(w) - 1.0
    c0, c1, c2, c3 = block(x, y, z)
    u, v = (uniform(word).call("maximum", LEAST) for word in (joined(c0, c1), joined(c2, c3)))
    least = _decay(less_one * MOST)
    far = minus_logarithm(u * (1.0 - least) + least) / less_one
    k = (1.0 / _decay(far.call("minimum", MOST))).call("floor").call("maximum", 1.0)
    step = 1.0 / k
    near = step + 1.0
    same = near.equals(1.0)
    exact = same.where(step, -minus_logarithm(near) * (step / same.where(near.const(1.0), near - 1.0)))
    height = v * k * _decayed(less_one * exact) / _decayed(less_one * math.log(2))
    valid = less_one > 0.0
    return Attempt(valid.where(k, math.nan), valid & (height > 1.0))


def _decay(x: Term) -> Term:
    """exp(-x) for x of 0 or more; from 56 on it is as there."""
    root = small_exponential(x.call("minimum", 56.0) * 0.25)
    square = root * root
    return square * square


def _decayed(x: Term) -> Term:
    """1 - exp(-x) for x of 0 or more, with all digits where x is small."""
    series = x.const(1.0)
    for power in range(7, 1, -1):
        series = 1.0 - series * (x * (1 / power))
    return (x < 0.03).where(series * x, 1.0 - _decay(x))


LARGEST = 2.0**41
"""So many things at most: the logarithms of chances are then right to 1e-4."""


@formula("hypergeometric_variate", WORD)
def _hypergeometric_variate(x: Term, y: Term, z: Term, w: Term, v: Term, u: Term) -> Attempt:
    """Of key, number, stream, and the bits of how many are good, bad, and drawn: ratio of uniforms (Stadlober).

    The rarer kind is counted, in what is drawn or in what is left, whichever is less.
    """
    good, bad, drawn = _number(w), _number(v), _number(u)
    c0, c1, c2, c3 = block(x, y, z)
    first, second = (uniform(word).call("maximum", LEAST) for word in (joined(c0, c1), joined(c2, c3)))
    total = good + bad
    drawn = drawn.call("minimum", total)
    rare, common = good.call("minimum", bad), good.call("maximum", bad)
    fewer = drawn.call("minimum", total - drawn)
    share = rare / total.call("maximum", 1.0)
    spread = fewer * share * (1.0 - share) * (total - fewer) / (total - 1.0).call("maximum", 1.0)
    width = (spread + 0.5).call("sqrt") * (2 * math.sqrt(2 / math.e)) + (3 - 2 * math.sqrt(3 / math.e))
    place = (fewer * share + 0.5 + width * (second - 0.5) / first).call("floor")
    never = (place < 0.0) | (place > fewer.call("minimum", rare))
    k = never.where(0.0, place)
    mode = ((fewer + 1.0) * (rare + 1.0) / (total + 2.0)).call("floor")
    rest = common - fewer
    pairs = ((mode, k), (rare - mode, rare - k), (fewer - mode, fewer - k), (rest + mode, rest + k))
    turn = (mode + 1.0) * ((rest + mode) + 1.0) / ((rare - mode + 1.0) * (fewer - mode + 1.0))
    density = (mode - k) * -minus_logarithm(turn)
    for at_mode, at_k in pairs:
        density = density - (at_k + 0.5) * minus_logarithm((at_mode + 1.0) / (at_k + 1.0))
        density = density + (missing(at_mode) - missing(at_k))
    unlikely = minus_logarithm(first) * -2.0 > density
    found = (good > bad).where(fewer - k, k)
    found = (fewer < drawn).where(good - found, found)
    valid = (rare >= 0.0) & (fewer >= 0.0) & (total <= LARGEST)
    return Attempt(valid.where(found, math.nan), valid & (never | unlikely))
