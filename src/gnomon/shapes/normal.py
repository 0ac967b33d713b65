"""Rewriting sizes with what is known: symbols that are solved, divisions that are exact, extremes that are decided."""

from __future__ import annotations

from gnomon.shapes import atoms, bounding, dims, division
from gnomon.shapes.congruence import congruence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from gnomon.shapes.atoms import Atom, Compound
    from gnomon.shapes.dims import Dim, Monomial, Size
    from gnomon.shapes.store import Store

ROUNDS = 8


def normalize(store: Store, size: Size) -> Size:
    """The size in the simplest form that the facts allow."""
    if type(size) is int or not store.log:
        return size
    if type(size) is not dims.Dim:
        return dims._converted(size)
    found = store.normal.get(size)
    if found is not None:
        return found
    result: Size = size
    for _ in range(ROUNDS):
        new = dims.rewritten(result, lambda atom: _value(store, atom))
        if type(new) is not int:
            new = _divided_exactly(store, new)
        if new is result or type(new) is int:
            result = new
            break
        result = new
    store.normal[size] = result
    return result


def operands_rewritten(store: Store, atom: Compound) -> Size | None:
    """The atom with its operands normalised, even if the atom itself is solved; None if nothing changed."""
    return atom.rewritten(lambda inner: _value(store, inner))


def _value(store: Store, atom: Atom) -> Size | None:
    """What stands for the atom given the facts, or None if it stands for itself."""
    if store.solved:
        value = store.solved.get(atom)
        if value is not None:
            return value
    if type(atom) is atoms.Symbol:
        return None
    if atom in store.simpler:
        return store.simpler[atom]
    value = operands_rewritten(store, atom)  # type: ignore[arg-type]
    if value is None:
        value = _simplified(store, atom)  # type: ignore[arg-type]
    store.simpler[atom] = value
    return value


def _simplified(store: Store, atom: Compound) -> Size | None:
    """The value of a quotient, remainder or extreme that the facts decide."""
    args = atom.args
    kind = type(atom)
    if kind is atoms.Min or kind is atoms.Max:
        return _decided_extreme(store, atom)
    a, b = args
    if type(b) is not int:
        low = bounding.bounds(store, b, 0)[0]
        if low is not None and low >= 0:
            a_low, a_high = bounding.bounds(store, a, 0)
            if a_low is not None and a_low >= 0 and a_high is not None and a_high < low:
                return 0 if kind is atoms.FloorDiv else a
        return None
    low, high = bounding.bounds(store, a, 0)
    if low is not None and high is not None and low // b == high // b:
        return low // b if kind is atoms.FloorDiv else a - b * (low // b)
    if kind is atoms.Mod:
        modulus, residue = congruence(store, a)
        if modulus % b == 0:
            return residue % b
    return None


def _decided_extreme(store: Store, atom: Compound) -> Size | None:
    """The extreme without operands that never matter; None if all may."""
    kept: list[Size] = []
    smallest = type(atom) is atoms.Min
    for size in atom.args:
        if any(_beats(store, other, size, smallest) for other in kept):
            continue
        kept = [other for other in kept if not _beats(store, size, other, smallest)]
        kept.append(size)
    return atom.rebuilt(tuple(kept)) if len(kept) < len(atom.args) else None


def _beats(store: Store, a: Size, b: Size, smallest: bool) -> bool:
    low = bounding.lower_bound(store, b - a if smallest else a - b, 1)
    return low is not None and low >= 0


def _divided_exactly(store: Store, dim: Dim) -> Size:
    """The dim with c*(a//k) replaced by (c//k)*(a - r) wherever a % k == r is known and k divides c."""
    for monomial, coefficient in dim._terms.items():
        for atom in monomial:
            if type(atom) is atoms.FloorDiv:
                value = _exact_product(store, monomial, coefficient, atom)
                if value is not None:
                    rest = dim - dims._dim({monomial: coefficient})
                    total = rest + value
                    return total if type(total) is int else _divided_exactly(store, total)
    return dim


def _exact_product(store: Store, monomial: Monomial, coefficient: int, atom: atoms.FloorDiv) -> Size | None:
    """The value of a term with a quotient whose divisor is also a factor, if the division is exact."""
    a, b = atom.args
    if type(b) is int:
        if coefficient % b:
            return None
        modulus, residue = congruence(store, a)
        if modulus % b:
            return None
        return without(monomial, (atom,)) * (coefficient // b) * (a - residue % b)
    divisor = b.atom
    if divisor is None or divisor not in monomial:
        return None
    remainder = division.modulo(a, b)
    if type(remainder) is not int:
        remainder = dims.rewritten(remainder, lambda inner: _value(store, inner))
    return without(monomial, (atom, divisor)) * coefficient * a if type(remainder) is int and remainder == 0 else None


def without(monomial: Monomial, factors: Monomial) -> Size:
    """The product of the other atoms."""
    rest = division._without(monomial, factors)
    return dims.from_terms({rest or (): 1})


def multiplied_out(store: Store, dim: Dim) -> Iterator[tuple[int, Size]]:
    """Pairs (s, d) with s > 0 and d == s*dim, where an exact quotient of dim has become a plain term."""
    for monomial in dim._terms:
        for atom in monomial:
            if type(atom) is not atoms.FloorDiv:
                continue
            a, b = atom.args
            if type(b) is not int or monomial.count(atom) != 1:
                continue
            modulus, residue = congruence(store, a)
            if modulus % b == 0:
                yield b, _replaced(dim, atom, a - residue % b, b)


def _replaced(dim: Dim, atom: Atom, value: Size, scale: int) -> Size:
    """scale*dim with value for scale*atom, where the atom occurs at most once in each product."""
    total: Size = 0
    for monomial, coefficient in dim._terms.items():
        if atom in monomial:
            total = total + without(monomial, (atom,)) * coefficient * value
        else:
            total = total + dims.from_terms({monomial: coefficient * scale})
    return total
