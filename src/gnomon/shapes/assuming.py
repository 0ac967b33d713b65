"""Claims as knowledge: what each kind of claim tells, also when it is denied."""

from __future__ import annotations

from gnomon.shapes import deciding, learning, normal
from gnomon.shapes.claims import Always, AtLeast, Both, Claim, Divides, Either, Equal, Never, Not, OneOf
from gnomon.shapes.known import Known
from gnomon.shapes.truth import MAYBE, NO, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.facts import Facts
    from gnomon.shapes.store import Store


def assume(facts: Facts, claim: Claim) -> None:
    """Add a claim to the facts."""
    kind = type(claim)
    if kind is Equal:
        learning.learn_zero(facts, claim.left - claim.right)  # type: ignore[attr-defined]
    elif kind is AtLeast:
        learning.learn_natural(facts, claim.left - claim.right)  # type: ignore[attr-defined]
    elif kind is Divides:
        _assume_divides(facts, claim)  # type: ignore[arg-type]
    elif kind is OneOf:
        _assume_one_of(facts, claim)  # type: ignore[arg-type]
    elif kind is Both:
        for part in claim.claims:  # type: ignore[attr-defined]
            assume(facts, part)
    elif kind is Either:
        _assume_either(facts, claim)  # type: ignore[arg-type]
    elif kind is Not:
        deny(facts, claim.claim)  # type: ignore[attr-defined]


def deny(facts: Facts, claim: Claim) -> None:
    """Add that a claim does not hold."""
    match claim:
        case Equal(left, right):
            known = Known(excluded=frozenset((0,)))
            learning.learn(facts, normal.normalize(facts, left - right), known)
        case AtLeast(left, right):
            learning.learn_natural(facts, right - left - 1)
        case Divides(divisor, size):
            if type(divisor) is int and abs(divisor) == 2:
                learning.learn_multiple(facts, size, 2, 1)
            elif type(divisor) is int and divisor == 0:
                deny(facts, Equal(size, 0))
            else:
                facts.remember(Not(claim))
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
    if type(divisor) is not int:
        learning.learn_zero(facts, normal.normalize(facts, claim.size) % divisor)
    elif divisor == 0:
        learning.learn_zero(facts, claim.size)
    else:
        learning.learn_multiple(facts, claim.size, abs(divisor))


def _assume_one_of(facts: Facts, claim: OneOf) -> None:
    size = normal.normalize(facts, claim.size)
    options = [normal.normalize(facts, option) for option in claim.options]
    options = [x for x in options if deciding.answer(facts, size - x, deciding.is_zero) is not NO]
    if len(options) == 1:
        learning.learn_zero(facts, size - options[0])
    elif options and all(type(x) is int for x in options):
        learning.learn(facts, size, Known(domain=frozenset(options)))  # type: ignore[arg-type]
    elif options:
        _bound_by(facts, claim)
        facts.remember(claim)


def _bound_by(facts: Facts, claim: OneOf) -> None:
    """A size lies between the smallest and the largest of its options."""
    ranges = [facts.bounds(option) for option in claim.options]
    lower = None if any(low is None for low, _ in ranges) else min(low for low, _ in ranges if low is not None)
    upper = None if any(high is None for _, high in ranges) else max(x for _, x in ranges if x is not None)
    if lower is not None or upper is not None:
        learning.learn(facts, normal.normalize(facts, claim.size), Known(lower, upper))


def _assume_either(facts: Facts, claim: Either) -> None:
    possible = [part for part in claim.claims if part.ask(facts) is not NO]
    if len(possible) == 1:
        assume(facts, possible[0])
        return
    if not possible or any(part.ask(facts) is YES for part in possible):
        return
    captures: list[list[Claim]] = []
    for part in possible[:8]:
        token = facts.mark()
        assume(facts, part)
        captures.append(facts.capture(token))
        facts.rollback(token)
    if len(possible) <= 8:
        for common in facts.intersect(captures):
            assume(facts, common)
    if claim.ask(facts) is MAYBE:
        facts.remember(claim)


def reconsider(store: Store, claim: Claim) -> None:
    """Draw a conclusion from a remembered claim, if by now only one is possible."""
    facts: Facts = store  # type: ignore[assignment]
    match claim:
        case OneOf(size, options):
            size = normal.normalize(facts, size)
            left = [x for x in options if deciding.answer(facts, size - x, deciding.is_zero) is not NO]
            if len(left) == 1:
                learning.learn_zero(facts, size - left[0])
        case Either(claims):
            possible = [part for part in claims if part.ask(facts) is not NO]
            if len(possible) == 1:
                assume(facts, possible[0])
        case Not(Divides(divisor, size)):
            divisor, size = normal.normalize(facts, divisor), normal.normalize(facts, size)
            if type(divisor) is int and type(size) is not int and divisor > 1:
                known = facts.knowledge(size.atom) if size.atom is not None else None
                values = known.values(64) if known is not None else None
                if values:
                    kept = frozenset(x for x in values if x % divisor)
                    if kept:
                        learning.learn(facts, size, Known(domain=kept))


__all__ = ["Always", "Never", "assume", "deny", "reconsider"]
