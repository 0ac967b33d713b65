"""One value that stands for any element of a collection."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Instance,
    Iteration,
    ListValue,
    SequenceValue,
    Tensor,
    choice,
    host,
    symbol,
)
from gnomon.values import ABSENT

EXACT_ITEMS = 4_000


def elements(value: Any) -> tuple[Any, ...] | None:
    """Return all elements of a value of the program; None where they are not known one by one."""
    if type(value) is tuple:
        return value
    if type(value) is list:
        return tuple(value)
    seen = host.iterate(value)
    return None if seen is None else seen.items


def any_of(values: tuple[Any, ...] | list[Any]) -> Any:
    """Return a value that stands for any one of these: a bounded integer, a tensor of the common shape ..."""
    if not values:
        return UNKNOWN
    first = values[0]
    kinds = {type(value) for value in values}
    if len(kinds) == 1:
        if type(first) is int:
            low, high = min(values), max(values)
            return low if low == high else symbol(lower=low, upper=high)
        if type(first) is tuple and len({len(value) for value in values}) == 1:
            return tuple(any_of(column) for column in zip(*values, strict=True))
        if type(first) is Tensor and all(
            value.shape == first.shape and value.dtype is first.dtype for value in values
        ):
            return Tensor(first.shape, first.dtype, first.library, site=first.site)
        if type(first) is Dim:
            return first if all(value == first for value in values) else symbol(lower=None)
        if type(first) is Instance and all(value.cls is first.cls for value in values):
            common = getattr(first.native, "common_record", None)
            if common is not None:
                return common(values, any_of)
    return choice(list(values))


def any_element(value: Any) -> Any:
    """Return a value that stands for any element of a collection."""
    items = elements(value)
    if items is not None:
        return any_of(items)
    if type(value) in (ListValue, SequenceValue):
        return value.element
    seen: Iteration | None = host.iterate(value)
    element = UNKNOWN if seen is None else seen.typical()
    return UNKNOWN if element is ABSENT else element


def length(value: Any) -> Any:
    """Return the number of elements where it is known, else None."""
    seen = host.iterate(value)
    return None if seen is None else seen.length
