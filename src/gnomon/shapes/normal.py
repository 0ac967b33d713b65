"""Rewriting sizes with what is known: solved symbols, exact divisions and decided extremes."""

from __future__ import annotations

from gnomon.shapes import bounding, dims, division, polynomials
from gnomon.shapes.atoms import FloorDiv, Max, Min, Mod, Symbol
from gnomon.shapes.congruence import congruence
from gnomon.shapes.derived import MISSING
from gnomon.shapes.dims import Dim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Atom, Compound
    from gnomon.shapes.dims import Monomial, Size
    from gnomon.shapes.store import Store

MAX_ROUNDS = 64


def normalize(store: Store, size: Size) -> Size:
    """The size in the simplest form that the facts allow."""
    if type(size) is not Dim:
        return size if type(size) is int else dims.as_size(size)
    if not store.log or _is_plain(store, size):
        return size
    found: Size = store.recall(store.normal, size)
    if found is MISSING:
        found = size
        for _ in range(MAX_ROUNDS):
            before = found
            found = dims.replaced(found, lambda atom: _value(store, atom))
            if type(found) is Dim:
                found = _divided_exactly(store, found)
            if found is before or type(found) is not Dim:
                break
        store.keep(store.normal, size, size.symbols(), found, store.is_fresh())
    return found


def _is_plain(store: Store, dim: Dim) -> bool:
    """Whether nothing can be put in: the dim is made of symbols, of which none is solved."""
    solved = store.solved
    for monomial in dim.coefficients:
        for atom in monomial:
            if type(atom) is not Symbol or atom in solved:
                return False
    return True


def operands_rewritten(store: Store, atom: Compound) -> Size | None:
    """The atom with its operands rewritten, even if the atom itself is solved; None if nothing changed."""
    return atom.rewritten(lambda inner: _value(store, inner))


def _value(store: Store, atom: Atom) -> Size | None:
    """What stands for the atom given the facts, or None if it stands for itself."""
    value = store.solved.get(atom)
    if value is not None:
        while type(value) is Dim:  # a chain of symbols
            inner = value.atom
            following = None if inner is None else store.solved.get(inner)
            if following is None:
                break
            value = following
        return value
    if type(atom) is Symbol:
        return None
    simpler: Size | None = store.recall(store.simpler, atom)
    if simpler is MISSING:
        simpler = operands_rewritten(store, atom)
        if simpler is None:
            simpler = _simplified(store, atom)
        store.keep(store.simpler, atom, atom.symbols(), simpler, store.is_fresh())
    return simpler


def _simplified(store: Store, atom: Compound) -> Size | None:
    """The value of a quotient, remainder or extreme that the facts decide."""
    if store.is_spent():
        return None
    if type(atom) is Min or type(atom) is Max:
        return _decided_extreme(store, atom)
    a, b = atom.args
    low, high = bounding.bounds(store, a, 0)
    if type(b) is Dim:
        least = bounding.bounds(store, b, 0)[0]
        if least is not None and low is not None and high is not None and 0 <= low <= high < least:
            return a if type(atom) is Mod else 0
        return None
    if low is not None and high is not None and low // b == high // b:
        return a - b * (low // b) if type(atom) is Mod else low // b
    if type(atom) is Mod:
        modulus, residue = congruence(store, a)
        if modulus % b == 0:
            return residue % b
    return None


def _decided_extreme(store: Store, atom: Compound) -> Size | None:
    """The extreme without the operands that never matter; None if all may."""
    kept: list[Size] = []
    smallest = type(atom) is Min
    for size in atom.args:
        if not any(_beats(store, other, size, smallest) for other in kept):
            kept = [other for other in kept if not _beats(store, size, other, smallest)]
            kept.append(size)
    return atom.of(*kept) if len(kept) < len(atom.args) else None


def _beats(store: Store, a: Size, b: Size, smallest: bool) -> bool:
    low = bounding.lower_bound(store, b - a if smallest else a - b, 1)
    return low is not None and low >= 0


def _divided_exactly(store: Store, dim: Dim) -> Size:
    """The dim with c*(a//k) replaced by (c//k)*(a - r) wherever a % k == r is known and k divides c."""
    for monomial, coefficient in dim.coefficients.items():
        for atom in monomial:
            if type(atom) is FloorDiv:
                value = _exact_product(store, monomial, coefficient, atom)
                if value is not None:
                    total = dim - dims.dim_of({monomial: coefficient}) + value
                    return _divided_exactly(store, total) if type(total) is Dim else total
    return dim


def _exact_product(store: Store, monomial: Monomial, coefficient: int, atom: FloorDiv) -> Size | None:
    """The value of a term with a quotient whose divisor is also a factor, if the division is exact."""
    a, b = atom.args
    if type(b) is Dim:
        divisor = b.atom
        if divisor is None or divisor not in monomial:
            return None
        return others(monomial, (atom, divisor)) * coefficient * a if remainder(store, a, b) == 0 else None
    if coefficient % b:
        return None
    modulus, residue = congruence(store, a)
    return None if modulus % b else others(monomial, (atom,)) * (coefficient // b) * (a - residue % b)


def remainder(store: Store, a: Size, b: Dim) -> Size:
    """a % b for normalised sizes, without terms of which a factor is known to be a multiple of b."""
    if type(a) is Dim:
        kept = {
            monomial: coefficient
            for monomial, coefficient in a.coefficients.items()
            if not any(_is_multiple(store, dims.of_atom(atom), b) for atom in monomial)
        }
        a = dims.from_terms(kept)
    found = division.modulo(a, b)
    return dims.rewritten(found, lambda inner: _value(store, inner)) if type(found) is Dim else found


def _is_multiple(store: Store, a: Dim, b: Dim) -> bool:
    atom = division.modulo(a, b)
    return (store.solved.get(atom.atom) if type(atom) is Dim and atom.atom is not None else atom) == 0


def others(monomial: Monomial, factors: Monomial) -> Size:
    """The product of the atoms beside these factors."""
    return dims.from_terms({polynomials.without(monomial, factors) or (): 1})


def multiplied_out(store: Store, dim: Dim) -> Size:
    """A positive multiple of the dim in which exact quotients by numbers have become plain terms.

    >>> from gnomon.shapes import Divides, Facts, symbol
    >>> n, facts = symbol("n"), Facts()
    >>> facts.assume(Divides(4, n))
    >>> multiplied_out(facts, n // 4 + 1)
    n + 4
    """
    for monomial in dim.coefficients:
        for atom in monomial:
            if type(atom) is FloorDiv:
                a, b = atom.args
                if type(b) is int and all(product.count(atom) < 2 for product in dim.coefficients):
                    modulus, residue = congruence(store, a)
                    if modulus % b == 0:
                        new = _replaced(dim, atom, a - residue % b, b)
                        return multiplied_out(store, new) if type(new) is Dim else new
    return dim


def _replaced(dim: Dim, atom: Atom, value: Size, scale: int) -> Size:
    """scale*dim with value for scale*atom, where the atom occurs at most once in each product."""
    total: Size = 0
    for monomial, coefficient in dim.coefficients.items():
        if atom in monomial:
            total = total + others(monomial, (atom,)) * coefficient * value
        else:
            total = total + dims.from_terms({monomial: coefficient * scale})
    return total
