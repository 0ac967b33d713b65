"""Keys of random numbers: arrays of 64-bit integers, from which others follow."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import constant
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.sites import user_site
from gnomon.ops.values import KEYS
from gnomon.shapes import Dtype, Size, dtypes

SPLITS = KEYS + 1
"""The stream of Philox of which the parts of a key are."""


def key(seed: Any) -> Array:
    """The key of a seed: an integer from 0 to 2**64 - 1, or an array of integers.

    A key is data (uint64, one element for each key): it may be an input of a function, an element of a batch, or
    carried through a loop. Whatever draws with it is a pure function of it; use a key once, and `split` it for more.

    >>> import gnomon as gn
    >>> first, second = gn.random.split(gn.random.key(0))
    >>> float(gn.random.uniform(first)) == float(gn.random.uniform(first))
    True
    >>> float(gn.random.uniform(first)) == float(gn.random.uniform(second))
    False
    """
    import numpy as np

    if isinstance(seed, Array) or hasattr(seed, "dtype"):
        array = take.array("key", "seed", seed)
        if array.dtype.kind not in ("int", "uint"):
            raise take.wrong("key", "seed", "an integer or an array of integers", seed)
        return array if array.dtype is dtypes.uint64 else ops.cast(array, dtype=dtypes.uint64)
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise take.wrong("key", "seed", "an integer or an array of integers", seed)
    number = int(seed.__index__())
    if not 0 <= number < 2**64:
        raise take.wrong("key", "seed", "an integer from 0 to 2**64 - 1", seed)
    return constant(np.asarray(number, np.uint64))


def split(key: Any, num: Any = 2) -> Array:
    """``num`` new keys that follow from a key, along a new last axis: ``first, second = split(key)``."""
    given = as_key("split", key)
    count = take.integer("split", "num", num)
    return words(given, (count,), dtypes.uint64, SPLITS)


def fold_in(key: Any, data: Any) -> Array:
    """The key that follows from a key and an integer: a step number, the number of a worker.

    ``data`` may be an array, whose elements then give a key each.
    """
    given = as_key("fold_in", key)
    number = take.array("fold_in", "data", data)
    if number.dtype.kind not in ("int", "uint", "bool"):
        raise take.wrong("fold_in", "data", "an integer or an array of integers", data)
    return ops.fold_in(given, ops.cast(number, dtype=dtypes.uint64))  # type: ignore[no-any-return]


def bits(key: Any, shape: Any = (), *, dtype: Any = "uint32") -> Array:
    """Random integers of 32 or 64 bits (dtype uint32 or uint64), all equally likely."""
    wanted = take.dtype_or(dtype, dtypes.uint32)
    if wanted not in (dtypes.uint32, dtypes.uint64):
        raise take.wrong("bits", "dtype", "'uint32' or 'uint64'", dtype)
    return words(as_key("bits", key), take.new_shape("bits", shape), wanted, 0)


def as_key(function: str, value: Any) -> Array:
    """Return an argument that is a key, or a batch of keys."""
    if isinstance(value, Array) and value.dtype is dtypes.uint64:
        return value
    if getattr(value, "dtype", None) == "uint64":
        return take.array(function, "key", value)
    raise ArgumentError(
        f"{function}: key must be a key, got {value!r}",
        user_site(),
        "gn.random.key(0) makes the key of a seed",
    )


def words(key: Array, shape: tuple[Size, ...], dtype: Dtype, stream: int) -> Array:
    """Return random words of a shape for a key, or for each key of a batch: then after the axes of the batch."""
    more = {"stream": stream} if stream else {}
    return ops.random_bits(spread(key, len(shape)), shape=(*key.shape.dims, *shape), dtype=dtype, **more)  # type: ignore[no-any-return]


def spread(key: Array, rank: int) -> Array:
    """Return the keys of a batch with axes of size 1 for those of the numbers."""
    if not key.ndim or not rank:
        return key
    return ops.expand_dims(key, axis=tuple(range(key.ndim, key.ndim + rank)))  # type: ignore[no-any-return]


__all__ = ["bits", "fold_in", "key", "split"]
