"""Python numbers beside integer arrays: what lies outside a dtype's range is compared by value, not wrapped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon import ops
from gnomon.graph.array import Constant
from gnomon.graph.errors import RangeError
from gnomon.graph.sites import user_site
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.ops.record import Op

COMPARISONS = frozenset("equal not_equal less less_equal greater greater_equal".split())
COMPUTING = frozenset(
    "add subtract multiply floor_divide remainder fmod maximum minimum fmax fmin "
    "bitwise_and bitwise_or bitwise_xor left_shift right_shift power gcd lcm".split()
)


def in_range(op: Op, inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the operands of an operation, with those that compare alike where a number is out of range.

    ``uint8 < 300`` is true for each value, so that any smaller and larger number say the same; ``uint8 + 300`` has
    no such answer and is refused, as NumPy and JAX refuse it.
    """
    if len(inputs) != 2 or (op.name not in COMPARISONS and op.name not in COMPUTING):
        return inputs
    for number, array in (inputs, inputs[::-1]):
        if type(number) is not Constant or not number.weak or number.dtype.kind not in ("int", "uint"):
            continue
        if getattr(array, "weak", True) or array.dtype.kind not in ("int", "uint"):
            continue
        value = int(number.data)
        low, high = limits(array.dtype)
        if low <= value <= high:
            continue
        if op.name in COMPUTING:
            raise _out_of_range(op.name, value, array)
        zeros = ops.multiply(ops.cast(array, dtype=dtypes.int8), 0)
        side = -1 if value < low else 1
        return tuple([side if entry is number else zeros for entry in inputs])
    return inputs


def useful_bound(array: Any, bound: Any, *, lower: bool) -> Any:
    """Return a bound of `clip`, None where it lies beyond all values of the array's dtype."""
    known = type(bound) is Constant and bound.weak and bound.dtype.kind in ("int", "uint")
    if not known or array.weak or array.dtype.kind not in ("int", "uint"):
        return bound
    value = int(bound.data)
    low, high = limits(array.dtype)
    if low <= value <= high:
        return bound
    if (value < low) is lower:
        return None
    raise _out_of_range("clip", value, array)


def check_range(name: str, value: Any, dtype: Any, owner: Any = None) -> None:
    """Refuse Python integers, alone or in lists, beyond an integer dtype; arrays of another dtype are converted."""
    if dtype.kind not in ("int", "uint"):
        return
    if type(value) is Constant and value.weak and value.dtype.kind in ("int", "uint"):
        value = int(value.data)
    if type(value) is int:
        low, high = limits(dtype)
        if not low <= value <= high:
            raise _out_of_range(name, value, owner, dtype)
    elif isinstance(value, (list, tuple)):
        for entry in value:
            check_range(name, entry, dtype, owner)


def _out_of_range(name: str, value: int, array: Any, dtype: Any = None) -> RangeError:
    dtype = dtype or array.dtype
    low, high = limits(dtype)
    where = f"{array!r}, whose dtype {dtype}" if array is not None else f"{dtype}, which"
    return RangeError(
        f"{name}: {value} is out of the range of {where} ends at {low if value < low else high}",
        user_site(),
        "convert the array first, for example with .astype('int64')"
        if array is not None
        else "take a wider dtype",
    )


def limits(dtype: Any) -> tuple[int, int]:
    """Return the smallest and largest value of an integer dtype."""
    if dtype.kind == "uint":
        return 0, 2**dtype.bits - 1
    return -(2 ** (dtype.bits - 1)), 2 ** (dtype.bits - 1) - 1
