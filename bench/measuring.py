"""Times calls of several libraries in turns, so that what disturbs the machine disturbs all of them alike."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

WINDOW = 0.01
"""Seconds that one measurement of one library takes at least."""

BUDGET = 2.5
"""Seconds that the rounds of a program take together, unless they would be fewer than FEW."""

FEW = 5
FAR = 5.0
"""How many times longer than ours a library takes that is measured in few rounds."""

CLOCK = [time.perf_counter]
"""On a busy machine, `time.process_time` leaves out what others do; it is right for one thread."""


ALONE = [False]
"""Whether each measurement waits until the threads of the library before are asleep."""


class Figure(NamedTuple):
    """Seconds of a call (median over rounds), and how many times longer it takes than ours, with bounds."""

    value: float
    ratio: float
    low: float
    high: float


def compare(calls: Mapping[str, Callable[[], Any]], ours: str, rounds: int = 15) -> dict[str, Figure]:
    """Return a figure for each library: ratios are taken round by round, bounds are a bootstrap's 95 %.

    Long programs take fewer rounds, and libraries that are far behind only the first of them.
    """
    counts, spent = {}, {}
    for name, call in calls.items():
        counts[name], spent[name] = (1, 0.0) if rounds == 1 else _count(call)
    near = {name for name in calls if spent[name] * counts[ours] <= FAR * spent[ours] * counts[name]}
    whole = sum(spent[name] for name in near)
    rounds = max(min(rounds, int(BUDGET / max(whole, 1e-9))), min(rounds, FEW))
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    order = list(calls)
    for turn in range(rounds):
        for name in order[turn % len(order) :] + order[: turn % len(order)]:
            if name in near or turn < FEW:
                seconds[name].append(_window(calls[name], counts[name]))
    figures = {}
    for name, found in seconds.items():
        ratios = [theirs / mine for theirs, mine in zip(found, seconds[ours])]
        low, high = _bounds(ratios)
        figures[name] = Figure(statistics.median(found), statistics.median(ratios), low, high)
    return figures


def _count(call: Callable[[], Any]) -> tuple[int, float]:
    """Return how many calls fill a window, and the seconds that they take."""
    for _ in range(3):
        if _window(call, 1) > 10 * WINDOW:
            break
    count = 1
    while True:
        spent = _window(call, count) * count
        if spent >= WINDOW or count > 1_000_000:
            return count, spent
        count = max(count * 2, int(count * WINDOW / max(spent, 1e-9)))


def _window(call: Callable[[], Any], count: int) -> float:
    turns = range(count)
    clock = CLOCK[0]
    if ALONE[0]:
        _wait_for_quiet()
        for _ in range(count // 10):  # wakes the library's own threads
            call()
    start = clock()
    for _ in turns:
        call()
    return (clock() - start) / count


def _wait_for_quiet() -> None:
    """Wait until no thread of this process works, half a second at most.

    Those of BLAS and OpenMP go on looking for work for a while, on processors that are the next library's now.
    """
    for _ in range(100):
        before = time.process_time()
        time.sleep(0.005)
        if time.process_time() - before < 0.0005:
            return


def _bounds(ratios: list[float]) -> tuple[float, float]:
    draw = random.Random(0)
    medians = sorted(statistics.median(draw.choices(ratios, k=len(ratios))) for _ in range(400))
    return medians[9], medians[389]


def check(result: Any, expected: Any, tolerance: float, *, whole: bool = False) -> None:
    """Compare arrays, or lists of them, with the reference; small elements are held against the largest.

    ``whole`` compares the length of the difference of two arrays with the length of the reference.
    """
    found = result.turned() if hasattr(result, "turned") else result
    pairs = zip(found, expected, strict=True) if isinstance(expected, list) else [(found, expected)]
    for each, wanted in pairs:
        exact, given = np.asarray(wanted, "float64"), np.asarray(each, "float64")
        if whole:
            assert given.shape == exact.shape, f"{given.shape} is not {exact.shape}"
            apart = np.linalg.norm(given - exact) / np.linalg.norm(exact)
            assert apart <= tolerance, f"the results are {apart:.2g} apart"
        else:
            size = float(np.max(np.abs(exact), initial=0))
            np.testing.assert_allclose(given, exact, rtol=tolerance, atol=tolerance * max(size, 1e-30))
