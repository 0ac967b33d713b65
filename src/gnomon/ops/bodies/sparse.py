"""Products with matrices of which only some entries are stored, over `pick` and `put`."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body


@body("sparse_product")
def sparse_product(into: Array, values: Array, rows: Array, columns: Array, dense: Array) -> Any:
    """Each entry adds its multiple of a row of ``dense`` to a row of the result."""
    taken = ops.cast(ops.pick(dense, (columns,), axis=0), dtype=into.dtype)
    scaled = ops.multiply(ops.cast(ops.expand_dims(values, axis=1), dtype=into.dtype), taken)
    return ops.put(into, scaled, (rows,), axis=0, mode="add")
