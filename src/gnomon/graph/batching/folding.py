"""Images: the mapped axis joins the batch, or, where kernels differ from row to row, the groups of channels."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.helpers import all_rows, each_row
from gnomon.graph.batching.registry import Batch, batching, ops
from gnomon.shapes import Size


def joined(b: Batch, *arrays: Array) -> tuple[Array, ...]:
    """Merge the mapped axis with the batch axis behind it."""
    return tuple([ops.reshape(x, shape=(b.size * x.shape.dims[1], *x.shape.dims[2:])) for x in arrays])


def apart(b: Batch, found: Array) -> Array:
    """Undo `joined`."""
    return ops.reshape(found, shape=(b.size, *b.outs[0].shape.dims))  # type: ignore[no-any-return]


@batching("max_pool", "avg_pool", "lp_pool")
def _(b: Batch, x: Array, *, window: Any, **attributes: Any) -> Any:
    if b.rank(0) == len(window) + 1:
        return b.op(x, window=window, **attributes)
    return apart(b, b.op(*joined(b, x), window=window, **attributes))


@batching("avg_pool_back", "max_pool_back")
def _(b: Batch, *arrays: Array, window: Any, **attributes: Any) -> Any:
    rows = all_rows(b, *arrays)
    if b.rank(0) == len(window) + 1:
        return b.op(*rows, window=window, **attributes)
    return apart(b, b.op(*joined(b, *rows), window=window, **attributes))


@batching("adaptive_avg_pool", "adaptive_max_pool")
def _(b: Batch, x: Array, *, size: Any, **attributes: Any) -> Any:
    if b.rank(0) == len(size) + 1:
        return b.op(x, size=size, **attributes)
    return apart(b, b.op(*joined(b, x), size=size, **attributes))


@batching("global_avg_pool", "global_max_pool")
def _(b: Batch, x: Array, **attributes: Any) -> Any:
    return apart(b, b.op(*joined(b, x), **attributes))


@batching("max_unpool")
def _(b: Batch, x: Array, indices: Array, *, window: Any, **attributes: Any) -> Any:
    x, indices = all_rows(b, x, indices)
    if b.rank(0) == len(window) + 1:
        return ops.max_unpool(x, indices, window=window, **attributes)
    return apart(b, ops.max_unpool(*joined(b, x, indices), window=window, **attributes))


@batching("pixel_shuffle", "pixel_unshuffle", "depth_to_space", "space_to_depth")
def _(b: Batch, x: Array, *, layout: str, spatial: int, **attributes: Any) -> Any:
    if b.rank(0) == spatial + 1:
        return b.op(x, layout=layout, spatial=spatial, **attributes)
    return apart(b, b.op(*joined(b, x), layout=layout, spatial=spatial, **attributes))


@batching("unfold")
def _(b: Batch, x: Array, *, window: Any, **attributes: Any) -> Any:
    if b.rank(0) == len(window) + 1:
        return ops.unfold(x, window=window, **attributes)
    return apart(b, ops.unfold(*joined(b, x), window=window, **attributes))


@batching("fold")
def _(b: Batch, x: Array, **attributes: Any) -> Any:
    if b.rank(0) == 2:
        return ops.fold(x, **attributes)
    return apart(b, ops.fold(*joined(b, x), **attributes))


@batching("conv", "conv_transpose")
def _(
    b: Batch,
    x: Array,
    weight: Array,
    bias: Array | None,
    *,
    groups: Size | None,
    layout: str,
    kernel_layout: str | None,
    spatial: int | None,
    unbatched: bool,
    **attributes: Any,
) -> Any:
    """A bias that differs from row to row is added at the end."""
    count = b.rank(1) - 2 if spatial is None else spatial
    added = bias if bias is not None and b.over[2] else None
    inner = None if added is not None else bias
    options = {"layout": layout, "kernel_layout": kernel_layout, "spatial": count, **attributes}
    if b.over[1]:
        found = _grouped(b, x, weight, inner, count, groups, options)
    elif not b.over[0]:
        found = each_row(b, b.op(x, weight, None, groups=groups, unbatched=unbatched, **options), False)
    elif b.rank(0) == count + 1:
        found = b.op(x, weight, inner, groups=groups, unbatched=False, **options)
    else:
        found = apart(b, b.op(*joined(b, x), weight, inner, groups=groups, unbatched=False, **options))
    return found if added is None else ops.add(found, _per_channel(added, found.ndim, count, layout))


def _grouped(
    b: Batch,
    x: Array,
    weight: Array,
    bias: Array | None,
    count: int,
    groups: Size | None,
    options: dict[str, Any],
) -> Array:
    """Convolve the channels of each row with its own kernels, as groups of one image with all channels."""
    layout, kernels = options["layout"], options["kernel_layout"] or options["layout"]
    x = each_row(b, x, b.over[0])
    single = b.rank(0) == count + 1
    x = ops.expand_dims(x, axis=1) if single else x
    if layout == "last":
        x = ops.moveaxis(x, source=-1, destination=2)
    size, n, channels, *space = x.shape.dims
    rows = ops.reshape(ops.moveaxis(x, source=0, destination=1), shape=(n, size * channels, *space))
    kernel = _kernels_first(weight, kernels)
    _, outer, *rest = kernel.shape.dims
    if groups is None:
        groups = channels // rest[0]
    flat = ops.reshape(kernel, shape=(b.size * outer, *rest))
    options = {**options, "layout": "first", "kernel_layout": "first"}
    found = b.op(rows, flat, groups=b.size * groups, unbatched=False, **options)
    _, _, *target = found.shape.dims
    found = ops.reshape(found, shape=(n, b.size, _outputs(b, layout, count), *target))
    found = ops.moveaxis(found, source=1, destination=0)
    if bias is not None:
        found = ops.add(found, ops.reshape(bias, shape=(bias.size, *(1,) * count)))
    if layout == "last":
        found = ops.moveaxis(found, source=2, destination=-1)
    return ops.squeeze(found, axis=1) if single else found  # type: ignore[no-any-return]


def _kernels_first(weight: Array, layout: str) -> Array:
    """Return kernels, the mapped axis in front, with their channel axes next."""
    if layout == "first":
        return weight
    return ops.moveaxis(weight, source=(-1, -2), destination=(1, 2))  # type: ignore[no-any-return]


def _outputs(b: Batch, layout: str, count: int) -> Size:
    dims = b.outs[0].shape.dims
    return dims[-1] if layout == "last" else dims[len(dims) - count - 1]


def _per_channel(bias: Array, rank: int, count: int, layout: str) -> Array:
    """Let rows of one number for each channel broadcast with images."""
    shape: list[Size] = [1] * rank
    shape[0] = bias.shape.dims[0]
    if bias.ndim > 1:
        shape[rank - 1 if layout == "last" else rank - count - 1] = bias.shape.dims[1]
    return ops.reshape(bias, shape=tuple(shape))  # type: ignore[no-any-return]
