"""Arithmetic that is also carried out on known contents, so that sizes computed in tensors stay known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.ops.elementwise import binary_rule, declare, two_arrays
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Dim, Dtype, Shape, Size, maximum, minimum

CONTENTS_LIMIT = 64
"""Contents of more entries than this are forgotten."""


def zip_contents(
    shape: Shape, x: Array, y: Array, function: Callable[[Size, Size], Size | None]
) -> tuple[Size | None, ...] | None:
    """Apply a function to the contents of two arrays that broadcast; None where it is not known."""
    a, b = x.contents, y.contents
    if a is None or b is None:
        return None
    if len(a) != len(b):
        if len(a) == 1:
            a = a * len(b)
        elif len(b) == 1:
            b = b * len(a)
        else:
            return None
    elif x.shape != y.shape and len(a) != 1:
        return None
    return tuple(function(m, n) if type(m) in _SIZES and type(n) in _SIZES else None for m, n in zip(a, b))  # type: ignore[arg-type]


_SIZES = (int, Dim)


def _floor_divide(a: Size, b: Size) -> Size | None:
    return a // b if type(b) is int and b != 0 else None


def _remainder(a: Size, b: Size) -> Size | None:
    return a % b if type(b) is int and b != 0 else None


_ARITHMETIC: dict[str, tuple[Callable[[Size, Size], Size | None], str]] = {
    "add": (lambda a, b: a + b, "Sum of each pair of elements."),
    "subtract": (lambda a, b: a - b, "Difference of each pair of elements."),
    "multiply": (lambda a, b: a * b, "Product of each pair of elements."),
    "floor_divide": (_floor_divide, "Quotient of each pair of elements, rounded down."),
    "remainder": (_remainder, "Remainder of each pair of elements, with the sign of the divisor."),
    "maximum": (maximum, "Larger element of each pair."),
    "minimum": (minimum, "Smaller element of each pair."),
}


def _arithmetic_rule(function: Callable[[Size, Size], Size | None]) -> Callable[..., Shape | Out]:
    def rule(r: Rule, x: Array, y: Array) -> Shape | Out:
        shape = binary_rule(r, x, y)
        if x.contents is None or y.contents is None:
            return shape
        return Out(shape, None, zip_contents(shape, x, y, function))

    return rule


for _name, (_function, _doc) in _ARITHMETIC.items():
    way = "whole" if _name in ("floor_divide", "remainder") else "promote"
    declare(two_arrays, _name, way, _doc, _arithmetic_rule(_function))


@op(elementwise=True, dtype="first")
def negative(x: Array) -> Any:
    """Each element with the opposite sign."""


@negative.shape
def _(r: Rule, x: Array) -> Shape | Out:
    if x.contents is None:
        return x.shape
    return Out(x.shape, None, tuple(-c if type(c) in _SIZES else None for c in x.contents))  # type: ignore[operator]


@op(elementwise=True, dtype="whole")
def square(x: Array) -> Any:
    """Each element times itself."""


@square.shape
def _(r: Rule, x: Array) -> Shape:
    return x.shape


@op(elementwise=True, dtype="first")
def positive(x: Array) -> Any:
    """The array itself, as a new value: also dropout, noise, `stop_gradient` and the like."""


@positive.shape
def _(r: Rule, x: Array) -> Out:
    return Out(x.shape, x.dtype, x.contents)


_WHOLE = ("bool", "int", "uint")


@op(elementwise=True)
def cast(x: Array, *, dtype: Dtype | None) -> Any:
    """Convert the elements to a dtype; None is a dtype that is not known.

    >>> from gnomon.ops.sketch import array
    >>> cast(array(2, 3), dtype=dtypes.int32)
    array(2, 3, int32)
    """


@cast.shape
def _(r: Rule, x: Array, *, dtype: Dtype | None) -> Out:
    whole = dtype is None or dtype.kind in _WHOLE
    contents = x.contents if whole else None
    if contents is not None and dtype is not None:
        contents = tuple(_cast_entry(entry, dtype) for entry in contents)
    return Out(x.shape, dtype, contents)


def _cast_entry(entry: Size | None, dtype: Dtype) -> Size | None:
    """Return a known integer as a dtype holds it; None where it would become another one."""
    if type(entry) is not int:
        return None if dtype.kind == "bool" else entry
    if dtype.kind == "bool":
        return int(entry != 0)
    bits = dtype.bits - (dtype.kind == "int")
    low = -(1 << bits) if dtype.kind == "int" else 0
    return entry if low <= entry < 1 << bits else None


def _cast_dtype(r: Rule, arguments: tuple[Any, ...], attributes: Any) -> Dtype | None:
    return None


cast.dtype = _cast_dtype
