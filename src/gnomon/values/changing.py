"""Arrays that are changed in place: their shape stays, what they hold is no longer known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from gnomon.values.journal import state
from gnomon.values.tensor import Tensor

CHANGEABLE = ("numpy", "torch")
"""Libraries whose arrays can be changed in place."""


def forget_entries(array: Any) -> None:
    """Forget what an array holds that code has changed, or may have changed, in place."""
    if type(array) is not Tensor or array.library not in CHANGEABLE:
        return
    if array.contents is not None:
        state.write_slot(array, "contents", None)
    if array.bounds is not None:
        state.write_slot(array, "bounds", None)


def change_entries(array: Tensor, lookup: Callable[[str], Any] | None) -> None:
    """Forget what an array holds that the program changes in place, and the array that it is a view of.

    ``lookup`` gives what the names of the program hold, where one is running.
    """
    forget_entries(array)
    node = None if array.site is None else array.site.node
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    if isinstance(node, ast.Name) and lookup is not None:
        forget_entries(lookup(node.id))
