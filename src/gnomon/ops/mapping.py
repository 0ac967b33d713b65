"""Functions of arrays turned into others: mapped over an axis, carried through a loop, differentiated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, known_axis, replace_axis, size_of_axis
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule, Shaped
from gnomon.shapes import Equal, Run, Shape, Size

OptionalAxis = int | None


@op(dtype="none")
def unmapped(arrays: Sequence[Array], *, axes: Sequence[OptionalAxis]) -> Any:
    """What a function sees of each array when it is mapped over an axis of it (None: over no axis).

    >>> from gnomon.ops.sketch import array
    >>> unmapped([array(5, 3), array(3)], axes=(0, None))
    (array(3), array(3))
    """


@unmapped.shape
def _(r: Rule, arrays: Sequence[Array], *, axes: Sequence[OptionalAxis]) -> tuple[Out, ...]:
    first: Array | None = None
    known: Size | None = None
    results = []
    for x, axis in zip(arrays, axes):
        if axis is None:
            results.append(Out(x.shape, x.dtype, x.contents))
            continue
        if x.shape.rank == 0:
            r.refute(
                "axis",
                "{op}: {x} is a scalar, so there is no axis {axis} to map over",
                blame=x,
                x=x,
                axis=axis,
            )
        size = size_of_axis(r, x, axis)
        if size is not None and known is not None and first is not None:
            r.equal(
                known,
                size,
                "broadcast",
                "{op}: the mapped axes differ: {y} is {y.shape} with {known}, {x} is {x.shape} with {size}",
                blame=x,
                x=x,
                y=first,
                known=known,
                size=size,
            )
        if size is not None and known is None:
            first, known = x, size
        results.append(Out(replace_axis(r, x, axis, ()), x.dtype))
    return tuple(results)


@op(dtype="first")
def mapped(x: Array, *, size: Size, axis: Axis = 0) -> Any:
    """The results of a function mapped over an axis of that size, put together along a new axis.

    >>> from gnomon.ops.sketch import array
    >>> mapped(array(3), size=5), mapped(array(3), size=5, axis=-1)
    (array(5, 3), array(3, 5))
    """


@mapped.shape
def _(r: Rule, x: Array, *, size: Size, axis: Axis) -> Shape:
    shape = x.shape
    if shape.rank is None:
        if axis == 0:
            return Shape((size, *shape.prefix), shape.run, shape.suffix)
        if axis == -1:
            return Shape(shape.prefix, shape.run, (*shape.suffix, size))
        return Shape.unknown()
    at = known_axis(r, axis, shape.rank + 1, x)
    if at is None:
        return Shape(tuple(r.fresh() for _ in range(shape.rank + 1)))
    return Shape((*shape.dims[:at], size, *shape.dims[at:]))


@op(dtype="first")
def carry(before: Array, after: Array, *, loop: str = "the loop") -> Any:
    """What a compiled loop hands from turn to turn: it keeps the shape that it began with.

    >>> from gnomon.ops.sketch import array
    >>> carry(array(3), array(3))
    array(3)
    """


@carry.shape
def _(r: Rule, before: Array, after: Array, *, loop: str) -> Shape:
    _same(r, before, after, "{op}: the carry is {got} after a turn, but {loop} began with {want}", loop)
    return before.shape


@op(dtype="first")
def branches(first: Array, second: Array) -> Any:
    """The result of one of two functions: both must give the same shape."""


@branches.shape
def _(r: Rule, first: Array, second: Array) -> Shape:
    _same(r, first, second, "{op}: one branch gives {want}, another one {got}", "")
    return second.shape if first.shape.rank is None else first.shape


def _same(r: Rule, x: Array, y: Array, message: str, loop: str) -> None:
    a, b = x.shape, y.shape
    fields: dict[str, Any] = {"blame": x, "want": a, "got": b, "loop": loop}
    if a.rank is None or b.rank is None:
        least, rank = (a.min_rank, b.rank) if a.rank is None else (b.min_rank, a.rank)
        if rank is not None and rank < least:
            r.refute("carry", message, **fields)
        return
    if a.rank != b.rank:
        r.refute("carry", message, **fields)
    for one, other in zip(a.dims, b.dims):
        if one != other:
            r.require(Equal(one, other), "carry", message, **fields)


@op(dtype="first")
def differentiated(x: Array, *, what: str = "the function") -> Any:
    """The result of a function whose gradient is taken: one number."""


@differentiated.shape
def _(r: Rule, x: Array, *, what: str) -> Shape:
    if x.shape.rank is None and x.shape.min_rank == 0:
        return Shape()
    if x.shape.rank != 0:
        r.refute(
            "rank",
            "{op}: a gradient needs one number, but {what} returns {got}",
            blame=x,
            help="return the mean or the sum",
            got=x.shape,
            what=what,
        )
    return x.shape


@op(dtype="first")
def condition(x: Array) -> Any:
    """The answer that a compiled loop or branch asks for: one truth value."""


@condition.shape
def _(r: Rule, x: Array) -> Shape:
    if x.shape.rank is None and x.shape.min_rank == 0:
        return Shape()
    if x.shape.rank != 0:
        r.refute(
            "rank",
            "{op}: the condition should be one truth value, but it is {got}",
            blame=x,
            help="any() or all() make one of many",
            got=x.shape,
        )
    return x.shape


@op(dtype="first")
def outer_axes(x: Array, y: Array) -> Any:
    """The axes of x, then those of y: a derivative of x by y.

    >>> from gnomon.ops.sketch import array
    >>> outer_axes(array(3), array(4, 5))
    array(3, 4, 5)
    """


@outer_axes.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    a, b = x.shape, y.shape
    if a.rank is not None:
        return Shape((*a.dims, *b.prefix), b.run, b.suffix)
    if b.rank is not None:
        return Shape(a.prefix, a.run, (*a.suffix, *b.dims))
    return Shape(a.prefix, Run(), b.suffix)


@op(dtype="first")
def stored(x: Array, wanted: Array, *, name: str) -> Any:
    """A parameter that was made before: it must have the shape that the model would give it now."""


@stored.shape
def _(r: Rule, x: Array, wanted: Array, *, name: str) -> Shape:
    message = "{op}: the parameter {name} is {got}, but the model makes it {want}"
    fields: dict[str, Any] = {"name": name, "got": x.shape, "want": wanted.shape}
    if x.shape.rank is None or wanted.shape.rank is None:
        return x.shape
    if x.shape.rank != wanted.shape.rank:
        r.fail("set-shape", message, **fields)
        return wanted.shape
    for one, other in zip(x.shape.dims, wanted.shape.dims):
        if one != other:
            r.require(Equal(one, other), "set-shape", message, **fields)
    return wanted.shape


@op(dtype="first")
def scaled_features(x: Array, scale: Array) -> Any:
    """An array whose last axis is scaled entry by entry: as wide as the layer that scales it."""


@scaled_features.shape
def _(r: Rule, x: Array, scale: Array) -> Shape:
    width, want = x.shape.axis(-1) if x.shape.min_rank else None, scale.shape.axis(0)
    if width is not None and want is not None and scale.shape.rank == 1:
        r.equal(
            width,
            want,
            "inner-size",
            "{op}: {x} ends in {width}, but the layer takes {want}",
            blame=x,
            x=x,
            width=width,
            want=want,
        )
    return x.shape


@op(dtype="inexact")
def cross_entropy_with_integer_labels(x: Array, labels: Array) -> Any:
    """One loss for each row of logits (*b, c) and its class: labels (*b), which may broadcast.

    >>> from gnomon.ops.sketch import array
    >>> cross_entropy_with_integer_labels(array(32, 10), array(32))
    array(32)
    """


@cross_entropy_with_integer_labels.shape
def _(r: Rule, x: Array, labels: Array) -> Shape:
    if x.shape.rank is None or labels.shape.rank is None:
        lead = x.shape.drop_last(1)
        return lead if lead is not None else Shape.unknown()
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but logits of all classes are needed", blame=x, x=x)
    if x.shape.rank != labels.shape.rank + 1:
        r.refute(
            "loss-target",
            "{op}: {x} is {x.shape}, so the labels should be {want}, but {labels} is {labels.shape}",
            blame=labels,
            help="labels are integers, one for each row; for one-hot labels there is softmax_cross_entropy",
            x=x,
            labels=labels,
            want=Shape(x.shape.dims[:-1]),
        )
    return broadcast(r, Shaped(Shape(x.shape.dims[:-1]), x), labels)
