"""Formulas: scalar functions written with simpler ones, so that every back end computes the same bits.

A formula is Python that builds terms with operators; it becomes a straight line of kernel statements.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gnomon.compile.kernel import Call, Cast, Const, Value
from gnomon.compile.scalars import BITS_OF, result_dtype
from gnomon.shapes import Dtype, dtypes

Line = Const | Call | Cast


class Formula(NamedTuple):
    """A function as straight-line code. Where ``rare`` (a bool, or None) holds, the system's function is called.

    Where ``again`` holds, the result is rejected: all is computed anew, with `ATTEMPT` added to the third parameter.
    """

    parameters: tuple[Value, ...]
    lines: tuple[Line, ...]
    result: Value
    rare: Value | None
    again: Value | None = None


class Term:
    """A value of a formula that is being written; numbers become constants of the dtype beside them."""

    __slots__ = ("dtype", "lines", "name")

    def __init__(self, lines: list[Line], name: Value, dtype: Dtype) -> None:
        self.lines = lines
        self.name = name
        self.dtype = dtype

    def const(self, number: float | int) -> Term:
        """A constant of this term's dtype."""
        name = f"t{len(self.lines)}"
        self.lines.append(Const(name, number, self.dtype))
        return Term(self.lines, name, self.dtype)

    def call(self, function: str, *others: Term | float | int) -> Term:
        """A function of this term and others."""
        terms = [self, *[entry if isinstance(entry, Term) else self.const(entry) for entry in others]]
        name = f"t{len(self.lines)}"
        self.lines.append(Call(name, function, tuple([term.name for term in terms]), self.dtype))
        return Term(self.lines, name, result_dtype(function, self.dtype))

    def cast(self, dtype: Dtype) -> Term:
        """This value as another dtype."""
        if dtype is self.dtype:
            return self
        name = f"t{len(self.lines)}"
        self.lines.append(Cast(name, self.name, dtype))
        return Term(self.lines, name, dtype)

    def where(self, yes: Term | float | int, no: Term | float | int) -> Term:
        """One of two values: the first where this bool holds."""
        sample = yes if isinstance(yes, Term) else no
        assert isinstance(sample, Term)
        first = yes if isinstance(yes, Term) else sample.const(yes)
        second = no if isinstance(no, Term) else sample.const(no)
        name = f"t{len(self.lines)}"
        self.lines.append(Call(name, "select", (self.name, first.name, second.name), sample.dtype))
        return Term(self.lines, name, sample.dtype)

    def __add__(self, other: Term | float) -> Term:
        return self.call("add", other)

    def __radd__(self, other: float) -> Term:
        return self.const(other) + self

    def __sub__(self, other: Term | float) -> Term:
        return self.call("subtract", other)

    def __rsub__(self, other: float) -> Term:
        return self.const(other) - self

    def __mul__(self, other: Term | float) -> Term:
        return self.call("multiply", other)

    def __rmul__(self, other: float) -> Term:
        return self.const(other) * self

    def __truediv__(self, other: Term | float) -> Term:
        return self.call("divide", other)

    def __rtruediv__(self, other: float) -> Term:
        return self.const(other) / self

    def __neg__(self) -> Term:
        return self.call("negative")

    def __abs__(self) -> Term:
        return self.call("abs")

    def __lt__(self, other: Term | float) -> Term:
        return self.call("less", other)

    def __gt__(self, other: Term | float) -> Term:
        return self.call("greater", other)

    def __ge__(self, other: Term | float) -> Term:
        return self.call("greater_equal", other)

    def __le__(self, other: Term | float) -> Term:
        return self.call("less_equal", other)

    def __and__(self, other: Term | int) -> Term:
        return self.call("logical_and" if self.dtype is dtypes.bool else "bitwise_and", other)

    def __or__(self, other: Term | int) -> Term:
        return self.call("logical_or" if self.dtype is dtypes.bool else "bitwise_or", other)

    def __lshift__(self, count: int) -> Term:
        return self.call("left_shift", count)

    def __rshift__(self, count: int) -> Term:
        return self.call("right_shift", count)

    def equals(self, other: Term | float) -> Term:
        """Whether the values are equal."""
        return self.call("equal", other)

    def fma(self, factor: Term | float, addend: Term | float) -> Term:
        """This times a factor plus an addend, rounded once."""
        return self.call("fma", factor, addend)

    def limited(self, low: float, high: float) -> Term:
        """This value within bounds; NaN stays."""
        above = (self > high).where(high, self)
        return (above < low).where(low, above)

    def polynomial(self, coefficients: tuple[float, ...]) -> Term:
        """The polynomial with these coefficients (lowest first), by pairs so that steps run side by side."""
        current: list[Term] = [self.const(number) for number in coefficients]
        power = self
        while len(current) > 1:
            pairs = [current[k + 1].fma(power, current[k]) for k in range(0, len(current) - 1, 2)]
            current = pairs + current[len(pairs) * 2 :]
            if len(current) > 1:
                power = power * power
        return current[0]


ATTEMPT = 1 << 48
"""What the stream of an attempt differs by from that of the one before."""


class Attempt(NamedTuple):
    """A result, and where it is rejected."""

    result: Term
    rejected: Term


Writer = Callable[..., Term | tuple[Term, Term] | Attempt]
"""Writes a formula over its parameters; gives the result, or the result and where the system's function is needed."""

_WRITERS: dict[tuple[str, Dtype], Writer] = {}
_FORMULAS: dict[tuple[str, Dtype], Formula | None] = {}
_PARAMETERS = ("x", "y", "z", "w", "v", "u")


def formula(name: str, *kinds: Dtype) -> Callable[[Writer], Writer]:
    """Register what writes the formula of a function for some dtypes."""

    def register(writer: Writer) -> Writer:
        for dtype in kinds or tuple(BITS_OF):
            _WRITERS[name, dtype] = writer
        return writer

    return register


def formula_of(name: str, dtype: Dtype) -> Formula | None:
    """The formula of a function for a dtype, None where there is none."""
    key = (name, dtype)
    if key not in _FORMULAS:
        writer = _WRITERS.get(key)
        _FORMULAS[key] = None if writer is None else _written(writer, dtype)
    return _FORMULAS[key]


def enter(name: str, dtype: Dtype, count: int, writer: Callable[..., Any]) -> tuple[Formula, Dtype]:
    """Register the formula of a function of so many parameters for a dtype; return it and the dtype of its result."""
    lines: list[Line] = []
    parameters = tuple([f"x{k}" for k in range(count)])
    terms = [Term(lines, parameter, dtype) for parameter in parameters]
    result = writer(*terms)
    if not isinstance(result, Term):
        result = terms[0].const(result)
    written = _FORMULAS[name, dtype] = Formula(parameters, tuple(lines), result.name, None)
    return written, result.dtype


def _written(writer: Writer, dtype: Dtype) -> Formula:
    lines: list[Line] = []
    parameters = _PARAMETERS[: writer.__code__.co_argcount]
    answer = writer(*[Term(lines, name, dtype) for name in parameters])
    if isinstance(answer, Attempt):
        return Formula(parameters, tuple(lines), answer.result.name, None, answer.rejected.name)
    result, rare = answer if isinstance(answer, tuple) else (answer, None)
    return Formula(parameters, tuple(lines), result.name, None if rare is None else rare.name)
