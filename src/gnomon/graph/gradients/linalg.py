"""Derivatives of linear algebra. Matrices that are read as symmetric get symmetric cotangents."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import adjoint, conj, filled, is_complex, named, zeros_like
from gnomon.graph.gradients.registry import pullback
from gnomon.ops.bodies.linalg import is_vector, named_norm
from gnomon.shapes import Size


def mm(*factors: Array) -> Array:
    """Return a product of matrices."""
    result = factors[0]
    for factor in factors[1:]:
        result = ops.matmul(result, factor)
    return result


def identity(x: Array, size: Size | None = None) -> Array:
    """Return the identity as large as the matrices of x."""
    n = x.shape.dims[-1] if size is None else size
    return ops.diag_embed(ops.broadcast_to(filled(ops.sum(x), 1.0), shape=(n,)))  # type: ignore[no-any-return]


def diagonal(x: Array) -> Array:
    """Return the diagonals of matrices."""
    return ops.diagonal(x, first=-2, second=-1)  # type: ignore[no-any-return]


def halved(x: Array) -> Array:
    """Return the lower triangle with half of the diagonal."""
    low = ops.tril(x)
    return low - 0.5 * ops.diag_embed(diagonal(low))  # type: ignore[no-any-return]


def symmetric(x: Array) -> Array:
    """Return the symmetric (Hermitian) part."""
    return 0.5 * (x + adjoint(x))


def _column(x: Array) -> Array:
    return ops.expand_dims(x, axis=-1)  # type: ignore[no-any-return]


def _row(x: Array) -> Array:
    return ops.expand_dims(x, axis=-2)  # type: ignore[no-any-return]


def _numbers(g: Array) -> Array:
    """Let one number for each matrix broadcast over it."""
    return ops.expand_dims(g, axis=(-2, -1))  # type: ignore[no-any-return]


def lower_solve(a: Array, b: Array, transpose: bool = False) -> Array:
    """Solve with a lower triangular matrix, or with its adjoint."""
    return ops.triangular_solve(conj(a) if transpose else a, b, lower=True, transpose=transpose)  # type: ignore[no-any-return]


@pullback("cholesky")
def _(g: Array, x: Array, *, out: Array, upper: bool) -> Any:
    low, g_low = (adjoint(out), adjoint(g)) if upper else (out, g)
    inner = halved(mm(adjoint(low), ops.tril(g_low)))
    left = lower_solve(low, inner, transpose=True)
    return symmetric(adjoint(lower_solve(low, adjoint(left), transpose=True)))


@pullback("inv")
def _(g: Array, x: Array, *, out: Array) -> Any:
    return -mm(adjoint(out), g, adjoint(out))


@pullback("det")
def _(g: Array, x: Array, *, out: Array) -> Any:
    """Of a regular matrix; where the determinant is 0 its slope is not found this way."""
    return _numbers(g * conj(out)) * adjoint(ops.inv(x))


@pullback("slogdet")
def _(g: Any, x: Array, *, out: Any) -> Any:
    total: Any = None if g[1] is None else ops.real(g[1])
    if g[0] is not None and is_complex(x):
        turn = -ops.imag(out[0] * conj(g[0]))
        total = ops.complex(zeros_like(turn) if total is None else total, turn)
    if total is None:
        return zeros_like(x)
    return _numbers(total) * adjoint(ops.inv(x))


@pullback("solve")
def _(g: Array, a: Array, b: Array, *, out: Array) -> Any:
    vector = b.ndim == 1
    back = ops.solve(adjoint(a), g)
    if vector and a.ndim > 2:
        return lambda: -_column(back) * _row(conj(out)), back
    if vector:
        return lambda: -ops.outer(back, conj(out)), back
    return lambda: -mm(back, adjoint(out)), back


@pullback("triangular_solve")
def _(g: Array, a: Array, b: Array, *, out: Array, lower: bool, unit_diagonal: bool, transpose: bool) -> Any:
    back = ops.triangular_solve(conj(a), g, lower=lower, unit_diagonal=unit_diagonal, transpose=not transpose)

    def to_a() -> Any:
        if b.ndim == 1:
            found = -_column(back) * _row(conj(out))
        else:
            found = -mm(back, adjoint(out))
        if transpose:
            found = ops.matrix_transpose(found)
        edge = 1 if unit_diagonal else 0
        return ops.tril(found, offset=-edge) if lower else ops.triu(found, offset=edge)

    return to_a, back


@pullback("pinv")
def _(g: Array, x: Array, *, out: Array, rtol: Any) -> Any:
    """Of matrices whose rank does not change nearby."""
    p, ph, gh = out, adjoint(out), adjoint(g)
    m, n = x.shape.dims[-2:]
    found = -mm(ph, g, ph)
    one_n, one_m = identity(x, n), identity(x, m)
    found = found + mm(ph, p, gh, one_n - mm(p, x))
    return found + mm(one_m - mm(x, p), gh, p, ph)


@pullback("matrix_exp")
def _(g: Array, x: Array, *, out: Array) -> Any:
    """The corner of the exponential of a matrix twice as large."""
    n = x.shape.dims[-1]
    a = adjoint(x)
    last = x.ndim - 1
    top = ops.concat((a, g), axis=last)
    bottom = ops.concat((zeros_like(a), a), axis=last)
    large = ops.matrix_exp(ops.concat((top, bottom), axis=last - 1))
    corner = ops.narrow(ops.narrow(large, axis=last - 1, start=0, length=n), axis=last, start=n, length=n)
    return named(corner, x.shape)


@pullback("sqrtm")
def _(g: Array, x: Array, *, out: Array) -> Any:
    """Solve X* Y + Y X* = G as one system of equations."""
    a, one = adjoint(out), identity(x)
    *lead, n, _ = x.shape.dims
    rows, columns = (x.ndim - 1, x.ndim + 1), (x.ndim - 2, x.ndim)
    inner, outer = ops.expand_dims(ops.matrix_transpose(a), axis=columns), ops.expand_dims(a, axis=rows)
    system = outer * ops.expand_dims(one, axis=(0, 2)) + ops.expand_dims(one, axis=(1, 3)) * inner
    found = ops.solve(
        ops.reshape(system, shape=(*lead, n * n, n * n)), ops.reshape(g, shape=(*lead, n * n, 1))
    )
    return ops.reshape(found, shape=x.shape.dims)


@pullback("norm")
def _(g: Array, x: Array, *, out: Array, axis: Any, keepdims: bool, ord: Any) -> Any:
    """Slope 0 at 0."""
    from gnomon.graph.gradients.helpers import restored
    from gnomon.graph.gradients.reverse import pulled

    if ord is not None and not (ord == 2 and is_vector(x, axis)) and ord != "fro":
        value = named_norm(x, axis, keepdims, ord)
        return pulled([value], [x], [g], leaves=[x])[0]
    zero = ops.equal(out, 0.0)
    share = ops.where(zero, zeros_like(out), g / ops.where(zero, filled(out, 1.0), out))
    return restored(share, x, axis, keepdims) * x
