"""Manipulation: the same elements under other shapes, joined, split and repeated."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.sites import user_site


def broadcast_arrays(*arrays: Any) -> list[Array]:
    """The arrays, stretched to one shape."""
    if not arrays:
        return []
    found = take.arrays("broadcast_arrays", "arrays", arrays)
    made = ops.broadcast_arrays(found)
    parts = list(made) if isinstance(made, tuple) else [made]
    return [p if p.dtype is x.dtype else ops.cast(p, dtype=x.dtype) for p, x in zip(parts, found)]


def broadcast_to(x: Any, /, shape: Any) -> Array:
    """The array stretched to a shape."""
    return ops.broadcast_to(  # type: ignore[no-any-return]
        take.array("broadcast_to", "x", x), shape=take.shape("broadcast_to", shape)
    )


def concat(arrays: Any, /, axis: int | None = 0) -> Array:
    """The arrays one after the other along an axis; without axis, flattened."""
    return ops.concat(take.arrays("concat", "arrays", arrays), axis=take.axis("concat", axis))  # type: ignore[no-any-return]


def expand_dims(x: Any, /, axis: Any = 0) -> Array:
    """The array with a new axis of size 1."""
    return ops.expand_dims(  # type: ignore[no-any-return]
        take.array("expand_dims", "x", x), axis=take.axes("expand_dims", axis)
    )


def flip(x: Any, /, axis: Any = None) -> Array:
    """The elements in reverse order along axes (None: all)."""
    return ops.flip(take.array("flip", "x", x), axis=take.axes("flip", axis))  # type: ignore[no-any-return]


def moveaxis(x: Any, source: Any, destination: Any, /) -> Array:
    """The array with axes moved to other places."""
    return ops.moveaxis(  # type: ignore[no-any-return]
        take.array("moveaxis", "x", x),
        source=take.axes("moveaxis", source, "source"),
        destination=take.axes("moveaxis", destination, "destination"),
    )


def permute_dims(x: Any, /, axes: Any) -> Array:
    """The axes in another order."""
    if not isinstance(axes, (tuple, list)):
        raise take.wrong("permute_dims", "axes", "a tuple of integers", axes)
    order = take.axes("permute_dims", axes, "axes")
    return ops.transpose(take.array("permute_dims", "x", x), axes=order)  # type: ignore[no-any-return]


def repeat(x: Any, repeats: Any, /, axis: int | None = None) -> Array:
    """Each element several times along an axis, or of the flattened array; each its own number of times if many."""
    x = take.array("repeat", "x", x)
    counts: Any
    if isinstance(repeats, (tuple, list)) or getattr(repeats, "ndim", 0) > 0:
        found = take.array("repeat", "repeats", repeats)
        if not isinstance(found, Constant):
            raise take.wrong("repeat", "repeats", "an integer, a size or a concrete array", repeats)
        counts = tuple(int(count) for count in found.data)
    else:
        counts = take.integer("repeat", "repeats", repeats)
    return ops.repeat(x, repeats=counts, axis=take.axis("repeat", axis))  # type: ignore[no-any-return]


def reshape(x: Any, /, shape: Any, *, copy: bool | None = None) -> Array:
    """The same elements in another shape; one size may be -1."""
    x = take.array("reshape", "x", x)
    result = ops.reshape(x, shape=take.shape("reshape", shape))
    return ops.positive(result) if copy and result is x else result  # type: ignore[no-any-return]


def roll(x: Any, /, shift: Any, axis: Any = None) -> Array:
    """The elements moved along axes; those that leave at one end come in at the other."""
    if isinstance(shift, (tuple, list)):
        by: Any = tuple([take.integer("roll", "shift", entry) for entry in shift])
    else:
        by = take.integer("roll", "shift", shift)
    return ops.roll(take.array("roll", "x", x), axis=take.axes("roll", axis), shift=by)  # type: ignore[no-any-return]


def squeeze(x: Any, /, axis: Any = None) -> Array:
    """The array without the axes named, which have size 1, or without all that are known to."""
    return take.array("squeeze", "x", x).squeeze(axis)


def stack(arrays: Any, /, axis: int = 0) -> Array:
    """The arrays along a new axis."""
    return ops.stack(take.arrays("stack", "arrays", arrays), axis=take.axis("stack", axis))  # type: ignore[no-any-return]


def tile(x: Any, repetitions: Any, /) -> Array:
    """The whole array several times along each axis."""
    reps = take.shape("tile", repetitions, "repetitions")
    return ops.tile(take.array("tile", "x", x), reps=reps)  # type: ignore[no-any-return]


def unstack(x: Any, /, axis: int = 0) -> tuple[Array, ...]:
    """The slices along an axis, as a tuple."""
    x = take.array("unstack", "x", x)
    along = take.axis("unstack", axis)
    count = x.shape.axis(along) if along is not None else None
    if count is not None and type(count) is not int:
        raise ArgumentError(
            f"unstack: axis {along} of x has {count} entries, a number that is not known", user_site()
        )
    made = ops.unstack(x, axis=along)
    if isinstance(made, tuple):
        return made
    return tuple([ops.take(x, k, axis=along) for k in range(count or 0)])


__all__ = [
    "broadcast_arrays",
    "broadcast_to",
    "concat",
    "expand_dims",
    "flip",
    "moveaxis",
    "permute_dims",
    "repeat",
    "reshape",
    "roll",
    "squeeze",
    "stack",
    "tile",
    "unstack",
]
