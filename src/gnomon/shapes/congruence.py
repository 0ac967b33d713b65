"""Which remainders a size can have, given the facts."""

from __future__ import annotations

from math import gcd

from gnomon.shapes.atoms import Max, Min, Mod, Symbol
from gnomon.shapes.dims import Dim
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
    if type(size) is not Dim:
        return (0, size)
    modulus = residue = 0
    for monomial, coefficient in size.coefficients.items():
        m, r = 0, coefficient
        for atom in monomial:
            atom_m, atom_r = _of_atom(store, atom)
            m, r = gcd(m * atom_m, m * atom_r, r * atom_m), r * atom_r
        modulus = gcd(modulus, m)
        residue += r
    if not modulus:
        return (0, residue)
    residue %= modulus
    if store.known and len(size.coefficients) > 1:
        key, factor, constant = form_of(size)
        entry = store.known.get(key)
        if entry is not None and entry.modulus > 1:
            m = abs(factor) * entry.modulus
            found = combined_congruence(modulus, residue, m, (factor * entry.residue + constant) % m)
            return found or (modulus, residue)
    return (modulus, residue)


def possible(modulus: int, residue: int, number: int) -> bool:
    """Whether some x with x % modulus == residue is a multiple of the number.

    >>> possible(4, 2, 6), possible(4, 1, 6)
    (True, False)
    """
    return residue % gcd(modulus, number) == 0


def _of_atom(store: Store, atom: Atom) -> Congruence:
    """What is known about the remainders of one atom."""
    if type(atom) is Symbol:
        known = store.known.get(atom) or atom.known
        if known.domain:
            first, *others = known.domain
            m = gcd(*[value - first for value in others])
            return (m, first % m if m else first)
        return (known.modulus, known.residue) if known.value is None else (0, known.value)
    entry = store.known.get(atom)
    if entry is not None and entry.modulus > 1:
        return (entry.modulus, entry.residue)
    if type(atom) is Min or type(atom) is Max:
        m, r = congruence(store, atom.args[0])
        for arg in atom.args[1:]:
            other_m, other_r = congruence(store, arg)
            m = gcd(m, other_m, r - other_r)
        return (m, r % m if m else r)
    a, b = atom.args
    if type(b) is not int:
        return (1, 0)
    m, r = congruence(store, a)
    if type(atom) is Mod:
        common = gcd(m, b)
        return (0, r % b) if m % b == 0 else (common, r % common)
    if m % b:
        return (1, 0)
    m //= b
    return (m, r // b % m if m else r // b)
