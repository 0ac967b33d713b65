"""The operators that a NumPy user types without thinking, as calls of the table's operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from gnomon import ops

if TYPE_CHECKING:
    from gnomon.graph.array import Array

_NUMBERS = frozenset((int, float, complex, bool, list, tuple))


def _fits(other: Any) -> bool:
    """Say whether the other operand is an array, or can become one.

    What sets ``__array_ufunc__`` to None carries operators out itself, as NumPy has it.
    """
    if type(other) in _NUMBERS or type(other).__name__ == "Dim":
        return True
    return hasattr(other, "shape") and getattr(type(other), "__array_ufunc__", True) is not None


class Operators:
    """Mixed into `Array`."""

    __slots__ = ()
    __array_priority__ = 1000

    def __add__(self, other: Any, /) -> Array:
        return cast("Array", ops.add(self, other)) if _fits(other) else NotImplemented

    def __radd__(self, other: Any, /) -> Array:
        return cast("Array", ops.add(other, self)) if _fits(other) else NotImplemented

    def __sub__(self, other: Any, /) -> Array:
        return cast("Array", ops.subtract(self, other)) if _fits(other) else NotImplemented

    def __rsub__(self, other: Any, /) -> Array:
        return cast("Array", ops.subtract(other, self)) if _fits(other) else NotImplemented

    def __mul__(self, other: Any, /) -> Array:
        return cast("Array", ops.multiply(self, other)) if _fits(other) else NotImplemented

    def __rmul__(self, other: Any, /) -> Array:
        return cast("Array", ops.multiply(other, self)) if _fits(other) else NotImplemented

    def __truediv__(self, other: Any, /) -> Array:
        return cast("Array", ops.divide(self, other)) if _fits(other) else NotImplemented

    def __rtruediv__(self, other: Any, /) -> Array:
        return cast("Array", ops.divide(other, self)) if _fits(other) else NotImplemented

    def __floordiv__(self, other: Any, /) -> Array:
        return cast("Array", ops.floor_divide(self, other)) if _fits(other) else NotImplemented

    def __rfloordiv__(self, other: Any, /) -> Array:
        return cast("Array", ops.floor_divide(other, self)) if _fits(other) else NotImplemented

    def __mod__(self, other: Any, /) -> Array:
        return cast("Array", ops.remainder(self, other)) if _fits(other) else NotImplemented

    def __rmod__(self, other: Any, /) -> Array:
        return cast("Array", ops.remainder(other, self)) if _fits(other) else NotImplemented

    def __pow__(self, other: Any, /) -> Array:
        return cast("Array", ops.power(self, other)) if _fits(other) else NotImplemented

    def __rpow__(self, other: Any, /) -> Array:
        return cast("Array", ops.power(other, self)) if _fits(other) else NotImplemented

    def __matmul__(self, other: Any, /) -> Array:
        return cast("Array", ops.matmul(self, other)) if _fits(other) else NotImplemented

    def __rmatmul__(self, other: Any, /) -> Array:
        return cast("Array", ops.matmul(other, self)) if _fits(other) else NotImplemented

    def __and__(self, other: Any, /) -> Array:
        return cast("Array", ops.bitwise_and(self, other)) if _fits(other) else NotImplemented

    def __rand__(self, other: Any, /) -> Array:
        return cast("Array", ops.bitwise_and(other, self)) if _fits(other) else NotImplemented

    def __or__(self, other: Any, /) -> Array:
        return cast("Array", ops.bitwise_or(self, other)) if _fits(other) else NotImplemented

    def __ror__(self, other: Any, /) -> Array:
        return cast("Array", ops.bitwise_or(other, self)) if _fits(other) else NotImplemented

    def __xor__(self, other: Any, /) -> Array:
        return cast("Array", ops.bitwise_xor(self, other)) if _fits(other) else NotImplemented

    def __rxor__(self, other: Any, /) -> Array:
        return cast("Array", ops.bitwise_xor(other, self)) if _fits(other) else NotImplemented

    def __lshift__(self, other: Any, /) -> Array:
        return cast("Array", ops.left_shift(self, other)) if _fits(other) else NotImplemented

    def __rlshift__(self, other: Any, /) -> Array:
        return cast("Array", ops.left_shift(other, self)) if _fits(other) else NotImplemented

    def __rshift__(self, other: Any, /) -> Array:
        return cast("Array", ops.right_shift(self, other)) if _fits(other) else NotImplemented

    def __rrshift__(self, other: Any, /) -> Array:
        return cast("Array", ops.right_shift(other, self)) if _fits(other) else NotImplemented

    def __eq__(self, other: Any, /) -> Array:  # type: ignore[override]
        return cast("Array", ops.equal(self, other)) if _fits(other) else NotImplemented

    def __ne__(self, other: Any, /) -> Array:  # type: ignore[override]
        return cast("Array", ops.not_equal(self, other)) if _fits(other) else NotImplemented

    def __lt__(self, other: Any, /) -> Array:
        return cast("Array", ops.less(self, other)) if _fits(other) else NotImplemented

    def __le__(self, other: Any, /) -> Array:
        return cast("Array", ops.less_equal(self, other)) if _fits(other) else NotImplemented

    def __gt__(self, other: Any, /) -> Array:
        return cast("Array", ops.greater(self, other)) if _fits(other) else NotImplemented

    def __ge__(self, other: Any, /) -> Array:
        return cast("Array", ops.greater_equal(self, other)) if _fits(other) else NotImplemented

    __hash__ = object.__hash__

    def __neg__(self, /) -> Array:
        return cast("Array", ops.negative(self))

    def __pos__(self, /) -> Array:
        return cast("Array", ops.positive(self))

    def __abs__(self, /) -> Array:
        return cast("Array", ops.abs(self))

    def __invert__(self, /) -> Array:
        return cast("Array", ops.invert(self))

    def __divmod__(self, other: Any, /) -> tuple[Array, Array]:
        return (self // other, self % other)

    def __rdivmod__(self, other: Any, /) -> tuple[Array, Array]:
        return (other // self, other % self)

    def __round__(self, digits: int | None = None) -> Array:
        return cast("Array", ops.round(self, decimals=digits or 0))
