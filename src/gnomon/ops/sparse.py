"""Products with matrices of which only some entries are stored."""

from __future__ import annotations

from typing import Any

from gnomon.ops.record import op
from gnomon.ops.rule import Array


@op("m n, k, k, k, r n -> m n", dtype="first", refutes="inner-size")
def sparse_product(into: Array, values: Array, rows: Array, columns: Array, dense: Array) -> Any:
    """``into`` plus the product of a matrix and ``dense``: the matrix has ``values`` at ``rows`` and ``columns``.

    Entries at the same place are added.

    >>> from gnomon.ops.sketch import array
    >>> places = array(9, dtype="int32")
    >>> sparse_product(array(4, 2), array(9), places, places, array(5, 2))
    array(4, 2)
    """
