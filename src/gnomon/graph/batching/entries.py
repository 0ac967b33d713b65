"""Indexing, gathering and scattering: rows get positions of their own, or share them."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.axes import flat, shifted
from gnomon.graph.batching.helpers import aligned, each_row, positions
from gnomon.graph.batching.registry import Batch, batching, ops


def _first(items: Any) -> int:
    """Return how many axes stand in front of the mapped one in ``x[:, *items]``: those of arrays that are apart."""
    arrays = [k for k, item in enumerate(items) if _is_array(item)]
    if not arrays:
        return 0
    advanced = [k for k, item in enumerate(items) if _is_array(item) or type(item) is int]
    if advanced == list(range(advanced[0], advanced[-1] + 1)):
        return 0
    return max(1 if items[k].dtype.kind == "bool" else int(items[k].ndim) for k in arrays)


def _is_array(item: Any) -> bool:
    return hasattr(item, "dtype")


@batching("index")
def _(b: Batch, x: Array, *, items: Any) -> Any:
    found = ops.index(x, items=(slice(None), *items))
    return ops.moveaxis(found, source=_first(items), destination=0) if _first(items) else found


@batching("index_update")
def _(b: Batch, x: Array, value: Array, *, items: Any, mode: str) -> Any:
    x = each_row(b, x, b.over[0])
    if b.over[1]:
        rank = ops.index(b.row(0), items=items).ndim
        if value.ndim > rank + 1:  # axes of size 1 in front of what is put into a smaller place
            value = ops.reshape(value, shape=(b.size, *value.shape.dims[value.ndim - rank :]))
        value = aligned(value, rank + 1)
        value = ops.moveaxis(value, source=0, destination=_first(items)) if _first(items) else value
    return ops.index_update(x, value, items=(slice(None), *items), mode=mode)


def _own_positions(b: Batch, places: tuple[Array, ...], over: tuple[bool, ...]) -> tuple[Array, ...]:
    """Return positions that differ from row to row with axes that broadcast behind the mapped one."""
    rank = max(array.ndim - own for array, own in zip(places, over)) + 1
    return tuple([aligned(array, rank) if own else array for array, own in zip(places, over)])


def _numbers(b: Batch, places: tuple[Array, ...]) -> Array:
    """Return the numbers of the rows, one for all positions of each."""
    rank = max(array.ndim for array in places)
    return ops.reshape(positions(b.size), shape=(b.size, *(1,) * (rank - 1)))  # type: ignore[no-any-return]


@batching("pick")
def _(b: Batch, x: Array, places: tuple[Array, ...], *, axis: int) -> Any:
    k = axis % max(b.rank(0), 1)
    if not any(b.over[1]):
        return ops.pick(x, places, axis=k + 1)
    places = _own_positions(b, places, b.over[1])
    if b.over[0]:
        x = ops.moveaxis(x, source=0, destination=k) if k else x
        places = (_numbers(b, places), *places)
    found = ops.pick(x, places, axis=k)
    return ops.moveaxis(found, source=k, destination=0) if k else found


@batching("put")
def _(b: Batch, x: Array, value: Array, places: tuple[Array, ...], *, axis: int, mode: str) -> Any:
    k = axis % max(b.rank(0), 1)
    x = each_row(b, x, b.over[0])
    if any(b.over[2]):
        places = _own_positions(b, places, b.over[2])
        rank = b.rank(0) - len(places) + max(array.ndim for array in places) - 1
        places = (_numbers(b, places), *places)
    else:
        rank = b.rank(0) - len(places) + max(array.ndim for array in places)
    if b.over[1]:
        value = aligned(value, rank + 1)
    if not any(b.over[2]):
        return ops.put(x, value, places, axis=k + 1, mode=mode)
    if k:
        x = ops.moveaxis(x, source=0, destination=k)
        if b.over[1]:
            value = ops.moveaxis(value, source=0, destination=k)
        elif value.ndim > rank - k:
            value = ops.expand_dims(value, axis=value.ndim - (rank - k))
    found = ops.put(x, value, places, axis=k, mode=mode)
    return ops.moveaxis(found, source=k, destination=0) if k else found


@batching("take_along_axis")
def _(b: Batch, x: Array, indices: Array, *, axis: int | None) -> Any:
    if axis is None:
        x = flat(b, each_row(b, x, b.over[0]))
        return ops.take_along_axis(x, each_row(b, indices, b.over[1]), axis=1)
    x = x if b.over[0] else ops.expand_dims(x, axis=0)
    indices = indices if b.over[1] else ops.expand_dims(indices, axis=0)
    return ops.take_along_axis(x, indices, axis=shifted(axis, b.rank(0)))


def _vector(x: Array) -> Array:
    """Take rows that are scalars for vectors of one entry."""
    return ops.expand_dims(x, axis=1) if x.ndim == 1 else x


@batching("gather")
def _(b: Batch, x: Array, indices: Array, *, axis: int) -> Any:
    x, indices = _vector(each_row(b, x, b.over[0])), _vector(each_row(b, indices, b.over[1]))
    found = ops.gather(x, indices, axis=shifted(axis, x.ndim - 1))
    return found if b.outs[0].ndim else ops.squeeze(found, axis=1)


@batching("scatter")
def _(b: Batch, x: Array, indices: Array, source: Array | None, *, axis: int, mode: str) -> Any:
    x, indices = _vector(each_row(b, x, b.over[0])), _vector(each_row(b, indices, b.over[1]))
    if source is not None and (b.over[2] or source.ndim):
        source = _vector(each_row(b, source, b.over[2]))
        if not b.rank(2):
            source = ops.broadcast_to(aligned(source, indices.ndim), shape=indices.shape.dims)
    found = ops.scatter(x, indices, source, axis=shifted(axis, x.ndim - 1), mode=mode)
    return found if b.outs[0].ndim else ops.squeeze(found, axis=1)
