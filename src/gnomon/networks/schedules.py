"""Learning rates that change (``gn.nn.schedules``): functions of the number of steps made so far, an expression.

>>> import gnomon as gn
>>> rate = gn.nn.schedules.cosine(0.1, 100)
>>> [round(float(rate(gn.asarray(step))), 6) for step in (0, 50, 100, 200)]
[0.1, 0.05, 0.0, 0.0]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import pi
from typing import Any

from gnomon import ops

Schedule = Callable[[Any], Any]


def constant(rate: float) -> Schedule:
    """The same rate at all times."""
    return lambda step: rate + 0.0 * step


def linear(rate: float, steps: int, last: float = 0.0) -> Schedule:
    """From ``rate`` to ``last`` on a line, which ``steps`` steps take."""
    return lambda step: rate + (last - rate) * _portion(step, steps)


def cosine(rate: float, steps: int, last: float = 0.0) -> Schedule:
    """From ``rate`` to ``last`` along half a cosine."""
    return lambda step: last + (rate - last) * (0.5 + 0.5 * ops.cos(pi * _portion(step, steps)))


def exponential(rate: float, factor: float, every: int = 1) -> Schedule:
    """Times ``factor`` for ``every`` steps, smoothly."""
    return lambda step: rate * factor ** (step / every)


def steps(rate: float, factor: float, at: Sequence[int]) -> Schedule:
    """Times ``factor`` from each step of ``at`` on."""

    def value(step: Any) -> Any:
        found = rate + 0.0 * step
        for place in at:
            found = ops.where(step >= place, found * factor, found)
        return found

    return value


def warmup(steps: int, then: Schedule | float) -> Schedule:
    """From 0 on a line to where ``then`` begins, in ``steps`` steps; its own steps count from there."""
    after = constant(then) if isinstance(then, (int, float)) else then

    def value(step: Any) -> Any:
        later = ops.maximum(step - steps, 0)
        return after(later) * ops.minimum((step + 1.0) / max(steps, 1), 1.0)

    return value


def _portion(step: Any, steps: int) -> Any:
    return ops.minimum(step / max(steps, 1), 1.0)


__all__ = ["constant", "cosine", "exponential", "linear", "steps", "warmup"]


def __dir__() -> list[str]:
    return __all__
