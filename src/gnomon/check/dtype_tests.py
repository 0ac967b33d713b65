"""Tests of dtypes: what stands under one is written for arrays of some dtypes only."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from gnomon.check.trees import walk

if TYPE_CHECKING:
    from gnomon.check.source import Source

_WORDS = frozenset(
    "dtype issubdtype can_cast result_type is_floating_point is_complex iscomplexobj isrealobj is_integer is_floating".split()
)


def asks_dtype(test: ast.expr, source: Source) -> bool:
    """Whether a test asks for the dtype of something."""
    known: dict[int, bool] = source.memo.setdefault("asks dtype", {})
    found = known.get(id(test))
    if found is None:
        names = [
            part.id if isinstance(part, ast.Name) else getattr(part, "attr", None) for part in walk(test)
        ]
        found = known[id(test)] = not _WORDS.isdisjoint(names)
    return found
