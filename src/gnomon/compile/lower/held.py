"""How kernels hold the dtypes of the table: in memory, and where they compute.

float16 is stored and computed in float32; bfloat16 is float32 whose lower half is zero. A complex number is two
neighbouring floats.
"""

from __future__ import annotations

from gnomon.compile.scalars import STORED
from gnomon.shapes import Dtype, dtypes

_HELD = {dtypes.bfloat16: dtypes.float32, dtypes.complex64: dtypes.float32, dtypes.complex128: dtypes.float64}
HALVES = (dtypes.float16, dtypes.bfloat16)


def is_paired(dtype: Dtype) -> bool:
    """Say whether elements are two elements of a buffer."""
    return dtype.kind == "complex"


def held(dtype: Dtype) -> Dtype:
    """Return the dtype of buffers and values for a dtype of the table."""
    return _HELD.get(dtype, dtype)


def is_held(dtype: Dtype) -> bool:
    """Say whether kernels can move elements of a dtype."""
    return held(dtype) in STORED


def computing(dtype: Dtype) -> Dtype:
    """Return the dtype in which numbers of a dtype are computed.

    >>> computing(dtypes.float16), computing(dtypes.bfloat16), computing(dtypes.int8)
    (float32, float32, int8)
    """
    return dtypes.float32 if dtype in HALVES else dtype
