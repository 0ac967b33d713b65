"""Arrays that have one known number everywhere, and such arrays of a shape and dtype."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.constants import as_array
from gnomon.shapes import Dtype, dtypes

SPREADING = frozenset("broadcast_to expand_dims squeeze reshape transpose matrix_transpose set_shape".split())
LARGE = 4096
"""Constants of more elements than this are searched for one number only if some of theirs are the same."""
SOME = 64


def uniform(array: Array) -> Any:
    """Return the number (a NumPy scalar) that an array has everywhere, None if there is none or it is not known.

    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x", ("n", 3), "float32")
    >>> float(uniform(ops.broadcast_to(as_array(2.0), shape=x.shape.dims))), uniform(x)
    (2.0, None)
    """
    while True:
        if isinstance(array, Constant):
            return _one_of(array.data)
        application = array.application
        if application is None:
            return None
        name = application.op.name
        if name in SPREADING:
            array = application.inputs[0]
            continue
        if name in ("full", "full_like"):
            return _filled(application.attributes.get("value", None if name == "full" else 0), array.dtype)
        return None


def _one_of(data: Any) -> Any:
    if not data.size or (data.size > LARGE and _one_of(data.flat[:: data.size // SOME]) is None):
        return None
    first = data.flat[0]
    if data.size == 1:
        return first
    import numpy as np

    bits = np.ascontiguousarray(data).view(np.uint8).reshape(data.size, -1)
    return first if (bits == bits[0]).all() else None


def _filled(value: Any, dtype: Dtype) -> Any:
    if not isinstance(value, (bool, int, float, complex)):
        return None
    return as_number(value, dtype)


def as_number(value: Any, dtype: Dtype) -> Any:
    """Return a NumPy scalar of a dtype, None where NumPy has no such dtype."""
    if dtype is dtypes.bfloat16 or dtype.kind == "other":
        return None
    import numpy as np

    with np.errstate(all="ignore"):
        return np.asarray(value).astype(str(dtype))[()]


def same_number(a: Any, b: float) -> bool:
    """Say whether two numbers are the same; 0.0 and -0.0 are not."""
    if a != b or a != 0:
        return bool(a == b)
    kind = getattr(getattr(a, "dtype", None), "kind", "i")
    return math.copysign(1.0, float(a) if kind == "f" else 0.0) == math.copysign(1.0, b)


def scalar(value: Any, dtype: Dtype) -> Array | None:
    """Return a number as an array without axes."""
    number = as_number(value, dtype)
    return None if number is None else as_array(_array(number))


def _array(number: Any) -> Any:
    import numpy as np

    return np.asarray(number)


def filled(value: Any, like: Array) -> Array | None:
    """Return an array of one number with the shape and dtype of another."""
    one = scalar(value, like.dtype)
    return one if one is None or not like.ndim else ops.broadcast_to(one, shape=like.shape.dims)


def fitted(x: Array, out: Array) -> Array:
    """Give an array the dtype and the shape of what it takes the place of."""
    if x.dtype is not out.dtype:
        x = ops.cast(x, dtype=out.dtype)
    return x if x.shape == out.shape else ops.broadcast_to(x, shape=out.shape.dims)


def whole(x: Array) -> bool:
    """Say whether the elements are whole numbers or truth values."""
    return x.dtype.kind in ("int", "uint", "bool")


def inexact(x: Array) -> bool:
    """Say whether the elements are floats or complex."""
    return x.dtype.kind in ("float", "complex")


def is_float(x: Array) -> bool:
    """Say whether the elements are floats."""
    return x.dtype.kind == "float"
