"""Sizes that a graph-building library does not know while it builds: the None of a placeholder's shape.

They are symbols like others, with two differences. The library tells the program None for them, and nothing
is ever assumed about them: each run of the graph may have another size.
"""

from __future__ import annotations

from collections.abc import Iterable
from weakref import WeakSet

from gnomon.shapes import Claim, Dim, Shape, Size, Symbol, symbol

_unseen: WeakSet[Symbol] = WeakSet()
_changing: WeakSet[Symbol] = WeakSet()


def unseen(
    name: str | None = None,
    lower: int | None = 1,
    upper: int | None = None,
    domain: Iterable[int] | None = None,
) -> Dim:
    """Return a new size that the library does not know; bounds and domain say what is true of it."""
    size = symbol(name, lower=lower, upper=upper, domain=None if domain is None else frozenset(domain))
    _unseen.update(size.symbols())
    _changing.update(size.symbols())
    return size


def changing(name: str | None = None, lower: int | None = 1) -> Dim:
    """Return a new size that the library may or may not know: it may differ from run to run."""
    size = symbol(name, lower=lower)
    _changing.update(size.symbols())
    return size


def is_unseen(size: Size) -> bool:
    """Whether a size depends on one that the library does not know."""
    return type(size) is Dim and any(atom in _unseen for atom in size.symbols())


def any_changing(subject: Claim | Shape) -> bool:
    """Whether a claim or shape mentions a size that differs from run to run: nothing is assumed of such."""
    return bool(_changing) and any(atom in _changing for atom in subject.symbols())


def is_changing(size: Size) -> bool:
    """Whether a size may differ from run to run."""
    return type(size) is Dim and any(atom in _changing for atom in size.symbols())


def changing_in(shape: Shape) -> list[Symbol]:
    """Return the symbols of a shape that may differ from run to run."""
    return [atom for atom in shape.symbols() if atom in _changing]
