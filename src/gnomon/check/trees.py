"""The nodes of a program's tree that stand below one of them."""

from __future__ import annotations

import ast

_LEAVES = frozenset(
    "ctx op ops id attr asname module level kind type_comment conversion simple is_async".split()
)
"""Fields that hold no statement or expression, whatever the node: names, operators, flags."""


def walk(node: ast.AST) -> list[ast.AST]:
    """Return a node and all below it, level by level as `ast.walk`, without operators and contexts."""
    found = [node]
    for part in found:
        _add_children(found, part)
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below one, in the order of the text."""
    below: list[ast.AST] = []
    _add_children(below, node)
    return below


def _add_children(found: list[ast.AST], node: ast.AST) -> None:
    for field in _FIELDS[type(node)]:
        held = getattr(node, field, None)
        if type(held) is list:
            found.extend([part for part in held if isinstance(part, ast.AST)])
        elif isinstance(held, ast.AST):
            found.append(held)


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each kind of node that may hold statements or expressions."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        found = self[kind] = tuple([field for field in kind._fields if field not in _LEAVES])
        return found


_FIELDS = _Fields()
