"""Convolution in tiles of neighbouring channels, for images whose channels are contiguous.

A tile of results, some pixels by some vectors of channels, is a sum over all weights that stays in registers. A table
says for each weight where its entry of the image lies, seen from a pixel.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import (
    GRID,
    JAM,
    LANE,
    SERIAL,
    Buffer,
    Call,
    Const,
    Index,
    Kernel,
    Load,
    Statement,
    Store,
)
from gnomon.compile.lower.building import around, offset_of, summed
from gnomon.compile.lower.convolving import Symbols
from gnomon.compile.lower.pixels import divisor
from gnomon.shapes import Dim, Size, dtypes, minimum, symbol

if TYPE_CHECKING:
    from gnomon.compile.lower.convolving import Problem

MOST_WEIGHTS = 8192
"""So many weights of one output are summed in registers; more are summed in parts."""


class Panel:
    """Vectors of output channels side by side, padded with zeros; ``pixels``: so many are in registers at once."""

    def __init__(self, outputs: int, bits: int) -> None:
        from gnomon.compile.llvm import this_machine

        machine = this_machine()
        self.lanes = 512 // bits
        parts = 64 // machine.vector_bytes
        registers = 32 if machine.masks or not machine.triple.startswith("x86") else 16
        vectors = -(-outputs // self.lanes)
        self.panels = -(-vectors // (4 if parts == 1 else 1))
        self.vectors = -(-vectors // self.panels)
        self.width = self.vectors * self.lanes
        self.whole = self.width * self.panels
        self.pixels = max(1, (registers - 2) // (self.vectors * parts) - 1)

    def share(self, count: Size) -> int:
        """Return how many of so many neighbours are in registers at once, evenly."""
        if type(count) is not int:
            return min(self.pixels, 4)
        tiles = max(1, -(-count // self.pixels))
        return max(1, -(-count // tiles))


class Tiling:
    """How tiles of channels are made: a panel, and how many inputs are summed at once."""

    def __init__(self, problem: Problem, inputs: int, outputs: int, taps: int) -> None:
        self.panel = Panel(outputs, problem.out.dtype.bits)
        self.inputs = divisor(inputs, max(1, MOST_WEIGHTS // taps))
        self.blocks = inputs // self.inputs
        self.summed = self.inputs * taps
        self.rows = self.panel.share(problem.axes[-1].out)


def tiling_of(problem: Problem) -> Tiling | None:
    """Return how a convolution is tiled, None where it is not."""
    sizes = [problem.inputs, problem.outputs, *problem.window]
    if problem.layout != "last" or any(type(size) is not int or size < 1 for size in sizes):
        return None
    inputs, outputs, *window = [int(size) for size in sizes if type(size) is int]
    taps = math.prod(window)
    if outputs < 4 or taps > MOST_WEIGHTS:
        return None
    return Tiling(problem, inputs, outputs, taps)


def channels(problem: Problem, widths: Sequence[Size], tiling: Tiling) -> tuple[Kernel, list[Size]]:
    """Return the kernel that computes tiles of channels."""
    return _Channels(problem, widths, tiling).kernel()


class _Channels:
    def __init__(self, problem: Problem, widths: Sequence[Size], tiling: Tiling) -> None:
        self.problem = problem
        self.tiling = tiling
        self.panel = tiling.panel
        self.sizes = Symbols(problem, widths)
        self.dtype = problem.out.dtype
        inputs, outputs = problem.inputs, problem.outputs
        assert type(inputs) is int
        assert type(outputs) is int
        self.inputs, self.outputs = inputs, outputs
        last = problem.axes[-1].out
        if type(last) is int:
            self.sizes.out[-1] = last
        self.row, self.group, self.number = symbol("row"), symbol("group"), symbol("panel")
        self.at = [symbol(f"o{k}") for k in range(len(problem.axes) - 1)]

    def kernel(self) -> tuple[Kernel, list[Size]]:
        """Return the kernel and its sizes."""
        rows, across = self.tiling.rows, self.sizes.out[-1]
        tile, rest = symbol("tile"), symbol("rest")
        known = self.problem.axes[-1].out
        body = around([(SERIAL, tile, across // rows)], self._tile(tile * rows, rows))
        if type(known) is int and known % rows:
            body += self._tile(across // rows * rows, known % rows)
        elif type(known) is not int:
            body += around([(SERIAL, rest, across % rows)], self._tile(across // rows * rows + rest, 1))
        loops: list[tuple[str, Dim, Size]] = [
            (SERIAL, self.group, self.problem.groups),
            *[(SERIAL, index, size) for index, size in zip(self.at, self.sizes.out)],
            (SERIAL, self.number, self.panel.panels),
        ]
        names = ["image", "weight", *([] if self.problem.bias is None else ["bias"])]
        buffers = (
            *[Buffer(name, self.dtype, "in") for name in names],
            Buffer("out", self.dtype, "out"),
            Buffer("places", dtypes.int64, "scratch", self.tiling.summed),
            Buffer("kept", self.dtype, "scratch", rows * self.panel.width),
        )
        whole = tuple(around([(GRID, self.row, self.sizes.batch)], [*self._table(), *around(loops, body)]))
        parameters = self.sizes.parameters
        return Kernel("conv_channels", buffers, tuple(parameters.symbols), whole), parameters.sizes

    def _table(self) -> list[Statement]:
        entry = symbol("entry")
        inner = [symbol(f"k{k}") for k in range(len(self.sizes.window))]
        seen = [k * axis.dilation for k, axis in zip(inner, self.problem.axes)]
        far = self.problem.image_place(self.problem.groups * self.inputs, self.sizes.wide, 0, entry, seen)
        number = offset_of([0, *self.sizes.window, self.tiling.inputs], [0, *inner, entry])
        loops: list[tuple[str, Dim, Size]] = [(SERIAL, k, size) for k, size in zip(inner, self.sizes.window)]
        body: list[Statement] = [Index("place", far), Store("places", number, "place")]
        return around([*loops, (SERIAL, entry, self.tiling.inputs)], body)

    def _tile(self, start: Size, rows: int) -> list[Statement]:
        tiling, panel = self.tiling, self.panel
        vector, lane, row, number, block = (symbol(n) for n in ("vector", "lane", "r", "number", "block"))
        part: Size = block if tiling.blocks > 1 else 0
        at = [o * axis.stride for o, axis in zip([*self.at, start + row], self.problem.axes)]
        channel = self.group * self.inputs + part * tiling.inputs
        pixel = self.problem.image_place(
            self.problem.groups * self.inputs, self.sizes.wide, self.row, channel, at
        )
        place = panel.lanes * vector + lane
        line = (self.group * tiling.blocks + part) * tiling.summed + number
        body: list[Statement] = [
            Load("place", "places", number),
            Load("x", "image", pixel, (("place", 1),)),
            Load("w", "weight", line * panel.whole + self.number * panel.width + place),
        ]
        products = summed("total", [(SERIAL, number, tiling.summed)], body, ("x", "w"), self.dtype)
        combine = "add" if tiling.blocks > 1 else None
        products.append(Store("kept", panel.width * row + place, "total", combine))
        loops: list[tuple[str, Dim, Size]] = [
            (JAM, row, rows),
            (LANE, lane, panel.lanes),
            (JAM, vector, panel.vectors),
        ]
        work = around(loops, products)
        if tiling.blocks > 1:
            kept = symbol("kept")
            zero: list[Statement] = [Const("zero", 0.0, self.dtype), Store("kept", kept, "zero")]
            clear = around([(LANE, kept, rows * panel.width)], zero)
            work = [*clear, *around([(SERIAL, block, tiling.blocks)], work)]
        return [*work, *self._store(start, rows)]

    def _store(self, start: Size, rows: int) -> list[Statement]:
        lane, row = symbol("lane"), symbol("r")
        first = self.number * self.panel.width
        channel = self.group * self.outputs + first + lane
        channels_ = self.problem.groups * self.outputs
        written = self.problem.image_place(
            channels_, self.sizes.out, self.row, channel, [*self.at, start + row]
        )
        body: list[Statement] = [Load("y", "kept", self.panel.width * row + lane)]
        value = "y"
        bias = self.problem.bias
        if bias is not None:
            one = bias.ndim and bias.shape.dims[0] != 1
            body += [
                Load("bias", "bias", channel if one else 0),
                Call("sum", "add", ("y", "bias"), self.dtype),
            ]
            value = "sum"
        body.append(Store("out", written, value))
        count = minimum(self.panel.width, self.outputs - first) if self.panel.panels > 1 else self.outputs
        return around([(SERIAL, row, rows), (LANE, lane, count)], body)
