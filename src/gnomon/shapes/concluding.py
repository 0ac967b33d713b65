"""Consequences for the parts of an expression of which more is known."""

from __future__ import annotations

from math import gcd, prod

from gnomon.shapes import bounding, deciding, dims, learning, normal
from gnomon.shapes.atoms import FloorDiv, Max, Min, Mod
from gnomon.shapes.dims import Dim
from gnomon.shapes.known import Known
from gnomon.shapes.truth import NO

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Compound
    from gnomon.shapes.dims import Size
    from gnomon.shapes.facts import Facts
    from gnomon.shapes.store import Key

NOT_ZERO = Known(excluded=frozenset((0,)))


def from_bounds(facts: Facts, key: Key, known: Known) -> None:
    """Consequences of bounds of a form for the atoms in it."""
    if type(key) is Dim:
        if len(key.coefficients) == 1:
            _for_factors(facts, key, known)
        else:
            _for_terms(facts, key, known)
    elif type(key) is FloorDiv:
        a, b = key.args
        if type(b) is int or bounding.is_at_least(facts, b, 0):
            if known.lower is not None:
                learning.learn_natural(facts, a - b * known.lower)
            if known.upper is not None:
                learning.learn_natural(facts, b * (known.upper + 1) - 1 - a)
    elif type(key) is Min:
        if known.lower is not None:
            for arg in key.args:
                learning.learn_natural(facts, arg - known.lower)
    elif type(key) is Max and known.upper is not None:
        for arg in key.args:
            learning.learn_natural(facts, known.upper - arg)


def from_value(facts: Facts, atom: Compound, value: Size) -> None:
    """Consequences for the operands of a quotient, remainder or extreme whose value is known."""
    if type(atom) is FloorDiv:
        a, b = atom.args
        if type(b) is int or bounding.is_at_least(facts, b, 0):
            remainder = a - b * value
            learning.learn_natural(facts, remainder)
            learning.learn_natural(facts, b - 1 - remainder)
    elif type(atom) is Mod:
        a, b = atom.args
        if type(b) is int:
            learning.learn_multiple(facts, a - value, b)
    else:
        for arg in atom.args:
            learning.learn_natural(facts, arg - value if type(atom) is Min else value - arg)
        equal = [x for x in atom.args if deciding.answer(facts, x - value, deciding.is_zero) is not NO]
        if len(equal) == 1:
            learning.learn_zero(facts, equal[0] - value)


def _for_factors(facts: Facts, key: Dim, known: Known) -> None:
    """Consequences of bounds of a product for its factors."""
    (factors,) = key.coefficients
    if not known.admits(0):
        for atom in factors:
            learning.learn(facts, dims.of_atom(atom), NOT_ZERO)
    if known.upper is None or known.upper < 0:
        return
    lows = [bounding.atom_interval(facts, atom)[0] or 0 for atom in factors]
    if all(low >= 1 for low in lows):
        for atom, low in zip(factors, lows, strict=True):
            learning.learn(facts, dims.of_atom(atom), Known(upper=known.upper // (prod(lows) // low)))


def _for_terms(facts: Facts, key: Dim, known: Known) -> None:
    """Consequences of bounds of a sum for each of its terms, and of its value for what divides them."""
    terms = key.coefficients
    for monomial, coefficient in terms.items():
        term = dims.dim_of({monomial: coefficient})
        low, high = bounding.bounds(facts, normal.normalize(facts, key - term), 0)
        if known.lower is not None and high is not None:
            learning.learn_natural(facts, term - (known.lower - high))
        if known.upper is not None and low is not None:
            learning.learn_natural(facts, (known.upper - low) - term)
        if known.value is not None:
            common = gcd(*[other for product, other in terms.items() if product != monomial])
            if common > 1:
                learning.learn_multiple(facts, term, common, known.value)
