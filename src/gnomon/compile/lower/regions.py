"""Reductions of regions as native steps: of all space, and of a number of parts of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import (
    GRID,
    LANE,
    Buffer,
    Call,
    Cast,
    Index,
    Kernel,
    Load,
    Loop,
    Reduce,
    Statement,
    Store,
)
from gnomon.compile.lower.building import Parameters, around, atom_of, offset_of
from gnomon.compile.lower.pooling import FLOATS, reduced
from gnomon.compile.lower.sliding import settings_of
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Dtype, Size, ceil_div, product, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application

Loops = list[tuple[str, Dim, Size]]


def global_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step of a pooling over all space."""
    (x,) = application.arrays()
    (out,) = application.outputs
    largest = application.op.name == "global_max_pool"
    if x.dtype is not out.dtype or x.dtype not in FLOATS:
        return None
    settings = settings_of(application)
    count = settings["spatial"]
    dims = x.shape.dims
    parameters = Parameters()
    combine = "maximum" if largest else "add"
    index, row = symbol("i"), symbol("row")
    if settings["layout"] == "first":
        start = len(dims) - count
        lead, inner = (
            parameters.of("lead", product(dims[:start])),
            parameters.of("inner", product(dims[start:])),
        )
        loop = Loop(LANE, atom_of(index), inner, (Load("x", "in", row * inner + index),))
        body: list[Statement] = [Reduce(("total",), loop, ("x",), (combine,), (x.dtype,))]
        loops: Loops = [(GRID, row, lead)]
        place: Size = row
    else:
        start = len(dims) - count - 1
        channel = symbol("channel")
        lead, inner = (
            parameters.of("lead", product(dims[:start])),
            parameters.of("inner", product(dims[start:-1])),
        )
        unit = parameters.of("unit", dims[-1])
        load: list[Statement] = [Load("x", "in", offset_of([lead, inner, unit], [row, index, channel]))]
        body = reduced("total", [(index, inner)], load, "x", combine, x.dtype)
        loops = [(GRID, row, lead), (LANE, channel, unit)]
        place = row * unit + channel
    body += _finished("total", largest, inner, place, x.dtype)
    return _step(application, x, out, parameters, around(loops, body))


def _finished(value: str, largest: bool, count: Size, place: Size, dtype: Dtype) -> list[Statement]:
    if largest:
        return [Store("out", place, value)]
    return [
        Index("entries", count),
        Cast("count", "entries", dtype),
        Call("average", "divide", (value, "count"), dtype),
        Store("out", place, "average"),
    ]


def adaptive_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step of a pooling to a number of regions."""
    (x,) = application.arrays()
    (out,) = application.outputs
    if x.dtype is not out.dtype or x.dtype not in FLOATS:
        return None
    settings = settings_of(application)
    wanted, largest = list(settings["size"]), application.op.name == "adaptive_max_pool"
    if any(isinstance(size, Array) for size in wanted):
        return None
    first = settings["layout"] == "first"
    count, dims = len(wanted), x.shape.dims
    start = len(dims) - count - (0 if first else 1)
    parameters = Parameters()
    lead = parameters.of("lead", product(dims[:start]))
    unit: Size = 1 if first else parameters.of("unit", dims[-1])
    space = [parameters.of(f"space{k}", size) for k, size in enumerate(dims[start : start + count])]
    made = [parameters.fixed(f"out{k}", size) for k, size in enumerate(out.shape.dims[start : start + count])]
    row, channel = symbol("row"), symbol("channel")
    at, inner = [symbol(f"o{k}") for k in range(count)], [symbol(f"k{k}") for k in range(count)]
    begins = [o * n // w for o, n, w in zip(at, space, made)]
    sizes = [ceil_div((o + 1) * n, w) - begin for o, n, w, begin in zip(at, space, made, begins)]
    seen = [begin + k for begin, k in zip(begins, inner)]
    last: Size = 0 if first else channel
    load: list[Statement] = [Load("x", "in", offset_of([lead, *space, unit], [row, *seen, last]))]
    combine = "maximum" if largest else "add"
    body = reduced("total", list(zip(inner, sizes)), load, "x", combine, x.dtype)
    place = offset_of([lead, *made, unit], [row, *at, last])
    body += _finished("total", largest, product(sizes), place, x.dtype)
    loops: Loops = [(GRID, row, lead), *[(GRID, o, size) for o, size in zip(at, made)]]
    if not first:
        loops.append((LANE, channel, unit))
    return _step(application, x, out, parameters, around(loops, body))


def _step(
    application: Application, x: Array, out: Array, parameters: Parameters, body: Sequence[Statement]
) -> NativeStep:
    from gnomon.compile.llvm import build

    buffers = (Buffer("in", x.dtype, "in"), Buffer("out", out.dtype, "out"))
    kernel = Kernel(application.op.name, buffers, tuple(parameters.symbols), tuple(body))
    return NativeStep([application], [x], [out], parameters.sizes, build(kernel))
