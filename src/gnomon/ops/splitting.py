"""Splitting: one array into several along an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, known_axis, replace_axis, size_of_axis
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Divides, Equal, Shape, Size, ceil_div, maximum, minimum


def _pieces(r: Rule, x: Array, axis: Axis, sizes: Sequence[Size]) -> tuple[Out, ...]:
    """Return one result per size along an axis, with contents where they are known."""
    contents = x.contents if x.shape.rank == 1 else None
    outs = []
    start = 0
    for size in sizes:
        part = None
        if contents is not None:
            if type(size) is int:
                part = contents[start : start + size]
                start += size
            else:
                contents = None
        outs.append(Out(replace_axis(r, x, axis, (size,)), None, part))
    return tuple(outs)


@op(dtype="first")
def split(x: Array, *, sections: int | Sequence[Size], axis: Axis = 0) -> Any:
    """Split into equal parts, whose number must divide the axis, or into listed sizes (one may be -1).

    >>> from gnomon.ops.sketch import array
    >>> split(array(6, 2), sections=3), split(array(6, 2), sections=(2, -1))
    ((array(2, 2), array(2, 2), array(2, 2)), (array(2, 2), array(4, 2)))
    """


@split.shape
def _(r: Rule, x: Array, *, sections: int | Sequence[Size], axis: Axis) -> tuple[Out, ...]:
    size = size_of_axis(r, x, axis)
    if isinstance(sections, int):
        return _pieces(r, x, axis, _equal_parts(r, x, size, sections, axis))
    return _pieces(r, x, axis, _listed_parts(r, x, size, tuple(sections), axis))


@split.fallback
def _(r: Rule, x: Array, *, sections: int | Sequence[Size], axis: Axis) -> tuple[Out, ...]:
    count = sections if isinstance(sections, int) else len(sections)
    return (Out(Shape.unknown()),) * count


def _equal_parts(r: Rule, x: Array, size: Size | None, count: int, axis: Axis) -> list[Size]:
    if size is None or count <= 0:
        return [r.fresh() for _ in range(count)]
    if type(size) is int and size % count == 0:
        return [size // count] * count
    r.require(
        Divides(count, size),
        "split-size",
        "{op}: {x} is {x.shape}: {size} entries on axis {axis} do not split into {count} equal parts",
        blame=x,
        x=x,
        axis=axis,
        size=size,
        count=count,
    )
    return [size // count] * count


def _listed_parts(r: Rule, x: Array, size: Size | None, parts: tuple[Size, ...], axis: Axis) -> list[Size]:
    known: Size = 0
    hole = False
    for part in parts:
        if type(part) is int and part == -1:
            hole = True
        else:
            known = known + part
    if size is None:
        return [r.fresh() if type(p) is int and p == -1 else p for p in parts]
    if hole:
        rest = size - known
        return [rest if type(p) is int and p == -1 else p for p in parts]
    r.require(
        Equal(known, size),
        "split-size",
        "{op}: the parts {parts} add up to {known}, but axis {axis} of {x} {x.shape} has {size} entries",
        blame=x,
        x=x,
        axis=axis,
        size=size,
        known=known,
        parts=Shape(parts),
    )
    return list(parts)


@op(dtype="first")
def array_split(x: Array, *, sections: int, axis: Axis = 0) -> Any:
    """Split into parts of nearly equal size: the first ones have one entry more (NumPy's array_split).

    >>> from gnomon.ops.sketch import array
    >>> array_split(array(7), sections=3)
    (array(3), array(2), array(2))
    """


@array_split.shape
def _(r: Rule, x: Array, *, sections: int, axis: Axis) -> tuple[Out, ...]:
    size = size_of_axis(r, x, axis)
    if size is None:
        return _pieces(r, x, axis, [r.fresh() for _ in range(sections)])
    return _pieces(r, x, axis, [(size + (sections - 1 - k)) // sections for k in range(sections)])


@op(dtype="first")
def split_at(x: Array, *, indices: Sequence[Size], axis: Axis = 0) -> Any:
    """Split before the listed positions: one part more than positions (NumPy's split with a list).

    >>> from gnomon.ops.sketch import array
    >>> split_at(array(7), indices=(2, 4))
    (array(2), array(2), array(3))
    """


@split_at.shape
def _(r: Rule, x: Array, *, indices: Sequence[Size], axis: Axis) -> tuple[Out, ...]:
    size = size_of_axis(r, x, axis)
    if size is None:
        return _pieces(r, x, axis, [r.fresh() for _ in range(len(indices) + 1)])
    sizes: list[Size] = []
    start: Size = 0
    for index in (*indices, size):
        if type(index) is int and index < 0:
            index = maximum(size + index, 0)
        stop = minimum(index, size)
        sizes.append(maximum(stop - start, 0))
        start = stop
    return _pieces(r, x, axis, sizes)


@op(dtype="first")
def chunk(x: Array, *, chunks: int, axis: Axis = 0) -> Any:
    """Split into at most ``chunks`` parts of one size, the last perhaps smaller (PyTorch's chunk).

    >>> from gnomon.ops.sketch import array
    >>> chunk(array(7), chunks=3)
    (array(3), array(3), array(1))
    """


@chunk.shape
def _(r: Rule, x: Array, *, chunks: int, axis: Axis) -> tuple[Out, ...]:
    size = size_of_axis(r, x, axis)
    if size is None or chunks <= 0:
        return _pieces(r, x, axis, [r.fresh() for _ in range(chunks)])
    if r.facts.divides(chunks, size).is_yes:
        return _pieces(r, x, axis, [size // chunks] * chunks)
    part = ceil_div(size, chunks)
    if type(size) is int and type(part) is int:
        return _pieces(r, x, axis, _parts_of(size, part))
    return _pieces(r, x, axis, [part] * (chunks - 1) + [size - part * (chunks - 1)])


@chunk.fallback
def _(r: Rule, x: Array, *, chunks: int, axis: Axis) -> tuple[Out, ...]:
    return (Out(Shape.unknown()),) * chunks


def _parts_of(size: int, part: int) -> list[Size]:
    if size == 0 or part == 0:
        return [0]
    return [min(part, size - start) for start in range(0, size, part)]


@op(dtype="first")
def split_by(x: Array, *, size: Size, axis: Axis = 0) -> Any:
    """Split into parts of a size, the last perhaps smaller (PyTorch's split with a number).

    The number of parts depends on the axis: where it is unknown the result is one part, not a tuple.

    >>> from gnomon.ops.sketch import array
    >>> split_by(array(7), size=3)
    (array(3), array(3), array(1))
    """


MANY = 4096
"""More results than this are not listed."""


@split_by.shape
def _(r: Rule, x: Array, *, size: Size, axis: Axis) -> tuple[Out, ...] | Out:
    total = size_of_axis(r, x, axis)
    if type(size) is int and size <= 0 and total is not None and (size < 0 or r.facts.equal(total, 0).is_no):
        r.refute(
            "split-size",
            "{op}: axis {axis} of {x} {x.shape} cannot be split into parts of {size} entries",
            blame=x,
            x=x,
            axis=axis,
            size=size,
        )
    if type(total) is int and type(size) is int and size > 0 and total <= MANY * size:
        return _pieces(r, x, axis, _parts_of(total, size))
    if total is not None and r.facts.equal(total, size).is_yes:
        return _pieces(r, x, axis, [size])
    if total is not None and type(size) is int and size > 0:
        quotient = total // size
        if type(quotient) is int and quotient <= MANY and r.facts.divides(size, total).is_yes:
            return _pieces(r, x, axis, [size] * quotient)
    exact = total is not None and r.facts.divides(size, total).is_yes
    return Out(replace_axis(r, x, axis, (size if exact else r.fresh(),)))


@op(dtype="first")
def unstack(x: Array, *, axis: Axis = 0, count: int | None = None) -> Any:
    """One array for each place on an axis, which is dropped.

    ``count`` says how many are wanted. Where the number is unknown the result is one of them, not a tuple.

    >>> from gnomon.ops.sketch import array
    >>> unstack(array(2, 3))
    (array(3), array(3))
    """


@unstack.shape
def _(r: Rule, x: Array, *, axis: Axis, count: int | None) -> tuple[Out, ...] | Out:
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar and cannot be taken apart", blame=x, x=x)
    size = size_of_axis(r, x, axis)
    element = replace_axis(r, x, axis, ())
    if count is not None:
        if size is not None:
            r.equal(
                size,
                count,
                "unpack-size",
                "{op}: {x} is {x.shape}: axis {axis} has {size} entries, but {count} are wanted",
                blame=x,
                x=x,
                axis=axis,
                size=size,
                count=count,
            )
        size = count
    if type(size) is not int or size > MANY:
        return Out(element)
    contents = x.contents if x.shape.rank == 1 else None
    if contents is not None and len(contents) == size:
        return tuple(Out(element, None, (entry,)) for entry in contents)
    return (Out(element),) * size


@op(dtype="first")
def iterate(x: Array) -> Any:
    """One element of an array looped over along its first axis."""


@iterate.shape
def _(r: Rule, x: Array) -> Shape:
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, and a loop needs an axis", blame=x, x=x)
    if x.shape.rank is not None:
        known_axis(r, 0, x.shape.rank, x)
    return replace_axis(r, x, 0, ())
