"""Random draws: keys that differ from row to row draw other numbers, the same key the same ones in each row."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.helpers import aligned, each_row
from gnomon.graph.batching.registry import Batch, batching, ops


def _spread(b: Batch, x: Array, over: bool) -> Array:
    """Give an array the axes of the result, the mapped one in front."""
    return aligned(x, b.outs[0].ndim + 1) if over else x


@batching(
    *"random_bits random_gamma random_poisson random_binomial random_variates".split(),
    *"random_vonmises random_zipf random_hypergeometric".split(),
)
def _(b: Batch, key: Array, *parameters: Any, **attributes: Any) -> Array:
    """A key that is the same for each row is repeated: the places of a row are numbered from 0 in each."""
    rank = b.outs[0].ndim + 1
    wide = aligned(each_row(b, key, b.over[0]), rank)
    given: list[Any] = []
    for entry, over in zip(parameters, b.over[1:]):
        if isinstance(entry, tuple):
            given.append(tuple([_spread(b, x, each) for x, each in zip(entry, over)]))
        else:
            given.append(_spread(b, entry, over))
    attributes["shape"] = (b.size, *b.outs[0].shape.dims)
    return b.op(wide, *given, **attributes)  # type: ignore[no-any-return]


@batching("order_of_swaps")
def _(b: Batch, places: Array) -> Array:
    return ops.order_of_swaps(places)  # type: ignore[no-any-return]
