"""Sizes of slices: `x[start:stop:step]` along an axis of known or symbolic size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.shapes import NO, YES, Dim, Size, ceil_div, maximum, minimum

if TYPE_CHECKING:
    from gnomon.ops.rule import Rule


def sliced(r: Rule, size: Size, part: slice) -> Size:
    """Return how many entries a slice takes of an axis.

    >>> from gnomon.ops.rule import Rule
    >>> from gnomon.shapes import Facts, symbol
    >>> n = symbol("n", lower=1)
    >>> parts = slice(1, None), slice(None, -1), slice(None, 5), slice(None, None, 2)
    >>> [sliced(Rule(Facts()), n, part) for part in parts]
    [n - 1, n - 1, min(n, 5), (n + 1)//2]
    """
    start, stop, step = part.start, part.stop, part.step
    if start is None and stop is None and (step is None or step == 1):
        return size
    if (
        type(size) is int
        and type(start) is not Dim
        and type(stop) is not Dim
        and (step is None or (type(step) is int and step != 0))
    ):
        return len(range(*part.indices(size)))
    if step is None or type(step) is int:
        step = 1 if step is None else step
        if step > 0:
            length = _length(r, size, start, stop)
            return length if step == 1 else ceil_div(length, step)
        if step < 0 and start is None and stop is None:
            return ceil_div(size, -step)
    return r.fresh()


def _length(r: Rule, size: Size, start: Size | None, stop: Size | None) -> Size:
    """Return the number of entries between two positions, each counted from the front or from the back."""
    front = _offset(r, start) if start is not None else (True, 0)
    back = _offset(r, stop) if stop is not None else (False, 0)
    if front is None or back is None:
        return r.fresh()
    begins_at_front, a = front
    ends_at_front, b = back
    if begins_at_front and not ends_at_front:
        return at_least_zero(r, size - a - b)
    if begins_at_front:
        return at_least_zero(r, smaller(r, size, b) - a)
    if not ends_at_front:
        # from a before the end to b before the end
        span = at_least_zero(r, a - b)
        return smaller(r, at_least_zero(r, size - b), span)
    return at_least_zero(r, smaller(r, size, b) - at_least_zero(r, size - a))


def _offset(r: Rule, position: Size) -> tuple[bool, Size] | None:
    """Say whether a position counts from the front, and its distance; None if its sign is unknown."""
    low, high = r.facts.bounds(position)
    if low is not None and low >= 0:
        return (True, position)
    if high is not None and high < 0:
        return (False, -position)
    return None


def at_least_zero(r: Rule, size: Size) -> Size:
    """Return the size, or 0 where it is negative."""
    if type(size) is int:
        return size if size > 0 else 0
    answer = r.facts.at_least(size, 0)
    if answer is YES:
        return size
    return 0 if answer is NO else maximum(size, 0)


def smaller(r: Rule, a: Size, b: Size) -> Size:
    """Return the smaller of two sizes."""
    answer = r.facts.at_least(a, b)
    if answer is YES:
        return b
    return a if answer is NO else minimum(a, b)
