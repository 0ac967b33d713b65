"""Derivatives of running reductions along an axis."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import (
    adding_at,
    conj,
    filled,
    iota,
    place,
    zeros_like,
)
from gnomon.graph.gradients.registry import pullback
from gnomon.shapes import dtypes

# running reductions


def _line(x: Array, axis: Any) -> tuple[Array, int]:
    """Return the array that runs, flattened without an axis, and the axis."""
    if axis is not None and x.ndim:
        return x, place(axis, x.ndim)
    return ops.reshape(x, shape=(x.size,)), 0


def backward_sum(x: Array, axis: int) -> Array:
    """Return the sum of each element and all after it along an axis."""
    return ops.flip(ops.cumsum(ops.flip(x, axis=axis), axis=axis), axis=axis)  # type: ignore[no-any-return]


@pullback("cumsum", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: Any) -> Any:
    summed = backward_sum(g, place(axis, g.ndim) if axis is not None else 0) if g.ndim else g
    return ops.reshape(summed, shape=x.shape.dims) if axis is None else summed


@pullback("cumprod")
def _(g: Array, x: Array, *, out: Array, axis: Any) -> Any:
    """The usual quotient before the first zero; the product without it at the first zero; 0 after it."""
    row, k = _line(x, axis)
    if not g.ndim:
        return g
    zero = ops.equal(row, 0.0)
    zeros = ops.cumsum(ops.cast(zero, dtype=dtypes.int64), axis=k)
    first = ops.logical_and(zero, ops.equal(zeros, 1))
    one = filled(row, 1.0)
    usual = backward_sum(g * conj(out), k) / conj(ops.where(zero, one, row))
    without = ops.cumprod(ops.where(first, one, row), axis=k)
    at_first = backward_sum(g * conj(without), k)
    result = ops.where(first, at_first, ops.where(ops.equal(zeros, 0), usual, zeros_like(usual)))
    return ops.reshape(result, shape=x.shape.dims) if axis is None else result


def _running_extreme(g: Array, x: Array, *, out: Array, axis: Any) -> Any:
    """The cotangent goes to the last element that reached the extreme so far."""
    row, k = _line(x, axis)
    if not g.ndim:
        return g
    places_ = ops.broadcast_to(iota(row, k), shape=row.shape.dims)
    reached = ops.where(ops.equal(row, out), places_, zeros_like(places_))
    result = adding_at(g, ops.cummax(reached, axis=k), row, k)
    return ops.reshape(result, shape=x.shape.dims) if axis is None else result


pullback("cummax", "cummin")(_running_extreme)

LOWEST = -1e30


@pullback("logcumsumexp")
def _(g: Array, x: Array, *, out: Array, axis: Any) -> Any:
    """Shares of the running sum, summed in logarithms, positive and negative cotangents apart."""
    row, k = _line(x, axis)
    if not g.ndim:
        return g
    lowest = filled(g, LOWEST)

    def half(sign: float) -> Array:
        taken = ops.greater(g * sign, 0.0)
        logs = ops.log(ops.where(taken, g * sign, filled(g, 1.0)))
        terms = ops.where(taken, logs - out, lowest)
        backward = ops.flip(ops.logcumsumexp(ops.flip(terms, axis=k), axis=k), axis=k)
        return ops.exp(backward + row)  # type: ignore[no-any-return]

    result = half(1.0) - half(-1.0)
    return ops.reshape(result, shape=x.shape.dims) if axis is None else result
