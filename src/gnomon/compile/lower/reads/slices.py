"""Slices, integers and steps: places that are known by their sizes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.compile.lower.positions import START, Position, Positions
from gnomon.compile.lower.reads.registry import attribute, reads, source_of
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Facts, Size, dtypes, maximum

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application


def opened(application: Application, rank: int) -> list[Any]:
    """Return the items of an index, one for each axis besides None and booleans."""
    items = list(attribute(application, "items"))
    used = sum(item is not None and item is not Ellipsis and type(item) is not bool for item in items)
    rest = [slice(None)] * (rank - used)
    if Ellipsis in [item for item in items if not isinstance(item, Array)]:
        place = next(k for k, item in enumerate(items) if item is Ellipsis)
        return [*items[:place], *rest, *items[place + 1 :]]
    return items + rest


def start_of(item: slice, size: Size) -> Size | None:
    """Return where a slice begins, None if that is not certain; what happens in an empty one is no matter."""
    step = 1 if item.step is None else item.step
    if type(step) is not int:
        return None
    if item.start is None:
        return 0 if step > 0 else size - 1
    facts = Facts()
    if facts.at_least(item.start, 0).is_yes:
        if step > 0:
            return item.start  # type: ignore[no-any-return]
        if type(item.start) is int and type(size) is int:
            return min(item.start, size - 1)
        return size - 1 if facts.at_least(item.start, size - 1).is_yes else None
    if facts.at_least(-1, item.start).is_yes:
        return maximum(size + item.start, 0) if step > 0 else size + item.start
    return None


def source_positions(size_of: Callable[[Size], Size], x: Array, items: list[Any], at: Positions) -> Positions:
    """Return the place in an array for a place among the entries that items choose."""
    places = []
    left = iter(at)
    dims = iter(x.shape.dims)
    for item in items:
        if item is None or type(item) is bool:
            next(left)
            continue
        size = next(dims)
        if type(item) is slice:
            start = start_of(item, size)
            assert start is not None
            place = next(left).times(1 if item.step is None else item.step).plus(size_of(start))
        else:
            place = Position(size_of(item if Facts().at_least(item, 0).is_yes else size + item))
        places.append(START if size == 1 else place)
    return tuple(places)


def is_basic(application: Application) -> bool:
    """Say whether an index has integers and slices alone whose places are known."""
    x = source_of(application)
    items = attribute(application, "items")
    if any(isinstance(item, Array) or item is True or item is False for item in items):
        return False
    dims = iter(x.shape.dims)
    facts = Facts()
    for item in opened(application, x.ndim):
        if item is None:
            continue
        size = next(dims)
        if type(item) is slice:
            if start_of(item, size) is None:
                return False
        elif not (facts.at_least(item, 0).is_yes or facts.at_least(-1, item).is_yes):
            return False
    return True


@reads("index", test=is_basic, once=True)
def _(body: Body, application: Application, at: Positions) -> str:
    x = source_of(application)
    return body.at(x, source_positions(body.size, x, opened(application, x.ndim), at))


@reads("narrow", test=lambda a: isinstance(attribute(a, "start"), (int, Dim)), once=True)
def _(body: Body, application: Application, at: Positions) -> str:
    x = source_of(application)
    axis, start = attribute(application, "axis") % x.ndim, attribute(application, "start")
    if type(start) is int and start < 0:
        start = x.shape.dims[axis] + start
    if not Facts().at_least(start, 0).is_yes:
        first = body.number(Position(body.size(start)))
        body.check(body.call("greater_equal", (first, body.const(0, dtypes.int64)), dtypes.int64))
    places = list(at)
    places[axis] = places[axis].plus(body.size(start))
    return body.at(x, tuple(places))


@reads("flip", once=True)
def _(body: Body, application: Application, at: Positions) -> str:
    x = source_of(application)
    axes = axes_of(attribute(application, "axis"), x.ndim)
    places = [
        place.times(-1).plus(body.size(size) - 1) if axis in axes and size != 1 else place
        for axis, (place, size) in enumerate(zip(at, x.shape.dims))
    ]
    return body.at(x, tuple(places))


def axes_of(axis: Any, rank: int) -> list[int]:
    """Return the axes that are meant, counted from the front; None means all."""
    chosen = range(rank) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return [k % rank for k in chosen] if rank else []


@reads("diagonal", once=True)
def _(body: Body, application: Application, at: Positions) -> str:
    x = source_of(application)
    first, second = (attribute(application, name) % x.ndim for name in ("first", "second"))
    offset = attribute(application, "offset")
    *rest, along = at
    left = iter(rest)
    places = [
        along.plus(max(-offset, 0))
        if axis == first
        else along.plus(max(offset, 0))
        if axis == second
        else next(left)
        for axis in range(x.ndim)
    ]
    return body.at(x, tuple(places))


@reads("sliding_windows", test=lambda a: source_of(a).ndim > 0)
def _(body: Body, application: Application, at: Positions) -> str:
    x = source_of(application)
    axis = attribute(application, "axis") % x.ndim
    places = list(at[:-1])
    places[axis] = places[axis].times(body.size(attribute(application, "step"))).and_then(at[-1])
    return body.at(x, tuple(places))
