"""Sorting, searching, sets, and entries chosen by position: sort, unique, nonzero, take, searchsorted ..."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    SequenceValue,
    Shape,
    Tensor,
    dtypes,
    flag,
    function,
    is_unknown,
    items,
    method,
    symbol,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.numpy.support import amount, as_array, finished, keeping_bounds, made, unknown_tensor


@function("numpy.sort")
def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    return keeping_bounds(ops.sort(a, axis=as_axis(axis)), a)


@function("numpy.partition")
def partition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> Any:
    return keeping_bounds(ops.partition(a, axis=as_axis(axis)), a)


@function("numpy.argsort")
def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    return _positions(a, axis)


method("numpy", "argsort")(argsort)


@function("numpy.argpartition")
def argpartition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> Any:
    return _positions(a, axis)


method("numpy", "argpartition")(argpartition)


def _positions(a: Any, axis: Any) -> Any:
    if is_unknown(axis):
        return unknown_tensor(dtypes.int64)
    result = ops.argsort(a, axis=as_axis(axis))
    size = as_array(a).shape.axis(axis) if type(axis) is int else None
    if type(size) is int and size > 0:
        result.bounds = (0, size - 1)
    return result


@function("numpy.lexsort")
def lexsort(keys: Any, axis: Any = -1) -> Any:
    entries = items(keys)
    if entries:
        return ops.cast(as_array(entries[-1]), dtype=dtypes.int64)
    x = as_array(keys)
    return unknown_tensor(dtypes.int64) if x.shape.rank in (0, 1) else ops.lexsort(x)


@function("numpy.searchsorted")
def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    return ops.searchsorted(as_array(a), as_array(v))


method("numpy", "searchsorted")(searchsorted)


@function("numpy.digitize")
def digitize(x: Any, bins: Any, right: Any = False) -> Any:
    return ops.cast(as_array(x), dtype=dtypes.int64)


# -- where ------------------------------------------------------------------------------------------------


@function("numpy.nonzero")
def nonzero(a: Any) -> Any:
    found = ops.where_nonzero(a)
    return found if type(found) is tuple else SequenceValue(found)


method("numpy", "nonzero")(nonzero)


@function("numpy.flatnonzero")
def flatnonzero(a: Any) -> Any:
    return ops.where_nonzero(ops.flatten(a))[0]


@function("numpy.argwhere")
def argwhere(a: Any) -> Any:
    return ops.nonzero(a)


@function("numpy.extract")
def extract(condition: Any, arr: Any) -> Any:
    return ops.compress(arr, condition)


# -- entries by position ----------------------------------------------------------------------------------


@function("numpy.take")
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise") -> Any:
    if is_unknown(axis):
        return unknown_tensor()
    positions = as_array(indices)
    if mode != "raise":  # positions out of range are clipped or wrapped
        positions = Tensor(positions.shape, positions.dtype, "numpy", site=positions.site)
    return finished(keeping_bounds(ops.take(a, positions, axis=as_axis(axis)), a), None, out)


method("numpy", "take")(take)


@function("numpy.take_along_axis")
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    if is_unknown(axis):
        return unknown_tensor()
    return ops.take_along_axis(arr, indices, axis=as_axis(axis))


@function("numpy.put_along_axis", tensor=False)
def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> None:
    return None


@function("numpy.compress")
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    if is_unknown(axis):
        return unknown_tensor()
    return ops.compress(a, condition, axis=as_axis(axis))


@method("numpy", "compress")
def compress_method(self: Any, condition: Any, axis: Any = None, out: Any = None) -> Any:
    return compress(condition, self, axis)


@function("numpy.choose")
def choose(a: Any, choices: Any, out: Any = None, mode: Any = "raise") -> Any:
    parts = items(choices)
    return unknown_tensor() if parts is None else ops.broadcast_arrays([a, *parts])[-1]


@function("numpy.unravel_index")
def unravel_index(indices: Any, shape: Any, order: Any = "C") -> Any:
    target = as_shape(shape)
    if target.rank is None:
        return None
    return ops.flat_index(as_array(indices), shape=target.dims)


@function("numpy.ravel_multi_index")
def ravel_multi_index(multi_index: Any, dims: Any, mode: Any = "raise", order: Any = "C") -> Any:
    parts = items(multi_index)
    return unknown_tensor(dtypes.int64) if parts is None else ops.broadcast_arrays(parts)[0]


@function("numpy.tril_indices", "numpy.triu_indices")
def tril_indices(n: Any, k: Any = 0, m: Any = None) -> Any:
    vector = made(Shape((symbol(),)), dtypes.int64)
    return vector, vector


@function("numpy.diag_indices")
def diag_indices(n: Any, ndim: Any = 2) -> Any:
    vector = made(Shape((amount(n),)), dtypes.int64)
    return (vector,) * ndim if type(ndim) is int and 0 <= ndim <= 64 else None


@function("numpy.ix_")
def ix_(*args: Any) -> Any:
    vectors = [as_array(single) for single in args]
    results = []
    for place, vector in enumerate(vectors):
        if vector.dtype is dtypes.bool:
            found = ops.where_nonzero(vector)
            vector = found[0] if type(found) is tuple else found
        around = [k for k in range(len(vectors)) if k != place]
        results.append(ops.expand_dims(vector, axis=tuple(around)) if around else vector)
    return tuple(results)


# -- sets -------------------------------------------------------------------------------------------------


@function("numpy.unique")
def unique(
    ar: Any,
    return_index: Any = False,
    return_inverse: Any = False,
    return_counts: Any = False,
    axis: Any = None,
    *,
    equal_nan: Any = True,
    sorted: Any = True,
) -> Any:
    x = as_array(ar)
    wanted = [flag(return_index), flag(return_inverse), flag(return_counts)]
    if None in wanted or is_unknown(axis):
        return None
    count = symbol()
    values = made(Shape((count,)), x.dtype) if axis is None else ops.compress(x, None, axis=as_axis(axis))
    keeping_bounds(values, x)
    rows = made(Shape((count,)), dtypes.int64)
    results = [values]
    if wanted[0]:
        results.append(rows)
    if wanted[1]:
        flat = x.shape.rank == 1 or axis is None
        results.append(
            ops.cast(x, dtype=dtypes.int64) if flat and x.shape.rank == 1 else unknown_tensor(dtypes.int64)
        )
    if wanted[2]:
        results.append(rows)
    return values if len(results) == 1 else tuple(results)


def _of_sets(*arrays: Any) -> Tensor:
    dtype = ops.concat([ops.flatten(as_array(x)) for x in arrays]).dtype
    return made(Shape((symbol(),)), dtype)


@function("numpy.union1d", "numpy.setxor1d")
def union1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> Any:
    return _of_sets(ar1, ar2)


@function("numpy.setdiff1d")
def setdiff1d(ar1: Any, ar2: Any, assume_unique: Any = False) -> Any:
    return made(Shape((symbol(),)), as_array(ar1).dtype)


@function("numpy.intersect1d")
def intersect1d(ar1: Any, ar2: Any, assume_unique: Any = False, return_indices: Any = False) -> Any:
    if flag(return_indices) is not False:
        return None
    return _of_sets(ar1, ar2)


@function("numpy.isin")
def isin(
    element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False, *, kind: Any = None
) -> Any:
    return ops.cast(as_array(element), dtype=dtypes.bool)


@function("numpy.in1d")
def in1d(ar1: Any, ar2: Any, assume_unique: Any = False, invert: Any = False, *, kind: Any = None) -> Any:
    return ops.cast(ops.flatten(as_array(ar1)), dtype=dtypes.bool)
