"""Bounds of sizes, given the facts."""

from __future__ import annotations

from gnomon.shapes import dims, intervals
from gnomon.shapes.atoms import FloorDiv, Max, Min, Mod, Symbol
from gnomon.shapes.derived import MISSING
from gnomon.shapes.dims import Dim
from gnomon.shapes.store import form_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from gnomon.shapes.atoms import Atom, Compound
    from gnomon.shapes.dims import Monomial, Size
    from gnomon.shapes.intervals import Interval
    from gnomon.shapes.store import Store

DEPTH = 2
MAX_RELATIONS = 8
MAX_RELAXED = 16
"""Sums of more terms are not relaxed term by term: that would take longer than it is worth."""


def bounds(store: Store, size: Size, depth: int = DEPTH) -> Interval:
    """The best bounds found for a size that is already normalised.

    The depth is how many quotients, remainders, extremes and relations are taken into account, beyond what is
    known of each term and of the whole.
    """
    if type(size) is not Dim:
        return (size, size)
    atom = size.atom
    if type(atom) is Symbol and not (depth and store.mentions.get(atom)):
        return atom_interval(store, atom)
    low, high = _plain_bounds(store, size)
    if depth and (len(size.coefficients) > 1 or type(atom) is Symbol) and (low is None or low != high):
        low = intervals.highest(low, _relaxed(store, size, depth))
        negated = _relaxed(store, -size, depth)
        high = intervals.lowest(high, None if negated is None else -negated)
    return (low, high)


def lower_bound(store: Store, size: Size, depth: int) -> int | None:
    """The best lower bound found for a size that is already normalised."""
    if type(size) is not Dim:
        return size
    low = _plain_bounds(store, size)[0]
    if depth and len(size.coefficients) > 1:
        low = intervals.highest(low, _relaxed(store, size, depth))
    return low


def atom_interval(store: Store, atom: Atom) -> Interval:
    """Bounds of one atom: from the table, from when it was made, and from its operands."""
    known = store.known.get(atom)
    if type(atom) is Symbol:
        return (atom.lower, atom.upper) if known is None else (known.lower, known.upper)
    if not store.log:
        return (atom.lower, atom.upper)
    found: Interval = store.recall(store.intervals, atom)
    if found is MISSING:
        found = atom.interval([bounds(store, arg, 0) for arg in atom.args])
        found = intervals.meet((atom.lower, atom.upper), found)
        if known is not None:
            found = intervals.meet(found, (known.lower, known.upper))
        store.keep(store.intervals, atom, atom.symbols(), found, store.is_fresh())
    return found


def is_at_least(store: Store, size: Size, limit: int) -> bool:
    """Whether plain bounds show that a normalised size is at least so large."""
    low = _plain_bounds(store, size)[0] if type(size) is Dim else size
    return low is not None and low >= limit


def _plain_bounds(store: Store, dim: Dim) -> Interval:
    """Bounds from those of each term, and from what the table says about the whole."""
    low: int | None = 0
    high: int | None = 0
    known = store.known
    for monomial, coefficient in dim.coefficients.items():
        if len(monomial) == 1:
            term_low, term_high = atom_interval(store, monomial[0])
        else:
            term_low, term_high = dims.interval_of_product(monomial, lambda atom: atom_interval(store, atom))
            entry = known.get(dims.dim_of({monomial: 1})) if known and monomial else None
            if entry is not None:
                term_low, term_high = intervals.meet((term_low, term_high), (entry.lower, entry.upper))
        if coefficient < 0:
            term_low, term_high = term_high, term_low
        low = None if low is None or term_low is None else low + coefficient * term_low
        high = None if high is None or term_high is None else high + coefficient * term_high
    if known and len(dim.coefficients) > 1 and _is_mentioned(store, dim):
        key, factor, constant = form_of(dim)
        entry = known.get(key)
        if entry is not None:
            scaled = intervals.scaled((entry.lower, entry.upper), factor)
            return intervals.meet((low, high), intervals.plus(scaled, (constant, constant)))
    return (low, high)


def _is_mentioned(store: Store, dim: Dim) -> bool:
    """Whether the table may say something about the whole: each symbol among the terms occurs in some form."""
    mentions = store.mentions
    for monomial in dim.coefficients:
        for atom in monomial:
            if type(atom) is Symbol and not mentions.get(atom):
                return False
    return True


def _relaxed(store: Store, dim: Dim, depth: int) -> int | None:
    """A lower bound by replacing one quotient, remainder or extreme by a bound of it, or by one relation."""
    best: int | None = None
    if store.is_spent() or len(dim.coefficients) > MAX_RELAXED:
        return None
    for monomial, coefficient in dim.coefficients.items():
        for atom in monomial:
            if type(atom) is not Symbol:
                for scale, weaker in _weaker(store, dim, monomial, coefficient, atom):
                    found = lower_bound(store, weaker, depth - 1)
                    if found is not None:
                        best = intervals.highest(best, -(-found // scale))
    if store.mentions:
        best = intervals.highest(best, _by_relations(store, dim, depth))
    return best


def _weaker(
    store: Store, dim: Dim, monomial: Monomial, coefficient: int, atom: Compound
) -> Iterator[tuple[int, Size]]:
    """Pairs (k, w) with k*dim >= w, where the atom is gone from one term of w."""
    kind = type(atom)
    rest = dim - dims.dim_of({monomial: coefficient})
    if len(monomial) > 1:
        if kind is FloorDiv and len(monomial) == 2:
            a, b = atom.args
            if type(b) is Dim and b.atom in monomial and is_at_least(store, b, 0):  # b*(a//b) <= a
                yield 1, rest + coefficient * (a if coefficient < 0 else a - b + 1)
    elif kind is Max or kind is Min:
        if (coefficient > 0) is (kind is Max):
            for arg in atom.args:
                yield 1, rest + arg * coefficient
    else:
        a, b = atom.args
        if kind is FloorDiv and type(b) is int:  # a - b + 1 <= b*(a//b) <= a
            nearest = a if coefficient < 0 else a - (b - 1)
            if coefficient % b == 0:
                yield 1, rest + nearest * (coefficient // b)
            else:
                yield b, rest * b + nearest * coefficient
        elif coefficient < 0 and is_at_least(store, b, 0):
            if kind is Mod:
                yield 1, rest + (b - 1) * coefficient
            if is_at_least(store, a, 0):
                yield 1, rest + a * coefficient


def _by_relations(store: Store, dim: Dim, depth: int) -> int | None:
    """A lower bound by subtracting a known form of several terms that shares a term with the dim."""
    best: int | None = None
    longest = len(dim.coefficients) - (depth < DEPTH)
    seen: set[Dim] = set()
    for symbol in dim.symbols():
        for relation in store.mentions.get(symbol, ())[-MAX_RELATIONS:]:
            if type(relation) is not Dim or len(relation.coefficients) < 2 or relation in seen:
                continue
            seen.add(relation)
            entry = store.known.get(relation)
            if entry is not None:
                for factor in _useful_factors(dim, relation, longest):
                    bound = entry.lower if factor > 0 else entry.upper
                    low = None if bound is None else lower_bound(store, dim - relation * factor, depth - 1)
                    if bound is not None and low is not None:
                        best = intervals.highest(best, low + factor * bound)
    return best


def _useful_factors(dim: Dim, relation: Dim, longest: int) -> list[int]:
    """How often the relation can be subtracted from the dim so that not too many terms are left."""
    removed: dict[int, int] = {}
    length = len(dim.coefficients)
    for monomial, coefficient in relation.coefficients.items():
        mine = dim.coefficients.get(monomial)
        if mine is None:
            length += 1
        elif mine % coefficient == 0:
            factor = mine // coefficient
            removed[factor] = removed.get(factor, 0) + 1
    return [factor for factor, count in removed.items() if length - count <= longest]
