"""Windows that slide over spatial axes: shared arithmetic of convolution and pooling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gnomon.ops.axes import fresh_sizes
from gnomon.ops.slicing import at_least_zero
from gnomon.shapes import AtLeast, Run, Shape, Size, ceil_div

if TYPE_CHECKING:
    from gnomon.ops.rule import Array, Rule

PerAxis = Size | Sequence[Size]
"""One number for all spatial axes, or one for each."""

Padding = Size | str | Sequence[Size | tuple[Size, Size]]
"""A number, one or a pair per spatial axis, or "same", "valid", "causal"."""

AXIS_NAMES = {1: "length", 2: "height, width", 3: "depth, height, width"}


def per_axis(value: PerAxis, count: int) -> tuple[Size, ...]:
    """Return one value for each spatial axis."""
    if isinstance(value, Sequence):
        sizes = tuple(value)
        return sizes * count if len(sizes) == 1 else sizes
    return (value,) * count


def pad_widths(padding: Padding, count: int) -> str | list[tuple[Size, Size]]:
    """Return "same" or the entries added before and after each spatial axis."""
    if isinstance(padding, str):
        lowered = padding.lower()
        return [(0, 0)] * count if lowered == "valid" else "same"
    if not isinstance(padding, Sequence):
        return [(padding, padding)] * count
    entries: list[Any] = list(padding)
    if len(entries) == 1:
        entries = entries * count
    return [(e[0], e[1]) if isinstance(e, (tuple, list)) else (e, e) for e in entries]


class Layout:
    """Where the parts of an image batch are: its leading axes, channels and spatial axes."""

    __slots__ = ("channels", "dims", "lead", "r", "run", "space", "x")

    def __init__(self, r: Rule, x: Array, spatial: int, layout: str, unbatched: bool) -> None:
        self.r = r
        self.x = x
        shape = x.shape
        rank = shape.rank
        full = spatial + 2
        self.run: Run | None = None
        if rank is None:
            self._open(spatial, layout, unbatched)
            return
        if rank != full and not (unbatched and rank == full - 1):
            refuse_rank(r, x, spatial, layout, unbatched)
        dims = shape.dims
        batch = rank - spatial - 1
        self.lead: tuple[Size, ...] = dims[:batch]
        if layout == "first":
            self.channels: Size = dims[batch]
            self.space: tuple[Size, ...] = dims[batch + 1 :]
        else:
            self.channels = dims[-1]
            self.space = dims[batch:-1]

    def _open(self, spatial: int, layout: str, unbatched: bool) -> None:
        r, shape = self.r, self.x.shape
        full = spatial + 2
        if shape.min_rank > full:
            refuse_rank(r, self.x, spatial, layout, unbatched)
        tail = list(fresh_sizes(r, spatial + 1))
        for k in range(1, min(len(shape.suffix), spatial + 1) + 1):
            tail[-k] = shape.suffix[-k]
        missing = full - shape.min_rank
        if not unbatched and missing >= 0:
            row = (*shape.prefix, *fresh_sizes(r, missing), *shape.suffix)
            self.lead = row[:1]
            tail = list(row[1:])
        else:
            self.lead = ()
            self.run = Run()
        if layout == "first":
            self.channels, self.space = tail[0], tuple(tail[1:])
        else:
            self.channels, self.space = tail[-1], tuple(tail[:-1])

    def write(self, channels: Size, space: Sequence[Size], layout: str) -> Shape:
        """Return the shape with other channels and spatial sizes."""
        tail = (channels, *space) if layout == "first" else (*space, channels)
        return Shape(self.lead, self.run, tail) if self.run is not None else Shape(self.lead + tail)


def refuse_rank(r: Rule, x: Array, spatial: int, layout: str, unbatched: bool) -> None:
    """Refute an array that has not the axes of a batch of images."""
    space = AXIS_NAMES.get(spatial, f"{spatial} spatial axes")
    axes = f"(batch, channels, {space})" if layout == "first" else f"(batch, {space}, channels)"
    r.refute(
        "rank",
        "{op}: {x} is {x.shape}, but {want} axes are needed: {axes}",
        blame=x,
        help=_missing_axis(x, spatial, layout),
        x=x,
        want=f"{spatial + 1} or {spatial + 2}" if unbatched else spatial + 2,
        axes=axes,
    )


def _missing_axis(x: Array, spatial: int, layout: str) -> str | None:
    """Return which axis would complete a batch of images that lacks one."""
    if x.shape.rank != spatial + 1:
        return None
    dims = x.shape.dims
    if dims[0 if layout == "first" else -1] in (1, 3):
        return f"a batch axis in front makes it {Shape((1, *dims))}"
    whole = (dims[0], 1, *dims[1:]) if layout == "first" else (*dims, 1)
    return f"an axis of one channel makes it {Shape(whole)}"


def window_count(
    r: Rule,
    x: Array,
    size: Size,
    window: Size,
    stride: Size,
    pads: tuple[Size, Size],
    dilation: Size,
    ceil_mode: bool = False,
) -> Size:
    """Return how many windows fit along an axis of this size; with ``ceil_mode`` the last may hang over."""
    extent = window if dilation == 1 else dilation * (window - 1) + 1
    before, after = pads
    room = size + before + after - extent
    if ceil_mode:
        return _window_count_up(r, x, size, window, stride, pads, extent, room)
    if r.library == "jax":
        if type(stride) is int and stride < 1:
            return r.fresh()  # tracing gives some number, and only the compiler refuses it
        if type(room) is not int or room < 0:
            return at_least_zero(r, room // stride + 1)
    elif type(room) is int:
        if room < 0:
            _refuse_window(r, x, size, window, extent, before + after)
            return r.fresh()
    else:
        r.require(
            AtLeast(room, 0),
            "window-size",
            "{op}: {x} is {x.shape}: a window of {window} does not fit into {size}",
            blame=x,
            x=x,
            window=window,
            size=size,
        )
    return room // stride + 1 if stride != 1 else room + 1


def _window_count_up(
    r: Rule,
    x: Array,
    size: Size,
    window: Size,
    stride: Size,
    pads: tuple[Size, Size],
    extent: Size,
    room: Size,
) -> Size:
    """Return how many windows fit when the last one may hang over the end, if it starts inside."""
    count = ceil_div(room, stride) + 1
    before, after = pads
    if type(count) is int and type(stride) is int and type(size) is int and type(before) is int:
        if (count - 1) * stride >= size + before:
            count -= 1
        if count <= 0:
            _refuse_window(r, x, size, window, extent, before + after)
            return r.fresh()
        return count
    r.require(
        AtLeast(count, 1),
        "window-size",
        "{op}: {x} is {x.shape}: a window of {window} does not fit into {size}",
        blame=x,
        x=x,
        window=window,
        size=size,
    )
    # Small strides always start the last window inside the axis or its left padding.
    return count if r.facts.at_least(window, before + stride).is_yes else r.fresh()


def _channels_misplaced(r: Rule, x: Array, size: Size) -> str | None:
    """Return a hint where an image seems to have its 1 or 3 channels in front, but the library wants them last."""
    if r.library not in ("tf", "tf1", "keras") or x.shape.rank != 4 or size not in (1, 3):
        return None
    first, *_, last = x.shape.dims[1:]
    if first == size and type(last) is int and last > 4:
        return "channels come last here: (batch, height, width, channels)"
    return None


def _refuse_window(r: Rule, x: Array, size: Size, window: Size, extent: Size, padding: Size) -> None:
    padded = f" (with {padding} of padding)" if padding != 0 else ""
    wide = f"{window} spread over {extent}" if extent != window else f"{window}"
    r.fail(
        "window-size",
        "{op}: {x} is {x.shape}: a window of {wide} does not fit into {size}{padded}",
        blame=x,
        help=_channels_misplaced(r, x, size),
        x=x,
        window=window,
        wide=wide,
        size=size,
        padded=padded,
    )


def require_positive(r: Rule, name: str, numbers: Sequence[Size]) -> None:
    """Require that windows have entries and move on; JAX takes any steps where nothing comes out."""
    for number in numbers:
        if type(number) is int and number < 1 and r.library != "jax":
            r.fail(
                "window-size",
                "{op}: a {name} of {number}, but it should be at least 1",
                name=name,
                number=number,
            )


def window_counts(
    r: Rule,
    x: Array,
    space: Sequence[Size],
    window: Sequence[Size],
    stride: PerAxis,
    padding: Padding,
    dilation: PerAxis,
    ceil_mode: bool = False,
) -> list[Size]:
    """Return how many windows fit along each spatial axis."""
    count = len(space)
    strides, spread = per_axis(stride, count), per_axis(dilation, count)
    require_positive(r, "stride", strides)
    require_positive(r, "dilation", spread)
    pads = pad_widths(padding, count)
    if isinstance(pads, str):
        return [_same_count(r, size, k, s, d) for size, k, s, d in zip(space, window, strides, spread)]
    return [
        window_count(r, x, size, k, s, p, d, ceil_mode)
        for size, k, s, p, d in zip(space, window, strides, pads, spread)
    ]


def _same_count(r: Rule, size: Size, window: Size, stride: Size, dilation: Size) -> Size:
    """Return how many windows start along an axis that is padded to hold one at each step."""
    if any(type(number) is int and number < 1 for number in (window, stride, dilation)):
        return r.fresh()
    return size if stride == 1 else ceil_div(size, stride)
