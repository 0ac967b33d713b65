"""The loop nest of one group."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gnomon.compile.kernel import (
    GRID,
    JAM,
    LANE,
    SERIAL,
    Buffer,
    Const,
    Kernel,
    Load,
    Loop,
    Reduce,
    Statement,
    Store,
)
from gnomon.compile.lower.casts import cast_between
from gnomon.compile.lower.crossing import in_tiles
from gnomon.compile.lower.group import ELEMENTWISE, LEADING, ROWS, Group, Reduction, reduction
from gnomon.compile.lower.held import computing, held
from gnomon.compile.lower.hoisting import parted
from gnomon.compile.lower.positions import START, Position, Positions
from gnomon.compile.lower.rows import Kept, Stage, kept_values, needed_in, stages
from gnomon.compile.lower.values import Body, Names
from gnomon.compile.scalars import identity
from gnomon.compile.schedule import schedule
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Size, product, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application
    from gnomon.shapes.atoms import Symbol

SWEEP = 8
"""So many rows are added up before the result is touched."""


class Nest:
    """A kernel with the arrays behind its buffers and the sizes behind its parameters."""

    __slots__ = ("inputs", "kernel", "results", "sizes")

    def __init__(self, kernel: Kernel, inputs: list[Array], results: list[Array], sizes: list[Size]) -> None:
        self.kernel = kernel
        self.inputs = inputs
        self.results = results
        self.sizes = sizes


def nest_of(group: Group, name: str) -> Nest:
    """Return the kernel of a group."""
    return _Builder(group, name).build()


class _Builder:
    def __init__(self, group: Group, name: str) -> None:
        self.group = group
        self.name = name
        self.names = Names()
        self.space = group.space.dims
        self.indices = [symbol(f"i{axis}") for axis in range(len(self.space))]
        self.inside = {member.outputs[0]: member for member in group.members}
        self.inputs: dict[Array, str] = {}
        self.outputs: dict[Array, str] = {array: f"out{k}" for k, array in enumerate(group.results)}
        self.parameters: dict[Size, Dim] = {}
        self.changed: set[str] = set()
        """Results whose memory keeps other values before."""
        self.component = symbol("component") if group.is_paired() else None

    def build(self) -> Nest:
        """Return the kernel."""
        if self.group.kind == ELEMENTWISE:
            body = self._elementwise()
        elif self.group.kind == ROWS:
            body = self._rows()
        else:
            body = self._reduction()
        buffers = [Buffer(text, held(array.dtype), "in") for array, text in self.inputs.items()]
        for array, text in self.outputs.items():
            buffers.append(Buffer(text, held(array.dtype), "inout" if text in self.changed else "out"))
        symbols = tuple([_atom(parameter) for parameter in self.parameters.values()])
        kernel = Kernel(self.name, tuple(buffers), symbols, tuple(body))
        return Nest(kernel, list(self.inputs), list(self.outputs), list(self.parameters))

    # -- kinds of nests --------------------------------------------------------------------------------------

    def _elementwise(self) -> list[Statement]:
        if self._is_flat():
            index = symbol("i")
            body = self._flat(index)
            self._store_all(body, list(self.outputs))
            extent = self._size(product(self.space))
            kind = SERIAL if extent == 1 else LANE
            return [Loop(kind, _atom(index), extent, tuple(body.statements))]
        body = self._body()
        self._store_all(body, list(self.outputs))
        long = [axis for axis, size in enumerate(self.space) if size != 1]
        statements = body.statements
        if self.component is not None:
            statements = [Loop(SERIAL, _atom(self.component), 2, tuple(statements))]
            return self._around(statements, long)
        if len(long) < 2:
            return self._around(statements, long, lane=long[-1] if long else None)
        *outer, last = long
        tiles = in_tiles(
            statements, [self.indices[k] for k in long], [self._size(self.space[k]) for k in long]
        )
        if tiles is not None:
            return tiles
        before, inside = parted(statements, _atom(self.indices[last]))
        return self._around([*before, *self._around(inside, [last], lane=last)], outer)

    def _rows(self) -> list[Statement]:
        """For each row one loop per stage; what a stage's reductions give is known in the next."""
        last = len(self.space) - 1
        extent = self._size(self.space[last])
        row = self._body(home=self._row_home)
        statements: list[Statement] = []
        made = stages(self.group)
        kept = kept_values(self.group, made)
        self.changed = {self.outputs[each.result] for each in kept.values() if each.last > each.first}
        for number, stage in enumerate(made):
            for array in stage.rows:
                row.statements = []
                row.value(array)
                statements += row.statements
            known = {
                a: name for a, name in row.values.items() if a in self.inside and not self.group.is_whole(a)
            }
            body = self._body(known)
            self._fetch(body, number, stage, kept)
            targets, values = [], []
            for application in stage.reductions:
                (source,) = application.arrays()
                out = application.outputs[0]
                values.append(body.cast(body.value(source), source.dtype, computing(out.dtype)))
                targets.append(self.names.fresh())
            for array, keep in kept.items():
                if keep.first == number and keep.result is not array:
                    offset, _ = body.place(array)
                    body.statements.append(Store(self.outputs[keep.result], offset, body.value(array)))
            self._store_all(body, stage.stores)
            kind = SERIAL if extent == 1 else LANE
            loop = Loop(kind, _atom(self.indices[last]), extent, tuple(body.statements))
            if targets:
                combines = tuple([_reduction(application).combine for application in stage.reductions])
                outs = [application.outputs[0] for application in stage.reductions]
                kinds = tuple([computing(out.dtype) for out in outs])
                statements.append(Reduce(tuple(targets), loop, tuple(values), combines, kinds))
                row.statements = []
                for out, target in zip(outs, targets):
                    row.values[out] = cast_between(row, target, computing(out.dtype), out.dtype)
                statements += row.statements
            elif stage.stores:
                statements.append(loop)
        for array in self.outputs:
            if not self.group.is_whole(array):
                row.statements = []
                value = row.value(array)
                place = self._offset(self.space[:last], self.indices[:last])
                statements += [*row.statements, Store(self.outputs[array], place, value)]
        return self._around(statements, range(last))

    def _fetch(self, body: Body, number: int, stage: Stage, kept: dict[Array, Kept]) -> None:
        """Read what is kept from earlier stages, if this one needs it."""
        there = {array for array, place in kept.items() if place.first < number <= place.last}
        needed = {array for member in needed_in(self.group, stage, there) for array in member.arrays()}
        needed.update([next(each.arrays()) for each in stage.reductions])
        for array in kept:
            if array in there and array in needed:
                offset, _ = body.place(array)
                name = body.values[array] = self.names.fresh()
                body.statements.append(Load(name, self.outputs[kept[array].result], offset))

    def _reduction(self) -> list[Statement]:
        """Reductions over the same axes, leading ones or several trailing ones."""
        applications = [member for member in self.group.members if reduction(member) is not None]
        found = _reduction(applications[0])
        outs = [application.outputs[0] for application in applications]
        kinds = tuple([computing(out.dtype) for out in outs])
        plain = all(kind is out.dtype for kind, out in zip(kinds, outs))
        if (
            found.axes == (0,)
            and len(self.space) > 1
            and self._is_flat(columns=True)
            and plain
            and schedule().sweeps
        ):
            return self._sweep(applications)
        body = self._body()
        values = self._reduced(body, applications)
        targets = tuple([self.names.fresh() for _ in applications])
        combines = tuple([_reduction(application).combine for application in applications])
        inner: list[Statement] = body.statements
        for axis in reversed(found.axes):
            lane = found.kind != LEADING and axis == found.axes[-1] and self.space[axis] != 1
            loop = Loop(
                LANE if lane else SERIAL,
                _atom(self.indices[axis]),
                self._size(self.space[axis]),
                tuple(inner),
            )
            first = axis == found.axes[0]
            names = targets if first else tuple([self.names.fresh() for _ in applications])
            inner, values = [Reduce(names, loop, values, combines, kinds)], names
        kept = [axis for axis in range(len(self.space)) if axis not in found.axes]
        place = self._offset([self.space[axis] for axis in kept], [self.indices[axis] for axis in kept])
        body.statements = []
        for out, target, kind in zip(outs, targets, kinds):
            stored = body.cast(target, kind, out.dtype)
            body.statements.append(Store(self.outputs[out], place, stored))
        lanes = [axis for axis in kept if self.space[axis] != 1] if found.kind == LEADING else []
        return self._around([*inner, *body.statements], kept, lane=lanes[-1] if lanes else None)

    def _reduced(self, body: Body, applications: list[Application]) -> tuple[str, ...]:
        """What reductions take for each element."""
        pairs = [(next(each.arrays()), computing(each.outputs[0].dtype)) for each in applications]
        return tuple([body.cast(body.value(source), source.dtype, kind) for source, kind in pairs])

    def _sweep(self, applications: list[Application]) -> list[Statement]:
        """Reduce the first axis by sweeps over some rows at a time, which read memory in its order."""
        width = self._size(product(self.space[1:]))
        rows = self._size(self.space[0])
        column = symbol("column")
        first: list[Statement] = []
        for application in applications:
            out, start = application.outputs[0], self.names.fresh()
            first.append(Const(start, identity(_reduction(application).combine, out.dtype), out.dtype))
            first.append(Store(self.outputs[out], column, start))
        clear = Loop(LANE, _atom(column), width, tuple(first))
        block, row, rest = symbol("block"), symbol("row"), symbol("rest")
        some = self._strip(applications, column, width, block * SWEEP, row, SWEEP)
        one = self._strip(applications, column, width, rows // SWEEP * SWEEP + rest, row, 1)
        whole = Loop(SERIAL, _atom(block), rows // SWEEP, (some,))
        return [clear, whole, Loop(SERIAL, _atom(rest), rows % SWEEP, (one,))]

    def _strip(
        self, applications: list[Application], column: Dim, width: Size, start: Size, row: Dim, count: int
    ) -> Loop:
        place = (start + row) * width + column
        body = self._flat(place, lambda array: column if self._is_columns(array) else place)
        values = self._reduced(body, applications)
        outs = [application.outputs[0] for application in applications]
        combines = tuple([_reduction(application).combine for application in applications])
        targets = tuple([self.names.fresh() for _ in applications])
        inner = Loop(JAM, _atom(row), count, tuple(body.statements))
        some = Reduce(targets, inner, values, combines, tuple([out.dtype for out in outs]))
        stores = [
            Store(self.outputs[out], column, target, combine)
            for out, target, combine in zip(outs, targets, combines)
        ]
        return Loop(LANE, _atom(column), width, (some, *stores))

    def _is_flat(self, *, columns: bool = False) -> bool:
        """Whether one number tells where the loops stand in each array; ``columns``: some may lack the first axis."""
        if self.group.reads or self.component is not None:
            return False
        reduced = {m.outputs[0] for m in self.group.members if reduction(m) is not None}
        return all(
            self.group.is_whole(a) or _is_single(a) or (columns and self._is_columns(a))
            for a in self._arrays()
            if a not in reduced
        )

    def _is_columns(self, array: Array) -> bool:
        """Whether an array has an element for each column: all axes of the space but the first."""
        return array.shape.dims in (self.space[1:], (1, *self.space[1:]))

    # -- parts -----------------------------------------------------------------------------------------------

    def _body(
        self, known: dict[Array, str] | None = None, home: Callable[[Array], Positions] | None = None
    ) -> Body:
        return Body(
            self.names,
            self.inside,
            home or self._home,
            self._buffer,
            self._size,
            known,
            component=self.component,
        )

    def _flat(self, offset: Size, flat_of: Callable[[Array], Size] | None = None) -> Body:
        return Body(
            self.names, self.inside, self._home, self._buffer, self._size, flat=offset, flat_of=flat_of
        )

    def _around(
        self, body: list[Statement], axes: range | list[int], lane: int | None = None
    ) -> list[Statement]:
        for axis in reversed(axes):
            kind = LANE if axis == lane else GRID
            body = [Loop(kind, _atom(self.indices[axis]), self._size(self.space[axis]), tuple(body))]
        return body

    def _store_all(self, body: Body, arrays: list[Array]) -> None:
        for array in arrays:
            for value, offset in body.numbers_of(array):
                body.statements.append(Store(self.outputs[array], offset, value))

    def _buffer(self, array: Array) -> str:
        return self.inputs.setdefault(array, f"in{len(self.inputs)}")

    def _home(self, array: Array) -> Positions:
        """Where an array is read that broadcasts to the space."""
        return _aligned(array.shape.dims, self.indices)

    def _row_home(self, array: Array) -> Positions:
        """Where an array is read that has one element for each row."""
        rows = len(self.space) - 1
        if array.ndim > rows:
            return (*_aligned(array.shape.dims[:-1], self.indices[:rows]), START)
        return _aligned(array.shape.dims, self.indices[:rows])

    def _offset(self, dims: list[Size] | tuple[Size, ...], indices: list[Size] | list[Dim]) -> Size:
        offset: Size = 0
        for size, index in zip(dims, indices):
            offset = offset * self._size(size) + index
        return offset

    def _size(self, size: Size) -> Size:
        if type(size) is int:
            return size
        found = self.parameters.get(size)
        if found is None:
            found = self.parameters[size] = symbol(f"n{len(self.parameters)}")
        return found

    def _arrays(self) -> list[Array]:
        arrays = [array for member in self.group.members for array in (*member.arrays(), *member.outputs)]
        return [array for array in arrays if not _is_single(array)]


def _reduction(application: Application) -> Reduction:
    found = reduction(application)
    assert found is not None
    return found


def _aligned(dims: tuple[Size, ...], indices: list[Dim]) -> Positions:
    """Return where an array stands; one of more axes than the loops stands nowhere."""
    shift = len(indices) - len(dims)
    if shift < 0:
        return ()
    return tuple([START if size == 1 else Position(indices[axis + shift]) for axis, size in enumerate(dims)])


def _is_single(array: Array) -> bool:
    return all(size == 1 for size in array.shape.dims)


def _atom(dim: Dim) -> Symbol:
    (atom,) = dim.symbols()
    return atom
