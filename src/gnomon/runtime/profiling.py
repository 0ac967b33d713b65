"""Where the time of a call goes: `f.profile(...)`."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from gnomon.runtime.counting import operations

if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.compile.plan import Planned
    from gnomon.runtime.execution import Watch
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


class Recorder:
    """Adds up what the steps of a function take over its calls."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self.calls = 0
        self.seconds = [0.0] * len(function.plan.steps)
        self._known: list[tuple[int, int]] = [(0, 0)] * len(function.plan.steps)

    def call(self) -> Watch:
        """Return what watches one more call."""
        self.calls += 1
        steps = iter(range(len(self.seconds)))
        last = [time.perf_counter()]

        def watch(planned: Planned, slots: list[Any]) -> None:
            now = time.perf_counter()
            step = next(steps)
            self.seconds[step] += now - last[0]
            self._known[step] = _amounts(self.function, planned, slots)
            last[0] = time.perf_counter()

        return watch

    def profile(self) -> Profile:
        """Return the means over all calls; bytes and operations are those of the last."""
        calls = max(self.calls, 1)
        seconds = [spent / calls for spent in self.seconds]
        planned = self.function.plan.steps
        steps = [
            _step(self.function, each, spent, known)
            for each, spent, known in zip(planned, seconds, self._known)
        ]
        return Profile(sum(seconds), tuple(steps))


def _amounts(function: Function, planned: Planned, slots: list[Any]) -> tuple[int, int]:
    """Return how many bytes a step reads and writes, and its arithmetic operations."""
    moved = sum(slots[slot].nbytes for slot in (*planned.reads, *planned.writes))
    known = {array: slots[slot] for array, slot in function.plan.slots.items() if slots[slot] is not None}
    return moved, operations(planned.step, known)


def _step(function: Function, planned: Planned, seconds: float, amounts: tuple[int, int]) -> StepProfile:
    from gnomon.runtime.explaining import title_of, user_lines

    return StepProfile(
        title_of(planned.step), seconds, *amounts, lines=tuple(user_lines(function, planned.step))
    )


def profiled(function: Function, values: list[Any], repeat: int) -> Profile:
    """Run the steps of a function ``repeat`` times and keep the fastest run of each. Updates are not stored."""
    seen: list[tuple[Planned, tuple[int, int]]] = []
    best: list[float] = []
    whole = float("inf")
    for turn in range(max(1, repeat)):
        marks = [time.perf_counter()]

        def watch(planned: Planned, slots: list[Any], turn: int = turn, marks: list[float] = marks) -> None:
            marks.append(time.perf_counter())
            if turn == 0:
                seen.append((planned, _amounts(function, planned, slots)))
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
    steps = [_step(function, planned, seconds, amounts) for (planned, amounts), seconds in zip(seen, best)]
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
