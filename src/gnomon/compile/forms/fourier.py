"""Fourier transforms over the dtypes of pocketfft, along one axis at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gnomon.ops
from gnomon.compile.forms.registry import form
from gnomon.graph.array import Array
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.graph.array import Application

ops: Any = gnomon.ops


@form("fft", "ifft", "irfft")
def of_complex(application: Application, x: Array, **attributes: Any) -> Any:
    """Transform complex numbers of the precision of the result."""
    narrow = application.outputs[0].dtype in (dtypes.float32, dtypes.complex64)
    return _cast(application, x, dtypes.complex64 if narrow else dtypes.complex128, attributes)


@form("rfft")
def of_real(application: Application, x: Array, **attributes: Any) -> Any:
    """Transform real numbers of the precision of the result."""
    narrow = application.outputs[0].dtype is dtypes.complex64
    return _cast(application, x, dtypes.float32 if narrow else dtypes.float64, attributes)


def _cast(application: Application, x: Array, dtype: Any, attributes: dict[str, Any]) -> Any:
    if x.dtype is dtype or (x.dtype.kind == "float" and x.dtype.bits == 16):
        return None
    return application.op(ops.cast(x, dtype=dtype), **attributes)
