"""Quotients and remainders of sizes, with Python's floor semantics, simplified where that is cheap."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import atoms, dims, polynomials

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.dims import Dim, Size, Terms


def floor_divide(a: Size, b: Size) -> Size:
    """a // b in normal form.

    >>> from gnomon.shapes import symbol
    >>> n, m = symbol("n"), symbol("m")
    >>> floor_divide(n * 4, 4), floor_divide(n * 4 + 7, 4), floor_divide(n * m + 3 * m, m)
    (n, n + 1, n + 3)
    >>> floor_divide(floor_divide(n, 2), 2)
    n//4
    """
    if type(b) is int:
        if type(a) is dims.Dim:
            return _floor_by_number(a, b)
        if type(a) is int:
            return a // b
    if type(b) is not dims.Dim or type(a) not in (int, dims.Dim):
        return floor_divide(dims.as_size(a), dims.as_size(b))
    quotient, a, b, _ = polynomials.divide(a, b)
    if type(a) is int and a == 0:
        return quotient
    if type(b) is not dims.Dim:
        return quotient + floor_divide(a, b)
    known = _quotient_from_bounds(a, b)
    if known is not None:
        return quotient + known
    inner = a.atom if type(a) is dims.Dim else None
    if type(inner) is atoms.FloorDiv and dims.is_natural(b):  # x//m//k == x//(m*k) if k > 0
        x, m = inner.args
        return quotient + floor_divide(x, m * b)
    return quotient + atoms.compound(atoms.FloorDiv, a, b)


def modulo(a: Size, b: Size) -> Size:
    """a % b in normal form.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n")
    >>> modulo(n * 4 + 7, 4), modulo(n * 6, 4), modulo(modulo(n, 4), 4)
    (3, 2*(n % 2), n % 4)
    """
    if type(b) is int:
        if type(a) is dims.Dim:
            return _mod_by_number(a, b)
        if type(a) is int:
            return a % b
    if type(b) is not dims.Dim or type(a) not in (int, dims.Dim):
        return modulo(dims.as_size(a), dims.as_size(b))
    _, a, b, factor = polynomials.divide(a, b)
    if type(a) is int and a == 0:
        return 0
    if type(b) is not dims.Dim:
        return factor * modulo(a, b)
    known = _quotient_from_bounds(a, b)
    if known is not None:
        return factor * (a - known * b)
    return factor * atoms.compound(atoms.Mod, a, b)


def _quotient_from_bounds(a: Size, b: Dim) -> int | None:
    """The quotient where bounds alone give it: 0 for 0 <= a < b, and -1 for -b <= a < 0."""
    smallest = dims.interval(b)[0]
    if smallest is None or smallest < 0:  # a divisor that is not negative is at least 1
        return None
    low, high = dims.interval(a) if type(a) is dims.Dim else (a, a)
    if low is None or high is None:
        return None
    if low >= 0 and high < smallest:
        return 0
    return -1 if high < 0 and -low <= max(smallest, 1) else None


def _floor_by_number(a: Dim, k: int) -> Size:
    """a // k for a number k."""
    if k < 0:
        a, k = -a, -k
    if k == 1:
        return a
    if k == 0:
        raise ZeroDivisionError("a symbolic size divided by zero")
    whole: Terms = {}
    rest: Terms = {}
    common = k
    for monomial, coefficient in a.coefficients.items():
        quotient, remainder = divmod(coefficient, k)
        if monomial:
            if 2 * remainder > k:
                quotient += 1
                remainder -= k
            common = gcd(common, remainder)
        if quotient:
            whole[monomial] = quotient
        if remainder:
            rest[monomial] = remainder
    result = dims.from_terms(whole)
    if common > 1:  # (g*x + c) // (g*k) == (x + c//g) // k
        k //= common
        rest = {monomial: c // common for monomial, c in rest.items() if monomial or c >= common}
    part = dims.from_terms(rest)
    if k == 1 or type(part) is not dims.Dim:
        return result + part // k
    return result + _floor_of_rest(part, k)


def _floor_of_rest(a: Dim, k: int) -> Size:
    """a // k where no term is a multiple of k, nor can anything be cancelled."""
    low, high = dims.interval(a)
    if low is not None and high is not None and low // k == high // k:
        return low // k
    if a.coefficients[polynomials.leading(a.coefficients)] < 0:  # a // k == -((k - 1 - a) // k)
        return -((k - 1 - a) // k)
    nested = _only_quotient(a.coefficients)
    if nested is not None:  # (x//m + r) // k == (x + m*r) // (m*k)
        x, m = nested.args
        return floor_divide(x + m * (a - dims.of_atom(nested)), m * k)
    return atoms.compound(atoms.FloorDiv, a, k)


def _only_quotient(terms: Terms) -> atoms.FloorDiv | None:
    """The one quotient among the terms, if it stands there once, with the factor 1."""
    found: atoms.FloorDiv | None = None
    for monomial, coefficient in terms.items():
        for atom in monomial:
            if type(atom) is atoms.FloorDiv:
                if found is not None or coefficient != 1 or len(monomial) != 1:
                    return None
                found = atom
    return found


def _mod_by_number(a: Dim, k: int) -> Size:
    """a % k for a number k."""
    if k < 0:
        return -_mod_by_number(-a, -k)
    if k == 1:
        return 0
    if k == 0:
        raise ZeroDivisionError("a symbolic size modulo zero")
    rest: Terms = {}
    common = k
    for monomial, coefficient in a.coefficients.items():
        remainder = coefficient % k
        if not remainder:
            continue
        if monomial:
            if 2 * remainder > k:
                remainder -= k
            common = gcd(common, remainder)
            if len(monomial) == 1 and _is_remainder_of_multiple(monomial[0], k):  # (x % (k*j)) % k == x % k
                x = monomial[0].args[0]  # type: ignore[union-attr]
                return modulo(a + coefficient * (x - dims.of_atom(monomial[0])), k)
        rest[monomial] = remainder
    if common > 1:  # (g*x + g*c + d) % (g*k) == g*((x + c) % k) + d
        constant = rest.get((), 0)
        rest = {monomial: c // common for monomial, c in rest.items() if monomial or c >= common}
        return common * modulo(dims.from_terms(rest), k // common) + constant % common
    part = dims.from_terms(rest)
    if type(part) is not dims.Dim:
        return part % k
    low, high = dims.interval(part)
    if low is not None and high is not None and low // k == high // k:
        return part - k * (low // k)
    return atoms.compound(atoms.Mod, part, k)


def _is_remainder_of_multiple(atom: atoms.Atom, k: int) -> bool:
    """Whether the atom is x % m for a multiple m of k."""
    if type(atom) is not atoms.Mod:
        return False
    divisor = atom.args[1]
    return type(divisor) is int and divisor % k == 0
