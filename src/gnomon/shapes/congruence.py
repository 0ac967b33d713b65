"""Which remainders a size can have, given the facts."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import atoms
from gnomon.shapes.known import combined_congruence
from gnomon.shapes.store import form_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Atom
    from gnomon.shapes.dims import Size
    from gnomon.shapes.store import Store

    Congruence = tuple[int, int]


def congruence(store: Store, size: Size) -> Congruence:
    """(m, r) with size % m == r in every case; m is 0 if the size is always r, and 1 if nothing is known.

    >>> from gnomon.shapes import Facts, symbol
    >>> n = symbol("n")
    >>> congruence(Facts(), 6 * n + 4 * symbol("m") + 7)
    (2, 1)
    """
    if type(size) is int:
        return (0, size)
    modulus = residue = 0
    for monomial, coefficient in size._terms.items():
        m, r = 0, coefficient
        for atom in monomial:
            atom_modulus, atom_residue = _of_atom(store, atom)
            m, r = gcd(m * atom_modulus, m * atom_residue, r * atom_modulus), r * atom_residue
        modulus = gcd(modulus, m)
        residue += r
        if modulus:
            residue %= modulus
    if store.known and len(size._terms) > 1 and modulus:
        key, factor, constant = form_of(size)
        entry = store.known.get(key)
        if entry is not None and entry.modulus > 1:
            other = abs(factor) * entry.modulus
            found = combined_congruence(modulus, residue, other, (factor * entry.residue + constant) % other)
            if found is not None:
                return found
    return (modulus, residue)


def _of_atom(store: Store, atom: Atom) -> Congruence:
    """What is known about the remainders of one atom."""
    entry = store.known.get(atom)
    if type(atom) is atoms.Symbol:
        domain = atom.domain if entry is None else entry.domain
        if domain:
            first = min(domain)
            modulus = gcd(*(value - first for value in domain))
            return (modulus, first % modulus if modulus else first)
        if entry is None:
            return (1, 0) if atom.lower is None or atom.lower != atom.upper else (0, atom.lower)
        return (entry.modulus, entry.residue)
    if entry is not None and entry.modulus > 1:
        return (entry.modulus, entry.residue)
    args: tuple[Size, ...] = atom.args  # type: ignore[attr-defined]
    kind = type(atom)
    if kind is atoms.Min or kind is atoms.Max:
        modulus, residue = congruence(store, args[0])
        for arg in args[1:]:
            m, r = congruence(store, arg)
            modulus = gcd(modulus, m, residue - r)
            residue = residue % modulus if modulus else residue
        return (modulus, residue)
    divisor = args[1]
    if type(divisor) is not int:
        return (1, 0)
    modulus, residue = congruence(store, args[0])
    if kind is atoms.Mod:
        if modulus % divisor == 0:
            return (0, residue % divisor)
        common = gcd(modulus, divisor)
        return (common, residue % common)
    if modulus % divisor == 0:
        quotient = modulus // divisor
        return (quotient, residue // divisor % quotient if quotient else residue // divisor)
    return (1, 0)
