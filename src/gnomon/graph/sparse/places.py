"""Where entries are stored, worked out by NumPy and SciPy while a function runs: integers, which nothing is differentiated by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from gnomon import ops

PLACES = (("int32", (False,)), ("int32", (False,)))
"""The kinds of two vectors of places."""
POSITIONS = ("int64", (False,))
FRAME = ("bool", (False, False, False))


def asked(arrays: Sequence[Any], function: Callable[..., Any], kinds: Sequence[Any]) -> Any:
    """Return what a Python function says of arrays when they are there."""
    return ops.call_back(
        tuple([ops.stop_gradient(array) for array in arrays]), function=function, kinds=tuple(kinds)
    )


def make_matrix(format: str, data: Any, indices: Any, indptr: Any, frame: Any) -> Any:
    """Return SciPy's matrix of some arrays, which are copied: what is done to it stays with it."""
    make = getattr(import_module("scipy.sparse"), f"{format}_matrix")
    return make((np.array(data), np.array(indices), np.array(indptr)), shape=frame.shape[:2], copy=True)


def dense_places(format: str) -> Callable[..., Any]:
    """Return the function that finds what is not 0 in an array."""

    def find(x: Any) -> Any:
        rows, columns = np.nonzero(x)
        if format == "csc":
            order = np.lexsort((rows, columns))
            rows, columns = rows[order], columns[order]
        indices, lines = (columns, rows) if format == "csr" else (rows, columns)
        return (
            indices.astype("int32"),
            begins(lines, x.shape[0 if format == "csr" else 1]),
            rows.astype("int32"),
            columns.astype("int32"),
        )

    return find


def begins(lines: Any, count: int) -> Any:
    """Return where each line begins in a sorted vector of lines."""
    return np.searchsorted(lines, np.arange(count + 1)).astype("int32")


def grouped(format: str) -> Callable[..., Any]:
    """Return the function that sorts places, and says which entry of the sorted matrix each belongs to."""

    def find(rows: Any, columns: Any, frame: Any) -> Any:
        lines, inside, width = (rows, columns, 1) if format == "csr" else (columns, rows, 0)
        keys = lines.astype("int64") * max(frame.shape[width], 1) + inside
        unique, places = np.unique(keys, return_inverse=True)
        lines, inside = np.divmod(unique, max(frame.shape[width], 1))
        return (
            inside.astype("int32"),
            begins(lines, frame.shape[1 - width]),
            places.reshape(-1).astype("int64"),
        )

    return find


def rearranged(function: Callable[..., Any], formats: Sequence[str], format: str) -> Callable[..., Any]:
    """Return a function that carries out one of SciPy on matrices whose entries are numbers of entries.

    It takes the indices, indptr and frame of each matrix; it gives those of the result, and which entry of all the
    matrices, one after the other, each entry of the result is.
    """

    def find(*arrays: Any) -> Any:
        matrices, count = [], 1
        for k, each in enumerate(formats):
            indices, indptr, frame = arrays[3 * k : 3 * k + 3]
            numbers = np.arange(count, count + len(indices))
            matrices.append(make_matrix(each, numbers, indices, indptr, frame))
            count += len(indices)
        found = function(*matrices, *arrays[3 * len(formats) :]).asformat(format)
        frame = np.empty((*found.shape, 0), bool)
        return (
            found.indices.astype("int32"),
            found.indptr.astype("int32"),
            frame,
            found.data.astype("int64") - 1,
        )

    return find


def paired(rows: Any, columns: Any, other_rows: Any, other_columns: Any) -> Any:
    """Return which entries of two matrices meet in their product: those of a column and a row of the same number.

    Also the row and column where each product goes.
    """
    order = np.argsort(other_rows, kind="stable")
    starts = np.searchsorted(other_rows[order], columns, side="left")
    counts = np.searchsorted(other_rows[order], columns, side="right") - starts
    first = np.repeat(np.arange(len(columns)), counts)
    inside = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    second = order[np.repeat(starts, counts) + inside]
    return (
        first.astype("int64"),
        second.astype("int64"),
        rows[first].astype("int32"),
        other_columns[second].astype("int32"),
    )


def common(rows: Any, columns: Any, other_rows: Any, other_columns: Any) -> Any:
    """Return which entries of two matrices are at the same places, and where."""
    width = int(max(columns.max(initial=0), other_columns.max(initial=0))) + 1
    keys = rows.astype("int64") * width + columns
    others = other_rows.astype("int64") * width + other_columns
    order = np.argsort(others, kind="stable")
    if not len(others):
        empty = np.zeros(0, "int64")
        return empty, empty, empty.astype("int32"), empty.astype("int32")
    places = np.minimum(np.searchsorted(others[order], keys), len(others) - 1)
    first = np.flatnonzero(others[order][places] == keys)
    second = order[places[first]]
    return first, second, rows[first].astype("int32"), columns[first].astype("int32")
