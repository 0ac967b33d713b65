"""Bodies of what compares and chooses elements."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import along, filled, highest, table, unnamed
from gnomon.ops.bodies.registry import Array, Inexpressible, body, moving
from gnomon.shapes import dtypes


def _both_floats(x: Array) -> bool:
    return x.dtype.kind in ("float", "complex")


@body("clip")
def clip(x: Array, y: Array | None, z: Array | None) -> Any:
    """At least y, then at most z."""
    x = x if y is None else ops.maximum(x, y)
    return x if z is None else ops.minimum(x, z)


def _other_than_nan(choose: Any, x: Array, y: Array) -> Array:
    """Choose where there are two numbers; else take the one that is one."""
    found = choose(x, y)
    found = ops.where(ops.isnan(x), y, found) if _both_floats(x) else found
    return ops.where(ops.isnan(y), x, found) if _both_floats(y) else found


@body("fmax")
def fmax(x: Array, y: Array) -> Any:
    """The larger number."""
    return _other_than_nan(ops.maximum, x, y)


@body("fmin")
def fmin(x: Array, y: Array) -> Any:
    """The smaller number."""
    return _other_than_nan(ops.minimum, x, y)


@body("heaviside")
def heaviside(x: Array, y: Array) -> Any:
    """0 below 0, 1 above, y at 0; NaN stays."""
    step = ops.where(ops.greater(x, 0), 1.0, ops.where(ops.equal(x, 0), y, 0.0))
    return ops.where(ops.isnan(x), x, step) if _both_floats(x) else step


@body("nan_to_num", wide=False)
def nan_to_num(x: Array, *, nan: float, posinf: float | None, neginf: float | None) -> Any:
    """Numbers in place of what is none; infinities become the largest ones."""
    if x.dtype.kind != "float":
        return ops.positive(x)
    largest = highest(x.dtype)
    above = ops.where(ops.equal(x, float("inf")), largest if posinf is None else posinf, x)
    below = ops.where(ops.equal(x, -float("inf")), -largest if neginf is None else neginf, above)
    return ops.where(ops.isnan(x), nan, below)


@body("isnan")
def isnan(x: Array) -> Any:
    """False for whole numbers."""
    if _both_floats(x):
        raise Inexpressible("whole numbers")
    return filled(x, False, dtypes.bool)


@body("isinf")
def isinf(x: Array) -> Any:
    """False for whole numbers."""
    return isnan(x)


@body("isfinite")
def isfinite(x: Array) -> Any:
    """True for whole numbers."""
    if _both_floats(x):
        raise Inexpressible("whole numbers")
    return filled(x, True, dtypes.bool)


@body("isclose")
def isclose(x: Array, y: Array, *, rtol: float, atol: float, equal_nan: bool) -> Any:
    """Equal, or at a distance that is small compared to a finite y."""
    wide = [ops.cast(v, dtype=dtypes.float64) if not _both_floats(v) else v for v in (x, y)]
    near = ops.less_equal(ops.abs(wide[0] - wide[1]), ops.abs(wide[1]) * rtol + atol)
    near = ops.logical_or(ops.logical_and(near, ops.isfinite(wide[1])), ops.equal(x, y))
    return ops.logical_or(near, ops.logical_and(ops.isnan(x), ops.isnan(y))) if equal_nan else near


@body("allclose")
def allclose(x: Array, y: Array, *, rtol: float, atol: float, equal_nan: bool) -> Any:
    """Whether all are close."""
    return ops.all(ops.isclose(x, y, rtol=rtol, atol=atol, equal_nan=equal_nan))


@body("array_equal")
def array_equal(x: Array, y: Array, *, equal_nan: bool) -> Any:
    """Whether shapes and all elements are equal."""
    if x.shape.dims != y.shape.dims:
        if x.ndim == y.ndim and not all(type(n) is int for n in (*x.shape.dims, *y.shape.dims)):
            raise Inexpressible("known sizes")
        return table(x, False, dtypes.bool)
    same = ops.equal(x, y)
    return ops.all(ops.logical_or(same, ops.logical_and(ops.isnan(x), ops.isnan(y))) if equal_nan else same)


@body("masked_fill")
def masked_fill(x: Array, mask: Array, value: Array | None) -> Any:
    """Another value where the mask is true."""
    filling = filled(x, 0) if value is None else ops.cast(value, dtype=x.dtype)
    return ops.where(ops.cast(mask, dtype=dtypes.bool), filling, x)


@body("update", "overwrite")
def update(x: Array, value: Array) -> Any:
    """The value, in the shape and dtype of x."""
    return ops.broadcast_to(ops.cast(value, dtype=x.dtype), shape=x.shape.dims)


@body("full_like")
def full_like(x: Array, *, shape: Any, dtype: Any, value: Any) -> Any:
    """One number everywhere."""
    if shape is not None or not isinstance(value, (bool, int, float)) or unnamed(x.shape):
        raise Inexpressible("the shape of its array")
    return filled(x, value, dtype)


@moving("custom_gradient")
def custom_gradient(values: tuple[Array, ...], arrays: tuple[Array, ...], *, pull: Any) -> Any:
    """The values, which are there: only derivatives ask for more."""
    return tuple(values)


@body("bias_add")
def bias_add(x: Array, bias: Array, *, axis: int) -> Any:
    """Add a number to each channel."""
    return x + along(bias, x.ndim, axis)


@body("broadcast_arrays")
def broadcast_arrays(arrays: tuple[Array, ...]) -> Any:
    """Stretch all to one shape."""
    whole = arrays[0]
    for x in arrays[1:]:
        whole = ops.not_equal(whole, x)
    return tuple([ops.broadcast_to(x, shape=whole.shape.dims) for x in arrays])
