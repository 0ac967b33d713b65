"""Times calls of several libraries in turns, so that what disturbs the machine disturbs all of them alike."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

WINDOW = 0.01
"""Seconds that one measurement of one library takes at least."""


class Figure(NamedTuple):
    """Seconds of a call (median over rounds), and how many times longer it takes than ours, with bounds."""

    seconds: float
    ratio: float
    low: float
    high: float


def compare(calls: Mapping[str, Callable[[], Any]], ours: str, rounds: int = 15) -> dict[str, Figure]:
    """Return a figure for each library: ratios are taken round by round, bounds are a bootstrap's 95 %."""
    counts = {name: _count(call) for name, call in calls.items()}
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    order = list(calls)
    for turn in range(rounds):
        for name in order[turn % len(order) :] + order[: turn % len(order)]:
            seconds[name].append(_window(calls[name], counts[name]))
    figures = {}
    for name, found in seconds.items():
        ratios = [theirs / mine for theirs, mine in zip(found, seconds[ours], strict=True)]
        low, high = _bounds(ratios)
        figures[name] = Figure(statistics.median(found), statistics.median(ratios), low, high)
    return figures


def _count(call: Callable[[], Any]) -> int:
    """Return how many calls fill a window."""
    for _ in range(3):
        call()
    count = 1
    while True:
        spent = _window(call, count) * count
        if spent >= WINDOW or count > 1_000_000:
            return count
        count = max(count * 2, int(count * WINDOW / max(spent, 1e-9)))


def _window(call: Callable[[], Any], count: int) -> float:
    turns = range(count)
    start = time.perf_counter()
    for _ in turns:
        call()
    return (time.perf_counter() - start) / count


def _bounds(ratios: list[float]) -> tuple[float, float]:
    draw = random.Random(0)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(400))
    return medians[9], medians[389]
