"""What sizes are made of: symbols, and the quotients, remainders and extremes that do not simplify.

Atoms are compared by identity. There is one object for each quotient, remainder or extreme, so two dims that
contain the same one contain the same object.
"""

from __future__ import annotations

from itertools import count
from weakref import WeakValueDictionary

from gnomon.shapes import dims, division, extrema, intervals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gnomon.shapes.dims import Dim, Size
    from gnomon.shapes.intervals import Interval

_serials = count()
_compounds: WeakValueDictionary[tuple[type[Compound], object], Compound] = WeakValueDictionary()


class Atom:
    """An indivisible factor of a dim. `lower` and `upper` bound it wherever it occurs."""

    __slots__ = ("__weakref__", "lower", "serial", "upper", "weight")

    serial: int
    lower: int | None
    upper: int | None
    weight: int

    def symbols(self) -> frozenset[Symbol]:
        """All symbols that occur in this atom."""
        raise NotImplementedError

    def __copy__(self) -> Atom:
        return self

    def __deepcopy__(self, memo: object) -> Atom:
        return self


class Symbol(Atom):
    """An integer without a known value. Two symbols are never the same one, even if their names are equal.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n")
    >>> atom = n.atom
    >>> atom.name, atom.lower, atom.upper, atom.domain
    ('n', 0, None, None)
    """

    __slots__ = ("domain", "name")

    name: str | None
    domain: frozenset[int] | None

    def __init__(
        self,
        name: str | None = None,
        lower: int | None = 0,
        upper: int | None = None,
        domain: Iterable[int] | None = None,
    ) -> None:
        if domain is not None:
            domain = frozenset(domain)
            lower = min(domain, default=lower)
            upper = max(domain, default=upper)
        self.name = name
        self.lower = lower
        self.upper = upper
        self.domain = domain
        self.serial = next(_serials)
        self.weight = 1

    def symbols(self) -> frozenset[Symbol]:
        """Just this symbol."""
        return frozenset((self,))

    def __str__(self) -> str:
        return self.name or "?"

    def __repr__(self) -> str:
        return f"Symbol({self.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return (Symbol, (self.name, self.lower, self.upper, self.domain))


class Compound(Atom):
    """A quotient, remainder, minimum or maximum that does not simplify to anything else."""

    __slots__ = ("_symbols", "args")

    args: tuple[Size, ...]
    _symbols: frozenset[Symbol] | None

    def symbols(self) -> frozenset[Symbol]:
        """All symbols that occur in the operands."""
        found = self._symbols
        if found is None:
            found = frozenset().union(*(arg.symbols() for arg in self.args if type(arg) is not int))
            self._symbols = found
        return found

    def interval(self, operands: list[Interval]) -> Interval:
        """Bounds of the value, from those of the operands."""
        raise NotImplementedError

    def rebuilt(self, args: tuple[Size, ...]) -> Size:
        """The same operation applied to other operands, simplified."""
        raise NotImplementedError

    def rewritten(self, value_of: Callable[[Atom], Size | None]) -> Size | None:
        """The operation on rewritten operands, or None if nothing changed."""
        changed = False
        args: list[Size] = []
        for arg in self.args:
            if type(arg) is not int:
                new = dims.rewritten(arg, value_of)
                if new is not arg:
                    changed = True
                    arg = new
            args.append(arg)
        return self.rebuilt(tuple(args)) if changed else None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.args))})"

    def __reduce__(self) -> tuple[object, ...]:
        return (compound, (type(self), self.args))


class FloorDiv(Compound):
    """A quotient rounded down, as Python's `a // b`."""

    __slots__ = ()

    def interval(self, operands: list[Interval]) -> Interval:
        """Bounds of the quotient."""
        return intervals.floor_divided(operands[0], operands[1])

    def rebuilt(self, args: tuple[Size, ...]) -> Size:
        """The quotient of other operands; division by zero gives an unknown."""
        a, b = args
        return dims.opaque() if type(b) is int and b == 0 else division.floor_divide(a, b)

    def __str__(self) -> str:
        return f"{_operand(self.args[0])}//{_operand(self.args[1])}"


class Mod(Compound):
    """A remainder with the sign of the divisor, as Python's `a % b`."""

    __slots__ = ()

    def interval(self, operands: list[Interval]) -> Interval:
        """Bounds of the remainder."""
        return intervals.remainder(operands[0], operands[1])

    def rebuilt(self, args: tuple[Size, ...]) -> Size:
        """The remainder of other operands; division by zero gives an unknown."""
        a, b = args
        return dims.opaque() if type(b) is int and b == 0 else division.modulo(a, b)

    def __str__(self) -> str:
        return f"{_operand(self.args[0])} % {_operand(self.args[1])}"


class Min(Compound):
    """The smallest of several sizes."""

    __slots__ = ()

    def interval(self, operands: list[Interval]) -> Interval:
        """Bounds of the smallest."""
        lows = [low for low, _ in operands]
        highs = [high for _, high in operands if high is not None]
        return (None if None in lows else min(x for x in lows if x is not None), min(highs, default=None))

    def rebuilt(self, args: tuple[Size, ...]) -> Size:
        """The minimum of other operands."""
        return extrema.minimum(*args)

    def __str__(self) -> str:
        return f"min({', '.join(map(str, self.args))})"


class Max(Compound):
    """The largest of several sizes."""

    __slots__ = ()

    def interval(self, operands: list[Interval]) -> Interval:
        """Bounds of the largest."""
        lows = [low for low, _ in operands if low is not None]
        highs = [high for _, high in operands]
        return (max(lows, default=None), None if None in highs else max(x for x in highs if x is not None))

    def rebuilt(self, args: tuple[Size, ...]) -> Size:
        """The maximum of other operands."""
        return extrema.maximum(*args)

    def __str__(self) -> str:
        return f"max({', '.join(map(str, self.args))})"


def _operand(size: Size) -> str:
    """An operand of `//` or `%`, in parentheses unless it is one name or number."""
    text = str(size)
    if type(size) is int:
        return text if size >= 0 else f"({text})"
    return text if type(size.atom) in (Symbol, Min, Max) else f"({text})"


MAX_WEIGHT = 200


def compound(kind: type[Compound], args: tuple[Size, ...]) -> Dim:
    """The dim that is the one atom of this kind with these operands, or an unknown if it grew too large."""
    key: object = frozenset(args) if kind is Min or kind is Max else args
    atom = _compounds.get((kind, key))
    if atom is None:
        operands: list[Interval] = []
        weight = 1
        for arg in args:
            if type(arg) is int:
                operands.append((arg, arg))
            else:
                operands.append(dims.interval(arg))
                weight += arg.weight()
        atom = kind.__new__(kind)
        bounds = atom.interval(operands) if kind is not Compound else intervals.EVERYTHING
        if weight > MAX_WEIGHT:
            return dims.opaque(*bounds)
        atom.args = args
        atom._symbols = None
        atom.lower, atom.upper = bounds
        atom.serial = next(_serials)
        atom.weight = weight
        _compounds[(kind, key)] = atom
    return dims.of_atom(atom)
