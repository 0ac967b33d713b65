"""Linear algebra over the dtypes of LAPACK, and what is made of simpler operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms.registry import form
from gnomon.compile.reference.engine import find_reference
from gnomon.compile.reference.linalg import PADE
from gnomon.compile.reference.registry import reference
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.ops.promotion import to_real
from gnomon.ops.record import Op
from gnomon.shapes import Dtype, Shape, dtypes, maximum

if TYPE_CHECKING:
    from gnomon.graph.array import Application
    from gnomon.ops.rule import Rule

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


def _real_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_real(arguments[0].dtype)


def _residuals(a: Array, b: Array, *, rtol: Any) -> Any:
    """Residuals of least squares: none where the rank is not full, so that their number is known late."""


residuals = Op(_residuals, None, dtype=_real_dtype, refutes="shape", linear_in=(), facts={}, name="residuals")
"""An operation of compiled programs alone."""


@residuals.shape
def _(r: Rule, a: Array, b: Array, *, rtol: Any) -> Shape:
    return Shape((r.fresh(),))


@reference("residuals")
def _(a: Any, b: Any, *, rtol: Any) -> Any:
    return find_reference("lstsq")(a, b, rtol=rtol)[1]


@form("lstsq")
def lstsq(application: Application, a: Array, b: Array, *, rtol: Any) -> Any:
    """Turn singular values upside down, and apply the factors to the right side."""
    target = _target(application, (a, b))
    columns = b.ndim > 1
    if target is None or isinstance(rtol, Array) or (columns and b.shape.dims[:-2] != a.shape.dims[:-2]):
        return None
    a, b = _cast(a, target), _cast(b, target)
    left, values, right = ops.svd(a, full=False)
    large = ops.greater(values, _limit(a, values, rtol))
    inverse = ops.where(large, 1.0 / ops.where(large, values, 1.0), 0.0)
    turned = ops.matmul(_adjoint(left), b if columns else ops.expand_dims(b, axis=-1))
    found = ops.matmul(_adjoint(right), ops.expand_dims(inverse, axis=-1) * turned)
    rank = application.outputs[2]
    return (
        found if columns else ops.squeeze(found, axis=-1),
        residuals(a, b, rtol=rtol),
        ops.cast(ops.sum(large, axis=(-1,)), dtype=rank.dtype),
        values,
    )


FAR = 5.371920351148152
"""The quotient is exact for matrices whose columns add up to less."""


@form("matrix_exp")
def matrix_exp(application: Application, x: Array) -> Any:
    """Scale until the matrix is small, take Pade's quotient, square back."""
    from gnomon.compile.library.squares import squared_often

    (out,) = application.outputs
    if _target(application, (x,)) is None:
        return None
    wide = _cast(x, dtypes.complex128 if out.dtype.kind == "complex" else dtypes.float64)
    top = ops.max(ops.sum(ops.abs(wide), axis=(-2,)), axis=None)
    far = ops.logical_and(ops.greater(top, FAR), ops.isfinite(top))
    steps = ops.where(far, ops.ceil(ops.log2(ops.where(far, top, FAR) / FAR)), 0.0)
    wide = wide * ops.exp2(-steps)
    one = ops.eye(rows=x.shape.dims[-1], dtype=wide.dtype)
    second = ops.matmul(wide, wide)
    fourth = ops.matmul(second, second)
    sixth = ops.matmul(second, fourth)
    b = PADE
    odd = ops.matmul(sixth, b[13] * sixth + b[11] * fourth + b[9] * second)
    odd = ops.matmul(wide, odd + b[7] * sixth + b[5] * fourth + b[3] * second + b[1] * one)
    even = ops.matmul(sixth, b[12] * sixth + b[10] * fourth + b[8] * second)
    even = even + b[6] * sixth + b[4] * fourth + b[2] * second + b[0] * one
    found = squared_often(ops.solve(even - odd, even + odd), ops.cast(steps, dtype=dtypes.int64))
    return _cast(found, out.dtype)
