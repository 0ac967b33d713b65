"""Order, number and size of axes: reshape, transpose, concat, split, gather, slice."""

from __future__ import annotations

import re
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN_AXIS,
    Dim,
    ListValue,
    Shape,
    Tensor,
    Unknown,
    dtypes,
    host,
    items,
    method,
    symbol,
)
from gnomon.models.tensorflow.common import (
    adopted,
    array,
    as_dtype,
    is_tensor,
    made,
    number,
    sizes,
    tf_function,
    whole,
)
from gnomon.models.tensorflow.nosize import refuse_none
from gnomon.models.tensorflow.reductions import axes, single


@tf_function("reshape", "python.ops.array_ops.reshape", "manip.reshape")
def _reshape(tensor: Any, shape: Any, name: Any = None) -> Any:
    return ops.reshape(array(tensor), shape=_target(shape))


def _target(value: Any) -> Shape:
    """Return a target of reshape: entries that are unknown integers may be -1."""
    from gnomon.models.tensorflow.shapes import TensorShape

    entries = items(value)
    if entries is None or isinstance(value, TensorShape):
        return sizes(value)
    refuse_none(value, entries)
    return Shape(tuple(_entry(entry) for entry in entries))


def _entry(value: Any) -> Any:
    if type(value) in (int, Dim):
        return value
    if type(value) is Tensor and value.contents is not None:
        return whole(value)
    if type(value) is Tensor and value.dtype is not None:
        return symbol(lower=0)
    return symbol(lower=None)


@tf_function("transpose", "python.ops.array_ops.transpose")
def _transpose(a: Any, perm: Any = None, name: Any = None, conjugate: Any = False) -> Any:
    x = array(a)
    if perm is None:
        return ops.transpose(x)
    order = items(perm)
    if order is None:
        return ops.unknown_like(x)
    return ops.transpose(
        x, axes=tuple(entry if type(entry) in (int, Dim) else UNKNOWN_AXIS for entry in order)
    )


@tf_function("expand_dims", "python.ops.array_ops.expand_dims")
def _expand_dims(input: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:
    place = single(dim if axis is None else axis)
    return ops.expand_dims(array(input), axis=UNKNOWN_AXIS if place is None else place)


@tf_function("squeeze", "python.ops.array_ops.squeeze")
def _squeeze(input: Any, axis: Any = None, name: Any = None, squeeze_dims: Any = None) -> Any:
    named = axes(squeeze_dims if axis is None else axis)
    return ops.squeeze(array(input), axis=None if named == () else named)


@tf_function("concat", "concat_v2", "python.ops.array_ops.concat")
def _concat(values: Any, axis: Any = None, name: Any = None) -> Any:
    if type(values) in (int, Tensor) and type(axis) in (list, tuple):
        values, axis = axis, values
    if is_tensor(values):
        return ops.positive(values)
    entries = _several(values)
    if entries is None:
        return _from_unknown(values, axis)
    if len(entries) == 1:
        return ops.positive(array(entries[0]))
    return ops.concat(entries, axis=single(axis, 0))


def _several(values: Any) -> list[Any] | None:
    """Return a list of tensors of one dtype, None if they are not known one by one."""
    entries = items(values)
    if entries is None or not entries:
        return None
    first = next((entry for entry in entries if is_tensor(entry)), None)
    return (
        [adopted(entry, None if first is None else first.dtype) for entry in entries]
        if first is not None
        else _of_one_dtype([array(entry) for entry in entries])
    )


def _of_one_dtype(arrays: list[Tensor]) -> list[Tensor]:
    """Return converted arrays and numbers: all take the dtype of the first, or of a float among integers."""
    common = arrays[0].dtype
    if common is not None and common.kind != "float":
        common = next((x.dtype for x in arrays if x.dtype is not None and x.dtype.kind == "float"), common)
    return [x if x.dtype in (None, common) else ops.cast(x, dtype=common) for x in arrays]


def _from_unknown(values: Any, axis: Any) -> Any:
    """Join tensors of which only a typical one is known."""
    element = values.element if type(values) is ListValue else None
    if type(element) is Tensor:
        place = single(axis, 0)
        other = ops.unknown_like(element)
        if (
            type(place) is int
            and element.shape.rank is not None
            and -element.shape.rank <= place < element.shape.rank
        ):
            return made(element.shape.with_axis(place, other.shape.axis(place) or symbol()), element.dtype)
        return other
    return made(Shape.unknown())


@tf_function("parallel_stack")
def _parallel_stack(values: Any, name: Any = None) -> Any:
    return _stack(values)


@tf_function("stack", "pack", "python.ops.array_ops.stack")
def _stack(values: Any, axis: Any = 0, name: Any = None) -> Any:
    if is_tensor(values):
        return ops.positive(values)
    entries = _several(values)
    if entries is None:
        element = values.element if type(values) is ListValue else None
        if type(element) is Tensor:
            one = ops.expand_dims(element, axis=single(axis, 0))
            count = values.length if type(values.length) in (int, Dim) else symbol(lower=1)
            place = single(axis, 0)
            if type(place) is int and one.shape.axis(place) is not None:
                return made(one.shape.with_axis(place, count), one.dtype)
        return made(Shape.unknown())
    return ops.stack(entries, axis=single(axis, 0))


@tf_function("unstack", "unpack", "python.ops.array_ops.unstack")
def _unstack(value: Any, num: Any = None, axis: Any = 0, name: Any = None) -> Any:
    x = array(value)
    place = single(axis, 0)
    found = ops.unstack(x, axis=place, count=number(num))
    if type(found) is tuple:
        return list(found)
    return ListValue(None, element=found, length=x.shape.axis(place) if type(place) is int else None)


@tf_function("split", "python.ops.array_ops.split")
def _split(
    value: Any,
    num_or_size_splits: Any = None,
    axis: Any = 0,
    num: Any = None,
    name: Any = None,
    split_dim: Any = None,
    num_split: Any = None,
) -> Any:
    if split_dim is not None or (type(value) is int and is_tensor(axis)):
        if split_dim is None:
            value, num_or_size_splits, axis = axis, num_or_size_splits, value
        else:
            num_or_size_splits, axis = num_split, split_dim
    x = array(value)
    place = single(axis, 0)
    parts = items(num_or_size_splits)
    if parts is not None:
        return list(ops.split(x, sections=tuple(whole(part) for part in parts), axis=place))
    count = number(num_or_size_splits)
    if count is None:
        count = number(num)
    if count is None:
        one = ops.split(x, sections=(symbol(lower=0), -1), axis=place)[0]
        return ListValue(None, element=one)
    return list(ops.split(x, sections=count, axis=place))


@tf_function("split_v")
def _split_v(value: Any, size_splits: Any, axis: Any = 0, num: Any = None, name: Any = None) -> Any:
    return _split(value, size_splits, axis, num)


@tf_function("tile", "manip.tile")
def _tile(input: Any, multiples: Any, name: Any = None) -> Any:
    counts = sizes(multiples)
    x = array(input)
    if counts.rank is None:
        return ops.unknown_like(x)
    return ops.tile(x, reps=counts.dims, strict=True)


@tf_function("repeat")
def _repeat(input: Any, repeats: Any, axis: Any = None, name: Any = None) -> Any:
    x = array(input)
    counts = items(repeats)
    named = None if axis is None else single(axis)
    if counts is not None:
        return ops.repeat(x, repeats=tuple(whole(count) for count in counts), axis=named)
    vague = type(repeats) is Tensor and repeats.shape.rank != 0
    return ops.repeat(x, repeats=symbol() if vague else whole(repeats), axis=named)


@tf_function("broadcast_to")
def _broadcast_to(input: Any, shape: Any, name: Any = None) -> Any:
    return ops.broadcast_to(array(input), shape=sizes(shape))


@tf_function("pad")
def _pad(
    tensor: Any, paddings: Any, mode: Any = "CONSTANT", name: Any = None, constant_values: Any = 0
) -> Any:
    x = array(tensor)
    widths = _pairs(paddings)
    if widths is None:
        return ops.unknown_like(x)
    made_now = getattr(x, "library", None) != "tf1" and not may_build_graphs()
    mirrored = made_now and type(mode) is str and mode.upper() == "REFLECT"
    return ops.pad(x, widths=widths, reflect=mirrored)


_GRAPHS = re.compile(
    r"tensorflow\.compat\.v1|tensorflow\.compat import v1|disable_(eager|v2)|tensorflow\.contrib"
)


def may_build_graphs() -> bool:
    """Whether the file at work is written for graphs too: what only a run refuses is none's business there."""
    site = host.reporter.site
    if site is None:
        return True
    found = site.source.memo.get("builds graphs")
    if found is None:
        found = site.source.memo["builds graphs"] = _GRAPHS.search(site.source.text) is not None
    return bool(found)


def _pairs(value: Any) -> tuple[tuple[Any, Any], ...] | None:
    """Return widths before and after each axis."""
    if (
        type(value) is Tensor
        and value.shape.rank == 2
        and value.shape.dims[1] == 2
        and value.contents is not None
    ):
        flat = [symbol() if entry is None else entry for entry in value.contents]
        return tuple(zip(flat[::2], flat[1::2], strict=True))
    if type(value) is Tensor and value.shape.rank == 2 and type(value.shape.dims[0]) is int:
        return tuple((symbol(), symbol()) for _ in range(value.shape.dims[0]))
    rows = items(value)
    if rows is None:
        return None
    pairs = []
    for row in rows:
        pair = items(row)
        if pair is None or len(pair) != 2:
            return None
        pairs.append((whole(pair[0]), whole(pair[1])))
    return tuple(pairs)


@tf_function("gather", "python.ops.array_ops.gather", "compat.v1.gather")
def _gather(
    params: Any,
    indices: Any,
    validate_indices: Any = None,
    name: Any = None,
    axis: Any = None,
    batch_dims: Any = 0,
) -> Any:
    x, chosen = array(params), array(indices)
    shared = batch_dims if type(batch_dims) is int else 0
    default = shared if shared > 0 else 0
    return ops.take(x, chosen, axis=single(axis, default), batch_dims=shared)


@tf_function("batch_gather")
def _batch_gather(params: Any, indices: Any, name: Any = None) -> Any:
    x, chosen = array(params), array(indices)
    if chosen.shape.rank is None:
        return made(Shape.unknown(), x.dtype)
    return ops.take(x, chosen, axis=chosen.shape.rank - 1, batch_dims=chosen.shape.rank - 1)


@tf_function("gather_nd")
def _gather_nd(
    params: Any, indices: Any, name: Any = None, batch_dims: Any = 0, bad_indices_policy: Any = ""
) -> Any:
    return ops.gather_nd(
        array(params), array(indices), batch_dims=batch_dims if type(batch_dims) is int else 0
    )


@tf_function("scatter_nd", "manip.scatter_nd")
def _scatter_nd(
    indices: Any, updates: Any, shape: Any, name: Any = None, bad_indices_policy: Any = ""
) -> Any:
    goal = sizes(shape)
    values = array(updates)
    if goal.rank is None:
        return made(Shape.unknown(), values.dtype)
    return ops.scatter_nd(values, array(indices), shape=goal.dims)


@tf_function("tensor_scatter_nd_update", "tensor_scatter_update")
def _tensor_scatter_update(tensor: Any, indices: Any, updates: Any, name: Any = None) -> Any:
    return scattered(tensor, indices, updates)


@tf_function(
    "tensor_scatter_nd_add",
    "tensor_scatter_add",
    "tensor_scatter_nd_sub",
    "tensor_scatter_sub",
    "tensor_scatter_nd_max",
    "tensor_scatter_nd_min",
)
def _tensor_scatter(
    tensor: Any, indices: Any, updates: Any, name: Any = None, bad_indices_policy: Any = ""
) -> Any:
    return scattered(tensor, indices, updates)


def scattered(tensor: Any, indices: Any, updates: Any) -> Any:
    """Store entries or slices at the positions that the rows of ``indices`` name: the tensor keeps its shape."""
    x, values = array(tensor), array(updates)
    if x.shape.rank is not None and values.shape.rank:
        ops.scatter_nd(values, array(indices), shape=x.shape.dims)
    return ops.positive(x)


@tf_function("slice", "python.ops.array_ops.slice")
def _slice(input_: Any, begin: Any, size: Any, name: Any = None) -> Any:
    x = array(input_)
    starts, counts = items(begin), items(size)
    if starts is None or counts is None:
        return ops.unknown_like(x)
    if len(starts) != len(counts):
        return ops.unknown_like(x)
    return ops.crop(
        x, begin=tuple(whole(start) for start in starts), size=tuple(_entry(count) for count in counts)
    )


@tf_function("strided_slice")
def _strided_slice(
    input_: Any,
    begin: Any,
    end: Any,
    strides: Any = None,
    begin_mask: Any = 0,
    end_mask: Any = 0,
    ellipsis_mask: Any = 0,
    new_axis_mask: Any = 0,
    shrink_axis_mask: Any = 0,
    var: Any = None,
    name: Any = None,
) -> Any:
    x = array(input_)
    masks = (begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    starts, stops = items(begin), items(end)
    steps = [1] * len(starts or ()) if strides is None else items(strides)
    plain = all(type(mask) is int for mask in masks) and not any(masks[2:])
    if (
        starts is None
        or stops is None
        or steps is None
        or not plain
        or not len(starts) == len(stops) == len(steps)
    ):
        return ops.unknown_like(x) if plain else made(Shape.unknown(), x.dtype)
    parts = tuple(
        slice(
            None if begin_mask >> k & 1 else whole(starts[k]),
            None if end_mask >> k & 1 else whole(stops[k]),
            whole(steps[k]),
        )
        for k in range(len(starts))
    )
    return ops.index(x, items=parts)


@tf_function("boolean_mask", "ragged.boolean_mask_dense")
def _boolean_mask(tensor: Any, mask: Any, name: Any = None, axis: Any = None) -> Any:
    if type(name) is int:
        axis = name
    return ops.boolean_mask(array(tensor), array(mask), axis=single(axis, 0))


@tf_function("reverse", "reverse_v2", "manip.reverse")
def _reverse(tensor: Any, axis: Any, name: Any = None) -> Any:
    return ops.flip(array(tensor), axis=axes(axis))


@tf_function("reverse_sequence")
def _reverse_sequence(input: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(array(input))


@tf_function("roll", "manip.roll")
def _roll(input: Any, shift: Any, axis: Any, name: Any = None) -> Any:
    return ops.roll(array(input), axis=axes(axis))


@tf_function("meshgrid")
def _meshgrid(*args: Any, indexing: Any = "xy", **kwargs: Any) -> Any:
    return list(
        ops.meshgrid([array(arg) for arg in args], indexing=indexing if type(indexing) is str else "xy")
    )


@tf_function(
    "linalg.band_part",
    "matrix_band_part",
    "matrix_set_diag",
    "linalg.set_diag",
    "linalg.inv",
    "matrix_inverse",
    "linalg.cholesky",
    "cholesky",
    "linalg.expm",
    "linalg.logm",
    "linalg.sqrtm",
    "linalg.pinv_square",
    "quantization.quantize_and_dequantize",
    "quantize_and_dequantize",
)
def _same(input: Any = None, *args: Any, **kwargs: Any) -> Any:
    value = input if input is not None else next(iter(kwargs.values()))
    return ops.positive(array(value))


@tf_function("space_to_depth", "nn.space_to_depth")
def _space_to_depth(input: Any, block_size: Any, data_format: Any = "NHWC", name: Any = None) -> Any:
    x, block = array(input), number(block_size)
    if block is None or x.shape.rank != 4 or data_format != "NHWC":
        return ops.unknown_like(x)
    return ops.space_to_depth(x, block=block, layout="last", spatial=2)


@tf_function("depth_to_space", "nn.depth_to_space")
def _depth_to_space(input: Any, block_size: Any, data_format: Any = "NHWC", name: Any = None) -> Any:
    x, block = array(input), number(block_size)
    if block is None or x.shape.rank != 4 or data_format != "NHWC":
        return ops.unknown_like(x)
    return ops.depth_to_space(x, block=block, layout="last", spatial=2)


@tf_function(
    "segment_sum",
    "math.segment_sum",
    "segment_mean",
    "math.segment_mean",
    "segment_max",
    "math.segment_max",
    "segment_min",
    "math.segment_min",
    "segment_prod",
    "math.segment_prod",
)
def _segments(data: Any, segment_ids: Any, name: Any = None) -> Any:
    return ops.segment_reduce(array(data), array(segment_ids))


@tf_function(
    "unsorted_segment_sum",
    "math.unsorted_segment_sum",
    "unsorted_segment_mean",
    "math.unsorted_segment_mean",
    "unsorted_segment_max",
    "math.unsorted_segment_max",
    "math.unsorted_segment_min",
    "unsorted_segment_min",
    "math.unsorted_segment_prod",
    "math.unsorted_segment_sqrt_n",
)
def _unsorted(data: Any, segment_ids: Any, num_segments: Any, name: Any = None) -> Any:
    return ops.segment_reduce(array(data), array(segment_ids), count=whole(num_segments))


@tf_function("dynamic_partition")
def _dynamic_partition(data: Any, partitions: Any, num_partitions: Any, name: Any = None) -> Any:
    x, count = array(data), number(num_partitions)
    mask = ops.cast(array(partitions), dtype=dtypes.bool)
    if mask.shape.rank == 0:
        x, mask = ops.expand_dims(x, axis=0), ops.expand_dims(mask, axis=0)
    if count is None:
        return ListValue(None, element=ops.boolean_mask(x, mask))
    return [ops.boolean_mask(x, mask) for _ in range(min(count, 64))]  # each of a size of its own


@tf_function("dynamic_stitch")
def _dynamic_stitch(indices: Any, data: Any, name: Any = None) -> Any:
    parts = items(data)
    first = array(parts[0]) if parts else made(Shape.unknown())
    return ops.boolean_mask(first, ops.full(shape=(first.shape.axis(0) or symbol(),), dtype=dtypes.bool))


@tf_function("searchsorted")
def _searchsorted(
    sorted_sequence: Any, values: Any, side: Any = "left", out_type: Any = dtypes.int32, name: Any = None
) -> Any:
    return ops.cast(array(values), dtype=as_dtype(out_type, dtypes.int32))


@tf_function("invert_permutation", "math.invert_permutation")
def _invert(x: Any, name: Any = None) -> Any:
    return ops.positive(array(x))


@tf_function(
    "space_to_batch_nd",
    "batch_to_space_nd",
    "batch_to_space",
    "space_to_batch",
)
def _rearranged(*args: Any, **kwargs: Any) -> Any:
    return ops.unknown_like(array(args[0] if args else next(iter(kwargs.values()))))


@tf_function("extract_image_patches", "image.extract_patches", "image.extract_image_patches")
def _patches(
    images: Any,
    sizes: Any = None,
    strides: Any = None,
    rates: Any = None,
    padding: Any = None,
    name: Any = None,
    ksizes: Any = None,
) -> Any:
    x = array(images)
    apart = [items(value) for value in (sizes if ksizes is None else ksizes, strides, rates)]
    if any(entries is None or len(entries) != 4 for entries in apart) or type(padding) is not str:
        return ops.unknown_like(x)
    window, step, dilation = (tuple(whole(entry) for entry in entries[1:3]) for entries in apart)  # type: ignore[index]
    if dilation != (1, 1):
        return ops.unknown_like(x)
    return ops.extract_patches(x, window=window, stride=step, padding=padding.lower())


@tf_function("tuple", tensor=False)
def _tuple(tensors: Any, name: Any = None, control_inputs: Any = None) -> Any:
    return tensors


@method("tf", "__getitem__")
def _getitem(self: Any, item: Any) -> Any:
    return Unknown()


@method("tf", "numpy")
def _numpy(self: Tensor) -> Tensor:
    result = Tensor(self.shape, self.dtype, "numpy", site=host.reporter.site)
    result.contents, result.bounds = self.contents, self.bounds
    return result
