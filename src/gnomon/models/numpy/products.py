"""Products of arrays: dot, matmul, einsum, outer, tensordot, convolve and polynomials."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, function, is_unknown, items, method, text
from gnomon.models.api import axis as as_axis
from gnomon.models.api import size as as_size
from gnomon.models.numpy.support import as_array, finished, unknown_tensor


@function("numpy.dot")
def dot(a: Any, b: Any, out: Any = None) -> Any:
    return finished(ops.dot(a, b), None, out)


method("numpy", "dot")(dot)


@function("numpy.matmul", "numpy.linalg.matmul")
def matmul(x1: Any, x2: Any, /, out: Any = None, *, dtype: Any = None, **options: Any) -> Any:
    if options:
        return unknown_tensor()
    return finished(ops.matmul(x1, x2), dtype, out)


@function("numpy.matvec")
def matvec(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> Any:
    return ops.squeeze(ops.matmul(x1, ops.expand_dims(x2, axis=-1)), axis=-1)


@function("numpy.vecdot", "numpy.linalg.vecdot")
def vecdot(x1: Any, x2: Any, /, out: Any = None, *, axis: Any = -1, **options: Any) -> Any:
    return ops.sum(ops.multiply(x1, x2), axis=as_axis(axis))


@function("numpy.vdot")
def vdot(a: Any, b: Any, /) -> Any:
    return ops.vdot(a, b)


@function("numpy.inner")
def inner(a: Any, b: Any, /) -> Any:
    return ops.inner(a, b)


@function("numpy.linalg.outer")
def outer_of_vectors(x1: Any, x2: Any, /) -> Any:
    return ops.outer(x1, x2)


@function("numpy.outer")
def outer(a: Any, b: Any, out: Any = None) -> Any:
    return finished(ops.outer(a, b), None, out)


@function("numpy.kron")
def kron(a: Any, b: Any) -> Any:
    return ops.kron(a, b)


@function("numpy.linalg.cross")
def cross_of_vectors(x1: Any, x2: Any, /, *, axis: Any = -1) -> Any:
    return ops.cross(x1, x2, axis=axis) if type(axis) is int else unknown_tensor()


@function("numpy.cross")
def cross(a: Any, b: Any, axisa: Any = -1, axisb: Any = -1, axisc: Any = -1, axis: Any = None) -> Any:
    if type(axis) is int:
        return ops.cross(a, b, axis=axis)
    if (axisa, axisb, axisc) != (-1, -1, -1) or axis is not None:
        return unknown_tensor()
    return ops.cross(a, b)


@function("numpy.linalg.tensordot")
def tensordot_of_arrays(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    return tensordot(x1, x2, axes)


@function("numpy.tensordot")
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    if type(axes) is int:
        return ops.tensordot(a, b, axes=axes)
    pair = items(axes)
    if pair is None or len(pair) != 2:
        return unknown_tensor()
    sides = []
    for side in pair:
        one = as_axis(side)
        sides.append((one,) if type(one) is int else one)
    if any(type(side) is not tuple for side in sides):
        return unknown_tensor()
    return ops.tensordot(a, b, axes=(sides[0], sides[1]))


@function("numpy.einsum")
def einsum(*operands: Any, out: Any = None, dtype: Any = None, optimize: Any = False, **options: Any) -> Any:
    if not operands or text(operands[0]) is None:
        return unknown_tensor()
    return finished(ops.TABLE["einsum"](list(operands[1:]), equation=operands[0]), dtype, out)


@function("numpy.einsum_path", tensor=False)
def einsum_path(*operands: Any, optimize: Any = "greedy", **options: Any) -> Any:
    return UNKNOWN


@function("numpy.linalg.trace")
def trace_of_matrices(x: Any, /, *, offset: Any = 0, dtype: Any = None) -> Any:
    return trace(x, offset, -2, -1, dtype)


@function("numpy.trace")
def trace(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, dtype: Any = None, out: Any = None) -> Any:
    return finished(ops.trace(a, first=as_axis(axis1), second=as_axis(axis2)), dtype, out)


method("numpy", "trace")(trace)


@function("numpy.convolve")
def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    return ops.convolve(a, v, mode=text(mode))


@function("numpy.correlate")
def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    return convolve(a, v, mode)


# -- polynomials ------------------------------------------------------------------------------------------


@function("numpy.polyfit")
def polyfit(
    x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None, cov: Any = False
) -> Any:
    if full is not False or cov is not False or is_unknown(deg):
        return None
    return ops.polynomial_fit(x, y, degree=deg)


@function("numpy.polyval")
def polyval(p: Any, x: Any) -> Any:
    if type(x).__name__ == "Poly1d":
        return x
    coefficients = as_array(p)
    if coefficients.shape.min_rank and coefficients.shape.axis(0) == 0:
        return unknown_tensor()  # nothing to add up: NumPy and JAX differ
    if coefficients.shape.min_rank:
        coefficients = ops.cast(ops.sum(coefficients, axis=0), dtype=coefficients.dtype)
    return ops.multiply(coefficients, x)


@function(
    "numpy.polyadd",
    "numpy.polysub",
    "numpy.polymul",
    "numpy.polyder",
    "numpy.polyint",
    "numpy.roots",
    "numpy.poly",
)
def polyadd(*polynomials: Any, **options: Any) -> Any:
    return ops.unknown_like(ops.atleast(as_array(polynomials[0]), rank=1))


@function("numpy.vander")
def vander(x: Any, N: Any = None, increasing: Any = False) -> Any:
    vector = as_array(x)
    if vector.shape.rank != 1:
        return unknown_tensor()
    columns = vector.shape.axis(0) if N is None else as_size(N)
    return ops.cast(ops.outer(vector, ops.full(shape=(columns,), dtype=vector.dtype)), dtype=None)
