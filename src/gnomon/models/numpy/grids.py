"""Objects that are indexed to make arrays: `np.r_`, `np.c_`, `np.mgrid`, `np.ogrid`, `np.s_`."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Modelled, Shape, Size, Tensor, constant, dtypes, symbol
from gnomon.models.numpy.creation import arange, linspace
from gnomon.models.numpy.support import as_array, made, unknown_tensor


def _range(part: slice) -> Any:
    """Return the vector that a slice means: with an imaginary step a number of points."""
    start = 0 if part.start is None else part.start
    if type(part.step) is complex:
        return linspace(start, part.stop, int(abs(part.step)))
    return arange(start, part.stop, 1 if part.step is None else part.step)


class Rows(Modelled):
    """`np.r_`: joins along the first axis."""

    library_name = "numpy.r_"

    def __getitem__(self, key: Any) -> Any:
        parts = key if type(key) is tuple else (key,)
        if any(type(part) is str for part in parts):
            return unknown_tensor()
        arrays = [
            _range(part) if type(part) is slice else ops.atleast(as_array(part), rank=1) for part in parts
        ]
        return ops.concat(arrays, axis=0)


class Columns(Modelled):
    """`np.c_`: vectors become columns, which are joined along the last axis."""

    library_name = "numpy.c_"

    def __getitem__(self, key: Any) -> Any:
        parts = key if type(key) is tuple else (key,)
        if any(type(part) is str for part in parts):
            return unknown_tensor()
        columns = []
        for part in parts:
            array = _range(part) if type(part) is slice else as_array(part)
            rank = array.shape.rank
            if rank == 0:
                array = ops.expand_dims(array, axis=(0, 1))
            elif rank == 1:
                array = ops.expand_dims(array, axis=1)
            elif rank is None:
                return unknown_tensor()
            columns.append(array)
        return ops.concat(columns, axis=-1)


def _count(part: Any) -> Size:
    """Return the number of points of one axis of a grid."""
    if type(part) is not slice:
        return 1
    if type(part.step) is complex:
        return int(abs(part.step))
    start = 0 if part.start is None else part.start
    step = 1 if part.step is None else part.step
    if all(type(number) in (int, float) for number in (start, part.stop, step)) and step:
        count: int = max(math.ceil((part.stop - start) / step), 0)
        return count
    if isinstance(part.stop, (int, Dim)) and isinstance(start, (int, Dim)) and step == 1:
        span: Size = part.stop - start
        return span
    return symbol()


def _whole(part: Any) -> bool:
    return all(type(number) in (int, Dim, type(None)) for number in (part.start, part.stop, part.step))


class DenseGrid(Modelled):
    """`np.mgrid`: the coordinates of a grid, stacked along a first axis."""

    library_name = "numpy.mgrid"

    def __getitem__(self, key: Any) -> Any:
        if type(key) is slice:
            return _range(key)
        if type(key) is not tuple or not all(type(part) is slice for part in key):
            return unknown_tensor()
        dtype = dtypes.int64 if all(map(_whole, key)) else dtypes.float64
        return made(Shape((len(key), *map(_count, key))), dtype)


class OpenGrid(Modelled):
    """`np.ogrid`: one array per axis, which broadcast to the grid."""

    library_name = "numpy.ogrid"

    def __getitem__(self, key: Any) -> Any:
        if type(key) is slice:
            return _range(key)
        if type(key) is not tuple or not all(type(part) is slice for part in key):
            return None
        dtype = dtypes.int64 if all(map(_whole, key)) else dtypes.float64
        grids: list[Tensor] = []
        for place, part in enumerate(key):
            sizes: list[Size] = [1] * len(key)
            sizes[place] = _count(part)
            grids.append(made(Shape(tuple(sizes)), dtype))
        return tuple(grids)


class Slices(Modelled):
    """`np.s_`: the index itself."""

    library_name = "numpy.s_"

    def __getitem__(self, key: Any) -> Any:
        return key


constant("numpy.r_", Rows())
constant("numpy.c_", Columns())
constant("numpy.mgrid", DenseGrid())
constant("numpy.ogrid", OpenGrid())
constant("numpy.s_", Slices())
constant("numpy.index_exp", Slices())
