"""Linear algebra on matrices, the last two axes; the axes before are a batch."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axes
from gnomon.ops.broadcasting import broadcast_leading
from gnomon.ops.promotion import first, to_real, wide_floated
from gnomon.ops.record import op
from gnomon.ops.reductions import reduced
from gnomon.ops.rule import Array, Out, Rule
from gnomon.ops.slicing import smaller
from gnomon.shapes import Dtype, Run, Shape, Size, dtypes

Matrix = tuple[Shape, Size, Size]


def matrix(r: Rule, x: Array, square: bool = False) -> Matrix:
    """Return the batch shape, rows and columns of a matrix; refute other ranks, or one not square."""
    shape = x.shape
    if shape.rank is not None and shape.rank < 2:
        r.refute("rank", "{op}: {x} is {x.shape}, but a matrix has at least two axes", blame=x, x=x)
    lead = shape.drop_last(2)
    rows, columns = shape.axis(-2), shape.axis(-1)
    symmetric = r.library == "jax" and getattr(r.op, "name", "") in ("cholesky", "eigh", "eigvalsh")
    if square and symmetric and rows != columns and 1 in (rows, columns):
        rows = columns = None  # JAX adds the transposed before it looks: a row becomes a square
    elif square and rows is not None and columns is not None and rows != columns:
        r.equal(
            rows,
            columns,
            "inner-size",
            "{op}: {x} is {x.shape}, but a square matrix is needed",
            blame=x,
            x=x,
        )
    return (
        Shape((), Run()) if lead is None else lead,
        r.fresh() if rows is None else rows,
        r.fresh() if columns is None else columns,
    )


def add_axes(lead: Shape, *sizes: Size) -> Shape:
    """Return a batch shape followed by sizes."""
    return Shape(lead.prefix, lead.run, lead.suffix + sizes)


def _unary(x: Array) -> Any: ...


def _square_rule(r: Rule, x: Array) -> Shape:
    lead, rows, columns = matrix(r, x, square=True)
    return x.shape if x.shape.rank is None else add_axes(lead, rows, columns)


def _number_rule(r: Rule, x: Array) -> Shape:
    return matrix(r, x, square=True)[0]


def _vector_rule(r: Rule, x: Array) -> Shape:
    lead, n, _ = matrix(r, x, square=True)
    return add_axes(lead, n)


def _complex_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    dtype = wide_floated(r, arguments)
    if dtype is None or dtype.kind == "complex":
        return dtype
    return dtypes.complex128 if dtype.bits == 64 else dtypes.complex64


def _real_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_real(wide_floated(r, arguments))


def _power_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return first(r, arguments) if r.library == "numpy" else wide_floated(r, arguments)


for _name, _doc in {
    "cholesky": "Lower triangular factor of a positive definite matrix (*b, n, n).",
    "inv": "Inverse of a square matrix (*b, n, n).",
    "matrix_exp": "Matrix exponential (*b, n, n).",
    "sqrtm": "Square root of a square matrix (n, n).",
}.items():
    op(name=_name, doc=_doc, dtype="wide_float")(_unary).shape(_square_rule)
op(name="matrix_power", doc="A square matrix times itself, several times (*b, n, n).", dtype=_power_dtype)(
    _unary
).shape(_square_rule)
op(name="det", doc="Determinant: (*b, n, n) -> (*b).", dtype="wide_float")(_unary).shape(_number_rule)
op(name="eigvals", doc="Eigenvalues: (*b, n, n) -> (*b, n).", dtype=_complex_dtype)(_unary).shape(
    _vector_rule
)
op(name="eigvalsh", doc="Eigenvalues of a symmetric matrix: (*b, n, n) -> (*b, n).", dtype=_real_dtype)(
    _unary
).shape(_vector_rule)


@op(dtype="index")
def matrix_rank(x: Array) -> Any:
    """Number of independent rows: (*b, m, n) -> (*b).

    >>> from gnomon.ops.sketch import array
    >>> matrix_rank(array(3, 3))
    array(int64)
    """


@matrix_rank.shape
def _(r: Rule, x: Array) -> Shape:
    if x.shape.rank is not None and x.shape.rank < 2:
        return Shape()
    return matrix(r, x)[0]


@op(dtype="wide_float", outputs=2)
def slogdet(x: Array) -> Any:
    """Sign and logarithm of the determinant: (*b, n, n) -> (*b), (*b).

    >>> from gnomon.ops.sketch import array
    >>> slogdet(array(2, 3, 3))
    (array(2), array(2))
    """


@slogdet.shape
def _(r: Rule, x: Array) -> tuple[Out, ...]:
    lead = matrix(r, x, square=True)[0]
    sign = wide_floated(r, (x,))
    return (Out(lead, sign), Out(lead, to_real(sign)))


@op(dtype=_complex_dtype, outputs=2)
def eig(x: Array) -> Any:
    """Eigenvalues (*b, n) and eigenvectors (*b, n, n) of a square matrix.

    >>> from gnomon.ops.sketch import array
    >>> eig(array(2, 2))
    (array(2), array(2, 2))
    """


@eig.shape
def _(r: Rule, x: Array) -> tuple[Shape, ...]:
    return (_vector_rule(r, x), x.shape)


@op(dtype="wide_float", outputs=2)
def eigh(x: Array) -> Any:
    """Eigenvalues (*b, n) and eigenvectors (*b, n, n) of a symmetric matrix.

    >>> from gnomon.ops.sketch import array
    >>> eigh(array(3, 3))
    (array(3), array(3, 3))
    """


@eigh.shape
def _(r: Rule, x: Array) -> tuple[Out, ...]:
    values = _vector_rule(r, x)
    return (Out(values, to_real(wide_floated(r, (x,)))), Out(_square_rule(r, x)))


@op(dtype="wide_float")
def pinv(x: Array) -> Any:
    """Pseudo-inverse: (*b, m, n) -> (*b, n, m).

    >>> from gnomon.ops.sketch import array
    >>> pinv(array(3, 3))
    array(3, 3)
    """


@pinv.shape
def _(r: Rule, x: Array) -> Shape:
    lead, m, n = matrix(r, x)
    return add_axes(lead, n, m)


@op(dtype="wide_float")
def solve(a: Array, b: Array) -> Any:
    """Solution of linear equations: (*b, n, n) and (n,) or (*b, n, k) -> the shape of the right side.

    >>> from gnomon.ops.sketch import array
    >>> solve(array(3, 3), array(3)), solve(array(3, 3), array(3, 5))
    (array(3), array(3, 5))
    """


@solve.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    lead, n, _ = matrix(r, a, square=True)
    right = b.shape
    if right.rank is None:
        return Shape.unknown()
    if right.rank == 0:
        r.refute("rank", "{op}: {b} is a scalar, but the right side is a vector or matrix", blame=b, b=b)
    vectors = right.rank == 1
    if r.library == "torch" and not vectors and lead.rank is not None and lead.rank + 1 == right.rank:
        vectors = lead.rank > 0 and right.dims == (*lead.dims, n)
    size = right.dims[-1] if vectors else right.dims[-2]
    r.equal(
        size,
        n,
        "inner-size",
        "{op}: {a} is {a.shape}, but the right side {b} is {b.shape}",
        blame=b,
        a=a,
        b=b,
    )
    if vectors:
        return add_axes(lead, n)
    batch = broadcast_leading(r, lead, Shape(right.dims[:-2]), a, b)
    return add_axes(batch, n, right.dims[-1])


@op(dtype="wide_float", outputs=4)
def lstsq(a: Array, b: Array) -> Any:
    """Least squares: a (m, n), b (m,) or (m, k) -> solution (n,) or (n, k), residuals, rank, values."""


@lstsq.shape
def _(r: Rule, a: Array, b: Array) -> tuple[Out, ...]:
    lead, m, n = matrix(r, a)
    values = add_axes(lead, smaller(r, m, n))
    if b.shape.rank is None or lead.rank is None:
        return (Out(Shape.unknown()), Out(Shape.unknown()), Out(lead, _rank_dtype(r)), Out(values))
    vectors = b.shape.rank == 1 or (r.library == "torch" and b.shape.dims == (*lead.dims, m))
    rows = b.shape.axis(-1 if vectors else -2)
    if rows is None:
        r.refute("rank", "{op}: {b} is a scalar, but the right side is a vector or matrix", blame=b, b=b)
    r.equal(
        m,
        rows,
        "inner-size",
        "{op}: {a} is {a.shape}, but the right side {b} is {b.shape}",
        blame=b,
        a=a,
        b=b,
    )
    columns = () if vectors else (b.shape.dims[-1],)
    solution = add_axes(lead, n, *columns)
    real = to_real(wide_floated(r, (a, b)))
    return (Out(solution), Out(Shape((r.fresh(),)), real), Out(lead, _rank_dtype(r)), Out(values, real))


def _rank_dtype(r: Rule) -> Dtype:
    return dtypes.int64 if r.library == "torch" else dtypes.int32


@op(dtype="wide_float")
def svd(x: Array, *, full: bool = True, vectors: bool = True) -> Any:
    """Singular values: (*b, m, n) -> (*b, m, m), (*b, min(m, n)), (*b, n, n), or economic without ``full``.

    Without ``vectors`` only the values.

    >>> from gnomon.ops.sketch import array
    >>> svd(array(5, 3), full=False)
    (array(5, 3), array(3), array(3, 3))
    """


@svd.shape
def _(r: Rule, x: Array, *, full: bool, vectors: bool) -> tuple[Out, ...] | Out:
    lead, m, n = matrix(r, x)
    k = smaller(r, m, n)
    values = Out(add_axes(lead, k), to_real(wide_floated(r, (x,))))
    if not vectors:
        return values
    left, right = (m, n) if full else (k, k)
    return (Out(add_axes(lead, m, left)), values, Out(add_axes(lead, right, n)))


@op(dtype="wide_float")
def qr(x: Array, *, mode: str = "reduced") -> Any:
    """Orthogonal times triangular: (*b, m, n) -> (*b, m, k), (*b, k, n); k = min(m, n), or m if "complete".

    Mode "r" gives the triangular factor alone.

    >>> from gnomon.ops.sketch import array
    >>> qr(array(4, 3))
    (array(4, 3), array(3, 3))
    """


@qr.shape
def _(r: Rule, x: Array, *, mode: str) -> tuple[Out, ...] | Out:
    lead, m, n = matrix(r, x)
    k = m if mode == "complete" else smaller(r, m, n)
    upper = Out(add_axes(lead, k, n))
    return upper if mode == "r" else (Out(add_axes(lead, m, k)), upper)


@op(dtype="wide_float", outputs=3)
def lu(x: Array) -> Any:
    """Permutation, lower and upper triangular factors of (*b, m, n).

    >>> from gnomon.ops.sketch import array
    >>> lu(array(2, 2))
    (array(2, 2), array(2, 2), array(2, 2))
    """


@lu.shape
def _(r: Rule, x: Array) -> tuple[Shape, ...]:
    lead, m, n = matrix(r, x)
    k = smaller(r, m, n)
    return (add_axes(lead, m, m), add_axes(lead, m, k), add_axes(lead, k, n))


@op(dtype="wide_float")
def triangular_solve(a: Array, b: Array) -> Any:
    """Solution of triangular equations: (*b, n, n), (*b, n, k) -> (*b, n, k).

    >>> from gnomon.ops.sketch import array
    >>> triangular_solve(array(3, 3), array(3, 2))
    array(3, 2)
    """


@triangular_solve.shape
def _(r: Rule, a: Array, b: Array) -> Shape:
    lead, n, _ = matrix(r, a, square=True)
    rows = b.shape.axis(-1 if b.shape.rank == 1 else -2)
    if rows is not None:
        message = "{op}: {a} is {a.shape}, but the right side {b} is {b.shape}"
        r.equal(rows, n, "inner-size", message, blame=b, a=a, b=b)
    if r.library != "torch":
        return b.shape
    matrix(r, b)
    right = b.shape.drop_last(2)
    if right is None:
        return Shape.unknown()
    return add_axes(broadcast_leading(r, lead, right, a, b), *b.shape.dims[-2:])


def _norm_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_real(wide_floated(r, arguments))


@op(dtype=_norm_dtype)
def norm(x: Array, *, axis: Axes = None, keepdims: bool = False) -> Any:
    """Length of the vectors along an axis (or of the matrices on two), which is dropped or kept as 1.

    >>> from gnomon.ops.sketch import array
    >>> norm(array(3, 4), axis=1)
    array(3)
    """


@norm.shape
def _(r: Rule, x: Array, *, axis: Axes, keepdims: bool) -> Shape:
    return reduced(r, x, axis, keepdims)
