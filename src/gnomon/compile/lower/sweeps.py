"""Reductions over the first axis: sweeps over some rows at a time, in the order of memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.kernel import JAM, LANE, SERIAL, Const, Loop, Reduce, Statement, Store
from gnomon.compile.lower.building import atom_of
from gnomon.compile.lower.nest_parts import Parts, reduction_of
from gnomon.compile.scalars import identity
from gnomon.shapes import Dim, Size, product, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application

SWEEP = 8
"""So many rows are added up before the result is touched."""


class Sweeps(Parts):
    """The part of a nest's builder that knows sweeps."""

    def _is_sweepable(self) -> bool:
        """Whether elements are best read in the order of memory: nothing asks for another order."""
        return not self.group.reads and self.component is None

    def _sweep(self, applications: list[Application]) -> list[Statement]:
        """Reduce the first axis by sweeps over some rows at a time, which read memory in its order."""
        rows = self._size(self.space[0])
        columns, sizes = self.indices[1:], self.space[1:]
        if self._is_flat(columns=True):
            columns, sizes = [symbol("column")], (product(sizes),)

        def over_columns(body: list[Statement]) -> Loop:
            lane = max([axis for axis, size in enumerate(sizes) if size != 1], default=0)
            kinds = [LANE if axis == lane else SERIAL for axis in range(len(columns))]
            for kind, column, size in reversed(list(zip(kinds, columns, sizes))):
                body = [Loop(kind, atom_of(column), self._size(size), tuple(body))]
            (loop,) = body
            assert isinstance(loop, Loop)
            return loop

        place = self._offset(sizes, columns)
        first: list[Statement] = []
        for application in applications:
            out, start = application.outputs[0], self.names.fresh()
            first.append(Const(start, identity(reduction_of(application).combine, out.dtype), out.dtype))
            first.append(Store(self.outputs[out], place, start))
        block, row, rest = symbol("block"), symbol("row"), symbol("rest")
        some = over_columns(self._strip(applications, columns, place, (block * SWEEP, row, SWEEP)))
        one = over_columns(self._strip(applications, columns, place, (rows // SWEEP * SWEEP + rest, row, 1)))
        whole = Loop(SERIAL, atom_of(block), rows // SWEEP, (some,))
        return [over_columns(first), whole, Loop(SERIAL, atom_of(rest), rows % SWEEP, (one,))]

    def _strip(
        self, applications: list[Application], columns: list[Dim], place: Size, rows: tuple[Size, Dim, int]
    ) -> list[Statement]:
        """Combine some rows, counted from a start, and what the result has of those before."""
        start, row, count = rows
        first = start + row
        assert isinstance(first, Dim)
        self.indices = [first, *self.indices[1:]]
        if self._is_flat(columns=True):
            flat, column = first * self._size(product(self.space[1:])) + columns[0], columns[0]
            body = self._flat(flat, lambda array: column if self._is_columns(array) else flat)
        else:
            body = self._body()
        values = self._reduced(body, applications)
        outs = [application.outputs[0] for application in applications]
        combines = tuple([reduction_of(application).combine for application in applications])
        targets = tuple([self.names.fresh() for _ in applications])
        inner = Loop(JAM, atom_of(row), count, tuple(body.statements))
        some = Reduce(targets, inner, values, combines, tuple([out.dtype for out in outs]))
        stores = [
            Store(self.outputs[out], place, target, combine)
            for out, target, combine in zip(outs, targets, combines)
        ]
        return [some, *stores]
