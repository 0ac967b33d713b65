"""Lines of a file that stand inside of a ``with`` block or a decorated function of certain names."""

from __future__ import annotations

import ast
from typing import Any


def stands_inside(site: Any, words: tuple[str, ...]) -> bool:
    """Whether a place stands inside of a block or a function whose head says one of some words."""
    return any(first <= site.node.lineno <= last for first, last in _stretches(site.source, words))


def _stretches(source: Any, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """Return the first and last lines of such blocks and functions of a file."""
    known: list[tuple[int, int]] | None = source.memo.get(words)
    if known is not None:
        return known
    found: list[tuple[int, int]] = []
    source.memo[words] = found
    if any(word in source.text for word in words):
        for node in source.nodes():
            heads: list[Any]
            if isinstance(node, (ast.With, ast.AsyncWith)):
                heads = [item.context_expr for item in node.items]
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                heads = node.decorator_list
            else:
                continue
            if any(word in ast.unparse(head) for head in heads for word in words):
                found.append((node.lineno, node.end_lineno or node.lineno))
    return found
