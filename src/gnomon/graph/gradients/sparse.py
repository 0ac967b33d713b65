"""Derivatives of products with matrices of which only some entries are stored."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import conj, zeros_like
from gnomon.graph.gradients.registry import pullback


@pullback("sparse_product")
def _(g: Array, into: Array, values: Array, rows: Array, columns: Array, dense: Array, *, out: Array) -> Any:
    """Each stored entry gets the product of a row of g and a row of ``dense``; ``dense`` gets the transpose times g."""

    def to_values() -> Any:
        from_above, beside = ops.pick(g, (rows,), axis=0), ops.pick(dense, (columns,), axis=0)
        return ops.cast(ops.sum(from_above * conj(beside), axis=1), dtype=values.dtype)

    def to_dense() -> Any:
        return ops.sparse_product(zeros_like(dense), conj(values), columns, rows, g)

    return g, to_values, None, None, to_dense
