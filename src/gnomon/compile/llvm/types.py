"""Dtypes and numbers as LLVM writes them."""

from __future__ import annotations

import struct
from typing import NamedTuple

from gnomon.shapes import Dtype, dtypes

_FLOATS = {dtypes.float16: "half", dtypes.float32: "float", dtypes.float64: "double"}


class Operand(NamedTuple):
    """A value in a register or a literal; ``vector``: one per lane.

    ``run``: the lanes hold consecutive integers, of which the first is a multiple of 4. ``rank``: the text is the first
    of consecutive integers, and there is no vector of them.
    """

    text: str
    dtype: Dtype
    vector: bool = False
    literal: bool = False
    run: bool = False
    rank: bool = False


def element(dtype: Dtype) -> str:
    """The type of a scalar in a register.

    >>> element(dtypes.float32), element(dtypes.uint8), element(dtypes.bool)
    ('float', 'i8', 'i1')
    """
    if dtype is dtypes.bool:
        return "i1"
    return _FLOATS.get(dtype) or f"i{dtype.bits}"


def stored(dtype: Dtype) -> str:
    """The type of a scalar in memory.

    >>> stored(dtypes.bool)
    'i8'
    """
    return "i8" if dtype is dtypes.bool else element(dtype)


def wide(kind: str, width: int) -> str:
    """The type of one value, or of one per lane.

    >>> wide("float", 1), wide("float", 16)
    ('float', '<16 x float>')
    """
    return kind if width == 1 else f"<{width} x {kind}>"


def suffix(kind: str, width: int) -> str:
    """How the names of LLVM's functions end.

    >>> suffix("float", 1), suffix("double", 8), suffix("i64", 4)
    ('f32', 'v8f64', 'v4i64')
    """
    short = {"float": "f32", "double": "f64", "half": "f16", "ptr": "p0"}.get(kind, kind)
    return short if width == 1 else f"v{width}{short}"


def literal(number: int | float | bool, dtype: Dtype) -> str:
    """A number of a dtype.

    >>> literal(1.0, dtypes.float32), literal(True, dtypes.bool), literal(-3, dtypes.int8)
    ('0x3FF0000000000000', 'true', '-3')
    """
    if dtype.kind == "float":
        value = float(number)
        if dtype is dtypes.float16:
            return f"0xH{struct.unpack('H', struct.pack('e', value))[0]:04X}"
        if dtype is dtypes.float32:
            value = single(value)
        return f"0x{struct.unpack('Q', struct.pack('d', value))[0]:016X}"
    if dtype.kind == "bool":
        return "true" if number else "false"
    whole = int(number)
    if dtype.kind == "uint" or whole >= 2 ** (dtype.bits - 1):
        whole %= 2**dtype.bits
    return str(whole)


def single(number: float) -> float:
    """The float32 nearest to a number."""
    try:
        return float(struct.unpack("f", struct.pack("f", number))[0])
    except OverflowError:
        return float("inf") if number > 0 else float("-inf")
