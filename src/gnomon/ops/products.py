"""Products of matrices and vectors."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import check_rank, replace_axis
from gnomon.ops.broadcasting import broadcast_into, broadcast_leading
from gnomon.ops.inner_sizes import require_inner
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Run, Shape


@op(dtype="match", linear_in=("a", "b"))
def matmul(
    a: Array, b: Array, *, vectors: bool = True, transpose_a: bool = False, transpose_b: bool = False
) -> Any:
    """Matrix product of the last two axes, broadcast over the others; vectors become a row or a column.

    (*b, m, k), (*b, k, n) -> (*b, m, n). With ``vectors=False`` vectors are refused (TensorFlow).

    >>> from gnomon.ops.sketch import array
    >>> matmul(array(10, 2, 3), array(3, 5)), matmul(array(3), array(3, 5)), matmul(array(2, 3), array(3))
    (array(10, 2, 5), array(5), array(2))
    """


@matmul.shape
def _(r: Rule, a: Array, b: Array, *, vectors: bool, transpose_a: bool, transpose_b: bool) -> Shape:
    left, right = a.shape, b.shape
    if left.run is None and right.run is None and not (transpose_a or transpose_b):
        p, q = left.prefix, right.prefix
        if len(p) >= 2 and len(q) >= 2:
            require_inner(r, a, b, p[-1], q[-2], "columns of the first, rows of the second")
            if len(p) == 2 and len(q) == 2:
                return Shape((p[0], q[1]))
    if not vectors:
        for x in (a, b):
            if x.shape.rank is not None:
                check_rank(r, x, minimum=2)
    for x in (a, b):
        if x.shape.rank == 0:
            r.refute("rank", "{op}: {x} is a scalar; multiply with * instead", blame=x, x=x)
    if left.rank is None or right.rank is None:
        return _matmul_unknown_rank(r, a, b, transpose_a, transpose_b)
    p, q = left.dims, right.dims
    if transpose_a and len(p) >= 2:
        p = (*p[:-2], p[-1], p[-2])
    if transpose_b and len(q) >= 2:
        q = (*q[:-2], q[-1], q[-2])
    if len(p) == 1 and len(q) == 1:
        require_inner(r, a, b, p[0], q[0], "lengths of the vectors")
        return Shape()
    if len(p) == 1:
        require_inner(r, a, b, p[0], q[-2], "length of the vector, rows of the second")
        return Shape((*q[:-2], q[-1]))
    if len(q) == 1:
        require_inner(r, a, b, p[-1], q[0], "columns of the first, length of the vector")
        return Shape(p[:-1])
    require_inner(r, a, b, p[-1], q[-2], "columns of the first, rows of the second")
    if len(p) == 2:
        return Shape((*q[:-2], p[0], q[-1]))
    if len(q) == 2:
        return Shape((*p[:-1], q[-1]))
    lead = broadcast_leading(r, Shape(p[:-2]), Shape(q[:-2]), a, b)
    return Shape((*lead.dims, p[-2], q[-1]))


def _matmul_unknown_rank(r: Rule, a: Array, b: Array, transpose_a: bool, transpose_b: bool) -> Shape:
    """Matrix product where a rank is unknown: certain only if both are known to have two axes or more."""
    left, right = a.shape, b.shape
    p, q = left.last(2), right.last(2)
    if right.rank == 1:
        inner = left.axis(-2 if transpose_a else -1)
        if inner is not None:
            require_inner(r, a, b, inner, right.dims[0], "columns of the first, length of the vector")
        rest = left.drop_last(1)
        return Shape.unknown() if rest is None or transpose_a else rest
    if left.rank == 1:
        lead = right.drop_last(2)
        if q is None or lead is None:
            return Shape.unknown()
        require_inner(
            r, a, b, left.dims[0], q[1 if transpose_b else 0], "length of the vector, rows of the second"
        )
        return Shape(lead.prefix, lead.run, (*lead.suffix, q[0 if transpose_b else 1]))
    got = left.axis(-2 if transpose_a else -1)
    want = right.axis(-1 if transpose_b else -2)
    if got is not None and want is not None:
        require_inner(r, a, b, got, want, "columns of the first, rows of the second")
    if p is None and right.rank == 2 and q is not None and left.suffix and not transpose_a:
        # A vector or a stack of matrices: either way only the last axis changes.
        return replace_axis(r, a, -1, (q[0 if transpose_b else 1],))
    if p is None or q is None:
        return Shape.unknown()
    rows = p[1] if transpose_a else p[0]
    columns = q[0] if transpose_b else q[1]
    lead_a, lead_b = left.drop_last(2), right.drop_last(2)
    if lead_a is None or lead_b is None:
        return Shape((), Run(), (rows, columns))
    lead = broadcast_leading(r, lead_a, lead_b, a, b)
    return Shape(lead.prefix, lead.run, (*lead.suffix, rows, columns))


@op("m k, k n -> m n", dtype="match", refutes="inner-size", linear_in=("a", "b"))
def mm(a: Array, b: Array) -> Any:
    """Product of two matrices (m, k) and (k, n).

    >>> from gnomon.ops.sketch import array
    >>> mm(array(2, 3), array(3, 4))
    array(2, 4)
    """


@op("b m k, b k n -> b m n", dtype="match", refutes="inner-size", linear_in=("a", "b"))
def bmm(a: Array, b: Array) -> Any:
    """Product of two stacks of matrices, (b, m, k) and (b, k, n), of which nothing broadcasts.

    >>> from gnomon.ops.sketch import array
    >>> bmm(array(5, 2, 3), array(5, 3, 4))
    array(5, 2, 4)
    """


@op("m k, k -> m", dtype="match", refutes="inner-size", linear_in=("a", "x"))
def mv(a: Array, x: Array) -> Any:
    """Product of a matrix (m, k) and a vector (k,).

    >>> from gnomon.ops.sketch import array
    >>> mv(array(2, 3), array(3))
    array(2)
    """


@op(dtype="match")
def addmm(c: Array, a: Array, b: Array) -> Any:
    """A matrix plus the product of two matrices: ``c`` broadcasts to (m, n).

    >>> from gnomon.ops.sketch import array
    >>> addmm(array(4), array(2, 3), array(3, 4))
    array(2, 4)
    """


@addmm.shape
def _(r: Rule, c: Array, a: Array, b: Array) -> Shape:
    for x in (a, b):
        if x.shape.rank is not None:
            check_rank(r, x, 2)
    p, q = a.shape, b.shape
    columns, rows = p.axis(-1), q.axis(-2)
    if columns is not None and rows is not None:
        require_inner(r, a, b, columns, rows, "columns of the first, rows of the second")
    m, n = p.axis(0), q.axis(-1)
    shape = Shape((r.fresh() if m is None else m, r.fresh() if n is None else n))
    check_summand(r, c, shape, a)
    return shape


def check_summand(r: Rule, c: Array, shape: Shape, owner: Array) -> None:
    """Require that what is added to a product stretches to its shape."""
    if c.shape.rank is not None and shape.rank is not None and c.shape.rank > shape.rank:
        message = "{op}: {c} is {c.shape}, but the product it is added to is {shape}"
        r.refute("broadcast", message, blame=c, c=c, shape=shape)
    broadcast_into(r, c, shape, owner)


@op(dtype="match")
def baddbmm(c: Array, a: Array, b: Array) -> Any:
    """A stack of matrices plus the product of two stacks: ``c`` broadcasts to (b, m, n).

    >>> from gnomon.ops.sketch import array
    >>> baddbmm(array(5, 2, 4), array(5, 2, 3), array(5, 3, 4))
    array(5, 2, 4)
    """


@baddbmm.shape
def _(r: Rule, c: Array, a: Array, b: Array) -> Shape:
    p, q = a.shape, b.shape
    for x in (a, b):
        if x.shape.rank is not None:
            check_rank(r, x, 3)
    if p.rank is None or q.rank is None:
        return Shape((r.fresh(), r.fresh(), r.fresh()))
    require_inner(r, a, b, p.dims[2], q.dims[1], "columns of the first, rows of the second")
    require_inner(r, a, b, p.dims[0], q.dims[0], "numbers of matrices")
    shape = Shape((p.dims[0], p.dims[1], q.dims[2]))
    check_summand(r, c, shape, a)
    return shape
