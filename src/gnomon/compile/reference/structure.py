"""The same elements in another arrangement: reshaping, transposing, joining, splitting, padding."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.reductions import axes_of
from gnomon.compile.reference.registry import reference, references


@reference("reshape")
def reshape(x: Any, *, shape: Any) -> Any:
    return x.reshape(shape)


@reference("flatten")
def flatten(x: Any, *, start: int = 0, end: int = -1) -> Any:
    if not x.ndim:
        return x.reshape(1)
    first, last = start % x.ndim, end % x.ndim
    return x.reshape((*x.shape[:first], math.prod(x.shape[first : last + 1]), *x.shape[last + 1 :]))


@reference("unflatten")
def unflatten(x: Any, *, axis: int, sizes: Any) -> Any:
    axis %= x.ndim
    sizes = list(sizes)
    if -1 in sizes:
        rest = -math.prod(sizes)
        sizes[sizes.index(-1)] = x.shape[axis] // rest if rest else 0
    return x.reshape((*x.shape[:axis], *sizes, *x.shape[axis + 1 :]))


@reference("transpose")
def transpose(x: Any, *, axes: Any = None) -> Any:
    return np.transpose(x, axes)


@reference("swapaxes")
def swapaxes(x: Any, *, first: int, second: int) -> Any:
    return np.swapaxes(x, first, second)


@reference("moveaxis")
def moveaxis(x: Any, *, source: Any, destination: Any) -> Any:
    return np.moveaxis(x, source, destination)


@reference("matrix_flip")
def matrix_flip(x: Any) -> Any:
    return x.T


references({"matrix_transpose": np.matrix_transpose})


@reference("flip")
def flip(x: Any, *, axis: Any = None) -> Any:
    return np.flip(x, axes_of(axis))


@reference("roll")
def roll(x: Any, *, axis: Any = None, shift: Any = 0) -> Any:
    return np.roll(x, shift, axes_of(axis))


@reference("rot90")
def rot90(x: Any, *, turns: int = 1, axes: Any = (0, 1)) -> Any:
    return np.rot90(x, turns, axes)


@reference("expand_dims")
def expand_dims(x: Any, *, axis: Any) -> Any:
    return np.expand_dims(x, axes_of(axis))


@reference("squeeze")
def squeeze(x: Any, *, axis: Any = None, strict: bool = True) -> Any:
    axis = axes_of(axis)
    if not strict and axis is not None:
        asked = axis if isinstance(axis, tuple) else (axis,)
        axis = tuple(a for a in asked if x.ndim and x.shape[a] == 1)
    return np.squeeze(x, axis)


@reference("broadcast_to")
def broadcast_to(x: Any, *, shape: Any, keep: bool = False) -> Any:
    if keep:
        extra = len(shape) - x.ndim
        shape = tuple(x.shape[k - extra] if size == -1 else size for k, size in enumerate(shape))
    return np.broadcast_to(x, shape)


@reference("atleast")
def atleast(x: Any, *, rank: int) -> Any:
    return (np.atleast_1d, np.atleast_2d, np.atleast_3d)[rank - 1](x)


@reference("concat")
def concat(arrays: Any, *, axis: Any = 0) -> Any:
    return np.concatenate(arrays, axis)


@reference("stack")
def stack(arrays: Any, *, axis: int = 0) -> Any:
    return np.stack(arrays, axis)


references({"vstack": np.vstack, "hstack": np.hstack, "dstack": np.dstack, "column_stack": np.column_stack})


@reference("add_n")
def add_n(arrays: Any) -> Any:
    total = arrays[0]
    for x in arrays[1:]:
        total = total + x
    return total


@reference("meshgrid")
def meshgrid(arrays: Any, *, indexing: str = "xy") -> Any:
    return tuple(np.meshgrid(*arrays, indexing=indexing))


@reference("broadcast_arrays")
def broadcast_arrays(arrays: Any) -> Any:
    dtype = np.result_type(*arrays)
    return tuple(x.astype(dtype) for x in np.broadcast_arrays(*arrays))


@reference("block_diag")
def block_diag(arrays: Any) -> Any:
    blocks = [np.atleast_2d(x) for x in arrays]
    result = np.zeros(
        (sum(b.shape[0] for b in blocks), sum(b.shape[1] for b in blocks)), np.result_type(*blocks)
    )
    row = column = 0
    for block in blocks:
        result[row : row + block.shape[0], column : column + block.shape[1]] = block
        row, column = row + block.shape[0], column + block.shape[1]
    return result


@reference("stop_gradient")
def stop_gradient(x: Any) -> Any:
    return x


@reference("custom_gradient")
def custom_gradient(values: Any, arrays: Any, *, pull: Any) -> Any:
    return tuple(values)


@reference("overlap_add")
def overlap_add(x: Any, *, axis: int, length: int, step: int = 1) -> Any:
    """Add windows, held by the last axis, where they came from."""
    place = axis % (x.ndim - 1)
    count, size = x.shape[place], x.shape[-1]
    result = np.zeros((*x.shape[:place], length, *x.shape[place + 1 : -1]), x.dtype)
    lead = (slice(None),) * place
    for k in range(count):
        result[(*lead, slice(k * step, k * step + size))] += np.moveaxis(x[(*lead, k)], -1, place)
    return result
