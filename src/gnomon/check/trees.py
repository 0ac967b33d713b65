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
        found += children(part)
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below one, in the order of the text."""
    below: list[ast.AST] = []
    kind = type(node)
    fields = _FIELDS.get(kind)
    if fields is None:
        fields = _FIELDS[kind] = tuple([field for field in kind._fields if field not in _LEAVES])
    for field in fields:
        held = getattr(node, field, None)
        if type(held) is list:
            below += [part for part in held if isinstance(part, ast.AST)]
        elif isinstance(held, ast.AST):
            below.append(held)
    return below


_FIELDS: dict[type, tuple[str, ...]] = {}
"""The other fields of each kind of node."""
