"""Statements that compute the values of a group's members inside one loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gnomon.compile.kernel import Call, Cast, Const, Index, Load, Statement
from gnomon.compile.lower.draws import DRAWING, drawn
from gnomon.compile.lower.scalar import COUNTING, is_known, scalar_call
from gnomon.compile.scalars import result_dtype
from gnomon.graph.array import Array, Constant
from gnomon.shapes import Dtype, Size, dtypes

if TYPE_CHECKING:
    from gnomon.graph.array import Application

SAME = frozenset(["cast", "positive", "stop_gradient", "broadcast_to"])
"""Operations that give their argument, as another dtype at most."""


class Names:
    """Names for the values of one kernel: each is given once."""

    def __init__(self) -> None:
        self.count = 0

    def fresh(self) -> str:
        """Return a name that no other value has."""
        self.count += 1
        return f"v{self.count}"


class Body:
    """The statements of one loop body, and the value of each array in it.

    ``place`` gives the offset of an array that is read from memory there, ``buffer`` the name of its buffer, ``size``
    what a size is called in the kernel.
    """

    def __init__(
        self,
        names: Names,
        inside: dict[Array, Application],
        place: Callable[[Array], Size],
        buffer: Callable[[Array], str],
        size: Callable[[Size], Size],
        known: dict[Array, str] | None = None,
    ) -> None:
        self.names = names
        self.inside = inside
        self.place = place
        self.buffer = buffer
        self.size = size
        self.values: dict[Array, str] = dict(known or {})
        self.statements: list[Statement] = []

    def value(self, array: Array) -> str:
        """Return the name of an array's value, computing it if it is not there yet."""
        found = self.values.get(array)
        if found is None:
            member = self.inside.get(array)
            found = self.values[array] = self._leaf(array) if member is None else self._computed(member)
        return found

    def cast(self, value: str, dtype: Dtype, wanted: Dtype) -> str:
        """Return a value as another dtype."""
        if dtype is wanted:
            return value
        name = self.names.fresh()
        self.statements.append(Cast(name, value, wanted))
        return name

    def _leaf(self, array: Array) -> str:
        if isinstance(array, Constant) and array.data.ndim == 0:
            return self.const(array.data.item(), array.dtype)
        if array.application is not None and is_known(array.application):
            return self._computed(array.application)
        name = self.names.fresh()
        self.statements.append(Load(name, self.buffer(array), self.place(array)))
        return name

    def numbers(self, array: Array) -> list[tuple[str, Size]]:
        """Return the values that an array has in memory, and their places: two for a complex number."""
        member = self.inside.get(array)
        place = self.place(array)
        if member is None or member.op.name != "complex":
            return [(self.value(array), place)]
        return [(self.value(part), place * 2 + k) for k, part in enumerate(member.arrays())]

    def _computed(self, member: Application) -> str:
        call = scalar_call(member)
        assert call is not None
        if call.function in ("real", "imag"):
            (source,) = member.arrays()
            name = self.names.fresh()
            place = self.place(source) * 2 + (call.function == "imag")
            self.statements.append(Load(name, self.buffer(source), place))
            return name
        out = member.outputs[0]
        if call.function in DRAWING:
            return drawn(self, member)
        if call.function in COUNTING:
            return self._counted(member, out)
        given = [(self.value(array), array.dtype) for array in member.arrays()]
        if call.function == "select":
            condition = self.cast(*given[0], dtypes.bool)
            chosen = [self.cast(value, dtype, call.dtype) for value, dtype in given[1:]]
            return self.call("select", (condition, *chosen), call.dtype)
        arguments = tuple([self.cast(value, dtype, call.dtype) for value, dtype in given])
        if call.function in SAME:
            return arguments[0]
        if call.function == "square":
            return self.call("multiply", (arguments[0], arguments[0]), call.dtype)
        if call.function == "reciprocal":
            return self.call("divide", (self.const(1, call.dtype), arguments[0]), call.dtype)
        if call.function == "relu":
            return self.call("maximum", (arguments[0], self.const(0, call.dtype)), call.dtype)
        result = self.call(call.function, arguments, call.dtype)
        return self.cast(result, result_dtype(call.function, call.dtype), out.dtype)

    def _counted(self, member: Application, out: Array) -> str:
        """A size, or the position along an axis."""
        attributes = member.attributes
        if member.op.name == "arange":
            number = self.size(attributes.get("start", 0)) + self.place(out) * attributes.get("step", 1)
        else:
            number = self.size(member.attributes["entries"])
        name = self.names.fresh()
        self.statements.append(Index(name, number))
        return self.cast(name, dtypes.int64, out.dtype)

    def call(self, function: str, arguments: tuple[str, ...], dtype: Dtype) -> str:
        """Return the value of a call of a scalar function."""
        name = self.names.fresh()
        self.statements.append(Call(name, function, arguments, dtype))
        return name

    def const(self, number: int | float | bool, dtype: Dtype) -> str:
        """Return a number as a value."""
        name = self.names.fresh()
        self.statements.append(Const(name, number, dtype))
        return name
