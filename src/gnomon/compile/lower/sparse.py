"""Kernels of products with matrices of which only some entries are stored: one entry after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.lower.frame import Frame
from gnomon.compile.lower.held import HALVES
from gnomon.compile.lower.joins import begin, is_movable
from gnomon.compile.lower.positions import Position, Positions
from gnomon.compile.lower.reads import position_in

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.compile.steps import NativeStep
    from gnomon.graph.array import Application


def sparse_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that adds the multiples of the rows of an array to the rows of a copy."""
    into, values, rows, columns, dense = application.arrays()
    kinds = {array.dtype.kind for array in (into, values, dense)}
    if not is_movable(application) or kinds & {"complex", "bool"} or into.dtype in HALVES:
        return None
    if not {rows.dtype.kind, columns.dtype.kind} <= {"int", "uint"}:
        return None
    frame = Frame(application)
    begin(frame, into)
    target = into.dtype
    places: list[Position] = []
    factor: list[str] = []

    def outer(body: Body, at: Positions) -> None:
        places.append(position_in(body, rows, into.shape.dims[0], at[:1]))
        places.append(position_in(body, columns, dense.shape.dims[0], at[:1]))
        factor.append(body.cast(body.at(values, at[:1]), values.dtype, target))

    def inner(body: Body, at: Positions) -> None:
        entry = body.cast(body.at(dense, (places[1], at[1])), dense.dtype, target)
        frame.store(body, (places[0], at[1]), body.call("multiply", (factor[0], entry), target), "add")

    frame.nest((values.shape.dims[0], into.shape.dims[1]), inner, serial=1, outer=outer)
    return frame.step()
