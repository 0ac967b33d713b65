"""Times several calls in turns, by processor time: other programs on the machine then disturb little."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

WINDOW = 0.004
"""Seconds that a measurement of one call takes at least."""


def in_turns(calls: Mapping[str, Callable[[], Any]], rounds: int = 9) -> dict[str, float]:
    """Return the seconds of each call: the fastest of several rounds."""
    counts = {name: _count(call) for name, call in calls.items()}
    best = dict.fromkeys(calls, float("inf"))
    for _ in range(rounds):
        for name, call in calls.items():
            best[name] = min(best[name], _window(call, counts[name]))
    return best


def _count(call: Callable[[], Any]) -> int:
    call()
    spent = max(_window(call, 1), 1e-8)
    return max(1, int(WINDOW / spent))


def _window(call: Callable[[], Any], count: int) -> float:
    turns = range(count)
    started = time.process_time()
    for _ in turns:
        call()
    return (time.process_time() - started) / count
