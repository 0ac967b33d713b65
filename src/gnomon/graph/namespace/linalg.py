"""Linear algebra (``gn.linalg``): factors, solutions, eigenvalues and norms of stacks of matrices."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array, as_dtype
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.products import matmul, matrix_transpose, tensordot, vecdot


class eigh_result(NamedTuple):
    """What `eigh` returns."""

    eigenvalues: Array
    eigenvectors: Array


class eig_result(NamedTuple):
    """What `eig` returns."""

    eigenvalues: Array
    eigenvectors: Array


class qr_result(NamedTuple):
    """What `qr` returns."""

    Q: Array
    R: Array


class slogdet_result(NamedTuple):
    """What `slogdet` returns."""

    sign: Array
    logabsdet: Array


class svd_result(NamedTuple):
    """What `svd` returns."""

    U: Array
    S: Array
    Vh: Array


def cholesky(x: Any, /, *, upper: bool = False) -> Array:
    """The lower (or upper) triangular factor of positive definite matrices."""
    return ops.cholesky(take.array("cholesky", "x", x), **({"upper": True} if upper else {}))  # type: ignore[no-any-return]


def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Array:
    """Cross product of vectors of three elements along an axis."""
    left, right = take.array("cross", "x1", x1), take.array("cross", "x2", x2)
    return ops.cross(left, right, axis=take.axis("cross", axis))  # type: ignore[no-any-return]


def det(x: Any, /) -> Array:
    """Determinants."""
    return ops.det(take.array("det", "x", x))  # type: ignore[no-any-return]


def diagonal(x: Any, /, offset: int = 0) -> Array:
    """The diagonals of matrices, the last two axes."""
    return ops.diagonal(take.array("diagonal", "x", x), offset=offset, first=-2, second=-1)  # type: ignore[no-any-return]


def eigh(x: Any, /) -> eigh_result:
    """Eigenvalues in ascending order and eigenvectors of symmetric or Hermitian matrices."""
    return eigh_result(*ops.eigh(take.array("eigh", "x", x)))


def eigvalsh(x: Any, /) -> Array:
    """Eigenvalues of symmetric or Hermitian matrices, in ascending order."""
    return ops.eigvalsh(take.array("eigvalsh", "x", x))  # type: ignore[no-any-return]


def eig(x: Any, /) -> eig_result:
    """Eigenvalues and eigenvectors of any square matrices: complex."""
    return eig_result(*ops.eig(take.array("eig", "x", x)))


def eigvals(x: Any, /) -> Array:
    """Eigenvalues of any square matrices: complex."""
    return ops.eigvals(take.array("eigvals", "x", x))  # type: ignore[no-any-return]


def inv(x: Any, /) -> Array:
    """Inverse matrices."""
    return ops.inv(take.array("inv", "x", x))  # type: ignore[no-any-return]


def matrix_norm(x: Any, /, *, keepdims: bool = False, ord: Any = "fro") -> Array:
    """Norms of matrices, the last two axes."""
    take.option("matrix_norm", "ord", ord, ("fro", "nuc", 1, -1, 2, -2, math.inf, -math.inf))
    x = take.array("matrix_norm", "x", x)
    more = {"keepdims": True} if keepdims else {}
    return ops.norm(x, axis=(-2, -1), ord=ord, **more)  # type: ignore[no-any-return]


def matrix_power(x: Any, n: int, /) -> Array:
    """Square matrices to an integer power."""
    return ops.matrix_power(take.array("matrix_power", "x", x), n=take.integer("matrix_power", "n", n))  # type: ignore[no-any-return]


def matrix_rank(x: Any, /, *, rtol: Any = None) -> Array:
    """The number of singular values larger than ``rtol`` times the largest."""
    x = take.array("matrix_rank", "x", x)
    values = svdvals(x)
    top = ops.max(values, axis=-1, keepdims=True)
    limit = _tolerance("matrix_rank", x, values, rtol) * top
    return ops.count_nonzero(values > limit, axis=-1)  # type: ignore[no-any-return]


def _tolerance(name: str, x: Array, values: Array, rtol: Any) -> Any:
    if rtol is None:
        from gnomon.graph.namespace.dtypes import finfo

        rows, columns = x.shape[-2:]
        if isinstance(rows, int) and isinstance(columns, int):
            return max(rows, columns) * finfo(values.dtype).eps
        return (
            ops.maximum(as_array(rows), as_array(columns)) * finfo(values.dtype).eps
            if rows != columns
            else rows * ops.cast(finfo(values.dtype).eps, dtype=values.dtype)
        )
    if isinstance(rtol, (int, float)):
        return rtol
    return ops.expand_dims(take.array(name, "rtol", rtol), axis=-1)


def multi_dot(arrays: Any) -> Array:
    """The product of several matrices; the first and the last may be vectors."""
    found = take.arrays("multi_dot", "arrays", arrays)
    result = found[0]
    for matrix in found[1:]:
        result = matmul(result, matrix)
    return result


def cond(x: Any, p: Any = None) -> Array:
    """The condition number: the largest singular value divided by the smallest, or by a norm (1, 2, "fro" ...)."""
    x = take.array("cond", "x", x)
    if p is None or p in (2, -2):
        values = svdvals(x)
        most, least = ops.max(values, axis=-1), ops.min(values, axis=-1)
        return ops.divide(least, most) if p == -2 else ops.divide(most, least)  # type: ignore[no-any-return]
    return ops.multiply(matrix_norm(x, ord=p), matrix_norm(inv(x), ord=p))  # type: ignore[no-any-return]


def outer(x1: Any, x2: Any, /) -> Array:
    """Products of each element of one vector with each of the other."""
    left, right = take.array("outer", "x1", x1), take.array("outer", "x2", x2)
    return ops.outer(left, right)  # type: ignore[no-any-return]


def pinv(x: Any, /, rtol: Any = None) -> Array:
    """Pseudo-inverse matrices; singular values up to ``rtol`` times the largest count as 0."""
    x = take.array("pinv", "x", x)
    if rtol is None or isinstance(rtol, (int, float)):
        return ops.pinv(x, **({} if rtol is None else {"rtol": rtol}))  # type: ignore[no-any-return]
    left, values, right = svd(x, full_matrices=False)
    limit = _tolerance("pinv", x, values, rtol) * ops.max(values, axis=-1, keepdims=True)
    inverse = ops.where(values > limit, 1 / ops.where(values > limit, values, 1), 0)
    adjoint = [ops.matrix_transpose(ops.conj(part)) for part in (left, right)]
    return ops.matmul(adjoint[1] * ops.expand_dims(inverse, axis=-2), adjoint[0])  # type: ignore[no-any-return]


def qr(x: Any, /, mode: str = "reduced") -> qr_result:
    """An orthogonal and an upper triangular factor."""
    take.option("qr", "mode", mode, ("reduced", "complete"))
    return qr_result(*ops.qr(take.array("qr", "x", x), mode=mode))


def slogdet(x: Any, /) -> slogdet_result:
    """Sign and logarithm of the absolute value of determinants."""
    return slogdet_result(*ops.slogdet(take.array("slogdet", "x", x)))


def solve(x1: Any, x2: Any, /) -> Array:
    """The solution of ``x1 @ x == x2``; x2 is a vector or a stack of matrices."""
    return ops.solve(take.array("solve", "x1", x1), take.array("solve", "x2", x2))  # type: ignore[no-any-return]


def svd(x: Any, /, full_matrices: bool = True) -> svd_result:
    """Singular vectors and values."""
    return svd_result(*ops.svd(take.array("svd", "x", x), full=full_matrices))


def svdvals(x: Any, /) -> Array:
    """Singular values in descending order."""
    return ops.svd(take.array("svdvals", "x", x), vectors=False)  # type: ignore[no-any-return]


def trace(x: Any, /, offset: int = 0, *, dtype: Any = None) -> Array:
    """The sums of the diagonals of matrices, the last two axes."""
    from gnomon.graph.namespace.statistical import sum

    return sum(diagonal(x, offset=offset), axis=-1, dtype=dtype)


def vector_norm(x: Any, /, *, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Array:
    """Norms of vectors along axes, or of the flattened array."""
    x = take.array("vector_norm", "x", x)
    along = take.axes("vector_norm", axis)
    if not isinstance(ord, (int, float)):
        raise take.wrong("vector_norm", "ord", "a number", ord)
    if along == ():
        along = None if not x.ndim else ()
    if ord == 2 and not isinstance(along, tuple):
        more = {"keepdims": True} if keepdims else {}
        return ops.norm(x, axis=along, **more)  # type: ignore[no-any-return]
    size = ops.abs(x)
    floating = size if size.dtype.kind == "float" else ops.cast(size, dtype=as_dtype("float64"))
    how: dict[str, Any] = {"axis": along, "keepdims": keepdims}
    if ord == math.inf:
        return ops.max(floating, **how)  # type: ignore[no-any-return]
    if ord == -math.inf:
        return ops.min(floating, **how)  # type: ignore[no-any-return]
    if ord == 0:
        return ops.cast(ops.count_nonzero(x, **how), dtype=floating.dtype)  # type: ignore[no-any-return]
    if ord == 1:
        return ops.sum(floating, **how)  # type: ignore[no-any-return]
    if ord == 2:
        return ops.sqrt(ops.sum(ops.square(floating), **how))  # type: ignore[no-any-return]
    return ops.power(ops.sum(ops.power(floating, float(ord)), **how), 1.0 / ord)  # type: ignore[no-any-return]


def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Array:
    """Norm of vectors along an axis, of matrices along two, or of the flattened array (NumPy)."""
    more: dict[str, Any] = {"keepdims": True} if keepdims else {}
    if ord is not None:
        more["ord"] = ord
    return ops.norm(take.array("norm", "x", x), axis=take.axes("norm", axis), **more)  # type: ignore[no-any-return]


def lstsq(a: Any, b: Any) -> tuple[Array, ...]:
    """Least squares: solution, residuals, rank and singular values (NumPy)."""
    return ops.lstsq(take.array("lstsq", "a", a), take.array("lstsq", "b", b))  # type: ignore[no-any-return]


def expm(x: Any, /) -> Array:
    """The matrix exponential."""
    return ops.matrix_exp(take.array("expm", "x", x))  # type: ignore[no-any-return]


def solve_triangular(
    a: Any, b: Any, *, lower: bool = False, trans: bool = False, unit_diagonal: bool = False
) -> Array:
    """The solution of triangular equations; by default the matrix is upper triangular (SciPy)."""
    left, right = take.array("solve_triangular", "a", a), take.array("solve_triangular", "b", b)
    return ops.triangular_solve(  # type: ignore[no-any-return]
        left, right, lower=lower, transpose=bool(trans), unit_diagonal=unit_diagonal
    )


__all__ = [
    "cholesky",
    "cond",
    "cross",
    "det",
    "diagonal",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "expm",
    "inv",
    "lstsq",
    "matmul",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "matrix_transpose",
    "multi_dot",
    "norm",
    "outer",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "solve_triangular",
    "svd",
    "svdvals",
    "tensordot",
    "trace",
    "vecdot",
    "vector_norm",
]


def __dir__() -> list[str]:
    return __all__
