"""Answers by writing a size otherwise, or by distinguishing cases that all agree."""

from __future__ import annotations

from itertools import product as combinations
from math import lcm

from gnomon.shapes import bounding, deciding, dims, learning, normal
from gnomon.shapes.atoms import FloorDiv, Max, Min, Mod, Symbol
from gnomon.shapes.congruence import congruence, possible
from gnomon.shapes.dims import Dim
from gnomon.shapes.sizes import symbol as new_symbol
from gnomon.shapes.truth import MAYBE, NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gnomon.shapes.atoms import Atom, Compound
    from gnomon.shapes.deciding import Question
    from gnomon.shapes.dims import Size
    from gnomon.shapes.facts import Facts
    from gnomon.shapes.truth import Truth

MAX_CASES = 64
MAX_TRIALS = 2


def by_cases(facts: Facts, dim: Dim, question: Question) -> Truth:
    """The answer to a question about a normalised dim that its bounds and remainders do not give."""
    compounds = list(compounds_in(dim))
    if question is deciding.is_zero or question is deciding.is_natural:
        size = normal.multiplied_out(facts, dim)
        if type(size) is Dim and any(type(atom) is Mod for atom in compounds):
            size = dims.rewritten(size, _without_mod)
        if size is not dim:
            size = normal.normalize(facts, size)
            found = question(facts, size)
            if found is not MAYBE or type(size) is not Dim:
                return found
            if len(size.coefficients) < len(dim.coefficients):
                dim = size
                compounds = list(compounds_in(dim))
    found = _by_values(facts, dim, question)
    if found is MAYBE and compounds:
        found = _by_remainders(facts, dim, question)
        if found is MAYBE and facts.trials < MAX_TRIALS:
            found = _by_order(facts, dim, question)
    return found


def compounds_in(dim: Dim) -> Iterator[Compound]:
    """All quotients, remainders and extremes, at every level."""
    for monomial in dim.coefficients:
        for atom in monomial:
            if type(atom) is not Symbol:
                yield atom
                for arg in atom.args:
                    if type(arg) is Dim:
                        yield from compounds_in(arg)


def _without_mod(atom: Atom) -> Size | None:
    """a % b as a - b*(a//b)."""
    if type(atom) is Mod:
        a, b = atom.args
        return a - b * (a // b)
    return None


def _unanimous(answers: Iterable[Truth]) -> Truth:
    """YES or NO if all cases say so; MAYBE if they differ or if there is no case."""
    first: Truth | None = None
    for found in answers:
        if found is MAYBE or (first is not None and found is not first):
            return MAYBE
        first = found
    return MAYBE if first is None else first


def _in_each(
    facts: Facts, dim: Dim, question: Question, choices: dict[Symbol, Sequence[Size]]
) -> Iterator[Truth]:
    """The answers with every combination of values for the symbols."""
    for values in combinations(*choices.values()):
        if facts.is_spent():
            yield MAYBE
            return
        size = dim.substitute(dict(zip(choices, values, strict=True)))
        yield question(facts, normal.normalize(facts, size))


def _by_values(facts: Facts, dim: Dim, question: Question) -> Truth:
    """Distinguish the values of symbols that have few."""
    choices: dict[Symbol, Sequence[Size]] = {}
    budget = MAX_CASES
    for symbol in dim.symbols():
        values = facts.knowledge(symbol).values(budget)
        if values:
            choices[symbol] = values
            budget //= len(values)
    return _unanimous(_in_each(facts, dim, question, choices)) if choices else MAYBE


def _by_remainders(facts: Facts, dim: Dim, question: Question) -> Truth:
    """Distinguish the remainders of symbols inside quotients and remainders by numbers."""
    modulus = 1
    symbols: set[Symbol] = set()
    for atom in compounds_in(dim):
        divisor = atom.args[1]
        if type(atom) in (FloorDiv, Mod) and type(divisor) is int:
            modulus = lcm(modulus, divisor)
            symbols |= atom.symbols()
            if modulus ** len(symbols) > MAX_CASES:
                return MAYBE
    choices = {symbol: _by_remainder(facts, symbol, modulus) for symbol in symbols}
    return _unanimous(_in_each(facts, dim, question, choices)) if choices else MAYBE


def _by_remainder(facts: Facts, symbol: Symbol, modulus: int) -> Sequence[Size]:
    """modulus*q + r for each possible r, with a fresh q for each."""
    low, high = bounding.atom_interval(facts, symbol)
    known_modulus, known_residue = congruence(facts, dims.of_atom(symbol))
    rows: list[Size] = []
    for remainder in range(modulus):
        if possible(known_modulus, remainder - known_residue, modulus):
            lower = None if low is None else -((remainder - low) // modulus)
            upper = None if high is None else (high - remainder) // modulus
            if lower is None or upper is None or lower <= upper:
                rows.append(modulus * new_symbol(None, lower, upper) + remainder)
    return rows


def _by_order(facts: Facts, dim: Dim, question: Question) -> Truth:
    """Distinguish which operand of a minimum or maximum is the extreme one."""
    for atom in compounds_in(dim):
        if type(atom) is Min or type(atom) is Max:
            return _unanimous(_in_order(facts, dim, question, atom))
    return MAYBE


def _in_order(facts: Facts, dim: Dim, question: Question, atom: Compound) -> Iterator[Truth]:
    """The answers where each operand is the extreme one, as far as that is possible."""
    for chosen in atom.args:
        gaps = [chosen - x if type(atom) is Max else x - chosen for x in atom.args]
        gaps = [normal.normalize(facts, gap) for gap in gaps]
        if facts.is_spent():
            yield MAYBE
            return
        if any(deciding.is_natural(facts, gap) is NO for gap in gaps):
            continue
        work, facts.work = facts.work, 0
        token = len(facts.log)
        facts.trials += 1
        try:
            for gap in gaps:
                learning.learn_natural(facts, gap)
            chosen_for: dict[Atom, Size] = {atom: chosen}
            found = deciding.answer(facts, dims.rewritten(dim, chosen_for.get), question)
        finally:
            facts.rollback(token)
            facts.trials -= 1
            facts.work = work
        yield found
