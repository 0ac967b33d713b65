"""Products of matrices in tiles that stay in registers.

Some columns of the right factor, a panel, are put side by side first, a stretch of terms at a time; then each tile of
the result, some rows by the vectors of a panel, adds its products over the stretch without touching memory. Rows are
taken in chunks, whose sums wait in memory close by until the last stretch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gnomon.compile.kernel import (
    GRID,
    JAM,
    LANE,
    SERIAL,
    Buffer,
    Kernel,
    Load,
    Statement,
    Store,
)
from gnomon.compile.lower.building import around, atom_of, summed
from gnomon.shapes import Dim, Dtype, Size, maximum, minimum, symbol

CHUNK = 512
"""So many rows at most are done with one panel: many, since each chunk arranges it anew."""
LOW, NARROW = 128, 97
"""So many rows where there are fewer columns than this: chunks are all that threads share there."""
FLAT, SHORT, WIDE = 64, 64, 2048
"""So many rows where sums have at most so many terms and there are so many columns or more: the result is written at the
pace of memory, and better in long pieces than in short ones of many rows."""
STRETCH = 256
"""So many terms of each sum are added at once, at most: on all processors alike, since it decides how sums are rounded."""

STREAMS = 8
"""So many rows of memory are read in turns."""


class Tile(NamedTuple):
    """How products are tiled: rows and vectors that are in registers at once, and the lanes of a vector."""

    rows: int
    vectors: int
    lanes: int

    @property
    def width(self) -> int:
        """The columns of a panel."""
        return self.vectors * self.lanes


def tile_of(dtype: Dtype) -> Tile:
    """Return the tiles for a dtype that keep the registers of this processor busy."""
    from gnomon.compile.llvm import this_machine

    machine = this_machine()
    many = machine.masks or not machine.triple.startswith("x86")
    return Tile(8 if many else 4, 3, machine.vector_bytes * 8 // dtype.bits)


def steps_of(
    sizes: Sequence[Size], flipped: tuple[bool, bool], many: tuple[bool, bool]
) -> tuple[Size, Size, Size, Size, Size, Size, Size, Size]:
    """Return by how much the factors of a product over (turns, rows, inner, columns) step in memory.

    For a turn, a row and a term of the left factor, for a turn, a term and a column of the right one; then 1 if the right
    one is read transposed, and how high chunks are. ``many`` says which factors have a matrix for each turn.
    """
    _, rows, inner, columns = sizes
    left = (1, rows) if flipped[0] else (inner, 1)
    right = (1, inner) if flipped[1] else (columns, 1)
    turns = [size if several else 0 for size, several in zip((rows * inner, inner * columns), many)]
    high = LOW + (CHUNK - LOW) * minimum(1, columns // NARROW)
    flat = minimum(1, columns // WIDE) * (1 - minimum(1, inner // (SHORT + 1)))
    high -= (CHUNK - FLAT) * flat
    return turns[0], *left, turns[1], *right, int(flipped[1]), high


def tiled_product(dtype: Dtype, tile: Tile | None = None, *, stacked: bool) -> Kernel:
    """Return a kernel over (turns, rows, inner, columns) and `steps_of` these: one for factors that lie in any way.

    ``stacked``: there may be several turns. Threads share turns, chunks of rows and panels alike.
    """
    return _Tiled(dtype, tile or tile_of(dtype), stacked).kernel()


class _Tiled:
    def __init__(self, dtype: Dtype, tile: Tile, stacked: bool) -> None:
        self.dtype = dtype
        self.tile = tile
        self.stacked = stacked
        names = "turns rows inner columns left_turn left_row left_term right_turn right_term right_column turned high"
        self.sizes = [symbol(name, upper=1 if name == "turned" else None) for name in names.split()]
        self.turns, self.rows, self.inner, self.columns, *steps = self.sizes
        self.left_turn, self.left_row, self.left_term, self.right_turn, self.right_term, self.right_column = (
            steps[:6]
        )
        self.turned, self.high = steps[6:]
        self.turn, self.chunk, self.panel = symbol("turn"), symbol("chunk"), symbol("panel")
        self.stretch = symbol("stretch")
        self.first = self.panel * tile.width
        self.across = minimum(tile.width, self.columns - self.first)
        self.start = self.chunk * self.high
        self.down = minimum(self.high, self.rows - self.start)
        self.stretches = maximum(1, (self.inner + STRETCH - 1) // STRETCH)
        self.long = (self.inner + self.stretches - 1) // self.stretches
        self.begin = self.stretch * self.long
        self.deep = minimum(self.long, self.inner - self.begin)

    def kernel(self) -> Kernel:
        """Return the kernel."""
        tile, dtype = self.tile, self.dtype
        loops: list[tuple[str, Dim, Size]] = [
            (GRID, self.chunk, (self.rows + self.high - 1) // self.high),
            (GRID, self.panel, (self.columns + tile.width - 1) // tile.width),
        ]
        if self.stacked:
            loops.insert(0, (GRID, self.turn, self.turns))
        parts = around([(SERIAL, self.stretch, self.stretches)], [*self._pack(), *self._tiles()])
        buffers = (
            Buffer("left", dtype, "in"),
            Buffer("right", dtype, "in"),
            Buffer("out", dtype, "out"),
            Buffer("packed", dtype, "scratch", STRETCH * tile.width),
            Buffer("kept", dtype, "scratch", (CHUNK + tile.rows) * tile.width),
        )
        body = tuple(around(loops, parts))
        return Kernel("product", buffers, tuple([atom_of(size) for size in self.sizes]), body)

    def _pack(self) -> list[Statement]:
        """Put a stretch of a panel side by side; beyond the last column of all is something that nobody needs.

        What lies along its columns is taken from some of them in turns, since a processor follows so many streams.
        """
        term, group, stream, which = (symbol(name) for name in ("term", "group", "stream", "which"))
        streams = min(STREAMS, self.tile.lanes)

        def copied(column: Size, place: Size) -> list[Statement]:
            if self.stacked:
                place = place + self.turn * self.right_turn
            return [Load("b", "right", place), Store("packed", term * self.tile.width + column, "b")]

        def beside(column: Size) -> list[Statement]:
            return copied(column, (self.begin + term) * self.right_term + self.first + column)

        column = group * streams + stream
        existing = minimum(self.first + column, self.columns - 1)
        along = copied(column, existing * self.right_column + self.begin + term)
        groups = (self.across + streams - 1) // streams
        turned = [(SERIAL, which, self.turned), (SERIAL, group, groups), (SERIAL, term, self.deep)]
        return [
            *around([(SERIAL, which, 1 - self.turned)], self._rows(term, self.deep, beside)),
            *around([*turned, (JAM, stream, streams)], along),
        ]

    def _rows(self, row: Dim, count: Size, body: Callable[[Size], list[Statement]]) -> list[Statement]:
        """Rows of a panel: whole ones by their vectors, so that a processor sees where each goes next."""
        vector, lane, which = symbol("vector"), symbol("lane"), symbol("which")
        whole = self.across // self.tile.width
        vectors = [(JAM, vector, self.tile.vectors), (LANE, lane, self.tile.lanes)]
        return [
            *around(
                [(SERIAL, which, whole), (SERIAL, row, count), *vectors],
                body(self.tile.lanes * vector + lane),
            ),
            *around(
                [(SERIAL, which, 1 - whole), (SERIAL, row, count), (LANE, lane, self.across)], body(lane)
            ),
        ]

    def _left(self, row: Size, term: Size) -> Size:
        place = row * self.left_row + term * self.left_term
        return place + self.turn * self.left_turn if self.stacked else place

    def _tiles(self) -> list[Statement]:
        """All tiles of a chunk; the last one may compute rows that nobody needs. With the last stretch they are done."""
        number, rows, which = symbol("tile"), self.tile.rows, symbol("which")
        done = minimum(1, maximum(0, self.stretch + 2 - self.stretches))
        body = [*self._wide(number * rows), *around([(SERIAL, which, done)], self._store(number * rows))]
        return around([(SERIAL, number, (self.down + rows - 1) // rows)], body)

    def _wide(self, start: Size) -> list[Statement]:
        """Tiles for the columns of a panel: one if the panel is whole or nearly so, else one for each vector."""
        tile, which, vector = self.tile, symbol("which"), symbol("single")
        needed = (self.across + tile.lanes - 1) // tile.lanes
        whole = needed // tile.vectors
        return [
            *around([(SERIAL, which, whole)], self._tile(start, 0, tile.vectors)),
            *around([(SERIAL, vector, (1 - whole) * needed)], self._tile(start, vector * tile.lanes, 1)),
        ]

    def _tile(self, start: Size, first: Size, vectors: int) -> list[Statement]:
        vector, lane, row, term = symbol("vector"), symbol("lane"), symbol("r"), symbol("term")
        tile = self.tile
        column = first + tile.lanes * vector + lane
        number = minimum(self.start + start + row, self.rows - 1)
        body: list[Statement] = [
            Load("a", "left", self._left(number, self.begin + term)),
            Load("b", "packed", term * tile.width + column),
        ]
        statements = summed("total", [(SERIAL, term, self.deep)], body, ("a", "b"), self.dtype)
        later = minimum(self.stretch, 1)
        for once, combine in ((1 - later, None), (later, "add")):
            store = Store("kept", tile.width * (start + row) + column, "total", combine)
            statements += around([(SERIAL, symbol("which"), once)], [store])
        loops: Sequence[tuple[str, Dim, Size]] = [
            (JAM, row, tile.rows),
            (LANE, lane, tile.lanes),
            (JAM, vector, vectors),
        ]
        return around(loops, statements)

    def _store(self, start: Size) -> list[Statement]:
        row = symbol("row")

        def stored(column: Size) -> list[Statement]:
            place = (self.start + start + row) * self.columns + self.first + column
            if self.stacked:
                place = place + self.turn * self.rows * self.columns
            return [Load("y", "kept", self.tile.width * (start + row) + column), Store("out", place, "y")]

        return self._rows(row, minimum(self.tile.rows, self.down - start), stored)
