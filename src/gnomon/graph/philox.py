"""Philox 4x32-10 in NumPy: random words that are a function of a key and a place, nothing else.

A key has 64 bits. The counter has 128: the lower half numbers blocks of four words of 32 bits, the upper half is a
stream. See Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
"""

from __future__ import annotations

from typing import Any

import numpy as np

MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
WEYL = (0x9E3779B9, 0xBB67AE85)
ROUNDS = 10
LOW = 0xFFFFFFFF
"""The lower half of 64 bits."""

AT_ONCE = 4096
"""So many blocks are computed together: they fit a processor's cache."""

_LOW, _HALF = np.uint64(LOW), np.uint64(32)
_FACTORS = tuple(np.uint64(factor) for factor in MULTIPLIERS)


def philox(counter: tuple[Any, Any, Any, Any], key: tuple[Any, Any]) -> tuple[Any, Any, Any, Any]:
    """Return the four words of a block; words are uint64 arrays of numbers below 2**32.

    >>> words = philox(tuple(np.zeros(1, np.uint64) for _ in range(4)), (np.uint64(0), np.uint64(0)))
    >>> " ".join(f"{int(word[0]):08x}" for word in words)
    '6627e8d5 e169c58d bc57ac4c 9b00dbd8'
    """
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for turn in range(ROUNDS):
        first, second = c0 * _FACTORS[0], c2 * _FACTORS[1]
        c0 = (second >> _HALF) ^ c1 ^ ((k0 + np.uint64(turn * WEYL[0] & LOW)) & _LOW)
        c2 = (first >> _HALF) ^ c3 ^ ((k1 + np.uint64(turn * WEYL[1] & LOW)) & _LOW)
        c1, c3 = second & _LOW, first & _LOW
    return c0, c1, c2, c3


def block(key: Any, number: Any, stream: Any) -> tuple[Any, Any, Any, Any]:
    """Return the four words of a numbered block of a stream of a key (all uint64)."""
    counter = (number & _LOW, number >> _HALF, stream & _LOW, stream >> _HALF)
    return philox(counter, (key & _LOW, key >> _HALF))


def _in_parts(function: Any) -> Any:
    """Compute long arrays part by part."""

    def over(key: Any, index: Any, stream: Any) -> Any:
        arrays = np.broadcast_arrays(key, index, stream)
        shape = arrays[0].shape
        if arrays[0].size <= AT_ONCE:
            return np.asarray(function(*arrays))
        flat = [array.reshape(-1) for array in arrays]
        result = np.empty(arrays[0].size, np.uint64)
        for start in range(0, len(result), AT_ONCE):
            part = slice(start, start + AT_ONCE)
            result[part] = function(*[array[part] for array in flat])
        return result.reshape(shape)

    return over


@_in_parts
def philox32(key: Any, index: Any, stream: Any) -> Any:
    """The word of 32 bits with a number, as a uint64."""
    one, two = np.uint64(1), np.uint64(2)
    c0, c1, c2, c3 = block(key, index >> two, stream)
    odd, upper = (index & one) != 0, (index & two) != 0
    return np.where(upper, np.where(odd, c3, c2), np.where(odd, c1, c0))


@_in_parts
def philox64(key: Any, index: Any, stream: Any) -> Any:
    """The word of 64 bits with a number: two words of 32 bits, the lower half first."""
    one = np.uint64(1)
    c0, c1, c2, c3 = block(key, index >> one, stream)
    odd = (index & one) != 0
    return np.where(odd, c2 | (c3 << _HALF), c0 | (c1 << _HALF))


def multiply_high(a: Any, b: Any) -> Any:
    """The upper 64 bits of a product of uint64."""
    low, first, second, high = (
        (a & _LOW) * (b & _LOW),
        (a >> _HALF) * (b & _LOW),
        (a & _LOW) * (b >> _HALF),
        (a >> _HALF) * (b >> _HALF),
    )
    middle = first + (low >> _HALF)
    other = second + (middle & _LOW)
    return high + (middle >> _HALF) + (other >> _HALF)
