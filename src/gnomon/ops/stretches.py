"""Parts of one axis: a stretch, one place, overlapping windows; matrices flipped or in blocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, check_rank, replace_axis, size_of_axis
from gnomon.ops.broadcasting import broadcast_into
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import AtLeast, Run, Shape, Size

BEYOND = "{op}: {start} and {length} entries more reach beyond axis {axis} of {x} {x.shape}, which has {size}"


@op(dtype="first")
def narrow(x: Array, *, axis: Axis, start: Size = 0, length: Size) -> Any:
    """A stretch of an axis: ``length`` entries from ``start``, all of which must be there (PyTorch's narrow).

    >>> from gnomon.ops.sketch import array
    >>> narrow(array(5, 6), axis=1, start=2, length=3)
    array(5, 3)
    """


@narrow.shape
def _(r: Rule, x: Array, *, axis: Axis, start: Size, length: Size) -> Shape:
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis is needed", blame=x, x=x)
    size = size_of_axis(r, x, axis)
    if size is not None and not (type(start) is int and start < 0):
        r.require(
            AtLeast(size, start + length),
            "index-range",
            BEYOND,
            blame=x,
            x=x,
            start=start,
            length=length,
            axis=axis,
            size=size,
        )
    return replace_axis(r, x, axis, (length,))


@op(dtype="first")
def select_at(x: Array, *, axis: Axis, position: Size) -> Any:
    """One place on an axis, which is dropped (PyTorch's select).

    >>> from gnomon.ops.sketch import array
    >>> select_at(array(5, 6), axis=1, position=-1)
    array(5)
    """


@select_at.shape
def _(r: Rule, x: Array, *, axis: Axis, position: Size) -> Shape:
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis is needed", blame=x, x=x)
    size = size_of_axis(r, x, axis)
    if size is not None:
        message = "{op}: position {position} is out of range: axis {axis} of {x} {x.shape} has {size} entries"
        fields: dict[str, Any] = {"blame": x, "x": x, "position": position, "axis": axis, "size": size}
        if type(position) is not int or position >= 0:
            r.require(AtLeast(size - 1, position), "index-range", message, **fields)
        if type(position) is not int or position < 0:
            r.require(AtLeast(size + position, 0), "index-range", message, **fields)
    return replace_axis(r, x, axis, ())


@op(dtype="index")
def size_along(x: Array, *, axis: Axis) -> Any:
    """The size of an axis as a scalar integer (PyTorch's size); the axis must be there.

    >>> from gnomon.ops.sketch import array
    >>> size_along(array(2, 3), axis=1)
    array(int64)
    """


@size_along.shape
def _(r: Rule, x: Array, *, axis: Axis) -> Out:
    if x.shape.rank == 0:
        r.refute(
            "axis", "{op}: axis {axis} is out of range: {x} is a scalar without axes", blame=x, x=x, axis=axis
        )
    return Out(Shape(), None, (size_of_axis(r, x, axis),))


@op(dtype="first")
def sliding_windows(x: Array, *, axis: Axis, size: Size, step: Size = 1) -> Any:
    """Overlapping stretches of an axis; the entries of each become a new last axis (PyTorch's unfold).

    >>> from gnomon.ops.sketch import array
    >>> sliding_windows(array(10, 3), axis=0, size=4, step=2)
    array(4, 3, 4)
    """


@sliding_windows.shape
def _(r: Rule, x: Array, *, axis: Axis, size: Size, step: Size) -> Shape:
    shape = x.shape
    if shape.rank == 0:
        return Shape((size,))
    along = size_of_axis(r, x, axis)
    if along is None:
        if shape.rank is None:
            return Shape((), Run(), (size,))
        return Shape((*(r.fresh() for _ in shape.dims), size))
    r.require(
        AtLeast(along, size),
        "window-size",
        "{op}: a window of {size} does not fit into axis {axis} of {x} {x.shape} with {along} entries",
        blame=x,
        x=x,
        size=size,
        axis=axis,
        along=along,
    )
    moved = replace_axis(r, x, axis, ((along - size) // step + 1,))
    if moved.run is None:
        return Shape((*moved.prefix, size))
    return Shape(moved.prefix, moved.run, (*moved.suffix, size))


@op(dtype="first")
def matrix_flip(x: Array) -> Any:
    """The transpose of a matrix; vectors and scalars stay (PyTorch's t).

    >>> from gnomon.ops.sketch import array
    >>> matrix_flip(array(5, 6)), matrix_flip(array(5))
    (array(6, 5), array(5))
    """


@matrix_flip.shape
def _(r: Rule, x: Array) -> Shape:
    if x.shape.rank is None:
        return Shape.unknown()
    check_rank(r, x, 0, 1, 2, help="transpose(1, 2) exchanges two of more axes")
    return Shape(x.shape.dims[::-1])


@op(dtype="first")
def overwrite(x: Array, value: Array) -> Any:
    """Store a result in an array that keeps its shape: no axis may be added (PyTorch's in-place methods).

    >>> from gnomon.ops.sketch import array
    >>> overwrite(array(2, 3), array(3))
    array(2, 3)
    """


@overwrite.shape
def _(r: Rule, x: Array, value: Array) -> Shape:
    have, got = x.shape.rank, value.shape.rank
    if have is not None and got is not None and got > have:
        message = "{op}: {x} is {x.shape} and keeps its shape, but the result is {y.shape}"
        r.refute("broadcast", message, blame=x, x=x, y=value)
    broadcast_into(r, value, x.shape, x)
    return x.shape


@op()
def block_diag(arrays: Sequence[Array]) -> Any:
    """Matrices along the diagonal of a large one, zeros elsewhere: rows and columns add up.

    >>> from gnomon.ops.sketch import array
    >>> block_diag([array(2, 3), array(4, 5)])
    array(6, 8)
    """


@block_diag.shape
def _(r: Rule, arrays: Sequence[Array]) -> Shape:
    rows: Size = 0
    columns: Size = 0
    for x in arrays:
        rank = x.shape.rank
        if rank is None:
            return Shape((r.fresh(), r.fresh()))
        check_rank(r, x, 0, 1, 2)
        dims = (1, 1, *x.shape.dims)[-2:]
        rows, columns = rows + dims[0], columns + dims[1]
    return Shape((rows, columns))
