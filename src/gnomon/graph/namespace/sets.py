"""Sets: the distinct elements of arrays, in sorted order; NaN differ from each other."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.constants import as_array, constant
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.creation import arange, zeros_like
from gnomon.graph.namespace.searching import nonzero
from gnomon.shapes import dtypes


class unique_all_result(NamedTuple):
    """What `unique_all` returns."""

    values: Array
    indices: Array
    inverse_indices: Array
    counts: Array


class unique_counts_result(NamedTuple):
    """What `unique_counts` returns."""

    values: Array
    counts: Array


class unique_inverse_result(NamedTuple):
    """What `unique_inverse` returns."""

    values: Array
    inverse_indices: Array


def _parts(name: str, x: Any) -> tuple[Array, ...]:
    import numpy as np

    x = take.array(name, "x", x)
    if not isinstance(x, Constant):
        return _computed(x)
    data = x.data
    values, indices, inverse, counts = np.unique(
        data, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return tuple([_constant(part) for part in (values, indices, inverse.reshape(data.shape), counts)])


def _computed(x: Array) -> tuple[Array, ...]:
    """Return the same of a symbolic array: where the sorted elements change, a distinct one begins."""
    flat = ops.reshape(x, shape=(x.size,))
    order = ops.argsort(flat, axis=0)
    ordered, places = ops.pick(flat, (order,)), arange(x.size)
    begins = ops.logical_or(ops.equal(places, 0), ops.not_equal(ordered, ops.roll(ordered, shift=1, axis=0)))
    firsts = nonzero(begins)[0]
    number = ops.subtract(ops.cumsum(ops.cast(begins, dtype=dtypes.int64), axis=0), 1)
    inverse = ops.put(zeros_like(places), number, (order,))
    return (
        ops.pick(ordered, (firsts,)),
        ops.pick(order, (firsts,)),
        ops.reshape(inverse, shape=x.shape.dims),
        ops.put(zeros_like(firsts), as_array(1), (number,), mode="add"),
    )


def _constant(data: Any) -> Constant:
    data.flags.writeable = False
    return constant(data)


def unique_all(x: Any, /) -> unique_all_result:
    """The distinct elements, where each first occurs, which one each element is, and how often it occurs."""
    return unique_all_result(*_parts("unique_all", x))


def unique_counts(x: Any, /) -> unique_counts_result:
    """The distinct elements, and how often each occurs."""
    values, _, _, counts = _parts("unique_counts", x)
    return unique_counts_result(values, counts)


def unique_inverse(x: Any, /) -> unique_inverse_result:
    """The distinct elements, and which one each element is."""
    values, _, inverse, _ = _parts("unique_inverse", x)
    return unique_inverse_result(values, inverse)


def unique_values(x: Any, /) -> Array:
    """The distinct elements; of a symbolic array a vector of unknown length."""
    x = take.array("unique_values", "x", x)
    if isinstance(x, Constant):
        return _parts("unique_values", x)[0]
    return ops.unique(x)  # type: ignore[no-any-return]


__all__ = ["unique_all", "unique_counts", "unique_inverse", "unique_values"]
