"""Convolution with windows as large as images, few of which fit: what the gradient by a kernel is.

The sum goes over whole images, part by part: each part is added to all results before the next one is read. Lanes
are output channels. A table says where the entries of a part lie, seen from the first.
"""

from __future__ import annotations

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
from gnomon.compile.lower.channels import Panel
from gnomon.compile.lower.convolving import Symbols
from gnomon.compile.lower.pixels import MOST_ROWS, divisor
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Shape, Size, ceil_div, dtypes, maximum, minimum, product, symbol

if TYPE_CHECKING:
    from gnomon.compile.lower.convolving import Problem

MOST_PLACES = 1024
"""So many entries of a window are one part at most."""


def panel_of(problem: Problem) -> Panel | None:
    """Return the panel of a convolution whose windows have unknown or very large sizes, None for others."""
    if type(problem.outputs) is not int or problem.outputs < 2:
        return None
    taps = product(problem.window)
    known = type(problem.inputs) is int and type(taps) is int and taps <= MOST_ROWS
    return None if known else Panel(problem.outputs, problem.out.dtype.bits)


def series_steps(problem: Problem, widths: Sequence[Size], image: Array, weight: Array) -> list[NativeStep]:
    """Return the steps that compute a convolution part by part; ``weight`` is packed as a series."""
    from gnomon.compile.llvm import build

    made = _Series(problem, widths)
    sums = Array(Shape((made.total,)), problem.out.dtype)
    application = problem.application
    kernel, sizes = made.kernel()
    steps = [NativeStep([application], [image, weight], [sums], sizes, build(kernel))]
    kernel, sizes = finishing(problem, made.panel.whole)
    inputs = [sums, *([] if problem.bias is None else [problem.bias])]
    return [*steps, NativeStep([application], inputs, [problem.out], sizes, build(kernel))]


def _quotient(number: int, size: Size) -> Size:
    """A number divided by a size."""
    return number // size if type(size) is int else (size * 0 + number) // size


class _Series:
    def __init__(self, problem: Problem, widths: Sequence[Size]) -> None:
        self.problem = problem
        self.axes = list(problem.axes)
        self.sizes = Symbols(problem, widths)
        of = self.sizes.parameters.of
        assert type(problem.outputs) is int
        self.dtype = problem.out.dtype
        self.panel = Panel(problem.outputs, self.dtype.bits)
        self.total = product(
            [problem.batch, problem.groups, *[axis.out for axis in self.axes], self.panel.whole]
        )
        last = self.axes[-1]
        across, down = last.window, self.axes[-2].window if len(self.axes) > 1 else 1
        columns = minimum(across, MOST_PLACES)
        lines = maximum(minimum(down, _quotient(MOST_PLACES, maximum(across, 1))), 1)
        self.whole, self.columns, self.lines = (
            of("total", self.total),
            of("columns", columns),
            of("lines", lines),
        )
        self.parts = of("parts", ceil_div(down, lines))
        self.strips = of("strips", ceil_div(across, maximum(columns, 1)))
        self.share = self.panel.share(last.out) if type(last.out) is int else 1
        self.rows = 1
        if type(problem.batch) is int and problem.batch:
            self.rows = divisor(problem.batch, max(1, self.panel.pixels // self.share))
        self.entry, self.part, self.strip = symbol("entry"), symbol("part"), symbol("strip")
        self.group, self.number, self.row = symbol("group"), symbol("panel"), symbol("row")
        self.outer = [symbol(f"k{k}") for k in range(len(self.axes) - 2)]
        self.at = [symbol(f"o{k}") for k in range(len(self.axes) - 1)]

    def kernel(self) -> tuple[Kernel, list[Size]]:
        """Return the kernel that adds up all parts, and its sizes."""
        place = symbol("place")
        zero: list[Statement] = [Const("zero", 0.0, self.dtype), Store("sums", place, "zero")]
        clear = around([(LANE, place, self.whole)], zero)
        known, across = self.axes[-1].out, self.sizes.out[-1]
        tile = symbol("tile")
        body = around([(SERIAL, tile, across // self.share)], self._tile(tile * self.share, self.share))
        if type(known) is int and known % self.share:
            body += self._tile(across // self.share * self.share, known % self.share)
        loops: list[tuple[str, Dim, Size]] = [
            (SERIAL, self.entry, self.sizes.inputs),
            *[(SERIAL, k, size) for k, size in zip(self.outer, self.sizes.window)],
            (SERIAL, self.part, self.parts),
            (SERIAL, self.strip, self.strips),
            (SERIAL, self.group, self.problem.groups),
            (SERIAL, self.number, self.panel.panels),
            (SERIAL, self.row, self.sizes.batch // self.rows),
            *[(SERIAL, o, size) for o, size in zip(self.at, self.sizes.out)],
        ]
        buffers = (
            Buffer("image", self.dtype, "in"),
            Buffer("weight", self.dtype, "in"),
            Buffer("sums", self.dtype, "out"),
            Buffer("places", dtypes.int64, "scratch", MOST_PLACES),
        )
        parameters = self.sizes.parameters
        whole = (*clear, *self._table(), *around(loops, body))
        return Kernel("conv_series", buffers, tuple(parameters.symbols), whole), parameters.sizes

    def _image(self, row: Size, channel: Size, at: Sequence[Size]) -> Size:
        depth = self.problem.groups * self.sizes.inputs
        return self.problem.image_place(depth, self.sizes.wide, row, channel, at)

    def _table(self) -> list[Statement]:
        line, column = symbol("line"), symbol("column")
        at: list[Size] = [0] * len(self.axes)
        at[-1] = column * self.axes[-1].dilation
        if len(at) > 1:
            at[-2] = line * self.axes[-2].dilation
        body: list[Statement] = [
            Index("place", self._image(0, 0, at)),
            Store("places", line * self.columns + column, "place"),
        ]
        return around([(SERIAL, line, self.lines), (SERIAL, column, self.columns)], body)

    def _tile(self, start: Size, share: int) -> list[Statement]:
        panel = self.panel
        vector, lane, row, pixel, number = (symbol(n) for n in ("vector", "lane", "r", "pixel", "number"))
        window, line, strip = self.sizes.window, self.part * self.lines, self.strip * self.columns
        first: list[Size] = [*self.outer, line, strip][-len(self.axes) :]
        place = panel.lanes * vector + lane
        at = [*self.at, start + pixel]
        seen = [o * axis.stride + k * axis.dilation for o, k, axis in zip(at, first, self.axes)]
        image = self._image(self.row * self.rows + row, self.group * self.sizes.inputs + self.entry, seen)
        taps = offset_of([0, *window], [self.group * self.sizes.inputs + self.entry, *first]) + number
        down = window[-2] if len(window) > 1 else 1
        count = minimum(self.lines, down - line) * minimum(self.columns, window[-1] - strip)
        body: list[Statement] = [
            Load("place", "places", number),
            Load("x", "image", image, (("place", 1),)),
            Load("w", "weight", taps * panel.whole + self.number * panel.width + place),
        ]
        work = summed("total", [(SERIAL, number, count)], body, ("x", "w"), self.dtype)
        sizes = [0, self.problem.groups, *self.sizes.out, panel.whole]
        written = offset_of(
            sizes, [self.row * self.rows + row, self.group, *at, self.number * panel.width + place]
        )
        work.append(Store("sums", written, "total", "add"))
        loops: list[tuple[str, Dim, Size]] = [
            (JAM, vector, panel.vectors),
            (LANE, lane, panel.lanes),
            (JAM, row, self.rows),
            (JAM, pixel, share),
        ]
        return around(loops, work)


def finishing(problem: Problem, whole: int) -> tuple[Kernel, list[Size]]:
    """Return the kernel that puts sums (batch, groups, *out, whole) into the layout of the result."""
    sizes = Symbols(problem, [axis.out for axis in problem.axes])
    row, group, output = symbol("row"), symbol("group"), symbol("output")
    at = [symbol(f"o{k}") for k in range(len(sizes.out))]
    dtype = problem.out.dtype
    channel = group * sizes.outputs + output
    read = offset_of([0, problem.groups, *sizes.out, whole], [row, group, *at, output])
    body: list[Statement] = [Load("y", "sums", read)]
    value, bias = "y", problem.bias
    if bias is not None:
        one = bias.ndim and bias.shape.dims[0] != 1
        body += [Load("bias", "bias", channel if one else 0), Call("sum", "add", ("y", "bias"), dtype)]
        value = "sum"
    written = problem.image_place(problem.groups * sizes.outputs, sizes.out, row, channel, at)
    body.append(Store("out", written, value))
    loops: list[tuple[str, Dim, Size]] = [
        (GRID, row, sizes.batch),
        (GRID, group, problem.groups),
        (GRID, output, sizes.outputs),
        *[(GRID, o, n) for o, n in zip(at, sizes.out)],
    ]
    buffers = [Buffer("sums", dtype, "in"), *([] if bias is None else [Buffer("bias", dtype, "in")])]
    buffers.append(Buffer("out", dtype, "out"))
    kernel = Kernel(
        "conv_finish", tuple(buffers), tuple(sizes.parameters.symbols), tuple(around(loops, body))
    )
    return kernel, sizes.parameters.sizes
