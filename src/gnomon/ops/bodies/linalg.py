"""Bodies of linear algebra over factorisations and products."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import beside, inexact, squared, zeros_like
from gnomon.ops.bodies.registry import Array, body


@body("norm")
def norm(x: Array, *, axis: Any, keepdims: bool, ord: Any) -> Any:
    """The root of the sum of squares, unless another norm is named."""
    if ord is not None and not (ord == 2 and is_vector(x, axis)) and ord != "fro":
        return named_norm(x, axis, keepdims, ord)
    return ops.sqrt(ops.sum(squared(inexact(x)), axis=axis, keepdims=keepdims))


@body("lstsq", code=False)
def lstsq(a: Array, b: Array, *, rtol: Any) -> Any:
    """Apply the pseudo-inverse; residuals, rank and singular values besides."""
    vector = b.ndim == 1
    right = ops.expand_dims(b, axis=-1) if vector else b
    solution = ops.matmul(ops.pinv(a), right)
    far = right - ops.matmul(a, solution)
    residuals = ops.sum(squared(far), axis=-2)
    return ops.squeeze(solution, axis=-1) if vector else solution, residuals, None, ops.svd(a, vectors=False)


@body("matrix_power")
def matrix_power(x: Array, *, n: int) -> Any:
    """Multiply by squaring."""
    if n == 0:
        one = beside(x, ops.eye, rows=x.shape.dims[-1], dtype=x.dtype)
        return zeros_like(x) + one
    if n < 0:
        x, n = ops.inv(x), -n
    result: Any = None
    while n:
        if n % 2:
            result = x if result is None else ops.matmul(result, x)
        n //= 2
        x = ops.matmul(x, x) if n else x
    return result


def is_vector(x: Array, axis: Any) -> bool:
    if axis is None:
        return bool(x.ndim == 1)
    return not isinstance(axis, (tuple, list)) or len(axis) == 1


def named_norm(x: Array, axis: Any, keepdims: bool, ord: Any) -> Array:
    """Return the norm that ``ord`` names, by simpler operations."""
    size = ops.abs(x)
    inf = float("inf")
    if is_vector(x, axis):
        if ord == 0:
            return ops.sum(ops.cast(ops.not_equal(x, 0.0), dtype=size.dtype), axis=axis, keepdims=keepdims)
        if ord == inf:
            return ops.max(size, axis=axis, keepdims=keepdims)
        if ord == -inf:
            return ops.min(size, axis=axis, keepdims=keepdims)
        if ord == 1:
            return ops.sum(size, axis=axis, keepdims=keepdims)
        total = ops.sum(ops.power(size, float(ord)), axis=axis, keepdims=keepdims)
        return ops.power(total, 1.0 / ord)
    first, second = (a % x.ndim for a in (axis if axis is not None else (0, 1)))
    if ord in (1, -1, inf, -inf):
        summed, chosen = (first, second) if ord in (1, -1) else (second, first)
        columns = ops.sum(size, axis=summed, keepdims=True)
        choose = ops.max if ord > 0 else ops.min
        found = choose(columns, axis=chosen, keepdims=True)
    else:
        moved = ops.moveaxis(x, source=(first, second), destination=(-2, -1))
        values = ops.svd(moved, vectors=False)
        if ord == "nuc":
            found = ops.sum(values, axis=-1)
        else:
            found = ops.max(values, axis=-1) if ord == 2 else ops.min(values, axis=-1)
        return ops.expand_dims(found, axis=tuple(sorted((first, second)))) if keepdims else found
    return found if keepdims else ops.squeeze(found, axis=(first, second))
