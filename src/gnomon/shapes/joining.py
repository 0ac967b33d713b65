"""What is known after branches of a program meet again."""

from __future__ import annotations

from gnomon.shapes import cases, deciding
from gnomon.shapes.atoms import FloorDiv, Mod
from gnomon.shapes.claims import AtLeast, Claim, Divides, Equal, Not, OneOf
from gnomon.shapes.dims import Dim
from gnomon.shapes.known import UNKNOWN, Known
from gnomon.shapes.store import as_dim, form_of, unlearnt
from gnomon.shapes.truth import MAYBE, NO, YES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from gnomon.shapes.atoms import Symbol
    from gnomon.shapes.dims import Size
    from gnomon.shapes.facts import Facts
    from gnomon.shapes.store import Key

MAX_CLAIMS = 80
"""How many differing claims are searched for what they have in common; from more, only equal claims are kept."""


def captured(facts: Facts, token: int) -> list[Claim]:
    """Claims that say what was added since the mark."""
    claims: list[Claim] = []
    before: dict[Key, Known | None] = {}
    for changed, key, old in facts.log[token:]:
        if changed is facts.solved:
            claims.append(Equal(as_dim(key), facts.solved[key]))
        elif changed is facts.known:
            before.setdefault(key, old)
        elif changed is facts.remembered:
            claims.append(key)
    for key, known in before.items():
        if key not in facts.solved:
            claims += _claims_about(key, facts.known[key], known or unlearnt(key))
    return claims


def intersect(facts: Facts, captures: Sequence[Sequence[Claim]]) -> list[Claim]:
    """Claims beyond the facts that hold whichever of the captures holds."""
    if not captures:
        return []
    sets = [frozenset(capture) for capture in captures]
    common = [claim for claim in captures[0] if all(claim in each for each in sets)]
    rests = [[claim for claim in capture if claim not in common] for capture in captures]
    if not all(rests) or sum(map(len, rests)) > MAX_CLAIMS:
        return common
    token = facts.mark()
    for claim in common:
        facts.assume(claim)
    weaker = _weaker(facts, rests)
    facts.rollback(token)
    return common + weaker


def _weaker(facts: Facts, captures: Sequence[Sequence[Claim]]) -> list[Claim]:
    """Claims that follow from each of the captures, though none is in all of them."""
    shared = shared_symbols(captures)
    if not shared:
        return []
    keys = [key for key in _keys(facts, captures) if key.symbols() <= shared]
    joined: dict[Key, Known] = {}
    lasting = {
        claim: all(_is_defined(facts, size) for size in claim.sizes())
        for capture in captures
        for claim in capture
        if claim.symbols() & shared
    }
    for capture in captures:
        token = facts.mark()
        for claim in capture:
            facts.assume(claim)
        for key in keys:
            known = deciding.everything_about(facts, as_dim(key))
            joined[key] = joined[key].joined(known) if key in joined else known
        for claim, lasts in lasting.items():
            lasting[claim] = lasts and claim.ask(facts) is YES
        facts.rollback(token)
    claims = {claim: None for claim, lasts in lasting.items() if lasts}
    for key, known in joined.items():
        claims.update(dict.fromkeys(_claims_about(key, known, UNKNOWN)))
    return [claim for claim in claims if claim.ask(facts) is MAYBE]


def shared_symbols(captures: Sequence[Sequence[Claim]]) -> frozenset[Symbol]:
    """The symbols that each of the captures mentions: only about these it is worth looking for more."""
    shared: frozenset[Symbol] | None = None
    for capture in captures:
        mentioned: frozenset[Symbol] = frozenset().union(*[claim.symbols() for claim in capture])
        shared = mentioned if shared is None else shared & mentioned
    return shared or frozenset()


def _keys(facts: Facts, captures: Sequence[Sequence[Claim]]) -> list[Key]:
    """The forms about which the captures say something, as far as they are defined whatever the facts."""
    keys: dict[Key, None] = {}
    for capture in captures:
        token = facts.mark()
        for claim in capture:
            facts.assume(claim)
        for changed, key, _ in facts.log[token:]:
            if changed is facts.known:
                keys[key] = None
            elif changed is facts.solved:
                keys[key] = None
                keys[form_of(as_dim(key) - facts.solved[key])[0]] = None
        facts.rollback(token)
    return [key for key in keys if _is_defined(facts, as_dim(key))]


def _is_defined(facts: Facts, size: Size) -> bool:
    """Whether no divisor in the size can be zero.

    A fact about a // b also says that b is not zero, which need not be so in a branch that does not divide.
    """
    return type(size) is not Dim or all(
        facts.equal(atom.args[1], 0) is NO
        for atom in cases.compounds_in(size)
        if type(atom) is FloorDiv or type(atom) is Mod
    )


def _claims_about(key: Key, known: Known, old: Known) -> list[Claim]:
    """Claims that say what is known about a form beyond what was known before."""
    size = as_dim(key)
    if known.value is not None:
        return [Equal(size, known.value)]
    if known.domain is not None:
        return [OneOf(size, sorted(known.domain))] if known.domain != old.domain else []
    claims: list[Claim] = []
    if known.lower is not None and known.lower != old.lower:
        claims.append(AtLeast(size, known.lower))
    if known.upper is not None and known.upper != old.upper:
        claims.append(AtLeast(known.upper, size))
    if known.modulus != old.modulus:
        claims.append(Divides(known.modulus, size - known.residue))
    claims += [Not(Equal(size, x)) for x in sorted(known.excluded - old.excluded)]
    return claims
