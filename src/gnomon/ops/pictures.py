"""Pictures whose last two axes are height and width: cut, resized, given another number of channels."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import check_rank
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import AtLeast, Run, Shape, Size


def _framed(r: Rule, x: Array, height: Size | None, width: Size | None) -> Shape:
    """Return the shape with other last two sizes; None is unknown."""
    tail = tuple(r.fresh() if size is None else size for size in (height, width))
    shape = x.shape
    if shape.rank is not None:
        check_rank(r, x, minimum=2)
        return Shape((*shape.dims[:-2], *tail))
    rest = shape.drop_last(2)
    return Shape((), Run(), tail) if rest is None else Shape(rest.prefix, rest.run, (*rest.suffix, *tail))


@op(dtype="first")
def frame(x: Array, *, height: Size | None, width: Size | None) -> Any:
    """A picture of another height and width: resized, or cut and padded. None is unknown.

    >>> from gnomon.ops.sketch import array
    >>> frame(array(3, 100, 80), height=32, width=32)
    array(3, 32, 32)
    """


@frame.shape
def _(r: Rule, x: Array, *, height: Size | None, width: Size | None) -> Shape:
    return _framed(r, x, height, width)


@op(dtype="first")
def cut_out(x: Array, *, height: Size, width: Size) -> Any:
    """A part of a picture that is not larger than the picture.

    >>> from gnomon.ops.sketch import array
    >>> cut_out(array(3, 100, 80), height=32, width=32)
    array(3, 32, 32)
    """


@cut_out.shape
def _(r: Rule, x: Array, *, height: Size, width: Size) -> Shape:
    for axis, size in ((-2, height), (-1, width)):
        have = x.shape.axis(axis)
        if have is not None:
            r.require(
                AtLeast(have, size),
                "window-size",
                "{op}: a part of {height} x {width} does not fit into {x} {x.shape}",
                blame=x,
                x=x,
                height=height,
                width=width,
            )
    return _framed(r, x, height, width)


@op(dtype="first")
def shrink_to(x: Array, *, size: Size) -> Any:
    """A picture resized so that its shorter side has a size; proportions stay, rounded down.

    >>> from gnomon.ops.sketch import array
    >>> shrink_to(array(3, 100, 80), size=40), shrink_to(array(1, 28, 28), size=32)
    (array(3, 50, 40), array(1, 32, 32))
    """


@shrink_to.shape
def _(r: Rule, x: Array, *, size: Size) -> Shape:
    height, width = x.shape.axis(-2), x.shape.axis(-1)
    if height is None or width is None:
        return _framed(r, x, None, None)
    if height == width:
        return _framed(r, x, size, size)
    if type(height) is int and type(width) is int and type(size) is int and height > 0 and width > 0:
        if height < width:
            return _framed(r, x, size, size * width // height)
        return _framed(r, x, size * height // width, size)
    return _framed(r, x, None, None)


@op(dtype="first")
def with_channels(x: Array, *, channels: Size | None) -> Any:
    """A picture (*b, channels, height, width) of another number of channels; None is unknown."""


@with_channels.shape
def _(r: Rule, x: Array, *, channels: Size | None) -> Shape:
    size = r.fresh() if channels is None else channels
    shape = x.shape
    if shape.rank is not None:
        check_rank(r, x, minimum=3)
        return Shape((*shape.dims[:-3], size, *shape.dims[-2:]))
    tail = shape.last(2)
    return Shape((), Run(), (size, *(tail if tail is not None else (r.fresh(), r.fresh()))))


@op(dtype="first")
def channels_first(x: Array) -> Any:
    """A picture (height, width, channels) or (height, width) as (channels, height, width).

    >>> from gnomon.ops.sketch import array
    >>> channels_first(array(28, 28)), channels_first(array(32, 32, 3))
    (array(1, 28, 28), array(3, 32, 32))
    """


@channels_first.shape
def _(r: Rule, x: Array) -> Shape:
    rank = x.shape.rank
    if rank is None:
        return Shape(tuple(r.fresh() for _ in range(3)))
    check_rank(r, x, 2, 3, what="height, width, channels")
    dims = x.shape.dims
    return Shape((1, *dims)) if rank == 2 else Shape((dims[2], dims[0], dims[1]))
