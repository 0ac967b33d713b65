"""What the rules share: sums over broadcast axes, restored axes, constants of an array's shape and dtype."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.ops.bodies import helpers as shared
from gnomon.ops.bodies.helpers import count_along, is_complex, place, places, unnamed, whole_size
from gnomon.shapes import Dim, Dtype, Facts, Shape, Size, dtypes

__all__ = [
    "FLOATS",
    "adding_at",
    "adjoint",
    "as_given",
    "conj",
    "count_along",
    "filled",
    "fitted",
    "iota",
    "is_complex",
    "named",
    "part",
    "place",
    "places",
    "restored",
    "spread",
    "times",
    "total",
    "unbroadcast",
    "unnamed",
    "whole_size",
    "zeros_like",
]

FLOATS = ("float", "complex")

Made = Callable[..., Array]
filled: Made = shared.filled
zeros_like: Made = shared.zeros_like
conj: Made = shared.conj
adjoint: Made = shared.adjoint
iota: Made = shared.iota
part: Made = shared.part


def unbroadcast(g: Array, shape: Shape) -> Array:
    """Sum a cotangent over the axes along which an array of ``shape`` was stretched; the names of sizes stay.

    >>> from gnomon.graph.constants import symbol
    >>> unbroadcast(symbol("g", ("n", 3)), Shape((1, 3))).shape
    (1, 3)
    """
    target = shape.dims
    have = g.shape.dims
    if have == target:
        return g
    extra = len(have) - len(target)
    if extra > 0:
        g = ops.sum(g, axis=tuple(range(extra)))
        have = have[extra:]
    elif extra < 0:
        g = ops.broadcast_to(g, shape=target)
        have = target
    ones = tuple(k for k, (a, b) in enumerate(zip(have, target)) if b == 1 and a != 1 and type(b) is int)
    if ones:
        g = ops.sum(g, axis=ones, keepdims=True)
    if g.shape.dims == target or unnamed(shape):
        return g
    return named(_summed(g, target), shape)


def _summed(g: Array, target: Sequence[Size]) -> Array:
    """Sum over the axes that only a call can have stretched: a named size against 3 is 1 or 3, n against n + 2 is 1."""
    rows: list[Size] = []
    axes = []
    for a, b in zip(g.shape.dims, target):
        if type(b) is not Dim or a == 1:
            rows.append(a)
        elif type(a) is int and a:
            axes.append(len(rows))
            rows += [a // b, b]
        elif a == 0 or Facts().equal(a, b).is_no:
            axes.append(len(rows))
            rows += [a, 1]
        else:
            rows.append(a)
    return ops.sum(ops.reshape(g, shape=tuple(rows)), axis=tuple(axes)) if axes else g


def named(g: Array, shape: Shape) -> Array:
    """Give an array that has a shape, or stretches to it, the names that the shape has for its sizes."""
    return g if g.shape.dims == shape.dims else ops.broadcast_to(g, shape=shape.dims)


def fitted(g: Array, x: Array) -> Array:
    """Give a cotangent the dtype and the shape of its array."""
    return unbroadcast(_retyped(g, x), x.shape)


def as_given(g: Array, x: Array) -> Array:
    """Give a cotangent or tangent of a user the dtype of its array, whose shape it has or stretches to."""
    return named(_retyped(g, x), x.shape)


def _retyped(g: Array, x: Array) -> Array:
    if g.dtype.kind == "complex" and x.dtype.kind != "complex":
        g = ops.real(g)
    return g if g.dtype is x.dtype else ops.cast(g, dtype=x.dtype)


def spread(value: float, sizes: Sequence[Size], dtype: Dtype) -> Array:
    """Return an array of one number with this shape and dtype."""
    import numpy as np

    one = as_array(np.asarray(value).astype(_storage(dtype)))
    return ops.broadcast_to(one, shape=tuple(sizes)) if sizes else one


def _storage(dtype: Dtype) -> str:
    return "float32" if dtype is dtypes.bfloat16 else str(dtype)


def times(g: Array, derivative: Any) -> Array:
    """Multiply a cotangent by a derivative, conjugated where it is complex."""
    if isinstance(derivative, Array):
        derivative = conj(derivative)
    return ops.multiply(g, derivative)  # type: ignore[no-any-return]


def restored(g: Array, x: Array, axis: Any, keepdims: bool = False) -> Array:
    """Put back, with size 1, the axes that a reduction of ``x`` dropped."""
    axes = places(axis, x.ndim)
    if keepdims or not axes:
        return g
    return ops.expand_dims(g, axis=axes)  # type: ignore[no-any-return]


def total(x: Array) -> Array:
    """Return the sum of all elements."""
    return ops.sum(x) if x.ndim else x


def adding_at(g: Array, indices: Array, x: Array, axis: int) -> Array:
    """Return zeros like ``x`` with entries of ``g`` added at positions along an axis (all three of one rank)."""
    return ops.scatter(zeros_like(x), indices, g, axis=axis, mode="add")  # type: ignore[no-any-return]
