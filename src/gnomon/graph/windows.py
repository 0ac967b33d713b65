"""Slices whose bounds are computed: ``x[i * 20 : (i + 1) * 20]``, ``x[start:]``.

Where stop and start differ by a known number, such as 20, the slice is a window of that many entries: it has a known
size, and one that reaches beyond the array is refused when the function runs. Any other slice, and one that is certainly
longer than the array, has a size that is known only then, and is cut off at the ends of the array as NumPy does.
Steps may be negative, and computed too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site
from gnomon.shapes import Dim, Facts, Size, ceil_div, dtypes, maximum

Sum = dict[Any, Any]
"""A sum of arrays, each with its factor; None stands for 1."""


def is_computed(item: Any) -> bool:
    """Say whether an item of a key is a slice with a bound that is known only when the function runs."""
    return type(item) is slice and any(map(_is_array, (item.start, item.stop, item.step)))


def _is_array(part: Any) -> bool:
    return hasattr(part, "application")


def positions(x: Any, axis: int, part: slice) -> Any:
    """Return the positions that a slice takes along an axis."""
    step = 1 if part.step is None else part.step
    if type(step) is int and step == 0:
        raise ArgumentError("the step of a slice cannot be 0", user_site())
    if type(step) is not int or step < 0:
        return _strided(x, axis, part, step)
    length = None if part.start is None or part.stop is None else _distance(part.start, part.stop)
    if length is not None and not Facts().at_least(x.shape.dims[axis], length).is_no:
        return _window(x, axis, part, ceil_div(maximum(length, 0), step), step)
    return _cut(x, axis, part, step)


BEYOND = "a slice of known length ends with the array; x[i : gn.minimum(j, x.shape[0])] is cut off there"


def is_window(application: Any) -> bool:
    """Say whether an operation takes the entries of a window, of which some may be refused."""
    places = application.inputs[-1]
    made = places[0].application if type(places) is tuple and len(places) == 1 else None
    if made is None or made.op.name != "add":
        return False
    first = made.inputs[0].application
    return first is not None and first.op.name == "where"


def _window(x: Any, axis: int, part: slice, length: Size, step: int) -> Any:
    """Return a known number of positions; a window over the beginning is moved to where it is refused."""
    start, stop = _whole(part.start), _whole(part.stop)
    across = ops.logical_and(ops.less(start, 0), ops.greater_equal(stop, 0))
    first = ops.where(across, ops.size_along(x, axis=axis), start)
    return ops.add(first, _counted(step * length, step))


def _cut(x: Any, axis: int, part: slice, step: int) -> Any:
    """Return the positions between two bounds, of which each may count from the end."""
    size = ops.size_along(x, axis=axis)
    places = _counted(x.shape.dims[axis])
    start = 0 if part.start is None else _from_front(_whole(part.start), size)
    taken = ops.greater_equal(places, start)
    if part.stop is not None:
        taken = ops.logical_and(taken, ops.less(places, _from_front(_whole(part.stop), size)))
    if step > 1:
        taken = ops.logical_and(taken, ops.equal(ops.remainder(ops.subtract(places, start), step), 0))
    found = ops.where_nonzero(taken)
    return found[0] if isinstance(found, tuple) else found


def _strided(x: Any, axis: int, part: slice, step: Any) -> Any:
    """Return the positions between two bounds by a step that is negative, or that only a run tells."""
    from gnomon.graph.own.watching import ensure

    size = ops.size_along(x, axis=axis)
    step = _whole(step)
    if not hasattr(step, "data"):
        step = ensure(step, ops.not_equal(step, 0), "the step of a slice cannot be 0")
    forward = ops.greater(step, 0)
    lowest = ops.where(forward, 0, -1)
    highest = ops.where(forward, size, ops.subtract(size, 1))

    def bound(given: Any, default: Any) -> Any:
        if given is None:
            return default
        place = _whole(given)
        place = ops.where(ops.less(place, 0), ops.add(place, size), place)
        return ops.minimum(ops.maximum(place, lowest), highest)

    start = bound(part.start, ops.where(forward, lowest, highest))
    stop = bound(part.stop, ops.where(forward, highest, lowest))
    places = _counted(x.shape.dims[axis])
    inside = ops.logical_and(
        ops.where(forward, ops.greater_equal(places, start), ops.less_equal(places, start)),
        ops.where(forward, ops.less(places, stop), ops.greater(places, stop)),
    )
    met = ops.equal(ops.remainder(ops.subtract(places, start), ops.abs(step)), 0)
    found = ops.where_nonzero(ops.logical_and(inside, met))
    found = found[0] if isinstance(found, tuple) else found
    order = _counted(found.shape.dims[0])
    turned = ops.subtract(ops.size_along(found, axis=0), ops.add(order, 1))
    return ops.pick(found, (ops.where(forward, order, turned),), axis=0)


def _counted(stop: Size, step: int = 1) -> Any:
    from gnomon.graph.world import create

    return create(ops.arange, start=0, stop=stop, step=step, dtype=dtypes.int64)


def _from_front(bound: Any, size: Any) -> Any:
    return ops.maximum(ops.where(ops.less(bound, 0), ops.add(bound, size), bound), 0)


def _whole(bound: Any) -> Any:
    from gnomon.graph.constants import as_array

    return ops.cast(as_array(bound), dtype=dtypes.int64)


def _distance(start: Any, stop: Any) -> Size | None:
    """Return how much larger stop is than start, if that is known."""
    rest = _plus(_sum(stop), _sum(start), -1)
    unknown = [array for array, factor in rest.items() if array is not None and factor != 0]
    known: Size = rest.get(None, 0)
    return None if unknown else known


def _sum(value: Any) -> Sum:
    """Take an expression apart into a sum."""
    if isinstance(value, (int, Dim)):
        return {None: value}
    if value.contents is not None and value.contents[0] is not None:
        return {None: value.contents[0]}
    if hasattr(value, "data"):
        return {None: int(value.data)}
    application = value.application
    name = None if application is None else application.op.name
    if name in ("add", "subtract"):
        left, right = map(_sum, application.inputs)
        return _plus(left, right, 1 if name == "add" else -1)
    if name == "negative":
        return _plus({}, _sum(application.inputs[0]), -1)
    if name == "multiply":
        left, right = map(_sum, application.inputs)
        for factor, other in ((left, right), (right, left)):
            if set(factor) <= {None}:
                return _plus({}, other, factor.get(None, 0))
    if name == "cast" and application.inputs[0].dtype.kind in ("int", "uint") and value.dtype.bits >= 32:
        return _sum(application.inputs[0])
    return {value: 1}


def _plus(left: Sum, right: Sum, factor: Any) -> Sum:
    total = dict(left)
    for array, times in right.items():
        total[array] = total.get(array, 0) + factor * times
    return total


def cut_out(x: Any, places: Sequence[tuple[int, slice]]) -> Any:
    """Return an array with slices taken along some axes."""
    for axis, part in places:
        x = ops.pick(x, (positions(x, axis, part),), axis=axis)
    return x
