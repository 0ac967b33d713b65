"""What the rules share: sums over broadcast axes, restored axes, constants of an array's shape and dtype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.errors import GradientError
from gnomon.shapes import Dim, Dtype, Shape, Size, dtypes, product

FLOATS = ("float", "complex")


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
    if g.shape.dims == target:
        return g
    return g if unnamed(shape) else named(g, shape)


def named(g: Array, shape: Shape) -> Array:
    """Give an array that has a shape, or stretches to it, the names that the shape has for its sizes."""
    return g if g.shape.dims == shape.dims else ops.broadcast_to(g, shape=shape.dims)


def unnamed(shape: Shape) -> bool:
    """Say whether a size is known only once an array is computed, such as the number of entries a mask keeps."""
    sizes = [size for size in shape.dims if isinstance(size, Dim)]
    return any(symbol.name is None for size in sizes for symbol in size.symbols())


def fitted(g: Array, x: Array) -> Array:
    """Give a cotangent the dtype and the shape of its array."""
    if g.dtype is not x.dtype:
        if g.dtype.kind == "complex" and x.dtype.kind != "complex":
            g = ops.real(g)
        if g.dtype is not x.dtype:
            g = ops.cast(g, dtype=x.dtype)
    return unbroadcast(g, x.shape)


def filled(x: Array, value: float, dtype: Dtype | None = None) -> Array:
    """Return an array of one number with the shape and dtype of ``x``."""
    if unnamed(x.shape):
        return ops.full_like(x, dtype=dtype or x.dtype, value=value)  # type: ignore[no-any-return]
    return spread(value, x.shape.dims, dtype or x.dtype)


def spread(value: float, sizes: Sequence[Size], dtype: Dtype) -> Array:
    """Return an array of one number with this shape and dtype."""
    import numpy as np

    one = as_array(np.asarray(value).astype(_storage(dtype)))
    return ops.broadcast_to(one, shape=tuple(sizes)) if sizes else one


def _storage(dtype: Dtype) -> str:
    return "float32" if dtype is dtypes.bfloat16 else str(dtype)


def zeros_like(x: Array) -> Array:
    """Return zeros of the shape and dtype of ``x``."""
    return filled(x, 0.0)


def is_complex(x: Array) -> bool:
    """Say whether the elements are complex numbers."""
    return x.dtype.kind == "complex"


def conj(x: Array) -> Array:
    """Return the complex conjugate; real arrays stay."""
    return ops.conj(x) if is_complex(x) else x


def times(g: Array, derivative: Any) -> Array:
    """Multiply a cotangent by a derivative, conjugated where it is complex."""
    if isinstance(derivative, Array):
        derivative = conj(derivative)
    return ops.multiply(g, derivative)  # type: ignore[no-any-return]


def places(axis: Any, rank: int) -> tuple[int, ...]:
    """Return the axes named, counted from the front and sorted; None names all."""
    if axis is None:
        return tuple(range(rank))
    entries = axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(sorted({int(a) % rank for a in entries})) if rank else ()


def place(axis: Any, rank: int) -> int:
    """Return one axis, counted from the front."""
    return int(axis) % rank if rank else 0


def restored(g: Array, x: Array, axis: Any, keepdims: bool = False) -> Array:
    """Put back, with size 1, the axes that a reduction of ``x`` dropped."""
    axes = places(axis, x.ndim)
    if keepdims or not axes:
        return g
    return ops.expand_dims(g, axis=axes)  # type: ignore[no-any-return]


def whole_size(x: Array, axis: int) -> Any:
    """Return the size of an axis as an integer, or as a scalar array where it is not known yet."""
    size = x.shape.dims[axis]
    return size if type(size) is int else ops.size_along(x, axis=axis)


def count_along(x: Array, axes: Sequence[int], dtype: Dtype) -> Any:
    """Return the number of elements along some axes, as a number or a scalar array of a dtype."""
    if unnamed(x.shape):
        total: Any = 1.0
        for k in axes:
            total = ops.multiply(ops.cast(ops.size_along(x, axis=k), dtype=dtype), total)
        return total
    count = product([x.shape.dims[k] for k in axes])
    return float(count) if isinstance(count, int) else ops.cast(as_array(count), dtype=dtype)


def known_sizes(sizes: Sequence[Size], what: str) -> list[int]:
    """Return sizes that are numbers, or say that ``what`` needs them."""
    numbers = [size for size in sizes if type(size) is int]
    if len(numbers) < len(sizes):
        raise GradientError(
            f"{what} has a gradient only where sizes are known, not for {Shape(tuple(sizes))}"
        )
    return numbers


def iota(x: Array, axis: int) -> Array:
    """Return the positions along an axis of ``x``, as an integer array with size 1 elsewhere."""
    size = x.shape.dims[axis]
    positions = ops.cumsum(spread(1, (size,), dtypes.int64), axis=0)
    sizes: list[Size] = [1] * x.ndim
    sizes[axis] = size
    return ops.reshape(ops.subtract(positions, 1), shape=tuple(sizes))  # type: ignore[no-any-return]


def part(x: Array, axis: int, start: Any, stop: Any, step: int | None = None) -> Array:
    """Return a slice along one axis."""
    items = (slice(None),) * axis + (slice(start, stop, step),)
    return ops.index(x, items=items)  # type: ignore[no-any-return]


def adjoint(x: Array) -> Array:
    """Return the conjugate transpose of matrices."""
    return conj(ops.matrix_transpose(x))


def total(x: Array) -> Array:
    """Return the sum of all elements."""
    return ops.sum(x) if x.ndim else x


def adding_at(g: Array, indices: Array, x: Array, axis: int) -> Array:
    """Return zeros like ``x`` with entries of ``g`` added at positions along an axis (all three of one rank)."""
    return ops.scatter(zeros_like(x), indices, g, axis=axis, mode="add")  # type: ignore[no-any-return]
