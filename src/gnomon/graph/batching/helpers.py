"""What the rules share: axes put where arrays of different ranks meet, and arrays repeated for every row."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.registry import Batch, ops
from gnomon.graph.constants import constant
from gnomon.graph.world import create
from gnomon.shapes import Size, dtypes


def aligned(x: Array, rank: int) -> Array:
    """Give an array with the mapped axis in front as many axes as ``rank`` counts, by axes of size 1 behind it.

    >>> from gnomon.graph.constants import symbol
    >>> aligned(symbol("x", ("batch", 3)), 4).shape
    (batch, 1, 1, 3)
    """
    lacking = rank - x.ndim
    return ops.expand_dims(x, axis=tuple(range(1, 1 + lacking))) if lacking > 0 else x


def each_row(b: Batch, x: Array, over: bool) -> Array:
    """Return an array with the mapped axis in front, repeated where it is the same for every row."""
    return x if over else ops.broadcast_to(x, shape=(b.size, *x.shape.dims))


def all_rows(b: Batch, *arrays: Any) -> tuple[Any, ...]:
    """Return the first inputs with the mapped axis in front of each; None stays."""
    return tuple([x if x is None else each_row(b, x, over) for x, over in zip(arrays, b.over)])


def row_axes(rank: int) -> tuple[int, ...]:
    """Return the axes of a row of ``rank`` axes, behind the mapped one."""
    return tuple(range(1, rank + 1))


def channel_shaped(vectors: Array, rank: int, axis: int) -> Array:
    """Let rows of one number or of one for each channel broadcast with rows of ``rank`` axes."""
    sizes: list[Size] = [1] * rank
    if vectors.ndim > 1:
        sizes[axis] = vectors.shape.dims[1]
    return ops.reshape(vectors, shape=(vectors.shape.dims[0], *sizes))  # type: ignore[no-any-return]


def positions(size: Size) -> Array:
    """Return the numbers of the rows: 0, 1, 2 ..."""
    if type(size) is int:
        import numpy as np

        return constant(np.arange(size))
    return create(ops.arange, start=0, stop=size, step=1, dtype=dtypes.int64)  # type: ignore[no-any-return]
