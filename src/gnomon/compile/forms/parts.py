"""The real and the imaginary part of complex expressions: kernels compute with these, memory has them side by side."""

from __future__ import annotations

from typing import Any, NamedTuple

import gnomon.ops
from gnomon.graph.array import Array
from gnomon.ops.bodies.helpers import zeros_like
from gnomon.shapes import Dtype, dtypes

ops: Any = gnomon.ops

REAL = {dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}
"""The dtype of the parts of complex numbers."""


class Parts(NamedTuple):
    """A complex number as two real ones."""

    re: Any
    im: Any


def parts(x: Array, dtype: Dtype) -> Parts:
    """Return the parts of an array as a dtype; real arrays have none that is imaginary."""
    if x.dtype.kind != "complex":
        re = as_dtype(x, dtype)
        return Parts(re, zeros_like(re))
    made = x.application
    if made is not None and made.op.name == "complex":
        found = [_whole(part, x) for part in made.inputs]
    else:
        found = [ops.real(x), ops.imag(x)]
    return Parts(*[as_dtype(part, dtype) for part in found])


def _whole(part: Array, x: Array) -> Array:
    return part if part.shape == x.shape else ops.broadcast_to(part, shape=x.shape.dims)


def as_dtype(x: Array, dtype: Dtype) -> Array:
    """Return an array as a dtype."""
    return x if x.dtype is dtype else ops.cast(x, dtype=dtype)


def joined(value: Parts) -> Array:
    """Return the complex array of two parts."""
    return ops.complex(*value)  # type: ignore[no-any-return]


def real_of(*arrays: Array) -> Dtype | None:
    """Return the dtype of the parts of what complex arrays give together; None where no kernel has it."""
    strong = [array for array in arrays if not array.weak] or list(arrays)
    wide = any(
        array.dtype is not dtypes.complex64
        and not (array.dtype.kind == "float" and array.dtype.bits <= 32)
        and not (array.dtype.kind in ("int", "uint", "bool") and array.dtype.bits <= 16)
        for array in strong
    )
    return dtypes.float64 if wide else dtypes.float32
