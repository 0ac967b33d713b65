"""Convolutions as native steps: windows and products in one nest, never put into memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, LANE, SERIAL, Buffer, Call, Kernel, Load, Statement, Store
from gnomon.compile.lower import channels, pixels, series
from gnomon.compile.lower.borders import bordered, widths_of
from gnomon.compile.lower.building import around, summed
from gnomon.compile.lower.convolving import Problem, Symbols, problem_of
from gnomon.compile.lower.pooling import FLOATS
from gnomon.compile.lower.sliding import Axis
from gnomon.compile.lower.weights import COLUMNS, ROWS, SERIES, packed
from gnomon.compile.steps import NativeStep
from gnomon.shapes import Size, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application


def convolution_step(application: Application, makers: object = None) -> Sequence[NativeStep] | None:
    """Return the native steps of a convolution, None where there are none."""
    from gnomon.compile.llvm import build

    problem = problem_of(application)
    if problem is None:
        return None
    depth = problem.groups * problem.inputs
    first = problem.layout == "first"
    lead = problem.batch * depth if first else problem.batch
    rows, panel = pixels.tiling_of(problem), series.panel_of(problem)
    spare = None if rows is None or panel is not None else pixels.spare_of(problem, rows)
    unit = 1 if first else depth
    steps, image = bordered(application, problem.image, lead, problem.axes, unit, spare=spare or 0)
    widths, weight = widths_of(problem.axes), problem.weight
    if panel is not None:
        packing, weight = packed(problem, SERIES, panel.whole)
        return [*steps, *packing, *series.series_steps(problem, widths, image, weight)]
    columns = channels.tiling_of(problem)
    packing = []
    if rows is not None:
        packing, weight = packed(problem, ROWS)
        kernel, sizes = pixels.pixels(problem, widths, rows, spare=bool(steps) and spare is not None)
    elif columns is not None:
        packing, weight = packed(problem, COLUMNS, columns.panel.whole, columns.inputs)
        kernel, sizes = channels.channels(problem, widths, columns)
    else:
        kernel, sizes = plain(problem, widths)
    inputs = [image, weight, *([] if problem.bias is None else [problem.bias])]
    return [*steps, *packing, NativeStep([application], inputs, [problem.out], sizes, build(kernel))]


def signal_step(application: Application, makers: object = None) -> Sequence[NativeStep] | None:
    """Return the native steps of a convolution of two signals."""
    from gnomon.compile.llvm import build

    a, v = application.arrays()
    (out,) = application.outputs
    if out.dtype not in FLOATS or a.dtype is not out.dtype or v.dtype is not out.dtype:
        return None
    if not a.ndim == v.ndim == out.ndim or not 1 <= a.ndim <= 3:
        return None
    if 0 in (*a.shape.dims, *v.shape.dims):
        return None  # NumPy refuses them
    axes = []
    for size, taps, made in zip(a.shape.dims, v.shape.dims, out.shape.dims):
        start = (size + taps - 1 - made) // 2
        axes.append(Axis(size, made, taps, 1, 1, taps - 1 - start))
    problem = Problem(application, axes, groups=1, layout="first", kernels="signal", transposed=True)
    steps, image = bordered(application, a, 1, axes, 1)
    kernel, sizes = plain(problem, widths_of(axes))
    return [*steps, NativeStep([application], [image, v], [out], sizes, build(kernel))]


def plain(problem: Problem, widths: Sequence[Size]) -> tuple[Kernel, list[Size]]:
    """Return the kernel that computes each result by itself, lanes along what is contiguous."""
    sizes = Symbols(problem, widths)
    dtype, groups = problem.out.dtype, problem.groups
    row, group, output, entry = (symbol(name) for name in ("row", "group", "output", "entry"))
    at = [symbol(f"o{k}") for k in range(len(sizes.out))]
    inner = [symbol(f"k{k}") for k in range(len(sizes.out))]
    seen = [o * axis.stride + k * axis.dilation for o, k, axis in zip(at, inner, problem.axes)]
    body: list[Statement] = [
        Load(
            "x",
            "image",
            problem.image_place(groups * sizes.inputs, sizes.wide, row, group * sizes.inputs + entry, seen),
        ),
        Load(
            "w",
            "weight",
            problem.weight_place((sizes.inputs, sizes.outputs, *sizes.window), group, output, entry, inner),
        ),
    ]
    sums = [(SERIAL, entry, sizes.inputs), *[(SERIAL, k, n) for k, n in zip(inner, sizes.window)]]
    statements = summed("total", sums, body, ("x", "w"), dtype)
    channel = group * sizes.outputs + output
    value = "total"
    if problem.bias is not None:
        place = channel if problem.bias.ndim and problem.bias.shape.dims[0] != 1 else 0
        statements += [Load("bias", "bias", place), Call("sum", "add", ("total", "bias"), dtype)]
        value = "sum"
    written = problem.image_place(groups * sizes.outputs, sizes.out, row, channel, at)
    statements.append(Store("out", written, value))
    loops = [
        (GRID, row, sizes.batch),
        (GRID, group, groups),
        (GRID, output, sizes.outputs),
        *[(GRID, o, n) for o, n in zip(at, sizes.out)],
    ]
    lane = -1
    if problem.layout == "last" and sizes.outputs != 1:
        lane = 2
    elif problem.layout == "last" and groups != 1:
        lane = 1
    loops = [*loops[:lane], *loops[lane:][1:], (LANE, *loops[lane][1:])]
    names = ["image", "weight", *([] if problem.bias is None else ["bias"])]
    buffers = (*[Buffer(name, dtype, "in") for name in names], Buffer("out", dtype, "out"))
    body = around(loops, statements)
    return Kernel("conv", buffers, tuple(sizes.parameters.symbols), tuple(body)), sizes.parameters.sizes
