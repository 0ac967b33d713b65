"""Sorting."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take


def sort(x: Any, /, axis: int = -1, *, descending: bool = False, stable: bool = True) -> Array:
    """The elements in order along an axis; NaN comes last."""
    return _ordered("sort", x, axis, descending, stable)


def argsort(x: Any, /, axis: int = -1, *, descending: bool = False, stable: bool = True) -> Array:
    """The positions that sort along an axis; equal elements keep their order if ``stable``."""
    return _ordered("argsort", x, axis, descending, stable)


def _ordered(name: str, x: Any, axis: Any, descending: bool, stable: bool) -> Array:
    values = {**({"descending": True} if descending else {}), **({} if stable else {"stable": False})}
    return ops.TABLE[name](take.array(name, "x", x), axis=take.axis(name, axis), **values)  # type: ignore[no-any-return]


def topk(x: Any, k: Any, axis: int = -1, *, largest: bool = True) -> tuple[Array, Array]:
    """The k largest (or smallest) elements along an axis, in order, and their positions."""
    more = {} if largest else {"largest": False}
    count = take.integer("topk", "k", k)
    return ops.topk(take.array("topk", "x", x), k=count, axis=take.axis("topk", axis), **more)  # type: ignore[no-any-return]


__all__ = ["argsort", "sort", "topk"]
