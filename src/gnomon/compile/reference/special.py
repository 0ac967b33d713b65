"""Special functions in float64, to 1e-12 or better: error functions and gamma functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference


def _each(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """Apply a function of one number to each element in float64."""

    def apply(x: Any) -> Any:
        wide = np.asarray(x, np.float64)
        return np.array([function(value) for value in wide.ravel().tolist()], np.float64).reshape(wide.shape)

    return apply


erf = reference("erf")(_each(math.erf))
erfc = reference("erfc")(_each(math.erfc))


def _gamma(x: float) -> float:
    try:
        return math.gamma(x)
    except OverflowError:
        return math.inf if x > 0 or math.floor(x) % 2 == 0 else -math.inf
    except ValueError:
        return math.copysign(math.inf, x) if x == 0 else math.nan


def _lgamma(x: float) -> float:
    try:
        return math.lgamma(x)
    except (OverflowError, ValueError):
        return math.inf


gamma = reference("gamma")(_each(_gamma))
lgamma = reference("lgamma")(_each(_lgamma))


@reference("erfinv")
def erfinv(y: Any) -> Any:
    """Invert the error function: a rough formula, then Halley's steps on the smaller of erf and erfc."""
    y = np.asarray(y, np.float64)
    inside = np.abs(y) < 1
    z = np.where(inside, y, 0.0)
    logarithm = np.log1p(-z * z)
    part = 2 / (math.pi * 0.147) + logarithm / 2
    x = np.sign(z) * np.sqrt(np.maximum(np.sqrt(part * part - logarithm / 0.147) - part, 0))
    for _ in range(4):
        tail = erfc(np.abs(x)) - (1 - np.abs(z))
        middle = np.abs(z) - erf(np.abs(x))
        error = np.where(np.abs(z) > 0.5, tail, middle) * np.sign(z)
        step = error * (math.sqrt(math.pi) / 2) * np.exp(x * x)
        x = x + step / (1 + x * step)
    limit = np.where(np.abs(y) == 1, np.copysign(np.inf, y), np.nan)
    return np.where(inside, np.where(z == 0, y, x), limit)


@reference("digamma")
def digamma(x: Any) -> Any:
    """Derivative of lgamma: reflected to positive numbers, raised above 10, then the asymptotic series."""
    x = np.asarray(x, np.float64)
    pole = (x <= 0) & (x == np.floor(x))
    negative = x < 0
    place = np.where(pole, 1.0, np.where(negative, 1 - x, x))
    total = np.zeros_like(place)
    for _ in range(12):
        low = place < 12
        total = total - np.where(low, 1 / np.where(low, place, 1.0), 0.0)
        place = np.where(low, place + 1, place)
    inverse = 1 / (place * place)
    series = np.zeros_like(place)
    for term in (1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12):
        series = (series + term) * inverse
    result = total + np.log(place) - 0.5 / place - series
    fraction = x - np.floor(x)
    reflected = result - math.pi / np.tan(math.pi * np.where(fraction == 0, 0.5, fraction))
    at_pole = np.where(x == 0, -np.copysign(np.inf, x), np.nan)
    return np.where(pole, at_pole, np.where(negative, reflected, result))


@reference("polygamma")
def polygamma(x: Any, *, order: int) -> Any:
    """Derivative of digamma: reflected to positive numbers, raised above 20, then the asymptotic series."""
    if order == 0:
        return digamma(x)
    x = np.asarray(x, np.float64)
    pole = (x <= 0) & (x == np.floor(x))
    negative = x < 0
    sign = -1.0 if order % 2 == 0 else 1.0
    place = np.where(pole, 1.0, np.where(negative, 1 - x, x))
    total = np.zeros_like(place)
    for _ in range(20 + order):
        low = place < 20 + order
        total = total + np.where(low, math.factorial(order) / np.where(low, place, 1.0) ** (order + 1), 0.0)
        place = np.where(low, place + 1, place)
    series = math.factorial(order - 1) / place**order + math.factorial(order) / (2 * place ** (order + 1))
    for k, bernoulli in enumerate((1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6), 1):
        rising = math.factorial(2 * k + order - 1) / math.factorial(2 * k)
        series = series + bernoulli * rising / place ** (2 * k + order)
    result = sign * (total + series)
    reflected = (result - _cotangent(x, order)) if order % 2 == 0 else -result - _cotangent(x, order)
    at_pole = np.inf if order % 2 else np.nan
    return np.where(pole, at_pole, np.where(negative, reflected, result))


def _cotangent(x: Any, order: int) -> Any:
    """Return pi times the derivative of some order of cot(pi x): a polynomial in the cotangent."""
    polynomial = np.polynomial.Polynomial([0.0, 1.0])
    for _ in range(order):
        polynomial = polynomial.deriv() * np.polynomial.Polynomial([-math.pi, 0.0, -math.pi])
    fraction = x - np.floor(x)
    return math.pi * polynomial(1 / np.tan(math.pi * np.where(fraction == 0, 0.5, fraction)))
