"""What a size gives beside something that is no size: a float, a list, a comparison.

The algebra of sizes knows integers alone. Whoever computes with arrays says with `mean` what ``n / 2`` or ``n < 3`` are;
until then they are Python's own errors.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_meanings: list[Callable[..., Any]] = []


def mean(meaning: Callable[..., Any]) -> None:
    """Let a function of the name of an operator and its operands say what this gives."""
    _meanings[:] = [meaning]


def beyond(name: str, *operands: object) -> Any:
    """Return what an operator of the module `operator` gives for these operands, one of them a size."""
    return _meanings[0](name, *operands) if _meanings else NotImplemented


def _both(name: str) -> tuple[Callable[[Any, object], Any], Callable[[Any, object], Any]]:
    """Return the methods of an operator with the size on its left and on its right."""
    return lambda self, other: beyond(name, self, other), lambda self, other: beyond(name, other, self)


def _needs_number(name: str, size: object) -> Any:
    beyond(name, size)
    raise TypeError(f"{name}() takes a number, not the symbolic size {size}")


class Beyond:
    """Mixed into `Dim`: the operators that lead out of the whole numbers."""

    __slots__ = ()

    __truediv__, __rtruediv__ = _both("truediv")
    __and__, __rand__ = _both("and_")
    __or__, __ror__ = _both("or_")
    __xor__, __rxor__ = _both("xor")
    __lshift__, __rlshift__ = _both("lshift")
    __rshift__, __rrshift__ = _both("rshift")
    __rpow__ = _both("pow")[1]

    def __lt__(self, other: object) -> Any:
        return beyond("lt", self, other)

    def __le__(self, other: object) -> Any:
        return beyond("le", self, other)

    def __gt__(self, other: object) -> Any:
        return beyond("gt", self, other)

    def __ge__(self, other: object) -> Any:
        return beyond("ge", self, other)

    def __abs__(self) -> Any:
        found = beyond("abs", self)
        if found is NotImplemented:
            raise TypeError(f"the sign of the symbolic size {self} is not known")
        return found

    def __float__(self) -> float:
        return float(_needs_number("float", self))

    def __int__(self) -> int:
        return int(_needs_number("int", self))

    def __round__(self, digits: int | None = None) -> Any:
        return self

    def __trunc__(self) -> Any:
        return self

    __floor__ = __ceil__ = __trunc__

    def __array_ufunc__(self, function: Any, method: str, *operands: object, **settings: Any) -> Any:
        """What NumPy's functions make of a size: a NumPy number, array or function on one side, a size on the other."""
        return beyond("ufunc", function, method, operands, settings)
