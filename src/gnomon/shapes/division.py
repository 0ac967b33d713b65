"""Quotients and remainders of sizes, with Python's floor semantics, simplified where that is cheap."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import atoms, dims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.dims import Dim, Monomial, Size, Terms


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
        if type(a) is int:
            return a // b
        if type(a) is dims.Dim:
            return _floor_by_int(a, b)
    if type(b) is not dims.Dim or type(a) not in (int, dims.Dim):
        return floor_divide(dims._converted(a), dims._converted(b))
    quotient, a, b, _ = _reduced(a, b)
    if type(a) is int and a == 0:
        return quotient
    if type(b) is int:
        return quotient + floor_divide(a, b)
    known = _quotient_from_bounds(a, b)
    if known is not None:
        return quotient + known
    if type(a) is not int:
        inner = a.atom
        if type(inner) is atoms.FloorDiv and (dims.interval(b)[0] or -1) >= 0:
            return quotient + floor_divide(inner.args[0], inner.args[1] * b)
    return quotient + atoms.compound(atoms.FloorDiv, (a, b))


def modulo(a: Size, b: Size) -> Size:
    """a % b in normal form.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n")
    >>> modulo(n * 4 + 7, 4), modulo(n * 6, 4), modulo(modulo(n, 4), 4)
    (3, 2*(n % 2), n % 4)
    """
    if type(b) is int:
        if type(a) is int:
            return a % b
        if type(a) is dims.Dim:
            return _mod_by_int(a, b)
    if type(b) is not dims.Dim or type(a) not in (int, dims.Dim):
        return modulo(dims._converted(a), dims._converted(b))
    _, a, b, factor = _reduced(a, b)
    if type(a) is int and a == 0:
        return 0
    if type(b) is int:
        return factor * modulo(a, b)
    known = _quotient_from_bounds(a, b)
    if known is not None:
        return factor * (a - known * b)
    return factor * atoms.compound(atoms.Mod, (a, b))


def _quotient_from_bounds(a: Size, b: Size) -> int | None:
    """The quotient where bounds alone give it: 0 for 0 <= a < b, and -1 for -b <= a < 0."""
    b_low = b if type(b) is int else dims.interval(b)[0]
    if b_low is None or b_low < 0:
        return None
    low, high = (a, a) if type(a) is int else dims.interval(a)
    if low is None or high is None:
        return None
    if 0 <= low and high < b_low:
        return 0
    return -1 if high < 0 and -low <= max(b_low, 1) else None


def _floor_by_int(a: Dim, k: int) -> Size:
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
    for monomial, coefficient in a._terms.items():
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
    if common > 1:  # (g*a + c) // (g*k) == (a + c//g) // k
        k //= common
        rest = {monomial: c // common for monomial, c in rest.items() if monomial or c >= common}
    result = dims.from_terms(whole)
    if k == 1 or not rest or (len(rest) == 1 and () in rest):
        return result + dims.from_terms(rest) if k == 1 else result
    part = dims._dim(rest)
    low, high = dims.interval(part)
    if low is not None and high is not None and low // k == high // k:
        return result + low // k
    if rest[leading(rest)] < 0:  # a // k == -((k - 1 - a) // k)
        return result - _floor_by_int(_as_dim(k - 1 - part), k)
    nested = _only_quotient(rest)
    if nested is not None:  # (x//m + r) // k == (x + m*r) // (m*k)
        x, m = nested.args
        others = dims.from_terms({mono: c for mono, c in rest.items() if mono != (nested,)})
        return result + floor_divide(x + m * others, m * k)
    return result + atoms.compound(atoms.FloorDiv, (part, k))


def _as_dim(size: Size) -> Dim:
    assert type(size) is dims.Dim
    return size


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


def _mod_by_int(a: Dim, k: int) -> Size:
    """a % k for a number k."""
    if k < 0:
        return -_mod_by_int(-a, -k)
    if k == 1:
        return 0
    if k == 0:
        raise ZeroDivisionError("a symbolic size modulo zero")
    rest: Terms = {}
    common = k
    inner: atoms.Mod | None = None
    for monomial, coefficient in a._terms.items():
        remainder = coefficient % k
        if not remainder:
            continue
        if monomial:
            if 2 * remainder > k:
                remainder -= k
            common = gcd(common, remainder)
            if len(monomial) == 1 and type(monomial[0]) is atoms.Mod:
                divisor = monomial[0].args[1]
                if type(divisor) is int and divisor % k == 0:
                    inner = monomial[0]
        rest[monomial] = remainder
    if inner is not None:  # (x % (k*j)) % k == x % k
        coefficient = rest.pop((inner,))
        return modulo(dims.from_terms(rest) + coefficient * inner.args[0], k)
    if not rest or (len(rest) == 1 and () in rest):
        return rest.get((), 0)
    if common > 1:  # (g*a + g*c + d) % (g*k) == g*((a + c) % k) + d
        constant = rest.get((), 0)
        rest = {monomial: c // common for monomial, c in rest.items() if monomial or c >= common}
        return common * modulo(dims.from_terms(rest), k // common) + constant % common
    part = dims._dim(rest)
    low, high = dims.interval(part)
    if low is not None and high is not None and low // k == high // k:
        return part - k * (low // k)
    return atoms.compound(atoms.Mod, (part, k))


def leading(terms: Terms) -> Monomial:
    """The term that decides signs: of the highest degree, and of the youngest atoms."""
    if len(terms) == 1:
        for monomial in terms:
            return monomial
    return max(terms, key=_order)


def _order(monomial: Monomial) -> tuple[int, list[int]]:
    return (len(monomial), [atom.serial for atom in monomial])


def _reduced(a: Size, b: Dim) -> tuple[Size, Size, Size, Size]:
    """(q, r, s, g) with a == q*b + g*r and b == g*s, by polynomial division and then cancelling what is common."""
    quotient: Size = 0
    lead = leading(b._terms)
    coefficient = b._terms[lead]
    for _ in range(dims.MAX_TERMS):
        if type(a) is int:
            break
        step = _step(a._terms, lead, coefficient)
        if step is None:
            break
        quotient = quotient + step
        a = a - step * b
    if type(a) is int and a == 0:
        return quotient, 0, b, 1
    common_number, common_atoms = _content(b._terms)
    number, factors = _content(a._terms) if type(a) is not int else (a, ())
    common_number = gcd(common_number, number)
    common_atoms = _intersection(common_atoms, factors)
    if b._terms[lead] < 0:
        common_number = -common_number
    if common_number == 1 and not common_atoms:
        return quotient, a, b, 1
    factor = dims.from_terms({common_atoms: common_number})
    return quotient, _cancelled(a, common_number, common_atoms), _cancelled(b, common_number, common_atoms), factor


def _step(terms: Terms, lead: Monomial, coefficient: int) -> Size | None:
    """One step of polynomial division: what to multiply the divisor with to remove a term."""
    for monomial, value in terms.items():
        whole = value // coefficient
        if whole:
            rest = _without(monomial, lead)
            if rest is not None:
                return dims.from_terms({rest: whole})
    return None


def _without(monomial: Monomial, factors: Monomial) -> Monomial | None:
    """The monomial divided by other factors, or None if it does not contain them."""
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
    number = gcd(*terms.values())
    common: Monomial | None = None
    for monomial in terms:
        common = monomial if common is None else _intersection(common, monomial)
        if not common:
            break
    return number, common or ()


def _intersection(a: Monomial, b: Monomial) -> Monomial:
    rest = list(b)
    common: list[atoms.Atom] = []
    for atom in a:
        if atom in rest:
            rest.remove(atom)
            common.append(atom)
    return tuple(common)


def _cancelled(size: Size, number: int, factors: Monomial) -> Size:
    """The size divided by a number and atoms that divide each of its terms."""
    if type(size) is int:
        return size // number
    terms: Terms = {}
    for monomial, coefficient in size._terms.items():
        rest = _without(monomial, factors)
        assert rest is not None
        terms[rest] = coefficient // number
    return dims.from_terms(terms)
