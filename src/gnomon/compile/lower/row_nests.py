"""Row kernels: loops over one row after the other, and what comes of each row at its end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, LANE, SERIAL, Buffer, Load, Loop, Reduce, Statement, Store
from gnomon.compile.lower.building import atom_of
from gnomon.compile.lower.casts import cast_between
from gnomon.compile.lower.held import computing, held
from gnomon.compile.lower.nest_parts import Parts, reduction_of
from gnomon.compile.lower.rows import Kept, Stage, kept_values, needed_in, stages
from gnomon.compile.lower.tails import CACHED, KEPT, PARTS, TOGETHER, handing_on, is_slow, tail_of
from gnomon.shapes import Dim, maximum, minimum, symbol

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Array


class RowNests(Parts):
    """The part of a nest's builder that knows row kernels."""

    def _rows(self) -> list[Statement]:
        """For each row one loop per stage; what a stage's reductions give is known in the next."""
        last = len(self.space) - 1
        made = stages(self.group)
        kept = kept_values(self.group, made)
        self.changed = {self.outputs[each.result] for each in kept.values() if each.last > each.first}
        if last and self.space[last - 1] != 1 and self._is_in_blocks(made):
            return self._around([self._blocks(made, kept, last - 1)], range(last - 1))
        row = self._body(home=self._row_home)
        statements: list[Statement] = []
        for number, stage in enumerate(made):
            statements += self._row_values(row, stage.rows) + self._stage(row, number, stage, kept)
        return self._around(statements + self._ends(row, self.outputs), range(last))

    def _is_in_blocks(self, made: list[Stage]) -> bool:
        """Whether several rows go through a stage before the next: so none waits for the last number of the one before."""
        return sum(bool(stage.reductions or stage.stores) for stage in made) > 1 or is_slow(
            tail_of(self.group)
        )

    def _blocks(self, made: list[Stage], kept: dict[Array, Kept], axis: int) -> Loop:
        """Blocks of rows: one loop over rows for each stage, the last over vectors of rows; scratch memory hands on."""
        block, number = symbol("block"), symbol("row")
        rows, columns = self.space[axis], self.space[axis + 1]
        width = max(array.dtype.bits for array in self._arrays() if self.group.is_last(array)) // 8
        fitting = maximum(CACHED // width // maximum(columns, 1), 1)
        together = minimum(TOGETHER, maximum((rows + PARTS - 1) // PARTS, 1), fitting)
        height = self._size(together)
        number_of_row = block * height + number
        assert isinstance(number_of_row, Dim)
        self.indices[axis] = number_of_row
        some = minimum(height, self._size(rows) - block * height)
        tail = tail_of(self.group)
        passed: dict[Array, Buffer] = {}
        loops: list[Loop] = []
        for place, stage in enumerate(made):
            if not (stage.reductions or stage.stores):
                continue
            row, statements = self._begun(passed, number)
            before = [array for each in made[: place + 1] for array in each.rows if array not in tail]
            wanted = [array for array in before if array not in passed]
            statements += self._row_values(row, wanted) + self._stage(row, place, stage, kept)
            for array, value in list(row.values.items()):
                if array in self.inside and not self.group.is_last(array) and array not in passed:
                    passed[array] = Buffer(f"{KEPT}{len(passed)}", held(array.dtype), "scratch", TOGETHER)
                    statements.append(Store(passed[array].name, number, value))
            loops.append(Loop(SERIAL, atom_of(number), some, tuple(statements)))
        row, statements = self._begun(passed, number)
        ends = self._ends(row, self.outputs)
        if ends:
            loops.append(Loop(LANE, atom_of(number), some, (*statements, *ends)))
        loops, names = handing_on(loops)
        self.scratch += [buffer for buffer in passed.values() if buffer.name in names]
        return Loop(GRID, atom_of(block), self._size((rows + together - 1) // together), tuple(loops))

    def _begun(self, passed: dict[Array, Buffer], number: Dim) -> tuple[Body, list[Statement]]:
        """A body that knows what earlier loops have passed on."""
        row = self._body({array: self.names.fresh() for array in passed}, self._row_home)
        return row, [Load(row.values[array], buffer.name, number) for array, buffer in passed.items()]

    def _row_values(self, row: Body, arrays: Iterable[Array]) -> list[Statement]:
        """Compute numbers of a row."""
        row.statements = []
        for array in arrays:
            row.value(array)
        return row.statements

    def _ends(self, row: Body, outputs: Iterable[Array]) -> list[Statement]:
        """Store the numbers of a row."""
        statements: list[Statement] = []
        last = len(self.space) - 1
        for array in outputs:
            if not self.group.is_whole(array):
                row.statements = []
                value = row.value(array)
                place = self._offset(self.space[:last], self.indices[:last])
                statements += [*row.statements, Store(self.outputs[array], place, value)]
        return statements

    def _stage(self, row: Body, number: int, stage: Stage, kept: dict[Array, Kept]) -> list[Statement]:
        """One loop over a row."""
        last = len(self.space) - 1
        extent = self._size(self.space[last])
        known = {a: name for a, name in row.values.items() if a in self.inside and not self.group.is_whole(a)}
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
        loop = Loop(kind, atom_of(self.indices[last]), extent, tuple(body.statements))
        if not targets:
            return [loop] if stage.stores else []
        combines = tuple([reduction_of(application).combine for application in stage.reductions])
        outs = [application.outputs[0] for application in stage.reductions]
        kinds = tuple([computing(out.dtype) for out in outs])
        row.statements = []
        for out, target in zip(outs, targets):
            row.values[out] = cast_between(row, target, computing(out.dtype), out.dtype)
        return [Reduce(tuple(targets), loop, tuple(values), combines, kinds), *row.statements]

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
