"""Adding what is known about one size to the table of facts."""

from __future__ import annotations

from math import gcd
from operator import attrgetter

from gnomon.shapes import assuming, bounding, concluding, deciding, dims, normal
from gnomon.shapes.atoms import Symbol
from gnomon.shapes.dims import Dim
from gnomon.shapes.known import Known
from gnomon.shapes.sizes import symbols_of
from gnomon.shapes.store import as_dim, form_of
from gnomon.shapes.truth import NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Atom
    from gnomon.shapes.dims import Size
    from gnomon.shapes.facts import Facts
    from gnomon.shapes.store import Key

_serial = attrgetter("serial")
MAX_WORK = 40
MAX_CLAIMS = 8
"""How many remembered claims about one symbol are looked at again, the youngest, when more is learnt of it."""
"""How many entries one claim may change; consequences beyond that are not drawn."""


def learn_zero(facts: Facts, size: Size) -> None:
    """Add that a size is zero. A contradiction is ignored."""
    size = normal.normalize(facts, size)
    if type(size) is not Dim or deciding.is_zero(facts, size) is NO:
        return
    key, factor, constant = form_of(size)
    size = as_dim(key) + constant // factor
    assert type(size) is Dim
    atom = _solvable(size)
    if atom is None:
        value = -constant // factor
        _enter(facts, key, Known(value, value))
    else:
        coefficient = size.coefficients[(atom,)]
        _solve(facts, atom, dims.of_atom(atom) - size * coefficient)


def learn_natural(facts: Facts, size: Size) -> None:
    """Add that a size is at least zero. A contradiction is ignored."""
    learn(facts, size, Known(lower=0))


def learn_multiple(facts: Facts, size: Size, number: int, residue: int = 0) -> None:
    """Add that size % number == residue, for a positive number. A contradiction is ignored."""
    learn(facts, size, Known(modulus=number, residue=residue % number))


def learn(facts: Facts, size: Size, known: Known) -> None:
    """Add what is known about a size. A contradiction is ignored."""
    size = normal.normalize(facts, size)
    if type(size) is Dim:
        key, factor, constant = form_of(size)
        about_key = _unscaled(known, factor, constant)
        if about_key is not None:
            _enter(facts, key, about_key)


def _unscaled(known: Known, factor: int, constant: int) -> Known | None:
    """What is known about x if this is known about factor*x + constant; None if no x is possible."""
    lower = None if known.lower is None else known.lower - constant
    upper = None if known.upper is None else known.upper - constant
    if factor < 0:
        lower, upper = upper, lower
    if lower is not None:
        lower = -(-lower // factor)
    if upper is not None:
        upper //= factor
    common = gcd(factor, known.modulus)
    residue = known.residue - constant
    if residue % common:
        return None
    modulus = known.modulus // common
    residue = residue // common * pow(factor // common, -1, modulus) % modulus
    domain = known.domain
    if domain is not None:
        domain = _values(domain, factor, constant)
        if not domain:
            return None
    return Known(lower, upper, modulus, residue, domain, _values(known.excluded, factor, constant))


def _values(values: frozenset[int], factor: int, constant: int) -> frozenset[int]:
    """The integers x for which factor*x + constant is one of the values."""
    return frozenset([(y - constant) // factor for y in values if (y - constant) % factor == 0])


def _enter(facts: Facts, key: Key, news: Known) -> None:
    """Combine news with what is known about a form, and draw conclusions."""
    old = facts.knowledge(key)
    known = old.narrowed(news)
    if known is None or known == old:
        return
    low, high = bounding.bounds(facts, as_dim(key), 0)
    if known.narrowed(Known(low, high)) is None:
        return
    value = known.value
    if value is not None and type(key) is not Dim:
        _solve(facts, key, value)
        return
    facts.set_known(key, known)
    facts.work += 1
    if facts.work <= MAX_WORK and not facts.is_spent():
        if value is not None:
            learn_zero(facts, as_dim(key) - value)
        concluding.from_bounds(facts, key, known)
        if facts.pending:
            _reconsider(facts, key)


def _solvable(dim: Dim) -> Atom | None:
    """The atom to solve the equation dim == 0 for: rather a symbol, and rather an unnamed, young one."""
    best: Atom | None = None
    best_rank = (False, False, -1)
    for monomial, coefficient in dim.coefficients.items():
        if len(monomial) == 1 and coefficient in (1, -1):
            atom = monomial[0]
            rank = (type(atom) is Symbol, type(atom) is Symbol and atom.name is None, atom.serial)
            if rank > best_rank and not _occurs_again(atom, dim):
                best, best_rank = atom, rank
    return best


def _occurs_again(atom: Atom, dim: Dim) -> bool:
    """Whether an atom that is a term of the dim occurs in another term, too."""
    return any(
        (other is atom and len(monomial) > 1) or (other is not atom and _is_inside(atom, other))
        for monomial in dim.coefficients
        for other in monomial
    )


def _is_inside(atom: Atom, other: Atom) -> bool:
    """Whether the atom occurs among the operands of another."""
    if type(other) is Symbol or not atom.symbols() <= other.symbols():
        return False
    if type(atom) is Symbol:
        return True
    return any(
        inner is atom or _is_inside(atom, inner)
        for arg in other.args
        if type(arg) is Dim
        for monomial in arg.coefficients
        for inner in monomial
    )


def _solve(facts: Facts, atom: Atom, value: Size) -> None:
    """Let the value stand for the atom, and carry over what was known about the atom."""
    if atom in facts.solved:
        learn_zero(facts, dims.of_atom(atom) - value)
        return
    known = facts.knowledge(atom).narrowed(Known(*bounding.atom_interval(facts, atom)))
    if known is None or (type(value) is int and not known.admits(value)):
        return
    facts.set_solved(atom, value)
    facts.work += 1
    if facts.work > MAX_WORK or facts.is_spent():
        return
    learn(facts, value, known)
    if type(atom) is not Symbol:
        concluding.from_value(facts, atom, value)
    _restate(facts, atom)
    if facts.pending:
        for symbol in atom.symbols():
            for claim in list(facts.pending.get(symbol, ())):
                for other in symbols_of(value):
                    facts.await_symbol(other, claim)
        _reconsider(facts, atom)


def _restate(facts: Facts, atom: Atom) -> None:
    """Say again what was known about expressions in which a solved atom occurs, now without it."""
    for symbol in atom.symbols():
        for key in list(facts.mentions.get(symbol, ())):
            if type(key) is Dim:
                new = normal.normalize(facts, key)
                if new != key:
                    learn(facts, new, facts.knowledge(key))
            elif type(key) is not Symbol and key is not atom:
                rewritten = normal.operands_rewritten(facts, key)
                if rewritten is not None:
                    if key in facts.solved:
                        learn_zero(facts, rewritten - facts.solved[key])
                    else:
                        learn(facts, rewritten, facts.knowledge(key))


def _reconsider(facts: Facts, key: Key) -> None:
    """Let remembered claims about the symbols of a form be looked at again, but not while a case is only supposed."""
    if not facts.trials:
        facts.stirred.update(dict.fromkeys(key.symbols()))


def conclude(facts: Facts) -> None:
    """Look again at remembered claims about symbols of which more has been learnt, each once for all of it."""
    while facts.stirred:
        symbols = sorted(facts.stirred, key=_serial)
        facts.stirred.clear()
        waiting = {
            id(claim): claim for symbol in symbols for claim in facts.pending.get(symbol, ())[-MAX_CLAIMS:]
        }
        for claim in waiting.values():
            if facts.work > MAX_WORK:
                facts.stirred.clear()
                return
            assuming.reconsider(facts, claim)
