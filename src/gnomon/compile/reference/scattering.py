"""Scattering: entries stored or combined at positions, segments, counts."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.indexing import MODES, stored
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference


@reference("scatter")
def scatter(x: Any, indices: Any, source: Any = None, *, axis: int, mode: str = "set") -> Any:
    """PyTorch's scatter: each entry of the indices is a place along the axis, its own place elsewhere."""
    if source is None:
        raise ValueError("there is nothing to store")
    flat, positions = np.atleast_1d(x), np.atleast_1d(indices)
    place = axis % flat.ndim
    if source.ndim:
        source = np.atleast_1d(source)[tuple(slice(size) for size in positions.shape)]
    grid = list(np.indices(positions.shape, sparse=True))
    grid[place] = positions
    return stored(flat, tuple(grid), source, mode).reshape(x.shape)


@reference("scatter_nd")
def scatter_nd(updates: Any, indices: Any, *, shape: Any, mode: str = "add") -> Any:
    result = np.zeros(tuple(shape), updates.dtype)
    if not indices.shape[-1]:
        rows = updates.reshape((-1, *result.shape))
        return stored(result[None], (np.zeros(len(rows), np.int64),), rows, mode)[0]
    return stored(result, tuple(np.moveaxis(indices, -1, 0)), updates, mode)


@reference("update_along")
def update_along(x: Any, indices: Any, source: Any, *, axis: int = 0, mode: str = "add") -> Any:
    if not x.ndim:
        return stored(x.reshape(1), (indices.reshape(-1),), source.reshape(-1), mode).reshape(())
    return stored(x, (slice(None),) * (axis % x.ndim) + (indices.reshape(-1),), source, mode)


def _start(mode: str, dtype: Any) -> Any:
    """Return what an empty segment holds."""
    if mode in ("add", "mean"):
        return 0
    if mode == "multiply":
        return 1
    if dtype.kind in "iu":
        return np.iinfo(dtype).min if mode == "max" else np.iinfo(dtype).max
    return -np.inf if mode == "max" else np.inf


@reference("segment_reduce")
def segment_reduce(x: Any, segments: Any, *, count: Any = None, mode: str = "add") -> Any:
    """Combine the rows of each segment; ``mode`` "mean" averages them."""
    rows = segments.reshape(-1)
    x = x.reshape((rows.size, *x.shape[max(segments.ndim, 1) :]))
    total = (int(rows.max()) + 1 if rows.size else 0) if count is None else count
    if rows.size and (rows.min() < 0 or rows.max() >= total):
        raise IndexError(f"segment {rows.max()} is out of range: there are {total}")
    result = np.full((total, *x.shape[1:]), _start(mode, x.dtype), x.dtype)
    MODES["add" if mode == "mean" else mode].at(result, rows, x)
    if mode == "mean":
        sizes = np.maximum(np.bincount(rows, minlength=total), 1)
        result = result / sizes.reshape((total,) + (1,) * (x.ndim - 1))
    return result


@reference("bincount")
def bincount(x: Any, *, count: Any = None, least: int = 0) -> Any:
    counts = np.bincount(x.reshape(-1).astype(np.int64), minlength=max(count or 0, least))
    if count is not None and counts.size > count:
        raise IndexError(f"entry {counts.size - 1} is out of range: {count} are counted")
    return counts
