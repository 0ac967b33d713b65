"""Kernels that put the axes of an array into another order, or turn one around."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.compile.kernel import GRID
from gnomon.compile.lower.frame import Frame
from gnomon.compile.lower.held import is_held
from gnomon.compile.lower.positions import Positions
from gnomon.compile.lower.reads import attribute, order_of
from gnomon.shapes import Dim, Size, maximum

if TYPE_CHECKING:
    from gnomon.compile.steps import NativeStep
    from gnomon.graph.array import Application


def move_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the native step of a transposition, None if it is none or has no kernel."""
    (source,) = application.arrays()
    if source.ndim < 2 or not is_held(source.dtype):
        return None
    order = order_of(application)
    frame = Frame(application)

    def inner(body: Any, at: Positions) -> None:
        places = tuple([at[order.index(axis)] for axis in range(len(at))])
        frame.store(body, at, body.at(source, places))

    frame.nest(frame.out.shape.dims, inner)
    return frame.step()


def roll_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that moves the entries of one axis on, and those beyond the end to the start."""
    (x,) = application.arrays()
    axis, shift = attribute(application, "axis"), attribute(application, "shift")
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,)
    if axis is None or len(axes) != 1 or len(shifts) != 1 or not x.ndim or not is_held(x.dtype):
        return None
    if not isinstance(shifts[0], (int, Dim)):
        return None
    place = axes[0] % x.ndim
    size = x.shape.dims[place]
    frame = Frame(application)
    block = frame.product(x.shape.dims[place + 1 :])
    count = frame.size(size)
    front: Size = shifts[0] % maximum(size, 1)
    turned = frame.size(front)
    row = frame.index()
    start = row * count * block
    runs = [
        *frame.run(x, start + (count - turned) * block, start, turned * block),
        *frame.run(x, start, start + turned * block, (count - turned) * block),
    ]
    frame.statements.append(frame.loop(GRID, row, frame.product(x.shape.dims[:place]), runs))
    return frame.step()
