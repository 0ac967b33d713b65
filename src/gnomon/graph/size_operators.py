"""Sizes beside floats and arrays: ``n / 2`` and ``n < 3`` are arrays without axes, as ``x.shape[0]`` beside an array is."""

from __future__ import annotations

import operator
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.constants import size_array
from gnomon.graph.errors import SymbolicValueError
from gnomon.graph.sites import user_site
from gnomon.shapes import Dim
from gnomon.shapes.beyond import mean
from gnomon.shapes.dims import as_integer

_NUMBERS = (int, float, complex, Dim, Array)
_EXACT = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "floor_divide": operator.floordiv,
    "remainder": operator.mod,
}
"""NumPy's functions that give sizes again beside whole numbers."""


def meaning(name: str, *operands: Any) -> Any:
    """Return what an operator gives for operands of which one is a size."""
    if name == "ufunc":
        return _applied(*operands)
    if name == "bool":
        raise SymbolicValueError(
            f"bool() needs a known value, but the size {operands[0]} is known only when the function runs",
            user_site(),
            "choose with gn.cond(n > 0, ...) or gn.where; gn.minimum and gn.maximum compare sizes",
        )
    if name in ("float", "int"):
        raise SymbolicValueError(
            f"{name}() needs a number, but the size {operands[0]} is known only when the function runs",
            user_site(),
            "compute with the size itself: n // 2 and 2 * n are sizes, n / 2 and gn.sqrt(n) are arrays",
        )
    for entry in operands:
        if isinstance(entry, (list, tuple, str)):
            size = next(other for other in operands if type(other) is Dim)
            raise SymbolicValueError(
                f"a {type(entry).__name__} is repeated a known number of times, but {size} is a symbolic size",
                user_site(),
                "make an array of that size: gn.zeros, gn.full, gn.broadcast_to",
            )
        if not isinstance(entry, _NUMBERS) and not hasattr(entry, "__array__"):
            return NotImplemented
    return getattr(operator, name)(*[_array(entry) for entry in operands])


def _applied(function: Any, method: str, operands: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Apply a function of NumPy; sums and products of sizes and whole numbers are sizes."""
    exact = _EXACT.get(function.__name__)
    if exact is not None and method == "__call__" and not settings:
        whole = [entry if type(entry) is Dim else as_integer(entry) for entry in operands]
        if None not in whole:
            return exact(*whole)
    return getattr(function, method)(*[_array(entry) for entry in operands], **settings)


def _array(entry: Any) -> Any:
    return size_array(entry) if type(entry) is Dim else entry


mean(meaning)
