"""What the nests of all kinds of kernels are made of: bodies, places, sizes, loops around them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, LANE, Buffer, Loop, Statement, Store
from gnomon.compile.lower.building import atom_of
from gnomon.compile.lower.group import Group, Reduction, reduction
from gnomon.compile.lower.held import computing
from gnomon.compile.lower.positions import START, Position, Positions
from gnomon.compile.lower.values import Body, Names
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Size, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application


class Parts:
    """The part of a nest's builder that all kinds of nests share."""

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
        self.scratch: list[Buffer] = []
        self.changed: set[str] = set()
        """Results whose memory keeps other values before."""
        self.component = symbol("component") if group.is_paired() else None

    def _reduced(self, body: Body, applications: list[Application]) -> tuple[str, ...]:
        """What reductions take for each element."""
        pairs = [(next(each.arrays()), computing(each.outputs[0].dtype)) for each in applications]
        return tuple([body.cast(body.value(source), source.dtype, kind) for source, kind in pairs])

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
            body = [Loop(kind, atom_of(self.indices[axis]), self._size(self.space[axis]), tuple(body))]
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


def reduction_of(application: Application) -> Reduction:
    """What an application that is a reduction does."""
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
