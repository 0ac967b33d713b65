"""Cotangents of pooling as native steps: each window gives its share back to the entries it came from."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product as product_of
from typing import TYPE_CHECKING

from gnomon.compile.kernel import (
    GRID,
    LANE,
    SERIAL,
    Buffer,
    Call,
    Const,
    Kernel,
    Load,
    Statement,
    Store,
)
from gnomon.compile.lower.borders import bordered, cropped, widths_of
from gnomon.compile.lower.building import Parameters, around, atom_of, offset_of
from gnomon.compile.lower.pooling import FLOATS, Pooled, counted, reduced
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Shape, Size, product, substitute, symbol

if TYPE_CHECKING:
    from gnomon.compile.lower.sliding import Axis
    from gnomon.graph.array import Application


def unpool_step(application: Application, makers: object = None) -> Sequence[NativeStep] | None:
    """Return the native steps that give the cotangent of a pooling to its image, None where there are none."""
    from gnomon.compile.llvm import build

    largest = application.op.name == "max_pool_back"
    g, *rest = application.arrays()
    (out,) = application.outputs
    pooled = Pooled(application, out, g)
    axes = pooled.axes
    if axes is None or out.dtype not in FLOATS or any(array.dtype is not out.dtype for array in (g, *rest)):
        return None
    steps: list[NativeStep] = []
    inputs = [g]
    if largest:
        steps, image = bordered(application, rest[0], pooled.lead, axes, pooled.unit, float("-inf"))
        inputs = [g, image, rest[1]]
    bare = all(axis.bare for axis in axes)
    wide = out if bare else Array(Shape((pooled.lead, *widths_of(axes), pooled.unit)), out.dtype)
    if _are_apart(axes):
        kernel, sizes = _given(pooled, axes, largest)
    else:
        share = Array(g.shape, g.dtype)
        kernel, sizes = _shares(pooled, axes, largest)
        steps.append(NativeStep([application], inputs, [share], sizes, build(kernel)))
        kernel, sizes = _spread(pooled, axes, largest)
        inputs = [share, *inputs[1:]]
    steps.append(NativeStep([application], inputs, [wide], sizes, build(kernel)))
    if not bare:
        steps.append(cropped(application, wide, out, pooled.lead, axes, pooled.unit))
    return steps


def _are_apart(axes: Sequence[Axis]) -> bool:
    """Whether no two windows have an entry in common, and each has few."""
    entries = 1
    for axis in axes:
        if type(axis.window) is not int or type(axis.reach) is not int or axis.reach > axis.stride:
            return False
        entries *= axis.window
    return entries <= 16


class _Places:
    """Parameters and places of what both kernels read."""

    def __init__(self, pooled: Pooled, axes: Sequence[Axis], *, apart: bool = False) -> None:
        self.parameters = Parameters()
        of = self.parameters.of
        self.lead = of("lead", pooled.lead)
        self.unit: Size = 1 if pooled.first else of("unit", pooled.unit)
        self.out = [of(f"out{k}", axis.out) for k, axis in enumerate(axes)]
        self.wide = [of(f"wide{k}", size) for k, size in enumerate(widths_of(axes))]
        if apart:  # said so that rows are seen to end before the next ones
            rest = of("rest", widths_of(axes)[-1] - axes[-1].wide)
            self.wide[-1] = (self.out[-1] - 1) * axes[-1].stride + axes[-1].reach + rest
        self.window = [self.parameters.fixed(f"window{k}", axis.window) for k, axis in enumerate(axes)]
        self.row, self.channel = symbol("row"), symbol("channel")
        self.at = [symbol(f"o{k}") for k in range(len(axes))]
        self.inner = [symbol(f"k{k}") for k in range(len(axes))]
        unit: Size = 0 if pooled.first else self.channel
        seen = [o * axis.stride + k * axis.dilation for o, k, axis in zip(self.at, self.inner, axes)]
        self.place = offset_of([self.lead, *self.out, self.unit], [self.row, *self.at, unit])
        self.far = offset_of([self.lead, *self.wide, self.unit], [self.row, *seen, unit])

    def loops(self, kind: str, taps: bool) -> list[tuple[str, Dim, Size]]:
        """Loops over windows with lanes innermost; ``taps``: over the entries of windows too."""
        first = self.unit == 1 and type(self.unit) is int
        found: list[tuple[str, Dim, Size]] = [(kind, self.row, self.lead)]
        found += [(kind, o, size) for o, size in zip(self.at, self.out)]
        inner: list[tuple[str, Dim, Size]] = []
        if taps:
            inner = [(SERIAL, k, size) for k, size in zip(self.inner, self.window)]
        if first:
            return [*found[:-1], *inner, (LANE, self.at[-1], self.out[-1])]
        return [*found, *inner, (LANE, self.channel, self.unit)]


def _shares(pooled: Pooled, axes: Sequence[Axis], largest: bool) -> tuple[Kernel, list[Size]]:
    """The kernel that divides each cotangent by the number of entries that get a share."""
    places, dtype = _Places(pooled, axes), pooled.out.dtype
    buffers, body = _share(places, pooled, axes, largest)
    body.append(Store("share", places.place, "share"))
    buffers.append(Buffer("share", dtype, "out"))
    statements = around(places.loops(GRID, False), body)
    return Kernel("pool_shares", tuple(buffers), tuple(places.parameters.symbols), tuple(statements)), (
        places.parameters.sizes
    )


def _given(pooled: Pooled, axes: Sequence[Axis], largest: bool) -> tuple[Kernel, list[Size]]:
    """The kernel that gives shares at once, where no two windows have an entry in common."""
    places, dtype = _Places(pooled, axes, apart=True), pooled.out.dtype
    clear = _cleared(places, pooled, axes)
    taps = [
        substitute(places.far, {atom_of(k): n for k, n in zip(places.inner, tap)})
        for tap in product_of(*[range(size) for size in places.window if type(size) is int])
    ]
    buffers = [Buffer("g", dtype, "in")]
    body: list[Statement] = [Load("g", "g", places.place)]
    shares = ["share"] * len(taps)
    if largest:
        buffers += [Buffer("image", dtype, "in"), Buffer("top", dtype, "in")]
        body += [Load("top", "top", places.place), Const("one", 1.0, dtype), Const("zero", 0.0, dtype)]
        body += [Load(f"x{n}", "image", far) for n, far in enumerate(taps)]
        count = "zero"
        for n in range(len(taps)):
            body += [
                Call(f"hit{n}", "equal", (f"x{n}", "top"), dtype),
                Call(f"number{n}", "select", (f"hit{n}", "one", "zero"), dtype),
                Call(f"count{n}", "add", (count, f"number{n}"), dtype),
            ]
            count = f"count{n}"
        body += [
            Call("hits", "maximum", (count, "one"), dtype),
            Call("share", "divide", ("g", "hits"), dtype),
        ]
        shares = [f"part{n}" for n in range(len(taps))]
        body += [Call(f"part{n}", "select", (f"hit{n}", "share", "zero"), dtype) for n in range(len(taps))]
    else:
        body += counted(pooled, axes, places.parameters, places.at, places.window, dtype)
        body.append(Call("share", "divide", ("g", "count"), dtype))
    body += [Store("wide", far, value) for far, value in zip(taps, shares)]
    buffers.append(Buffer("wide", dtype, "out"))
    statements = (*clear, *around(places.loops(SERIAL, False), body))
    return Kernel("pool_given", tuple(buffers), tuple(places.parameters.symbols), statements), (
        places.parameters.sizes
    )


def _share(
    places: _Places, pooled: Pooled, axes: Sequence[Axis], largest: bool
) -> tuple[list[Buffer], list[Statement]]:
    """Statements for the share that each entry gets of a cotangent."""
    dtype = pooled.out.dtype
    buffers = [Buffer("g", dtype, "in")]
    body: list[Statement] = [Load("g", "g", places.place)]
    if largest:
        buffers += [Buffer("image", dtype, "in"), Buffer("top", dtype, "in")]
        body += [Load("top", "top", places.place), Const("one", 1.0, dtype), Const("zero", 0.0, dtype)]
        compared: list[Statement] = [
            Load("x", "image", places.far),
            Call("hit", "equal", ("x", "top"), dtype),
            Call("number", "select", ("hit", "one", "zero"), dtype),
        ]
        body += reduced("hits", list(zip(places.inner, places.window)), compared, "number", "add", dtype)
        body.append(Call("count", "maximum", ("hits", "one"), dtype))
    else:
        body += counted(pooled, axes, places.parameters, places.at, places.window, dtype)
    body.append(Call("share", "divide", ("g", "count"), dtype))
    return buffers, body


def _cleared(places: _Places, pooled: Pooled, axes: Sequence[Axis]) -> list[Statement]:
    """Statements that fill the result with zeros."""
    total = places.parameters.of("total", product([pooled.lead, *widths_of(axes), pooled.unit]))
    everywhere = symbol("place")
    dtype = pooled.out.dtype
    clear: list[Statement] = [Const("clear", 0.0, dtype), Store("wide", everywhere, "clear")]
    return around([(LANE, everywhere, total)], clear)


def _spread(pooled: Pooled, axes: Sequence[Axis], largest: bool) -> tuple[Kernel, list[Size]]:
    """The kernel that adds shares where windows took entries from."""
    places, dtype = _Places(pooled, axes), pooled.out.dtype
    clear = _cleared(places, pooled, axes)
    buffers = [Buffer("share", dtype, "in")]
    body: list[Statement] = [Load("share", "share", places.place)]
    value = "share"
    if largest:
        buffers += [Buffer("image", dtype, "in"), Buffer("top", dtype, "in")]
        body += [
            Load("top", "top", places.place),
            Load("x", "image", places.far),
            Const("nothing", 0.0, dtype),
            Call("hit", "equal", ("x", "top"), dtype),
            Call("part", "select", ("hit", "share", "nothing"), dtype),
        ]
        value = "part"
    body.append(Store("wide", places.far, value, "add"))
    buffers.append(Buffer("wide", dtype, "out"))
    statements = (*clear, *around(places.loops(SERIAL, True), body))
    return Kernel("pool_spread", tuple(buffers), tuple(places.parameters.symbols), statements), (
        places.parameters.sizes
    )
