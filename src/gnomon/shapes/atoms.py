"""What sizes are made of: symbols, and the quotients, remainders and extremes that do not simplify.

Atoms are compared by identity. There is one object for each quotient, remainder or extreme, so two dims that
contain the same one contain the same object.
"""

from __future__ import annotations

import os
from itertools import count
from weakref import WeakValueDictionary

from gnomon.shapes import dims, division, extrema, intervals, printing
from gnomon.shapes.final import final
from gnomon.shapes.known import Known

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Self

    from gnomon.shapes.dims import Dim, Size
    from gnomon.shapes.intervals import Interval

MAX_WEIGHT = 64

_serials = count()


class _Atom:
    """An indivisible factor of a dim. `lower` and `upper` bound it wherever it occurs."""

    __slots__ = ("__weakref__", "lower", "serial", "upper", "weight")

    serial: int
    lower: int | None
    upper: int | None
    weight: int
    """How many symbols and operations it is made of."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


@final
class Symbol(_Atom):
    """An integer without a known value. Two symbols are never the same one, even if their names are equal.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n").atom
    >>> n.name, n.lower, n.upper, n.domain
    ('n', 0, None, None)
    """

    __slots__ = ("_known", "domain", "name", "told_by")

    name: str | None
    domain: frozenset[int] | None
    _known: Known | None
    told_by: object
    """What tells the value, for one that comes to be while something runs."""

    def __init__(
        self,
        name: str | None = None,
        lower: int | None = 0,
        upper: int | None = None,
        domain: Iterable[int] | None = None,
    ) -> None:
        if domain is not None:
            domain = frozenset(domain)
            if not domain:
                raise ValueError("a symbol needs at least one possible value")
            lower = min(domain)
            upper = max(domain)
        self.name = name
        self.lower = lower
        self.upper = upper
        self.domain = domain
        self.serial = next(_serials)
        self.weight = 1
        self._known = None
        self.told_by = None

    @property
    def known(self) -> Known:
        """What has been known about the symbol since it was made."""
        found = self._known
        if found is None:
            found = self._known = Known(self.lower, self.upper, 1, 0, self.domain)
        return found

    def symbols(self) -> frozenset[Symbol]:
        """Just this symbol."""
        return frozenset((self,))

    def __str__(self) -> str:
        return self.name or "?"

    __repr__ = __str__

    def __reduce__(self) -> tuple[object, ...]:
        token = (_process(), self.serial)
        _pickled[token] = self
        return (_symbol_of, (token, self.name, self.lower, self.upper, self.domain))


_pickled: WeakValueDictionary[tuple[int, int], Symbol] = WeakValueDictionary()
"""Symbols that were pickled or read back: one pickle after the other gives the same symbol again."""

_origin: list[int] = []


def _process() -> int:
    """Return a number that no other process has."""
    pid = os.getpid()
    if not _origin or _origin[0] != pid:
        _origin[:] = [pid, int.from_bytes(os.urandom(8), "little")]
    return _origin[1]


def _symbol_of(
    token: tuple[int, int],
    name: str | None,
    lower: int | None,
    upper: int | None,
    domain: frozenset[int] | None,
) -> Symbol:
    found = _pickled.get(token)
    if found is None:
        found = _pickled[token] = Symbol(name, lower, upper, domain)
    return found


class Compound(_Atom):
    """A quotient, remainder, minimum or maximum that does not simplify to anything else."""

    __slots__ = ("_symbols", "args")

    args: tuple[Size, ...]
    _symbols: frozenset[Symbol] | None

    def symbols(self) -> frozenset[Symbol]:
        """All symbols that occur in the operands."""
        found = self._symbols
        if found is None:
            found = frozenset().union(*(arg.symbols() for arg in self.args if type(arg) is dims.Dim))
            self._symbols = found
        return found

    @staticmethod
    def interval(operands: Sequence[Interval]) -> Interval:
        """Bounds of the value, from those of the operands."""
        raise NotImplementedError

    @staticmethod
    def of(*args: Size) -> Size:
        """The operation applied to operands, simplified."""
        raise NotImplementedError

    def rewritten(self, value_of: Callable[[Atom], Size | None]) -> Size | None:
        """The operation on rewritten operands, or None if nothing changed."""
        changed = False
        args: list[Size] = []
        for arg in self.args:
            if type(arg) is dims.Dim:
                new = dims.rewritten(arg, value_of)
                changed = changed or new is not arg
                args.append(new)
            else:
                args.append(arg)
        return self.of(*args) if changed else None

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[object, ...]:
        return (_unpickled, (type(self), self.args))


Atom = Symbol | Compound


class FloorDiv(Compound):
    """A quotient rounded down, as Python's `a // b`."""

    __slots__ = ()

    @staticmethod
    def interval(operands: Sequence[Interval]) -> Interval:
        """Bounds of the quotient."""
        a, b = operands
        return intervals.floor_divided(a, b)

    @staticmethod
    def of(*args: Size) -> Size:
        """The quotient of operands; division by zero gives an unknown."""
        a, b = args
        return dims.opaque() if b == 0 else division.floor_divide(a, b)

    def __str__(self) -> str:
        return f"{printing.operand(self.args[0])}//{printing.operand(self.args[1])}"


class Mod(Compound):
    """A remainder with the sign of the divisor, as Python's `a % b`."""

    __slots__ = ()

    @staticmethod
    def interval(operands: Sequence[Interval]) -> Interval:
        """Bounds of the remainder."""
        a, b = operands
        return intervals.remainder(a, b)

    @staticmethod
    def of(*args: Size) -> Size:
        """The remainder of operands; division by zero gives an unknown."""
        a, b = args
        return dims.opaque() if b == 0 else division.modulo(a, b)

    def __str__(self) -> str:
        return f"{printing.operand(self.args[0])} % {printing.operand(self.args[1])}"


class Min(Compound):
    """The smallest of several sizes."""

    __slots__ = ()

    @staticmethod
    def interval(operands: Sequence[Interval]) -> Interval:
        """Bounds of the smallest."""
        return intervals.smallest(operands)

    @staticmethod
    def of(*args: Size) -> Size:
        """The minimum of operands."""
        return extrema.minimum(*args)

    def __str__(self) -> str:
        return f"min({', '.join(map(str, self.args))})"


class Max(Compound):
    """The largest of several sizes."""

    __slots__ = ()

    @staticmethod
    def interval(operands: Sequence[Interval]) -> Interval:
        """Bounds of the largest."""
        return intervals.largest(operands)

    @staticmethod
    def of(*args: Size) -> Size:
        """The maximum of operands."""
        return extrema.maximum(*args)

    def __str__(self) -> str:
        return f"max({', '.join(map(str, self.args))})"


_compounds: WeakValueDictionary[tuple[type[Compound], object], Compound] = WeakValueDictionary()


def compound(kind: type[Compound], *args: Size) -> Dim:
    """The dim that is the one atom of this kind with these operands, or an unknown if it grew too large."""
    key = (kind, frozenset(args) if kind is Min or kind is Max else args)
    atom = _compounds.get(key)
    if atom is None:
        bounds = kind.interval([dims.interval(x) if type(x) is dims.Dim else (x, x) for x in args])
        weight = 1
        for arg in args:
            if type(arg) is dims.Dim:
                weight += sum(inner.weight for monomial in arg.coefficients for inner in monomial)
        if weight > MAX_WEIGHT:
            return dims.opaque(*bounds)
        atom = kind.__new__(kind)
        atom.args = args
        atom._symbols = None
        atom.lower, atom.upper = bounds
        atom.serial = next(_serials)
        atom.weight = weight
        _compounds[key] = atom
    return dims.of_atom(atom)


def _unpickled(kind: type[Compound], args: tuple[Size, ...]) -> Atom:
    """An atom read back: the one that is there already, if any."""
    atom = compound(kind, *args).atom
    assert atom is not None
    return atom
