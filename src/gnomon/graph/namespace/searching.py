"""Searching: positions of extremes and of nonzero elements, choices, places in sorted vectors."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take


def argmax(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Array:
    """Position of the largest element along an axis; without axis, in the flattened array."""
    return _position("argmax", x, axis, keepdims)


def argmin(x: Any, /, axis: int | None = None, *, keepdims: bool = False) -> Array:
    """Position of the smallest element along an axis; without axis, in the flattened array."""
    return _position("argmin", x, axis, keepdims)


def _position(name: str, x: Any, axis: Any, keepdims: bool) -> Array:
    more = {"keepdims": True} if keepdims else {}
    return ops.TABLE[name](take.array(name, "x", x), axis=take.axis(name, axis), **more)  # type: ignore[no-any-return]


def count_nonzero(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Array:
    """Number of elements that are not zero."""
    more = {"keepdims": True} if keepdims else {}
    x = take.array("count_nonzero", "x", x)
    return ops.count_nonzero(x, axis=take.axes("count_nonzero", axis), **more)  # type: ignore[no-any-return]


def nonzero(x: Any, /) -> tuple[Array, ...]:
    """Positions of the nonzero elements, one vector for each axis."""
    x = take.array("nonzero", "x", x)
    if not x.ndim:
        raise take.wrong("nonzero", "x", "an array with one axis or more", x)
    found = ops.where_nonzero(x)
    return found if isinstance(found, tuple) else (found,)


def where(condition: Any, x1: Any = None, x2: Any = None, /) -> Any:
    """Elements of x1 where the condition holds, of x2 elsewhere; with the condition alone, `nonzero` of it."""
    test = take.array("where", "condition", condition)
    if x1 is None and x2 is None:
        return nonzero(test)
    return ops.where(test, take.array("where", "x1", x1), take.array("where", "x2", x2))


def searchsorted(x1: Any, x2: Any, /, side: str = "left", *, sorter: Any = None) -> Array:
    """Where the values x2 would be inserted into the sorted vector x1."""
    take.option("searchsorted", "side", side, ("left", "right"))
    places = take.array("searchsorted", "x1", x1)
    if sorter is not None:
        places = ops.take(places, take.array("searchsorted", "sorter", sorter), axis=0)
    return ops.searchsorted(  # type: ignore[no-any-return]
        places, take.array("searchsorted", "x2", x2), **({} if side == "left" else {"side": side})
    )


def argwhere(x: Any) -> Array:
    """Positions of the nonzero elements, one row for each (NumPy)."""
    return ops.nonzero(take.array("argwhere", "x", x))  # type: ignore[no-any-return]


def flatnonzero(x: Any) -> Array:
    """Positions of the nonzero elements in the flattened array (NumPy)."""
    return nonzero(ops.reshape(take.array("flatnonzero", "x", x), shape=(-1,)))[0]


__all__ = ["argmax", "argmin", "argwhere", "count_nonzero", "flatnonzero", "nonzero", "searchsorted", "where"]
