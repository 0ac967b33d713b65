"""Modified Bessel functions of orders 0 and 1: power series, and for large numbers asymptotic ones."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference
from gnomon.ops.bodies.special import FAR


def _scaled(x: Any, order: int) -> Any:
    """Return the function of |x| times exp(-|x|)."""
    x = np.abs(x)
    small = np.where(x > FAR, 1.0, x)
    square = small * small / 4
    term = np.ones_like(square) if order == 0 else small / 2
    total = term
    for k in range(1, 80):
        term = term * square / (k * (k + order))
        total = total + term
    far = np.where(x > FAR, x, FAR)
    part = np.ones_like(far)
    tail = np.ones_like(far)
    for k in range(1, 25):
        part = part * ((2 * k - 1) ** 2 - 4 * order * order) / (8 * k * far)
        tail = tail + part
    return np.where(x > FAR, tail / np.sqrt(2 * math.pi * far), total * np.exp(-small))


def _grown(value: Any, x: Any) -> Any:
    """Multiply by exp(|x|) in two steps, so that only what is too large overflows."""
    half = np.exp(np.abs(x) / 2)
    return value * half * half


@reference("i0e")
def i0e(x: Any) -> Any:
    return _scaled(np.asarray(x, np.float64), 0)


@reference("i1e")
def i1e(x: Any) -> Any:
    x = np.asarray(x, np.float64)
    return np.copysign(_scaled(x, 1), x)


@reference("i0")
def i0(x: Any) -> Any:
    return _grown(i0e(x), np.asarray(x, np.float64))


@reference("i1")
def i1(x: Any) -> Any:
    return _grown(i1e(x), np.asarray(x, np.float64))
