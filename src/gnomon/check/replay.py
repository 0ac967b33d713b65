"""Deferred graphs: computing a tensor again with placeholders or symbolic inputs substituted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.values import UNKNOWN, DictValue, LibraryFunction, ListValue, Modelled, Tensor

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter

DEPTH_LIMIT = 4_000


def replay(run: Interpreter, value: Any, substitution: dict[int, Any]) -> Any:
    """Return a value with its deferred tensors made again from substituted inputs.

    ``substitution`` maps ``id`` of a tensor to the value that stands for it. Each maker runs once.
    """
    memo: dict[int, Any] = dict(substitution)
    results: dict[int, Any] = {}
    return _value(run, value, memo, results)


def _value(run: Interpreter, value: Any, memo: dict[int, Any], results: dict[int, Any]) -> Any:
    kind = type(value)
    if kind is Tensor:
        return _tensor(run, value, memo, results)
    if kind is tuple:
        return tuple([_value(run, item, memo, results) for item in value])
    if kind is list:
        return [_value(run, item, memo, results) for item in value]
    if kind is ListValue and value.items is not None:
        items = tuple([_value(run, item, memo, results) for item in value.items])
        return value if all(a is b for a, b in zip(items, value.items, strict=True)) else ListValue(items)
    if kind is DictValue:
        entries = {key: _value(run, item, memo, results) for key, item in value.cell.items()}
        if all(entries[key] is item for key, item in value.cell.items()):
            return value
        return DictValue(entries, rest=value.rest)
    if isinstance(value, Modelled) and hasattr(kind, "parts"):
        parts = value.parts()  # type: ignore[attr-defined]
        made = [_value(run, item, memo, results) for item in parts]
        return value if all(a is b for a, b in zip(made, parts, strict=True)) else kind.rebuilt(made)
    return value


def _tensor(run: Interpreter, tensor: Tensor, memo: dict[int, Any], results: dict[int, Any]) -> Any:
    """Return a tensor made again; iterative over the graph, so that depth does not matter."""
    stack = [tensor]
    while stack:
        current = stack[-1]
        if id(current) in memo:
            stack.pop()
            continue
        maker = current.maker
        if maker is None or isinstance(maker, str):
            memo[id(current)] = current
            stack.pop()
            continue
        pending = [t for t in _inputs(maker) if id(t) not in memo]
        if pending and len(stack) < DEPTH_LIMIT:
            stack.extend(pending)
            continue
        memo[id(current)] = _make(run, current, maker, memo, results)
        stack.pop()
    return memo[id(tensor)]


def _inputs(maker: Any) -> list[Tensor]:
    found: list[Tensor] = []

    def visit(value: Any) -> None:
        kind = type(value)
        if kind is Tensor:
            found.append(value)
        elif kind is tuple or kind is list:
            for item in value:
                visit(item)
        elif kind is ListValue and value.items is not None:
            for item in value.items:
                visit(item)
        elif kind is DictValue:
            for item in value.cell.values():
                visit(item)
        elif isinstance(value, Modelled) and hasattr(kind, "parts"):
            for item in value.parts():  # type: ignore[attr-defined]
                visit(item)

    visit(maker.arguments)
    for value in maker.keywords.values():
        visit(value)
    return found


def _make(run: Interpreter, tensor: Tensor, maker: Any, memo: dict[int, Any], results: dict[int, Any]) -> Any:
    from gnomon.check.library import _attempt, members_of

    arguments = tuple([_value(run, argument, memo, results) for argument in maker.arguments])
    keywords = {name: _value(run, argument, memo, results) for name, argument in maker.keywords.items()}
    unchanged = all(a is b for a, b in zip(arguments, maker.arguments, strict=True)) and all(
        keywords[name] is value for name, value in maker.keywords.items()
    )
    if unchanged:
        return tensor
    shared = id(maker.arguments), id(maker.site)
    made = results.get(shared[0]) if maker.part is not None else None
    if made is None:
        record = LibraryFunction(f"{maker.library or 'op'}.replayed", maker.function)
        given = list(
            zip((*maker.arguments, *maker.keywords.values()), (*arguments, *keywords.values()), strict=True)
        )
        spots = [(new, place) for held, place in maker.spots for old, new in _leaves(given) if held is old]
        held_callers, run.reporter.callers = run.reporter.callers, list(maker.callers)
        try:
            made = _attempt(run, record, arguments, keywords, maker.site, spots)
        finally:
            run.reporter.callers = held_callers
        if maker.part is not None:
            results[shared[0]] = made
    for step in maker.part or ():
        made = next((member for place, member in members_of(made) if place == step), UNKNOWN)
    return made


def _leaves(pairs: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return what was substituted for each value, also inside lists and tuples."""
    found = []
    for old, new in pairs:
        found.append((old, new))
        first, second = _members(old), _members(new)
        if first and len(first) == len(second):
            found.extend(_leaves(list(zip(first, second, strict=True))))
    return found


def _members(value: Any) -> tuple[Any, ...]:
    if type(value) is tuple:
        return value
    return value.items if type(value) is ListValue and value.items is not None else ()
