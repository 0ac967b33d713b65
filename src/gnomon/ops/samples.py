"""Samples and statistics: histograms, fitted polynomials, random draws from given entries."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axis, check_rank, replace_axis
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Equal, Shape, Size


@op(dtype="index", outputs=2)
def histogram_between(x: Array, edges: Array) -> Any:
    """How many entries fall between each pair of neighbouring edges, and the edges: (n - 1,), (n,).

    >>> from gnomon.ops.sketch import array
    >>> histogram_between(array(100), array(11, dtype="float64"))
    (array(10, int64), array(11, float64))
    """


@histogram_between.shape
def _(r: Rule, x: Array, edges: Array) -> tuple[Out, Out]:
    if edges.shape.rank is not None:
        check_rank(r, edges, 1)
    size = edges.shape.axis(0)
    count = r.fresh() if size is None else size
    return Out(Shape((count - 1,))), Out(Shape((count,)), edges.dtype)


@op(dtype="float64")
def polynomial_fit(x: Array, y: Array, *, degree: Size) -> Any:
    """Coefficients of the polynomial nearest to points: (degree + 1,), and one column per column of y."""


@polynomial_fit.shape
def _(r: Rule, x: Array, y: Array, *, degree: Size) -> Shape:
    if x.shape.rank is not None:
        check_rank(r, x, 1)
    if y.shape.rank is not None:
        check_rank(r, y, 1, 2)
    count, other = x.shape.axis(0), y.shape.axis(0)
    if count is not None and other is not None:
        r.equal(count, other, "inner-size", "{op}: {x} has {count} points but {y} has {other}", blame=y, x=x,
                y=y, count=count, other=other)  # fmt: skip
    if y.shape.rank is None:
        return Shape.unknown()
    return Shape((degree + 1, *y.shape.dims[1:]))


@op(dtype="first")
def drawn_entries(x: Array, *, shape: Shape, axis: Axis = 0, vector: bool = True) -> Any:
    """Random entries of an array along an axis, in a shape that takes the place of the axis.

    ``vector`` says that the array must have one axis (NumPy's older interface).

    >>> from gnomon.ops.sketch import array
    >>> drawn_entries(array(10), shape=Shape((2, 3)))
    array(2, 3)
    """


@drawn_entries.shape
def _(r: Rule, x: Array, *, shape: Shape, axis: Axis, vector: bool) -> Shape:
    rank = x.shape.rank
    if vector:
        if rank is not None:
            check_rank(r, x, 1)
        return shape
    if rank == 1 or shape.rank is None:
        return shape if rank == 1 else Shape.unknown()
    return replace_axis(r, x, axis, shape.dims)


@op(dtype="float64")
def drawn_vectors(mean: Array, covariance: Array | None = None, *, shape: Shape) -> Any:
    """Random vectors of the length of ``mean``: the given shape, then that length."""


@drawn_vectors.shape
def _(r: Rule, mean: Array, covariance: Array | None, *, shape: Shape) -> Shape:
    if mean.shape.rank is not None:
        check_rank(r, mean, 1)
    size = mean.shape.axis(0)
    if covariance is not None:
        if covariance.shape.rank is not None:
            check_rank(r, covariance, 2)
        for side in covariance.shape.dims if covariance.shape.rank is not None else ():
            if size is not None:
                r.require(
                    Equal(size, side),
                    "inner-size",
                    "{op}: the mean {mean} is {mean.shape} but the covariance {cov} is {cov.shape}",
                    blame=covariance,
                    mean=mean,
                    cov=covariance,
                )
    return (
        Shape(shape.prefix, shape.run, (*shape.suffix, r.fresh() if size is None else size))
        if (shape.run is not None)
        else Shape((*shape.dims, r.fresh() if size is None else size))
    )
