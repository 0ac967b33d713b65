"""Utilities: whether all or any elements are true, and differences."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take


def all(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Array:
    """Whether all elements along axes are true."""
    more = {"keepdims": True} if keepdims else {}
    return ops.TABLE["all"](take.array("all", "x", x), axis=take.axes("all", axis), **more)  # type: ignore[no-any-return]


def any(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Array:
    """Whether any element along axes is true."""
    more = {"keepdims": True} if keepdims else {}
    return ops.TABLE["any"](take.array("any", "x", x), axis=take.axes("any", axis), **more)  # type: ignore[no-any-return]


def diff(x: Any, /, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Array:
    """Differences of neighbours along an axis, ``n`` times."""
    x = take.array("diff", "x", x)
    along = take.axis("diff", axis)
    if type(n) is not int or n < 0:
        raise take.wrong("diff", "n", "an integer, 0 or more", n)
    parts = [x]
    if prepend is not None:
        parts.insert(0, take.array("diff", "prepend", prepend))
    if append is not None:
        parts.append(take.array("diff", "append", append))
    if len(parts) > 1:
        x = ops.concat(tuple(parts), axis=along)
    return ops.diff(x, n=n, axis=along) if n else x  # type: ignore[no-any-return]


__all__ = ["all", "any", "diff"]
