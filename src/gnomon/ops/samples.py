"""Samples and statistics: covariances, histograms, fitted polynomials, random draws from given entries."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axis, check_rank, replace_axis
from gnomon.ops.promotion import index_dtype, promoted, to_float
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Dtype, Equal, Shape, Size, default_dtype, dtypes


def _float_of_both(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    dtype = to_float(promoted(r, arguments), r.library)
    real = r.library == "numpy" and dtype is not None and dtype.kind == "float"
    return dtypes.float64 if real else dtype


@op(dtype=_float_of_both)
def covariance(x: Array, y: Array | None = None, *, rows: bool = True) -> Any:
    """Covariance or correlation of variables, one per row (or column): a square matrix, or a number.

    >>> from gnomon.ops.sketch import array
    >>> covariance(array(3, 100)), covariance(array(100))
    (array(3, 3), array())
    """


@covariance.shape
def _(r: Rule, x: Array, y: Array | None, *, rows: bool) -> Shape:
    total: Size = 0
    if y is not None and x.shape.rank in (1, 2) and y.shape.rank in (1, 2):
        m, n = (part.shape.dims[-1 if rows or len(part.shape.dims) == 1 else 0] for part in (x, y))
        r.equal(m, n, "inner-size", "{op}: {x} is {x.shape} but {y} is {y.shape}: {m} and {n} observations",
                blame=y, x=x, y=y, m=m, n=n)  # fmt: skip
    for part in (x,) if y is None else (x, y):
        rank = part.shape.rank
        if rank is None:
            return Shape.unknown() if y is None else Shape((r.fresh(), r.fresh()))
        if rank > 2:
            check_rank(r, part, 0, 1, 2)
        total = total + (1 if rank < 2 else part.shape.dims[0 if rows else 1])
    if type(total) is int and total == 1 and r.library != "torch":
        return Shape()  # one variable: NumPy gives a number
    if y is None and x.shape.rank is not None and x.shape.rank < 2:
        return Shape()
    return Shape((total, total))


@op(dtype="none", outputs=2)
def histogram(x: Array, edges: Array | None = None, *, bins: Size | None = None) -> Any:
    """How many entries fall into each interval, and the limits: ``bins`` counts and one limit more.

    >>> from gnomon.ops.sketch import array
    >>> histogram(array(100, dtype="float64"), bins=10)
    (array(10, int64), array(11, float64))
    """


@histogram.shape
def _(r: Rule, x: Array, edges: Array | None, *, bins: Size | None) -> tuple[Out, Out]:
    dtype = x.dtype if x.dtype is None or x.dtype.kind == "float" else default_dtype("float", r.library)
    if edges is not None:
        if edges.shape.rank is not None:
            check_rank(r, edges, 1)
        dtype = edges.dtype
        size = edges.shape.axis(0)
        bins = None if size is None else size - 1
    if bins is None:
        bins = r.fresh()
    return Out(Shape((bins,)), index_dtype(r)), Out(Shape((bins + 1,)), dtype)


@op(dtype="float64")
def polynomial_fit(x: Array, y: Array, *, degree: Size) -> Any:
    """Coefficients of the polynomial nearest to points: (degree + 1,), and one column per column of y.

    >>> from gnomon.ops.sketch import array
    >>> polynomial_fit(array(5), array(5), degree=2)
    array(3, float64)
    """


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


@op(dtype="none")
def probabilities(p: Array, *, count: Size) -> Any:
    """Require one probability for each of ``count`` things to choose from."""


@probabilities.shape
def _(r: Rule, p: Array, *, count: Size) -> Shape:
    if p.shape.rank is not None:
        check_rank(r, p, 1)
    given = p.shape.axis(0)
    if given is not None:
        message = "{op}: {p} holds {given} probabilities for {count} things to choose from"
        r.equal(given, count, "inner-size", message, blame=p, p=p, given=given, count=count)
    return p.shape


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
