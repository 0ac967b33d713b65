"""Sizes as functions of the index of a loop."""

from __future__ import annotations

from gnomon.shapes import Dim, Size, Symbol
from gnomon.shapes.atoms import Atom
from gnomon.shapes.dims import of_atom


def coefficient_of(index: Symbol, size: Size) -> Size | None:
    """What a size grows by in each turn of a loop, or None if that is not the same in all turns.

    >>> from gnomon.shapes import symbol
    >>> i, n = symbol("i"), symbol("n")
    >>> coefficient_of(i.atom, n * i + 3), coefficient_of(i.atom, n), coefficient_of(i.atom, i * i)
    (n, 0, None)
    """
    if type(size) is not Dim or index not in size.symbols():
        return 0
    slope: Size = 0
    for monomial, coefficient in size.coefficients.items():
        rest: list[Atom] = [atom for atom in monomial if atom is not index]
        if any(index in atom.symbols() for atom in rest) or len(monomial) - len(rest) > 1:
            return None
        if len(rest) < len(monomial):
            term: Size = coefficient
            for atom in rest:
                term = term * of_atom(atom)
            slope = slope + term
    return slope
