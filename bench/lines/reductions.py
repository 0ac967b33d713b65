"""Sum, mean, maximum and variance over one axis of a matrix, as it lies or transposed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import SLOW, Line, Program, fit
from lines.libraries import makers, prange

NAMES = "sum", "mean", "max", "var"
SIZES = 1000, 4096


def lines() -> list[Line]:
    """Return the lines of this family."""
    chosen = [
        (name, axis, size, transposed, dtype)
        for name in NAMES
        for dtype in ("float32", "float64")
        for size in SIZES
        for transposed in (False, True)
        for axis in (0, 1)
        if dtype == "float32" or not transposed
    ]
    return [
        Line(
            f"{name}, axis {axis} of {size}x{size}{' transposed' * transposed}, {dtype}",
            _program(name, axis, size, transposed, dtype),
            threads=size > 1000,
        )
        for name, axis, size, transposed, dtype in chosen
    ]


def _program(name: str, axis: int, size: int, transposed: bool, dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        x = np.random.default_rng(0).standard_normal((fit(size), fit(size))).astype(dtype)
        view = x.T if transposed else x
        found = makers(
            [view],
            lambda xp, x: getattr(xp, name)(x, axis),
            without=SLOW if transposed or dtype == "float64" else (),
            torch=None if name != "var" else lambda xp, x: xp.var(x, axis, correction=0),
        )
        if transposed:  # JAX's own arrays have one layout; it transposes where it computes
            found |= makers([x], jax=lambda xp, x: getattr(xp, name)(x.T, axis))
        found |= makers([x], numba=(ALONG if axis ^ transposed else ACROSS)[name])
        tolerance = 2e-3 if dtype == "float32" else 1e-9
        work = {"var": 4}.get(name, 1) * x.size

        def exact() -> Any:
            return getattr(np, name)(view.astype("float64"), axis)

        return Program(found, exact, tolerance, read=x.nbytes, work=work, dtype=dtype)

    return program


def _sum_along(x: Any) -> Any:
    found = np.empty(x.shape[0], x.dtype)
    for i in prange(x.shape[0]):
        total = x.dtype.type(0)
        for j in range(x.shape[1]):
            total += x[i, j]
        found[i] = total
    return found


def _mean_along(x: Any) -> Any:
    found = np.empty(x.shape[0], x.dtype)
    for i in prange(x.shape[0]):
        total = x.dtype.type(0)
        for j in range(x.shape[1]):
            total += x[i, j]
        found[i] = total / x.dtype.type(x.shape[1])
    return found


def _max_along(x: Any) -> Any:
    found = np.empty(x.shape[0], x.dtype)
    for i in prange(x.shape[0]):
        high = x[i, 0]
        for j in range(x.shape[1]):
            high = max(high, x[i, j])
        found[i] = high
    return found


def _var_along(x: Any) -> Any:
    found = np.empty(x.shape[0], x.dtype)
    size = x.dtype.type(x.shape[1])
    for i in prange(x.shape[0]):
        total = x.dtype.type(0)
        for j in range(x.shape[1]):
            total += x[i, j]
        mean, spread = total / size, x.dtype.type(0)
        for j in range(x.shape[1]):
            spread += (x[i, j] - mean) ** 2
        found[i] = spread / size
    return found


BAND = 256
"""Columns that the loops over columns take at a time, so that threads have bands of their own."""


def _sum_across(x: Any) -> Any:
    found = np.zeros(x.shape[1], x.dtype)
    for band in prange((x.shape[1] + BAND - 1) // BAND):
        for i in range(x.shape[0]):
            for j in range(band * BAND, min(band * BAND + BAND, x.shape[1])):
                found[j] += x[i, j]
    return found


def _mean_across(x: Any) -> Any:
    found = np.zeros(x.shape[1], x.dtype)
    for band in prange((x.shape[1] + BAND - 1) // BAND):
        for i in range(x.shape[0]):
            for j in range(band * BAND, min(band * BAND + BAND, x.shape[1])):
                found[j] += x[i, j]
    return found / x.dtype.type(x.shape[0])


def _max_across(x: Any) -> Any:
    found = x[0].copy()
    for band in prange((x.shape[1] + BAND - 1) // BAND):
        for i in range(1, x.shape[0]):
            for j in range(band * BAND, min(band * BAND + BAND, x.shape[1])):
                found[j] = max(found[j], x[i, j])
    return found


def _var_across(x: Any) -> Any:
    size = x.dtype.type(x.shape[0])
    mean, found = np.zeros(x.shape[1], x.dtype), np.zeros(x.shape[1], x.dtype)
    for band in prange((x.shape[1] + BAND - 1) // BAND):
        low, high = band * BAND, min(band * BAND + BAND, x.shape[1])
        for i in range(x.shape[0]):
            for j in range(low, high):
                mean[j] += x[i, j]
        for j in range(low, high):
            mean[j] /= size
        for i in range(x.shape[0]):
            for j in range(low, high):
                found[j] += (x[i, j] - mean[j]) ** 2
    return found / size


ALONG = {"sum": _sum_along, "mean": _mean_along, "max": _max_along, "var": _var_along}
ACROSS = {"sum": _sum_across, "mean": _mean_across, "max": _max_across, "var": _var_across}
