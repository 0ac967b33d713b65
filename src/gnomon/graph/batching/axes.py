"""Operations along axes of one array: the same along axes one further back, since the mapped axis is in front."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.helpers import row_axes
from gnomon.graph.batching.registry import Batch, Same, batching, ops
from gnomon.ops.record import TABLE

REDUCTIONS = tuple([name for name, record in TABLE.items() if record.facts.get("reduction")])
POSITIONS = ("argmax", "argmin")


def shifted(axis: Any, rank: int) -> Any:
    """Return one axis or several of a row, as they are behind the mapped axis.

    >>> shifted(-1, 2), shifted((0, -2), 3)
    (2, (1, 2))
    """
    if isinstance(axis, (tuple, list)):
        return tuple([int(a) % rank + 1 for a in axis])
    return int(axis) % rank + 1


def flat(b: Batch, x: Array) -> Array:
    """Return rows whose elements stand in one axis."""
    return x if x.ndim == 2 else ops.reshape(x, shape=(b.size, b.row(0).size))


def as_rows(b: Batch, results: Any) -> Any:
    """Give results the shapes of those of a row, behind the mapped axis."""
    listed = [results] if isinstance(results, Array) else list(results)
    return tuple([ops.reshape(array, shape=(b.size, *out.shape.dims)) for array, out in zip(listed, b.outs)])


@batching(*REDUCTIONS, "norm")
def _(b: Batch, x: Array, *, axis: Any, keepdims: bool, **attributes: Any) -> Any:
    """Without axis all but the mapped one are reduced."""
    rank = b.rank(0)
    if not rank:
        return as_rows(b, b.op(flat(b, x), axis=1, keepdims=False, **attributes))
    if axis is None and b.op.name in POSITIONS:
        return as_rows(b, b.op(flat(b, x), axis=1, keepdims=False, **attributes))
    axes = row_axes(rank) if axis is None else shifted(axis, rank)
    axes = axes[0] if axis is None and rank == 1 else axes
    return b.op(x, axis=axes, keepdims=keepdims, **attributes)


@batching("quantile")
def _(b: Batch, x: Array, q: Array, *, axis: Any, **attributes: Any) -> Any:
    """The axes of the fractions come first; fractions that differ from row to row go through the body."""
    rank = b.rank(0)
    if b.over[1] or not rank:
        return NotImplemented
    found = ops.quantile(x, q, axis=row_axes(rank) if axis is None else shifted(axis, rank), **attributes)
    return ops.moveaxis(found, source=q.ndim, destination=0) if q.ndim else found


def along(*names: str) -> None:
    """Register operations along one axis, which take a scalar for a vector of one and flatten without axis."""

    @batching(*names)
    def _(b: Batch, x: Array, *, axis: Any, **attributes: Any) -> Any:
        rank = b.rank(0)
        if axis is None or not rank:
            return as_rows(b, b.op(flat(b, x), axis=1, **attributes))
        return b.op(x, axis=shifted(axis, rank), **attributes)


along(
    *"cumsum cumprod cummax cummin logcumsumexp cumulative sort argsort partition argpartition repeat".split(),
    *"topk kth_value diff gradient_of_samples roll softmax log_softmax".split(),
)


def behind(*names: str, words: tuple[str, ...] = ("axis",)) -> None:
    """Register operations whose axes, named by some attributes, are those of one array."""

    @batching(*names)
    def _(b: Batch, x: Array, **attributes: Any) -> Any:
        rank = b.rank(0)
        moved = {word: shifted(attributes[word], rank) for word in words}
        return b.op(x, **{**attributes, **moved})


behind(*"narrow select_at unflatten split array_split split_at chunk split_by unstack".split())
behind(*"fft ifft rfft irfft hfft ihfft".split())
behind("swapaxes", "trace", "diagonal", words=("first", "second"))
behind("moveaxis", words=("source", "destination"))
behind("rot90", words=("axes",))


@batching("fftn", "ifftn", "rfftn", "irfftn")
def _(b: Batch, x: Array, *, sizes: Any, axes: Any, **attributes: Any) -> Any:
    rank = b.rank(0)
    if axes is None:
        axes = range(rank) if sizes is None else range(rank - len(sizes), rank)
    return b.op(
        x, sizes=sizes, axes=shifted(tuple(axes) if not isinstance(axes, int) else axes, rank), **attributes
    )


@batching("flip")
def _(b: Batch, x: Array, *, axis: Any) -> Any:
    return ops.flip(x, axis=row_axes(b.rank(0)) if axis is None else shifted(axis, b.rank(0)))


@batching("transpose")
def _(b: Batch, x: Array, *, axes: Any) -> Any:
    order = tuple(range(b.rank(0)))[::-1] if axes is None else axes
    return ops.transpose(x, axes=(0, *shifted(tuple(order), b.rank(0))))


@batching("size_along")
def _(b: Batch, x: Array, *, axis: int) -> Any:
    return Same(ops.size_along(x, axis=shifted(axis, b.rank(0))))


@batching("sliding_windows")
def _(b: Batch, x: Array, *, axis: int, size: Any, step: Any) -> Any:
    if not b.rank(0):
        return ops.broadcast_to(ops.expand_dims(x, axis=1), shape=(b.size, size))
    return ops.sliding_windows(x, axis=shifted(axis, b.rank(0)), size=size, step=step)


@batching("overlap_add")
def _(b: Batch, x: Array, *, axis: int, **attributes: Any) -> Any:
    return ops.overlap_add(x, axis=shifted(axis, b.rank(0) - 1), **attributes)


@batching("lexsort")
def _(b: Batch, x: Array, *, axis: int) -> Any:
    """The keys, the first axis of a row, stay in front of the rows."""
    keys = ops.moveaxis(x, source=0, destination=1)
    if b.rank(0) == 1:
        return as_rows(b, ops.lexsort(ops.expand_dims(keys, axis=2), axis=1))
    return ops.lexsort(keys, axis=shifted(axis, b.rank(0) - 1))
