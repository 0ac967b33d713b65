"""Data in batches: arrays of samples, cut along their first axis, as symbols and as values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gnomon.graph.array import Array
from gnomon.graph.constants import symbol
from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site
from gnomon.graph.trees import flatten, unflatten


class Data:
    """Arrays of samples: a tree (an array, or tuples and dicts of arrays) with the samples on axis 0 of each leaf."""

    def __init__(self, name: str, tree: Any) -> None:
        leaves, self.structure = flatten(tree)
        self.arrays = [np.asarray(leaf) for leaf in leaves]
        if not self.arrays or not all(array.ndim for array in self.arrays):
            raise ArgumentError(
                f"{name} must be arrays with the samples on axis 0, got {tree!r}", user_site()
            )
        counts = {len(array) for array in self.arrays}
        if len(counts) > 1:
            shapes = ", ".join(str(array.shape) for array in self.arrays)
            raise ArgumentError(
                f"{name}: the arrays have different numbers of samples: {shapes}", user_site()
            )
        self.count = counts.pop()
        if not self.count:
            raise ArgumentError(f"{name} has no samples", user_site())

    def symbols(self, size: str = "batch") -> list[Array]:
        """Return a symbol for each array, of any number of samples."""
        return [
            symbol(f"data_{place}", shape=(size, *array.shape[1:]), dtype=array.dtype)
            for place, array in enumerate(self.arrays)
        ]

    def tree(self, leaves: list[Any]) -> Any:
        """Return the tree of the data with other leaves."""
        return unflatten(self.structure, leaves)

    def batches(self, size: int, order: Any = None) -> Iterator[tuple[int, list[Any]]]:
        """Yield the number of samples and the arrays of each batch; the last one may be smaller."""
        for start in range(0, self.count, size):
            chosen = slice(start, start + size) if order is None else order[start : start + size]
            yield min(size, self.count - start), [array[chosen] for array in self.arrays]

    def steps(self, size: int) -> int:
        """Return how many batches there are."""
        return -(-self.count // size)


def applied(model: Any, x: Any) -> Any:
    """Return what a model gives for its inputs: a tuple is several."""
    return model(*x) if isinstance(x, tuple) else model(x)


def batch_size(function: str, value: Any) -> int:
    """Return the size of batches that was asked for."""
    if type(value) is not int or value < 1:
        raise ArgumentError(f"{function}: batch must be a positive integer, got {value!r}", user_site())
    return value
