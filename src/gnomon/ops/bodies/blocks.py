"""Bodies of blocks that go from channels to space and back: split axes, order them, merge."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body
from gnomon.ops.bodies.windows import Parts
from gnomon.shapes import Size


def _to_space(x: Array, block: int, layout: str, spatial: int, outside: bool) -> Any:
    """Spread channels over blocks; ``outside`` says that the channels that stay come first."""
    images = Parts(x, spatial, layout)
    batch, channels, *space = images.data.shape.dims
    rest = channels // block**spatial
    inner = (block,) * spatial
    sizes: tuple[Size, ...] = (batch, rest, *inner, *space) if outside else (batch, *inner, rest, *space)
    at, first = (1, 2) if outside else (1 + spatial, 1)
    order = [0, at]
    for k in range(spatial):
        order += [2 + spatial + k, first + k]
    moved = ops.transpose(ops.reshape(images.data, shape=sizes), axes=tuple(order))
    return images.back(ops.reshape(moved, shape=(batch, rest, *[n * block for n in space])))


def _to_channels(x: Array, block: int, layout: str, spatial: int, outside: bool) -> Any:
    """Gather blocks into channels; ``outside`` says that the old channels come first."""
    images = Parts(x, spatial, layout)
    batch, channels, *space = images.data.shape.dims
    sizes: list[Size] = [batch, channels]
    for n in space:
        sizes += [n // block, block]
    outer = [2 + 2 * k for k in range(spatial)]
    inner = [3 + 2 * k for k in range(spatial)]
    order = (0, 1, *inner, *outer) if outside else (0, *inner, 1, *outer)
    moved = ops.transpose(ops.reshape(images.data, shape=tuple(sizes)), axes=order)
    whole = (batch, channels * block**spatial, *[n // block for n in space])
    return images.back(ops.reshape(moved, shape=whole))


@body("pixel_shuffle")
def pixel_shuffle(x: Array, *, block: int, layout: str, spatial: int) -> Any:
    """From channels to space, as PyTorch orders them."""
    return _to_space(x, block, layout, spatial, True)


@body("depth_to_space")
def depth_to_space(x: Array, *, block: int, layout: str, spatial: int) -> Any:
    """From channels to space, as TensorFlow orders them."""
    return _to_space(x, block, layout, spatial, False)


@body("pixel_unshuffle")
def pixel_unshuffle(x: Array, *, block: int, layout: str, spatial: int) -> Any:
    """From space to channels, as PyTorch orders them."""
    return _to_channels(x, block, layout, spatial, True)


@body("space_to_depth")
def space_to_depth(x: Array, *, block: int, layout: str, spatial: int) -> Any:
    """From space to channels, as TensorFlow orders them."""
    return _to_channels(x, block, layout, spatial, False)
