"""A copy of images with the border that windows see, and with zeros between entries where they are spread."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, LANE, Buffer, Const, Kernel, Load, Statement, Store
from gnomon.compile.lower.building import Parameters, around, offset_of
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import AtLeast, Dtype, Facts, Shape, Size, product, symbol
from gnomon.shapes.dims import of_atom

if TYPE_CHECKING:
    from gnomon.compile.lower.sliding import Axis
    from gnomon.graph.array import Application


def bordered(
    application: Application,
    image: Array,
    lead: Size,
    axes: Sequence[Axis],
    unit: Size,
    value: float = 0.0,
    spare: int = 0,
) -> tuple[list[NativeStep], Array]:
    """Return an array (lead, *wide axes, unit) made of an image (lead, *axes, unit), and the step that makes it.

    The image itself is the array where all windows lie inside of it. ``spare``: so many more follow, of
    whatever was in memory there, to be read but not used.
    """
    if all(axis.bare and axis.spread == 1 for axis in axes):
        return [], image
    from gnomon.compile.llvm import build

    dims = [*[axis.wide for axis in axes], unit]
    wide = Array(Shape((lead + spare, *dims)), image.dtype)
    kernel = border_kernel(tuple([axis.spread for axis in axes]), unit == 1, value, image.dtype)
    sizes: list[Size] = [lead, product([lead, *dims]), *([] if unit == 1 else [unit])]
    for axis in axes:
        start = axis.before + axis.first * axis.spread
        sizes += [axis.size, axis.first, axis.seen, start, axis.wide]
    return [NativeStep([application], [image], [wide], sizes, build(kernel))], wide


def cropped(
    application: Application, wide: Array, out: Array, lead: Size, axes: Sequence[Axis], unit: Size
) -> NativeStep:
    """Return the step that takes the image out of an array with a border; what no window sees is 0."""
    from gnomon.compile.llvm import build

    sizes: list[Size] = [lead, product(out.shape.dims), *([] if unit == 1 else [unit])]
    for axis in axes:
        sizes += [axis.wide, axis.before + axis.first, axis.seen, axis.first, axis.size]
    kernel = border_kernel((1,) * len(axes), unit == 1, 0.0, out.dtype)
    return NativeStep([application], [wide], [out], sizes, build(kernel))


def widths_of(axes: Sequence[Axis]) -> list[Size]:
    """Return the sizes of the spatial axes of what `bordered` gives."""
    if all(axis.bare and axis.spread == 1 for axis in axes):
        return [axis.size for axis in axes]
    return [axis.wide for axis in axes]


@functools.cache
def border_kernel(spreads: tuple[int, ...], single: bool, value: float, dtype: Dtype) -> Kernel:
    """Return the kernel that fills an array with a value, then copies an image inside."""
    parameters = Parameters()
    lead, total = parameters.of("lead", 0), parameters.of("total", 0)
    unit: Size = 1 if single else parameters.of("unit", 0)
    everywhere = symbol("p")
    fill = around(
        [(LANE, everywhere, total)], [Const("border", value, dtype), Store("out", everywhere, "border")]
    )
    row, place = symbol("row"), symbol("c")
    loops = [(GRID, row, lead)]
    image: list[Size] = [lead]
    wide: list[Size] = [lead]
    read: list[Size] = [row]
    written: list[Size] = [row]
    for k, spread in enumerate(spreads):
        size, first, seen, start, broad = (
            parameters.of(f"{role}{k}", 0) for role in ("size", "first", "seen", "start", "wide")
        )
        index = symbol(f"i{k}")
        loops.append((GRID, index, seen))
        image.append(size)
        wide.append(broad)
        read.append(first + index)
        written.append(start + spread * index)
    if spreads[-1] == 1:  # entries of neighbours follow each other
        loops[-1] = (LANE, loops[-1][1], seen * unit)
        image[-1], wide[-1] = image[-1] * unit, wide[-1] * unit
        read[-1], written[-1] = first * unit + index, start * unit + index
    elif single:
        loops[-1] = (LANE, *loops[-1][1:])
    else:
        loops.append((LANE, place, unit))
        image, wide, read, written = [*image, unit], [*wide, unit], [*read, place], [*written, place]
    copy: list[Statement] = [
        Load("value", "in", offset_of(image, read)),
        Store("out", offset_of(wide, written), "value"),
    ]
    buffers = (Buffer("in", dtype, "in"), Buffer("out", dtype, "out"))
    return Kernel(
        "_".join(["border", *map(str, spreads)]),
        buffers,
        tuple(parameters.symbols),
        (*fill, *around(loops, copy)),
    )


def border_facts(kernel: Kernel) -> Facts:
    """Return what makes the kernel right: the image lies inside of the result, row by row."""
    spreads = [int(part) for part in kernel.name.split("_")[1:]]
    facts = Facts()
    extra = len(kernel.sizes) - 5 * len(spreads)
    inner: Size = 1 if extra == 2 else of_atom(kernel.sizes[2])
    facts.assume(AtLeast(inner, 1))
    for k, spread in reversed(list(enumerate(spreads))):
        seen, start, broad = (
            of_atom(symbol) for symbol in kernel.sizes[extra + 2 + 5 * k : extra + 5 + 5 * k]
        )
        facts.assume(AtLeast(start, 0))
        facts.assume(AtLeast(broad, start + spread * (seen - 1) + 1))
        facts.assume(AtLeast(broad * inner, (spread * (seen - 1) + 1) * inner))
        inner = broad * inner
        facts.assume(AtLeast(inner, 1))
    return facts
