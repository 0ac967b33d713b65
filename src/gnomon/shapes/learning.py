"""Turning claims into entries of the table of facts."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import atoms, bounding, deciding, dims, normal
from gnomon.shapes.known import Known
from gnomon.shapes.store import as_dim, form_of
from gnomon.shapes.truth import NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Atom, Compound
    from gnomon.shapes.dims import Dim, Size
    from gnomon.shapes.store import Key, Store

MAX_WORK = 60


def learn_zero(store: Store, size: Size) -> None:
    """Add that a size is zero. A contradiction is ignored."""
    size = normal.normalize(store, size)
    if type(size) is int or deciding.is_zero(store, size) is NO:
        return
    key, factor, constant = form_of(size)
    if constant % factor:
        return
    size = as_dim(key) + constant // factor
    assert type(size) is dims.Dim
    atom = _solvable(size)
    if atom is None:
        value = -constant // factor
        _enter(store, key, Known(value, value))
        return
    rest = size - dims.of_atom(atom) * size._terms[(atom,)]
    _solve(store, atom, rest * -size._terms[(atom,)])


def learn_natural(store: Store, size: Size) -> None:
    """Add that a size is at least zero. A contradiction is ignored."""
    learn(store, normal.normalize(store, size), Known(lower=0))


def learn_multiple(store: Store, size: Size, number: int, residue: int = 0) -> None:
    """Add that size % number == residue, for a positive number. A contradiction is ignored."""
    learn(store, normal.normalize(store, size), Known(modulus=number, residue=residue % number))


def learn(store: Store, size: Size, known: Known) -> None:
    """Add what is known about a normalised size. A contradiction is ignored."""
    if type(size) is int:
        return
    key, factor, constant = form_of(size)
    about_key = _about_form(known, factor, constant)
    if about_key is not None:
        _enter(store, key, about_key)


def _about_form(known: Known, factor: int, constant: int) -> Known | None:
    """What is known about x if this is known about factor*x + constant."""
    lower = None if known.lower is None else known.lower - constant
    upper = None if known.upper is None else known.upper - constant
    if factor < 0:
        lower, upper = upper, lower
        lower = None if lower is None else -lower
        upper = None if upper is None else -upper
    size = abs(factor)
    lower = None if lower is None else -(-lower // size)
    upper = None if upper is None else upper // size
    common = gcd(factor, known.modulus)
    residue = known.residue - constant
    if residue % common:
        return None
    modulus = known.modulus // common
    residue = residue // common * pow(factor // common, -1, modulus) % modulus if modulus > 1 else 0
    domain = known.domain
    if domain is not None:
        domain = frozenset((x - constant) // factor for x in domain if (x - constant) % factor == 0)
        if not domain:
            return None
    excluded = frozenset((x - constant) // factor for x in known.excluded if (x - constant) % factor == 0)
    return Known(lower, upper, modulus, residue, domain, excluded)


def _enter(store: Store, key: Key, news: Known) -> None:
    """Combine news with what is known about a form, and draw conclusions."""
    old = store.knowledge(key)
    known = old.narrowed(news)
    if known is None or known == old:
        return
    low, high = bounding.bounds(store, as_dim(key), 1)
    if known.lower is not None and high is not None and known.lower > high:
        return
    if known.upper is not None and low is not None and known.upper < low:
        return
    value = known.value
    if value is not None and type(key) is not dims.Dim:
        _solve(store, key, value)  # type: ignore[arg-type]
        return
    store.set_known(key, known)
    store.work += 1
    if store.work > MAX_WORK:
        return
    if value is not None and old.value is None:
        learn_zero(store, as_dim(key) - value)
    _conclude(store, key, known)
    if store.pending:
        _reconsider(store, key)


def _solvable(dim: Dim) -> Atom | None:
    """The atom that the equation dim == 0 is best solved for: a symbol if possible, and rather an unnamed, young one."""
    best: Atom | None = None
    best_rank: tuple[bool, bool, int] | None = None
    for monomial, coefficient in dim._terms.items():
        if len(monomial) != 1 or coefficient not in (1, -1):
            continue
        atom = monomial[0]
        is_symbol = type(atom) is atoms.Symbol
        rank = (is_symbol, is_symbol and atom.name is None, atom.serial)  # type: ignore[attr-defined]
        if (best_rank is None or rank > best_rank) and not _occurs(atom, dim):
            best, best_rank = atom, rank
    return best


def _occurs(atom: Atom, dim: Dim) -> bool:
    """Whether the atom occurs in the dim elsewhere than as a term of its own."""
    for monomial in dim._terms:
        for other in monomial:
            if other is atom:
                if len(monomial) > 1:
                    return True
            elif type(other) is not atoms.Symbol and atom.symbols() <= other.symbols() and _inside(atom, other):
                return True
    return False


def _inside(atom: Atom, other: Atom) -> bool:
    """Whether the atom occurs among the operands of another."""
    if type(atom) is atoms.Symbol:
        return atom in other.symbols()
    for arg in other.args:  # type: ignore[attr-defined]
        if type(arg) is not int:
            for monomial in arg._terms:
                for inner in monomial:
                    if inner is atom or (type(inner) is not atoms.Symbol and _inside(atom, inner)):
                        return True
    return False


def _solve(store: Store, atom: Atom, value: Size) -> None:
    """Let the value stand for the atom, and carry over what was known about the atom."""
    if atom in store.solved:
        learn_zero(store, dims.of_atom(atom) - value)
        return
    known = store.knowledge(atom)
    low, high = bounding.atom_interval(store, atom)
    combined = known.narrowed(Known(low, high))
    if combined is None or (type(value) is int and not combined.admits(value)):
        return
    store.set_solved(atom, value)
    store.work += 1
    if store.work > MAX_WORK:
        return
    learn(store, normal.normalize(store, value), combined)
    if type(atom) is not atoms.Symbol:
        _conclude_value(store, atom, value)  # type: ignore[arg-type]
    _renew(store, atom)
    if store.pending:
        for symbol in atom.symbols():
            for claim in list(store.pending.get(symbol, ())):
                for other in dims.symbols_of(value):
                    store.await_symbol(other, claim)
        _reconsider(store, atom)


def _renew(store: Store, atom: Atom) -> None:
    """Restate what was known about expressions in which a solved atom occurs."""
    for symbol in atom.symbols():
        for key in list(store.mentions.get(symbol, ())):
            if type(key) is dims.Dim:
                new = normal.normalize(store, key)
                if new != key:
                    learn(store, new, store.knowledge(key))
            elif key is not atom and type(key) is not atoms.Symbol:
                changed = normal.operands_rewritten(store, key)  # type: ignore[arg-type]
                if changed is None:
                    continue
                changed = normal.normalize(store, changed)
                if key in store.solved:
                    learn_zero(store, changed - store.solved[key])  # type: ignore[index]
                else:
                    learn(store, changed, store.knowledge(key))


def _conclude(store: Store, key: Key, known: Known) -> None:
    """Consequences for the parts of an expression."""
    if type(key) is dims.Dim:
        if len(key._terms) == 1:
            _conclude_factors(store, key, known)
        else:
            _conclude_terms(store, key, known)
        return
    if type(key) is atoms.Symbol:
        return
    args: tuple[Size, ...] = key.args  # type: ignore[union-attr]
    lower, upper = known.lower, known.upper
    if type(key) is atoms.FloorDiv:
        a, b = args
        if lower is not None and (type(b) is int or _low(store, b, 0)):
            learn_natural(store, a - b * lower)
        if upper is not None and (type(b) is int or _low(store, b, 0)):
            learn_natural(store, b * (upper + 1) - 1 - a)
    elif type(key) is atoms.Min and lower is not None:
        for arg in args:
            learn_natural(store, arg - lower)
    elif type(key) is atoms.Max and upper is not None:
        for arg in args:
            learn_natural(store, upper - arg)


def _low(store: Store, size: Size, limit: int) -> bool:
    low = bounding.lower_bound(store, normal.normalize(store, size), 0)
    return low is not None and low >= limit


def _conclude_value(store: Store, atom: Compound, value: Size) -> None:
    """Consequences for the operands of a quotient, remainder or extreme whose value is known."""
    args = atom.args
    if type(atom) is atoms.FloorDiv:
        a, b = args
        if type(b) is int or _low(store, b, 0):
            remainder = a - b * value
            learn_natural(store, remainder)
            learn_natural(store, b - 1 - remainder)
    elif type(atom) is atoms.Mod:
        a, b = args
        if type(b) is int:
            learn_multiple(store, a - value, b)
    else:
        smallest = type(atom) is atoms.Min
        for arg in args:
            learn_natural(store, arg - value if smallest else value - arg)
        equal = [x for x in args if deciding.answer(store, x - value, deciding.is_zero) is not NO]
        if len(equal) == 1:
            learn_zero(store, equal[0] - value)


def _conclude_factors(store: Store, key: Dim, known: Known) -> None:
    """Consequences of bounds of a product for its factors, where none is negative."""
    (factors,) = key._terms
    intervals = [bounding.atom_interval(store, atom) for atom in factors]
    if 0 in known.excluded or not known.admits(0):
        for atom in set(factors):
            learn(store, normal.normalize(store, dims.of_atom(atom)), Known(excluded=frozenset((0,))))
    if known.upper is None or known.upper < 0 or any(low is None or low < 0 for low, _ in intervals):
        return
    for index, atom in enumerate(factors):
        others = 1
        for position, (low, _) in enumerate(intervals):
            if position != index:
                others *= low or 0
        if others:
            upper = dims.of_atom(atom) * -1 + known.upper // others
            learn_natural(store, upper)


def _conclude_terms(store: Store, key: Dim, known: Known) -> None:
    """Consequences of bounds of a sum for each of its terms."""
    for monomial, coefficient in key._terms.items():
        term = dims._dim({monomial: coefficient})
        low, high = bounding.bounds(store, key - term, 0)
        if known.lower is not None and high is not None:
            learn_natural(store, term - (known.lower - high))
        if known.upper is not None and low is not None:
            learn_natural(store, (known.upper - low) - term)


def _reconsider(store: Store, key: Key) -> None:
    """Look again at remembered claims about the symbols of a form."""
    from gnomon.shapes import assuming

    for symbol in key.symbols():
        for claim in list(store.pending.get(symbol, ())):
            if store.work > MAX_WORK:
                return
            assuming.reconsider(store, claim)
