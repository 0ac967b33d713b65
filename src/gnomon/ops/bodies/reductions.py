"""Bodies of reductions: means, spreads and what counts NaN out."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import count_along, places, squared, zeros_like
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import dtypes, product


@body("mean")
def mean(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """The sum over the number of elements; integers become floats first."""
    floats = x if x.dtype.kind in ("float", "complex") else ops.cast(x, dtype=ops.mean(x).dtype)
    axes = places(axis, x.ndim)
    return ops.sum(floats, axis=axes, keepdims=keepdims) / product([x.shape.dims[a] for a in axes])


@body("logsumexp")
def logsumexp(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """The largest element, and what the exponentials of the others add to it."""
    axes = places(axis, x.ndim)
    top = ops.max(x, axis=axes, keepdims=True)
    top = ops.where(ops.isfinite(top), top, 0.0)
    total = ops.log(ops.sum(ops.exp(x - top), axis=axes, keepdims=True)) + top
    return total if keepdims else ops.squeeze(total, axis=axes)


def _present(x: Array, axis: Any, keepdims: bool) -> Array:
    """Return how many elements are not NaN."""
    there = ops.cast(ops.logical_not(ops.isnan(x)), dtype=x.dtype)
    return ops.sum(there, axis=axis, keepdims=keepdims)


def _without_nan(x: Array) -> Array:
    return ops.where(ops.isnan(x), zeros_like(x), x)


@body("std")
def std(x: Array, *, axis: Any, keepdims: bool, correction: float) -> Any:
    """The root of the variance."""
    return ops.sqrt(ops.var(x, axis=axis, keepdims=keepdims, correction=correction))


@body("count_nonzero")
def count_nonzero(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Count what is not 0."""
    hits = ops.cast(ops.not_equal(x, 0), dtype=dtypes.int64)
    return ops.sum(hits, axis=axis, keepdims=keepdims)


@body("nansum")
def nansum(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Sum what is not NaN."""
    numbers = _without_nan(x) if x.dtype.kind in ("float", "complex") else x
    return ops.sum(numbers, axis=axis, keepdims=keepdims)


def _extreme_number(x: Array, choose: Any, worst: float, axis: Any, keepdims: bool) -> Array:
    """The largest or smallest of what is not NaN; NaN where nothing else is."""
    if x.dtype.kind != "float":
        return choose(x, axis=axis, keepdims=keepdims)
    found = choose(ops.where(ops.isnan(x), worst, x), axis=axis, keepdims=keepdims)
    return ops.where(ops.all(ops.isnan(x), axis=axis, keepdims=keepdims), float("nan"), found)


@body("nanmax")
def nanmax(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """The largest number."""
    return _extreme_number(x, ops.max, -float("inf"), axis, keepdims)


@body("nanmin")
def nanmin(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """The smallest number."""
    return _extreme_number(x, ops.min, float("inf"), axis, keepdims)


@body("nanmean")
def nanmean(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Sum and count what is not NaN."""
    return ops.nansum(x, axis=axis, keepdims=keepdims) / _present(x, axis, keepdims)


@body("nanvar")
def nanvar(x: Array, *, axis: Any, keepdims: bool, correction: float) -> Any:
    """Average squared distances of what is not NaN."""
    center = ops.nansum(x, axis=axis, keepdims=True) / _present(x, axis, True)
    far = ops.where(ops.isnan(x), zeros_like(x), _without_nan(x) - center)
    squares = squared(far)
    return ops.sum(squares, axis=axis, keepdims=keepdims) / (_present(x, axis, keepdims) - correction)


@body("nanstd")
def nanstd(x: Array, *, axis: Any, keepdims: bool, correction: float) -> Any:
    """The root of the variance."""
    return ops.sqrt(ops.nanvar(x, axis=axis, keepdims=keepdims, correction=correction))


@body("var")
def var(x: Array, *, axis: Any, keepdims: bool, correction: float) -> Any:
    """Average squared distances from the mean."""
    far = x - ops.mean(x, axis=axis, keepdims=True)
    squares = squared(far)
    count = count_along(x, places(axis, x.ndim), squares.dtype)
    return ops.sum(squares, axis=axis, keepdims=keepdims) / (count - correction)


@body("ptp")
def ptp(x: Array, *, axis: Any, keepdims: bool) -> Any:
    """Largest minus smallest."""
    return ops.max(x, axis=axis, keepdims=keepdims) - ops.min(x, axis=axis, keepdims=keepdims)


@body("average")
def average(x: Array, weights: Array | None, *, axis: Any, keepdims: bool) -> Any:
    """Weighted sum over the sum of the weights."""
    if weights is None:
        return ops.mean(x, axis=axis, keepdims=keepdims)
    if weights.ndim == 1 and x.ndim > 1:
        sizes: list[Any] = [1] * x.ndim
        k = places(axis, x.ndim)[0]
        sizes[k] = weights.shape.dims[0]
        weights = ops.reshape(weights, shape=tuple(sizes))
    total = ops.sum(x * weights, axis=axis, keepdims=keepdims)
    whole = ops.broadcast_to(weights, shape=x.shape.dims)
    return total / ops.sum(whole, axis=axis, keepdims=keepdims)
