"""Chains of stores that cover a whole axis, piece by piece, are the pieces joined."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array
from gnomon.graph.rewrites.indexing import complete, is_everything
from gnomon.graph.rewrites.law import EXACT, REAL, laws_of, variables
from gnomon.graph.rewrites.numbers import same_number, uniform
from gnomon.graph.rewrites.storing import stored
from gnomon.shapes import Facts, Size

law = laws_of("storing")
x, v = variables("x v")
i, mode = variables("i mode")
Span = tuple[Size, Size]
"""Where a piece begins and ends."""


def _joined(out: Array, mode: str) -> Array | None:
    """Return the pieces side by side if they cover an axis and none lies over another."""
    axis: int | None = None
    pieces: dict[Size, tuple[Size, Array]] = {}
    left: Array = out
    while (application := _store(left, mode)) is not None:
        base, value = application.inputs
        found = _cut(base, application.attributes["items"])
        if (
            found is None
            or axis not in (None, found[0])
            or found[1][0] in pieces
            or value.dtype is not out.dtype
        ):
            return None
        axis, (start, stop) = found
        pieces[start] = stop, _piece(value, base, axis, stop - start)
        left = base
    if axis is None or len(pieces) < 2 or (mode == "add" and not _is_zero(left)):
        return None
    row: list[Array] = []
    reached: Size = 0
    while reached in pieces:
        reached, piece = pieces.pop(reached)
        row.append(piece)
    whole = not pieces and reached == out.shape.dims[axis]
    return ops.concat(tuple(row), axis=axis) if whole else None


def _store(array: Array, mode: str) -> Application | None:
    application = array.application
    if application is None or application.op.name != "index_update":
        return None
    return application if application.attributes.get("mode", "set") == mode else None


def _is_zero(array: Array) -> bool:
    number = uniform(array)
    return number is not None and same_number(number, 0.0)


def _piece(value: Array, base: Array, axis: int, size: Size) -> Array:
    dims = (*base.shape.dims[:axis], size, *base.shape.dims[axis + 1 :])
    return value if value.shape.dims == dims else ops.broadcast_to(value, shape=dims)


def _cut(base: Array, items: Any) -> tuple[int, Span] | None:
    """Return the one axis of which an index takes a part, and which."""
    if len(items) > base.ndim or not all(type(item) is slice and item.step in (None, 1) for item in items):
        return None
    cut = [axis for axis, item in enumerate(complete(base, items)) if not is_everything(item)]
    if len(cut) != 1:
        return None
    size = base.shape.dims[cut[0]]
    start, stop = items[cut[0]].start, items[cut[0]].stop
    span = _end(0 if start is None else start, size), _end(size if stop is None else stop, size)
    if span[0] is None or span[1] is None or not Facts().at_least(span[1] - span[0], 1).is_yes:
        return None
    return cut[0], (span[0], span[1])


def _end(place: Size, size: Size) -> Size | None:
    """Return a place from the front, None if it is perhaps not inside."""
    if type(place) is int and place < 0:
        place = size + place
    facts = Facts()
    return place if facts.at_least(place, 0).is_yes and facts.at_least(size - place, 0).is_yes else None


law(
    "pieces stored over everything",
    stored(x, v, i, "set"),
    lambda out: _joined(out, "set"),
    kind=EXACT,
    example="u.at[:3].set(2 * v).at[3:].set(v)",
    near=(
        "u.at[:3].set(v).at[2:].set(v)",
        "u.at[:3].set(v).at[4:].set(v)",
        "u.at[:3].set(v).at[:, 1:].set(z)",
    ),
)
law(
    "pieces added to zeros",
    stored(x, v, i, "add"),
    lambda out: _joined(out, "add"),
    kind=REAL,
    usual=True,
    excluded="none; a zero may have the other sign",
    example="gn.zeros_like(u).at[:3].add(v).at[3:].add(2 * v)",
    near=(
        "gn.zeros_like(u).at[:3].add(v).at[2:].add(v)",
        "gn.zeros_like(u).at[:3].add(v).at[4:].add(v)",
        "u.at[:3].add(v).at[3:].add(v)",
        "gn.zeros_like(u).at[:3].set(v).at[3:].add(v)",
    ),
)
