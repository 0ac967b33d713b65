"""Symbolic integers in normal form: polynomials over atoms."""

from __future__ import annotations

from operator import attrgetter

from gnomon.shapes import atoms, division, intervals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from gnomon.shapes.atoms import Atom, Symbol
    from gnomon.shapes.intervals import Interval

    Monomial = tuple[Atom, ...]
    Terms = dict[Monomial, int]

MAX_TERMS = 64
MAX_DEGREE = 16
MAX_COEFFICIENT = 1 << 256

_serial = attrgetter("serial")


class Dim:
    """An integer that depends on symbols: a polynomial in normal form.

    Dims are made by `symbol` and by arithmetic. A result that no longer depends on anything is a plain `int`.
    `==` compares normal forms, so a Dim may be the key of a dict; to ask whether two sizes are equal given what
    is known, use `Facts.equal`.

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

    __slots__ = ("_hash", "_terms")

    _terms: Terms
    _hash: int | None

    def __add__(self, other: Size) -> Size:
        if type(other) is int:
            if other == 0:
                return self
            terms = self._terms.copy()
            constant = terms.get((), 0) + other
            if constant:
                terms[()] = constant
            else:
                del terms[()]
            return _dim(terms)
        if type(other) is not Dim:
            return _converted_add(self, other)
        terms = self._terms.copy()
        for monomial, coefficient in other._terms.items():
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
            return _converted_add(self, -other)
        terms = self._terms.copy()
        for monomial, coefficient in other._terms.items():
            total = terms.get(monomial, 0) - coefficient
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        return from_terms(terms)

    def __rsub__(self, other: Size) -> Size:
        return -self + other

    def __neg__(self) -> Dim:
        return _dim({monomial: -coefficient for monomial, coefficient in self._terms.items()})

    def __mul__(self, other: Size) -> Size:
        if type(other) is int:
            if other == 1:
                return self
            if other == 0:
                return 0
            return from_terms({monomial: coefficient * other for monomial, coefficient in self._terms.items()})
        if type(other) is not Dim:
            return _converted_mul(self, other)
        if len(self._terms) * len(other._terms) > MAX_TERMS:
            return opaque(*intervals.times(interval(self), interval(other)))
        terms: Terms = {}
        for a, x in self._terms.items():
            for b, y in other._terms.items():
                if not a:
                    monomial = b
                elif not b:
                    monomial = a
                else:
                    monomial = tuple(sorted(a + b, key=_serial))
                total = terms.get(monomial, 0) + x * y
                if total:
                    terms[monomial] = total
                else:
                    del terms[monomial]
        for monomial in terms:
            if len(monomial) > MAX_DEGREE:
                return opaque(*intervals.times(interval(self), interval(other)))
        return from_terms(terms)

    __rmul__ = __mul__

    def __floordiv__(self, other: Size) -> Size:
        return division.floor_divide(self, other)

    def __rfloordiv__(self, other: Size) -> Size:
        return division.floor_divide(other, self)

    def __mod__(self, other: Size) -> Size:
        return division.modulo(self, other)

    def __rmod__(self, other: Size) -> Size:
        return division.modulo(other, self)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return type(other) is Dim and self._terms == other._terms

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = self._hash = hash(frozenset(self._terms.items()))
        return value

    def __bool__(self) -> bool:
        raise TypeError("a symbolic size is neither true nor false: ask the facts, e.g. facts.equal(size, 0)")

    @property
    def terms(self) -> tuple[tuple[Monomial, int], ...]:
        """Pairs of a monomial (a tuple of atoms) and its coefficient, in the order in which they are printed."""
        return tuple(sorted(self._terms.items(), key=_printing_order))

    @property
    def atom(self) -> Atom | None:
        """The atom that this dim is, or None if it is more than one bare atom."""
        terms = self._terms
        if len(terms) == 1:
            for monomial, coefficient in terms.items():
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
        return self._terms.get((), 0)

    def symbols(self) -> frozenset[Symbol]:
        """All symbols that occur, also inside quotients, remainders and extremes."""
        found: set[Symbol] = set()
        for monomial in self._terms:
            for atom in monomial:
                if type(atom) is atoms.Symbol:
                    found.add(atom)
                else:
                    found |= atom.symbols()
        return frozenset(found)

    def weight(self) -> int:
        """How many atoms this dim mentions, counted through all levels."""
        return sum(atom.weight for monomial in self._terms for atom in monomial) or 1

    def substitute(self, mapping: Mapping[Symbol, Size] | Mapping[Dim, Size]) -> Size:
        """This size with symbols replaced by other sizes, all at once.

        >>> from gnomon.shapes import symbol
        >>> n = symbol("n")
        >>> ((n - 2) // 2 + 1).substitute({n: 10})
        5
        """
        by_symbol: dict[object, Size] = {}
        for key, value in mapping.items():
            by_symbol[key.atom if type(key) is Dim else key] = value
        return rewritten(self, by_symbol.get)

    def __str__(self) -> str:
        pieces: list[str] = []
        for monomial, coefficient in self.terms:
            sign = "-" if coefficient < 0 else "+"
            text = _term_text(monomial, abs(coefficient))
            if pieces:
                pieces.append(f" {sign} {text}")
            else:
                pieces.append(text if sign == "+" else f"-{text}")
        return "".join(pieces)

    __repr__ = __str__

    def __copy__(self) -> Dim:
        return self

    def __deepcopy__(self, memo: object) -> Dim:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled, (tuple(self._terms.items()),))


Size = int | Dim


def _dim(terms: Terms) -> Dim:
    """A dim from terms that are known not to be constant."""
    dim = Dim.__new__(Dim)
    dim._terms = terms
    dim._hash = None
    return dim


def _unpickled(items: tuple[tuple[Monomial, int], ...]) -> Size:
    """A dim read back: its atoms have new serials, so factors are sorted again."""
    return from_terms({tuple(sorted(monomial, key=_serial)): coefficient for monomial, coefficient in items})


def from_terms(terms: Terms) -> Size:
    """The size with these terms, none of which has the coefficient 0."""
    if len(terms) <= 1:
        if not terms:
            return 0
        if () in terms:
            return terms[()]
    elif len(terms) > MAX_TERMS:
        return opaque(*_interval(terms))
    for coefficient in terms.values():
        if not -MAX_COEFFICIENT < coefficient < MAX_COEFFICIENT:
            return opaque(*_interval(terms))
    return _dim(terms)


def of_atom(atom: Atom) -> Dim:
    """The dim that is one bare atom."""
    return _dim({(atom,): 1})


def symbol(
    name: str | None = None, lower: int | None = 0, upper: int | None = None, domain: Iterable[int] | None = None
) -> Dim:
    """A new unknown size, at least 0 unless other bounds are given.

    Each call makes another symbol, even under the same name.

    >>> symbol("n") == symbol("n")
    False
    >>> symbol()
    ?
    """
    return of_atom(atoms.Symbol(name, lower, upper, domain))


def opaque(lower: int | None = None, upper: int | None = None) -> Dim:
    """An unknown that stands for a value too large or too odd to write down."""
    return of_atom(atoms.Symbol(None, lower, upper))


def interval(dim: Dim) -> Interval:
    """Bounds that hold whatever is known: from the bounds with which the symbols were made."""
    return _interval(dim._terms)


def _interval(terms: Terms) -> Interval:
    low: int | None = 0
    high: int | None = 0
    for monomial, coefficient in terms.items():
        if len(monomial) == 1:
            atom = monomial[0]
            atom_low, atom_high = atom.lower, atom.upper
        elif not monomial:
            atom_low = atom_high = 1
        else:
            atom_low, atom_high = monomial_interval(monomial, _own_interval)
        if coefficient < 0:
            atom_low, atom_high = atom_high, atom_low
        low = None if low is None or atom_low is None else low + coefficient * atom_low
        high = None if high is None or atom_high is None else high + coefficient * atom_high
        if low is None and high is None:
            return intervals.EVERYTHING
    return (low, high)


def _own_interval(atom: Atom) -> Interval:
    return (atom.lower, atom.upper)


def monomial_interval(monomial: Monomial, interval_of: Callable[[Atom], Interval]) -> Interval:
    """Bounds of a product of atoms, from those of each."""
    result: Interval = (1, 1)
    position = 0
    while position < len(monomial):
        atom = monomial[position]
        exponent = 1
        while position + exponent < len(monomial) and monomial[position + exponent] is atom:
            exponent += 1
        factor = interval_of(atom)
        result = intervals.times(result, intervals.power(factor, exponent) if exponent > 1 else factor)
        position += exponent
    return result


def rewritten(dim: Dim, value_of: Callable[[Atom], Size | None]) -> Size:
    """The dim with atoms replaced: `value_of` gives the new size of an atom, or None to keep it.

    Operands of the quotients, remainders and extremes that are kept are rewritten too.
    """
    kept: Terms = {}
    total: Size = 0
    changed = False
    for monomial, coefficient in dim._terms.items():
        product: Size = coefficient
        rest: list[Atom] = []
        for atom in monomial:
            value = value_of(atom)
            if value is None and type(atom) is not atoms.Symbol:
                value = atom.rewritten(value_of)  # type: ignore[attr-defined]
            if value is None:
                rest.append(atom)
            else:
                product = product * value
        if len(rest) == len(monomial):
            kept[monomial] = coefficient
        else:
            changed = True
            total = total + (product * _dim({tuple(rest): 1}) if rest else product)
    if not changed:
        return dim
    return total + from_terms(kept)


def substitute(size: Size, mapping: Mapping[Symbol, Size] | Mapping[Dim, Size]) -> Size:
    """`size.substitute(mapping)` for a size that may also be an int.

    >>> substitute(3, {}), substitute(symbol("n", lower=None), {})
    (3, n)
    """
    return size if isinstance(size, int) else size.substitute(mapping)


def symbols_of(size: Size) -> frozenset[Symbol]:
    """`size.symbols()` for a size that may also be an int."""
    return frozenset() if isinstance(size, int) else size.symbols()


def product(sizes: Iterable[Size]) -> Size:
    """The product of all sizes, 1 if there are none.

    >>> n = symbol("n")
    >>> product([n, 8, 8, 64]) // 4096 == n
    True
    """
    constant = 1
    result: Size = 1
    for size in sizes:
        if type(size) is int:
            constant *= size
        else:
            result = size * result
    return result * constant


def ceil_div(a: Size, b: Size) -> Size:
    """The quotient rounded up.

    >>> ceil_div(7, 2), ceil_div(symbol("n"), 2)
    (4, (n + 1)//2)
    """
    return (a + (b - 1)) // b


def _converted(value: object) -> Size:
    """A bool or an integer of another library as an int; a TypeError for anything else."""
    if isinstance(value, (int, Dim)):
        return value if type(value) is Dim else int(value)  # type: ignore[arg-type]
    index = getattr(value, "__index__", None)
    if index is None:
        raise TypeError(f"a size is an integer or a symbolic size, not {type(value).__name__}")
    return int(index())


def _converted_add(dim: Dim, other: object) -> Size:
    return dim + _converted(other)


def _converted_mul(dim: Dim, other: object) -> Size:
    return dim * _converted(other)


def _printing_order(term: tuple[Monomial, int]) -> tuple[bool, bool, int, list[int]]:
    """Positive terms first, the constant after terms of its sign, products before single factors."""
    monomial, coefficient = term
    return (coefficient < 0, not monomial, -len(monomial), [atom.serial for atom in monomial])


def _term_text(monomial: Monomial, coefficient: int) -> str:
    if not monomial:
        return str(coefficient)
    alone = coefficient == 1 and len(monomial) == 1
    factors = [] if coefficient == 1 else [str(coefficient)]
    for atom in monomial:
        text = str(atom)
        factors.append(f"({text})" if not alone and type(atom) in (atoms.FloorDiv, atoms.Mod) else text)
    return "*".join(factors)
