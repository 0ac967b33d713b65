"""An unknown number of arrays: joining many like one, and one part of many; requirements on whole shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, known_axis, replace_axis, size_of_axis
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Dim, Equal, Shape, Size


@op(dtype="first")
def joined_many(x: Array, *, count: Size, axis: Axis | None = 0) -> Any:
    """``count`` arrays like x joined along an axis; sizes that are not known may differ from one to the next.

    >>> from gnomon.ops.sketch import array
    >>> joined_many(array(2, 3), count=5)
    array(10, 3)
    """


@joined_many.shape
def _(r: Rule, x: Array, *, count: Size, axis: Axis | None) -> Shape:
    if axis is None:
        size = x.shape.numel()
        return Shape((_times(r, size, count),))
    return replace_axis(r, x, axis, (_times(r, size_of_axis(r, x, axis), count),))


def _times(r: Rule, size: Size | None, count: Size) -> Size:
    """Return the total of many sizes of which one is given: certain if it is a number or a named size."""
    if size is None or (type(size) is Dim and any(symbol.name is None for symbol in size.symbols())):
        return r.fresh()
    return size * count


@op(dtype="first")
def part_of(x: Array, *, count: Size | None, axis: Axis = 0) -> Any:
    """One of ``count`` equal parts along an axis; None is a part of unknown size."""


@part_of.shape
def _(r: Rule, x: Array, *, count: Size | None, axis: Axis) -> Shape:
    size = size_of_axis(r, x, axis)
    known = size is not None and count is not None and r.facts.at_least(count, 1).is_yes
    return replace_axis(r, x, axis, (size // count if known else r.fresh(),))  # type: ignore[operator]


@op(dtype="none")
def in_place_of_axis(x: Array, y: Array, *, axis: Axis) -> Any:
    """The shape of x with one axis replaced by all axes of y: a function applied along the axis."""


@in_place_of_axis.shape
def _(r: Rule, x: Array, y: Array, *, axis: Axis) -> Shape:
    if y.shape.rank is None:
        return Shape.unknown()
    return replace_axis(r, x, axis, y.shape.dims)


@op(dtype="first")
def without_axes(x: Array, *, axis: Axis) -> Any:
    """The vector along an axis: what a function applied along it sees."""


@without_axes.shape
def _(r: Rule, x: Array, *, axis: Axis) -> Shape:
    size = size_of_axis(r, x, axis)
    if x.shape.rank is not None:
        known_axis(r, axis, x.shape.rank, x)
    return Shape((r.fresh() if size is None else size,))


@op(dtype="none")
def same_shape(x: Array, y: Array) -> Any:
    """Require that two arrays have one shape, without broadcasting."""


@same_shape.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    a, b = x.shape, y.shape
    if a.rank is None or b.rank is None:
        return a if b.rank is None else b
    message = "{op}: {x} is {x.shape} and {y} is {y.shape}, but both should have the same shape"
    if a.rank != b.rank:
        r.refute("broadcast", message, blame=y, x=x, y=y)
    for one, other in zip(a.dims, b.dims):
        if one != other:
            r.require(Equal(one, other), "broadcast", message, blame=y, x=x, y=y)
    return a


@op(dtype="first")
def one_entry(x: Array) -> Any:
    """The only entry of an array, which must have one.

    >>> from gnomon.ops.sketch import array
    >>> one_entry(array(1, 1))
    array()
    """


@one_entry.shape
def _(r: Rule, x: Array) -> Shape:
    count = x.shape.numel()
    if type(count) is int and count != 1:
        message = "{op}: {x} is {x.shape} with {count} entries, and only one entry makes a number"
        r.fail("rank", message, blame=x, help="reduce it first, for example with mean()", x=x, count=count)
    return Shape()


@op(dtype="none")
def same_length(x: Array, y: Array) -> Any:
    """Require that two arrays agree in their first axis, as samples and their labels do."""


@same_length.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    a, b = x.shape.axis(0), y.shape.axis(0)
    if a is not None and b is not None and a != b:
        r.require(
            Equal(a, b),
            "inner-size",
            "{op}: {x} is {x.shape} and {y} is {y.shape}: {a} samples but {b} labels",
            blame=y,
            help="both should have one entry for each sample",
            x=x,
            y=y,
            a=a,
            b=b,
        )
    return Shape()


@op(dtype="none")
def batched(arrays: Sequence[Array]) -> Any:
    """Require that samples have one shape, so that they stack to a batch."""


@batched.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape:
    first, *others = (array.shape for array in arrays)
    message = "the samples are {first} and {other}, but a batch stacks samples of one shape"
    help = "pad the samples to one length, or give the loader a collate_fn that does"
    for other in others:
        if first.rank is None or other.rank is None or first == other:
            continue
        if first.rank != other.rank:
            r.refute("stack-shape", message, help=help, first=first, other=other)
        for a, b in zip(first.dims, other.dims):
            r.require(Equal(a, b), "stack-shape", message, help=help, first=first, other=other)
    return first


@op(dtype="none")
def even_rows(arrays: Sequence[Array]) -> Any:
    """Require that the rows of a nested list have one shape, so that they make an array."""


@even_rows.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape:
    first = arrays[0].shape
    for position, row in enumerate(arrays[1:], 1):
        if first.rank is None or row.shape.rank is None or first == row.shape:
            continue
        message = "{op}: row 0 is {first}, but row {position} is {shape}; all rows of an array have one shape"
        fields: dict[str, Any] = {"first": first, "position": position, "shape": row.shape}
        if first.rank != row.shape.rank:
            r.refute("stack-shape", message, **fields)
        for one, other in zip(first.dims, row.shape.dims):
            r.require(Equal(one, other), "stack-shape", message, **fields)
    return first
