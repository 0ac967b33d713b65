"""Sums, elementwise products, selections and stacks of sparse matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.graph.sparse.matrix import Matrix, as_data
from gnomon.graph.sparse.places import FRAME, PLACES, POSITIONS, asked, common, grouped, rearranged


def collected(format: str, data: Any, rows: Any, columns: Any, frame: Any) -> Matrix:
    """Return the matrix with entries at some places, sorted; those of the same place are added."""
    indices, indptr, places = asked((rows, columns, frame), grouped(format), (*PLACES, POSITIONS))
    room = gn.zeros(indices.shape, dtype=data.dtype)
    return Matrix(format, ops.put(room, data, (places,), axis=0, mode="add"), indices, indptr, frame)


def changed(
    function: Callable[..., Any],
    matrices: Sequence[Matrix],
    format: str | None = None,
    more: Sequence[Any] = (),
) -> Matrix:
    """Return what a function of SciPy that moves entries makes of matrices."""
    wanted = format or matrices[0].format
    given = [part for matrix in matrices for part in (matrix.indices, matrix.indptr, matrix.frame)]
    find = rearranged(function, [matrix.format for matrix in matrices], wanted)
    indices, indptr, frame, numbers = asked([*given, *more], find, (*PLACES, FRAME, POSITIONS))
    data = matrices[0].data if len(matrices) == 1 else gn.concat([matrix.data for matrix in matrices])
    return Matrix(wanted, ops.pick(data, (numbers,), axis=0), indices, indptr, frame)


def to_format(a: Matrix, format: str) -> Matrix:
    """Return a matrix as CSR or CSC."""
    return a if a.format == format else changed(lambda matrix: matrix, [a], format)


def sorted_indices(a: Matrix) -> Matrix:
    """Return a matrix whose rows (columns, in CSC) have their entries in order."""
    return changed(lambda matrix: matrix.sorted_indices(), [a])


def clean(a: Matrix) -> Matrix:
    """Return a matrix without stored zeros."""

    def kept(data: Any, indices: Any, indptr: Any) -> Any:
        import numpy as np

        stays = data != 0
        ends = np.concatenate([[0], np.cumsum(stays)])[indptr]
        return indices[stays], ends.astype("int32"), np.flatnonzero(stays)

    indices, indptr, numbers = asked((a.data, a.indices, a.indptr), kept, (*PLACES, POSITIONS))
    return Matrix(a.format, ops.pick(a.data, (numbers,), axis=0), indices, indptr, a.frame)


def add(a: Any, b: Any) -> Any:
    """Return the sum of two matrices: sparse if both are."""
    if isinstance(a, Matrix) and isinstance(b, Matrix):
        dtype = gn.result_type(a.dtype, b.dtype)
        data = gn.concat([gn.astype(a.data, dtype), gn.astype(b.data, dtype)])
        rows = gn.concat([gn.astype(m.rows, "int64") for m in (a, b)])
        columns = gn.concat([gn.astype(m.columns, "int64") for m in (a, b)])
        return collected(a.format, data, rows, columns, a.frame)
    if isinstance(b, Matrix):
        return add(b, a)
    b = as_data(b)
    dtype = gn.result_type(a.dtype, b.dtype)
    room = gn.astype(gn.broadcast_to(b, a.shape), dtype)
    return ops.put(room, gn.astype(a.data, dtype), (a.rows, a.columns), axis=0, mode="add")


def multiply(a: Any, b: Any) -> Matrix:
    """Return the elementwise product of a sparse matrix and a matrix, array or number."""
    if not isinstance(a, Matrix):
        return multiply(b, a)
    if isinstance(b, Matrix):
        first, second, rows, columns = asked(
            (a.rows, a.columns, b.rows, b.columns), common, (POSITIONS, POSITIONS, *PLACES)
        )
        values = ops.pick(a.data, (first,), axis=0) * ops.pick(b.data, (second,), axis=0)
        return collected(a.format, values, rows, columns, a.frame)
    b = as_data(b)
    if b.ndim == 0:
        return a.map(lambda data: data * b)
    if b.ndim == 1:
        return a.map(lambda data: data * ops.pick(b, (a.columns,), axis=0))
    wide = gn.broadcast_to(b, a.shape)
    return a.map(lambda data: data * ops.pick(wide, (a.rows, a.columns), axis=0))


def select(a: Matrix, items: Any) -> Any:
    """Return what ``a[items]`` is for SciPy: slices and lists give matrices, two numbers an entry."""
    entries = items if isinstance(items, tuple) else (items,)
    if len(entries) == 2 and all(isinstance(entry, int) for entry in entries):
        return cut(a, entries).sum()
    return cut(a, tuple([slice(e, e + 1 or None) if isinstance(e, int) else e for e in entries]))


def cut(a: Matrix, items: tuple[Any, ...]) -> Matrix:
    """Return the part of a matrix that slices, numbers and lists name; bounds may be expressions."""
    numbers: list[Any] = []

    def held(entry: Any) -> Any:
        if entry is None or isinstance(entry, int):
            return entry
        numbers.append(as_data(entry))
        return len(numbers) - 1, None

    def bounds(item: Any) -> Any:
        if isinstance(item, slice):
            return slice, [held(part) for part in (item.start, item.stop, item.step)]
        return None, [held(item)]

    wanted = [bounds(item) for item in items]

    def part(matrix: Any, *values: Any) -> Any:
        def back(entry: Any) -> Any:
            if not isinstance(entry, tuple):
                return entry
            value = values[entry[0]]
            return int(value) if value.ndim == 0 else value

        found = matrix
        for axis, (kind, entries) in enumerate(wanted):
            known = [back(entry) for entry in entries]
            item = slice(*known) if kind is slice else known[0]
            item = [item] if isinstance(item, int) else item
            found = found[item] if axis == 0 else found[:, item]
        return found

    return changed(part, [a], more=numbers)


def diagonal(a: Matrix) -> Any:
    """Return the diagonal."""
    own = gn.astype(a.rows == a.columns, a.dtype)
    return ops.put(
        gn.zeros((gn.minimum(*a.shape),) if a.shape[0] != a.shape[1] else (a.shape[0],), dtype=a.dtype),
        a.data * own,
        (gn.where(a.rows == a.columns, gn.astype(a.rows, "int64"), 0),),
        axis=0,
        mode="add",
    )


def hstack(blocks: Sequence[Matrix], format: str | None = None) -> Matrix:
    """Return matrices side by side."""
    return changed(lambda *found: import_module("scipy.sparse").hstack(found), blocks, format)


def vstack(blocks: Sequence[Matrix], format: str | None = None) -> Matrix:
    """Return matrices one below the other."""
    return changed(lambda *found: import_module("scipy.sparse").vstack(found), blocks, format)
