"""Joining: concat along an existing axis, stack along a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.arithmetic import CONTENTS_LIMIT
from gnomon.ops.axes import Axis, fresh_shape, known_axis, place, with_rank
from gnomon.ops.inserting import at_least, expanded
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule, Shaped
from gnomon.shapes import NO, Dim, Run, Shape, Size

Contents = tuple[Size | None, ...] | None


@op()
def concat(arrays: Sequence[Array], *, axis: Axis | None = 0) -> Any:
    """Join arrays along an axis they have; all other sizes agree. Without axis, flatten first (NumPy).

    >>> from gnomon.ops.sketch import array
    >>> concat([array(2, 3), array(5, 3)], axis=0)
    array(7, 3)
    """


@concat.shape
def _(r: Rule, arrays: Sequence[Array], *, axis: Axis | None) -> Shape | Out:
    return joined(r, arrays, axis)


def joined(r: Rule, arrays: Sequence[Array], axis: Axis | None) -> Shape | Out:
    """Return what arrays become when joined along an axis."""
    if r.library == "torch" and arrays:
        kept = [x for x in arrays if x.shape.prefix != (0,) or x.shape.run is not None]
        if not kept:
            return arrays[0].shape  # whatever the axis
        arrays = kept
    if not arrays:
        return Shape.unknown()
    if axis is None:
        return _joined_flat(r, arrays)
    first = arrays[0]
    rank: int | None = None
    for x in arrays:
        if x.shape.run is None:
            own = len(x.shape.prefix)
            if rank is None:
                rank, first = own, x
            elif own != rank:
                r.refute(
                    "rank",
                    "{op}: {x} is {x.shape} and {y} is {y.shape}: they have different numbers of axes",
                    blame=x,
                    x=first,
                    y=x,
                )
    if rank is None:
        return _joined_unknown_rank(r, arrays, axis)
    if rank == 0:
        r.refute("rank", "{op}: {x} is a scalar; scalars are stacked, not joined", blame=first, x=first)
    k = known_axis(r, axis, rank, first)
    if k is None:
        return fresh_shape(r, rank)
    for x in arrays:
        if x.shape.run is not None and x.shape.min_rank > rank:
            r.refute(
                "rank",
                "{op}: {x} is {x.shape} and {y} is {y.shape}: they have different numbers of axes",
                blame=x,
                x=first,
                y=x,
            )
    rows = [with_rank(r, x.shape, rank).dims for x in arrays]
    total: Size = 0
    for row in rows:
        total = total + row[k]
    sizes = list(rows[0])
    for i in range(rank):
        if i != k:
            sizes[i] = _common(r, arrays, rows, i, k)
    sizes[k] = total
    shape = Shape(tuple(sizes))
    contents = _joined_contents(arrays) if rank == 1 else None
    return shape if contents is None else Out(shape, None, contents)


def _common(r: Rule, arrays: Sequence[Array], rows: Sequence[tuple[Size, ...]], i: int, axis: int) -> Size:
    """Return the size that all arrays have on an axis other than the joined one."""
    best = rows[0][i]
    owner = arrays[0]
    for x, row in zip(arrays[1:], rows[1:]):
        size = row[i]
        if size is best or size == best:
            continue
        if x.shape.run is not None and x.shape.axis(i) is None:
            continue  # a size made up for an unknown rank
        r.equal(
            best,
            size,
            "concat-size",
            "{op}: {x} is {x.shape} and {y} is {y.shape}: axis {i} has {first} and {second}; "
            "only the joined axis {axis} may differ",
            blame=x,
            x=owner,
            y=x,
            i=i,
            first=best,
            second=size,
            axis=axis,
        )
        if r.facts.equal(best, size) is NO:
            return r.fresh()  # after an error
        if type(best) is Dim:
            if type(size) is int or (owner.shape.run is not None and owner.shape.axis(i) is None):
                best, owner = size, x
    return best


def _joined_flat(r: Rule, arrays: Sequence[Array]) -> Shape | Out:
    total: Size = 0
    for x in arrays:
        count = x.shape.numel()
        total = total + (r.fresh() if count is None else count)
    contents = _joined_contents(arrays)
    return Shape((total,)) if contents is None else Out(Shape((total,)), None, contents)


def _joined_unknown_rank(r: Rule, arrays: Sequence[Array], axis: Axis) -> Shape:
    first = arrays[0].shape
    if all(x.shape == first for x in arrays) and type(axis) is int:
        k = place(first, axis)
        size = first.axis(axis)
        if k is not None and size is not None:
            return first.with_axis(axis, size * len(arrays))
    if type(axis) is int and axis < 0:
        ends = [x.shape.last(-axis) for x in arrays]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            total: Size = 0
            for end in known:
                total = total + end[0]
            return Shape((), Run(), (total, *known[0][1:]))
    return Shape.unknown()


def _joined_contents(arrays: Sequence[Array]) -> Contents:
    result: tuple[Size | None, ...] = ()
    for x in arrays:
        if x.contents is None:
            return None
        result += x.contents
        if len(result) > CONTENTS_LIMIT:
            return None
    return result


@op()
def stack(arrays: Sequence[Array], *, axis: Axis = 0) -> Any:
    """Put arrays of one shape side by side along a new axis.

    >>> from gnomon.ops.sketch import array
    >>> stack([array(2, 3), array(2, 3)], axis=-1)
    array(2, 3, 2)
    """


@stack.shape
def _(r: Rule, arrays: Sequence[Array], *, axis: Axis) -> Shape | Out:
    return stacked(r, arrays, axis)


def stacked(r: Rule, arrays: Sequence[Array], axis: Axis) -> Shape | Out:
    """Return what arrays become when stacked along a new axis."""
    if not arrays:
        return Shape.unknown()
    shape = common_shape(r, arrays)
    result = _inserted(r, Shaped(shape, arrays[0]), axis, len(arrays))
    if shape.rank == 0 or (shape.rank == 1 and type(axis) is int and axis in (0, -2)):
        contents = _joined_contents(arrays)
        if contents is not None:
            return Out(result, None, contents)
    return result


def common_shape(r: Rule, arrays: Sequence[Array]) -> Shape:
    """Return the one shape that all arrays must have."""
    shape = arrays[0].shape
    owner = arrays[0]
    message = "{op}: {x} is {x.shape} and {y} is {y.shape}: only arrays of the same shape can be stacked"
    for x in arrays[1:]:
        other = x.shape
        if other is shape or other == shape:
            continue
        if shape.run is not None:
            shape, owner = (other, x) if other.run is None else (shape, owner)
            continue
        if other.run is not None:
            continue
        if len(other.prefix) != len(shape.prefix):
            r.refute("stack-shape", message, blame=x, x=owner, y=x)
        sizes: list[Size] = []
        for a, b in zip(shape.prefix, other.prefix):
            r.equal(a, b, "stack-shape", message, blame=x, x=owner, y=x)
            known = b if type(b) is int else a
            sizes.append(r.fresh() if r.facts.equal(a, b) is NO else known)
        shape = Shape(tuple(sizes))
    return shape


def _inserted(r: Rule, x: Array, axis: Axis, count: int) -> Shape:
    """Return the shape with an axis of a size inserted."""
    shape = expanded(r, x, axis)
    if count == 1:
        return shape
    if shape.run is None:
        k = known_axis(r, axis, len(shape.prefix), x)
        return shape if k is None else shape.with_axis(k, count)
    k = place(shape, axis)
    return shape if k is None else shape.with_axis(k, count)


@op()
def vstack(arrays: Sequence[Array]) -> Any:
    """Join along the first axis, vectors counting as rows: (n,), (m, n) -> (1 + m, n).

    >>> from gnomon.ops.sketch import array
    >>> vstack((array(3), array(3)))
    array(2, 3)
    """


@vstack.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape | Out:
    return joined(r, [Shaped(at_least(x.shape, 2), x) for x in arrays], 0)


@op()
def hstack(arrays: Sequence[Array]) -> Any:
    """Join along the second axis, and vectors end to end.

    >>> from gnomon.ops.sketch import array
    >>> hstack((array(3), array(3)))
    array(6)
    """


@hstack.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape | Out:
    lifted = [x if x.shape.rank != 0 else Shaped(Shape((1,)), x) for x in arrays]
    ranks = {x.shape.rank for x in lifted}
    if None in ranks:
        known = ranks - {None}
        if not known:
            return Shape.unknown()
        return joined(r, lifted, 0 if known == {1} else 1)
    return joined(r, lifted, 0 if lifted and lifted[0].shape.rank == 1 else 1)


@op()
def dstack(arrays: Sequence[Array]) -> Any:
    """Join along the third axis, which is added where it is missing.

    >>> from gnomon.ops.sketch import array
    >>> dstack((array(3), array(3)))
    array(1, 3, 2)
    """


@dstack.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape | Out:
    return joined(r, [Shaped(at_least(x.shape, 3), x) for x in arrays], 2)


@op()
def column_stack(arrays: Sequence[Array]) -> Any:
    """Join along the second axis, vectors counting as columns: (n,), (n, m) -> (n, 1 + m).

    >>> from gnomon.ops.sketch import array
    >>> column_stack((array(3), array(3)))
    array(3, 2)
    """


@column_stack.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape | Out:
    lifted: list[Array] = []
    for x in arrays:
        rank = x.shape.rank
        if rank == 1:
            lifted.append(Shaped(Shape((*x.shape.dims, 1)), x))
        else:
            lifted.append(x if rank != 0 else Shaped(Shape((1, 1)), x))
    known = [x for x in lifted if x.shape.rank is not None]
    if not known:
        return Shape.unknown()
    if len(known) < len(lifted):
        sizes = [r.fresh() for _ in known[0].shape.dims]
        return Shape(tuple(sizes))
    return joined(r, lifted, 1)


@op()
def add_n(arrays: Sequence[Array]) -> Any:
    """Sum of several arrays of the same shape.

    >>> from gnomon.ops.sketch import array
    >>> add_n((array(3), array(3), array(3)))
    array(3)
    """


@add_n.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape:
    return common_shape(r, arrays) if arrays else Shape.unknown()


@op()
def meshgrid(arrays: Sequence[Array], *, indexing: str = "xy") -> Any:
    """Coordinates of a grid from those of its axes: one result per array. "xy" exchanges the first two axes.

    >>> from gnomon.ops.sketch import array
    >>> meshgrid([array(3), array(4)], indexing="ij")
    (array(3, 4), array(3, 4))
    """


@meshgrid.shape
def _(r: Rule, arrays: Sequence[Array], *, indexing: str) -> tuple[Out, ...]:
    sizes: list[Size] = []
    for x in arrays:
        count = x.shape.numel()
        sizes.append(r.fresh() if count is None else count)
    if indexing == "xy" and len(sizes) >= 2:
        sizes[0], sizes[1] = sizes[1], sizes[0]
    shape = Shape(tuple(sizes))
    return tuple(Out(shape, x.dtype) for x in arrays)
