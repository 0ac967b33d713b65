"""Kernels of convolutions in the order in which tiles read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, LANE, SERIAL, Buffer, Const, Kernel, Load, Statement, Store
from gnomon.compile.lower.building import Parameters, around, offset_of
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Shape, Size, product, symbol

if TYPE_CHECKING:
    from gnomon.compile.lower.convolving import Problem

ROWS, COLUMNS, SERIES = "rows", "columns", "series"
"""Orders: (groups * outputs, inputs, *window); (groups, blocks of inputs, *window, inputs, width); (groups, inputs,
*window, width). The last two have one column for each output, then zeros up to a width."""


def packed(problem: Problem, order: str, width: int = 1, block: int = 1) -> tuple[list[NativeStep], Array]:
    """Return weights in an order, read forwards; ``block``: so many inputs are together."""
    from gnomon.compile.llvm import build

    if not problem.transposed:
        if order == ROWS and problem.kernels == "first":
            return [], problem.weight
        same = order == COLUMNS and problem.kernels == "last" and problem.groups == 1
        if same and width == problem.outputs and block == problem.inputs:
            return [], problem.weight
    dims: list[Size] = [problem.groups, problem.inputs, *problem.window]
    dims.append(problem.outputs if order == ROWS else width)
    made = Array(Shape((product(dims),)), problem.weight.dtype)
    kernel, sizes = packing(problem, order, width, block, product(dims))
    return [NativeStep([problem.application], [problem.weight], [made], sizes, build(kernel))], made


def packing(problem: Problem, order: str, width: int, block: int, total: Size) -> tuple[Kernel, list[Size]]:
    """Return the kernel that packs weights."""
    parameters = Parameters()
    dtype = problem.weight.dtype
    inputs = parameters.fixed("inputs", problem.inputs)
    outputs = parameters.fixed("outputs", problem.outputs)
    window = [parameters.fixed(f"window{k}", size) for k, size in enumerate(problem.window)]
    group, output, entry, number = (symbol(name) for name in ("group", "output", "entry", "number"))
    inner = [symbol(f"k{k}") for k in range(len(window))]
    taps: list[tuple[str, Dim, Size]] = [(SERIAL, k, size) for k, size in zip(inner, window)]
    loops: list[tuple[str, Dim, Size]] = [(GRID, group, problem.groups)]
    which: Size = entry
    if order == ROWS:
        written = offset_of([0, outputs, inputs, *window], [group, output, entry, *inner])
        loops += [(GRID, output, outputs), (GRID, entry, inputs), *taps]
    elif order == COLUMNS:
        which = number * block + entry
        sizes = [0, inputs // block, *window, block, width]
        written = offset_of(sizes, [group, number, *inner, entry, output])
        loops += [(GRID, number, inputs // block), *taps, (SERIAL, entry, block), (LANE, output, outputs)]
    else:
        written = offset_of([0, inputs, *window, width], [group, entry, *inner, output])
        loops += [(GRID, entry, inputs), *taps, (LANE, output, outputs)]
    body: list[Statement] = []
    if order != ROWS and width != outputs:
        place = symbol("place")
        zero: list[Statement] = [Const("zero", 0.0, dtype), Store("out", place, "zero")]
        body = around([(LANE, place, parameters.of("total", total))], zero)
    read = problem.weight_place((inputs, outputs, *window), group, output, which, inner)
    copy: list[Statement] = [Load("w", "in", read), Store("out", written, "w")]
    body += around(loops, copy)
    buffers = (Buffer("in", dtype, "in"), Buffer("out", dtype, "out"))
    return Kernel("weights", buffers, tuple(parameters.symbols), tuple(body)), parameters.sizes
