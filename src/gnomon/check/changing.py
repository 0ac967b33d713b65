"""What a function that nobody calls finds changed since its module or object was made.

Its caller is not known, so whatever other code rebinds or fills may have any value by then.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING, Any

from gnomon.check.trees import walk
from gnomon.values import (
    UNKNOWN,
    ClassValue,
    DictValue,
    FunctionValue,
    Instance,
    ListValue,
    SetValue,
    Unknown,
    state,
)

if TYPE_CHECKING:
    from gnomon.check.source import Source

CHANGES = frozenset(
    "append appendleft extend insert pop popleft popitem remove clear update setdefault add discard".split()
)
"""Methods that change a list, dict or set in place."""


def rewritten_globals(source: Source) -> set[str]:
    """Return globals that functions write, and those that the module itself binds more than once."""
    again = {name for name, times in _bindings(source.tree.body).items() if times > 1}
    if "global " not in source.text:
        return again
    return again | {name for node in source.nodes() if type(node) is ast.Global for name in node.names}


def _bindings(body: list[ast.stmt]) -> Counter[str]:
    """Count how often a run of these statements binds each name, of arms the one that does most."""
    times: Counter[str] = Counter()
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if not _declares(node):
                times.update((node.name,))
        elif isinstance(node, ast.If):
            times += _bindings(node.body) | _bindings(node.orelse)
        elif isinstance(node, ast.Try | ast.TryStar):
            arms = _bindings([*node.body, *node.orelse])
            for handler in node.handlers:
                arms |= _bindings(handler.body)
            times += arms + _bindings(node.finalbody)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith)):
            times += _bindings([*node.body, *getattr(node, "orelse", ())])
            times.update(_names(getattr(node, "target", None)))
        elif isinstance(node, ast.Assign):
            times.update(name for target in node.targets for name in _names(target))
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign)) and node.value is not None:
            times.update(_names(node.target))
    return times


def _declares(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a definition only declares one more way to call a function: ``@overload``, ``@f.register`` ..."""
    return any(
        isinstance(inner, (ast.Name, ast.Attribute))
        and (inner.id if isinstance(inner, ast.Name) else inner.attr) in ("overload", "register")
        for decorator in node.decorator_list
        for inner in walk(decorator)
    )


def _names(target: ast.expr | None) -> set[str]:
    if isinstance(target, ast.Name):
        return {target.id}
    if isinstance(target, (ast.Tuple, ast.List)):
        return {name for entry in target.elts for name in _names(entry)}
    return _names(target.value) if isinstance(target, ast.Starred) else set()


def attributes_changed(cls: ClassValue) -> dict[str, dict[str, bool]]:
    """Return which methods beside ``__init__`` write each attribute of ``self``.

    Of each method it says whether it binds the attribute anew; else it changes what the attribute holds.
    """
    writers: dict[str, dict[str, bool]] = {}
    for entry in cls.lineage:
        if type(entry) is not ClassValue or entry.node is None:
            continue
        for method in entry.node.body:
            if isinstance(method, (ast.FunctionDef, ast.AsyncFunctionDef)) and method.name != "__init__":
                for node in walk(method):
                    written = _written_attribute(node)
                    if written is not None:
                        methods = writers.setdefault(written, {})
                        methods[method.name] = methods.get(method.name, False) or type(node) is ast.Attribute
    return writers


def _written_attribute(node: ast.AST) -> str | None:
    """Return the attribute of a name that a piece of code sets, or changes in place."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
        node = node.func.value
    elif isinstance(node, ast.Subscript) and type(node.ctx) is not ast.Load:
        node = node.value
    elif not (isinstance(node, ast.Attribute) and type(node.ctx) is ast.Store):
        return None
    if isinstance(node, ast.Attribute) and type(node.value) is ast.Name:
        return node.attr
    return None


def forget_changed(instance: Instance, changed: dict[str, dict[str, bool]]) -> None:
    """Forget, of a cold object, what methods that ``__init__`` does not call write; what is empty may fill."""
    initial = instance.cls.lookup("__init__")
    called_by_init = set()
    if initial is not None and type(initial[0]) is FunctionValue:
        for node in walk(initial[0].node):
            if type(node) is ast.Call and type(node.func) is ast.Attribute:
                called_by_init.add(node.func.attr)
    for name, writers in changed.items():
        if name not in instance.cell:
            continue
        later = [binds for method, binds in writers.items() if method not in called_by_init]
        if any(later):
            state.write(instance.cell, name, Unknown(name=f"self.{name}"))
        elif later:
            _open(instance.cell[name])
    _open_empty_of(instance, set())


def _open_empty_of(instance: Instance, seen: set[int]) -> None:
    seen.add(id(instance))
    for value in instance.cell.values():
        if type(value) is Instance and id(value) not in seen and len(seen) < 20:
            _open_empty_of(value, seen)
        else:
            open_if_empty(value)


def open_if_empty(value: Any, depth: int = 2) -> None:
    """Let an empty list, dict or set hold anything, one within others too: nobody keeps one that is never filled."""
    kind = type(value)
    if is_empty(value):
        _open(value)
    elif depth and (kind is ListValue or kind is DictValue):
        held = value.cell.values() if kind is DictValue else (*(value.items or ()), value.element)
        for entry in dict.fromkeys(
            entry for entry in held if type(entry) in (ListValue, DictValue, SetValue)
        ):
            open_if_empty(entry, depth - 1)


def is_empty(value: Any) -> bool:
    """Whether a value is an empty list, tuple, dict or set."""
    kind = type(value)
    if kind is DictValue:
        return not value.cell and value.rest is None
    if kind is tuple:
        return not value
    return (kind is ListValue or kind is SetValue) and value.items == ()


def _open(value: Any) -> None:
    """Forget how many elements a container has, and what else it may hold."""
    kind = type(value)
    if kind is ListValue:
        value.forget()
    elif kind is DictValue:
        value.put_unknown(UNKNOWN)
    elif kind is SetValue:
        value.replace(None)
