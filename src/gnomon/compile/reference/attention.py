"""Attention: averages of values, weighted by how well keys fit queries."""

from __future__ import annotations

import math
from typing import Any

from gnomon.compile.reference.activations import wide
from gnomon.compile.reference.normalization import softmax
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference


@reference("scaled_dot_product_attention")
def scaled_dot_product_attention(
    query: Any,
    key: Any,
    value: Any,
    mask: Any = None,
    *,
    grouped: bool = False,
    causal: bool = False,
    scale: Any = None,
) -> Any:
    """A boolean mask keeps where it is true; another one is added to the scores."""
    query, key, value = wide(query), wide(key), wide(value)
    if grouped and query.ndim > 2:
        key, value = (np.repeat(x, query.shape[-3] // x.shape[-3], -3) for x in (key, value))
    factor = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = np.matmul(query, np.swapaxes(key, -1, -2)) * factor
    if causal:
        scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf) if mask.dtype == bool else scores + mask
    return np.matmul(softmax(scores, axis=-1), value)


@reference("head_size")
def head_size(*, embed: int, heads: int) -> Any:
    return np.asarray(embed // heads)
