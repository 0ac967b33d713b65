"""Kernels that store at places that arrays name: one entry after the other, so that results are always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.lower.frame import Frame
from gnomon.compile.lower.joins import begin, can_combine, is_movable
from gnomon.compile.lower.positions import Position, Positions, aligned
from gnomon.compile.lower.reads import attribute, position_in
from gnomon.graph.array import Array
from gnomon.shapes import Size

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.compile.steps import NativeStep
    from gnomon.graph.array import Application


def put_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that stores at positions along neighbouring axes of a copy."""
    x, value, *indices = application.arrays()
    mode = attribute(application, "mode")
    if not _is_storable(application, value, indices, mode):
        return None
    first = attribute(application, "axis") % max(x.ndim, 1)
    rank = max([array.ndim for array in indices], default=0)
    picked = _together([array.shape.dims for array in indices], rank)
    rest = x.shape.dims[first + len(indices) :]
    dims = (*x.shape.dims[:first], *picked, *rest)
    if value.ndim > len(dims):
        return None
    frame = Frame(application)
    begin(frame, x)

    places: list[Position] = []

    def outer(body: Body, at: Positions) -> None:
        inside = at[first : first + rank]
        for array, size in zip(indices, x.shape.dims[first:]):
            places.append(position_in(body, array, size, aligned(array, inside)))

    def inner(body: Body, at: Positions) -> None:
        stored = body.cast(body.at(value, aligned(value, at)), value.dtype, frame.out.dtype)
        frame.store(body, (*at[:first], *places, *at[first + rank :]), stored, mode)

    frame.nest(dims, inner, serial=first + rank, outer=outer)
    return frame.step()


def _is_storable(application: Application, value: Array, indices: list[Array], mode: str) -> bool:
    (out,) = application.outputs
    return (
        is_movable(application)
        and can_combine(application, mode)
        and all(array.dtype.kind in ("int", "uint") for array in indices)
        and not (value.dtype.kind == "complex" and out.dtype is not value.dtype)
    )


def _together(shapes: list[tuple[Size, ...]], rank: int) -> list[Size]:
    """Return the sizes that shapes broadcast to."""
    found: list[Size] = [1] * rank
    for dims in shapes:
        for axis, size in enumerate(dims, rank - len(dims)):
            if found[axis] == 1:
                found[axis] = size
    return found


def scatter_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that stores at positions along one axis of a copy; each position is an entry's own."""
    arrays = list(application.arrays())
    mode = attribute(application, "mode")
    if len(arrays) != 3:
        return None
    x, indices, source = arrays
    if not x.ndim or x.ndim != indices.ndim or source.ndim not in (0, x.ndim):
        return None
    if not _is_storable(application, source, [indices], mode):
        return None
    axis = attribute(application, "axis") % x.ndim
    frame = Frame(application)
    begin(frame, x)

    def inner(body: Body, at: Positions) -> None:
        places = list(at)
        places[axis] = position_in(body, indices, x.shape.dims[axis], at)
        value = body.at(source, at if source.ndim else ())
        frame.store(body, tuple(places), body.cast(value, source.dtype, frame.out.dtype), mode)

    frame.nest(indices.shape.dims, inner, serial=x.ndim)
    return frame.step()
