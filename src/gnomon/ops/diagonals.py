"""Diagonals and triangles of matrices."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axis, check_rank, known_axis
from gnomon.ops.linalg import add_axes
from gnomon.ops.record import op
from gnomon.ops.reductions import total_dtype
from gnomon.ops.rule import Array, Rule
from gnomon.ops.slicing import at_least_zero, smaller
from gnomon.shapes import Run, Shape, Size


@op(dtype=total_dtype)
def trace(x: Array, *, first: Axis = 0, second: Axis = 1) -> Any:
    """Sum of the diagonal over two axes, which are dropped.

    >>> from gnomon.ops.sketch import array
    >>> trace(array(3, 4))
    array()
    """


@trace.shape
def _(r: Rule, x: Array, *, first: Axis, second: Axis) -> Shape:
    if r.library == "torch":
        check_rank(r, x, 2)
    return _without(r, x, first, second)[0]


def _without(r: Rule, x: Array, first: Axis, second: Axis) -> tuple[Shape, Size | None, Size | None]:
    """Return the shape without two axes, and their sizes."""
    shape = x.shape
    rank = shape.rank
    if rank is None:
        if first == -2 and second == -1:
            rest = shape.drop_last(2)
            return Shape.unknown() if rest is None else rest, shape.axis(-2), shape.axis(-1)
        return Shape.unknown(), None, None
    if rank < 2:
        r.refute("rank", "{op}: {x} is {x.shape}, but at least two axes are needed", blame=x, x=x)
    a, b = known_axis(r, first, rank, x), known_axis(r, second, rank, x)
    if a is None or b is None:
        return Shape(tuple(r.fresh() for _ in range(rank - 2))), None, None
    if a == b:
        r.refute("axis", "{op}: axis {axis} of {x} is named twice", blame=x, x=x, axis=first)
    dims = shape.dims
    return Shape(tuple(d for k, d in enumerate(dims) if k not in (a, b))), dims[a], dims[b]


@op(dtype="first")
def diagonal(x: Array, *, offset: int = 0, first: Axis = 0, second: Axis = 1) -> Any:
    """Diagonal over two axes, which are dropped; it becomes the last axis.

    >>> from gnomon.ops.sketch import array
    >>> diagonal(array(3, 4), offset=1)
    array(3)
    """


@diagonal.shape
def _(r: Rule, x: Array, *, offset: int, first: Axis, second: Axis) -> Shape:
    rest, rows, columns = _without(r, x, first, second)
    size = r.fresh() if rows is None or columns is None else _diagonal(r, rows, columns, offset)
    return add_axes(rest, size)


def _diagonal(r: Rule, rows: Size, columns: Size, offset: int) -> Size:
    if offset > 0:
        columns = columns - offset
    else:
        rows = rows + offset
    return at_least_zero(r, rows if rows is columns or rows == columns else smaller(r, rows, columns))


@op(dtype="first")
def diag(x: Array, *, offset: int = 0) -> Any:
    """The diagonal of a matrix, or a matrix with a given diagonal: (m, n) -> (min(m, n),), (n,) -> (n, n).

    >>> from gnomon.ops.sketch import array
    >>> diag(array(3), offset=1)
    array(4, 4)
    """


@diag.shape
def _(r: Rule, x: Array, *, offset: int) -> Shape:
    rank = x.shape.rank
    if rank is None:
        return Shape.unknown()
    if rank == 1:
        size = x.shape.dims[0] + abs(offset)
        return Shape((size, size))
    if rank != 2:
        r.refute("rank", "{op}: {x} is {x.shape}, but a vector or a matrix is needed", blame=x, x=x)
    rows, columns = x.shape.dims
    return Shape((_diagonal(r, rows, columns, offset),))


@op(dtype="first")
def diag_embed(x: Array, *, offset: int = 0) -> Any:
    """Matrices with given diagonals: (*b, n) -> (*b, n, n).

    >>> from gnomon.ops.sketch import array
    >>> diag_embed(array(2, 3), offset=-1)
    array(2, 4, 4)
    """


@diag_embed.shape
def _(r: Rule, x: Array, *, offset: int) -> Shape:
    if x.shape.rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but a vector is needed", blame=x, x=x)
    lead, size = x.shape.drop_last(1), x.shape.axis(-1)
    if lead is None or size is None:
        return Shape((), Run(), (r.fresh(), r.fresh()))
    return add_axes(lead, size + abs(offset), size + abs(offset))


def _triangle(x: Array) -> Any: ...


def _triangle_rule(r: Rule, x: Array) -> Shape:
    rank = x.shape.rank
    if rank is None and x.shape.min_rank < 2 and r.library == "numpy":
        return Shape.unknown()  # NumPy makes a square matrix of a vector
    if rank is not None and rank < 2:
        if rank == 1 and r.library == "numpy":
            return Shape(x.shape.dims * 2)
        r.refute("rank", "{op}: {x} is {x.shape}, but at least two axes are needed", blame=x, x=x)
    return x.shape


for _name, _doc in {
    "tril": "Lower triangle of matrices, zeros above; the shape stays.",
    "triu": "Upper triangle of matrices, zeros below; the shape stays.",
}.items():
    op(name=_name, doc=_doc, dtype="first")(_triangle).shape(_triangle_rule)


@op("*b m d, *b n d -> *b m n", dtype="wide_float", refutes="inner-size")
def cdist(x: Array, y: Array) -> Any:
    """Distance of each vector of one set from each of another: (*b, m, d), (*b, n, d) -> (*b, m, n).

    >>> from gnomon.ops.sketch import array
    >>> cdist(array(3, 2), array(4, 2))
    array(3, 4)
    """


@op(dtype="index", outputs=2)
def triangle_indices(*, rows: Size, columns: Size | None = None) -> Any:
    """Row and column positions of a triangle (tril_indices, triu_indices): two vectors of one length."""


@triangle_indices.shape
def _(r: Rule, *, rows: Size, columns: Size | None) -> tuple[Shape, ...]:
    shape = Shape((r.fresh(),))
    return (shape, shape)
