"""MRG31k3p, the generator of L'Ecuyer and Touzin (2000): two linear recurrences of order three, combined.

A state is six numbers, the last three of each recurrence, newest first. Streams are states that lie far apart: a
jump of many steps is one product by a power of the recurrence's matrix.
"""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn

M1 = 2**31 - 1
M2 = 2**31 - 21069
FIRST = np.array([[0, 2**22, 2**7 + 1], [1, 0, 0], [0, 1, 0]], dtype=np.int64)
"""One step of the first recurrence, modulo `M1`."""
SECOND = np.array([[2**15, 0, 2**15 + 1], [1, 0, 0], [0, 1, 0]], dtype=np.int64)
"""One step of the second recurrence, modulo `M2`."""


def product(a: np.ndarray, b: np.ndarray, modulus: int) -> np.ndarray:
    """Return the product of two matrices modulo a number below 2**31, each term reduced so that none overflows."""
    found: np.ndarray = ((a[:, :, None] * b[None]) % modulus).sum(1) % modulus
    return found


def power_of_two(matrix: np.ndarray, exponent: int, modulus: int) -> np.ndarray:
    """Return the matrix of 2**exponent steps."""
    for _ in range(exponent):
        matrix = product(matrix, matrix, modulus)
    return matrix


STREAM = (power_of_two(FIRST, 134, M1), power_of_two(SECOND, 134, M2))
"""From a stream to the next one: 2**134 steps."""
SUBSTREAM = (power_of_two(FIRST, 72, M1), power_of_two(SECOND, 72, M2))
"""From a part of a stream to the next one: 2**72 steps."""


def jumped(states: np.ndarray, jump: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Return states, one in each row, after a jump."""
    columns = states.astype(np.int64).T
    parts = [product(jump[0], columns[:3], M1), product(jump[1], columns[3:], M2)]
    found: np.ndarray = np.concatenate(parts).T.astype(np.int32)
    return found


def substreams(state: np.ndarray, count: int) -> np.ndarray:
    """Return the beginnings of parts of a stream: each pass doubles how many there are."""
    states, jump = np.asarray(state, np.int32)[None], SUBSTREAM
    while len(states) < count:
        states = np.concatenate([states, jumped(states, jump)])
        jump = (product(jump[0], jump[0], M1), product(jump[1], jump[1], M2))
    return states[:count]


def following(state: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the next states, from and to six vectors of int64: a number for each stream."""
    a, b, c, d, e, f = state
    first = b * 2**22 + c * (2**7 + 1)
    first = _below((first & M1) + (first >> 31), M1)
    second = d * 2**15 + f * (2**15 + 1)
    second = _below((second & M1) + (second >> 31) * 21069, M2)
    return first, a, b, second, d, e


def _below(x: Any, modulus: int) -> Any:
    """Reduce numbers below twice the modulus."""
    return gn.where(x >= modulus, x - modulus, x)


def combined(state: tuple[Any, ...]) -> Any:
    """Return what states give: integers from 1 to `M1`."""
    difference = state[0] - state[3]
    return gn.where(difference <= 0, difference + M1, difference)


def drawn(states: Any, count: Any) -> tuple[Any, Any]:
    """Draw so many integers, one stream after the other and round after round; return the next states too."""
    streams = states.shape[0]
    places = gn.arange(streams)

    def one_round(state: tuple[Any, ...], number: Any) -> tuple[tuple[Any, ...], Any]:
        new = following(state)
        active = number * streams + places < count
        kept = tuple([gn.where(active, fresh, old) for fresh, old in zip(new, state, strict=True)])
        return kept, combined(new)

    wide = gn.astype(states, gn.int64)
    rounds = (count + (streams - 1)) // streams
    last, rows = gn.scan(one_round, tuple([wide[:, k] for k in range(6)]), gn.arange(rounds))
    return gn.astype(gn.stack(list(last), axis=1), gn.int32), gn.reshape(rows, (-1,))[:count]
