"""Products: sums over axes that two arrays share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, check_rank, known_axes, known_axis, replace_axis
from gnomon.ops.broadcasting import broadcast, broadcast_leading
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule, Shaped
from gnomon.shapes import Either, Equal, Run, Shape, Size, product


def _inner(r: Rule, x: Array, y: Array, got: Size, want: Size, where: str) -> None:
    """Require that the summed axes have one size."""
    if got is want or got == want:
        return
    r.equal(
        got,
        want,
        "inner-size",
        "{op}: {x} is {x.shape} and {y} is {y.shape}: {got} and {want} should be equal ({where})",
        blame=y,
        help=_turned(x, y),
        x=x,
        y=y,
        got=got,
        want=want,
        where=where,
    )


def _turned(x: Array, y: Array) -> str | None:
    """Return what would help two matrices of which one fits when it is transposed."""
    a, b = x.shape, y.shape
    if a.rank != 2 or b.rank != 2:
        return None
    (m, k), (n, p) = a.dims, b.dims
    if type(k) is int and k == p:
        return f"{{y}} transposed is {Shape((p, n))}, which would fit"
    if type(m) is int and m == n:
        return f"{{x}} transposed is {Shape((k, m))}, which would fit"
    return None


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
            _inner(r, a, b, p[-1], q[-2], "columns of the first, rows of the second")
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
        _inner(r, a, b, p[0], q[0], "lengths of the vectors")
        return Shape()
    if len(p) == 1:
        _inner(r, a, b, p[0], q[-2], "length of the vector, rows of the second")
        return Shape((*q[:-2], q[-1]))
    if len(q) == 1:
        _inner(r, a, b, p[-1], q[0], "columns of the first, length of the vector")
        return Shape(p[:-1])
    _inner(r, a, b, p[-1], q[-2], "columns of the first, rows of the second")
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
            _inner(r, a, b, inner, right.dims[0], "columns of the first, length of the vector")
        rest = left.drop_last(1)
        return Shape.unknown() if rest is None or transpose_a else rest
    if left.rank == 1:
        lead = right.drop_last(2)
        if q is None or lead is None:
            return Shape.unknown()
        _inner(r, a, b, left.dims[0], q[1 if transpose_b else 0], "length of the vector, rows of the second")
        return Shape(lead.prefix, lead.run, (*lead.suffix, q[0 if transpose_b else 1]))
    got = left.axis(-2 if transpose_a else -1)
    want = right.axis(-1 if transpose_b else -2)
    if got is not None and want is not None:
        _inner(r, a, b, got, want, "columns of the first, rows of the second")
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


@op(dtype="promote", linear_in=("a", "b"))
def dot(a: Array, b: Array) -> Any:
    """NumPy's dot: the last axis of ``a`` against the last but one of ``b``; scalars multiply.

    >>> from gnomon.ops.sketch import array
    >>> dot(array(2, 3), array(5, 3, 4)), dot(array(3), array(3))
    (array(2, 5, 4), array())
    """


@dot.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    left, right = a.shape, b.shape
    if left.rank == 0:
        return right
    if right.rank == 0:
        return left
    if left.rank is None or right.rank is None:
        return _dot_unknown_rank(r, a, b)
    p, q = left.dims, right.dims
    if len(q) == 1:
        _inner(r, a, b, p[-1], q[0], "last axis of the first, length of the vector")
        return Shape(p[:-1])
    _inner(r, a, b, p[-1], q[-2], "last axis of the first, rows of the second")
    return Shape((*p[:-1], *q[:-2], q[-1]))


def _dot_unknown_rank(r: Rule, a: Array, b: Array) -> Shape:
    left, right = a.shape, b.shape
    if right.rank is not None and left.suffix:
        q = right.dims
        _inner(r, a, b, left.suffix[-1], q[0] if len(q) == 1 else q[-2], "the summed axes")
        rest = left.drop_last(1)
        if rest is not None:
            return Shape(rest.prefix, rest.run, (*rest.suffix, *q[:-2], *q[-1:])) if len(q) > 1 else rest
    return Shape.unknown()


@op("k, k ->", dtype="match", refutes="inner-size", linear_in=("a", "b"))
def vector_dot(a: Array, b: Array) -> Any:
    """Sum of the products of two vectors of one length (PyTorch's dot).

    >>> from gnomon.ops.sketch import array
    >>> vector_dot(array(3), array(3))
    array()
    """


@op(dtype="promote")
def vdot(a: Array, b: Array) -> Any:
    """Sum of the products of all elements, with the first array conjugated; both are flattened.

    >>> from gnomon.ops.sketch import array
    >>> vdot(array(3), array(3))
    array()
    """


@vdot.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    m, n = a.shape.numel(), b.shape.numel()
    if m is not None and n is not None:
        _inner(r, a, b, m, n, "numbers of elements")
    return Shape()


@op(dtype="promote", linear_in=("a", "b"))
def inner(a: Array, b: Array) -> Any:
    """Sum of products over the last axes of both: (*a, k), (*b, k) -> (*a, *b).

    >>> from gnomon.ops.sketch import array
    >>> inner(array(3), array(3))
    array()
    """


@inner.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    left, right = a.shape, b.shape
    if left.rank == 0:
        return right
    if right.rank == 0:
        return left
    p, q = left.axis(-1), right.axis(-1)
    if p is not None and q is not None:
        _inner(r, a, b, p, q, "last axes of both")
    if left.rank is None or right.rank is None:
        return Shape.unknown()
    return Shape(left.dims[:-1] + right.dims[:-1])


@op(dtype="promote", linear_in=("a", "b"))
def outer(a: Array, b: Array, *, strict: bool = False) -> Any:
    """Products of each element of one array with each of another: (m, n). ``strict`` wants vectors.

    >>> from gnomon.ops.sketch import array
    >>> outer(array(3), array(3))
    array(3, 3)
    """


@outer.shape
def _(r: Rule, a: Array, b: Array, *, strict: bool) -> Shape:
    sizes: list[Size] = []
    for x in (a, b):
        if strict and x.shape.rank is not None:
            check_rank(r, x, 1)
        size = x.shape.numel()
        sizes.append(r.fresh() if size is None else size)
    return Shape(tuple(sizes))


@op(dtype="match", linear_in=("a", "b"))
def tensordot(a: Array, b: Array, *, axes: int | tuple[Sequence[Axis], Sequence[Axis]] = 2) -> Any:
    """Sum of products over the named axes of both arrays; a number means the last and the first ones.

    >>> from gnomon.ops.sketch import array
    >>> tensordot(array(2, 3, 4), array(3, 4, 5), axes=2)
    array(2, 5)
    >>> tensordot(array(2, 3), array(5, 3), axes=((1,), (1,)))
    array(2, 5)
    """


@tensordot.shape
def _(r: Rule, a: Array, b: Array, *, axes: int | tuple[Sequence[Axis], Sequence[Axis]]) -> Shape:
    p, q = a.shape.rank, b.shape.rank
    if p is None or q is None:
        return Shape.unknown()
    if isinstance(axes, int):
        if axes > min(p, q):
            short = a if p < axes else b
            r.refute(
                "rank",
                "{op}: {axes} axes are summed, but {x} is {x.shape}",
                blame=short,
                x=short,
                axes=axes,
            )
        first: list[int] | None = list(range(p - axes, p))
        second: list[int] | None = list(range(axes))
    else:
        first, second = known_axes(r, axes[0], p, a), known_axes(r, axes[1], q, b)
    if first is None or second is None:
        return Shape.unknown()
    if len(first) != len(second):
        r.refute("axis", "{op}: {m} axes of {x} meet {n} axes of {y}", blame=b, x=a, y=b, m=len(first),
                 n=len(second))  # fmt: skip
    left, right = a.shape.dims, b.shape.dims
    if r.library == "tf":  # compares the numbers of summed elements only
        total, other = product(left[i] for i in first), product(right[j] for j in second)
        _inner(r, a, b, total, other, "summed elements")
    for i, j in zip(first, second) if r.library != "tf" else ():
        if r.library == "torch" and (left[i] == 1 or right[j] == 1):
            continue  # PyTorch stretches it
        _inner(r, a, b, left[i], right[j], f"axis {i} of the first, axis {j} of the second")
    rest = tuple(d for i, d in enumerate(left) if i not in first)
    return Shape(rest + tuple(d for j, d in enumerate(right) if j not in second))


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
        _inner(r, a, b, columns, rows, "columns of the first, rows of the second")
    m, n = p.axis(0), q.axis(-1)
    return Shape((r.fresh() if m is None else m, r.fresh() if n is None else n))


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
    _inner(r, a, b, p.dims[2], q.dims[1], "columns of the first, rows of the second")
    _inner(r, a, b, p.dims[0], q.dims[0], "numbers of matrices")
    return Shape((p.dims[0], p.dims[1], q.dims[2]))


@op(dtype="promote")
def kron(a: Array, b: Array) -> Any:
    """Kronecker product: every element of ``a`` times the whole of ``b``; sizes multiply axis by axis.

    >>> from gnomon.ops.sketch import array
    >>> kron(array(3), array(3))
    array(9)
    """


@kron.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    if a.shape.rank is None or b.shape.rank is None:
        return Shape.unknown()
    p, q = a.shape.dims, b.shape.dims
    rank = max(len(p), len(q))
    p, q = (1,) * (rank - len(p)) + p, (1,) * (rank - len(q)) + q
    return Shape(tuple(product((m, n)) for m, n in zip(p, q)))


@op(dtype="promote")
def cross(a: Array, b: Array, *, axis: Axis = -1) -> Any:
    """Vector product of 3-vectors along an axis; of two 2-vectors (NumPy) one number is left.

    >>> from gnomon.ops.sketch import array
    >>> cross(array(2, 3), array(3))
    array(2, 3)
    """


@cross.shape
def _(r: Rule, a: Array, b: Array, *, axis: Axis) -> Shape:
    if a.shape.rank is None or b.shape.rank is None or type(axis) is not int:
        return Shape.unknown()
    sizes: list[Size] = []
    moved = []
    for x in (a, b):
        dims = x.shape.dims
        k = known_axis(r, axis, len(dims), x) or 0
        sizes.append(dims[k])
        moved.append(dims[:k] + dims[k + 1 :])
        if type(dims[k]) is int and dims[k] not in (2, 3):
            r.fail(
                "inner-size",
                "{op}: {x} is {x.shape}; the vectors along axis {axis} have {size} entries, not 3",
                blame=x,
                x=x,
                axis=axis,
                size=dims[k],
            )
    rest = broadcast(r, Shaped(Shape(moved[0]), a), Shaped(Shape(moved[1]), b)).dims
    if sizes[0] == 2 and sizes[1] == 2:
        return Shape(rest)
    if 3 not in sizes:
        r.require(
            Either(Equal(sizes[0], 3), Equal(sizes[1], 3)),
            "inner-size",
            "{op}: {a} is {a.shape} and {b} is {b.shape}; neither has 3 entries along axis {axis}",
            blame=b,
            a=a,
            b=b,
            axis=axis,
        )
    k = (
        (known_axis(r, axis, len(rest) + 1, a) or 0)
        if r.library != "numpy" or axis >= 0
        else len(rest) + 1 + axis
    )
    return Shape((*rest[:k], 3, *rest[k:]))
