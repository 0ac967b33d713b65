"""The body of attention."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import filled, spread, whole_size
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import dtypes


@body("scaled_dot_product_attention")
def attention(
    query: Array, key: Array, value: Array, mask: Array | None, *, grouped: bool, causal: bool, scale: Any
) -> Any:
    """Softmax of the products of queries and keys, times the values."""
    if grouped and query.ndim > 2:
        axis = query.ndim - 3
        times = query.shape.dims[axis] // key.shape.dims[axis]
        key, value = (ops.repeat(x, repeats=times, axis=axis) for x in (key, value))
    width = query.shape.dims[-1]
    if scale is None:
        scale = 1 / math.sqrt(width) if type(width) is int else ops.rsqrt(
            ops.cast(whole_size(query, query.ndim - 1), dtype=query.dtype)
        )  # fmt: skip
    scores = ops.matmul(query, ops.matrix_transpose(key)) * scale
    lowest = -float("inf")
    if causal:
        whole = ops.tril(spread(scores, 1, scores.shape.dims[-2:], dtypes.int64))
        scores = ops.where(ops.equal(whole, 1), scores, filled(scores, lowest))
    if mask is not None:
        keep = mask.dtype.kind == "bool"
        scores = ops.where(mask, scores, filled(scores, lowest)) if keep else scores + mask
    return ops.matmul(ops.softmax(scores, axis=-1), value)
