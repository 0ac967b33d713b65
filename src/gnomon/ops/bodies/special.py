"""Bodies of special functions: series of fixed lengths, computed in 64 bits."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import dtypes

FAR = 30.0
"""From here on Bessel functions follow their asymptotic series."""
HIGH = 20
"""From here on gamma functions follow theirs."""


def _wide(x: Array) -> Array:
    return x if x.dtype is dtypes.float64 else ops.cast(x, dtype=dtypes.float64)


def _polynomial(x: Array, coefficients: Sequence[float]) -> Array:
    """Return the polynomial with these coefficients, the lowest first."""
    total: Any = coefficients[-1]
    for number in reversed(coefficients[:-1]):
        total = x * total + number
    return total


@body("erfinv")
def erfinv(y: Array) -> Any:
    """A rough formula, then Halley's steps on the smaller of erf and erfc."""
    y = _wide(y)
    size = ops.abs(y)
    inside = ops.less(size, 1.0)
    z = ops.where(inside, size, 0.0)
    logarithm = ops.log1p(-z * z)
    middle = logarithm * 0.5 + 2 / (math.pi * 0.147)
    x = ops.sqrt(ops.maximum(ops.sqrt(middle * middle - logarithm / 0.147) - middle, 0.0))
    for _ in range(3):
        error = ops.where(ops.greater(z, 0.5), ops.erfc(x) - (1.0 - z), z - ops.erf(x))
        step = error * (math.sqrt(math.pi) / 2) * ops.exp(x * x)
        x = x + step / (x * step + 1.0)
    found = ops.where(inside, x, ops.where(ops.equal(size, 1.0), math.inf, math.nan))
    return ops.copysign(found, y)


# Bessel functions


def _scaled(x: Array, order: int) -> Array:
    """Return the function of abs(x) times exp(-abs(x))."""
    size = ops.abs(_wide(x))
    far = ops.greater(size, FAR)
    small = ops.where(far, 1.0, size)
    numbers = [1 / (math.factorial(k) * math.factorial(k + order)) for k in range(70)]
    near = _polynomial(small * small * 0.25, numbers)
    near = (near if order == 0 else near * small * 0.5) * ops.exp(-small)
    parts = [1.0]
    for k in range(1, 25):
        parts.append(parts[-1] * ((2 * k - 1) ** 2 - 4 * order * order) / (8 * k))
    large = ops.where(far, size, FAR)
    tail = _polynomial(1.0 / large, parts) / ops.sqrt(large * (2 * math.pi))
    return ops.where(ops.isnan(size), size, ops.where(far, tail, near))


def _grown(value: Array, x: Array) -> Array:
    """Multiply by exp(abs(x)) in two steps, so that only what is too large overflows."""
    half = ops.exp(ops.abs(_wide(x)) * 0.5)
    return value * half * half


@body("i0e")
def i0e(x: Array) -> Any:
    """Of order 0, times exp(-abs(x))."""
    return _scaled(x, 0)


@body("i1e")
def i1e(x: Array) -> Any:
    """Of order 1, times exp(-abs(x))."""
    return ops.copysign(_scaled(x, 1), _wide(x))


@body("i0")
def i0(x: Array) -> Any:
    """Of order 0."""
    return _grown(_scaled(x, 0), x)


@body("i1")
def i1(x: Array) -> Any:
    """Of order 1."""
    return ops.copysign(_grown(_scaled(x, 1), x), _wide(x))


# gamma functions


def _raised(place: Array, high: int, each: Callable[[Array, Array], None]) -> Array:
    """Go up in steps of 1, telling of each step whether it is taken, and from where."""
    for _ in range(high):
        low = ops.less(place, float(high))
        each(low, place)
        place = ops.where(low, place + 1.0, place)
    return place


@body("gamma")
def gamma(x: Array) -> Any:
    """Reflected to positive numbers, raised above 20, then Stirling's series."""
    x = _wide(x)
    negative = ops.less(x, 0.5)
    lost: list[Any] = [1.0]

    def step(low: Array, place: Array) -> None:
        lost[0] = ops.where(low, place * lost[0], lost[0])

    y = _raised(ops.where(negative, 1.0 - x, x), HIGH, step)
    series = _polynomial(
        1.0 / y,
        (1.0, 1 / 12, 1 / 288, -139 / 51840, -571 / 2488320, 163879 / 209018880, 5246819 / 75246796800,
         -534703531 / 902961561600),
    )  # fmt: skip
    root = ops.power(y, y * 0.5 - 0.25)
    positive = root * ops.exp(-y) * root * series * math.sqrt(2 * math.pi) / lost[0]
    turn = ops.round(x)
    sine = ops.sin((x - turn) * math.pi)
    sine = ops.where(ops.equal(ops.remainder(turn, 2.0), 0.0), sine, -sine)
    reflected = math.pi / (sine * positive)
    pole = ops.logical_and(ops.less(x, 0.0), ops.equal(x, ops.floor(x)))
    found = ops.where(negative, ops.where(pole, math.nan, reflected), positive)
    found = ops.where(ops.equal(x, 0.0), 1.0 / x, found)
    return ops.where(ops.greater(x, 172.0), math.inf, found)


@body("polygamma")
def polygamma(x: Array, *, order: int) -> Any:
    """Reflected to positive numbers, raised above 20, then the asymptotic series."""
    if order == 0:
        return ops.digamma(x)
    x = _wide(x)
    pole = ops.logical_and(ops.less_equal(x, 0.0), ops.equal(x, ops.floor(x)))
    negative = ops.less(x, 0.0)
    total: list[Any] = [0.0]

    def step(low: Array, place: Array) -> None:
        inverse = 1.0 / ops.where(low, place, 1.0)
        total[0] = ops.where(low, _power(inverse, order + 1) * float(math.factorial(order)), 0.0) + total[0]

    place = ops.where(pole, 1.0, ops.where(negative, 1.0 - x, x))
    inverse = 1.0 / _raised(place, HIGH + order, step)
    numbers = [float(math.factorial(order - 1)), math.factorial(order) / 2]
    for k, bernoulli in enumerate((1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6), 1):
        numbers += [bernoulli * math.factorial(2 * k + order - 1) / math.factorial(2 * k), 0.0]
    result = total[0] + _power(inverse, order) * _polynomial(inverse, numbers)
    slope = _cotangent(x, order)
    result = result if order % 2 else -result
    reflected = (-result if order % 2 else result) - slope
    return ops.where(pole, math.inf if order % 2 else math.nan, ops.where(negative, reflected, result))


def _power(x: Array, count: int) -> Array:
    result = x
    for _ in range(count - 1):
        result = result * x
    return result


def _cotangent(x: Array, order: int) -> Array:
    """Return pi times the derivative of some order of cot(pi x): a polynomial in the cotangent."""
    numbers = [0.0, 1.0]
    for _ in range(order):
        slopes = [k * number for k, number in enumerate(numbers)][1:]
        numbers = [0.0] * (len(slopes) + 2)
        for k, slope in enumerate(slopes):
            numbers[k] -= math.pi * slope
            numbers[k + 2] -= math.pi * slope
    fraction = x - ops.floor(x)
    tangent = ops.tan(ops.where(ops.equal(fraction, 0.0), 0.5, fraction) * math.pi)
    return _polynomial(1.0 / tangent, numbers) * math.pi
