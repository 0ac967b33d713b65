"""The loop nest of one group."""

from __future__ import annotations

from gnomon.compile.kernel import (
    LANE,
    SERIAL,
    Buffer,
    Kernel,
    Loop,
    Reduce,
    Statement,
    Store,
)
from gnomon.compile.lower.building import atom_of
from gnomon.compile.lower.crossing import in_tiles
from gnomon.compile.lower.group import ELEMENTWISE, LEADING, ROWS, Group, reduction
from gnomon.compile.lower.held import computing, held
from gnomon.compile.lower.hoisting import parted
from gnomon.compile.lower.nest_parts import reduction_of
from gnomon.compile.lower.row_nests import RowNests
from gnomon.compile.lower.sweeps import Sweeps
from gnomon.compile.schedule import schedule
from gnomon.graph.array import Array
from gnomon.shapes import Size, product, symbol


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


class _Builder(RowNests, Sweeps):
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
        buffers += self.scratch
        symbols = tuple([atom_of(parameter) for parameter in self.parameters.values()])
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
            return [Loop(kind, atom_of(index), extent, tuple(body.statements))]
        body = self._body()
        self._store_all(body, list(self.outputs))
        long = [axis for axis, size in enumerate(self.space) if size != 1]
        statements = body.statements
        if self.component is not None:
            statements = [Loop(SERIAL, atom_of(self.component), 2, tuple(statements))]
            return self._around(statements, long)
        if len(long) < 2:
            return self._around(statements, long, lane=long[-1] if long else None)
        *outer, last = long
        tiles = in_tiles(
            statements, [self.indices[k] for k in long], [self._size(self.space[k]) for k in long]
        )
        if tiles is not None:
            return tiles
        before, inside = parted(statements, atom_of(self.indices[last]))
        return self._around([*before, *self._around(inside, [last], lane=last)], outer)

    def _reduction(self) -> list[Statement]:
        """Reductions over the same axes, leading ones or several trailing ones."""
        applications = [member for member in self.group.members if reduction(member) is not None]
        found = reduction_of(applications[0])
        outs = [application.outputs[0] for application in applications]
        kinds = tuple([computing(out.dtype) for out in outs])
        plain = all(kind is out.dtype for kind, out in zip(kinds, outs))
        if (
            found.axes == (0,)
            and len(self.space) > 1
            and self._is_sweepable()
            and plain
            and schedule().sweeps
        ):
            return self._sweep(applications)
        body = self._body()
        values = self._reduced(body, applications)
        targets = tuple([self.names.fresh() for _ in applications])
        combines = tuple([reduction_of(application).combine for application in applications])
        inner: list[Statement] = body.statements
        for axis in reversed(found.axes):
            lane = found.kind != LEADING and axis == found.axes[-1] and self.space[axis] != 1
            loop = Loop(
                LANE if lane else SERIAL,
                atom_of(self.indices[axis]),
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
