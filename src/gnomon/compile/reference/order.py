"""Order: sorting, the largest entries, distinct values, places in a sorted array."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.reductions import rows_of
from gnomon.compile.reference.registry import reference


@reference("sort")
def sort(x: Any, *, axis: Any = -1, descending: bool = False, stable: bool = True) -> Any:
    x, axis = (x.reshape(-1), 0) if axis is None else (x, axis)
    result = np.sort(x, axis, stable=True)
    return np.flip(result, axis) if descending else result


@reference("argsort")
def argsort(x: Any, *, axis: Any = -1, descending: bool = False, stable: bool = True) -> Any:
    """Positions that sort; equal entries keep their order in both directions."""
    x, axis = (x.reshape(-1), 0) if axis is None else (np.atleast_1d(x), axis)
    if not descending:
        return np.argsort(x, axis, stable=True)
    last = x.shape[axis] - 1
    return last - np.flip(np.argsort(np.flip(x, axis), axis, stable=True), axis)


@reference("partition")
def partition(x: Any, *, axis: Any = -1, kth: int = 0) -> Any:
    return np.partition(x, kth, axis)


@reference("argpartition")
def argpartition(x: Any, *, axis: Any = -1, kth: int = 0) -> Any:
    return np.argpartition(x, kth, axis)


@reference("topk")
def topk(x: Any, *, k: int, axis: int = -1, largest: bool = True) -> Any:
    if not x.ndim:
        return x, np.zeros((), np.int64)
    order = argsort(x, axis=axis, descending=largest)
    places = np.take(order, np.arange(k), axis)
    return np.take_along_axis(x, places, axis), places


@reference("kth_value")
def kth_value(x: Any, *, axis: int = -1, keepdims: bool = False, k: int = 1) -> Any:
    flat = np.atleast_1d(x)
    order = np.argsort(flat, axis, stable=True)
    places = np.take(order, [k - 1], axis)
    values = np.take_along_axis(flat, places, axis)
    if not x.ndim:
        return values.reshape(()), places.reshape(())
    return (values, places) if keepdims else (np.squeeze(values, axis), np.squeeze(places, axis))


@reference("unique")
def unique(x: Any, *, axis: Any = None) -> Any:
    return np.unique(x, axis=axis, equal_nan=False)


@reference("searchsorted")
def searchsorted(places: Any, values: Any, *, side: str = "left") -> Any:
    """Places in a sorted vector, or in sorted rows of the same leading shape."""
    if places.ndim == 1:
        return np.asarray(np.searchsorted(places, values, side))
    rows, lead, _ = rows_of(places, -1)
    result = np.empty(values.shape, np.int64)
    for k in np.ndindex(lead):
        result[k] = np.searchsorted(rows[k], values[k], side)
    return result


@reference("lexsort")
def lexsort(x: Any, *, axis: int = -1) -> Any:
    return np.lexsort(x, axis) if x.ndim > 1 else np.lexsort(x[:, None], 0)[0]
