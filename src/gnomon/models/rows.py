"""Nested lists that are to become one array: their rows must have one shape."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.arguments import items
from gnomon.values import ListValue, Tensor

MANY = 256
"""Longer lists are not looked through."""


def require_even_rows(value: Any) -> None:
    """Require that nested lists of numbers make an array: rows of different lengths do not."""
    rows = None if type(value) is Tensor else items(value)
    if not rows or len(rows) > MANY or any(type(row) not in (list, tuple, ListValue, Tensor) for row in rows):
        return
    ops.even_rows(rows)
    for row in rows:
        require_even_rows(row)
