"""Resizing images and cutting them into patches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import check_rank, passes_unseen
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule, Shaped
from gnomon.ops.windows import (
    Layout,
    Padding,
    PerAxis,
    pad_widths,
    per_axis,
    require_positive,
    window_count,
    window_counts,
)
from gnomon.shapes import AtLeast, Divides, Equal, Shape, Size, product

Factor = Size | float


def scaled(r: Rule, size: Size, factor: Factor) -> Size:
    """Return floor(size * factor), exactly where the factor is a short binary fraction."""
    if not isinstance(factor, float):
        return size * factor
    if type(size) is int:
        return math.floor(size * factor)
    if not math.isfinite(factor):
        return r.fresh()
    over, under = factor.as_integer_ratio()
    return size * over // under if under <= 1 << 16 else r.fresh()


@op(dtype="first")
def resample(
    x: Array,
    *,
    size: Sequence[Size] | Size | None = None,
    factor: Factor | Sequence[Factor] | None = None,
    layout: str = "first",
    spatial: int | None = None,
) -> Any:
    """Resize the spatial axes to ``size``, or by a factor, rounded down.

    >>> from gnomon.ops.sketch import array
    >>> resample(array(32, 3, 15, 15), factor=1.5)
    array(32, 3, 22, 22)
    """


@resample.shape
def _(
    r: Rule,
    x: Array,
    *,
    size: Sequence[Size] | Size | None,
    factor: Factor | Sequence[Factor] | None,
    layout: str,
    spatial: int | None,
) -> Shape:
    rank = x.shape.rank
    count = spatial
    if count is None and rank is not None:
        if rank < 3:
            check_rank(r, x, 3, 4, 5)
        count = rank - 2
    if count is None:
        count = (
            len(size) if isinstance(size, Sequence) else len(factor) if isinstance(factor, Sequence) else None
        )
    if count is None:
        return Shape.unknown()
    image = Layout(r, x, count, layout, False)
    if size is not None:
        sizes = per_axis(size, count)
        if len(sizes) != count:
            _refuse_count(r, x, len(sizes), count)
        return image.write(image.channels, sizes, layout)
    factors = tuple(factor) if isinstance(factor, Sequence) else (1 if factor is None else factor,) * count
    if len(factors) != count:
        _refuse_count(r, x, len(factors), count)
    space = [scaled(r, n, f) for n, f in zip(image.space, factors)]
    if r.library == "torch":
        for have, result in zip(image.space, space):
            r.require(
                AtLeast(result, 1),
                "window-size",
                "{op}: {x} is {x.shape}: nothing is left of an axis of {size}",
                blame=x,
                x=x,
                size=have,
            )
    return image.write(image.channels, space, layout)


def _refuse_count(r: Rule, x: Array, got: int, want: int) -> None:
    r.refute(
        "rank",
        "{op}: {got} sizes are given, but {x} is {x.shape} with {want} spatial axes",
        blame=x,
        x=x,
        got=got,
        want=want,
    )


@op(dtype="first")
def resize(x: Array, *, size: Sequence[Size], layout: str = "last") -> Any:
    """Resize one image or a batch of them, channels last or before height and width ("first").

    >>> from gnomon.ops.sketch import array
    >>> resize(array(4, 4, 1), size=(2, 2))
    array(2, 2, 1)
    """


@resize.shape
def _(r: Rule, x: Array, *, size: Sequence[Size], layout: str) -> Shape:
    rank = x.shape.rank
    place = -1 if layout == "last" else -3
    if rank is not None:
        check_rank(r, x, 3, 4)
        dims = x.shape.dims
        image = (*size, dims[-1]) if layout == "last" else (dims[-3], *size)
        return Shape((*dims[:-3], *image))
    channels = x.shape.axis(place)
    if channels is None:
        channels = r.fresh()
    rest = Shape.unknown()
    return Shape(rest.prefix, rest.run, (*size, channels) if layout == "last" else (channels, *size))


@op(dtype="first")
def upsample(x: Array, *, factors: Sequence[Size], layout: str = "last") -> Any:
    """Repeat each entry along the spatial axes (Keras's UpSampling).

    >>> from gnomon.ops.sketch import array
    >>> upsample(array(1, 3, 2), factors=(2,))
    array(1, 6, 2)
    """


@upsample.shape
def _(r: Rule, x: Array, *, factors: Sequence[Size], layout: str) -> Shape:
    image = Layout(r, x, len(factors), layout, False)
    return image.write(image.channels, [n * f for n, f in zip(image.space, factors)], layout)


@op(dtype="first")
def pad_space(x: Array, *, widths: Sequence[tuple[Size, Size]], layout: str = "last") -> Any:
    """Add entries around the spatial axes; negative widths crop (Keras's ZeroPadding and Cropping).

    >>> from gnomon.ops.sketch import array
    >>> pad_space(array(1, 3, 2), widths=((1, -1),))
    array(1, 3, 2)
    """


@pad_space.shape
def _(r: Rule, x: Array, *, widths: Sequence[tuple[Size, Size]], layout: str) -> Shape:
    image = Layout(r, x, len(widths), layout, False)
    space: list[Size] = []
    for size, (before, after) in zip(image.space, widths):
        total = size + before + after
        r.require(
            AtLeast(total, 1 if type(total) is int and total < size else 0),
            "window-size",
            "{op}: {x} is {x.shape}; cropping {before} and {after} leaves nothing of {size}",
            blame=x,
            x=x,
            before=-before,
            after=-after,
            size=size,
        )
        space.append(total)
    return image.write(image.channels, space, layout)


def _block(x: Array, *, block: Size, layout: str = "first", spatial: int = 2) -> Any: ...


def _image(r: Rule, x: Array, spatial: int, layout: str) -> Layout:
    """Read x as images with any number of leading axes (channels first), or as a batch of images."""
    rank = x.shape.rank
    if layout == "first" and rank is not None and rank > spatial + 2:
        image = Layout(r, Shaped(Shape(x.shape.dims[rank - spatial - 1 :]), x), spatial, layout, True)
        image.lead = x.shape.dims[: rank - spatial - 1]
        return image
    return Layout(r, x, spatial, layout, True)


def _grow_rule(r: Rule, x: Array, *, block: Size, layout: str, spatial: int) -> Shape:
    require_positive(r, "block", (block,))
    image = _image(r, x, spatial, layout)
    area = product((block,) * spatial)
    r.require(
        Divides(area, image.channels),
        "channels",
        "{op}: {x} is {x.shape}: {got} channels do not split into blocks of {area}",
        blame=x,
        x=x,
        got=image.channels,
        area=area,
    )
    return image.write(image.channels // area, [n * block for n in image.space], layout)


def _shrink_rule(r: Rule, x: Array, *, block: Size, layout: str, spatial: int) -> Shape:
    require_positive(r, "block", (block,))
    image = _image(r, x, spatial, layout)
    for size in image.space:
        r.require(
            Divides(block, size),
            "window-size",
            "{op}: {x} is {x.shape}: {size} does not split into blocks of {block}",
            blame=x,
            x=x,
            size=size,
            block=block,
        )
    if passes_unseen(r, x):
        return x.shape
    area = product((block,) * spatial)
    return image.write(image.channels * area, [n // block for n in image.space], layout)


for _name, _rule, _doc in (
    ("pixel_shuffle", _grow_rule, "Channels become space: (b, c * k * k, h, w) -> (b, c, h * k, w * k)."),
    (
        "pixel_unshuffle",
        _shrink_rule,
        "Space becomes channels: (b, c, h * k, w * k) -> (b, c * k * k, h, w).",
    ),
    ("depth_to_space", _grow_rule, "Channels become space, blocks of k x k (TensorFlow: layout last)."),
    ("space_to_depth", _shrink_rule, "Space becomes channels, blocks of k x k (TensorFlow: layout last)."),
):
    op(name=_name, doc=_doc, dtype="first")(_block).shape(_rule)


@op(dtype="first")
def unfold(
    x: Array, *, window: Sequence[Size], stride: PerAxis = 1, padding: PerAxis = 0, dilation: PerAxis = 1
) -> Any:
    """Windows as columns (PyTorch): (batch, channels, *space) -> (batch, channels * window, windows).

    >>> from gnomon.ops.sketch import array
    >>> unfold(array(32, 3, 10, 10), window=(2, 2), stride=2)
    array(32, 12, 25)
    """


@unfold.shape
def _(
    r: Rule, x: Array, *, window: Sequence[Size], stride: PerAxis, padding: PerAxis, dilation: PerAxis
) -> Shape:
    image = Layout(r, x, len(window), "first", True)
    require_positive(r, "window", window)
    counts = window_counts(r, x, image.space, window, stride, padding, dilation)
    tail = (image.channels * product(window), product(counts))
    return Shape(image.lead, image.run, tail) if image.run is not None else Shape(image.lead + tail)


@op(dtype="first")
def fold(
    x: Array,
    *,
    size: Sequence[Size],
    window: Sequence[Size],
    stride: PerAxis = 1,
    padding: PerAxis = 0,
    dilation: PerAxis = 1,
) -> Any:
    """Sum columns into images (PyTorch): (batch, channels * window, windows) -> (batch, channels, *size).

    >>> from gnomon.ops.sketch import array
    >>> fold(array(1, 2, 3), size=(4,), window=(2,))
    array(1, 1, 4)
    """


@fold.shape
def _(
    r: Rule,
    x: Array,
    *,
    size: Sequence[Size],
    window: Sequence[Size],
    stride: PerAxis,
    padding: PerAxis,
    dilation: PerAxis,
) -> Shape:
    area = product(window)
    count = len(size)
    for name, numbers in (
        ("window", window),
        ("stride", per_axis(stride, count)),
        ("dilation", per_axis(dilation, count)),
    ):
        require_positive(r, name, numbers)
    if x.shape.rank is not None:
        check_rank(r, x, 2, 3)
    rows, columns = x.shape.axis(-2), x.shape.axis(-1)
    channels = r.fresh()
    if rows is not None:
        r.require(
            Divides(area, rows),
            "window-size",
            "{op}: {x} is {x.shape}: {rows} rows do not split into windows of {area}",
            blame=x,
            x=x,
            rows=rows,
            area=area,
        )
        channels = rows // area
    strides, pads = per_axis(stride, count), pad_widths(padding, count)
    spread = per_axis(dilation, count)
    if columns is not None and not isinstance(pads, str):
        blocks = [
            window_count(r, x, n, k, s, p, d) for n, k, s, p, d in zip(size, window, strides, pads, spread)
        ]
        r.require(
            Equal(columns, product(blocks)),
            "window-size",
            "{op}: {x} is {x.shape}: {columns} windows, but an image of {size} has {blocks}",
            blame=x,
            x=x,
            columns=columns,
            size=Shape(tuple(size)),
            blocks=product(blocks),
        )
    if x.shape.rank is None:
        rest = Shape.unknown()
        return Shape(rest.prefix, rest.run, (channels, *size))
    return Shape((*x.shape.dims[:-2], channels, *size))


@op(dtype="first")
def extract_patches(x: Array, *, window: Sequence[Size], stride: PerAxis, padding: Padding = "valid") -> Any:
    """Patches of images (TensorFlow): (batch, *space, channels) -> (batch, *counts, window * channels).

    >>> from gnomon.ops.sketch import array
    >>> extract_patches(array(1, 4, 2), window=(2,), stride=2)
    array(1, 2, 4)
    """


@extract_patches.shape
def _(r: Rule, x: Array, *, window: Sequence[Size], stride: PerAxis, padding: Padding) -> Shape:
    image = Layout(r, x, len(window), "last", False)
    counts = window_counts(r, x, image.space, window, stride, padding, 1)
    return image.write(image.channels * product(window), counts, "last")


@op(dtype="first")
def grid_sample(x: Array, grid: Array) -> Any:
    """Entries of images at fractional places: (b, c, h, w), (b, i, j, 2) -> (b, c, i, j).

    >>> from gnomon.ops.sketch import array
    >>> grid_sample(array(1, 2, 2, 2), array(1, 2, 2, 2))
    array(1, 2, 2, 2)
    """


@grid_sample.shape
def _(r: Rule, x: Array, grid: Array) -> Shape:
    a, b = x.shape, grid.shape
    if a.rank is None or b.rank is None:
        return Shape.unknown()
    check_rank(r, x, 4, 5)
    if a.rank != b.rank:
        r.refute("rank", "{op}: {x} is {x.shape}, but the grid {g} is {g.shape}", blame=grid, x=x, g=grid)
    message = "{op}: {x} is {x.shape}, but the grid {g} is {g.shape}"
    r.equal(a.dims[0], b.dims[0], "broadcast", message, blame=grid, x=x, g=grid)
    r.equal(b.dims[-1], a.rank - 2, "inner-size", message, blame=grid, x=x, g=grid)
    return Shape((*a.dims[:2], *b.dims[1:-1]))


@op(dtype="first")
def affine_grid(theta: Array, *, size: Sequence[Size]) -> Any:
    """Places of the entries of transformed images: theta (b, 2, 3), size (b, c, h, w) -> (b, h, w, 2).

    >>> from gnomon.ops.sketch import array
    >>> affine_grid(array(1, 2, 3), size=(1, 1, 2, 2))
    array(1, 2, 2, 2)
    """


@affine_grid.shape
def _(r: Rule, theta: Array, *, size: Sequence[Size]) -> Shape:
    dims = tuple(size)
    if theta.shape.rank == 3 and len(dims) in (4, 5):
        message = "{op}: {theta} is {theta.shape}, but images of size {size} take {want}"
        want = Shape((dims[0], len(dims) - 2, len(dims) - 1))
        for have, needed in zip(theta.shape.dims, want.dims):
            r.equal(
                have, needed, "inner-size", message, blame=theta, theta=theta, size=Shape(dims), want=want
            )
    return Shape((dims[0], *dims[2:], len(dims) - 2))
