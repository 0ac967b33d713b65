"""Where the time of a call goes: `f.profile(...)`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.runtime.counting import operations

if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.compile.plan import Planned
    from gnomon.runtime.function import Function


class StepProfile(NamedTuple):
    """One step: the seconds of its fastest run, the bytes it reads and writes, and its arithmetic operations."""

    title: str
    seconds: float
    bytes: int
    operations: int
    lines: tuple[str, ...]


class Profile(NamedTuple):
    """What a call costs: seconds of a whole call, and its steps."""

    seconds: float
    steps: tuple[StepProfile, ...]

    def __str__(self) -> str:
        total = sum(step.seconds for step in self.steps) or 1e-12
        rows = [f"a call takes {_time(self.seconds)}; its steps, run one by one:"]
        for step in self.steps:
            rows.append(
                f"  {step.seconds / total:4.0%} {_time(step.seconds):>9} {_amount(step.bytes):>8}B "
                f"{_amount(step.operations / max(step.seconds, 1e-9)):>7}flop/s  {step.title}"
            )
            rows += [f"        {line}" for line in step.lines[:1]]
        return "\n".join(rows)


def profiled(function: Function, values: list[Any], repeat: int) -> Profile:
    """Run the steps of a function ``repeat`` times and keep the fastest run of each. Updates are not stored."""
    from gnomon.runtime.explaining import title_of, user_lines

    plan = function.plan
    seen: list[tuple[Planned, int, int]] = []
    best: list[float] = []
    whole = float("inf")
    for turn in range(max(1, repeat)):
        marks = [time.perf_counter()]

        def watch(planned: Planned, slots: list[Any], turn: int = turn, marks: list[float] = marks) -> None:
            marks.append(time.perf_counter())
            if turn == 0:
                moved = sum(slots[slot].nbytes for slot in (*planned.reads, *planned.writes))
                known = {array: slots[slot] for array, slot in plan.slots.items() if slots[slot] is not None}
                seen.append((planned, moved, operations(planned.step, known)))
                marks[-1:] = [marks[-1], time.perf_counter()]
            else:
                marks.append(time.perf_counter())

        function.computed(values, watch)
        took = [after - before for before, after in zip(marks[::2], marks[1::2])]
        best = took if turn == 0 else [min(pair) for pair in zip(best, took)]
    if not function.updates:
        whole = min(_timed(lambda: function(*values)) for _ in range(max(1, repeat)))
    else:
        whole = sum(best)
    steps = [
        StepProfile(title_of(planned.step), seconds, moved, count, tuple(user_lines(function, planned.step)))
        for (planned, moved, count), seconds in zip(seen, best)
    ]
    return Profile(whole, tuple(steps))


def _timed(run: Callable[[], Any]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _time(seconds: float) -> str:
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("us", 1e6)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def _amount(number: float) -> str:
    for unit in ("", "k", "M", "G"):
        if number < 1000:
            return f"{number:.3g} {unit}"
        number /= 1000
    return f"{number:.3g} T"
