"""Calls of functions that were passed in, where the program may know better than the checker which they are."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gnomon.check.source import Source

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_BRANCHES = (ast.If, ast.IfExp, ast.Try, ast.Match, ast.While)


def is_chosen(node: Any, source: Source) -> bool:
    """Whether a call reaches, under a condition, a parameter or the item of a loop.

    Which of several functions it is may go with the condition: with an ``isinstance``, or a flag that came with it.
    """
    if not isinstance(node, ast.Call):
        return False
    found: set[int] | None = source.memo.get("chosen functions")
    if found is None:
        found = source.memo["chosen functions"] = set()
        _walk(source.tree, frozenset(), False, found)
    return id(node) in found


def _walk(node: ast.AST, given: frozenset[str], conditional: bool, found: set[int]) -> None:
    if isinstance(node, _FUNCTIONS):
        spec = node.args
        parameters = (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)
        given, conditional = given | frozenset([p.arg for p in parameters]) | _items(node), False
    elif isinstance(node, ast.Module):
        given = _items(node)
    elif isinstance(node, _BRANCHES):
        conditional = True
    elif conditional and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in given:
            found.add(id(node))
    for child in ast.iter_child_nodes(node):
        _walk(child, given, conditional, found)


def _items(scope: ast.AST) -> frozenset[str]:
    """Return the names of the items of a scope's loops."""
    return frozenset(
        [
            name.id
            for part in ast.walk(scope)
            if isinstance(part, (ast.For, ast.AsyncFor, ast.comprehension))
            for name in ast.walk(part.target)
            if isinstance(name, ast.Name)
        ]
    )
