"""Order and number of axes: transpose, move, insert, drop, stretch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import (
    Axes,
    Axis,
    fresh_shape,
    fresh_sizes,
    known_axes,
    known_axis,
    passes_unseen,
    place,
    with_rank,
)
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Run, Shape


@op(dtype="first")
def transpose(x: Array, *, axes: Sequence[Axis] | None = None) -> Any:
    """The axes in another order; without ``axes``, reversed.

    >>> from gnomon.ops.sketch import array
    >>> transpose(array(2, 3, 5), axes=(2, 0, 1))
    array(5, 2, 3)
    """


@transpose.shape
def _(r: Rule, x: Array, *, axes: Sequence[Axis] | None) -> Shape:
    shape = x.shape
    if axes is None:
        if shape.run is None:
            return Shape(shape.prefix[::-1])
        return Shape(shape.suffix[::-1], Run(), shape.prefix[::-1])
    count = len(axes)
    rank = shape.rank
    if rank is None:
        if shape.min_rank > count:
            _refuse_count(r, x, axes, f"at least {shape.min_rank}")
        shape = with_rank(r, shape, count)
    elif rank != count:
        _refuse_count(r, x, axes, rank)
    order = known_axes(r, axes, count, x)
    if order is None:
        return fresh_shape(r, count)
    dims = shape.dims
    return Shape(tuple(dims[k] for k in order))


def _refuse_count(r: Rule, x: Array, axes: Sequence[Axis], rank: int | str) -> None:
    r.refute(
        "rank",
        "{op}: {axes} lists {count} axes, but {x} is {x.shape}, which has {rank}",
        blame=x,
        x=x,
        axes=tuple(axes),
        count=len(axes),
        rank=rank,
    )


@op(dtype="first")
def swapaxes(x: Array, *, first: Axis, second: Axis) -> Any:
    """Exchange two axes.

    >>> from gnomon.ops.sketch import array
    >>> swapaxes(array(2, 3, 4), first=0, second=-1)
    array(4, 3, 2)
    """


@swapaxes.shape
def _(r: Rule, x: Array, *, first: Axis, second: Axis) -> Shape:
    shape = x.shape
    rank = shape.rank
    if rank is None:
        return _swap_unknown_rank(shape, first, second)
    a, b = known_axis(r, first, rank, x), known_axis(r, second, rank, x)
    if a is None or b is None:
        return fresh_shape(r, rank)
    if a == b:
        return shape
    dims = list(shape.dims)
    dims[a], dims[b] = dims[b], dims[a]
    return Shape(tuple(dims))


def _swap_unknown_rank(shape: Shape, first: Axis, second: Axis) -> Shape:
    a, b = place(shape, first), place(shape, second)
    if a is None or b is None:
        return Shape.unknown()
    prefix, suffix = list(shape.prefix), list(shape.suffix)
    one, two = (prefix if a >= 0 else suffix), (prefix if b >= 0 else suffix)
    one[a], two[b] = two[b], one[a]
    return Shape(tuple(prefix), shape.run, tuple(suffix))


@op(dtype="first")
def matrix_transpose(x: Array) -> Any:
    """Exchange the last two axes.

    >>> from gnomon.ops.sketch import array
    >>> matrix_transpose(array(2, 3, 4))
    array(2, 4, 3)
    """


@matrix_transpose.shape
def _(r: Rule, x: Array) -> Shape:
    shape = x.shape
    if shape.rank is None:
        return _swap_unknown_rank(shape, -1, -2)
    if shape.rank < 2:
        r.refute("rank", "{op}: {x} is {x.shape}, but two axes are needed", blame=x, x=x)
    dims = shape.dims
    return Shape((*dims[:-2], dims[-1], dims[-2]))


@op(dtype="first")
def moveaxis(x: Array, *, source: Axes, destination: Axes) -> Any:
    """Move axes to new positions; the others keep their order.

    >>> from gnomon.ops.sketch import array
    >>> moveaxis(array(2, 3, 5), source=0, destination=-1)
    array(3, 5, 2)
    """


@moveaxis.shape
def _(r: Rule, x: Array, *, source: Axes, destination: Axes) -> Shape:
    rank = x.shape.rank
    if rank is None:
        return Shape.unknown()
    sources, targets = known_axes(r, source, rank, x), known_axes(r, destination, rank, x)
    if sources is None or targets is None or rank == 0:
        return fresh_shape(r, rank)
    if len(sources) != len(targets):
        r.refute(
            "axis",
            "{op}: {x} cannot move axes {source} to {destination}: their numbers differ",
            blame=x,
            x=x,
            source=source,
            destination=destination,
        )
    order = [k for k in range(rank) if k not in sources]
    for target, k in sorted(zip(targets, sources)):
        order.insert(target, k)
    dims = x.shape.dims
    return Shape(tuple(dims[k] for k in order))


@op(dtype="first")
def flip(x: Array, *, axis: Axes = None) -> Any:
    """Reverse the order along some axes, or along all.

    >>> from gnomon.ops.sketch import array
    >>> flip(array(2, 3), axis=1)
    array(2, 3)
    """


@op(dtype="first")
def roll(x: Array, *, axis: Axes = None) -> Any:
    """Shift elements along axes; those that fall off come back at the other end.

    >>> from gnomon.ops.sketch import array
    >>> roll(array(2, 3), axis=1)
    array(2, 3)
    """


@flip.shape
def _(r: Rule, x: Array, *, axis: Axes) -> Shape:
    if x.shape.rank is not None:
        known_axes(r, axis, x.shape.rank, x)
    return x.shape


@roll.shape
def _(r: Rule, x: Array, *, axis: Axes) -> Shape:
    rank = x.shape.rank
    if rank is not None and axis is not None and not passes_unseen(r, x):
        for one in axis if isinstance(axis, (tuple, list)) else (axis,):  # an axis may be named again
            known_axis(r, one, rank, x)
    return x.shape


@op(dtype="first")
def rot90(x: Array, *, turns: int = 1, axes: tuple[Axis, Axis] = (0, 1)) -> Any:
    """Rotate by quarter turns in the plane of two axes.

    >>> from gnomon.ops.sketch import array
    >>> rot90(array(2, 3), turns=1)
    array(3, 2)
    """


@rot90.shape
def _(r: Rule, x: Array, *, turns: int, axes: tuple[Axis, Axis]) -> Shape:
    rank = x.shape.rank
    if rank is None:
        return Shape.unknown()
    plane = known_axes(r, axes, rank, x)
    if plane is None:
        return fresh_shape(r, rank)
    dims = list(x.shape.dims)
    if turns % 2:
        a, b = plane
        dims[a], dims[b] = dims[b], dims[a]
    return Shape(tuple(dims))


@op(dtype="first")
def unknown_like(x: Array) -> Any:
    """An array of the same rank and dtype about whose sizes nothing is known."""


@unknown_like.shape
def _(r: Rule, x: Array) -> Shape:
    rank = x.shape.rank
    return Shape.unknown() if rank is None else Shape(fresh_sizes(r, rank))
