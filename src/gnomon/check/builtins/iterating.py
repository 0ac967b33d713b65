"""What goes through values one by one: zip, enumerate, map, sorted, any, next."""

from __future__ import annotations

from typing import Any

from gnomon.check.builtins.registry import builtin, frame_of_call, interpreter
from gnomon.check.iterating import iterate, known_items
from gnomon.check.truth import truth_of
from gnomon.shapes import symbol
from gnomon.values import (
    ABSENT,
    UNKNOWN,
    Instance,
    Iteration,
    ListValue,
    Modelled,
    Unknown,
    choice,
)


@builtin("zip")
def zipped(*values: Any, strict: Any = False) -> Any:
    if len(values) > 1 and all(value is values[0] for value in values[1:]) and _is_iterator(values[0]):
        return _in_groups(values[0], len(values))
    seen = [iterate(interpreter(), value) for value in values]
    known = [part.items for part in seen if part is not None and part.items is not None]
    if len(known) == len(values):
        return ListValue([tuple(row) for row in zip(*known, strict=False)], kind="zip")
    lengths = [part.length for part in seen if part is not None]
    whole = len(lengths) == len(values) and all(type(length) is int for length in lengths)
    if known and not whole and any(len(items) <= 64 for items in known):
        count = min(len(items) for items in known)
        return ListValue([_row(seen, position) for position in range(count)], kind="zip")
    return Iteration(make=lambda: _row(seen, None), length=min(lengths) if whole else None)


def _is_iterator(value: Any) -> bool:
    return type(value) is Iteration or (type(value) is ListValue and value.kind == "iterator")


def _in_groups(iterator: Any, count: int) -> Any:
    """Return the groups that one iterator, given so many times to `zip`, is taken apart into."""
    items = None if type(iterator) is Iteration else iterator.items
    if items is None:
        return Iteration(make=lambda: _row([iterate(interpreter(), iterator)] * count, None))
    iterator.replace(())
    return ListValue(list(zip(*[iter(items)] * count, strict=False)), kind="zip")


def _row(seen: list[Iteration | None], position: int | None) -> tuple[Any, ...]:
    row = []
    for part in seen:
        if part is None:
            row.append(UNKNOWN)
        elif position is not None and part.items is not None:
            row.append(part.items[position])
        else:
            element = part.typical()
            row.append(UNKNOWN if element is ABSENT else element)
    return tuple(row)


@builtin("enumerate")
def _enumerate(value: Any, start: Any = 0) -> Any:
    seen = iterate(interpreter(), value)
    if seen is not None and seen.items is not None and type(start) is int:
        return ListValue(
            [(start + position, item) for position, item in enumerate(seen.items)], kind="enumerate"
        )
    make = (lambda: UNKNOWN) if seen is None else seen.typical
    count = None if seen is None else seen.length
    smaller = None if seen is None else seen.last
    low, high, final = _numbers(start, count, smaller is not None)

    def element() -> Any:
        item = make()
        return (symbol(lower=low, upper=high), UNKNOWN if item is ABSENT else item)

    last = None if smaller is None else lambda: (final, smaller())
    return Iteration(make=element, length=count, last=last)


def _numbers(start: Any, count: Any, apart: bool) -> tuple[int | None, int | None, Any]:
    """Return the limits of the numbers of counted elements, and the number of the last where it stands apart."""
    if type(start) is not int:
        return None, None, symbol(lower=None)
    if type(count) is not int or count < 2:
        return start, None, symbol(lower=start + 1)  # a loop whose last element differs has another before
    return start, start + count - 1 - apart, start + count - 1


@builtin("map")
def _map(function: Any, *values: Any) -> Any:
    run = interpreter()
    seen = [iterate(run, value) for value in values]
    if seen and all(part is not None and part.items is not None and len(part.items) <= 1000 for part in seen):
        rows = zip(
            *(part.items for part in seen if part is not None and part.items is not None), strict=False
        )
        return ListValue([_called(function, *row) for row in rows], kind="map")
    return Iteration(
        make=lambda: _called(function, *_row(seen, None)), length=seen[0].length if seen and seen[0] else None
    )


def _called(function: Any, *arguments: Any) -> Any:
    from gnomon.check.calls import call_value

    run, frame = interpreter(), frame_of_call()
    site = run.reporter.site
    return call_value(run, function, arguments, {}, site.node if site else None, frame, [])


@builtin("filter")
def _filter(function: Any, value: Any) -> Any:
    items = known_items(interpreter(), value)
    if items is None:
        seen = iterate(interpreter(), value)
        return Iteration(make=lambda: UNKNOWN) if seen is None else Iteration(make=seen.typical)
    kept = []
    for item in items:
        answer = truth_of(item if function is None else _called(function, item))
        if answer is None:
            return ListValue(None, element=choice(items) if items else UNKNOWN)
        if answer:
            kept.append(item)
    return ListValue(kept)


@builtin("sorted", "reversed")
def _reordered(value: Any, *, key: Any = None, reverse: Any = False) -> Any:
    items = known_items(interpreter(), value)
    if items is None:
        seen = iterate(interpreter(), value)
        element = UNKNOWN if seen is None else seen.typical()
        return ListValue(None, element=element, length=None if seen is None else seen.length)
    if key is None and all(type(item) in (int, float) for item in items):
        return ListValue(sorted(items, reverse=truth_of(reverse) is True))
    if key is None and all(type(item) is str for item in items):
        return ListValue(sorted(items, reverse=truth_of(reverse) is True))
    from gnomon.check.expressions import joined

    element = joined(items) if items else UNKNOWN
    return ListValue([element] * len(items)) if len(items) > 1 else ListValue(items)


@builtin("reversed")
def _reversed(value: Any) -> Any:
    items = known_items(interpreter(), value)
    if items is None:
        return _reordered(value)
    return ListValue(items[::-1])


@builtin("any")
def _any(value: Any) -> Any:
    return _quantified(value, True)


@builtin("all")
def _all(value: Any) -> Any:
    return _quantified(value, False)


def _quantified(value: Any, stops: bool) -> Any:
    items = known_items(interpreter(), value)
    if items is None:
        return Unknown("bool")
    answers = [truth_of(item) for item in items]
    if stops in answers:
        return stops
    return Unknown("bool") if None in answers else not stops


@builtin("iter")
def _iter(value: Any, *rest: Any) -> Any:
    run = interpreter()
    seen = iterate(run, value)
    if seen is None:
        return UNKNOWN
    return ListValue(seen.items, kind="iterator") if seen.items is not None else seen


@builtin("next")
def _next(value: Any, *default: Any) -> Any:
    from gnomon.check.functions import Generator

    run = interpreter()
    if type(value) is Generator:
        value = value.left()
    if type(value) is ListValue and value.items == () and default:
        return default[0]
    if type(value) is ListValue and value.items:
        first = value.items[0]
        if value.kind in ("iterator", "zip", "map", "enumerate", "list"):
            value.replace(value.items[1:])
        return first
    if isinstance(value, (Instance, Modelled)):
        from gnomon.check.attributes import find_method

        method = find_method(run, value, "__next__")
        if method is not None:
            return run.invoke(method)
    seen = iterate(run, value)
    if seen is None:
        return UNKNOWN
    element = seen.typical()
    return UNKNOWN if element is ABSENT else element
