"""Bodies of operations that move elements, over a few: reads at other places, joining, padding and storing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import moving
from gnomon.shapes import Dim, Size, dtypes

WHOLE = dtypes.int64


def place_of(axis: Any, rank: int) -> int:
    """Return an axis, counted from the front."""
    return int(axis) % rank if rank else 0


def _places(axis: Any, rank: int) -> list[int]:
    chosen = range(rank) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return [int(k) % rank for k in chosen] if rank else []


def flat(x: Any) -> Any:
    """Return an array as a vector."""
    return ops.reshape(x, shape=(x.size,))


def counted(size: Size, rank: int, axis: int) -> Any:
    """The places along an axis, with size 1 along the others."""
    places = ops.arange(start=0, stop=size, step=1, dtype=WHOLE)
    sizes: list[Size] = [1] * rank
    sizes[axis] = size
    return ops.reshape(places, shape=tuple(sizes))


# -- the same elements in another order ----------------------------------------------------------------------


@moving("roll")
def _(x: Any, *, axis: Any, shift: Any) -> Any:
    if axis is None:
        return ops.reshape(ops.roll(flat(x), axis=0, shift=_total(shift)), shape=x.shape.dims)
    axes = axis if isinstance(axis, (tuple, list)) else (axis,)
    shifts = shift if isinstance(shift, (tuple, list)) else (shift,) * len(axes)
    if len(axes) != len(shifts) or len(axes) == 1:
        return None
    for k, by in zip(axes, shifts):
        x = ops.roll(x, axis=k, shift=by)
    return x


def _total(shift: Any) -> Any:
    return sum(shift) if isinstance(shift, (tuple, list)) else shift


@moving("rot90")
def _(x: Any, *, turns: int, axes: Any) -> Any:
    first, second = (place_of(axis, x.ndim) for axis in axes)
    turns %= 4
    if turns == 0:
        return ops.positive(x) if x.dtype.kind != "bool" else None
    if turns == 2:
        return ops.flip(x, axis=(first, second))
    if turns == 1:
        return ops.swapaxes(ops.flip(x, axis=second), first=first, second=second)
    return ops.flip(ops.swapaxes(x, first=first, second=second), axis=second)


@moving("select_at")
def _(x: Any, *, axis: Any, position: Any) -> Any:
    if not isinstance(position, (int, Dim)):
        return None
    return ops.index(x, items=(*[slice(None)] * place_of(axis, x.ndim), position))


def _pieces(x: Any, axis: Any, sizes: Sequence[Size]) -> Any:
    place = place_of(axis, x.ndim)
    parts = []
    start: Size = 0
    for size in sizes:
        parts.append(ops.narrow(x, axis=place, start=start, length=size))
        start = start + size
    return tuple(parts)


@moving("split")
def _(x: Any, *, sections: Any, axis: Any) -> Any:
    size = x.shape.dims[place_of(axis, x.ndim)]
    if isinstance(sections, int):
        return _pieces(x, axis, [size // sections] * sections)
    sizes = list(sections)
    if -1 in sizes:
        sizes[sizes.index(-1)] = size - sum(sizes) - 1
    return _pieces(x, axis, sizes)


@moving("array_split")
def _(x: Any, *, sections: int, axis: Any) -> Any:
    size = x.shape.dims[place_of(axis, x.ndim)]
    if type(size) is not int:
        return None
    each, more = divmod(size, sections)
    return _pieces(x, axis, [each + (k < more) for k in range(sections)])


@moving("split_at")
def _(x: Any, *, indices: Any, axis: Any) -> Any:
    size = x.shape.dims[place_of(axis, x.ndim)]
    if type(size) is not int or not all(type(k) is int for k in indices):
        return None
    stops = [min(max(size + k if k < 0 else k, 0), size) for k in indices]
    place = place_of(axis, x.ndim)
    parts = zip([0, *stops], [*stops, size])
    return tuple([ops.narrow(x, axis=place, start=a, length=max(b - a, 0)) for a, b in parts])


@moving("chunk")
def _(x: Any, *, chunks: int, axis: Any) -> Any:
    size = x.shape.dims[place_of(axis, x.ndim)]
    if type(size) is not int:
        return None
    if size % chunks == 0:
        return _pieces(x, axis, [size // chunks] * chunks)
    part = -(-size // chunks)
    return _pieces(x, axis, [min(part, size - start) for start in range(0, size, part)])


@moving("split_by")
def _(x: Any, *, size: Any, axis: Any) -> Any:
    total = x.shape.dims[place_of(axis, x.ndim)]
    if type(total) is not int or type(size) is not int:
        return None
    return _pieces(x, axis, [min(size, total - start) for start in range(0, total, size)] or [0])


@moving("unstack")
def _(x: Any, *, axis: Any, count: Any) -> Any:
    place = place_of(axis, x.ndim)
    size = x.shape.dims[place] if count is None else count
    if type(size) is not int:
        return None
    return tuple([ops.select_at(x, axis=place, position=k) for k in range(size)])


@moving("stack")
def _(arrays: Any, *, axis: Any) -> Any:
    place = place_of(axis, arrays[0].ndim + 1)
    return ops.concat(tuple([ops.expand_dims(x, axis=place) for x in arrays]), axis=place)


@moving("broadcast_arrays")
def _(arrays: Any) -> Any:
    wanted = ops.broadcast_arrays(arrays) if len(arrays) > 1 else arrays
    return tuple(
        [
            ops.broadcast_to(ops.cast(x, dtype=out.dtype), shape=out.shape.dims)
            for x, out in zip(arrays, wanted)
        ]
    )


# -- repeating -----------------------------------------------------------------------------------------------


@moving("repeat")
def _(x: Any, *, repeats: Any, axis: Any) -> Any:
    if axis is None:
        return ops.repeat(flat(x), repeats=repeats, axis=0)
    if isinstance(repeats, (tuple, list)) and len(repeats) == 1:
        repeats = repeats[0]
    if not isinstance(repeats, (int, Dim)) or not x.ndim:
        return None
    place = place_of(axis, x.ndim)
    dims = list(x.shape.dims)
    wide = (*dims[: place + 1], repeats, *dims[place + 1 :])
    stretched = ops.broadcast_to(ops.expand_dims(x, axis=place + 1), shape=wide)
    return ops.reshape(stretched, shape=(*dims[:place], dims[place] * repeats, *dims[place + 1 :]))


@moving("tile")
def _(x: Any, *, reps: Any, strict: bool) -> Any:
    counts: list[Size] = list(reps) if isinstance(reps, (tuple, list)) else [reps]
    if not all(isinstance(count, (int, Dim)) for count in counts):
        return None
    dims: list[Size] = [*[1] * (len(counts) - x.ndim), *x.shape.dims]
    counts = [*[1] * (len(dims) - len(counts)), *counts]
    single: list[Size] = []
    wide: list[Size] = []
    for count, size in zip(counts, dims):
        single += [1, size]
        wide += [count, size]
    stretched = ops.broadcast_to(ops.reshape(x, shape=tuple(single)), shape=tuple(wide))
    return ops.reshape(stretched, shape=tuple([count * size for count, size in zip(counts, dims)]))


# -- around the edges ----------------------------------------------------------------------------------------


@moving("pad")
def _(x: Any, *, widths: Any, last: bool, reflect: bool, mode: str, value: Any) -> Any:
    mode = "reflect" if reflect and mode == "constant" else mode
    if mode not in ("edge", "replicate", "wrap", "circular", "reflect", "symmetric"):
        return None
    pairs = [(0, 0)] * (x.ndim - len(widths)) + [tuple(pair) for pair in widths]
    if not all(type(width) is int and width >= 0 for pair in pairs for width in pair):
        return None
    for axis, (before, after) in enumerate(pairs):
        size = x.shape.dims[axis]
        reach = {"symmetric": size, "reflect": size - 1, "wrap": size, "circular": size}.get(mode)
        if type(size) is int and size > 0 and (reach is None or max(before, after) <= reach):
            x = _surrounded(x, axis, mode, (before, after))
        elif before or after:
            x = ops.pick(x, (_mirrored(mode, size, before, size + before + after),), axis=axis)
    return x


def _surrounded(x: Any, axis: int, mode: str, widths: tuple[int, int]) -> Any:
    """Join what comes before an axis, the axis, and what comes behind it."""
    size = x.shape.dims[axis]
    before, after = widths

    def part(start: Any, length: int) -> Any:
        return ops.narrow(x, axis=axis, start=start, length=length)

    if mode in ("edge", "replicate"):
        dims = x.shape.dims
        sides = [
            ops.broadcast_to(part(start, 1), shape=(*dims[:axis], width, *dims[axis + 1 :]))
            for start, width in ((0, before), (size - 1, after))
        ]
    elif mode in ("wrap", "circular"):
        sides = [part(size - before, before), part(0, after)]
    else:
        gap = 1 if mode == "reflect" else 0
        sides = [ops.flip(part(gap, before), axis=axis), ops.flip(part(size - gap - after, after), axis=axis)]
    parts = [sides[0]] * (before > 0) + [x] + [sides[1]] * (after > 0)
    return ops.concat(tuple(parts), axis=axis) if len(parts) > 1 else x


def _mirrored(mode: str, size: Size, before: int, total: Size) -> Any:
    """Where the entries of a longer axis come from."""
    places = ops.arange(start=0, stop=total, step=1, dtype=WHOLE) - before
    if mode in ("edge", "replicate"):
        return ops.minimum(ops.maximum(places, 0), size - 1)
    if mode in ("wrap", "circular"):
        return ops.remainder(places, size)
    period = 2 * size if mode == "symmetric" else 2 * (size - 1)
    turned = ops.remainder(places, period)
    back = ops.subtract(period - 1 if mode == "symmetric" else period, turned)
    return ops.where(ops.less(turned, size), turned, back)
