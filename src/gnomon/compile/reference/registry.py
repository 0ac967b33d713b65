"""Which NumPy function carries out which operation, and which operations are never carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]

REFERENCES: dict[str, Function] = {}
"""By the name of the operation: ``f(*arrays, **attributes)`` gives an array, or a tuple for several results."""


def reference(*names: str) -> Callable[[Function], Function]:
    """Register the function of one or several operations."""

    def register(function: Function) -> Function:
        for name in names:
            if name in REFERENCES:
                raise ValueError(f"{name} has a reference already")
            REFERENCES[name] = function
        return function

    return register


def references(functions: dict[str, Function]) -> None:
    """Register many operations at once."""
    for name, function in functions.items():
        reference(name)(function)
