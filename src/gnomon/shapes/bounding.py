"""Bounds of sizes, given the facts."""

from __future__ import annotations

from gnomon.shapes import atoms, dims, intervals
from gnomon.shapes.store import form_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from gnomon.shapes.atoms import Atom
    from gnomon.shapes.dims import Dim, Monomial, Size
    from gnomon.shapes.intervals import Interval
    from gnomon.shapes.store import Store

DEPTH = 2
MAX_RELATIONS = 12


def bounds(store: Store, size: Size, depth: int = DEPTH) -> Interval:
    """The best bounds found for a size that is already normalised."""
    if type(size) is int:
        return (size, size)
    atom = size.atom
    if atom is not None and type(atom) is atoms.Symbol:
        return atom_interval(store, atom)
    low, high = _table_interval(store, size)
    if depth and len(size._terms) > 1 and (low is None or low != high):
        low = intervals.highest(low, _relaxed(store, size, depth))
        negated = _relaxed(store, -size, depth)
        high = intervals.lowest(high, None if negated is None else -negated)
    return (low, high)


def lower_bound(store: Store, size: Size, depth: int) -> int | None:
    """The best lower bound found."""
    if type(size) is int:
        return size
    low = _table_interval(store, size)[0]
    if depth and len(size._terms) > 1:
        low = intervals.highest(low, _relaxed(store, size, depth))
    return low


def atom_interval(store: Store, atom: Atom) -> Interval:
    """Bounds of one atom: from the table, from when it was made, and from its operands."""
    known = store.known.get(atom)
    if type(atom) is atoms.Symbol:
        return (atom.lower, atom.upper) if known is None else (known.lower, known.upper)
    if not store.log:
        return (atom.lower, atom.upper)
    found = store.intervals.get(atom)
    if found is None:
        operands = [bounds(store, arg, 0) for arg in atom.args]  # type: ignore[attr-defined]
        found = intervals.meet((atom.lower, atom.upper), atom.interval(operands))  # type: ignore[attr-defined]
        if known is not None:
            found = intervals.meet(found, (known.lower, known.upper))
        store.intervals[atom] = found
    return found


def _table_interval(store: Store, dim: Dim) -> Interval:
    """Bounds from those of each term, and from what the table says about the whole."""
    low: int | None = 0
    high: int | None = 0
    known = store.known
    for monomial, coefficient in dim._terms.items():
        if not monomial:
            term_low: int | None = 1
            term_high: int | None = 1
        elif len(monomial) == 1:
            term_low, term_high = atom_interval(store, monomial[0])
        else:
            term_low, term_high = dims.monomial_interval(monomial, lambda atom: atom_interval(store, atom))
            entry = known.get(dims._dim({monomial: 1})) if known else None
            if entry is not None:
                term_low = intervals.highest(term_low, entry.lower)
                term_high = intervals.lowest(term_high, entry.upper)
        if coefficient < 0:
            term_low, term_high = term_high, term_low
        low = None if low is None or term_low is None else low + coefficient * term_low
        high = None if high is None or term_high is None else high + coefficient * term_high
    if known and len(dim._terms) > 1:
        key, factor, constant = form_of(dim)
        entry = known.get(key)
        if entry is not None:
            scaled = intervals.scaled((entry.lower, entry.upper), factor)
            return intervals.meet((low, high), intervals.plus(scaled, (constant, constant)))
    return (low, high)


def _relaxed(store: Store, dim: Dim, depth: int) -> int | None:
    """A lower bound by replacing one quotient, remainder or extreme by a bound of it, or by using one relation."""
    best: int | None = None
    compounds = False
    for monomial, coefficient in dim._terms.items():
        for atom in monomial:
            if type(atom) is not atoms.Symbol:
                compounds = True
                for scale, weaker in _weaker(store, dim, monomial, coefficient, atom):
                    found = lower_bound(store, weaker, depth - 1)
                    if found is not None:
                        best = intervals.highest(best, -(-found // scale))
    if store.mentions and (depth == DEPTH or not compounds):
        for found in _by_relations(store, dim, depth):
            best = intervals.highest(best, found)
    return best


def _weaker(
    store: Store, dim: Dim, monomial: Monomial, coefficient: int, atom: Atom
) -> Iterator[tuple[int, Size]]:
    """Pairs (k, w) with k*dim >= w, where the atom is gone from one term of w."""
    args: tuple[Size, ...] = atom.args  # type: ignore[attr-defined]
    kind = type(atom)
    if len(monomial) == 1:
        rest = dim - dims.of_atom(atom) * coefficient
        if (kind is atoms.Max and coefficient > 0) or (kind is atoms.Min and coefficient < 0):
            for arg in args:
                yield 1, rest + arg * coefficient
        elif kind is atoms.FloorDiv and type(args[1]) is int:
            divisor = args[1]
            nearest = args[0] if coefficient < 0 else args[0] - (divisor - 1)
            if coefficient % divisor == 0:
                yield 1, rest + nearest * (coefficient // divisor)
            else:
                yield divisor, rest * divisor + nearest * coefficient
        elif kind is atoms.FloorDiv:
            if coefficient < 0 and _at_least(store, args[1], 0) and _at_least(store, args[0], 0):
                yield 1, rest + args[0] * coefficient
        elif kind is atoms.Mod and coefficient < 0:
            if _at_least(store, args[1], 0):
                yield 1, rest + (args[1] - 1) * coefficient
                if _at_least(store, args[0], 0):
                    yield 1, rest + args[0] * coefficient
    elif kind is atoms.FloorDiv and len(monomial) == 2 and type(args[1]) is not int:
        divisor_atom = args[1].atom
        if divisor_atom in monomial and _at_least(store, args[1], 0):
            rest = dim - dims._dim({monomial: coefficient})
            yield 1, rest + coefficient * (args[0] if coefficient < 0 else args[0] - args[1] + 1)


def _at_least(store: Store, size: Size, limit: int) -> bool:
    low = size if type(size) is int else _table_interval(store, size)[0]
    return low is not None and low >= limit


def _by_relations(store: Store, dim: Dim, depth: int) -> Iterator[int | None]:
    """Lower bounds by subtracting a known form of several terms that shares a term with the dim."""
    seen: set[Dim] = set()
    for symbol in dim.symbols():
        for relation in store.mentions.get(symbol, ())[-MAX_RELATIONS:]:
            if type(relation) is not dims.Dim or relation in seen or len(relation._terms) < 2:
                continue
            seen.add(relation)
            entry = store.known.get(relation)
            if entry is None:
                continue
            for monomial, coefficient in relation._terms.items():
                factor, remainder = divmod(dim._terms.get(monomial, 0), coefficient)
                if factor == 0 or remainder:
                    continue
                bound = entry.lower if factor > 0 else entry.upper
                if bound is None:
                    continue
                rest = dim - relation * factor
                if type(rest) is not int and len(rest._terms) > len(dim._terms):
                    continue
                low = lower_bound(store, rest, depth - 1)
                if low is not None:
                    yield low + factor * bound
                break
