"""Bodies of arithmetic with whole numbers, and of places in flattened arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import filled, table, within
from gnomon.ops.bodies.registry import Array, Inexpressible, body
from gnomon.shapes import Size, dtypes, product

WHOLE = ("int", "uint")


@body("power")
def power(x: Array, y: Array) -> Any:
    """Squares multiplied where a bit of the exponent is set; 1 over a whole number is rounded towards zero."""
    if x.dtype.kind not in WHOLE or y.dtype.kind not in WHOLE:
        raise Inexpressible("whole numbers")
    dtype = ops.multiply(x, y).dtype
    if dtype.kind not in WHOLE:
        raise Inexpressible("whole numbers")
    base, exponent = ops.cast(x, dtype=dtype), ops.cast(y, dtype=dtype)
    one = table(x, 1, dtype)
    square, result = base, filled(ops.multiply(base, exponent), 1)
    for bit in range(dtype.bits - (dtype.kind == "int")):
        taken = ops.not_equal(ops.bitwise_and(ops.right_shift(exponent, bit), one), 0)
        result = ops.where(taken, result * square, result)
        square = square * square
    if dtype.kind == "uint":
        return result
    odd = ops.not_equal(ops.bitwise_and(exponent, one), 0)
    minus = ops.where(odd, base, one)
    inverse = ops.where(ops.equal(base, 1), one, ops.where(ops.equal(base, -1), minus, filled(base, 0)))
    return ops.where(ops.less(exponent, 0), inverse, result)


@body("fmod")
def fmod(x: Array, y: Array) -> Any:
    """What is left of whole numbers, with the sign of x."""
    if x.dtype.kind not in WHOLE or y.dtype.kind not in WHOLE:
        raise Inexpressible("whole numbers")
    rest = ops.remainder(x, y)
    if rest.dtype.kind == "uint":
        return rest
    other = ops.logical_and(ops.not_equal(rest, 0), ops.not_equal(ops.less(x, 0), ops.less(rest, 0)))
    return ops.where(other, rest - y, rest)


@body("flat_index")
def flat_index(x: Array, *, shape: Sequence[Size]) -> Any:
    """What is left of a place by each axis, the last first."""
    found: list[Any] = []
    x = within(x, product(shape))
    for size in reversed(tuple(shape)):
        found.insert(0, ops.remainder(x, size))
        x = ops.floor_divide(x, size)
    return tuple(found)


@body("size_of")
def size_of(x: Array, *, dtype: Any) -> Any:
    """The number of elements."""
    return table(x, x.size, dtype or dtypes.int64)


@body("shape_of")
def shape_of(x: Array, *, dtype: Any) -> Any:
    """The sizes of the axes."""
    return table(x, list(x.shape.dims), dtype or dtypes.int64)


@body("rank_of")
def rank_of(x: Array, *, dtype: Any) -> Any:
    """The number of axes, which is known."""
    return table(x, x.ndim, dtype or dtypes.int64)
