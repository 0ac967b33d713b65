"""Choose, fill and compare whole arrays."""

from __future__ import annotations

from typing import Any

from gnomon.ops.broadcasting import broadcast, broadcast_into
from gnomon.ops.promotion import promoted
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Dtype, Shape


@op(elementwise=True, dtype="first")
def prelu(x: Array, slope: Array, *, axis: int = 1) -> Any:
    """Keep positive elements and multiply negative ones by a learned slope, one or one per channel.

    ``x``: any shape; ``slope``: () or (1,) or (channels,), counted along ``axis`` of x.

    >>> from gnomon.ops.sketch import array
    >>> prelu(array(2, 3, 4), array(3))
    array(2, 3, 4)
    """


@prelu.shape
def _(r: Rule, x: Array, slope: Array, *, axis: int) -> Shape:
    if slope.shape.rank == 1 and slope.shape.dims[0] != 1:
        channels = x.shape.axis(axis)
        if channels is not None:
            r.equal(
                channels,
                slope.shape.dims[0],
                "channels",
                "{op}: axis {axis} of {x} is {got}, but there are {want} slopes",
                blame=x,
                x=x,
                axis=axis,
                got=channels,
                want=slope.shape.dims[0],
            )
    return x.shape


@op(dtype="promote")
def where(condition: Array, x: Array, y: Array) -> Any:
    """Take elements from ``x`` where the condition holds and from ``y`` elsewhere; all three broadcast.

    >>> from gnomon.ops.sketch import array
    >>> where(array(2, 1), array(3), array(2, 3))
    array(2, 3)
    """


@where.shape
def _(r: Rule, condition: Array, x: Array, y: Array) -> Shape:
    return broadcast(r, condition, x, y)


def _where_dtype(r: Rule, arguments: tuple[Any, ...], attributes: Any) -> Dtype | None:
    return promoted(r, arguments[1:])


where.dtype = _where_dtype


@op(dtype="first")
def masked_fill(x: Array, mask: Array, value: Array | None = None) -> Any:
    """Replace elements where a boolean mask is true; the mask broadcasts to the array and the array to it.

    >>> from gnomon.ops.sketch import array
    >>> masked_fill(array(2, 3), array(3, dtype="bool"), array())
    array(2, 3)
    """


@masked_fill.shape
def _(r: Rule, x: Array, mask: Array, value: Array | None) -> Shape:
    return broadcast(r, x, mask)


@op(dtype="first")
def update(x: Array, value: Array) -> Any:
    """Store into an existing array (``x += value``, ``x[...] = value``): the value must fit into x.

    >>> from gnomon.ops.sketch import array
    >>> update(array(2, 3), array(3))
    array(2, 3)
    """


@update.shape
def _(r: Rule, x: Array, value: Array) -> Shape:
    broadcast_into(r, value, x.shape, x)
    return x.shape


@op(dtype="bool")
def array_equal(x: Array, y: Array) -> Any:
    """Whether two arrays have the same shape and elements: one boolean, never an error.

    >>> from gnomon.ops.sketch import array
    >>> array_equal(array(2), array(3))
    array(bool)
    """


@array_equal.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    return Shape()


@op(dtype="bool")
def allclose(x: Array, y: Array) -> Any:
    """Whether all elements of two arrays, broadcast together, are nearly equal: one boolean.

    >>> from gnomon.ops.sketch import array
    >>> allclose(array(2), array(2, 2))
    array(bool)
    """


@allclose.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    broadcast(r, x, y)
    return Shape()


@op()
def broadcast_arrays(arrays: tuple[Array, ...]) -> Any:
    """All arrays stretched to their common shape: as many results as arrays.

    >>> from gnomon.ops.sketch import array
    >>> broadcast_arrays((array(3), array(2, 1)))
    (array(2, 3), array(2, 3))
    """


@broadcast_arrays.shape
def _(r: Rule, arrays: tuple[Array, ...]) -> tuple[Out, ...]:
    shape = broadcast(r, *arrays)
    return tuple(Out(shape, x.dtype) for x in arrays)
