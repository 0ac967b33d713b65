"""Masks: entries chosen by booleans, and where the true ones are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, known_axis, replace_axis
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Shape, Size


@op(dtype="first")
def boolean_mask(x: Array, mask: Array, *, axis: Axis = 0) -> Any:
    """Entries where a mask is true; the axes of the mask become one of unknown size (TensorFlow)."""


@boolean_mask.shape
def _(r: Rule, x: Array, mask: Array, *, axis: Axis) -> Shape:
    shape, over = x.shape, mask.shape
    if over.rank == 0:
        r.refute("rank", "{op}: the mask {mask} is a scalar", blame=mask, mask=mask)
    if shape.rank is None or over.rank is None:
        return Shape.unknown()
    k = known_axis(r, axis, shape.rank, x) or 0
    if k + over.rank > shape.rank:
        r.refute("index-rank", "{op}: the mask {mask} is {mask.shape}, but {x} is {x.shape}", blame=mask,
                 mask=mask, x=x)  # fmt: skip
    for a, b in zip(shape.dims[k:], over.dims):
        r.equal(
            a,
            b,
            "index-range",
            "{op}: the mask {mask} is {mask.shape}, but {x} is {x.shape}",
            blame=mask,
            mask=mask,
            x=x,
        )
    return Shape((*shape.dims[:k], r.fresh(), *shape.dims[k + over.rank :]))


@op(dtype="first")
def masked_select(x: Array, mask: Array) -> Any:
    """The entries where a mask is true, as a vector of unknown length; both broadcast."""


@masked_select.shape
def _(r: Rule, x: Array, mask: Array) -> Shape:
    broadcast(r, x, mask)
    return Shape((r.fresh(),))


@op(dtype="first")
def compress(x: Array, mask: Array, *, axis: Axis | None = None) -> Any:
    """Entries along an axis where a vector of booleans is true."""


@compress.shape
def _(r: Rule, x: Array, mask: Array, *, axis: Axis | None) -> Shape:
    if axis is None or (x.shape.rank == 0 and r.library == "numpy" and axis in (0, -1)):
        return Shape((r.fresh(),))
    return replace_axis(r, x, axis, (r.fresh(),))


@op(dtype="index")
def nonzero(x: Array) -> Any:
    """Positions of the nonzero entries, one row each: (count, rank) with an unknown count."""


@nonzero.shape
def _(r: Rule, x: Array) -> Shape:
    rank = x.shape.rank
    return Shape((r.fresh(), r.fresh() if rank is None else rank))


@op(dtype="index")
def where_nonzero(x: Array) -> Any:
    """Positions of the nonzero entries, one vector per axis (NumPy); one vector if the rank is unknown."""


@where_nonzero.shape
def _(r: Rule, x: Array) -> tuple[Out, ...] | Out:
    rank = x.shape.rank
    result = Out(Shape((r.fresh(),)))
    return result if rank is None else (result,) * max(rank, 1)


@op(dtype="index")
def flat_index(x: Array, *, shape: Sequence[Size]) -> Any:
    """Positions along each axis from positions in the flattened array (unravel_index): one per axis.

    >>> from gnomon.ops.sketch import array
    >>> flat_index(array(2, dtype="int64"), shape=(2, 3))
    (array(2, int64), array(2, int64))
    """


@flat_index.shape
def _(r: Rule, x: Array, *, shape: Sequence[Size]) -> tuple[Out, ...]:
    return (Out(x.shape),) * len(shape)
