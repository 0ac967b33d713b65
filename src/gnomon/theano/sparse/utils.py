"""A hash of what a sparse matrix holds."""

from __future__ import annotations

import hashlib
from typing import Any


def hash_from_sparse(data: Any) -> str:
    """Return a text that matrices have in common whose entries, places, sizes, dtype and format are the same."""
    found = hashlib.sha256()
    for part in (data.data, data.indices, data.indptr):
        found.update(hashlib.sha256(part.tobytes()).digest())
    found.update(f"{data.shape} {data.dtype} {data.format}".encode())
    return found.hexdigest()
