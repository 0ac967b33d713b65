"""Derivatives of parts of axes: stretches, windows, borders, repeats and diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.gradients.helpers import named, place, spread, whole_size, zeros_like
from gnomon.graph.gradients.registry import LINEAR, pullback
from gnomon.graph.gradients.structure import shaped_like
from gnomon.shapes import AtLeast, Facts, Size, dtypes

# stretches of an axis


@pullback("narrow", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: int, start: Size, length: Size) -> Any:
    k = place(axis, x.ndim)
    size = x.shape.dims[k]
    start = from_front(start, size)
    return padded(g, x, k, start, size - start - length)


def from_front(position: Size, size: Size) -> Size:
    """Return a position counted from the front; a negative one is meant from the end."""
    if AtLeast(position, 0).ask(Facts()).is_yes:
        return position
    if AtLeast(-1, position).ask(Facts()).is_yes:
        return size + position
    return position % size


def padded(g: Array, x: Array, axis: int, before: Size, after: Size) -> Array:
    """Put zeros around a cotangent along one axis; the result has the shape of ``x``."""
    widths: list[tuple[Size, Size]] = [(0, 0)] * x.ndim
    widths[axis] = (before, after)
    return named(ops.pad(g, widths=tuple(widths)), x.shape)


@pullback("select_at", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: int, position: Size) -> Any:
    k = place(axis, x.ndim)
    size = x.shape.dims[k]
    position = from_front(position, size)
    return padded(ops.expand_dims(g, axis=k), x, k, position, size - position - 1)


@pullback("sliding_windows", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: int, size: Size, step: Size) -> Any:
    if not x.ndim:
        return shaped_like(ops.sum(g, axis=0), x)
    k = place(axis, x.ndim)
    return ops.overlap_add(g, axis=k, length=x.shape.dims[k], step=step)


@pullback("overlap_add", linear=(0,))
def _(g: Array, x: Array, *, out: Array, axis: int, length: Size, step: Size) -> Any:
    k = place(axis, g.ndim)
    used = (x.shape.dims[k] - 1) * step + x.shape.dims[-1]
    if used != length:
        g = ops.narrow(g, axis=k, start=0, length=used)
    return named(ops.sliding_windows(g, axis=k, size=x.shape.dims[-1], step=step), x.shape)


@pullback("pad")
def _(
    g: Array, x: Array, *, out: Array, widths: Any, last: bool, mode: str, value: Any, **attributes: Any
) -> Any:
    start = x.ndim - len(widths)
    if mode == "constant" and not attributes.get("reflect"):
        for k, (before, after) in enumerate(widths, start):
            g = _unpadded(g, x, k, before, after)
        return named(g, x.shape)
    for k, (before, after) in enumerate(widths, start):
        g = _folded(g, x, k, before, after, "reflect" if attributes.get("reflect") else mode)
    return named(g, x.shape)


def _unpadded(g: Array, x: Array, k: int, before: Size, after: Size) -> Array:
    """Drop what was added along an axis; what was cropped, or may have been, is padded by as much as it lost."""
    added = [Facts().at_least(w, 0).is_yes for w in (before, after)]
    cut = [w if known else 0 for w, known in zip((before, after), added)]
    lost = [0 if known else -w for w, known in zip((before, after), added)]
    if cut != [0, 0]:
        g = ops.narrow(g, axis=k, start=cut[0], length=g.shape.dims[k] - cut[0] - cut[1])
    if lost != [0, 0]:
        widths: list[Any] = [(0, 0)] * x.ndim
        widths[k] = tuple(lost)
        g = ops.pad(g, widths=tuple(widths))
    return g


def _folded(g: Array, x: Array, k: int, before: Size, after: Size, mode: str) -> Array:
    """Add what stands in a mirrored, repeated or wrapped border to where it came from."""
    if before == 0 and after == 0:
        return g
    positions = ops.cumsum(ops.broadcast_to(_one(), shape=(g.shape.dims[k],)), axis=0) - 1
    places_ = positions - (before if type(before) is int else as_array(before))
    size = x.shape.dims[k]
    n = as_array(whole_size(x, k))
    mode = {"replicate": "edge", "circular": "wrap"}.get(mode, mode)
    if mode == "edge":
        source = ops.minimum(ops.maximum(places_, 0), n - 1)
    elif mode == "wrap":
        source = ops.remainder(places_, n)
    else:
        period = 2 * (n - 1) if mode == "reflect" else 2 * n
        period = ops.maximum(period, 1)
        shifted = ops.remainder(places_, period)
        mirror = period - shifted if mode == "reflect" else period - 1 - shifted
        source = ops.where(ops.less(shifted, n), shifted, mirror)
    dims = g.shape.dims
    goal = ops.broadcast_to(_zero_of(g), shape=(*dims[:k], size, *dims[k + 1 :]))
    return ops.put(goal, g, (source,), axis=k, mode="add")  # type: ignore[no-any-return]


def _one() -> Array:
    return spread(1, (), dtypes.int64)


def _zero_of(g: Array) -> Array:
    return spread(0, (), g.dtype)


@pullback("repeat", linear=(0,))
def _(g: Array, x: Array, *, out: Array, repeats: Any, axis: int | None) -> Any:
    row = ops.reshape(x, shape=(x.size,)) if axis is None or not x.ndim else x
    k = 0 if axis is None or not x.ndim else place(axis, x.ndim)
    dims = row.shape.dims
    if isinstance(repeats, (tuple, list)) and len(repeats) == 1:
        repeats = repeats[0]
    if not isinstance(repeats, (tuple, list)):
        split_ = ops.reshape(g, shape=(*dims[: k + 1], repeats, *dims[k + 1 :]))
        return shaped_like(ops.sum(split_, axis=k + 1), x)
    origins = as_array([place_ for place_, count in enumerate(repeats) for _ in range(count)] or _none())
    return shaped_like(ops.put(zeros_like(row), g, (origins,), axis=k, mode="add"), x)


def _none() -> Any:
    import numpy as np

    return np.zeros(0, np.int64)


@pullback("tile", linear=(0,))
def _(g: Array, x: Array, *, out: Array, reps: Sequence[Size], **attributes: Any) -> Any:
    dims = (1,) * (len(reps) - x.ndim) + x.shape.dims
    counts = (1,) * (x.ndim - len(reps)) + tuple(reps)
    shape = [size for pair in zip(counts, dims) for size in pair]
    summed = ops.sum(ops.reshape(g, shape=tuple(shape)), axis=tuple(range(0, 2 * len(dims), 2)))
    return shaped_like(summed, x)


LINEAR["diff"] = (0,)


# diagonals and triangles


@pullback("tril", linear=(0,))
def _(g: Array, x: Array, *, out: Array, offset: int) -> Any:
    return ops.tril(g, offset=offset)


@pullback("triu", linear=(0,))
def _(g: Array, x: Array, *, out: Array, offset: int) -> Any:
    return ops.triu(g, offset=offset)


def on_diagonal(g: Array, rows: Size, columns: Size, offset: int) -> Array:
    """Return matrices (*b, rows, columns) of zeros with g (*b, n) on a diagonal."""
    n = g.shape.dims[-1]
    square = ops.diag_embed(g)
    up, down = max(offset, 0), max(-offset, 0)
    widths = ((0, 0),) * (g.ndim - 1) + ((down, rows - n - down), (up, columns - n - up))
    return ops.pad(square, widths=widths)  # type: ignore[no-any-return]


@pullback("diagonal", linear=(0,))
def _(g: Array, x: Array, *, out: Array, offset: int, first: int, second: int) -> Any:
    a, b = place(first, x.ndim), place(second, x.ndim)
    full = on_diagonal(g, x.shape.dims[a], x.shape.dims[b], offset)
    return ops.moveaxis(full, source=(-2, -1), destination=(a, b))


@pullback("diag_embed", linear=(0,))
def _(g: Array, x: Array, *, out: Array, offset: int) -> Any:
    return ops.diagonal(g, offset=offset, first=-2, second=-1)
