"""Windows put side by side, and added back to where they came from, as native steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, JAM, LANE, SERIAL, Buffer, Const, Kernel, Load, Statement, Store
from gnomon.compile.lower.borders import bordered, cropped, widths_of
from gnomon.compile.lower.building import Parameters, around, offset_of
from gnomon.compile.lower.sliding import axes_of, counts_of, settings_of
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Dtype, Shape, Size, dtypes, product, symbol

if TYPE_CHECKING:
    from gnomon.compile.lower.sliding import Axis
    from gnomon.graph.array import Application

KNOWN = (dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64)


def windows_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that copies stretches of an axis into a new last axis."""
    from gnomon.compile.llvm import build

    (x,) = application.arrays()
    (out,) = application.outputs
    settings = settings_of(application)
    step = settings["step"]
    if not x.ndim or x.dtype not in KNOWN or type(step) is not int:
        return None
    k = settings["axis"] % x.ndim
    dims = x.shape.dims
    parameters = Parameters()
    before, behind = (
        parameters.of("before", product(dims[:k])),
        parameters.of("behind", product(dims[k + 1 :])),
    )
    along, count = parameters.of("along", dims[k]), parameters.of("count", out.shape.dims[k])
    size = parameters.fixed("size", out.shape.dims[-1])
    a, o, b, w = (symbol(name) for name in ("a", "o", "b", "w"))
    body: list[Statement] = [
        Load("x", "in", offset_of([before, along, behind], [a, o * step + w, b])),
        Store("out", offset_of([before, count, behind, size], [a, o, b, w]), "x"),
    ]
    kind = JAM if type(size) is int and size <= 8 else LANE
    loops = [(GRID, a, before), (GRID, o, count), (GRID, b, behind), (kind, w, size)]
    kernel = _kernel("windows", x.dtype, parameters, around(loops, body))
    return NativeStep([application], [x], [out], parameters.sizes, build(kernel))


def unfold_step(application: Application, makers: object = None) -> Sequence[NativeStep] | None:
    """Return the steps that copy windows into columns."""
    from gnomon.compile.llvm import build

    (x,) = application.arrays()
    (out,) = application.outputs
    found = _axes(application, x.shape.dims)
    if found is None or x.dtype not in KNOWN:
        return None
    axes, lead = found
    steps, image = bordered(application, x, lead, axes, 1)
    parameters, column, entry, loops = _columns(axes, lead)
    copy: list[Statement] = [Load("x", "in", entry), Store("out", column, "x")]
    kernel = _kernel("unfold", x.dtype, parameters, around([(GRID, *loops[0][1:]), *loops[1:]], copy))
    return [*steps, NativeStep([application], [image], [out], parameters.sizes, build(kernel))]


def fold_step(application: Application, makers: object = None) -> Sequence[NativeStep] | None:
    """Return the steps that add columns into images."""
    from gnomon.compile.llvm import build

    (x,) = application.arrays()
    (out,) = application.outputs
    found = _axes(application, out.shape.dims)
    if found is None or x.dtype not in KNOWN:
        return None
    axes, lead = found
    bare = all(axis.bare for axis in axes)
    wide = out if bare else Array(Shape((lead, *widths_of(axes))), out.dtype)
    parameters, column, entry, loops = _columns(axes, lead)
    total = parameters.of("total", product(wide.shape.dims))
    add: list[Statement] = [Load("x", "in", column), Store("out", entry, "x", "add")]
    kernel = _kernel("fold", x.dtype, parameters, [*_cleared(total, x.dtype), *around(loops, add)])
    steps = [NativeStep([application], [x], [wide], parameters.sizes, build(kernel))]
    return steps if bare else [*steps, cropped(application, wide, out, lead, axes, 1)]


def _axes(application: Application, dims: Sequence[Size]) -> tuple[list[Axis], Size] | None:
    settings = settings_of(application)
    window = list(settings["window"])
    start = len(dims) - len(window)
    space = list(dims[start:])
    if any(isinstance(value, Array) for value in (*window, *space)):
        return None
    axes = axes_of(space, counts_of(space, window, settings), window, settings)
    return None if axes is None else (axes, product(dims[:start]))


def _columns(axes: Sequence[Axis], lead: Size) -> tuple[Parameters, Size, Size, list[tuple[str, Dim, Size]]]:
    """Places in columns (lead, *window, *counts) and in the image, and the loops over both."""
    parameters = Parameters()
    rows = parameters.of("lead", lead)
    out = [parameters.of(f"out{k}", axis.out) for k, axis in enumerate(axes)]
    wide = [parameters.of(f"wide{k}", size) for k, size in enumerate(widths_of(axes))]
    window = [parameters.fixed(f"window{k}", axis.window) for k, axis in enumerate(axes)]
    row = symbol("row")
    at, inner = [symbol(f"o{k}") for k in range(len(axes))], [symbol(f"k{k}") for k in range(len(axes))]
    seen = [o * axis.stride + k * axis.dilation for o, k, axis in zip(at, inner, axes)]
    column = offset_of([rows, *window, *out], [row, *inner, *at])
    loops: list[tuple[str, Dim, Size]] = [(SERIAL, row, rows)]
    loops += [(SERIAL, k, size) for k, size in zip(inner, window)]
    loops += [(SERIAL, o, size) for o, size in zip(at[:-1], out)]
    return parameters, column, offset_of([rows, *wide], [row, *seen]), [*loops, (LANE, at[-1], out[-1])]


def _cleared(total: Size, dtype: Dtype) -> list[Statement]:
    place = symbol("place")
    zero: list[Statement] = [
        Const("zero", 0.0 if dtype.kind == "float" else 0, dtype),
        Store("out", place, "zero"),
    ]
    return around([(LANE, place, total)], zero)


def _kernel(name: str, dtype: Dtype, parameters: Parameters, body: Sequence[Statement]) -> Kernel:
    buffers = (Buffer("in", dtype, "in"), Buffer("out", dtype, "out"))
    return Kernel(name, buffers, tuple(parameters.symbols), tuple(body))
