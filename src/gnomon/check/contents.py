"""Small known contents: what shape vectors and index tuples hold after an operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gnomon.ops.rule import Out
from gnomon.shapes import Dim, dtypes, maximum, minimum

LIMIT = 64

_Rule = Callable[[tuple[Any, ...], Mapping[str, Any], Out], Any]
_RULES: dict[str, _Rule] = {}


def contents_of(
    name: str, arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out
) -> tuple[Any, ...] | None:
    """Return the flat contents of an operation's result where they follow from known contents."""
    found_by = _RULES.get(name)
    if found_by is None or out.shape.rank is None or out.shape.rank > 2:
        return None
    count = out.shape.numel()
    if type(count) is not int or count > LIMIT:
        return None
    found = found_by(arrays, attributes, out)
    return None if found is None or len(found) != count else tuple(found)


def rule(*names: str) -> Callable[[_Rule], _Rule]:
    """Register what the results of operations hold."""

    def declare(found_by: _Rule) -> _Rule:
        for name in names:
            _RULES[name] = found_by
        return found_by

    return declare


@rule("cast")
def _cast(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
    if out.dtype is None or out.dtype is dtypes.bool or out.dtype.bits < 32:
        return None
    return arrays[0].contents


@rule("reshape", "expand_dims", "squeeze", "flatten", "copy", "ravel", "broadcast_to", "contiguous")
def _same(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
    entries = arrays[0].contents
    if entries is not None and len(entries) == 1:
        return entries * _count(out)
    return entries


@rule("concat", "stack")
def _joined(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
    if out.shape.rank != 1 and attributes.get("axis", 0) != 0:
        return None
    joined: list[Any] = []
    from gnomon.check.world import as_array

    for array in arrays:
        for part in array if type(array) in (list, tuple) else (array,):
            entries = as_array(part).contents
            if entries is None:
                size = as_array(part).shape.numel()
                if type(size) is not int or size > LIMIT:
                    return None
                entries = (None,) * size
            joined.extend(entries)
    return joined


@rule("index")
def _picked(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
    entries, array = arrays[0].contents, arrays[0]
    chosen = attributes.get("items")
    if entries is None or array.shape.rank != 1 or type(chosen) is not tuple or len(chosen) != 1:
        return None
    item = chosen[0]
    if type(item) is int:
        return (entries[item],) if -len(entries) <= item < len(entries) else None
    if type(item) is slice and all(
        type(part) is int or part is None for part in (item.start, item.stop, item.step)
    ):
        return entries[item]
    return None


def _elementwise(combine: Callable[[Any, Any], Any]) -> _Rule:
    def combined(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
        first, second = arrays[0].contents, arrays[1].contents
        if first is None or second is None or out.dtype is dtypes.bool:
            return None
        count = _count(out)
        first = first * count if len(first) == 1 else first
        second = second * count if len(second) == 1 else second
        return [
            combine(a, b) if type(a) in (int, Dim) and type(b) in (int, Dim) else None
            for a, b in zip(first, second, strict=False)
        ]

    return combined


def _count(out: Out) -> int:
    count = out.shape.numel()
    return count if type(count) is int else 0


def _whole_quotient(a: Any, b: Any) -> Any:
    return None if b == 0 else a // b


_RULES["add"] = _elementwise(lambda a, b: a + b)
_RULES["subtract"] = _elementwise(lambda a, b: a - b)
_RULES["multiply"] = _elementwise(lambda a, b: a * b)
_RULES["floor_divide"] = _elementwise(_whole_quotient)
_RULES["maximum"] = _elementwise(maximum)
_RULES["minimum"] = _elementwise(minimum)


@rule("arange")
def _counted(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
    start, step = attributes.get("start", 0), attributes.get("step", 1)
    if type(start) is not int or type(step) is not int:
        return None
    return [start + step * k for k in range(_count(out))]


@rule("full")
def _filled(arrays: tuple[Any, ...], attributes: Mapping[str, Any], out: Out) -> Any:
    value = attributes.get("value")
    return (value,) * _count(out) if type(value) in (int, Dim) else None
