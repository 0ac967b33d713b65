"""The lines of the benchmark: one program each, written for several libraries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Make = Callable[[], Callable[[], Any]]
"""Sets a program up in one library and returns what is timed; its results are arrays, or a list of arrays."""


@dataclass
class Line:
    """A program: ``makers`` by library, ``expected`` computed by NumPy in float64, ``tolerance`` relative to it."""

    name: str
    makers: dict[str, Make]
    expected: Any
    tolerance: float = 1e-4
    rounds: int = 15
    notes: dict[str, str] = field(default_factory=dict)


LINES: list[Callable[[], list[Line]]] = []
"""Functions that give lines, in the order of the page."""


def lines(function: Callable[[], list[Line]]) -> Callable[[], list[Line]]:
    """Add the lines that a function gives."""
    LINES.append(function)
    return function
