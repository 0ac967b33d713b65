"""Windows that slide over images: where channels are, steps and paddings per axis, axes that they leave alone."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import Dim, Shape, Tensor, host, items, symbol
from gnomon.models.tensorflow.common import array, made, older_than, whole
from gnomon.shapes import Never

AXES = "{op}: {name} is {value}, which moves over the {axis} of {x}: its {place} entry must be 1"
ONE_KIND = "{op}: ksize is {value}, which pools across channels and pixels at once: one of them must be 1"
SAME_STEP = "{op}: pooling across {size} channels must take steps of {size} channels, not {step}"
LENGTH = (
    "{op}: {value} has {count} entries, but one number, or one per spatial axis ({spatial}), or one for every "
    "axis is needed"
)
SKIPPED = "{op}: strides are {value}, which skip channels of {x} in the graph's shape, but not when it runs"


def layout_of(data_format: Any) -> str | None:
    """Return where channels are: "last", "first", or None where that is not known."""
    if data_format is None:
        return "last"
    if type(data_format) is not str:
        return None
    if data_format.lower() in ("channels_last", "channels_first"):
        return data_format.lower()[len("channels_") :]
    return "first" if data_format.upper().startswith("NC") and len(data_format) >= 3 else "last"


def windows(value: Any, spatial: int, layout: str, default: Any = 1) -> tuple[Any, ...]:
    """Return one size per spatial axis from a number, a list of these, or a list with batch and channels."""
    if value is None:
        return (default,) * spatial
    entries = items(value)
    if entries is None:
        return (
            (whole(value),) * spatial
            if type(value) in (int, Dim)
            else tuple(symbol(lower=1) for _ in range(spatial))
        )
    found = tuple(whole(entry) for entry in entries)
    if len(found) == spatial + 2:
        return found[1:-1] if layout == "last" else found[2:]
    if len(found) == 1:
        return found * spatial
    if len(found) == spatial:
        return found
    if any(type(entry) is int and entry != 1 for entry in found) or not found:
        host.require(Never(), "window-size", LENGTH, value=entries, count=len(found), spatial=spatial)
    return tuple(symbol(lower=1) for _ in range(spatial))


def paddings(value: Any, spatial: int, layout: str) -> Any:
    """Return "same", "valid" or widths per spatial axis; None where that is not known."""
    if type(value) is str:
        return value.lower() if value.lower() in ("same", "valid", "causal", "full") else None
    rows = items(value)
    if rows is None:
        return None
    pairs = [tuple(items(row) or ()) for row in rows]
    if len(pairs) == spatial + 2 and all(len(pair) == 2 for pair in pairs):
        return pairs[1:-1] if layout == "last" else pairs[2:]
    return None


def unknown_image(x: Tensor, channels: Any, spatial: int, layout: str) -> Tensor:
    """Return an image of which batch and channels are all that is known."""
    batch = x.shape.axis(0)
    lead = (symbol() if batch is None else batch,)
    space = tuple(symbol() for _ in range(spatial))
    last = (symbol() if channels is None else channels,)
    return made(Shape(lead + space + last if layout == "last" else lead + last + space), x.dtype)


def ends(value: Any, spatial: int, layout: str) -> tuple[Any, Any] | None:
    """Return the entries for batch and channels of a list with one entry per axis, None for other forms."""
    entries = items(value) if type(value) in (list, tuple) else None
    if entries is None or len(entries) != spatial + 2:
        return None
    return entries[0], entries[-1 if layout == "last" else 1]


def slides_inside(x: Tensor, given: dict[str, Any], layout: str, spatial: int) -> bool:
    """Whether windows and steps leave batch and channels alone, as TensorFlow demands; refuted where not."""
    for name, value in given.items():
        found = ends(value, spatial, layout)
        if found is not None and not (
            _stays(x, name, value, found[0]) and _stays(x, name, value, found[1], layout)
        ):
            return False
    return True


def _stays(x: Tensor, name: str, value: Any, entry: Any, layout: str = "") -> bool:
    if type(entry) is not int or entry == 1:
        return True
    axis = "channels" if layout else "batch"
    place = {"": "first", "first": "second", "last": "last"}[layout]
    host.require(
        Never(), "window-size", AXES, blame=x, x=x, name=name, value=items(value), axis=axis, place=place
    )
    return False


def pools_across(x: Tensor, window: Any, strides: Any, layout: str) -> Tensor | None:
    """Return the result of pooling pictures across their channels; None where batch and channels are left alone.

    Such a window must be 1 in height and width, and take steps of its own size.
    """
    sizes, steps = ends(window, 2, layout), ends(strides, 2, layout)
    for name, value, found in (("ksize", window, sizes), ("strides", strides, steps)):
        if found is not None and not _stays(x, name, value, found[0]):
            return unknown_image(x, None, 2, layout)
    size, step = (1 if found is None else found[1] for found in (sizes, steps))
    if type(size) is not int or type(step) is not int or size == step == 1:
        return None
    pixels = windows(window, 2, layout)
    fields = {"value": items(window), "size": size, "step": step}
    if size > 1 and any(type(entry) is int and entry > 1 for entry in pixels):
        host.require(Never(), "window-size", ONE_KIND, blame=x, **fields)
    elif size > 1 and size != step:
        host.require(Never(), "window-size", SAME_STEP, blame=x, **fields)
    elif size == 1:
        host.warn("window-size", SKIPPED, blame=x, x=x, value=items(strides))
    return unknown_image(x, None, 2, layout)


def over_batches(x: Tensor, rank: int, action: Any) -> Any:
    """Apply an action on the last ``rank`` axes of an array that may have more axes of batches."""
    extra = 0 if x.shape.rank is None else x.shape.rank - rank
    if extra <= 0:
        return action(x)
    inner = action(Tensor(Shape(x.shape.dims[extra:]), x.dtype, x.library, site=x.site))
    if type(inner) is not Tensor or inner.shape.rank is None:
        return inner
    return made(Shape((*x.shape.dims[:extra], *inner.shape.dims)), inner.dtype)


def spatial_axes(x: Any, window: Any, strides: Any) -> int:
    """Return how many axes pooling moves over: 2, unless windows and steps fit another number of axes.

    TensorFlow 2 reads it off the array.
    """
    rank = array(x).shape.rank
    if rank in (3, 5) and not older_than(2, 0):
        lengths = [len(entries) for entries in (items(window), items(strides)) if entries is not None]
        if all(length in (1, rank - 2, rank) for length in lengths):
            return rank - 2
    return 2
