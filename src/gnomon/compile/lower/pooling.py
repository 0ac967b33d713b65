"""Pooling as native steps: a reduction over each window, none of which is put into memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gnomon.compile.kernel import (
    GRID,
    LANE,
    SERIAL,
    Buffer,
    Call,
    Cast,
    Const,
    Index,
    Kernel,
    Load,
    Loop,
    Reduce,
    Statement,
    Store,
)
from gnomon.compile.lower.borders import bordered, widths_of
from gnomon.compile.lower.building import Parameters, around, atom_of, offset_of
from gnomon.compile.lower.sliding import Axis, axes_of, settings_of
from gnomon.compile.scalars import INTEGERS, identity
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.ops.windows import pad_widths
from gnomon.shapes import Dim, Dtype, Size, ceil_div, dtypes, maximum, minimum, product, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application

FLOATS = (dtypes.float32, dtypes.float64)


class Pooled:
    """What a pooling sees: (lead, *space, unit), its axes, and how many entries count along each."""

    def __init__(self, application: Application, image: Array, out: Array) -> None:
        attributes = settings_of(application)
        self.attributes = attributes
        self.image, self.out = image, out
        self.window = list(attributes["window"])
        count = len(self.window)
        self.first = attributes["layout"] == "first"
        dims, results = self.image.shape.dims, self.out.shape.dims
        start = len(dims) - count - (0 if self.first else 1)
        self.lead = product(dims[:start])
        self.unit: Size = 1 if self.first else dims[-1]
        if attributes["stride"] is None:
            attributes["stride"] = tuple(self.window)
        space, made = dims[start : start + count], results[start : start + count]
        self.axes = axes_of(space, made, self.window, attributes) if self._sound() else None
        pads: Any = pad_widths(attributes["padding"], count)
        self.named = isinstance(attributes["padding"], str)
        if self.axes is not None and attributes["ceil_mode"]:  # a last window may hang over
            self.axes = [axis._replace(bare=False) for axis in self.axes]
        self.limits: list[tuple[Size, Size]] = [(0, size) for size in space]
        if attributes.get("count_padding") and not self.named:
            self.limits = [(0 - a, size + b) for (a, b), size in zip(pads, space)]

    def _sound(self) -> bool:
        numbers = (*self.window, *_flat(self.attributes["stride"]))
        return not any(isinstance(value, Array) for value in (*numbers, *_flat(self.attributes["padding"])))


def _flat(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (tuple, list)) else [value]


def pool_step(application: Application, makers: object = None) -> Sequence[NativeStep] | None:
    """Return the native steps of a pooling by windows, None where there are none."""
    from gnomon.compile.llvm import build

    name = application.op.name
    (image,) = application.arrays()
    pooled = Pooled(application, image, application.outputs[0])
    dtype, axes = pooled.out.dtype, pooled.axes
    known = (*FLOATS, *INTEGERS) if name == "max_pool" else FLOATS
    if axes is None or pooled.image.dtype is not dtype or dtype not in known:
        return None
    border = identity("maximum", dtype) if name == "max_pool" else 0.0
    steps, image = bordered(application, pooled.image, pooled.lead, axes, pooled.unit, border)
    power = float(pooled.attributes["p"]) if name == "lp_pool" else None
    kernel, sizes = _windows(name, pooled, axes, power)
    return [*steps, NativeStep([application], [image], [pooled.out], sizes, build(kernel))]


def _windows(
    name: str, pooled: Pooled, axes: Sequence[Axis], power: float | None
) -> tuple[Kernel, list[Size]]:
    dtype = pooled.out.dtype
    parameters = Parameters()
    lead = parameters.of("lead", pooled.lead)
    unit: Size = 1 if pooled.first else parameters.of("unit", pooled.unit)
    out = [parameters.of(f"out{k}", axis.out) for k, axis in enumerate(axes)]
    wide = [parameters.of(f"wide{k}", size) for k, size in enumerate(widths_of(axes))]
    window = [parameters.fixed(f"window{k}", axis.window) for k, axis in enumerate(axes)]
    row, channel = symbol("row"), symbol("channel")
    place: Size = 0 if pooled.first else channel
    at = [symbol(f"o{k}") for k in range(len(axes))]
    inner = [symbol(f"k{k}") for k in range(len(axes))]
    seen = [o * axis.stride + k * axis.dilation for o, k, axis in zip(at, inner, axes)]
    body: list[Statement] = [Load("x", "image", offset_of([lead, *wide, unit], [row, *seen, place]))]
    value = "x"
    if power is not None:
        body += _raised("x", "raised", power, dtype)
        value = "raised"
    combine = "maximum" if name == "max_pool" else "add"
    statements = reduced("total", list(zip(inner, window)), body, value, combine, dtype)
    value = "total"
    if name == "avg_pool":
        statements += counted(pooled, axes, parameters, at, window, dtype)
        statements.append(Call("average", "divide", ("total", "count"), dtype))
        value = "average"
    if power is not None:
        statements += _raised("total", "root", 1.0 / power, dtype)
        value = "root"
    statements.append(Store("out", offset_of([lead, *out, unit], [row, *at, place]), value))
    loops: list[tuple[str, Dim, Size]] = [(GRID, row, lead), *[(GRID, o, n) for o, n in zip(at, out)]]
    loops = [*loops[:-1], (LANE, at[-1], out[-1])] if pooled.first else [*loops, (LANE, channel, unit)]
    buffers = (Buffer("image", dtype, "in"), Buffer("out", dtype, "out"))
    kernel = Kernel(name, buffers, tuple(parameters.symbols), tuple(around(loops, statements)))
    return kernel, parameters.sizes


def counted(
    pooled: Pooled,
    axes: Sequence[Axis],
    parameters: Parameters,
    at: Sequence[Dim],
    window: Sequence[Size],
    dtype: Dtype,
) -> list[Statement]:
    """Return statements that say in how many entries of a window an average is taken, as ``count``."""
    entries: Size = 1
    for k, (axis, o, size, (low, high)) in enumerate(zip(axes, at, window, pooled.limits)):
        if axis.bare:
            entries = entries * size
            continue
        start = o * axis.stride - parameters.fixed(f"before{k}", axis.before)
        room = parameters.of(f"high{k}", high) - start
        last = minimum(size, ceil_div(room, axis.dilation))
        entries = entries * (
            last - maximum(ceil_div(parameters.fixed(f"low{k}", low) - start, axis.dilation), 0)
        )
    return [Index("entries", entries), Cast("count", "entries", dtype)]


def _raised(value: str, target: str, power: float, dtype: Dtype) -> list[Statement]:
    if power == 2.0:
        return [Call(target, "multiply", (value, value), dtype)]
    if power == 0.5:
        return [Call(target, "sqrt", (value,), dtype)]
    exponent = f"{target}.power"
    return [Const(exponent, power, dtype), Call(target, "power", (value, exponent), dtype)]


def reduced(
    target: str,
    loops: Sequence[tuple[Dim, Size]],
    body: Sequence[Statement],
    value: str,
    combine: str,
    dtype: Dtype,
) -> list[Statement]:
    """Return statements that combine values over serial loops."""
    inner = list(body)
    for place, (index, extent) in reversed(list(enumerate(loops))):
        name = f"{target}.{place}" if place else target
        loop = Loop(SERIAL, atom_of(index), extent, tuple(inner))
        inner, value = [Reduce((name,), loop, (value,), (combine,), (dtype,))], name
    return inner
