"""Gradients written by hand, for many rows: the user's function pulls back one row, and is mapped itself."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array, Input
from gnomon.graph.batching.helpers import each_row
from gnomon.graph.batching.interpret import carried
from gnomon.graph.batching.registry import Batch, Same, batching, ops
from gnomon.graph.constants import as_array


@batching("custom_gradient")
def _(b: Batch, values: tuple[Array, ...], arrays: tuple[Array, ...], *, pull: Any) -> Any:
    """An array that all rows share gets the sum of what the rows pull back."""
    known = dict(b.known)

    def pull_rows(*cotangents: Array) -> tuple[Any, ...]:
        rows = [Input(out.shape, out.dtype, name="g") for out in b.outs]
        found = pull(*rows)
        found = found if isinstance(found, (tuple, list)) else (found,)
        ends = [as_array(end) for end in found if end is not None]
        results = iter(carried(ends, {**known, **dict(zip(rows, cotangents))}, b.size))
        return tuple(
            [
                None if end is None else _given_back(b, next(results), own)
                for end, own in zip(found, b.over[1])
            ]
        )

    spread = [each_row(b, value, over) for value, over in zip(values, b.over[0])]
    return ops.custom_gradient(tuple(spread), arrays, pull=pull_rows)


def _given_back(b: Batch, result: Array | Same, over: bool) -> Any:
    array = each_row(b, result.array, False) if isinstance(result, Same) else result
    return array if over else ops.sum(array, axis=0)
