"""Claims as knowledge: what each kind of claim tells, and what its denial tells."""

from __future__ import annotations

from gnomon.shapes import deciding, joining, learning, normal
from gnomon.shapes.claims import AtLeast, Both, Claim, Divides, Either, Equal, Not, OneOf
from gnomon.shapes.dims import Dim
from gnomon.shapes.known import Known
from gnomon.shapes.truth import MAYBE, NO, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeVar

    from gnomon.shapes.facts import Facts
    from gnomon.shapes.truth import Truth

    T = TypeVar("T")

MAX_ALTERNATIVES = 2
"""How many alternatives are searched for what they have in common; with more it is rarely anything."""


def assume(facts: Facts, claim: Claim) -> None:
    """Add a claim to the facts."""
    match claim:
        case Equal(left, right):
            learning.learn_zero(facts, left - right)
        case AtLeast(left, right):
            learning.learn_natural(facts, left - right)
        case Divides():
            _assume_divides(facts, claim)
        case OneOf():
            _assume_one_of(facts, claim)
        case Both(claims):
            for part in claims:
                assume(facts, part)
        case Either():
            _assume_either(facts, claim)
        case Not(inner):
            deny(facts, inner)
    if facts.stirred:
        learning.conclude(facts)


def deny(facts: Facts, claim: Claim) -> None:
    """Add that a claim does not hold."""
    match claim:
        case Equal(left, right):
            learning.learn(facts, left - right, Known(excluded=frozenset((0,))))
        case AtLeast(left, right):
            learning.learn_natural(facts, right - left - 1)
        case Divides(divisor, size):
            if divisor == 0:
                deny(facts, Equal(size, 0))
            elif divisor == 2 or divisor == -2:
                learning.learn_multiple(facts, size, 2, 1)
            else:
                facts.remember(Not(claim))
                reconsider(facts, Not(claim))
        case OneOf(size, options):
            for option in options:
                deny(facts, Equal(size, option))
        case Both(claims):
            assume(facts, Either(*map(Not, claims)))
        case Either(claims):
            for part in claims:
                deny(facts, part)
        case Not(inner):
            assume(facts, inner)


def _assume_divides(facts: Facts, claim: Divides) -> None:
    divisor = normal.normalize(facts, claim.divisor)
    if type(divisor) is Dim:
        learning.learn_zero(facts, normal.normalize(facts, claim.size) % divisor)
    elif divisor == 0:
        learning.learn_zero(facts, claim.size)
    else:
        learning.learn_multiple(facts, claim.size, abs(divisor))


def _assume_one_of(facts: Facts, claim: OneOf) -> None:
    size = normal.normalize(facts, claim.size)
    options = [normal.normalize(facts, x) for x in claim.options]
    answers = [deciding.answer(facts, size - x, deciding.is_zero) for x in options]
    if YES in answers:
        return
    options = [x for x, found in zip(options, answers, strict=True) if found is MAYBE]
    if len(options) == 1:
        learning.learn_zero(facts, size - options[0])
        return
    numbers = [x for x in options if type(x) is not Dim]
    if len(numbers) == len(options):
        if options:
            learning.learn(facts, size, Known(domain=frozenset(numbers)))
        return
    known = deciding.everything_about(facts, options[0])
    for option in options[1:]:
        known = known.joined(deciding.everything_about(facts, option))
    learning.learn(facts, size, known)
    facts.remember(claim)


def _assume_either(facts: Facts, claim: Either) -> None:
    answers = [part.ask(facts) for part in claim.claims]
    possible = [part for part, found in zip(claim.claims, answers, strict=True) if found is not NO]
    if YES in answers or not possible or claim in facts.remembered:
        return
    choice = _as_choice(possible)
    if choice is not None:
        _assume_one_of(facts, choice)
    elif len(possible) <= MAX_ALTERNATIVES and joining.shared_symbols([[part] for part in possible]):
        captures: list[list[Claim]] = []
        for part in possible:
            token = facts.mark()
            assume(facts, part)
            captures.append(facts.capture(token))
            facts.rollback(token)
        for common in joining.intersect(facts, captures):
            assume(facts, common)
    if claim.ask(facts) is MAYBE:
        facts.remember(claim)


def _as_choice(possible: list[Claim]) -> OneOf | None:
    """The same claim about one size, where each of two alternatives says what this size is: a == b or a == 1."""
    if len(possible) != 2:
        return None
    first, second = possible
    if type(first) is not Equal or type(second) is not Equal:
        return None
    for size, option in ((first.left, first.right), (first.right, first.left)):
        if type(size) is Dim:
            if size == second.left:
                return OneOf(size, (option, second.right))
            if size == second.right:
                return OneOf(size, (option, second.left))
    return None


def reconsider(facts: Facts, claim: Claim) -> None:
    """Draw a conclusion from a remembered claim, if by now only one is possible."""
    match claim:
        case OneOf(size, options):
            size = normal.normalize(facts, size)
            left = _only(options, lambda x: deciding.answer(facts, size - x, deciding.is_zero))
            if left is not None:
                learning.learn_zero(facts, size - left)
        case Either(claims):
            possible = _only(claims, lambda part: part.ask(facts))
            if possible is not None:
                assume(facts, possible)
        case Not(Divides(divisor, size)):
            divisor = normal.normalize(facts, divisor)
            values = deciding.everything_about(facts, size).values(64)
            if values and type(divisor) is int and divisor:
                learning.learn(
                    facts, size, Known(excluded=frozenset([x for x in values if x % divisor == 0]))
                )


def _only(things: Sequence[T], answer: Callable[[T], Truth]) -> T | None:
    """The only thing whose answer is not NO; None if there are several. The last, the simplest, are asked first."""
    found: T | None = None
    for thing in reversed(things):
        if answer(thing) is not NO:
            if found is not None:
                return None
            found = thing
    return found
