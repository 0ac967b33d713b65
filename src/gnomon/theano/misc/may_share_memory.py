"""Whether two arrays may lie in the same memory."""

from __future__ import annotations

from typing import Any

import numpy as np


def may_share_memory(a: Any, b: Any, raise_other_type: bool = True) -> bool:
    """Whether two arrays may share memory; what is no array is a TypeError unless that is switched off."""
    if not all(isinstance(entry, np.ndarray) for entry in (a, b)):
        if raise_other_type:
            raise TypeError("may_share_memory support only ndarray and scipy.sparse")
        return False
    return bool(np.may_share_memory(a, b))
