"""Answers to questions about one size: is it zero, is it at least zero, is it a multiple of a number?"""

from __future__ import annotations

from gnomon.shapes import bounding, cases, normal
from gnomon.shapes.congruence import congruence, possible
from gnomon.shapes.derived import MISSING
from gnomon.shapes.dims import Dim
from gnomon.shapes.known import UNKNOWN, Known
from gnomon.shapes.store import form_of
from gnomon.shapes.truth import MAYBE, NO, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.shapes.dims import Size
    from gnomon.shapes.facts import Facts
    from gnomon.shapes.truth import Truth

    Question = Callable[[Facts, Size], Truth]


def answer(facts: Facts, size: Size, question: Question) -> Truth:
    """The answer to a question about a size, by all means available."""
    size = normal.normalize(facts, size)
    if type(size) is not Dim:
        return question(facts, size)
    key = (question, size, facts.trials)
    found: Truth = facts.recall(facts.answers, key)
    if found is MISSING:
        facts.start()
        found = question(facts, size)
        if found is MAYBE:
            found = cases.by_cases(facts, size, question)
        facts.keep(facts.answers, key, size.symbols(), found, facts.is_fresh())
    return found


def is_zero(facts: Facts, size: Size) -> Truth:
    """Whether a normalised size is zero, by its bounds, its remainders and excluded values."""
    if type(size) is not Dim:
        return YES if size == 0 else NO
    key, factor, constant = form_of(size)
    if constant % factor or not facts.knowledge(key).admits(-constant // factor):
        return NO
    low, high = bounding.bounds(facts, size)
    if (low is not None and low > 0) or (high is not None and high < 0):
        return NO
    if low == high == 0:
        return YES
    modulus, residue = congruence(facts, size)
    if modulus == 0:
        return YES if residue == 0 else NO
    return NO if residue else MAYBE


def is_natural(facts: Facts, size: Size) -> Truth:
    """Whether a normalised size is at least zero, by its bounds."""
    low, high = bounding.bounds(facts, size)
    if low is not None and low >= 0:
        return YES
    return NO if high is not None and high < 0 else MAYBE


def everything_about(facts: Facts, size: Size) -> Known:
    """All that is known about a size.

    >>> from gnomon.shapes import Facts, symbol
    >>> s = symbol("s", domain={3, 5})
    >>> everything_about(Facts(), 2 * s + 1).values(5)
    [7, 11]
    """
    size = normal.normalize(facts, size)
    if type(size) is not Dim:
        return Known(size, size)
    low, high = bounding.bounds(facts, size)
    modulus, residue = congruence(facts, size)
    derived = UNKNOWN.narrowed(Known(low, high, modulus or 1, residue if modulus else 0)) or UNKNOWN
    form, factor, constant = form_of(size)
    return facts.knowledge(form).scaled(factor, constant).narrowed(derived) or derived


def is_multiple_of(number: int) -> Question:
    """The question whether a normalised size is a multiple of a positive number."""
    question = _multiples.get(number)
    if question is None:

        def question(facts: Facts, size: Size) -> Truth:
            modulus, residue = congruence(facts, size)
            if modulus % number == 0:
                return YES if residue % number == 0 else NO
            return MAYBE if possible(modulus, residue, number) else NO

        _multiples[number] = question
    return question


_multiples: dict[int, Question] = {}
