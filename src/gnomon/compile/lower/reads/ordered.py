"""Places in order: where values go among entries that increase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.compile.lower.positions import Position, Positions
from gnomon.compile.lower.reads.registry import attribute, reads
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application


STEPS = 31
"""Halvings that find a place among so many bits' worth of entries."""


def _is_sorted_vector(application: Application) -> bool:
    places, values = application.arrays()
    kinds = ("int", "uint", "float", "bool")
    return places.ndim == 1 and places.dtype.kind in kinds and values.dtype.kind in kinds


@reads("searchsorted", test=_is_sorted_vector, cheap=False)
def _(body: Body, application: Application, at: Positions) -> str:
    """Take steps of halving length as long as what lies before is smaller; NaN is larger than all else."""
    from gnomon.compile.lower.held import computing
    from gnomon.compile.lower.scalar import together

    places, values = application.arrays()
    found = together(application)
    assert found is not None
    dtype = computing(found)
    wanted = body.cast(body.at(values, at), values.dtype, dtype)
    count = body.number(Position(body.size(places.shape.dims[0])))
    whole = dtypes.int64
    zero, one = body.const(0, whole), body.const(1, whole)
    limit = body.const(1 << STEPS, whole)
    body.check(body.call("less", (count, limit), whole))
    left = attribute(application, "side") == "left"
    size = places.shape.dims[0]
    steps = size.bit_length() if type(size) is int else STEPS
    place = zero
    for bit in reversed(range(steps)):
        further = body.call("add", (place, body.const(1 << bit, whole)), whole)
        exists = body.call("less_equal", (further, count), whole)
        before = body.call("subtract", (further, one), whole)
        safe = body.call("select", (exists, before, zero), whole)
        entry = body.cast(body.at(places, (Position(0, ((safe, 1),)),)), places.dtype, dtype)
        goes = _goes_before(body, entry, wanted, dtype, left)
        place = body.call(
            "select", (body.call("logical_and", (exists, goes), dtypes.bool), further, place), whole
        )
    return place


def _goes_before(body: Body, entry: str, wanted: str, dtype: Any, left: bool) -> str:
    """Whether an entry goes before a value, which stands left or right of its equals."""
    smaller = body.call("less" if left else "less_equal", (entry, wanted), dtype)
    if dtype.kind != "float":
        return smaller
    no_number = body.call("isnan", (wanted,), dtype)
    if left:
        number = body.call("logical_not", (body.call("isnan", (entry,), dtype),), dtypes.bool)
        no_number = body.call("logical_and", (no_number, number), dtypes.bool)
    return body.call("logical_or", (smaller, no_number), dtypes.bool)
