"""The seeds of modules: whole numbers, from which each parameter gets a key by its name."""

from __future__ import annotations

import hashlib
from typing import Any

from gnomon.graph.array import Array, Constant
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import random
from gnomon.graph.sites import user_site


def seed_of(key: Any) -> int:
    """Return the number that a key is."""
    if hasattr(key, "dtype") and not isinstance(key, Array):
        key = key.item() if not getattr(key, "ndim", 0) else key
    found = key if isinstance(key, Array) else random.key(key)
    if not isinstance(found, Constant) or found.ndim:
        raise ArgumentError(
            f"key must be an integer or one key of gn.random whose value is known, got {key!r}", user_site()
        )
    return int(found.data)


def folded(seed: int, name: str) -> Array:
    """Return the key of a name."""
    digest = hashlib.blake2b(name.encode(), digest_size=8).digest()
    return random.fold_in(random.key(seed), random.key(int.from_bytes(digest, "little")))


def numbered(number: int) -> int:
    """Return the seed of a module that was given none: of its number among those that were called."""
    return int(random.fold_in(random.key(0), number).data)  # type: ignore[attr-defined]
