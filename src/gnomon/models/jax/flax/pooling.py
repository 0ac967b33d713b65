"""Functions of ``flax.linen``: pooling and attention masks."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Shape,
    Size,
    function,
    is_unknown,
    items,
    repeated,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.convolution import padding_of
from gnomon.models.jax.support import as_array, made, unknown_tensor

# -- functions ----------------------------------------------------------------------------------------


@function(
    "flax.linen.max_pool",
    "flax.linen.avg_pool",
    "flax.nnx.max_pool",
    "flax.nnx.avg_pool",
    "flax.nnx.min_pool",
)
def pool(
    inputs: Any, window_shape: Any, strides: Any = None, padding: Any = "VALID", *more: Any, **keywords: Any
) -> Any:
    """Windows of (batch, *space, channels) become one entry each."""
    x = as_array(inputs)
    window = items(window_shape)
    if window is None:
        return ops.unknown_like(x)
    count = len(window)
    pads = padding_of(padding, count)
    if pads is None or x.shape.rank is None or (strides is not None and is_unknown(strides)):
        return ops.unknown_like(x)
    steps = (1,) * count if strides is None else repeated(strides, count)
    rank = x.shape.rank
    lead: tuple[Size, ...] | None = None
    if rank == count + 1:
        x, lead = ops.expand_dims(x, axis=0), ()
    elif rank > count + 2:
        lead = x.shape.dims[: rank - count - 1]
        x = ops.flatten(x, start=0, end=rank - count - 2)
    sizes = tuple(as_size(size) for size in window)
    result = ops.max_pool(x, window=sizes, stride=steps, padding=pads, layout="last")
    if lead is None or result.shape.rank is None:
        return result
    return made(Shape((*lead, *result.shape.dims[1:])), result.dtype)


@function("flax.linen.pool", "flax.nnx.pool")
def general_pool(inputs: Any, *arguments: Any, **keywords: Any) -> Any:
    """Windows folded by any function."""
    return ops.unknown_like(as_array(inputs))


@function("flax.linen.make_causal_mask", "flax.nnx.make_causal_mask")
def make_causal_mask(x: Any, extra_batch_dims: Any = 0, dtype: Any = None) -> Any:
    """A mask (batch, 1, length, length)."""
    array = as_array(x)
    if extra_batch_dims != 0 or array.shape.min_rank == 0 or array.shape.rank is None:
        return unknown_tensor()
    length = array.shape.dims[-1]
    return made(Shape((*array.shape.dims[:-1], 1, length, length)))


@function("flax.linen.make_attention_mask", "flax.nnx.make_attention_mask")
def make_attention_mask(query_input: Any, key_input: Any, *arguments: Any, **keywords: Any) -> Any:
    """A mask (batch, 1, queries, keys)."""
    q, k = as_array(query_input), as_array(key_input)
    if (
        arguments
        or keywords.get("extra_batch_dims", 0) != 0
        or q.shape.rank is None
        or q.shape.rank != k.shape.rank
    ):
        return unknown_tensor()
    if q.shape.rank == 0:
        return unknown_tensor()
    return made(Shape((*q.shape.dims[:-1], 1, q.shape.dims[-1], k.shape.dims[-1])))


@function("flax.linen.combine_masks", "flax.nnx.combine_masks")
def combine_masks(*masks: Any, **keywords: Any) -> Any:
    """All masks at once."""
    given = [as_array(mask) for mask in masks if mask is not None]
    if not given:
        return None
    return ops.broadcast_arrays(given)[0]


@function("flax.linen.dot_product_attention", "flax.nnx.dot_product_attention")
def attention(query: Any, key: Any, value: Any, *arguments: Any, **keywords: Any) -> Any:
    """Attention of (batch, length, heads, width)."""
    from gnomon.models.jax.nn import dot_product_attention

    return dot_product_attention(query, key, value)
