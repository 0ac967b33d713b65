"""Division of polynomials, and factors that terms have in common."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import dims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Atom
    from gnomon.shapes.dims import Dim, Monomial, Size, Terms

MAX_STEPS = 64


def divide(a: Size, b: Dim) -> tuple[Size, Size, Size, Size]:
    """(q, r, s, g) with a == q*b + g*r and b == g*s: a // b is q + r // s, and a % b is g * (r % s).

    >>> from gnomon.shapes import symbol
    >>> n, m = symbol("n"), symbol("m")
    >>> divide(n * m + 3 * n, m + 3), divide(n * m + 6 * n, 4 * n)
    ((n, 0, m + 3, 1), (1, m + 2, 4, n))
    """
    quotient: Size = 0
    lead = leading(b.coefficients)
    coefficient = b.coefficients[lead]
    for _ in range(MAX_STEPS):
        step = _step(a.coefficients, lead, coefficient) if type(a) is dims.Dim else None
        if step is None:
            break
        quotient = quotient + step
        a = a - step * b
    if type(a) is int and a == 0:
        return quotient, 0, b, 1
    number, factors = _content(a.coefficients) if type(a) is dims.Dim else (a, ())
    divisor_number, divisor_factors = _content(b.coefficients)
    number = gcd(number, divisor_number)
    if coefficient < 0:
        number = -number
    factors = _in_both(factors, divisor_factors)
    if number == 1 and not factors:
        return quotient, a, b, 1
    cancelled = dims.from_terms({factors: number})
    return quotient, _cancelled(a, number, factors), _cancelled(b, number, factors), cancelled


def leading(terms: Terms) -> Monomial:
    """The product that comes first in division: that of the most atoms, and of the youngest."""
    best: Monomial = ()
    for monomial in terms:
        if len(monomial) != len(best):
            if len(monomial) > len(best):
                best = monomial
        elif monomial and _is_younger(monomial, best):
            best = monomial
    return best


def _is_younger(a: Monomial, b: Monomial) -> bool:
    """Whether the first atom in which two products differ is younger in the first of them."""
    for mine, other in zip(a, b, strict=True):
        if mine is not other:
            return mine.serial > other.serial
    return False


def _step(terms: Terms, lead: Monomial, coefficient: int) -> Size | None:
    """One step of the division: the multiple of the divisor that removes or shrinks a term."""
    for monomial, value in terms.items():
        if abs(value) >= abs(coefficient):
            rest = without(monomial, lead)
            if rest is not None:
                return dims.from_terms({rest: value // coefficient})
    return None


def without(monomial: Monomial, factors: Monomial) -> Monomial | None:
    """The product divided by some of its factors, or None if it does not contain them."""
    if len(factors) > len(monomial):
        return None
    rest = list(monomial)
    for atom in factors:
        if atom not in rest:
            return None
        rest.remove(atom)
    return tuple(rest)


def _content(terms: Terms) -> tuple[int, Monomial]:
    """The greatest number and the atoms that divide every term."""
    common: Monomial | None = None
    for monomial in terms:
        common = monomial if common is None else _in_both(common, monomial)
        if not common:
            break
    return gcd(*terms.values()), common or ()


def _in_both(a: Monomial, b: Monomial) -> Monomial:
    rest = list(b)
    common: list[Atom] = []
    for atom in a:
        if atom in rest:
            rest.remove(atom)
            common.append(atom)
    return tuple(common)


def _cancelled(size: Size, number: int, factors: Monomial) -> Size:
    """The size divided by a number and atoms that divide each of its terms."""
    if type(size) is not dims.Dim:
        return size // number
    terms: Terms = {}
    for monomial, coefficient in size.coefficients.items():
        terms[without(monomial, factors) or ()] = coefficient // number
    return dims.from_terms(terms)
