"""Symbolic integers in normal form: polynomials over atoms."""

from __future__ import annotations

from operator import attrgetter

from gnomon.shapes import atoms, division, intervals, printing
from gnomon.shapes.beyond import Beyond, beyond
from gnomon.shapes.final import final

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from gnomon.shapes.atoms import Atom, Symbol
    from gnomon.shapes.intervals import Interval

    Monomial = tuple[Atom, ...]
    Terms = dict[Monomial, int]

MAX_TERMS = 64
MAX_DEGREE = 16
MAX_COEFFICIENT = 1 << 256

_serial = attrgetter("serial")


@final
class Dim(Beyond):
    """An integer that depends on symbols: a polynomial in normal form.

    Dims are made by `symbol` and by arithmetic. A result that no longer depends on anything is a plain `int`.
    `==` compares normal forms, so a Dim may be the key of a dict; to ask whether two sizes are equal given
    what is known, use `Facts.equal`. A result that would be too large to handle is a new, unnamed symbol.

    >>> from gnomon.shapes import symbol
    >>> n, h = symbol("n"), symbol("h")
    >>> (n + 1) * 2 - n
    n + 2
    >>> n - n, n * 4096 // 64 // 64 == n
    (0, True)
    >>> (h + 2 * 1 - 3) // 1 + 1 == h
    True
    >>> (h - 3) // 2 + 1
    (h + 1)//2 - 1
    """

    __slots__ = ("_hash", "coefficients")

    coefficients: Terms
    """For each product of atoms its coefficient; the constant term belongs to the empty product."""
    _hash: int | None

    def __add__(self, other: Size) -> Size:
        if type(other) is int:
            if other == 0:
                return self
            terms = self.coefficients.copy()
            constant = terms.get((), 0) + other
            if constant:
                terms[()] = constant
            else:
                del terms[()]
            if -MAX_COEFFICIENT < constant < MAX_COEFFICIENT:
                return dim_of(terms)
            return opaque(*interval_of_terms(terms))
        if type(other) is not Dim:
            number = as_integer(other)
            return beyond("add", self, other) if number is None else self + number
        terms = self.coefficients.copy()
        for monomial, coefficient in other.coefficients.items():
            total = terms.get(monomial, 0) + coefficient
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        return from_terms(terms)

    __radd__ = __add__

    def __sub__(self, other: Size) -> Size:
        if type(other) is int:
            return self + -other
        if type(other) is not Dim:
            number = as_integer(other)
            return beyond("sub", self, other) if number is None else self + -number
        terms = self.coefficients.copy()
        for monomial, coefficient in other.coefficients.items():
            total = terms.get(monomial, 0) - coefficient
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        return from_terms(terms)

    def __rsub__(self, other: Size) -> Size:
        return -self + other if _is_size(other) else beyond("sub", other, self)

    def __neg__(self) -> Dim:
        return dim_of({monomial: -coefficient for monomial, coefficient in self.coefficients.items()})

    def __pos__(self) -> Dim:
        return self

    def __mul__(self, other: Size) -> Size:
        if type(other) is int:
            if other == 1:
                return self
            if other == 0:
                return 0
            return from_terms({monomial: c * other for monomial, c in self.coefficients.items()})
        if type(other) is not Dim:
            number = as_integer(other)
            return beyond("mul", self, other) if number is None else self * number
        return _multiplied(self, other)

    __rmul__ = __mul__

    def __floordiv__(self, other: Size) -> Size:
        return division.floor_divide(self, other) if _is_size(other) else beyond("floordiv", self, other)

    def __rfloordiv__(self, other: Size) -> Size:
        return division.floor_divide(other, self) if _is_size(other) else beyond("floordiv", other, self)

    def __mod__(self, other: Size) -> Size:
        return division.modulo(self, other) if _is_size(other) else beyond("mod", self, other)

    def __rmod__(self, other: Size) -> Size:
        return division.modulo(other, self) if _is_size(other) else beyond("mod", other, self)

    def __divmod__(self, other: Size) -> tuple[Size, Size]:
        return self // other, self % other

    def __rdivmod__(self, other: Size) -> tuple[Size, Size]:
        return other // self, other % self

    def __pow__(self, other: object) -> Any:
        power = as_integer(other)
        if power is None or not 0 <= power <= MAX_DEGREE:
            return beyond("pow", self, other)
        result: Size = 1
        for _ in range(power):
            result = result * self
        return result

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(other) is Dim and self.coefficients == other.coefficients

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = self._hash = hash(frozenset(self.coefficients.items()))
        return value

    def __bool__(self) -> bool:
        beyond("bool", self)
        raise TypeError("a symbolic size is neither true nor false: ask the facts, e.g. facts.equal(size, 0)")

    @property
    def terms(self) -> tuple[tuple[Monomial, int], ...]:
        """Pairs of a product (a tuple of atoms) and its coefficient, in the order in which they are printed.

        >>> from gnomon.shapes import symbol
        >>> (1 - 2 * symbol("n")).terms
        (((), 1), ((n,), -2))
        """
        return tuple(sorted(self.coefficients.items(), key=printing.order))

    @property
    def atom(self) -> Atom | None:
        """The atom that this dim is, or None if it is more than one bare atom."""
        if len(self.coefficients) == 1:
            for monomial, coefficient in self.coefficients.items():
                if coefficient == 1 and len(monomial) == 1:
                    return monomial[0]
        return None

    @property
    def constant(self) -> int:
        """The term without a symbol.

        >>> from gnomon.shapes import symbol
        >>> (symbol("n") + 3).constant
        3
        """
        return self.coefficients.get((), 0)

    def symbols(self) -> frozenset[Symbol]:
        """All symbols that occur, also inside quotients, remainders and extremes."""
        found: set[Symbol] = set()
        for monomial in self.coefficients:
            for atom in monomial:
                if type(atom) is atoms.Symbol:
                    found.add(atom)
                else:
                    found |= atom.symbols()
        return frozenset(found)

    def substitute(self, mapping: Mapping[Symbol, Size] | Mapping[Dim, Size]) -> Size:
        """This size with symbols replaced by other sizes, all at once; what divides by zero is an unknown.

        >>> from gnomon.shapes import symbol
        >>> n = symbol("n")
        >>> ((n - 2) // 2 + 1).substitute({n: 10})
        5
        """
        by_atom: dict[object, Size] = {}
        for key, value in mapping.items():
            by_atom[key.atom if type(key) is Dim else key] = value
        return rewritten(self, by_atom.get)

    def __str__(self) -> str:
        return printing.polynomial(self)

    __repr__ = __str__

    def __copy__(self) -> Dim:
        return self

    def __deepcopy__(self, memo: object) -> Dim:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled, (tuple(self.coefficients.items()),))


Size = int | Dim


def dim_of(terms: Terms) -> Dim:
    """The dim with these terms, which are not constant and have no coefficient 0."""
    dim = Dim.__new__(Dim)
    dim.coefficients = terms
    dim._hash = None
    return dim


def from_terms(terms: Terms) -> Size:
    """The size with these terms, none of which has the coefficient 0."""
    if len(terms) <= 1:
        if not terms:
            return 0
        if () in terms:
            return terms[()]
    elif len(terms) > MAX_TERMS:
        return opaque(*interval_of_terms(terms))
    for coefficient in terms.values():
        if not -MAX_COEFFICIENT < coefficient < MAX_COEFFICIENT:
            return opaque(*interval_of_terms(terms))
    return dim_of(terms)


def of_atom(atom: Atom) -> Dim:
    """The dim that is one bare atom."""
    return dim_of({(atom,): 1})


def opaque(lower: int | None = None, upper: int | None = None) -> Dim:
    """An unknown that stands for a value too large or too odd to write down."""
    return of_atom(atoms.Symbol(None, lower, upper))


def _multiplied(a: Dim, b: Dim) -> Size:
    """a * b, or an unknown if that has too many terms or factors."""
    if len(a.coefficients) * len(b.coefficients) > MAX_TERMS:
        return opaque(*intervals.times(interval(a), interval(b)))
    terms: Terms = {}
    for left, x in a.coefficients.items():
        for right, y in b.coefficients.items():
            if not left:
                monomial = right
            elif not right:
                monomial = left
            elif len(left) + len(right) > MAX_DEGREE:
                return opaque(*intervals.times(interval(a), interval(b)))
            else:
                monomial = tuple(sorted(left + right, key=_serial))
            total = terms.get(monomial, 0) + x * y
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
    return from_terms(terms)


def _unpickled(items: tuple[tuple[Monomial, int], ...]) -> Size:
    """A dim read back: its atoms have new serials, so factors are sorted again."""
    return from_terms({tuple(sorted(monomial, key=_serial)): coefficient for monomial, coefficient in items})


def as_integer(value: object) -> int | None:
    """A bool or an integer of another library as an int, None for anything else."""
    index = getattr(value, "__index__", None)
    try:
        return None if index is None else int(index())
    except TypeError:  # an array whose value is not known
        return None


def _is_size(value: object) -> bool:
    return type(value) is int or type(value) is Dim or as_integer(value) is not None


def as_size(value: object) -> Size:
    """An integer of any kind or a dim as a size; a TypeError for anything else."""
    if type(value) is Dim:
        return value
    number = as_integer(value)
    if number is None:
        raise TypeError(f"a size is an integer or a symbolic size, not {type(value).__name__}")
    return number


def interval(dim: Dim) -> Interval:
    """Bounds that hold whatever is known: from the bounds with which the symbols were made."""
    return interval_of_terms(dim.coefficients)


def is_natural(dim: Dim) -> bool:
    """Whether the dim is never negative, whatever is known."""
    low = interval(dim)[0]
    return low is not None and low >= 0


def interval_of_terms(terms: Terms) -> Interval:
    """Bounds of the sum of the terms, from those of the atoms."""
    low: int | None = 0
    high: int | None = 0
    for monomial, coefficient in terms.items():
        if len(monomial) == 1:
            atom = monomial[0]
            atom_low, atom_high = atom.lower, atom.upper
        else:
            atom_low, atom_high = interval_of_product(monomial, _own_interval)
        if coefficient < 0:
            atom_low, atom_high = atom_high, atom_low
        low = None if low is None or atom_low is None else low + coefficient * atom_low
        high = None if high is None or atom_high is None else high + coefficient * atom_high
        if low is None and high is None:
            return intervals.EVERYTHING
    return (low, high)


def _own_interval(atom: Atom) -> Interval:
    return (atom.lower, atom.upper)


def interval_of_product(monomial: Monomial, interval_of: Callable[[Atom], Interval]) -> Interval:
    """Bounds of a product of atoms, from those of each; equal atoms stand side by side in it."""
    result: Interval = (1, 1)
    position = 0
    while position < len(monomial):
        atom = monomial[position]
        exponent = monomial.count(atom)
        factor = interval_of(atom)
        result = intervals.times(result, intervals.power(factor, exponent) if exponent > 1 else factor)
        position += exponent
    return result


def rewritten(dim: Dim, value_of: Callable[[Atom], Size | None]) -> Size:
    """The dim with atoms replaced: `value_of` gives the new size of an atom, or None to keep it.

    Operands of the quotients, remainders and extremes that are kept are rewritten too.
    """

    def value_or_rewritten(atom: Atom) -> Size | None:
        value = value_of(atom)
        return atom.rewritten(value_of) if value is None and type(atom) is not atoms.Symbol else value

    return replaced(dim, value_or_rewritten)


def replaced(dim: Dim, value_of: Callable[[Atom], Size | None]) -> Size:
    """The dim with the atoms of its terms replaced, where `value_of` gives a new size and not None."""
    changed: dict[Monomial, Size] = {}
    for monomial, coefficient in dim.coefficients.items():
        product: Size | None = None
        rest: list[Atom] = []
        for atom in monomial:
            value = value_of(atom)
            if value is None:
                rest.append(atom)
            else:
                product = value * (coefficient if product is None else product)
        if product is not None:
            changed[monomial] = product * dim_of({tuple(rest): 1}) if rest else product
    if not changed:
        return dim
    total: Size = 0
    for size in changed.values():
        total = total + size
    kept = {monomial: c for monomial, c in dim.coefficients.items() if monomial not in changed}
    return total + from_terms(kept)
