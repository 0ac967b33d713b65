"""Arrays whose dtype is the very one that is asked for."""

from __future__ import annotations

from typing import Any

import numpy as np


def _asarray(a: Any, dtype: Any, order: Any = None) -> Any:
    """Return an array of a dtype; "floatX" is the configured one."""
    from gnomon.theano.configuration import config

    wanted = np.dtype(config.floatX if str(dtype) == "floatX" else dtype)
    found = np.asarray(a, dtype=wanted, order=order)
    return found.view(wanted) if found.dtype.num != wanted.num else found
