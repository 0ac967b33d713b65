"""Sets: the distinct elements of concrete arrays, in sorted order; NaN differ from each other."""

from __future__ import annotations

from typing import Any, NamedTuple

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.concrete import value_of
from gnomon.graph.constants import constant
from gnomon.graph.namespace import arguments as take


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

    data = value_of(take.array(name, "x", x), f"{name}()")
    values, indices, inverse, counts = np.unique(
        data, return_index=True, return_inverse=True, return_counts=True, equal_nan=False
    )
    return tuple([_constant(part) for part in (values, indices, inverse.reshape(data.shape), counts)])


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
