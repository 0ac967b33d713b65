"""Orders made by swaps: one loop for each row, whose turns read and write two entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.lower.frame import Frame
from gnomon.compile.lower.positions import Position, Positions
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.compile.steps import NativeStep
    from gnomon.graph.array import Application


def swap_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that puts positions into an order."""
    (places,) = application.arrays()
    if places.dtype.kind not in ("int", "uint"):
        return None
    frame = Frame(application)

    def inner(body: Body, at: Positions) -> None:
        place = body.cast(body.at(places, at), places.dtype, dtypes.int64)
        last = body.number(at[-1])
        body.check(body.call("greater_equal", (place, body.const(0, dtypes.int64)), dtypes.int64))
        body.check(body.call("less_equal", (place, last), dtypes.int64))
        there = (*at[:-1], Position(0, ((place, 1),)))
        frame.store(body, at, body.at(frame.out, there))
        frame.store(body, there, last)

    frame.nest(places.shape.dims, inner, serial=places.ndim)
    return frame.step()
