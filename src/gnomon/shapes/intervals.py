"""Interval arithmetic over the integers, where None stands for no bound."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Interval = tuple[int | None, int | None]
EVERYTHING: Interval = (None, None)


def plus(a: Interval, b: Interval) -> Interval:
    """The interval of x + y.

    >>> plus((0, 3), (1, None))
    (1, None)
    """
    a_low, a_high = a
    b_low, b_high = b
    return (
        None if a_low is None or b_low is None else a_low + b_low,
        None if a_high is None or b_high is None else a_high + b_high,
    )


def scaled(a: Interval, factor: int) -> Interval:
    """The interval of factor * x, for a factor that is not zero.

    >>> scaled((0, None), -2)
    (None, 0)
    """
    low, high = a
    if factor < 0:
        low, high = high, low
    return (None if low is None else low * factor, None if high is None else high * factor)


def meet(a: Interval, b: Interval) -> Interval:
    """What lies in both intervals.

    >>> meet((0, None), (None, 4))
    (0, 4)
    """
    return (highest(a[0], b[0]), lowest(a[1], b[1]))


def highest(a: int | None, b: int | None) -> int | None:
    """The stronger of two lower bounds."""
    if a is None or (b is not None and b > a):
        return b
    return a


def lowest(a: int | None, b: int | None) -> int | None:
    """The stronger of two upper bounds."""
    if a is None or (b is not None and b < a):
        return b
    return a


def smallest(operands: Sequence[Interval]) -> Interval:
    """The interval of the smallest of several numbers.

    >>> smallest([(0, None), (2, 4)])
    (0, 4)
    """
    low, high = operands[0]
    for other_low, other_high in operands[1:]:
        low = None if low is None or other_low is None else min(low, other_low)
        high = lowest(high, other_high)
    return (low, high)


def largest(operands: Sequence[Interval]) -> Interval:
    """The interval of the largest of several numbers.

    >>> largest([(None, 3), (2, 4)])
    (2, 4)
    """
    low, high = operands[0]
    for other_low, other_high in operands[1:]:
        low = highest(low, other_low)
        high = None if high is None or other_high is None else max(high, other_high)
    return (low, high)


def times(a: Interval, b: Interval) -> Interval:
    """The interval of x * y.

    >>> times((0, None), (2, 3))
    (0, None)
    >>> times((-1, 2), (-3, 4))
    (-6, 8)
    """
    a_low, a_high = a
    b_low, b_high = b
    if a_low is not None and a_low >= 0 and b_low is not None and b_low >= 0:
        low = a_low * b_low
        if a_high is not None and b_high is not None:
            return (low, a_high * b_high)
        return (low, 0 if a_high == 0 or b_high == 0 else None)
    if a == (0, 0) or b == (0, 0):
        return (0, 0)
    if a_low is None or a_high is None or b_low is None or b_high is None:
        return _times_open(a, b)
    corners = (a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high)
    return (min(corners), max(corners))


def _times_open(a: Interval, b: Interval) -> Interval:
    """The product when a bound is missing: an infinite corner counts by its sign alone."""
    lows: list[int | None] = []
    highs: list[int | None] = []
    for x, x_sign in ((a[0], -1), (a[1], 1)):
        for y, y_sign in ((b[0], -1), (b[1], 1)):
            if x is not None and y is not None:
                lows.append(x * y)
                highs.append(x * y)
                continue
            sign_x = x_sign if x is None else (x > 0) - (x < 0)
            sign_y = y_sign if y is None else (y > 0) - (y < 0)
            sign = sign_x * sign_y
            if sign > 0:
                highs.append(None)
            elif sign < 0:
                lows.append(None)
            else:
                lows.append(0)
                highs.append(0)
    low = None if None in lows else min((x for x in lows if x is not None), default=None)
    high = None if None in highs else max((x for x in highs if x is not None), default=None)
    return (low, high)


def power(a: Interval, exponent: int) -> Interval:
    """The interval of x ** exponent: an even power is never negative.

    >>> power((None, None), 2), power((-3, 2), 2)
    ((0, None), (0, 9))
    """
    result = a
    for _ in range(exponent - 1):
        result = times(result, a)
    if exponent % 2 == 0 and (result[0] is None or result[0] < 0):
        return (0, result[1])
    return result


def _without_zero(a: Interval) -> Interval:
    """The interval of a divisor, which is never zero."""
    low, high = a
    return (1 if low == 0 else low, -1 if high == 0 else high)


def floor_divided(a: Interval, b: Interval) -> Interval:
    """The interval of x // y.

    >>> floor_divided((0, 10), (2, 2)), floor_divided((0, None), (1, None))
    ((0, 5), (0, None))
    """
    a_low, a_high = a
    b_low, b_high = _without_zero(b)
    if b_low is not None and b_low >= 1:
        low = high = None
        if a_low is not None:
            low = a_low // b_low if a_low < 0 else 0 if b_high is None else a_low // b_high
        if a_high is not None:
            high = a_high // b_low if a_high >= 0 else -1 if b_high is None else a_high // b_high
        return (low, high)
    if a_low is None or a_high is None:
        return EVERYTHING
    size = max(abs(a_low), abs(a_high))
    return (-size, size)


def remainder(a: Interval, b: Interval) -> Interval:
    """The interval of x % y, which has the sign of y.

    >>> remainder((None, None), (4, 4)), remainder((0, 2), (1, None))
    ((0, 3), (0, 2))
    """
    b_low, b_high = _without_zero(b)
    if b_low is not None and b_low >= 1:
        high = None if b_high is None else b_high - 1
        if a[0] is not None and a[0] >= 0:
            high = lowest(high, a[1])
        return (0, high)
    if b_high is not None and b_high <= -1:
        return (None if b_low is None else b_low + 1, 0)
    return (None if b_low is None else b_low + 1, None if b_high is None else b_high - 1)
