"""The NaN guard: the first expression that makes a NaN out of values without one, with the user's line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.program import NativeStep
from gnomon.compile.reference.engine import run as run_reference
from gnomon.compile.reference.sizes import Solution
from gnomon.graph.array import Array, Constant
from gnomon.graph.errors import EvaluationError

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan, Planned
    from gnomon.graph.array import Application
    from gnomon.runtime.execution import Watch


class NanError(EvaluationError):
    """An expression that is NaN although its arguments are not (`gn.config.nan_guard`)."""


def nan_watch(plan: Plan) -> Watch:
    """Return what looks at the results of each step."""

    def watch(planned: Planned, slots: list[Any]) -> None:
        if not any(_has_nan(slots[slot]) for slot in planned.writes):
            return
        known = {array: slots[slot] for array, slot in plan.slots.items() if slots[slot] is not None}
        step = planned.step
        members = step.members if isinstance(step, NativeStep) else [step.application]
        solution = Solution()
        for array, value in known.items():
            solution.meet(array.shape, value.shape)
        for application in members:
            _look(application, known, solution)

    return watch


def _look(application: Application, known: dict[Array, Any], solution: Solution) -> None:
    for array in application.arrays():
        if isinstance(array, Constant):
            known.setdefault(array, array.data)
    results = run_reference(application, known, solution)
    given = [array for array in application.arrays() if _has_nan(known[array])]
    for out, data in zip(application.outputs, results):
        known[out] = data
        if _has_nan(data) and not given:
            place = np.unravel_index(int(np.argmax(np.isnan(data))), data.shape)
            count = int(np.isnan(data).sum())
            values = ", ".join(
                _told(array, known[array], data.shape, place) for array in application.arrays()
            )
            where = f" at {tuple(map(int, place))}" if data.ndim else ""
            raise NanError(
                f"{out!r} is NaN{where} ({count} of {data.size} values), but its arguments are not: {values}",
                application.site,
                "gn.config.nan_guard = False lets the call go on",
            )


def _told(array: Array, data: Any, shape: tuple[int, ...], place: Any) -> str:
    """Say what an argument is where the result is NaN."""
    try:
        value = np.broadcast_to(data, shape)[place]
    except ValueError:
        return f"{array!r} from {np.min(data):.6g} to {np.max(data):.6g}"
    return f"{value}" if isinstance(array, Constant) else f"{array!r} = {value}"


def _has_nan(data: Any) -> bool:
    return data is not None and data.dtype.kind in "fc" and bool(np.isnan(data).any())
