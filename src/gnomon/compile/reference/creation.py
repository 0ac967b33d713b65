"""Arrays made from sizes and numbers alone, and the sizes of arrays as numbers."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.dtypes import converted, numpy_dtype
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference


def _of(x: Any, dtype: Any) -> Any:
    return x if dtype is None else converted(x, dtype)


@reference("full")
def full(*, shape: Any, dtype: Any = None, value: Any = None) -> Any:
    if value is None:
        raise ValueError("no value is given: the operation stands for any array of the shape")
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    return _of(np.full(sizes, value), dtype)


@reference("full_like")
def full_like(x: Any, *, shape: Any = None, dtype: Any = None, value: Any = 0) -> Any:
    sizes = x.shape if shape is None else (shape,) if isinstance(shape, int) else tuple(shape)
    return _of(np.full(sizes, value), dtype)


@reference("arange")
def arange(*, start: Any = 0, stop: Any, step: Any = 1, dtype: Any = None) -> Any:
    if stop is None:
        raise ValueError("the stop is not known")
    return _of(np.arange(start, stop, step), dtype)


@reference("linspace")
def linspace(
    *, count: Any, dtype: Any = None, start: Any = 0.0, stop: Any = 1.0, endpoint: bool = True
) -> Any:
    return _of(np.linspace(start, stop, count, endpoint), dtype)


@reference("eye")
def eye(*, rows: int, columns: Any = None, dtype: Any = None, offset: int = 0) -> Any:
    return np.eye(rows, columns, offset, np.float64 if dtype is None else numpy_dtype(dtype))


@reference("constant")
def constant(*, entries: Any, dtype: Any = None) -> Any:
    return _of(np.array(entries), dtype)


@reference("shape_of")
def shape_of(x: Any, *, dtype: Any = None) -> Any:
    return np.array(x.shape, np.int64)


@reference("size_of")
def size_of(x: Any, *, dtype: Any = None) -> Any:
    return np.asarray(x.size)


@reference("rank_of")
def rank_of(x: Any, *, dtype: Any = None) -> Any:
    return np.asarray(x.ndim)


@reference("size_along")
def size_along(x: Any, *, axis: int) -> Any:
    return np.asarray(x.shape[axis])


@reference("set_shape")
def set_shape(x: Any, *, shape: Any) -> Any:
    return x


@reference("triangle_indices")
def triangle_indices(*, rows: int, columns: Any = None, offset: int = 0, upper: bool = False) -> Any:
    function = np.triu_indices if upper else np.tril_indices
    return function(rows, offset, columns)


@reference("sized")
def sized(count: Any) -> Any:
    length = int(count)
    if length < 0:
        raise ValueError(f"a size must be 0 or more, got {length}")
    return np.broadcast_to(np.bool_(False), (length,))
