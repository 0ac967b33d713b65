"""Derivatives of indexing, gathering and scattering: each is the other's transpose."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.helpers import filled, place, unbroadcast, zeros_like
from gnomon.graph.gradients.registry import LINEAR, pullback
from gnomon.graph.gradients.structure import shaped_like


@pullback("index", linear=(0,))
def _(g: Array, x: Array, *, out: Array, items: Any) -> Any:
    return ops.index_update(zeros_like(x), g, items=items, mode="add")


@pullback("pick", linear=(0,))
def _(g: Array, x: Array, positions: tuple[Array, ...], *, out: Array, axis: int) -> Any:
    return ops.put(zeros_like(x), g, positions, axis=axis, mode="add"), None


def _stored(
    g: Array, x: Array, value: Array, out: Array, mode: str, read: Any, write: Any, stored: Any
) -> tuple[Any, Any]:
    """Cotangents of storing ``value`` at entries of x: ``read`` takes entries, ``write`` stores others.

    With mode "set" and a position named twice, the last value counts for both.
    """
    taken = read(g)
    if mode == "add":
        return g, lambda: taken
    if mode == "set":
        return lambda: write(g, zeros_like(value), "set"), lambda: _last(taken, value, read, stored, out)
    if mode in ("mul", "multiply"):
        return (
            lambda: write(g, value, "multiply"),
            lambda: taken * _quotient(read(out), value, read(x)),
        )
    if mode in ("min", "max"):
        ours = ops.cast(ops.equal(read(out), value), dtype=g.dtype)
        old = ops.cast(ops.equal(x, out), dtype=g.dtype)
        count = write(old, ops.broadcast_to(ours, shape=taken.shape.dims), "add")
        share = g / ops.maximum(count, 1.0)
        return lambda: share * old, lambda: read(share) * ours
    raise GradientError(f"storing with mode {mode!r} has no gradient")


def _last(taken: Array, value: Array, read: Any, stored: Any, out: Array) -> Array:
    """Keep the cotangents of values that stayed, where others were stored over some."""
    marks = stored()
    if marks is None:
        return taken
    own, kept = marks
    return ops.where(ops.equal(own, kept), taken, zeros_like(taken))  # type: ignore[no-any-return]


def _quotient(product: Array, value: Array, base: Array) -> Array:
    zero = ops.equal(value, 0.0)
    safe = ops.where(zero, 1.0, value)
    return ops.where(zero, ops.broadcast_to(base, shape=product.shape.dims), product / safe)  # type: ignore[no-any-return]


def _marks(taken_shape: Any, write: Any, read: Any, x: Array) -> Any:
    """Number the values stored; return the numbers, and those that are read back."""
    from gnomon.graph.gradients.helpers import spread
    from gnomon.shapes import dtypes

    size: Any = 1
    for entry in taken_shape:
        size = size * entry
    numbers = ops.cumsum(spread(1, (size,), dtypes.int64), axis=0)
    own = ops.reshape(numbers, shape=tuple(taken_shape))
    board = spread(0, x.shape.dims, dtypes.int64)
    return own, read(write(board, own, "set"))


@pullback("index_update")
def _(g: Array, x: Array, value: Array, *, out: Array, items: Any, mode: str) -> Any:
    def read(array: Array) -> Any:
        return ops.index(array, items=items)

    def write(array: Array, new: Array, how: str) -> Any:
        return ops.index_update(array, new, items=items, mode=how)

    unique = all(isinstance(item, (int, slice)) or item is None or item is Ellipsis for item in items)
    shape = read(g).shape.dims
    marks = (lambda: None) if unique else (lambda: _marks(shape, write, read, x))
    return _stored(g, x, value, out, mode, read, write, marks)


@pullback("put")
def _(
    g: Array, x: Array, value: Array, positions: tuple[Array, ...], *, out: Array, axis: int, mode: str
) -> Any:
    def read(array: Array) -> Any:
        return ops.pick(array, positions, axis=axis)

    def write(array: Array, new: Array, how: str) -> Any:
        return ops.put(array, new, positions, axis=axis, mode=how)

    shape = read(g).shape.dims
    return (*_stored(g, x, value, out, mode, read, write, lambda: _marks(shape, write, read, x)), None)


@pullback("scatter")
def _(g: Array, x: Array, indices: Array, source: Array | None, *, out: Array, axis: int, mode: str) -> Any:
    def read(array: Array) -> Any:
        return ops.gather(array, indices, axis=axis)

    def write(array: Array, new: Array, how: str) -> Any:
        wide = ops.broadcast_to(new, shape=indices.shape.dims) if new.ndim < indices.ndim else new
        return ops.scatter(array, indices, wide, axis=axis, mode=how)

    if source is None:
        raise GradientError("scatter of a number that is not given has no gradient")
    if source.ndim and source.shape.dims != indices.shape.dims:
        whole = source
        items = tuple(slice(None, size) for size in indices.shape.dims)
        source = ops.index(source, items=items)
        to_x, to_part = _stored(
            g, x, source, out, mode, read, write, lambda: _marks(indices.shape.dims, write, read, x)
        )
        return to_x, None, lambda: ops.index_update(zeros_like(whole), to_part(), items=items)
    to_x, to_source = _stored(
        g, x, source, out, mode, read, write, lambda: _marks(indices.shape.dims, write, read, x)
    )
    return to_x, None, to_source


@pullback("take_along_axis")
def _(g: Array, x: Array, indices: Array, *, out: Array, axis: int | None) -> Any:
    if axis is None:
        flat = ops.reshape(x, shape=(x.size,))
        return ops.reshape(ops.put(zeros_like(flat), g, (indices,), mode="add"), shape=x.shape.dims), None
    k = place(axis, x.ndim)
    wide = ops.broadcast_to(indices, shape=out.shape.dims)
    dims = out.shape.dims
    goal = ops.broadcast_to(filled(ops.sum(x), 0.0), shape=(*dims[:k], x.shape.dims[k], *dims[k + 1 :]))
    return ops.scatter(goal, wide, g, axis=k, mode="add"), None


LINEAR["take_along_axis"] = (0,)


@pullback("gather", linear=(0,))
def _(g: Array, x: Array, indices: Array, *, out: Array, axis: int) -> Any:
    if not x.ndim or not indices.ndim:
        return ops.reshape(ops.sum(g), shape=x.shape.dims) if not x.ndim else _gather_one(g, x, indices), None
    return ops.scatter(zeros_like(x), indices, g, axis=axis, mode="add"), None


def _gather_one(g: Array, x: Array, indices: Array) -> Any:
    return ops.put(zeros_like(x), g, (indices,), axis=0, mode="add")


@pullback("boolean_mask")
def _(g: Array, x: Array, mask: Array, *, out: Array, axis: int) -> Any:
    k = place(axis, x.ndim)
    found = tuple(ops.unstack(ops.nonzero(mask), axis=1))
    return ops.put(zeros_like(x), g, found, axis=k, mode="add"), None


@pullback("masked_select")
def _(g: Array, x: Array, mask: Array, *, out: Array) -> Any:
    shape = ops.logical_and(ops.isnan(x), mask).shape
    wide = ops.broadcast_to(mask, shape=shape.dims)
    goal = ops.broadcast_to(filled(ops.sum(x), 0.0), shape=shape.dims)
    found = tuple(ops.unstack(ops.nonzero(wide), axis=1))
    return unbroadcast(ops.put(goal, g, found, axis=0, mode="add"), x.shape), None


@pullback("compress")
def _(g: Array, x: Array, mask: Array, *, out: Array, axis: int | None) -> Any:
    row = ops.reshape(x, shape=(x.size,)) if axis is None else x
    k = 0 if axis is None else place(axis, x.ndim)
    found = ops.squeeze(ops.nonzero(mask), axis=1)
    return shaped_like(ops.put(zeros_like(row), g, (found,), axis=k, mode="add"), x), None


@pullback("update", "overwrite")
def _(g: Array, x: Array, value: Array, *, out: Array) -> Any:
    """Everything is replaced: the old value has no part in the result."""
    return zeros_like(x), g


LINEAR["update"] = LINEAR["overwrite"] = (1,)


@pullback("segment_reduce")
def _(g: Array, x: Array, segments: Array, *, out: Array, count: Any, mode: str) -> Any:
    """Rows take the cotangent of their segment; extremes share theirs among the rows that tie."""
    rows = segments
    taken = ops.pick(g, (rows,), axis=0)
    if mode in ("add", "sum"):
        return taken, None
    ones = filled(x, 1.0)
    if mode == "mean":
        number = ops.pick(ops.segment_reduce(ones, segments, count=count, mode="add"), (rows,), axis=0)
        return taken / number, None
    if mode in ("mul", "multiply", "prod"):
        return taken * ops.pick(out, (rows,), axis=0) / x, None
    hits = ops.cast(ops.equal(x, ops.pick(out, (rows,), axis=0)), dtype=g.dtype)
    ties = ops.pick(ops.segment_reduce(hits, segments, count=count, mode="add"), (rows,), axis=0)
    return taken * hits / ops.maximum(ties, 1.0), None
