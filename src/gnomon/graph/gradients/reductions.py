"""Derivatives of reductions and of running reductions along an axis."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import (
    conj,
    count_along,
    filled,
    is_complex,
    named,
    places,
    restored,
    unnamed,
    zeros_like,
)
from gnomon.graph.gradients.registry import pullback


def stretched(g: Array, x: Array, axis: Any, keepdims: bool) -> Array:
    """Give each element that was reduced the cotangent of its result."""
    if g.ndim:
        g = restored(g, x, axis, keepdims)
    if unnamed(x.shape):
        return g * filled(x, 1.0)
    return ops.broadcast_to(g, shape=x.shape.dims)  # type: ignore[no-any-return]


@pullback("sum", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool) -> Any:
    return stretched(g, x, axis, keepdims)


@pullback("nansum")
def _(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool) -> Any:
    wide = stretched(g, x, axis, keepdims)
    return ops.where(ops.isnan(x), zeros_like(wide), wide)


@pullback("mean", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool) -> Any:
    count = count_along(x, places(axis, x.ndim), out.dtype)
    return stretched(g / count, x, axis, keepdims)


@pullback("std")
def _(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool, correction: float) -> Any:
    """The slope at equal elements is taken as zero."""
    far = x - ops.mean(x, axis=axis, keepdims=True)
    count = count_along(x, places(axis, x.ndim), out.dtype) - correction
    flat = ops.equal(out, 0.0)
    share = ops.where(flat, zeros_like(out), g / (count * ops.where(flat, filled(out, 1.0), out)))
    return restored(share, x, axis, keepdims) * far


@pullback("logsumexp")
def _(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool) -> Any:
    """Shares of the sum; all of -inf gives 0."""
    top = restored(out, x, axis, keepdims)
    lowest = ops.equal(top, -float("inf")) if not is_complex(x) else None
    safe = top if lowest is None else ops.where(lowest, zeros_like(top), top)
    return restored(g, x, axis, keepdims) * conj(ops.exp(x - safe))


def _extreme(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool) -> Any:
    """Elements that tie for the extreme share its cotangent equally."""
    hits = ops.cast(ops.equal(x, restored(out, x, axis, keepdims)), dtype=x.dtype)
    count = ops.sum(hits, axis=axis, keepdims=True)
    return hits * (restored(g, x, axis, keepdims) / ops.maximum(count, 1.0))


pullback("max", "min", "nanmax", "nanmin", "mode")(_extreme)


@pullback("prod")
def _(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool) -> Any:
    """Products of all other elements, exact with zeros: those before times those after."""
    axes = places(axis, x.ndim)
    if not axes:
        return g
    rest = tuple(k for k in range(x.ndim) if k not in axes)
    rows = x.ndim - len(axes)
    order = (*rest, *axes)
    moved = ops.transpose(x, axes=order)
    row = ops.flatten(moved, start=rows) if len(axes) > 1 else moved
    others = exclusive_product(row) * exclusive_product(row, reverse=True)
    back = tuple(sorted(range(x.ndim), key=order.__getitem__))
    others = ops.transpose(ops.reshape(others, shape=moved.shape.dims), axes=back)
    return restored(g, x, axis, keepdims) * conj(others)


def exclusive_product(x: Array, reverse: bool = False) -> Array:
    """Return the product of the elements before each one along the last axis, or of those after it."""
    last = x.ndim - 1
    if reverse:
        x = ops.flip(x, axis=last)
    lead = (slice(None),) * last
    one = ops.broadcast_to(filled(ops.sum(x), 1.0), shape=(*x.shape.dims[:last], 1))
    shifted = ops.index(ops.concat((one, x), axis=last), items=(*lead, slice(None, -1)))
    result = named(ops.cumprod(shifted, axis=last), x.shape)
    return ops.flip(result, axis=last) if reverse else result
