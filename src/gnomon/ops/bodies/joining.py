"""Bodies of joining in its many ways."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import Size


@body("vstack")
def vstack(arrays: tuple[Array, ...]) -> Any:
    """Join along the first axis."""
    return ops.concat(tuple([ops.atleast(x, rank=2) for x in arrays]), axis=0)


@body("hstack")
def hstack(arrays: tuple[Array, ...]) -> Any:
    """Join along the second axis, or vectors end to end."""
    parts = tuple([ops.atleast(x, rank=1) for x in arrays])
    return ops.concat(parts, axis=0 if parts[0].ndim == 1 else 1)


@body("dstack")
def dstack(arrays: tuple[Array, ...]) -> Any:
    """Join along the third axis."""
    return ops.concat(tuple([ops.atleast(x, rank=3) for x in arrays]), axis=2)


@body("column_stack")
def column_stack(arrays: tuple[Array, ...]) -> Any:
    """Join along the second axis, vectors as columns."""
    columns = [x if x.ndim == 2 else ops.reshape(x, shape=(x.size, 1)) for x in arrays]
    return ops.concat(tuple(columns), axis=1)


@body("meshgrid")
def meshgrid(arrays: tuple[Array, ...], *, indexing: str) -> Any:
    """Stretch each along its own axis."""
    rank = len(arrays)
    sizes = [x.size for x in arrays]
    swap = indexing == "xy" and rank > 1
    if swap:
        sizes[0], sizes[1] = sizes[1], sizes[0]
    grids = []
    for k, x in enumerate(arrays):
        own = 1 - k if swap and k < 2 else k
        lone: list[Any] = [1] * rank
        lone[own] = x.size
        grids.append(ops.broadcast_to(ops.reshape(x, shape=tuple(lone)), shape=tuple(sizes)))
    return tuple(grids)


@body("block_diag")
def block_diag(arrays: tuple[Array, ...]) -> Any:
    """Pad each block to the whole width, and join the rows."""
    blocks = [ops.atleast(x, rank=2) for x in arrays]
    width: Size = 0
    for block in blocks:
        width = width + block.shape.dims[1]
    rows = []
    left: Size = 0
    for block in blocks:
        columns = block.shape.dims[1]
        rows.append(ops.pad(block, widths=((0, 0), (left, width - left - columns))))
        left = left + columns
    return ops.concat(tuple(rows), axis=0)
