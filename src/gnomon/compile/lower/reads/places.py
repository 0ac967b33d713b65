"""Places that arrays of positions hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.lower.positions import Position, Positions, aligned
from gnomon.compile.lower.reads.registry import attribute, reads
from gnomon.graph.array import Array, Constant
from gnomon.shapes import Size, dtypes

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application


def position_in(body: Body, indices: Array, size: Size, at: Positions | None) -> Position:
    """Return the place that an array of positions names: negative ones count from the end."""
    value = body.cast(body.at(indices, at), indices.dtype, dtypes.int64)
    if _is_certain(indices, size):
        return Position(0, ((value, 1),))
    zero, count = body.const(0, dtypes.int64), body.number(Position(body.size(size)))
    if indices.dtype.kind == "int":
        negative = body.call("less", (value, zero), dtypes.int64)
        value = body.call(
            "select", (negative, body.call("add", (value, count), dtypes.int64), value), dtypes.int64
        )
    fits = body.call("less", (value, count), dtypes.int64)
    not_before = body.call("greater_equal", (value, zero), dtypes.int64)
    body.check(body.call("logical_and", (not_before, fits), dtypes.bool))
    return Position(0, ((value, 1),))


def _is_certain(indices: Array, size: Size) -> bool:
    """Whether known positions all are inside."""
    if not isinstance(indices, Constant) or type(size) is not int:
        return False
    data = indices.data
    return bool(data.size and data.min() >= 0 and data.max() < size)


def _whole_numbers(application: Application) -> bool:
    return all(array.dtype.kind in ("int", "uint") for array in list(application.arrays())[1:])


@reads("pick", test=_whole_numbers)
def _(body: Body, application: Application, at: Positions) -> str:
    x, *indices = application.arrays()
    first = attribute(application, "axis") % max(x.ndim, 1)
    rank = max([array.ndim for array in indices], default=0)
    inner = at[first : first + rank]
    picked = [
        position_in(body, array, size, aligned(array, inner))
        for array, size in zip(indices, x.shape.dims[first:])
    ]
    return body.at(x, (*at[:first], *picked, *at[first + rank :]))


def _has_axis(application: Application) -> bool:
    x, indices = application.arrays()
    return (
        attribute(application, "axis") is not None
        and x.ndim == indices.ndim > 0
        and _whole_numbers(application)
    )


@reads("take_along_axis", "gather", test=_has_axis)
def _(body: Body, application: Application, at: Positions) -> str:
    x, indices = application.arrays()
    axis = attribute(application, "axis") % x.ndim
    places = list(aligned(x, at) or ())
    places[axis] = position_in(body, indices, x.shape.dims[axis], aligned(indices, at))
    return body.at(x, tuple(places))
