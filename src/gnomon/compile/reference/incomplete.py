"""The regularised incomplete gamma function and its derivative by the first argument."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference
from gnomon.compile.reference.special import digamma


@reference("igamma")
def igamma(a: Any, x: Any) -> Any:
    """Regularised lower incomplete gamma function P(a, x): a series below a + 1, a continued fraction above."""
    a, x = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(x, np.float64))
    return np.array([_igamma(p, q) for p, q in zip(a.ravel().tolist(), x.ravel().tolist())]).reshape(a.shape)


def _igamma(a: float, x: float) -> float:
    if math.isnan(a) or math.isnan(x) or a < 0 or x < 0 or (a == 0 and x == 0):
        return math.nan
    if x == 0 or math.isinf(a):
        return math.nan if math.isinf(x) and math.isinf(a) else 0.0
    if a == 0 or math.isinf(x):
        return 1.0
    factor = math.exp(_log_weight(a, x))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while abs(term) > abs(total) * 1e-17:
            n += 1
            term *= x / n
            total += term
        return total * factor
    return 1 - factor * _fraction(a, x)[0]


def _log_weight(a: float, x: float) -> float:
    """Return a log(x) - x - lgamma(a) without cancellation for large a."""
    if a < 20:
        return a * math.log(x) - x - math.lgamma(a)
    ratio = (x - a) / a
    near = math.log1p(ratio) - ratio if ratio > -0.9 else math.log(x / a) - ratio
    tail = 1 / (12 * a) - 1 / (360 * a**3) + 1 / (1260 * a**5) - 1 / (1680 * a**7)
    return a * near + 0.5 * math.log(a / (2 * math.pi)) - tail


def _fraction(a: float, x: float) -> tuple[float, float]:
    """Return the continued fraction of the upper function, and its derivative by a (Lentz, with derivatives)."""
    tiny = 1e-300
    b = x + 1 - a
    c, c_by = 1 / tiny, 0.0
    d = 1 / b if b else 1 / tiny
    d_by = d * d
    h, h_by = d, d_by
    for i in range(1, 100000):
        numerator, numerator_by = -i * (i - a), i
        b += 2
        below = numerator * d + b
        below_by = numerator_by * d + numerator * d_by - 1
        below = below if abs(below) > tiny else tiny
        d, d_by = 1 / below, -below_by / (below * below)
        c, c_by = b + numerator / c, -1 + numerator_by / c - numerator * c_by / (c * c)
        c = c if abs(c) > tiny else tiny
        factor, factor_by = d * c, d_by * c + d * c_by
        h, h_by = h * factor, h_by * factor + h * factor_by
        if abs(factor - 1) < 1e-16 and abs(h * factor_by) <= 1e-16 * abs(h_by):
            break
    return h, h_by


@reference("igamma_by_shape")
def igamma_by_shape(a: Any, x: Any) -> Any:
    """Derivative of P(a, x) by a, term by term."""
    a, x = np.broadcast_arrays(np.asarray(a, np.float64), np.asarray(x, np.float64))
    slopes = digamma(a).ravel().tolist()
    rows = zip(a.ravel().tolist(), x.ravel().tolist(), slopes)
    return np.array([_by_shape(p, q, slope) for p, q, slope in rows]).reshape(a.shape)


def _by_shape(a: float, x: float, slope: float) -> float:
    if math.isnan(a) or math.isnan(x) or a <= 0 or x < 0:
        return math.nan
    if x == 0 or math.isinf(x):
        return 0.0
    factor = math.exp(_log_weight(a, x))
    rate = math.log(x) - slope
    if x >= a + 1:
        h, h_by = _fraction(a, x)
        return -factor * (h * rate + h_by)
    term = total = 1 / a
    weight = 1 / a
    change = -term * weight
    n = a
    while abs(term * weight) > abs(change) * 1e-17:
        n += 1
        term *= x / n
        weight += 1 / n
        total += term
        change -= term * weight
    return factor * (total * rate + change)
