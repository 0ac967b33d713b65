"""Defaults of a class that some call of its file does not keep: nobody who makes an object need keep them either."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gnomon.check.source import Source
    from gnomon.values import ClassValue


def given_by_calls(source: Source) -> dict[str, set[str]]:
    """Return which parameters the calls of a file name, for each name that they call."""
    found: dict[str, set[str]] | None = source.memo.get("given by calls")
    if found is None:
        found = source.memo["given by calls"] = {}
        for node in source.nodes():
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
                )
                if name is not None:
                    words = found.setdefault(name, set())
                    words.update(keyword.arg for keyword in node.keywords if keyword.arg is not None)
    return found


def overridden(cls: ClassValue, source: Source) -> set[str]:
    """Return the parameters or fields that calls of a class in its file name."""
    return given_by_calls(source).get(cls.name, set())
