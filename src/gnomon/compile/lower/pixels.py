"""Convolution in tiles of neighbouring results, for images whose rows are contiguous.

What the windows of one tile see is put side by side into a small buffer, one row for each weight; a tile of results
is then a product of weights and these rows, which stays in registers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, JAM, LANE, SERIAL, Buffer, Call, Const, Kernel, Load, Statement, Store
from gnomon.compile.lower.building import around, offset_of, summed
from gnomon.compile.lower.convolving import Symbols
from gnomon.compile.lower.sliding import Axis
from gnomon.shapes import Dim, Size, maximum, minimum, product, symbol

if TYPE_CHECKING:
    from gnomon.compile.lower.convolving import Problem

MOST_ROWS = 640
"""So many weights of one output are summed in registers; more are summed in parts."""
MOST_KEPT = 12288
"""So many results of a tile wait to be stored."""

LONG = 40
"""Rows of at least so many results are gathered by whole vectors, beyond their ends."""


class Tiling:
    """How a tile is made: its width and vectors, rows in registers, channels that are summed and kept at once."""

    def __init__(self, inputs: int, outputs: int, taps: int, pixels: Size, bits: int) -> None:
        from gnomon.compile.llvm import this_machine

        machine = this_machine()
        self.lanes = 512 // bits
        parts = 64 // machine.vector_bytes
        registers = 32 if machine.masks or not machine.triple.startswith("x86") else 16
        choices = range(1, 5) if parts == 1 else range(1, 2)
        self.vectors = min(choices, key=lambda count: (_waste(pixels, count * self.lanes), -count))
        self.width = self.vectors * self.lanes
        most = max(1, (registers - 2) // (self.vectors * parts) - 1)
        tiles = -(-outputs // most)
        self.rows = -(-outputs // tiles)
        self.inputs = divisor(inputs, max(1, MOST_ROWS // taps))
        self.taps = taps
        self.kept = divisor(outputs, max(1, MOST_KEPT * 32 // bits // self.width))
        self.rows = min(self.rows, self.kept)


def _waste(pixels: Size, width: int) -> float:
    """The share of a tile's work that is for nothing, roughly."""
    if type(pixels) is not int:
        return abs(width - 48)
    return round(-(-pixels // width) * width / max(pixels, 1), 2)


def divisor(number: int, most: int) -> int:
    return max(size for size in range(1, min(number, most) + 1) if number % size == 0)


def tiling_of(problem: Problem) -> Tiling | None:
    """Return how a convolution is tiled, None where it is not."""
    sizes = [problem.inputs, problem.outputs, *problem.window]
    if problem.layout != "first" or any(type(size) is not int or size < 1 for size in sizes):
        return None
    inputs, outputs, *window = [int(size) for size in sizes if type(size) is int]
    taps = math.prod(window)
    if outputs < 4 or taps > MOST_ROWS or inputs * taps < 4:
        return None
    pixels = product([axis.out for axis in problem.axes[-2:]])
    return Tiling(inputs, outputs, taps, pixels, problem.out.dtype.bits)


def spare_of(problem: Problem, tiling: Tiling) -> int | None:
    """Return how many planes more an image needs for reading whole vectors of it; None if that is of no use."""
    last = problem.axes[-1]
    if type(last.stride) is not int or (type(last.out) is int and last.out < LONG):
        return None
    return -(-tiling.lanes * last.stride // tiling.taps)  # no plane is smaller than a window


def pixels(
    problem: Problem, widths: Sequence[Size], tiling: Tiling, *, spare: bool
) -> tuple[Kernel, list[Size]]:
    """Return the kernel that computes tiles of neighbouring pixels; ``spare``: after the image may be read, too."""
    return _Pixels(problem, widths, tiling, spare).kernel()


class _Pixels:
    def __init__(self, problem: Problem, widths: Sequence[Size], tiling: Tiling, spare: bool) -> None:
        self.problem = problem
        self.tiling = tiling
        self.spare = spare
        self.sizes = Symbols(problem, widths)
        self.dtype = problem.out.dtype
        self.axes = list(problem.axes)
        self.wide, self.out = list(self.sizes.wide), list(self.sizes.out)
        if len(self.axes) == 1:  # a row of an image of one row
            self.axes.insert(0, Axis(1, 1, 1, 1, 1, 0))
            self.wide.insert(0, 1)
            self.out.insert(0, 1)
        self.row, self.group, self.tile = symbol("row"), symbol("group"), symbol("tile")
        self.panel, self.block = symbol("panel"), symbol("block")
        self.depth = [symbol(f"o{k}") for k in range(len(self.axes) - 2)]
        self.start = self.tile * tiling.width
        self.across = self.out[-1]
        self.pixels = self.out[-2] * self.out[-1]
        self.count = minimum(tiling.width, self.pixels - self.start)
        self.summed = tiling.inputs * tiling.taps
        self.pitch = tiling.width + (tiling.lanes if spare else 0)
        inputs, outputs = problem.inputs, problem.outputs
        assert type(inputs) is int
        assert type(outputs) is int
        self.inputs, self.outputs = inputs, outputs
        self.blocks = inputs // tiling.inputs

    def kernel(self) -> tuple[Kernel, list[Size]]:
        """Return the kernel and its sizes."""
        tiling, dtype = self.tiling, self.dtype
        work = [*self._gather(), *self._rows()]
        if self.blocks > 1:
            lane, row = symbol("lane"), symbol("r")
            zero: list[Statement] = [
                Const("zero", 0.0, dtype),
                Store("kept", tiling.width * row + lane, "zero"),
            ]
            clear = around([(SERIAL, row, tiling.kept), (LANE, lane, tiling.width)], zero)
            work = [*clear, *around([(SERIAL, self.block, self.blocks)], work)]
        work += self._store()
        loops: list[tuple[str, Dim, Size]] = [
            (GRID, self.row, self.sizes.batch),
            (GRID, self.group, self.problem.groups),
            (GRID, self.panel, self.outputs // tiling.kept),
            *[(GRID, index, size) for index, size in zip(self.depth, self.out)],
            (GRID, self.tile, (self.pixels + tiling.width - 1) // tiling.width),
        ]
        names = ["image", "weight", *([] if self.problem.bias is None else ["bias"])]
        buffers = (
            *[Buffer(name, dtype, "in") for name in names],
            Buffer("out", dtype, "out"),
            Buffer("seen", dtype, "scratch", self.summed * self.pitch),
            Buffer("kept", dtype, "scratch", tiling.kept * tiling.width),
        )
        body = tuple(around(loops, work))
        return Kernel(
            "conv_pixels", buffers, tuple(self.sizes.parameters.symbols), body
        ), self.sizes.parameters.sizes

    def _gather(self) -> list[Statement]:
        """What the windows of the tile see: stretches of rows, one after the other.

        Whole vectors go beyond the end of a stretch, where the next one writes later, or nothing is read.
        """
        stretch, vector, lane, entry = (symbol(name) for name in ("stretch", "vector", "lane", "entry"))
        inner = [symbol(f"k{k}") for k in range(len(self.axes))]
        first = self.start // self.across
        line = first + stretch
        begin = maximum(self.start - line * self.across, 0)
        end = minimum(self.across, self.start + self.count - line * self.across)
        lines = (self.start + self.count - 1) // self.across - first + 1
        lanes = self.tiling.lanes
        pixel = lanes * vector + lane if self.spare else lane
        at = [*self.depth, line, begin + pixel]
        seen = [o * axis.stride + k * axis.dilation for o, k, axis in zip(at, inner, self.axes)]
        channel = self.group * self.inputs + self._block() * self.tiling.inputs + entry
        read = self.problem.image_place(self.problem.groups * self.inputs, self.wide, self.row, channel, seen)
        window = [int(axis.window) for axis in self.axes if type(axis.window) is int]
        number = offset_of([0, *window], [entry, *inner])
        written = number * self.pitch + line * self.across + begin - self.start + pixel
        body: list[Statement] = [Load("x", "image", read), Store("seen", written, "x")]
        loops: list[tuple[str, Dim, Size]] = [(SERIAL, stretch, lines), (SERIAL, entry, self.tiling.inputs)]
        if self.spare:
            loops.append((SERIAL, vector, (end - begin + lanes - 1) // lanes))
        for place, (k, size) in enumerate(zip(inner, window)):
            loops.append((JAM if math.prod(window[place:]) <= 32 else SERIAL, k, size))
        return around([*loops, (LANE, lane, lanes if self.spare else end - begin)], body)

    def _block(self) -> Size:
        return self.block if self.blocks > 1 else 0

    def _rows(self) -> list[Statement]:
        """Products for all kept outputs, some rows at a time."""
        rows = self.tiling.rows
        whole = self.tiling.kept // rows
        group = symbol("rows")
        found = around([(SERIAL, group, whole)], self._product(group * rows, rows))
        rest = self.tiling.kept - whole * rows
        return [*found, *self._product(whole * rows, rest)] if rest else found

    def _product(self, start: Size, rows: int) -> list[Statement]:
        tiling = self.tiling
        vector, lane, row, number = symbol("vector"), symbol("lane"), symbol("r"), symbol("number")
        output = (self.group * self.outputs + self.panel * tiling.kept) + start + row
        weight = output * (self.inputs * tiling.taps) + self._block() * self.summed + number
        place = tiling.lanes * vector + lane
        body: list[Statement] = [
            Load("w", "weight", weight),
            Load("x", "seen", self.pitch * number + place),
        ]
        statements = summed("total", [(SERIAL, number, self.summed)], body, ("w", "x"), self.dtype)
        combine = "add" if self.blocks > 1 else None
        statements.append(Store("kept", tiling.width * (start + row) + place, "total", combine))
        loops = [(JAM, row, rows), (LANE, lane, tiling.lanes), (JAM, vector, tiling.vectors)]
        return around(loops, statements)

    def _store(self) -> list[Statement]:
        lane, row = symbol("lane"), symbol("r")
        channel = self.group * self.outputs + self.panel * self.tiling.kept + row
        sizes = [0, self.problem.groups * self.outputs, *self.out[:-2], self.pixels]
        written = offset_of(sizes, [self.row, channel, *self.depth, self.start + lane])
        body: list[Statement] = [Load("y", "kept", self.tiling.width * row + lane)]
        value = "y"
        bias = self.problem.bias
        if bias is not None:
            place = channel if bias.ndim and bias.shape.dims[0] != 1 else 0
            body += [Load("bias", "bias", place), Call("sum", "add", ("y", "bias"), self.dtype)]
            value = "sum"
        body.append(Store("out", written, value))
        return around([(SERIAL, row, self.tiling.kept), (LANE, lane, self.count)], body)
