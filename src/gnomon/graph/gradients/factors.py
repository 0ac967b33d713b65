"""Derivatives of factorisations: eigenvalues, singular values, orthogonal and triangular factors."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.helpers import adjoint, conj, is_complex, zeros_like
from gnomon.graph.gradients.linalg import _column, _row, diagonal, halved, identity, mm, symmetric
from gnomon.graph.gradients.registry import pullback


def _gaps(values: Array) -> Array:
    """Return 1 / (w_j - w_i), and 0 on the diagonal. Equal values have no gap, and no derivative."""
    difference = _row(values) - _column(values)
    one = identity(difference)
    return (1.0 - one) / (difference + one)


@pullback("eigh")
def _(g: Any, x: Array, *, out: Any, upper: bool) -> Any:
    values, vectors = out
    inner: Any = None
    if g[1] is not None:
        inner = _gaps(values) * mm(adjoint(vectors), g[1])
    if g[0] is not None:
        diagonal_ = ops.diag_embed(g[0])
        inner = diagonal_ if inner is None else inner + diagonal_
    return symmetric(mm(vectors, ops.cast(inner, dtype=vectors.dtype), adjoint(vectors)))


@pullback("eigvalsh")
def _(g: Array, x: Array, *, out: Array, upper: bool) -> Any:
    vectors = ops.eigh(x, upper=upper)[1]
    return mm(vectors * ops.cast(_row(g), dtype=vectors.dtype), adjoint(vectors))


def _from_eigen(inner: Array, vectors: Array) -> Array:
    return ops.solve(adjoint(vectors), mm(inner, adjoint(vectors)))  # type: ignore[no-any-return]


@pullback("eigvals")
def _(g: Array, x: Array, *, out: Array) -> Any:
    vectors = ops.eig(x)[1]
    return _from_eigen(ops.diag_embed(g), vectors)


@pullback("eig")
def _(g: Any, x: Array, *, out: Any) -> Any:
    """Vectors have length 1; what depends on their direction in the complex plane has no derivative."""
    values, vectors = out
    inner: Any = None
    if g[1] is not None:
        turned = mm(adjoint(vectors), g[1])
        lengths = ops.cast(ops.real(diagonal(turned)), dtype=vectors.dtype)
        turned = turned - mm(adjoint(vectors), vectors * _row(lengths))
        inner = conj(_gaps(values)) * turned
    if g[0] is not None:
        diagonal_ = ops.diag_embed(g[0])
        inner = diagonal_ if inner is None else inner + diagonal_
    return _from_eigen(inner, vectors)


@pullback("svd")
def _(g: Any, x: Array, *, out: Any, full: bool, vectors: bool) -> Any:
    m, n = x.shape.dims[-2:]
    if not vectors:
        u, s, vh = ops.svd(x, full=False)
        return mm(u * ops.cast(_row(g), dtype=u.dtype), vh)
    gu, gs, gv = g
    if full and m != n and (gu is not None or gv is not None):
        raise GradientError(
            "the vectors of a full svd of matrices that are not square are not unique, and have no gradient: "
            "use full=False"
        )
    u, s, vh = ops.svd(x, full=False) if full and m != n else out
    wide = ops.cast(s, dtype=x.dtype)
    squares = ops.square(s)
    gaps = ops.cast(_gaps(squares), dtype=x.dtype)
    inner = ops.diag_embed(zeros_like(wide) if gs is None else ops.cast(gs, dtype=x.dtype))
    rest: Any = None
    if gu is not None:
        turned = mm(adjoint(u), gu)
        skew = turned - adjoint(turned)
        inner = inner + skew * gaps * _row(wide)
        if is_complex(x):
            inner = inner + ops.diag_embed(diagonal(skew) / (2.0 * wide))
        if m != n:
            rest = mm((gu - mm(u, turned)) / _row(wide), vh)
    if gv is not None:
        turned = mm(vh, adjoint(gv))
        skew = turned - adjoint(turned)
        inner = inner + _column(wide) * skew * gaps
        if m != n:
            beyond = mm(u, (gv - mm(mm(gv, adjoint(vh)), vh)) / _column(wide))
            rest = beyond if rest is None else rest + beyond
    found = mm(u, inner, vh)
    return found if rest is None else found + rest


@pullback("qr")
def _(g: Any, x: Array, *, out: Any, mode: str) -> Any:
    m, n = x.shape.dims[-2:]
    if mode == "complete" and m != n and not (type(m) is int and type(n) is int and m < n):
        raise GradientError(
            'the complete qr of tall matrices is not unique, and has no gradient unless both sizes are equal: use mode="reduced"'
        )
    if mode == "r":
        q, r = ops.qr(x)
        gq, gr = None, g
    else:
        (q, r), (gq, gr) = out, g
    gq = zeros_like(q) if gq is None else gq
    gr = ops.triu(zeros_like(r) if gr is None else gr)
    if type(m) is int and type(n) is int and m < n:
        left, right = (ops.narrow(v, axis=v.ndim - 1, start=0, length=m) for v in (r, gr))
        beyond = ops.narrow(gr, axis=gr.ndim - 1, start=m, length=n - m)
        behind = ops.narrow(x, axis=x.ndim - 1, start=m, length=n - m)
        found = _qr_square(q, left, gq + mm(behind, adjoint(beyond)), right)
        return ops.concat((found, mm(q, beyond)), axis=x.ndim - 1)
    return _qr_square(q, r, gq, gr)


def _qr_square(q: Array, r: Array, gq: Array, gr: Array) -> Array:
    inner = mm(r, adjoint(gr)) - mm(adjoint(gq), q)
    low = halved(inner)
    back = adjoint(gq + mm(q, low + adjoint(low)))
    return adjoint(ops.triangular_solve(r, back, lower=False))


@pullback("lu")
def _(g: Any, x: Array, *, out: Any) -> Any:
    order, low, up = out
    gl = zeros_like(low) if g[1] is None else g[1]
    gu = zeros_like(up) if g[2] is None else g[2]
    m, n = x.shape.dims[-2:]
    if type(m) is not int or type(n) is not int:
        raise GradientError("the gradient of lu needs matrices of known sizes")
    k = min(m, n)
    rows, columns = low.ndim - 2, low.ndim - 1
    gl_top, low_top = (ops.narrow(v, axis=rows, start=0, length=k) for v in (gl, low))
    gu_left, up_left = (ops.narrow(v, axis=columns, start=0, length=k) for v in (gu, up))
    below: Any = None
    if m > n:
        gl_low, low_low = (ops.narrow(v, axis=rows, start=k, length=m - k) for v in (gl, low))
        below = adjoint(ops.triangular_solve(up_left, adjoint(gl_low), lower=False))
        gu_left = gu_left - mm(adjoint(low_low), below)
    beyond: Any = None
    if n > m:
        gu_right, up_right = (ops.narrow(v, axis=columns, start=k, length=n - k) for v in (gu, up))
        beyond = ops.triangular_solve(conj(low_top), gu_right, unit_diagonal=True, transpose=True)
        gl_top = gl_top - mm(beyond, adjoint(up_right))
    inner = ops.tril(mm(adjoint(low_top), gl_top), offset=-1) + ops.triu(mm(gu_left, adjoint(up_left)))
    inner = ops.triangular_solve(conj(low_top), inner, unit_diagonal=True, transpose=True)
    found = adjoint(ops.triangular_solve(up_left, adjoint(inner), lower=False))
    if below is not None:
        found = ops.concat((found, below), axis=rows)
    if beyond is not None:
        found = ops.concat((found, beyond), axis=columns)
    return mm(order, found)
