"""Bodies of gathering and scattering over `pick` and `put`."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import iota, known_sizes, place, spread
from gnomon.ops.bodies.registry import Array, body


@body("take")
def take(x: Array, indices: Array, *, axis: int | None, batch_dims: int) -> Any:
    """Pick entries along an axis."""
    if axis is None:
        return ops.pick(ops.reshape(x, shape=(x.size,)), (indices,), axis=0)
    k = place(axis, x.ndim)
    if batch_dims < 0:
        batch_dims += indices.ndim
    if not batch_dims:
        return ops.pick(x, (indices,), axis=k)
    row = ops.moveaxis(x, source=k, destination=batch_dims)
    lead = [iota(indices, j) for j in range(batch_dims)]
    found = ops.pick(row, (*lead, indices), axis=0)
    own = indices.ndim - batch_dims
    inner = tuple(range(batch_dims, batch_dims + own))
    return ops.moveaxis(found, source=inner, destination=tuple(range(k, k + own)))


@body("index_select")
def index_select(x: Array, indices: Array, *, axis: int) -> Any:
    """Pick slices along an axis."""
    if not x.ndim:
        return ops.reshape(x, shape=(1,) * indices.ndim)
    flat = indices if indices.ndim else ops.reshape(indices, shape=(1,))
    return ops.pick(x, (flat,), axis=place(axis, x.ndim))


def _flat_positions(indices: Array, depth: int) -> tuple[Array, ...]:
    return tuple(ops.unstack(indices, axis=indices.ndim - 1)) if depth else ()


@body("gather_nd")
def gather_nd(x: Array, indices: Array, *, batch_dims: int) -> Any:
    """Pick entries at positions spelled out by the last axis."""
    (depth,) = known_sizes(indices.shape.dims[-1:])
    positions = list(_flat_positions(indices, depth))
    lead = [iota(positions[0], j) for j in range(batch_dims)]
    return ops.pick(x, (*lead, *positions), axis=0)


@body("scatter_nd")
def scatter_nd(updates: Array, indices: Array, *, shape: Any, mode: str) -> Any:
    """Put updates into zeros."""
    (depth,) = known_sizes(indices.shape.dims[-1:])
    board = spread(updates, 0.0, tuple(shape), updates.dtype)
    return ops.put(board, updates, _flat_positions(indices, depth), axis=0, mode=mode)


@body("update_along")
def update_along(x: Array, indices: Array, source: Array, *, axis: int, mode: str) -> Any:
    """Put slices at positions along an axis."""
    k = place(axis, x.ndim)
    flat = ops.reshape(indices, shape=(indices.size,))
    return ops.put(x, source, (flat,), axis=k, mode=mode)


@body("embedding")
def embedding(indices: Array, weight: Array) -> Any:
    """Pick rows of the table."""
    return ops.pick(weight, (indices,), axis=0)
