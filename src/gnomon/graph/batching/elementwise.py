"""Elementwise operations: the mapped axis in front broadcasts as any other, once the ranks are the same."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.helpers import aligned
from gnomon.graph.batching.registry import Batch


def each_element(b: Batch, *arrays: Any, **attributes: Any) -> Array:
    """Apply an operation whose inputs broadcast against each other."""
    rank = b.outs[0].ndim + 1
    inputs = [aligned(x, rank) if over else x for x, over in zip(arrays, b.over)]
    return b.op(*inputs, **attributes)  # type: ignore[no-any-return]
