"""Whether the weights of a layer fit each other: errors name the arguments and both sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.errors import DtypeError, ShapeError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.sites import user_site
from gnomon.shapes import Facts, Shape, Size


def layer_array(layer: str, name: str, value: Any, rank: int | None = None, form: str = "") -> Array:
    """Return an argument of a layer: floats, with so many axes."""
    found = take.array(layer, name, value)
    if found.dtype.kind not in ("float", "complex"):
        raise DtypeError(
            f"{layer}: {name} must be of floats, not {found.dtype}",
            user_site(),
            f"{name}.astype('float32')",
        )
    if rank is not None and found.ndim != rank:
        raise ShapeError(f"{layer}: {name} must be {form}, got {found.shape}", user_site())
    return found


def fit(layer: str, name: str, array: Array, wanted: Sequence[Size], form: str) -> None:
    """Refuse an array whose shape is surely another one than wanted; ``form`` says the shape in words."""
    dims = array.shape.dims
    fits = len(dims) == len(wanted) and not any(
        Facts().equal(size, other).is_no for size, other in zip(dims, wanted)
    )
    if not fits:
        raise ShapeError(
            f"{layer}: {name} must be {form}, here {Shape(tuple(wanted))}, got {array.shape}", user_site()
        )
