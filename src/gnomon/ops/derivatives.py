"""Operations that derivatives are made of: the transposes of gathering, special functions, gradients by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon.ops.axes import Axis, known_axis
from gnomon.ops.elementwise import declare
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.ops.windows import Layout, Padding, PerAxis
from gnomon.shapes import Shape, Size


def _one(x: Array) -> Any: ...


def _same(r: Rule, x: Array) -> Shape:
    return x.shape


declare(_one, "i1", "float", "Modified Bessel function of order 1.", _same)
declare(_one, "i0e", "float", "Modified Bessel function of order 0 times exp(-|x|).", _same)
declare(_one, "i1e", "float", "Modified Bessel function of order 1 times exp(-|x|).", _same)


@op(dtype="float", elementwise=True)
def polygamma(x: Array, *, order: int) -> Any:
    """Derivative of some order of the digamma function.

    >>> from gnomon.ops.sketch import array
    >>> polygamma(array(2, 3, dtype="float64"), order=1)
    array(2, 3, float64)
    """


polygamma.shape(lambda r, x, *, order: x.shape)


@op(dtype="float", elementwise=True)
def igamma_by_shape(x: Array, y: Array) -> Any:
    """Derivative of the regularised incomplete gamma function by its first argument.

    >>> from gnomon.ops.sketch import array
    >>> igamma_by_shape(array(3), array(3))
    array(3)
    """


@igamma_by_shape.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    from gnomon.ops.elementwise import binary_rule

    return binary_rule(r, x, y)


@op(dtype="first")
def stop_gradient(x: Array) -> Any:
    """The array as it is, which derivatives take as constant.

    >>> from gnomon.ops.sketch import array
    >>> stop_gradient(array(2, 3))
    array(2, 3)
    """


stop_gradient.shape(_same)


@op(dtype="none")
def custom_gradient(values: Sequence[Array], arrays: Sequence[Array], *, pull: Callable[..., Any]) -> Any:
    """The values as they are; cotangents reach ``arrays`` through the function ``pull`` alone.

    >>> from gnomon.ops.sketch import array
    >>> custom_gradient([array(2)], [array(2)], pull=None)
    (array(2),)
    """


@custom_gradient.shape
def _(r: Rule, values: Sequence[Array], arrays: Sequence[Array], *, pull: Any) -> tuple[Out, ...]:
    return tuple([Out(x.shape, x.dtype, x.contents) for x in values])


@op(dtype="first")
def overlap_add(x: Array, *, axis: Axis, length: Size, step: Size = 1) -> Any:
    """Windows of an axis, held by the last axis, added where they came from: the transpose of sliding_windows.

    >>> from gnomon.ops.sketch import array
    >>> overlap_add(array(4, 3, 4), axis=0, length=10, step=2)
    array(10, 3)
    """


@overlap_add.shape
def _(r: Rule, x: Array, *, axis: Axis, length: Size, step: Size) -> Shape:
    if x.shape.rank is None:
        return Shape.unknown()
    dims = x.shape.dims[:-1]
    k = known_axis(r, axis, len(dims), x)
    if k is None:
        return Shape(tuple(r.fresh() for _ in dims))
    return Shape((*dims[:k], length, *dims[k + 1 :]))


@op(dtype="first")
def max_pool_back(
    g: Array,
    x: Array,
    out: Array,
    *,
    window: Sequence[Size],
    stride: PerAxis | None = None,
    padding: Padding = 0,
    dilation: PerAxis = 1,
    ceil_mode: bool = False,
    layout: str = "first",
    unbatched: bool = False,
) -> Any:
    """What ``max_pool(x) = out`` makes of a cotangent: it goes to the largest entries, which share it equally.

    >>> from gnomon.ops.sketch import array
    >>> max_pool_back(array(8, 3, 2, 2), array(8, 3, 4, 4), array(8, 3, 2, 2), window=(2, 2))
    array(8, 3, 4, 4)
    """


@max_pool_back.shape
def _(
    r: Rule,
    g: Array,
    x: Array,
    out: Array,
    *,
    window: Sequence[Size],
    stride: PerAxis | None,
    padding: Padding,
    dilation: PerAxis,
    ceil_mode: bool,
    layout: str,
    unbatched: bool,
) -> Shape:
    return x.shape


@op(dtype="first")
def avg_pool_back(
    g: Array,
    *,
    size: Sequence[Size],
    window: Sequence[Size],
    stride: PerAxis | None = None,
    padding: Padding = 0,
    dilation: PerAxis = 1,
    ceil_mode: bool = False,
    layout: str = "first",
    unbatched: bool = False,
) -> Any:
    """What ``avg_pool`` makes of a cotangent: each entry of a window of the image gets its part. ``size`` is that of space.

    >>> from gnomon.ops.sketch import array
    >>> avg_pool_back(array(8, 3, 2, 2), size=(4, 4), window=(2, 2))
    array(8, 3, 4, 4)
    """


@avg_pool_back.shape
def _(
    r: Rule,
    g: Array,
    *,
    size: Sequence[Size],
    window: Sequence[Size],
    stride: PerAxis | None,
    padding: Padding,
    dilation: PerAxis,
    ceil_mode: bool,
    layout: str,
    unbatched: bool,
) -> Shape:
    image = Layout(r, g, len(window), layout, unbatched)
    return image.write(image.channels, tuple(size), layout)
