"""Statements that compute the values of a group's members inside one loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gnomon.compile.kernel import At, Call, Cast, Check, Const, Index, Load, Statement
from gnomon.compile.lower.casts import cast_between, number_of
from gnomon.compile.lower.draws import DRAWING, drawn
from gnomon.compile.lower.held import held, is_paired
from gnomon.compile.lower.positions import START, Position, Positions, aligned
from gnomon.compile.lower.reads import read_of
from gnomon.compile.lower.scalar import KEEPING, PARTS, is_known, scalar_call
from gnomon.compile.scalars import result_dtype
from gnomon.graph.array import Array, Constant
from gnomon.shapes import Dim, Dtype, Size, dtypes

if TYPE_CHECKING:
    from gnomon.graph.array import Application


UNLIKE = PARTS | DRAWING
"""Operations whose arguments have no values of their own, or are read in a way of their own."""


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

    ``home`` gives the positions at which an array is read as it stands in the loops; without it all arrays are read at
    one ``flat`` offset, or where ``flat_of`` says.

    ``buffer`` gives the name of an array's buffer, ``size`` the kernel's name for a size.
    ``component`` is the index of the parts of complex numbers.
    """

    def __init__(
        self,
        names: Names,
        inside: dict[Array, Application],
        home: Callable[[Array], Positions],
        buffer: Callable[[Array], str],
        size: Callable[[Size], Size],
        known: dict[Array, str] | None = None,
        flat: Size | None = None,
        component: Dim | None = None,
        flat_of: Callable[[Array], Size] | None = None,
    ) -> None:
        self.names = names
        self.inside = inside
        self.home = home
        self.buffer = buffer
        self.size = size
        self.flat = flat
        self.flat_of = flat_of
        self.component = component
        self.values: dict[Array, str] = dict(known or {})
        self.loaded: dict[tuple[Array, Positions | None], tuple[str, str]] = {}
        self.elsewhere: dict[tuple[Array, Positions], str] = {}
        self.numbers: dict[Position, str] = {}
        self.statements: list[Statement] = []

    # -- values of arrays ------------------------------------------------------------------------------------

    def value(self, array: Array) -> str:
        """Return the name of an array's value, computing it if it is not there yet."""
        found = self.values.get(array)
        return self._reached(array, None) if found is None else found

    def at(self, array: Array, positions: Positions | None) -> str:
        """Return the name of an array's value at some positions."""
        if positions is None or positions == self.home(array):
            return self.value(array)
        found = self.elsewhere.get((array, positions))
        return self._reached(array, positions) if found is None else found

    def _reached(self, array: Array, positions: Positions | None) -> str:
        """Compute a value after all that it is computed of: long chains take no deep recursion."""
        waiting = [(array, positions)]
        while waiting:
            place = waiting[-1]
            missing = [each for each in self._arguments(*place) if self._found(*each) is None]
            if missing:
                waiting += reversed(missing)
                continue
            waiting.pop()
            if self._found(*place) is None:
                self._enter(*place)
        found = self._found(array, positions)
        assert found is not None
        return found

    def _found(self, array: Array, positions: Positions | None) -> str | None:
        return self.values.get(array) if positions is None else self.elsewhere.get((array, positions))

    def _enter(self, array: Array, positions: Positions | None) -> None:
        member = self.inside.get(array)
        if member is None:
            found = self._leaf(array, positions)
        else:
            found = self._computed(member, self._places(array, positions))
        if positions is None:
            self.values[array] = found
        else:
            self.elsewhere[array, positions] = found

    def _arguments(self, array: Array, positions: Positions | None) -> list[tuple[Array, Positions | None]]:
        """The values that the value of a member is computed of; reads find theirs themselves."""
        member = self.inside.get(array)
        if member is None or member.op.name in UNLIKE or read_of(member) is not None:
            return []
        places = self._places(array, positions)
        found: list[tuple[Array, Positions | None]] = []
        for argument in member.arrays():
            place = aligned(argument, places)
            found.append((argument, None if place is None or place == self.home(argument) else place))
        return found

    def _leaf(self, array: Array, positions: Positions | None) -> str:
        if isinstance(array, Constant) and array.data.ndim == 0:
            return number_of(self, array.data.item(), array.dtype)
        if array.application is not None and is_known(array.application):
            return self._computed(array.application, self._places(array, positions))
        name = self.names.fresh()
        offset, parts = self.place(array, positions)
        self.statements.append(Load(name, self.buffer(array), offset, parts))
        return name

    def place(self, array: Array, positions: Positions | None = None) -> tuple[Size, At]:
        """Return where an element of an array is in its buffer."""
        offset, parts = self.number_at(array, positions)
        if is_paired(array.dtype):
            offset = offset * 2 + (0 if self.component is None else self.component)
            parts = tuple([(value, stride * 2) for value, stride in parts])
        return offset, parts

    def number_at(self, array: Array, positions: Positions | None) -> tuple[Size, At]:
        """Return the number of an element among those of its array."""
        if positions is None and self.flat is not None:
            if all(size == 1 for size in array.shape.dims):
                return 0, ()
            return (self.flat if self.flat_of is None else self.flat_of(array)), ()
        offset: Size = 0
        parts: list[tuple[str, Size]] = []
        for size, position in zip(array.shape.dims, self.home(array) if positions is None else positions):
            step = self.size(size)
            offset = offset * step + position.size
            parts = [*[(value, stride * step) for value, stride in parts], *position.parts]
        return offset, tuple(parts)

    def _parts(self, array: Array, positions: Positions | None) -> tuple[str, str]:
        """Return both parts of complex numbers in memory, which are read together."""
        found = self.loaded.get((array, positions))
        if found is None:
            found = self.loaded[array, positions] = self.names.fresh(), self.names.fresh()
            offset, at = self.number_at(array, positions)
            at = tuple([(value, stride * 2) for value, stride in at])
            for k, name in enumerate(found):
                self.statements.append(Load(name, self.buffer(array), offset * 2 + k, at))
        return found

    def _computed(self, member: Application, positions: Positions | None) -> str:
        read = read_of(member)
        if read is not None:
            if positions is None:  # positions along an axis, where the loops are one
                assert self.flat is not None
                flat = Position(self.flat)
                positions = tuple([START if size == 1 else flat for size in member.outputs[0].shape.dims])
            return read.value(self, member, positions)
        call = scalar_call(member)
        assert call is not None
        out = member.outputs[0]
        if call.function in ("real", "imag"):
            (source,) = member.arrays()
            return self._parts(source, aligned(source, positions))[call.function == "imag"]
        if call.function in DRAWING:
            return drawn(self, member, positions)
        if call.function == "size":
            number = self.number(Position(self.size(member.attributes["entries"])))
            return self.cast(number, dtypes.int64, out.dtype)
        given = [(self.at(array, aligned(array, positions)), array.dtype) for array in member.arrays()]
        if call.function == "select":
            condition = self.cast(*given[0], dtypes.bool)
            chosen = [self.cast(value, dtype, call.dtype) for value, dtype in given[1:]]
            return self.cast(
                self.call("select", (condition, *chosen), held(call.dtype)), call.dtype, out.dtype
            )
        arguments = tuple([self.cast(value, dtype, call.dtype) for value, dtype in given])
        if call.function in KEEPING:
            return arguments[0]
        dtype = call.dtype
        if call.function == "square":
            result = self.call("multiply", (arguments[0], arguments[0]), dtype)
        elif call.function == "relu":
            result = self.call("maximum", (arguments[0], self.const(0, dtype)), dtype)
        else:
            result = self.call(call.function, arguments, dtype)
            dtype = result_dtype(call.function, dtype)
        return self.cast(result, dtype, out.dtype)

    def _places(self, array: Array, positions: Positions | None) -> Positions | None:
        return positions if self.flat is not None or positions is not None else self.home(array)

    def numbers_of(self, array: Array) -> list[tuple[str, Size]]:
        """Return the values that an array has in memory, and their places: two where parts make a complex number."""
        member = self.inside.get(array)
        place, _ = self.place(array)
        if member is None or member.op.name != "complex":
            return [(self.value(array), place)]
        return [(self.value(part), place + k) for k, part in enumerate(member.arrays())]

    # -- statements ------------------------------------------------------------------------------------------

    def cast(self, value: str, dtype: Dtype, wanted: Dtype) -> str:
        """Return a value of one dtype of the table as another one."""
        return cast_between(self, value, dtype, wanted)

    def call(self, function: str, arguments: tuple[str, ...], dtype: Dtype) -> str:
        """Return a scalar function of values."""
        name = self.names.fresh()
        self.statements.append(Call(name, function, arguments, dtype))
        return name

    def plain_cast(self, value: str, dtype: Dtype) -> str:
        """Return a value as another dtype of the kernel language."""
        name = self.names.fresh()
        self.statements.append(Cast(name, value, dtype))
        return name

    def const(self, number: int | float | bool, dtype: Dtype) -> str:
        """Return a number of a dtype of the kernel language."""
        name = self.names.fresh()
        self.statements.append(Const(name, number, dtype))
        return name

    def check(self, condition: str) -> None:
        """End the kernel where a condition does not hold: the reference then tells what is wrong."""
        self.statements.append(Check(condition, 1))

    def number(self, position: Position) -> str:
        """Return a position as an int64."""
        found = self.numbers.get(position)
        if found is None:
            found = self.names.fresh()
            self.statements.append(Index(found, position.size))
            for value, stride in position.parts:
                if stride != 1:
                    value = self.call("multiply", (value, self.number(Position(stride))), dtypes.int64)
                found = self.call("add", (found, value), dtypes.int64)
            self.numbers[position] = found
        return found
