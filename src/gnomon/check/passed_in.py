"""Calls of functions that were passed in, where the program may know better than the checker which they are."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

from gnomon.check.trees import children, walk

if TYPE_CHECKING:
    from gnomon.check.source import Source

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_BRANCHES = (ast.If, ast.IfExp, ast.Try, ast.Match, ast.While)


def is_chosen(node: Any, source: Source) -> bool:
    """Whether a call reaches, under a condition, a parameter or the item of a loop.

    Which of several functions it is may go with the condition: with an ``isinstance``, or a flag that came with it.
    So may the class of a parameter whose method is called under a test of its kind.
    """
    if not isinstance(node, ast.Call) or not isinstance(node.func, (ast.Name, ast.Attribute)):
        return False
    found: set[int] | None = source.memo.get("chosen functions")
    if found is None:
        found = source.memo["chosen functions"] = set()
        _walk(source.tree, _items(source), False, frozenset(), found)
    return id(node) in found


def _walk(
    node: ast.AST, given: frozenset[str], conditional: bool, asked: frozenset[str], found: set[int]
) -> None:
    if isinstance(node, _FUNCTIONS):
        spec = node.args
        parameters = (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)
        given, conditional = given | frozenset([p.arg for p in parameters]), False
        asked = frozenset()
    elif isinstance(node, _BRANCHES):
        conditional = True
        asked |= _asked(getattr(node, "test", None))
    elif conditional and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in given:
            found.add(id(node))
    elif asked and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        owner = node.func.value
        if isinstance(owner, ast.Name) and owner.id in given & asked:
            found.add(id(node))
    for child in children(node):
        _walk(child, given, conditional, asked, found)


def _asked(test: ast.expr | None) -> frozenset[str]:
    """Return the names of which a test asks the kind: ``isinstance(x.data, list)``, ``hasattr(x, "data")`` ..."""
    return frozenset(
        [
            name.id
            for call in (() if test is None else walk(test))
            if isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id in ("isinstance", "issubclass", "hasattr", "callable", "type")
            for argument in call.args[:1]
            for name in walk(argument)
            if isinstance(name, ast.Name)
        ]
    )


def _items(source: Source) -> frozenset[str]:
    """Return the names of the items of all loops in a file."""
    return frozenset(
        [
            name.id
            for part in source.nodes()
            if isinstance(part, (ast.For, ast.AsyncFor, ast.comprehension))
            for name in walk(part.target)
            if isinstance(name, ast.Name)
        ]
    )
