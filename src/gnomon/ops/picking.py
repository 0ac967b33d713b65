"""Picking and putting: entries at positions along neighbouring axes, the normal form of indexing with arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import known_axis
from gnomon.ops.broadcasting import broadcast, broadcast_into
from gnomon.ops.gathering import RANGE, check_positions
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.ops.slicing import smaller
from gnomon.shapes import AtLeast, Shape, Size


def _place(r: Rule, x: Array, positions: Sequence[Array], axis: int) -> Shape:
    """Return the shape of the entries picked: the axes of the positions stand for the axes they name."""
    rank = x.shape.rank
    if rank is None:
        return Shape.unknown()
    first = known_axis(r, axis, max(rank, 1), x) or 0
    if first + len(positions) > rank:
        r.refute(
            "index-rank",
            "{op}: {x} is {x.shape}, but {count} axes from axis {axis} are indexed",
            blame=x,
            x=x,
            count=len(positions),
            axis=axis,
        )
    dims = x.shape.dims
    for k, array in enumerate(positions, first):
        if array.dtype is not None and array.dtype.kind not in ("int", "uint"):
            r.refute(
                "dtype",
                "{op}: positions are integers, but {i} is {i.dtype}",
                blame=array,
                i=array,
            )
        check_positions(r, x, array, k, dims[k])
    shape = broadcast(r, *positions)
    if shape.rank is None:
        return Shape.unknown()
    return Shape((*dims[:first], *shape.dims, *dims[first + len(positions) :]))


def reach(r: Rule, x: Array, positions: Sequence[Array], axis: int, times: Size = 1) -> None:
    """Require axes to be as long as positions ask for, be the result empty: what NumPy's ``x[positions]`` wants.

    NumPy looks at positions so many ``times``.
    """
    count = broadcast(r, *positions).numel()
    if count is None or r.library == "jax":
        return
    some = smaller(r, count * times, 1)
    for k, places in enumerate(positions, axis):
        size = x.shape.dims[k]
        known = [entry for entry in places.contents or () if type(entry) is int] or [0]
        for entry, least in ((max(known), max(known) + 1), (min(known), -min(known))):
            if least > 0:
                r.require(
                    AtLeast(size, least * some),
                    "index-range",
                    RANGE,
                    blame=places,
                    x=x,
                    entry=entry,
                    axis=k,
                    size=size,
                )


@op(dtype="first")
def pick(x: Array, positions: Sequence[Array], *, axis: int = 0) -> Any:
    """Entries at integer positions along neighbouring axes from ``axis`` on; the positions broadcast.

    >>> from gnomon.ops.sketch import array
    >>> pick(array(5, 6, 7), (array(2, 1, dtype="int64"), array(3, dtype="int64")), axis=1)
    array(5, 2, 3)
    """


@pick.shape
def _(r: Rule, x: Array, positions: Sequence[Array], *, axis: int) -> Shape:
    return _place(r, x, positions, axis)


@op(dtype="first")
def put(x: Array, value: Array, positions: Sequence[Array], *, axis: int = 0) -> Any:
    """Store at integer positions what broadcasts to the entries there (set, add, multiply, min or max).

    Where a position occurs several times, the last value stays, or all are combined.

    >>> from gnomon.ops.sketch import array
    >>> put(array(5, 6), array(6), (array(3, dtype="int64"),))
    array(5, 6)
    """


@put.shape
def _(r: Rule, x: Array, value: Array, positions: Sequence[Array], *, axis: int) -> Shape:
    target = _place(r, x, positions, axis)
    if target.rank is not None:
        broadcast_into(r, value, target, x)
    return x.shape
