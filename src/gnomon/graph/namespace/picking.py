"""Indexing functions: entries at positions along an axis."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.indexing import taken
from gnomon.graph.namespace import arguments as given


def take(x: Any, indices: Any, /, axis: int | None = None) -> Array:
    """Entries at positions along an axis, or of the flattened array."""
    x = given.array("take", "x", x)
    if axis is None:
        x, axis = x if x.ndim == 1 else ops.reshape(x, shape=(-1,)), 0
    return taken(x, given.array("take", "indices", indices), given.axis("take", axis))


def take_along_axis(x: Any, indices: Any, /, axis: int = -1) -> Array:
    """Entries at positions along an axis, for each place on the other axes."""
    name = "take_along_axis"
    return ops.take_along_axis(  # type: ignore[no-any-return]
        given.array(name, "x", x), given.array(name, "indices", indices), axis=given.axis(name, axis)
    )


__all__ = ["take", "take_along_axis"]
