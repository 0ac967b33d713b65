"""Tests of the program as claims about sizes: what each says, and what is left where one of several holds."""

from __future__ import annotations

import ast
from typing import Any

from gnomon.shapes import AtLeast, Claim, Dim, Equal, Not, OneOf
from gnomon.values import ListValue, SetValue, state

_SIZES = (int, Dim)


def claim_of(operator: type, left: Any, right: Any) -> Claim | None:
    """Return a comparison of sizes, or of a size with several, as a claim."""
    if type(left) not in _SIZES:
        return None
    if operator is ast.In or operator is ast.NotIn:
        options = right if type(right) is tuple else _items(right)
        if not options or any(type(option) not in _SIZES for option in options):
            return None
        return OneOf(left, options) if operator is ast.In else Not(OneOf(left, options))
    if type(right) not in _SIZES:
        return None
    if operator is ast.Eq:
        return Equal(left, right)
    if operator is ast.NotEq:
        return Not(Equal(left, right))
    if operator is ast.GtE:
        return AtLeast(left, right)
    if operator is ast.LtE:
        return AtLeast(right, left)
    if operator is ast.Gt:
        return AtLeast(left, right + 1)
    if operator is ast.Lt:
        return AtLeast(right, left + 1)
    return None


def _items(container: Any) -> tuple[Any, ...] | None:
    return container.items if type(container) in (ListValue, SetValue) else None


def learn_one_of(claims: list[Claim | None], outcome: bool) -> None:
    """Learn which values a size may have where one of several claims has this outcome: ``n == 2 or n == 3``."""
    size: Any = None
    options: list[Any] = []
    for claim in claims:
        found = _options(claim, outcome)
        if found is None or (size is not None and found[0] != size):
            return
        size = found[0]
        options.extend(found[1])
    if size is not None:
        state.facts.assume(OneOf(size, options))


def _options(claim: Claim | None, outcome: bool) -> tuple[Dim, tuple[Any, ...]] | None:
    """Return a size and the numbers that it may be if a claim has this outcome, None if it says no such thing."""
    while type(claim) is Not:
        claim, outcome = claim.claim, not outcome
    if type(claim) is Equal and outcome:
        for size, option in ((claim.left, claim.right), (claim.right, claim.left)):
            if type(size) is Dim and type(option) is int:
                return size, (option,)
    if type(claim) is OneOf and outcome and type(claim.size) is Dim:
        return claim.size, claim.options
    return None
