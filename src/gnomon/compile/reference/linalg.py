"""Linear algebra on the last two axes, by NumPy's LAPACK or by short algorithms over it."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.reductions import axes_of, inexact
from gnomon.compile.reference.registry import reference, references

references(
    {
        "inv": np.linalg.inv,
        "det": np.linalg.det,
        "eigvals": np.linalg.eigvals,
    }
)


@reference("cholesky")
def cholesky(x: Any, *, upper: bool = False) -> Any:
    return np.linalg.cholesky(x, upper=upper)


@reference("matrix_power")
def matrix_power(x: Any, *, n: int = 1) -> Any:
    return np.linalg.matrix_power(x if n >= 0 else inexact(x), n)


@reference("eigvalsh")
def eigvalsh(x: Any, *, upper: bool = False) -> Any:
    return np.linalg.eigvalsh(x, "U" if upper else "L")


@reference("eigh")
def eigh(x: Any, *, upper: bool = False) -> Any:
    return tuple(np.linalg.eigh(x, "U" if upper else "L"))


@reference("eig")
def eig(x: Any) -> Any:
    return tuple(np.linalg.eig(x))


@reference("slogdet")
def slogdet(x: Any) -> Any:
    return tuple(np.linalg.slogdet(x))


@reference("matrix_rank")
def matrix_rank(x: Any, *, rtol: Any = None) -> Any:
    return np.asarray(np.linalg.matrix_rank(x, rtol=rtol))


@reference("pinv")
def pinv(x: Any, *, rtol: Any = None) -> Any:
    return np.linalg.pinv(inexact(x), rtol=rtol)


@reference("solve")
def solve(a: Any, b: Any) -> Any:
    return np.linalg.solve(a, b)


@reference("lstsq")
def lstsq(a: Any, b: Any, *, rtol: Any = None) -> Any:
    """Least squares, matrix by matrix: solution, residuals, rank and singular values."""
    a, b = inexact(a), inexact(b)
    if a.ndim == 2:
        return tuple(np.asarray(part) for part in np.linalg.lstsq(a, b, rtol))
    lead = a.shape[:-2]
    parts = [np.linalg.lstsq(a[k], b[k] if b.ndim > 1 else b, rtol) for k in np.ndindex(lead)]
    solution, _, rank, values = (np.array([part[k] for part in parts]) for k in range(4))
    shaped = (part.reshape(lead + part.shape[1:]) for part in (solution, rank, values))
    solution, rank, values = shaped
    return solution, np.zeros(0, solution.dtype), rank, values


@reference("svd")
def svd(x: Any, *, full: bool = True, vectors: bool = True) -> Any:
    result = np.linalg.svd(x, full, vectors)
    return tuple(result) if vectors else result


@reference("qr")
def qr(x: Any, *, mode: str = "reduced") -> Any:
    result = np.linalg.qr(x, mode)
    return result if mode == "r" else tuple(result)


@reference("lu")
def lu(x: Any) -> Any:
    """Gauss with partial pivoting: x = p @ l @ u. Complex pivots are compared as LAPACK does, by the sum of their parts."""
    x = inexact(x)
    m, n = x.shape[-2:]
    k = min(m, n)
    lead = x.shape[:-2]
    order = np.empty((*lead, m, m), x.dtype)
    lower = np.empty((*lead, m, k), x.dtype)
    upper = np.empty((*lead, k, n), x.dtype)
    for place in np.ndindex(lead):
        work = x[place].copy()
        rows = np.arange(m)
        for j in range(k):
            column = work[j:, j]
            best = j + int(np.argmax(np.abs(column.real) + np.abs(column.imag)))
            work[[j, best]] = work[[best, j]]
            rows[[j, best]] = rows[[best, j]]
            if work[j, j] != 0:
                work[j + 1 :, j] /= work[j, j]
                work[j + 1 :, j + 1 :] -= np.outer(work[j + 1 :, j], work[j, j + 1 :])
        order[place] = np.eye(m)[rows].T
        lower[place] = np.tril(work[:, :k], -1) + np.eye(m, k)
        upper[place] = np.triu(work[:k])
    return order, lower, upper


@reference("triangular_solve")
def triangular_solve(
    a: Any, b: Any, *, lower: bool = True, unit_diagonal: bool = False, transpose: bool = False
) -> Any:
    """Substitute row by row; the other triangle is not read."""
    a, b = inexact(a), inexact(b)
    if transpose:
        a, lower = np.swapaxes(a, -1, -2), not lower
    vector = b.ndim == 1
    right = b[:, None] if vector else b
    n = a.shape[-1]
    lead = np.broadcast_shapes(a.shape[:-2], right.shape[:-2])
    a = np.broadcast_to(a, (*lead, n, n))
    result = np.broadcast_to(right, (*lead, *right.shape[-2:])).astype(np.result_type(a, b))
    for i in range(n) if lower else range(n - 1, -1, -1):
        done = slice(0, i) if lower else slice(i + 1, n)
        part = np.einsum("...k,...kj->...j", a[..., i, done], result[..., done, :])
        row = result[..., i, :] - part
        result[..., i, :] = row if unit_diagonal else row / a[..., i, i, None]
    return result[..., 0] if vector else result


PADE = (
    64764752532480000.0,
    32382376266240000.0,
    7771770303897600.0,
    1187353796428800.0,
    129060195264000.0,
    10559470521600.0,
    670442572800.0,
    33522128640.0,
    1323241920.0,
    40840800.0,
    960960.0,
    16380.0,
    182.0,
    1.0,
)
"""Coefficients of the quotient of degree 13 that is close to the exponential."""


@reference("matrix_exp")
def matrix_exp(x: Any) -> Any:
    """Scale until the matrix is small, take Pade's quotient of degree 13, square back; infinities give NaN."""
    wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    if not wide.size:
        return wide
    endless = np.isinf(wide).any((-2, -1), keepdims=True)
    wide = np.where(endless, np.nan, wide)
    largest = float(np.max(np.sum(np.abs(wide), -2), initial=0))
    steps = max(0, math.ceil(math.log2(largest / 5.371920351148152))) if largest > 0 else 0
    wide = wide / 2.0**steps
    one = np.broadcast_to(np.eye(wide.shape[-1]), wide.shape)
    second = wide @ wide
    fourth = second @ second
    sixth = second @ fourth
    b = PADE
    odd = sixth @ (b[13] * sixth + b[11] * fourth + b[9] * second)
    odd = wide @ (odd + b[7] * sixth + b[5] * fourth + b[3] * second + b[1] * one)
    even = sixth @ (b[12] * sixth + b[10] * fourth + b[8] * second)
    even = even + b[6] * sixth + b[4] * fourth + b[2] * second + b[0] * one
    result = np.linalg.solve(even - odd, even + odd)
    for _ in range(steps):
        result = result @ result
    return result


@reference("sqrtm")
def sqrtm(x: Any) -> Any:
    """Principal square root by the iteration of Denman and Beavers with scaling by the determinant."""
    y = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64)
    z = np.broadcast_to(np.eye(y.shape[-1]), y.shape)
    size = max(y.shape[-1], 1)
    for step in range(60):
        inner_y, inner_z = np.linalg.inv(y), np.linalg.inv(z)
        scale = 1.0
        if step < 8:
            sizes = np.abs(np.linalg.det(y) * np.linalg.det(z))
            scale = np.where(sizes > 0, sizes ** (-1 / (2 * size)), 1.0)[..., None, None]
        following = 0.5 * (scale * y + inner_z / scale)
        z = 0.5 * (scale * z + inner_y / scale)
        close = np.max(np.abs(following - y), initial=0) <= 1e-15 * np.max(np.abs(following), initial=0)
        y = following
        if close:
            break
    return y


@reference("norm")
def norm(x: Any, *, axis: Any = None, keepdims: bool = False, ord: Any = None) -> Any:
    """Length of vectors, or norm of matrices if ``ord`` is given with two axes."""
    if ord is not None:
        return np.linalg.norm(x, ord, axes_of(axis), keepdims)
    size = np.abs(inexact(x))
    return np.sqrt(np.sum(size * size, axis=axes_of(axis), keepdims=keepdims))
