"""Limits of integers in an array that its entries are as good as certain to reach."""

from __future__ import annotations

import math
from typing import Any

CHANCE = 1e-3
"""A smaller chance that a program works counts as none."""


class Reached(tuple[Any, ...]):
    """Inclusive limits (low, high) of entries that were drawn evenly between them, or that hold them all.

    Arrays that hold the same entries in another form share the object; arrays of some of them do not.
    """

    draws: int | None

    def __new__(cls, low: int, high: int, draws: int | None = None) -> Reached:
        made = super().__new__(cls, (low, high))
        made.draws = draws
        return made


def limits(low: Any, high: Any, count: Any) -> tuple[Any, Any]:
    """Return the limits of ``count`` entries drawn evenly.

    >>> type(limits(0, 9, 1000)).__name__, type(limits(0, 9, None)).__name__
    ('Reached', 'tuple')
    """
    if type(low) is int and type(high) is int and type(count) is int:
        return Reached(low, high, count)
    return (low, high)


def beyond(bounds: tuple[Any, Any], size: int) -> int | None:
    """Return an entry within some limits that is not a position below ``size``; None if all may be.

    >>> beyond((7, 9), 5), beyond((0, 9), 5), beyond(Reached(0, 9, 100), 5), beyond(Reached(0, 9, 3), 9)
    (7, None, 9, None)
    """
    low, high = bounds
    if type(low) is int and low >= size:
        return low
    if type(high) is int and high < -size:
        return high
    if type(bounds) is Reached and high >= size and low >= 0:
        within = (size - low) / (high - low + 1)
        if bounds.draws is None or bounds.draws * math.log(within) < math.log(CHANCE):
            return int(high)
    return None
