"""Conversions between the dtypes of the table, and numbers of them, as statements of a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.compile.lower.held import HALVES, held, is_paired
from gnomon.compile.lower.positions import Position
from gnomon.shapes import Dtype, dtypes

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body


def cast_between(body: Body, value: str, dtype: Dtype, wanted: Dtype) -> str:
    """Return a value of one dtype as another one."""
    if dtype is wanted:
        return value
    if wanted in HALVES:
        single = cast_between(body, value, dtype, dtypes.float32)
        if dtype is dtypes.bfloat16 and wanted is dtypes.float16:
            single = value
        return _rounded(body, single) if wanted is dtypes.bfloat16 else body.plain_cast(single, wanted)
    if dtype is dtypes.bfloat16:
        dtype = dtypes.float32
    elif dtype is dtypes.float16 and wanted is not dtypes.float32:
        value, dtype = body.plain_cast(value, dtypes.float32), dtypes.float32
    return value if dtype is wanted else body.plain_cast(value, wanted)


def _rounded(body: Body, value: str) -> str:
    """Round a float32 to the upper half of its bits, ties to even; infinities and NaN stay."""
    whole = dtypes.int32

    def number(n: int) -> str:
        return body.const(n, whole)

    bits = body.call("bits", (value,), dtypes.float32)
    odd = body.call("bitwise_and", (body.call("right_shift", (bits, number(16)), whole), number(1)), whole)
    up = body.call("add", (body.call("add", (bits, number(0x7FFF)), whole), odd), whole)
    upper = body.call("bitwise_and", (up, number(-0x10000)), whole)
    rounded = body.call("from_bits", (upper,), whole)
    finite = body.call("isfinite", (value,), dtypes.float32)
    return body.call("select", (finite, rounded, value), dtypes.float32)


def number_of(body: Body, number: Any, dtype: Dtype) -> str:
    """Return a number of a dtype of the table."""
    if is_paired(dtype):
        assert body.component is not None
        first = body.call(
            "equal", (body.number(Position(body.component)), body.const(0, dtypes.int64)), dtypes.int64
        )
        parts = body.const(number.real, held(dtype)), body.const(number.imag, held(dtype))
        return body.call("select", (first, *parts), held(dtype))
    return body.const(number, held(dtype))
