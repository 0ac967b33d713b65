"""The lines of the benchmark: one program each, written for several libraries, in one file per family."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Make = Callable[[], Callable[[], Any]]
"""Sets a program up in one library and returns what is timed; it returns an array, or a list of them."""

FAMILIES = (
    "calls", "rows", "reductions", "products", "dense", "convolutions", "recurrent", "loops", "likelihood", "embedding",
)  # fmt: skip


@dataclass
class Program:
    """One program: ``makers`` by library; ``expected`` computes what the last of ``repeats`` calls returns, in float64.

    ``read`` and ``written`` are the bytes that it cannot do without, ``work`` its additions and multiplications: no
    program is faster than the machine moves the former or does the latter. ``whole``: roundings may change single
    elements much, where a number is close to a threshold, so that each array is held against its reference as a whole.
    """

    makers: dict[str, Make]
    expected: Callable[[], Any]
    tolerance: float = 1e-4
    repeats: int = 1
    read: int = 0
    written: int = 0
    work: float = 0
    dtype: str = "float32"
    whole: bool = False


@dataclass
class Line:
    """A row of the page; ``threads``: it is large enough that a second thread can help."""

    name: str
    program: Callable[[], Program]
    threads: bool = True
    family: str = field(default="", init=False)


SLOW = "torch.compile", "PyTensor C", "PyTensor Numba"
"""Libraries that compile for seconds: of programs that differ by dtype or layout alone they get the first."""

LARGEST: list[int] = []
"""The size that no axis exceeds, where one is set: the short mode asks whether programs run, not how fast."""


def fit(size: int) -> int:
    """Return a size, or the largest that the short mode allows."""
    return min([size, *LARGEST])


def every_line() -> list[Line]:
    """Return the lines of all families, in the order of the page."""
    found = []
    for family in FAMILIES:
        for line in importlib.import_module(f"lines.{family}").lines():
            line.family = family
            found.append(line)
    return found


def line_of(name: str) -> Line:
    """Return the line of a name."""
    return next(line for line in every_line() if line.name == name)
