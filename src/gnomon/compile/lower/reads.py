"""Operations that read each element from some place of an array: where, as a table.

They join the kernels of their users, so that `x[1:] - x[:-1]` is one loop over x.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.compile.lower.held import is_held
from gnomon.compile.lower.positions import START, Position, Positions, aligned
from gnomon.graph.array import Array, Constant
from gnomon.shapes import Dim, Facts, Size, dtypes, maximum

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application

Value = Callable[["Body", "Application", Positions], str]
Test = Callable[["Application"], bool]


class Read(NamedTuple):
    """How the value at a place is found. ``test`` says for which applications.

    ``founds``: without others it is a kernel too. ``cheap``: it is found again rather than stored. ``once``: each
    element of the source is read once at most. ``lone``: only axes of size 1 come or go.
    """

    value: Value
    test: Test
    founds: bool = True
    cheap: bool = True
    once: bool = False
    lone: bool = False


READS: dict[str, Read] = {}
"""Each operation that reads, by name."""


def read_of(application: Application) -> Read | None:
    """Return how an application reads, None if it is of another kind or needs another way."""
    found = READS.get(application.op.name)
    if found is None or len(application.outputs) != 1 or not is_held(application.outputs[0].dtype):
        return None
    return found if _sizes_are_known(application) and found.test(application) else None


def _sizes_are_known(application: Application) -> bool:
    """Whether the result's sizes follow from those given, in arguments or as numbers, and not from values."""
    fresh = {
        symbol
        for size in application.outputs[0].shape.dims
        if isinstance(size, Dim)
        for symbol in size.symbols()
        if symbol.name is None
    }
    if not fresh:
        return True
    given = [size for array in application.arrays() for size in array.shape.dims]
    for size in (*given, *application.attributes.values()):
        if isinstance(size, Dim):
            fresh -= size.symbols()
    return not fresh


def reads(
    *names: str,
    test: Test = lambda application: True,
    founds: bool = True,
    cheap: bool = True,
    once: bool = False,
    lone: bool = False,
) -> Callable[[Value], Value]:
    """Register how operations read."""

    def register(value: Value) -> Value:
        for name in names:
            READS[name] = Read(value, test, founds, cheap, once, lone)
        return value

    return register


def attribute(application: Application, name: str) -> Any:
    """Return an attribute, given or by default."""
    op = application.op
    found = application.attributes.get(name, application)
    if found is not application:
        return found
    return (op.values or {}).get(name, (op.defaults or {}).get(name))


def _source(application: Application) -> Array:
    return next(application.arrays())


# -- the order of axes ---------------------------------------------------------------------------------------


def order_of(application: Application) -> list[int]:
    """Return which axis of the source each axis of the result is."""
    name, rank = application.op.name, application.outputs[0].ndim
    order = list(range(rank))
    if name == "transpose":
        axes = attribute(application, "axes")
        return order[::-1] if axes is None else [axis % rank for axis in axes]
    if name == "matrix_flip":
        return order[::-1]
    if name == "moveaxis":
        given = attribute(application, "source"), attribute(application, "destination")
        moved, to = (
            [axis % rank for axis in (axes if isinstance(axes, (tuple, list)) else (axes,))] for axes in given
        )
        order = [axis for axis in order if axis not in moved]
        for place, axis in sorted(zip(to, moved)):
            order.insert(place, axis)
        return order
    first, second = (
        (rank - 2, rank - 1)
        if name == "matrix_transpose"
        else (attribute(application, "first") % rank, attribute(application, "second") % rank)
    )
    order[first], order[second] = order[second], order[first]
    return order


def _transposed(body: Body, application: Application, at: Positions) -> str:
    order = order_of(application)
    return body.at(_source(application), tuple([at[order.index(axis)] for axis in range(len(at))]))


_has_axes: Test = lambda application: application.outputs[0].ndim > 0  # noqa: E731
reads("transpose", "matrix_transpose", "swapaxes", "moveaxis", test=_has_axes, founds=False, once=True)(
    _transposed
)
reads("matrix_flip", test=_has_axes, once=True)(_transposed)


def _lone(application: Application) -> tuple[list[int], Array]:
    """Return the axes that an array with more axes of size 1 has in addition, and the other array."""
    out, source = application.outputs[0], _source(application)
    more, fewer = (out, source) if out.ndim >= source.ndim else (source, out)
    count = more.ndim - fewer.ndim
    axis = attribute(application, "axis")
    if axis is None:
        return [k for k, size in enumerate(more.shape.dims) if size == 1], fewer
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    found = sorted({k % more.ndim for k in axes}) if more.ndim else []
    return (found if len(found) == count else []), fewer


@reads("expand_dims", test=lambda a: bool(_lone(a)[0]), founds=False, once=True, lone=True)
def _(body: Body, application: Application, at: Positions) -> str:
    axes, _ = _lone(application)
    return body.at(_source(application), tuple([place for axis, place in enumerate(at) if axis not in axes]))


@reads(
    "squeeze",
    test=lambda a: a.outputs[0].ndim < _source(a).ndim and bool(_lone(a)[0]),
    founds=False,
    once=True,
    lone=True,
)
def _(body: Body, application: Application, at: Positions) -> str:
    axes, _ = _lone(application)
    left = iter(at)
    source = _source(application)
    return body.at(source, tuple([START if axis in axes else next(left) for axis in range(source.ndim)]))


# -- slices --------------------------------------------------------------------------------------------------


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
    x = _source(application)
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
    x = _source(application)
    return body.at(x, source_positions(body.size, x, opened(application, x.ndim), at))


@reads("narrow", test=lambda a: isinstance(attribute(a, "start"), (int, Dim)), once=True)
def _(body: Body, application: Application, at: Positions) -> str:
    x = _source(application)
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
    x = _source(application)
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
    x = _source(application)
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


@reads("sliding_windows", test=lambda a: _source(a).ndim > 0)
def _(body: Body, application: Application, at: Positions) -> str:
    x = _source(application)
    axis = attribute(application, "axis") % x.ndim
    places = list(at[:-1])
    places[axis] = places[axis].times(body.size(attribute(application, "step"))).and_then(at[-1])
    return body.at(x, tuple(places))


# -- positions that arrays hold ------------------------------------------------------------------------------


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


# -- numbers -------------------------------------------------------------------------------------------------


def _counts(application: Application) -> bool:
    out = application.outputs[0].dtype
    parts = [attribute(application, name) for name in ("start", "step")]
    if out.kind not in ("int", "uint", "float"):
        return False
    return all(isinstance(part, (int, float, Dim)) for part in parts)


@reads("arange", test=_counts)
def _(body: Body, application: Application, at: Positions) -> str:
    """As NumPy counts: in integers, or by the difference of the first two numbers."""
    start, step = attribute(application, "start"), attribute(application, "step")
    out = application.outputs[0].dtype
    stop = attribute(application, "stop")
    if not any(isinstance(part, float) for part in (start, step, stop)):
        whole = at[0].times(body.size(step)).plus(body.size(start))
        return body.cast(body.number(whole), dtypes.int64, out)
    turn = body.cast(body.number(at[0]), dtypes.int64, dtypes.float64)
    first = _double(body, start)
    second = body.call("add", (first, _double(body, step)), dtypes.float64)
    gap = body.call("subtract", (second, first), dtypes.float64)
    value = body.call("add", (first, body.call("multiply", (turn, gap), dtypes.float64)), dtypes.float64)
    return body.cast(value, dtypes.float64, out)


def _double(body: Body, number: Any) -> str:
    if isinstance(number, Dim):
        return body.cast(body.number(Position(body.size(number))), dtypes.int64, dtypes.float64)
    return body.const(float(number), dtypes.float64)


# -- places in order -----------------------------------------------------------------------------------------

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
