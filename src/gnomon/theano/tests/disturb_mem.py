"""Memory taken at random, so that what depends on addresses shows."""

from __future__ import annotations

import random

_KEPT: list[list[int]] = []


def disturb_mem() -> None:
    """Take some memory, as much as chance says."""
    _KEPT[:] = [[0] * random.randrange(1000) for _ in range(random.randrange(1000))]
