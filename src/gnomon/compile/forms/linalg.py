"""Linear algebra over the dtypes of LAPACK, and what is made of simpler operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms.registry import form
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.shapes import Dtype, dtypes, maximum

if TYPE_CHECKING:
    from gnomon.graph.array import Application

ops: Any = gnomon.ops

EPSILON = {dtypes.float32: 2.0**-23, dtypes.float64: 2.0**-52}
NARROW = (dtypes.float32, dtypes.complex64)


def _target(application: Application, arrays: tuple[Array, ...]) -> Dtype | None:
    """The dtype in which LAPACK computes, None for floats of 16 bits."""
    if any(array.dtype.kind == "float" and array.dtype.bits == 16 for array in arrays):
        return None
    narrow = application.outputs[0].dtype in NARROW
    if any(array.dtype.kind == "complex" for array in arrays):
        return dtypes.complex64 if narrow else dtypes.complex128
    return dtypes.float32 if narrow else dtypes.float64


def _cast(array: Array, dtype: Dtype) -> Array:
    return array if array.dtype is dtype else ops.cast(array, dtype=dtype)


@form("cholesky", "inv", "det", "slogdet", "eigh", "eigvalsh", "svd", "qr", "lu", "triangular_solve")
def widened(application: Application, *arrays: Array, **attributes: Any) -> Any:
    """Cast to the dtype of the result first."""
    target = _target(application, arrays)
    if target is None or all(array.dtype is target for array in arrays):
        return None
    return application.op(*[_cast(array, target) for array in arrays], **attributes)


@form("eig", "eigvals")
def eig(application: Application, x: Array, **attributes: Any) -> Any:
    """NumPy has no loop for complex numbers of single precision."""
    target = _target(application, (x,))
    if target is None:
        return None
    if target is dtypes.complex64:
        results = application.op(_cast(x, dtypes.complex128))
        listed = results if isinstance(results, tuple) else (results,)
        return tuple([_cast(array, dtypes.complex64) for array in listed])
    return widened(application, x)


@form("solve")
def solve(application: Application, a: Array, b: Array) -> Any:
    """Stretch batches that are not the same."""
    found = widened(application, a, b)
    if found is not None or b.ndim < 2:
        return found
    lead = application.outputs[0].shape.dims[:-2]
    if all(x.shape.dims[:-2] in (lead, ()) for x in (a, b)):
        return None
    return ops.solve(*[ops.broadcast_to(x, shape=(*lead, *x.shape.dims[-2:])) for x in (a, b)])


def _adjoint(x: Array) -> Array:
    return ops.matrix_transpose(ops.conj(x) if x.dtype.kind == "complex" else x)  # type: ignore[no-any-return]


def _limit(x: Array, values: Array, rtol: Any) -> Array:
    """The singular values that count are above."""
    top = ops.max(values, axis=(-1,), keepdims=True)
    if rtol is not None:
        return top * rtol  # type: ignore[no-any-return]
    longer = ops.cast(as_array(maximum(*x.shape.dims[-2:])), dtype=values.dtype)
    return top * (longer * EPSILON[values.dtype])  # type: ignore[no-any-return]


@form("pinv")
def pinv(application: Application, x: Array, *, rtol: Any) -> Any:
    """Turn singular values upside down."""
    target = _target(application, (x,))
    if target is None or isinstance(rtol, Array):
        return None
    x = _cast(x, target)
    left, values, right = ops.svd(x, full=False)
    large = ops.greater(values, _limit(x, values, rtol))
    inverse = ops.where(large, 1.0 / ops.where(large, values, 1.0), 0.0)
    return ops.matmul(_adjoint(right), ops.expand_dims(inverse, axis=-1) * _adjoint(left))


@form("matrix_rank")
def matrix_rank(application: Application, x: Array, *, rtol: Any) -> Any:
    """Count singular values."""
    if x.ndim < 2 or isinstance(rtol, Array) or (x.dtype.kind == "float" and x.dtype.bits == 16):
        return None
    if x.dtype.kind not in ("float", "complex"):
        x = ops.cast(x, dtype=dtypes.float64)
    values = ops.svd(x, vectors=False)
    large = ops.greater(values, _limit(x, values, rtol))
    return ops.sum(ops.cast(large, dtype=application.outputs[0].dtype), axis=(-1,))
