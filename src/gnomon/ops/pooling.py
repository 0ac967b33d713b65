"""Pooling: one number out of each window, or out of each of a fixed number of regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.ops.windows import (
    Layout,
    Padding,
    PerAxis,
    pad_widths,
    per_axis,
    require_positive,
    window_counts,
)
from gnomon.shapes import AtLeast, Shape, Size


def _pool(
    x: Array,
    *,
    window: Sequence[Size],
    stride: PerAxis | None = None,
    padding: Padding = 0,
    dilation: PerAxis = 1,
    ceil_mode: bool = False,
    layout: str = "first",
    unbatched: bool = False,
) -> Any: ...


def _pool_rule(
    r: Rule,
    x: Array,
    *,
    window: Sequence[Size],
    stride: PerAxis | None,
    padding: Padding,
    dilation: PerAxis,
    ceil_mode: bool,
    layout: str,
    unbatched: bool,
) -> Shape:
    sizes = tuple(window)
    image = Layout(r, x, len(sizes), layout, unbatched)
    require_positive(r, "window", sizes)
    if r.library == "torch" and not isinstance(padding, str):
        _check_padding(r, sizes, padding)
    if r.library == "torch" and r.op.name == "avg_pool" and len(sizes) == 3:
        _check_volume(r, x, sizes, image.space)
    steps = sizes if stride is None else stride
    space = window_counts(r, x, image.space, sizes, steps, padding, dilation, ceil_mode)
    return image.write(image.channels, space, layout)


def _check_volume(r: Rule, x: Array, window: tuple[Size, ...], space: tuple[Size, ...]) -> None:
    """PyTorch's average over volumes: no window may be larger than the volume, whatever the padding."""
    for size, extent in zip(window, space):
        r.require(
            AtLeast(extent, size),
            "window-size",
            "{op}: {x} is {x.shape}: a window of {window} does not fit into {size}",
            blame=x,
            x=x,
            window=size,
            size=extent,
        )


def _check_padding(r: Rule, window: tuple[Size, ...], padding: Padding) -> None:
    """PyTorch: at most half of a window may lie outside."""
    for size, (before, _) in zip(window, pad_widths(padding, len(window))):
        if type(size) is int and type(before) is int and 2 * before > size:
            r.fail(
                "window-size",
                "{op}: padding of {before} is more than half of the window of {size}",
                before=before,
                size=size,
            )


POOLS = {
    "max_pool": "Largest entry of each window.",
    "avg_pool": "Average of each window.",
    "lp_pool": "Power average of each window.",
}
_FORM = """

x: (batch, channels, *space), or with ``layout="last"`` (batch, *space, channels). ``window`` has one size
per spatial axis, ``stride`` is the window unless given. With ``ceil_mode`` a last one may hang over the end.
"""

for _name, _doc in POOLS.items():
    op(name=_name, doc=_doc + _FORM, dtype="first" if _name == "max_pool" else "inexact")(_pool).shape(
        _pool_rule
    )


def _adaptive(
    x: Array, *, size: Sequence[Size | None], layout: str = "first", unbatched: bool = False
) -> Any: ...


def _adaptive_rule(r: Rule, x: Array, *, size: Sequence[Size | None], layout: str, unbatched: bool) -> Shape:
    image = Layout(r, x, len(size), layout, unbatched)
    for want in size:
        if want is not None:
            r.require(
                AtLeast(want, 0),
                "window-size",
                "{op}: {want} regions along an axis; there cannot be fewer than none",
                want=want,
            )
    space = [have if want is None else want for have, want in zip(image.space, size)]
    return image.write(image.channels, space, layout)


for _name, _doc in {
    "adaptive_avg_pool": "Average of each of ``size`` regions; None keeps the size of an axis.",
    "adaptive_max_pool": "Largest entry of each of ``size`` regions; None keeps the size of an axis.",
}.items():
    op(name=_name, doc=_doc, dtype="inexact" if "avg" in _name else "first")(_adaptive).shape(_adaptive_rule)


def _global(x: Array, *, spatial: int, layout: str = "last", keepdims: bool = False) -> Any: ...


def _global_rule(r: Rule, x: Array, *, spatial: int, layout: str, keepdims: bool) -> Shape:
    image = Layout(r, x, spatial, layout, False)
    if keepdims:
        return image.write(image.channels, (1,) * spatial, layout)
    return Shape((*image.lead, image.channels))


for _name, _doc in {
    "global_avg_pool": "Average over all spatial axes: (batch, *space, channels) -> (batch, channels).",
    "global_max_pool": "Largest entry over all spatial axes: (batch, *space, channels) -> (batch, channels).",
}.items():
    op(name=_name, doc=_doc, dtype="inexact" if "avg" in _name else "first")(_global).shape(_global_rule)


@op(dtype="first")
def max_unpool(
    x: Array,
    indices: Array,
    *,
    window: Sequence[Size],
    stride: PerAxis | None = None,
    padding: PerAxis = 0,
    size: Sequence[Size] | None = None,
) -> Any:
    """Put the entries of a max pooling back to where they came from; other places are 0.

    >>> from gnomon.ops.sketch import array
    >>> max_unpool(array(1, 1, 2), array(1, 1, 2, dtype="int64"), window=(2,))
    array(1, 1, 4)
    """


@max_unpool.shape
def _(
    r: Rule,
    x: Array,
    indices: Array,
    *,
    window: Sequence[Size],
    stride: PerAxis | None,
    padding: PerAxis,
    size: Sequence[Size] | None,
) -> Shape:
    count = len(window)
    image = Layout(r, x, count, "first", True)
    if size is not None:
        return image.write(image.channels, tuple(size)[-count:], "first")
    steps = tuple(window) if stride is None else per_axis(stride, count)
    pads = per_axis(padding, count)
    space = [(n - 1) * s - 2 * p + k for n, s, p, k in zip(image.space, steps, pads, window)]
    return image.write(image.channels, space, "first")
