"""Lists, tuples, sets, dictionaries, ranges, and their lengths."""

from __future__ import annotations

from typing import Any

from gnomon.check.builtins.numbers import WHOLE_STEPS, whole
from gnomon.check.builtins.registry import builtin, interpreter
from gnomon.check.iterating import iterate, known_items, length_of, refuse_scalar
from gnomon.shapes import YES, Dim, maximum, symbol
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    DictValue,
    Instance,
    Iteration,
    ListValue,
    Modelled,
    SequenceValue,
    SetValue,
    Unknown,
    state,
)


@builtin("len")
def _len(value: Any) -> Any:
    length = length_of(value)
    if type(length) in (int, Dim):
        return length
    refuse_scalar(interpreter(), value, "len()")
    if isinstance(value, (Instance, Modelled)):
        from gnomon.check.attributes import find_method

        method = find_method(interpreter(), value, "__len__")
        if method is not None:
            return interpreter().invoke(method)
    if type(value) is Unknown and value.name is not None:
        return _named_length(value)
    return symbol()


def _named_length(value: Unknown) -> Any:
    """Return the same size each time the length of the same unknown value is asked."""
    from gnomon.check.attributes import part_of

    part = part_of(value, "len()")
    if part.parts is None:
        part.parts = {}
    found: Any = part.parts.get("#size")
    if found is None:
        found = symbol()
        part.parts["#size"] = found
    return found


@builtin("range", "xrange")
def _range(*parts: Any) -> Any:
    if all(type(part) is int for part in parts):
        try:
            return range(*parts)
        except (TypeError, ValueError):
            return UNKNOWN
    sizes = [part if type(part) in (int, Dim) else whole(part) for part in parts]
    start, stop, step = (0, sizes[0], 1) if len(sizes) == 1 else (*sizes, 1)[:3]
    if step == 1:
        lower = start if type(start) is int else None
        return Iteration(make=lambda: symbol(lower=lower), length=maximum(stop - start, 0))
    length = stop - start
    for count in range(1, WHOLE_STEPS + 1):
        if state.facts.equal(length, count * step) is YES:
            return Iteration(tuple(start + number * step for number in range(count)))
    return Iteration(make=lambda: symbol(lower=0 if start == 0 else None))


@builtin("list")
def as_list(value: Any = ()) -> Any:
    seen = iterate(interpreter(), value)
    if seen is None:
        return ListValue(None)
    if seen.items is not None:
        return ListValue(seen.items)
    element = seen.typical()
    return ListValue(None, element=UNKNOWN if element is ABSENT else element, length=seen.length)


@builtin("tuple")
def _tuple(value: Any = ()) -> Any:
    if type(value) is SequenceValue:
        return value
    seen = iterate(interpreter(), value)
    if seen is None:
        return SequenceValue(UNKNOWN)
    if seen.items is not None:
        return seen.items
    element = seen.typical()
    return SequenceValue(UNKNOWN if element is ABSENT else element, seen.length)


@builtin("set", "frozenset")
def _set(value: Any = ()) -> Any:
    items = known_items(interpreter(), value)
    from gnomon.check.expressions import hashable

    return SetValue(items) if items is not None and all(map(hashable, items)) else SetValue(None)


@builtin("dict")
def _dict(value: Any = None, **entries: Any) -> Any:
    from gnomon.check.mappings import entries_of

    made = DictValue()
    held = entries_of(value)
    if held is not None:
        made.cell.update(held.cell)
        made.rest = held.rest
    elif value is not None:
        pairs = known_items(interpreter(), value)
        from gnomon.check.expressions import hashable

        if pairs is None:
            made.rest = UNKNOWN
        else:
            for pair in pairs:
                if type(pair) is tuple and len(pair) == 2 and hashable(pair[0]):
                    made.cell[pair[0]] = pair[1]
                else:
                    made.rest = UNKNOWN
    made.cell.update(entries)
    return made
