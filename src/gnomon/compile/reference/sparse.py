"""Products with matrices of which only some entries are stored."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.compile.reference.registry import reference


@reference("sparse_product")
def sparse_product(into: Any, values: Any, rows: Any, columns: Any, dense: Any) -> Any:
    result = into.copy()
    np.add.at(result, rows, values[:, None].astype(into.dtype) * dense[columns].astype(into.dtype))
    return result
