"""Bodies of operations that move blocks between channels and space, and that tell sizes."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.moving import WHOLE
from gnomon.ops.bodies.registry import moving
from gnomon.shapes import Dim, Size, product


def _channels_first(x: Any, spatial: int, layout: str) -> Any:
    """Put the channels in front of space."""
    return ops.moveaxis(x, source=-1, destination=x.ndim - 1 - spatial) if layout == "last" else x


def _back(x: Any, spatial: int, layout: str) -> Any:
    return ops.moveaxis(x, source=x.ndim - 1 - spatial, destination=-1) if layout == "last" else x


def _to_space(outside: bool) -> Any:
    def body(x: Any, *, block: int, layout: str, spatial: int) -> Any:
        images = _channels_first(x, spatial, layout)
        dims = images.shape.dims
        count = len(dims) - spatial - 1
        lead, channels, space = dims[:count], dims[count], dims[count + 1 :]
        rest: Size = channels // block**spatial
        inner = (block,) * spatial
        split = (*lead, rest, *inner, *space) if outside else (*lead, *inner, rest, *space)
        at, first = (count, count + 1) if outside else (count + spatial, count)
        order = [*range(count), at]
        for k in range(spatial):
            order += [count + 1 + spatial + k, first + k]
        moved = ops.transpose(ops.reshape(images, shape=split), axes=tuple(order))
        return _back(ops.reshape(moved, shape=(*lead, rest, *[n * block for n in space])), spatial, layout)

    return body


def _to_channels(outside: bool) -> Any:
    def body(x: Any, *, block: int, layout: str, spatial: int) -> Any:
        images = _channels_first(x, spatial, layout)
        dims = images.shape.dims
        count = len(dims) - spatial - 1
        lead, channels, space = dims[:count], dims[count], dims[count + 1 :]
        split: list[Size] = [*lead, channels]
        for size in space:
            split += [size // block, block]
        outer = [count + 1 + 2 * k for k in range(spatial)]
        inner = [count + 2 + 2 * k for k in range(spatial)]
        order = [*range(count), count, *inner, *outer] if outside else [*range(count), *inner, count, *outer]
        moved = ops.transpose(ops.reshape(images, shape=tuple(split)), axes=tuple(order))
        whole = (*lead, channels * block**spatial, *[size // block for size in space])
        return _back(ops.reshape(moved, shape=whole), spatial, layout)

    return body


moving("pixel_shuffle")(_to_space(True))
moving("depth_to_space")(_to_space(False))
moving("pixel_unshuffle")(_to_channels(True))
moving("space_to_depth")(_to_channels(False))


@moving("channels_first")
def _(x: Any) -> Any:
    return ops.expand_dims(x, axis=0) if x.ndim == 2 else ops.moveaxis(x, source=-1, destination=0)


# -- sizes ---------------------------------------------------------------------------------------------------


def _number(size: Size, dtype: Any) -> Any:
    number = ops.constant(entries=size, dtype=WHOLE)
    return number if dtype is None or dtype is WHOLE else ops.cast(number, dtype=dtype)


@moving("constant")
def _(*, entries: Any, dtype: Any) -> Any:
    if not isinstance(entries, (list, tuple)) or not all(isinstance(entry, (int, Dim)) for entry in entries):
        return None
    if not any(isinstance(entry, Dim) for entry in entries):
        return None
    return ops.stack(tuple([_number(entry, dtype) for entry in entries]), axis=0)


@moving("shape_of")
def _(x: Any, *, dtype: Any) -> Any:
    return ops.stack(tuple([_number(size, dtype) for size in x.shape.dims]), axis=0) if x.ndim else None


@moving("size_of")
def _(x: Any, *, dtype: Any) -> Any:
    return _number(x.size, dtype)


@moving("rank_of")
def _(x: Any, *, dtype: Any) -> Any:
    return _number(x.ndim, dtype)


@moving("set_shape")
def _(x: Any, *, shape: Any) -> Any:
    return ops.reshape(x, shape=shape.dims)


@moving("pack")
def _(arrays: Any, *, pattern: str) -> Any:
    names = pattern.split()
    before = names.index("*")
    after = len(names) - before - 1
    parts, packed = [], []
    for x in arrays:
        dims = x.shape.dims
        middle = dims[before : x.ndim - after]
        if not middle:
            return None
        parts.append(ops.reshape(x, shape=(*dims[:before], product(list(middle)), *dims[x.ndim - after :])))
        packed.append(ops.stack(tuple([_number(size, None) for size in middle]), axis=0))
    return (ops.concat(tuple(parts), axis=before), *packed)
