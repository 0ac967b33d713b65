"""Answers to questions about one size: is it zero, is it at least zero, is it a multiple?"""

from __future__ import annotations

from itertools import product as combinations
from math import lcm, prod

from gnomon.shapes import atoms, bounding, dims, learning, normal
from gnomon.shapes.congruence import congruence
from gnomon.shapes.store import form_of
from gnomon.shapes.truth import MAYBE, NO, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gnomon.shapes.atoms import Atom, Compound, Symbol
    from gnomon.shapes.dims import Dim, Size
    from gnomon.shapes.store import Store
    from gnomon.shapes.truth import Truth

    Question = Callable[[Store, Size], Truth]

MAX_CASES = 64
MAX_TRIALS = 2


def answer(store: Store, size: Size, question: Question, parameter: int = 0) -> Truth:
    """The answer to a question about a size, by all means available."""
    size = normal.normalize(store, size)
    if type(size) is int:
        return question(store, size)
    key = (question, parameter, size)
    found = store.answers.get(key)
    if found is None:
        found = question(store, size)
        if found is MAYBE:
            found = _by_cases(store, size, question)
        if len(store.answers) > 4096:
            store.answers.clear()
        store.answers[key] = found
    return found


def is_zero(store: Store, size: Size) -> Truth:
    """Whether a normalised size is zero, by its bounds, remainders and excluded values."""
    if type(size) is int:
        return YES if size == 0 else NO
    key, factor, constant = form_of(size)
    if constant % factor:
        return NO
    if not store.knowledge(key).admits(-constant // factor):
        return NO
    low, high = bounding.bounds(store, size)
    if (low is not None and low > 0) or (high is not None and high < 0):
        return NO
    if low == high == 0:
        return YES
    modulus, residue = congruence(store, size)
    if modulus == 0:
        return YES if residue == 0 else NO
    return NO if residue % modulus else MAYBE


def is_natural(store: Store, size: Size) -> Truth:
    """Whether a normalised size is at least zero, by its bounds."""
    if type(size) is int:
        return YES if size >= 0 else NO
    low, high = bounding.bounds(store, size)
    if low is not None and low >= 0:
        return YES
    return NO if high is not None and high < 0 else MAYBE


def is_multiple_of(number: int) -> Question:
    """The question whether a size is a multiple of a positive number."""
    question = _multiples.get(number)
    if question is None:

        def question(store: Store, size: Size) -> Truth:
            modulus, residue = congruence(store, size)
            if modulus % number == 0:
                return YES if residue % number == 0 else NO
            return MAYBE if is_possible(modulus, residue, number) else NO

        if len(_multiples) < 4096:
            _multiples[number] = question
    return question


_multiples: dict[int, Question] = {}


def is_possible(modulus: int, residue: int, number: int) -> bool:
    """Whether some x with x % modulus == residue is a multiple of the number."""
    from math import gcd

    return residue % gcd(modulus, number) == 0


def _by_cases(store: Store, dim: Dim, question: Question) -> Truth:
    """Try other ways of writing the size, then to distinguish cases."""
    compounds = list(_compounds(dim))
    if question is is_zero or question is is_natural:
        for size in _rewritings(store, dim, compounds):
            size = normal.normalize(store, size)
            found = question(store, size)
            if found is not MAYBE:
                return found
            if type(size) is not int and len(size._terms) < len(dim._terms):
                dim = size
    found = _by_values(store, dim, question)
    if found is MAYBE and compounds:
        found = _by_remainders(store, dim, question)
        if found is MAYBE and store.trials < MAX_TRIALS:
            found = _by_order(store, dim, question)
    return found


def _rewritings(store: Store, dim: Dim, compounds: list[Compound]) -> Iterator[Size]:
    """Sizes with the same sign as the dim, written otherwise."""
    current: Size = dim
    for _ in range(8):
        if type(current) is int:
            break
        step = next(normal.multiplied_out(store, current), None)
        if step is None:
            break
        current = step[1]
    if current is not dim:
        yield current
    if any(type(atom) in (atoms.Mod, atoms.Min) for atom in compounds):
        yield dims.rewritten(dim, _without_mod_and_min)


def _without_mod_and_min(atom: Atom) -> Size | None:
    """a % b as a - b*(a//b), and min(a, b) as a + b - max(a, b)."""
    if type(atom) is atoms.Mod:
        a, b = atom.args
        return a - b * (a // b)
    if type(atom) is atoms.Min and len(atom.args) == 2:
        a, b = atom.args
        return a + b - atoms.Max.rebuilt(atom, atom.args)  # type: ignore[arg-type]
    return None


def _compounds(dim: Dim) -> Iterator[Compound]:
    """All quotients, remainders and extremes, at every level."""
    for monomial in dim._terms:
        for atom in monomial:
            if type(atom) is not atoms.Symbol:
                yield atom  # type: ignore[misc]
                for arg in atom.args:  # type: ignore[attr-defined]
                    if type(arg) is not int:
                        yield from _compounds(arg)


def _unanimous(answers: Iterator[Truth]) -> Truth:
    """YES or NO if all cases say so; MAYBE if they differ or if there is no case."""
    first: Truth | None = None
    for found in answers:
        if found is MAYBE or (first is not None and found is not first):
            return MAYBE
        first = found
    return MAYBE if first is None else first


def _by_values(store: Store, dim: Dim, question: Question) -> Truth:
    """Distinguish the values of symbols that have few."""
    choices: list[tuple[Symbol, list[int]]] = []
    budget = MAX_CASES
    for symbol in dim.symbols():
        values = store.knowledge(symbol).values(budget)
        if values:
            choices.append((symbol, list(values)))
            budget //= len(choices[-1][1])
    if not choices:
        return MAYBE
    symbols = [symbol for symbol, _ in choices]
    return _unanimous(
        question(store, normal.normalize(store, dim.substitute(dict(zip(symbols, case, strict=True)))))
        for case in combinations(*(values for _, values in choices))
    )


def _by_remainders(store: Store, dim: Dim, question: Question) -> Truth:
    """Distinguish remainders of the symbols inside quotients and remainders by numbers."""
    modulus = 1
    symbols: set[Symbol] = set()
    for atom in _compounds(dim):
        if type(atom) in (atoms.FloorDiv, atoms.Mod) and type(atom.args[1]) is int:
            modulus = lcm(modulus, atom.args[1])
            symbols |= atom.symbols()
            if modulus ** len(symbols) > MAX_CASES:
                return MAYBE
    if modulus == 1:
        return MAYBE
    rows = [_remainders(store, symbol, modulus) for symbol in symbols]
    if prod(map(len, rows)) > MAX_CASES:
        return MAYBE
    return _unanimous(
        question(store, normal.normalize(store, dim.substitute(dict(zip(symbols, case, strict=True)))))
        for case in combinations(*rows)
    )


def _remainders(store: Store, symbol: Symbol, modulus: int) -> list[Size]:
    """modulus*q + r for each possible r, with a fresh q for each."""
    low, high = bounding.atom_interval(store, symbol)
    known_modulus, known_residue = congruence(store, dims.of_atom(symbol))
    rows: list[Size] = []
    for remainder in range(modulus):
        if not is_possible(known_modulus, remainder - known_residue, modulus):
            continue
        lower = None if low is None else -((remainder - low) // modulus)
        upper = None if high is None else (high - remainder) // modulus
        if lower is not None and upper is not None and lower > upper:
            continue
        rows.append(modulus * dims.symbol(None, lower, upper) + remainder)
    return rows


def _by_order(store: Store, dim: Dim, question: Question) -> Truth:
    """Distinguish which operand of a minimum or maximum is the extreme one."""
    atom = next((x for x in _compounds(dim) if type(x) in (atoms.Min, atoms.Max)), None)
    if atom is None:
        return MAYBE
    return _unanimous(_in_order(store, dim, question, atom))


def _in_order(store: Store, dim: Dim, question: Question, atom: Compound) -> Iterator[Truth]:
    for chosen in atom.args:
        token = len(store.log)
        store.trials += 1
        caches = (store.normal, store.simpler, store.intervals, store.answers)
        store.normal, store.simpler, store.intervals, store.answers = {}, {}, {}, {}
        try:
            possible = True
            for other in atom.args:
                gap = chosen - other if type(atom) is atoms.Max else other - chosen
                found = is_natural(store, normal.normalize(store, gap))
                if found is NO:
                    possible = False
                elif found is MAYBE:
                    learning.learn_natural(store, gap)
            if possible:
                case = dims.rewritten(dim, lambda x: chosen if x is atom else None)  # noqa: B023
                yield answer(store, case, question, id(question))
        finally:
            store.trials -= 1
            store.rollback(token)
            store.normal, store.simpler, store.intervals, store.answers = caches
