"""Compiled code held against the reference: the first expression whose values differ, with the user's line."""

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
    from gnomon.runtime.execution import Watch

TOLERANCE = {np.dtype("float16"): 1e-2, np.dtype("float32"): 1e-4, np.dtype("complex64"): 1e-4}
"""Relative to the largest value of an array; other floats are compared to 1e-9."""


class DifferenceError(EvaluationError):
    """A value of compiled code that NumPy computes otherwise (`gn.config.compare`)."""


def comparing_watch(plan: Plan) -> Watch:
    """Return what computes each step again with NumPy, from the values that the step read."""

    def watch(planned: Planned, slots: list[Any]) -> None:
        step = planned.step
        if not isinstance(step, NativeStep):
            return
        known = {array: slots[slot] for array, slot in plan.slots.items() if slots[slot] is not None}
        written = {
            array: known.pop(array)
            for application in step.members
            for array in application.outputs
            if array in known
        }
        solution = Solution()
        for array, value in [*known.items(), *written.items()]:
            solution.meet(array.shape, value.shape)
        for application in step.members:
            for array in application.arrays():
                if isinstance(array, Constant):
                    known.setdefault(array, array.data)
            if any(array not in known for array in application.arrays()):
                return  # a value that the step read is gone: its memory was used again
            for out, wanted in zip(application.outputs, run_reference(application, known, solution)):
                known[out] = wanted
                if out in written:
                    _compare(out, written[out], np.asarray(wanted), application.site)

    return watch


def _compare(out: Array, found: Any, wanted: Any, site: Any) -> None:
    differs = _differs(found, wanted)
    if not differs.any():
        return
    place = np.unravel_index(int(np.argmax(differs)), differs.shape)
    where = f" at {tuple(map(int, place))}" if differs.ndim else ""
    raise DifferenceError(
        f"{out!r} is {found[place]}{where} in compiled code and {wanted[place]} in NumPy "
        f"({int(differs.sum())} of {differs.size} values differ)",
        site,
        "this is a fault of Gnomon: please report it; gn.config.compare = False lets the call go on",
    )


def _differs(found: Any, wanted: Any) -> Any:
    """Return where values differ by more than rounding."""
    if wanted.dtype.kind not in "fc":
        return np.asarray(found != wanted)
    with np.errstate(all="ignore"):
        finite = np.isfinite(wanted)
        largest = float(np.abs(np.where(finite, wanted, 0)).max(initial=0.0))
        near = np.abs(found - wanted) <= TOLERANCE.get(wanted.dtype, 1e-9) * max(largest, 1e-30)
        same = (found == wanted) | (np.isnan(found) & np.isnan(wanted))
    return np.asarray(~(near & finite | same))
