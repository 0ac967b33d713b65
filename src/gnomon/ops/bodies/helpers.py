"""What bodies share: axes counted from the front, numbers of elements, constants in the world of an array."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, Inexpressible
from gnomon.ops.record import Op
from gnomon.shapes import Dim, Dtype, Shape, Size, dtypes, product

# axes


def places(axis: Any, rank: int) -> tuple[int, ...]:
    """Return the axes named, counted from the front and sorted; None names all."""
    if axis is None:
        return tuple(range(rank))
    entries = axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(sorted({int(a) % rank for a in entries})) if rank else ()


def place(axis: Any, rank: int) -> int:
    """Return one axis, counted from the front."""
    return int(axis) % rank if rank else 0


def part(x: Array, axis: int, start: Any, stop: Any, step: Any = None) -> Array:
    """Return a slice along one axis."""
    items = (slice(None),) * axis + (slice(start, stop, step),)
    return ops.index(x, items=items)


# sizes


def unnamed(shape: Shape) -> bool:
    """Say whether a size is known only once an array is computed, such as the number of entries a mask keeps."""
    sizes = [size for size in shape.dims if isinstance(size, Dim)]
    return any(symbol.name is None for size in sizes for symbol in size.symbols())


def known_sizes(sizes: Sequence[Size]) -> list[int]:
    """Return sizes that are numbers; where one is not, there is no body."""
    numbers = [size for size in sizes if type(size) is int]
    if len(numbers) < len(sizes):
        raise Inexpressible(f"known sizes, not {Shape(tuple(sizes))}")
    return numbers


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
    return float(count) if isinstance(count, int) else beside(x, ops.cast, count, dtype=dtype)


# constants


def beside(x: Array, op: Op | Any, *arguments: Any, **attributes: Any) -> Array:
    """Apply an operation to no arrays, in the world that another array lives in."""
    return x.world.apply(op, arguments, attributes)


def table(x: Array, entries: Any, dtype: Dtype) -> Array:
    """Return the constant of a number or of nested lists of numbers, in the world of ``x``."""
    return beside(x, ops.constant, entries=entries, dtype=dtype)


def spread(x: Array, value: float, sizes: Sequence[Size], dtype: Dtype) -> Array:
    """Return an array of one number with this shape and dtype, in the world of ``x``."""
    one = table(x, value, dtype)
    return ops.broadcast_to(one, shape=tuple(sizes)) if sizes else one


def filled(x: Array, value: float, dtype: Dtype | None = None) -> Array:
    """Return an array of one number with the shape and dtype of ``x``."""
    if unnamed(x.shape):
        return ops.full_like(x, dtype=dtype or x.dtype, value=value)
    return spread(x, value, x.shape.dims, dtype or x.dtype)


def zeros_like(x: Array) -> Array:
    """Return zeros of the shape and dtype of ``x``."""
    return filled(x, 0.0)


def positions(x: Array, size: Size) -> Array:
    """Return 0, 1, 2 ... below a size."""
    return beside(x, ops.arange, start=0, stop=size, step=1, dtype=dtypes.int64)


def iota(x: Array, axis: int) -> Array:
    """Return the positions along an axis of ``x``, as an integer array with size 1 elsewhere."""
    size = x.shape.dims[axis]
    sizes: list[Size] = [1] * x.ndim
    sizes[axis] = size
    return ops.reshape(positions(x, size), shape=tuple(sizes))


def lowest(dtype: Dtype) -> float:
    """Return a number that nothing of a dtype is below."""
    if dtype.kind == "float":
        return -float("inf")
    return -(1 << dtype.bits - 1) if dtype.kind == "int" else 0


def highest(dtype: Dtype) -> float:
    """Return the largest finite float of a dtype.

    >>> highest(dtypes.float16)
    65504.0
    """
    fraction, exponent = {"float16": (10, 15), "bfloat16": (7, 127), "float32": (23, 127)}.get(
        str(dtype), (52, 1023)
    )
    return (2 - 2.0**-fraction) * 2.0**exponent


def inexact(x: Array) -> Array:
    """Return whole numbers as float64."""
    return x if x.dtype.kind in ("float", "complex") else ops.cast(x, dtype=dtypes.float64)


def between(x: Array, low: float, high: float) -> Array:
    """Return numbers within bounds; NaN stays."""
    return ops.minimum(ops.maximum(x, low), high)


def along(vector: Array, rank: int, axis: int) -> Array:
    """Let a vector lie along one of many axes."""
    sizes: list[Size] = [1] * rank
    sizes[axis] = vector.shape.dims[0]
    return ops.reshape(vector, shape=tuple(sizes))


# complex numbers


def is_complex(x: Array) -> bool:
    """Say whether the elements are complex numbers."""
    return bool(x.dtype.kind == "complex")


def conj(x: Array) -> Array:
    """Return the complex conjugate; real arrays stay."""
    return ops.conj(x) if is_complex(x) else x


def adjoint(x: Array) -> Array:
    """Return the conjugate transpose of matrices."""
    return conj(ops.matrix_transpose(x))


def squared(x: Array) -> Array:
    """Return the squares of absolute values."""
    return ops.square(ops.abs(x)) if is_complex(x) else ops.square(x)


# losses and classes


def reduced(losses: Array, reduction: str) -> Array:
    """Return one loss per sample, their sum or their mean."""
    if reduction == "none":
        return losses
    return ops.sum(losses) if reduction == "sum" else ops.mean(losses)


def within(at: Array, count: Size, wrap: bool = False) -> Array:
    """Return places below a count, which are refused where they are out of range; or negative, unless they wrap."""
    unsigned = at.dtype.kind == "uint"
    at = at if at.dtype is dtypes.int64 else ops.cast(at, dtype=dtypes.int64)
    at = at if wrap or unsigned else ops.where(ops.less(at, 0), count, at)
    return ops.pick(positions(at, count), (at,))


def valid(rows: Array, classes: Array, wrap: bool = False) -> Array:
    """Return places in rows (last axis), which are refused where they are out of range."""
    return within(classes, rows.shape.dims[-1], wrap)


def chosen(rows: Array, classes: Array, wrap: bool = False) -> Array:
    """Return the entry of each row (last axis) at a place, in a form whose gradient needs no scattering."""
    at = ops.expand_dims(valid(rows, classes, wrap), axis=-1)
    here = ops.equal(positions(rows, rows.shape.dims[-1]), at)
    return ops.sum(ops.where(here, rows, zeros_like(rows)), axis=-1)
