"""Dtypes of the table as NumPy has them, and conversions that neither trap nor depend on the machine."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.shapes import Dtype
from gnomon.shapes import dtypes as table


def numpy_dtype(dtype: Dtype) -> Any:
    """Return NumPy's dtype; bfloat16 is kept as rounded float32."""
    return np.dtype("float32" if dtype is table.bfloat16 else dtype.name)


def converted(x: Any, dtype: Dtype) -> Any:
    """Convert an array: floats saturate in integers, NaN becomes 0, complex numbers lose their second part."""
    wanted = numpy_dtype(dtype)
    x = np.asarray(x)
    if x.dtype == wanted and dtype is not table.bfloat16:
        return x
    if x.dtype.kind == "c" and wanted.kind not in "cb":
        x = x.real
    if x.dtype.kind == "f" and wanted.kind in "iu":
        return _saturated(x, wanted)
    with np.errstate(all="ignore"):
        result = x.astype(wanted)
    return _rounded(result) if dtype is table.bfloat16 else result


def _saturated(x: Any, wanted: Any) -> Any:
    limits = np.iinfo(wanted)
    wide = x.astype(np.float64)
    low, high = wide <= limits.min, wide >= limits.max
    inside = np.where(low | high | np.isnan(wide), 0.0, wide).astype(wanted)
    return np.where(low, limits.min, np.where(high, limits.max, inside)).astype(wanted)


def _rounded(x: Any) -> Any:
    """Round float32 to the eight bits of bfloat16's fraction, halves to even."""
    bits = np.ascontiguousarray(x).view(np.uint32).astype(np.uint64)
    even = (bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000
    rounded = even.astype(np.uint32).view(np.float32).reshape(x.shape)
    return np.where(np.isfinite(x), rounded, x)
