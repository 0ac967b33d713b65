"""Whether two objects or layers were made alike, so that a call of one tells what a call of the other does."""

from __future__ import annotations

from typing import Any

from gnomon.values import Bound, Choice, DictValue, Instance, ListValue, Modelled, Tensor, Unknown
from gnomon.values.choice import same

DEPTH = 8
_OWN = ("_born", "site", "outer")


def distinct(values: list[Any]) -> list[Any]:
    """Return values without objects and layers that are like an earlier one."""
    kept: list[Any] = []
    for value in values:
        if not any(alike(other, value) for other in kept):
            kept.append(value)
    return kept


def alike(first: Any, second: Any) -> bool:
    """Whether two objects or layers hold the same: sizes that are not known must be one and the same."""
    kind = type(first)
    whole = kind is Instance or kind is Bound or isinstance(first, Modelled)
    return whole and _hold_the_same(first, second, DEPTH)


def _hold_the_same(first: Any, second: Any, depth: int) -> bool:
    if same(first, second):
        return True
    kind = type(first)
    if kind is not type(second) or not depth:
        return False
    if kind is Tensor:
        return (
            bool(first.shape == second.shape)
            and first.dtype is second.dtype
            and first.library == second.library
            and first.contents == second.contents
            and first.bounds == second.bounds
            and _hold_the_same(first.attributes, second.attributes, depth - 1)
        )
    if kind is Unknown:
        return bool(first.kind == second.kind) and first.tensor is None and second.tensor is None
    if kind is tuple or kind is list:
        return _each(first, second, depth)
    if kind is Choice:
        return _each(first.values, second.values, depth)
    if kind is dict:
        return _entries(first, second, depth)
    if kind is ListValue:
        return (
            first.items is not None and second.items is not None and _each(first.items, second.items, depth)
        )
    if kind is DictValue:
        return first.rest is None and second.rest is None and _entries(first.cell, second.cell, depth)
    if kind is Instance:
        native = _hold_the_same(first.native, second.native, depth - 1)
        return native and first.cls is second.cls and _entries(first.cell, second.cell, depth)
    if kind is Bound:
        return _each((first.function, first.receiver), (second.function, second.receiver), depth)
    return isinstance(first, Modelled) and _entries(first.__dict__, second.__dict__, depth)


def _each(first: Any, second: Any, depth: int) -> bool:
    return len(first) == len(second) and all(
        _hold_the_same(a, b, depth - 1) for a, b in zip(first, second, strict=True)
    )


def _entries(first: dict[Any, Any], second: dict[Any, Any], depth: int) -> bool:
    return first.keys() == second.keys() and all(
        key in _OWN or _hold_the_same(value, second[key], depth - 1) for key, value in first.items()
    )
