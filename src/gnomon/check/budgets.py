"""How many statements are evaluated: budgets of scripts, modules and cold roots, and what ends when one is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from gnomon.check.interpreter import Interpreter

SCRIPT_BUDGET = 80_000
COLD_BUDGET = 2_000
EAGER_SCRIPT = 10_000
LATE_SCRIPT = 20_000
"""After its first statements a script gives up calls into other files that neither bring anything new nor work on
arrays; later also those that do."""
ENDURANCE = 500
"""For so many statements such a call goes on at least."""
WORTH = 20
"""For how many statements a new one, or an operation on arrays, lets it go on."""
AFTERWARDS = 50
"""So many has the caller of a call that was given up."""
STRIDE = 50


class OutOfBudget(Exception):
    """The root has used up its statements."""


class GivenUp(OutOfBudget):
    """A call into another file has gone on for long without anything new."""

    def __init__(self, call: Call) -> None:
        self.call = call


class Call:
    """A call into another file than the script's, which began after so many statements."""

    __slots__ = ("began",)

    def __init__(self, began: int) -> None:
        self.began = began


class Course(NamedTuple):
    """What was counted of a script or module before another one began."""

    steps: int
    budget: int
    limit: int
    patience: int
    follows: bool
    calls: list[Call] | None
    own: str
    visited: set[int]
    until: int
    applied: int


def follow(run: Interpreter, budget: int, own: str) -> Course:
    """Begin to count the statements of a script or module, and return what was counted before."""
    held = Course(*[getattr(run, name) for name in Course._fields])
    resume(run, Course(0, EAGER_SCRIPT, budget, 0, True, [], own, set(), 0, run.world.applied))
    return held


def resume(run: Interpreter, course: Course) -> None:
    """Go on counting what was counted before."""
    for name, value in zip(Course._fields, course, strict=True):
        setattr(run, name, value)


def reconsider(run: Interpreter) -> None:
    """End the root whose budget is spent, or the innermost call into another file that brings nothing new."""
    if run.calls is None or run.steps > run.limit:
        raise OutOfBudget
    applied, run.applied = run.world.applied - run.applied, run.world.applied
    if run.steps <= LATE_SCRIPT:
        run.until = max(run.until, min(run.until + WORTH * applied, run.steps + ENDURANCE))
    if run.steps > run.until:
        for call in reversed(run.calls):
            if run.steps - call.began >= ENDURANCE:
                run.until = run.steps + AFTERWARDS
                raise GivenUp(call)
    run.budget = min(run.limit, run.steps + STRIDE)
