"""What a loop keeps for its way back: the rule is one function, `kept`.

A value of a step that the gradient needs is *free* if a sequence or an invariant gives it. Cheap work (arithmetic,
comparisons, choices, new shapes) on what is free or kept anyway is done again. All else is kept: carries, products,
reductions, and functions such as exp.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gnomon.graph.array import Application, Array, Input
from gnomon.graph.inner import Inner, needs, ordered

CHEAP = frozenset(
    """add subtract multiply divide negative positive square abs sign reciprocal maximum minimum fmax fmin clip relu
    where equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not
    bitwise_and bitwise_or bitwise_xor invert isfinite isinf isnan signbit copysign heaviside conj real imag cast
    floor ceil trunc round stop_gradient masked_fill
    broadcast_to reshape flatten unflatten squeeze expand_dims atleast transpose matrix_transpose swapaxes moveaxis
    index flip full_like constant size_along full arange eye""".split()
)
"""Operations that are done again rather than kept."""


def kept(
    outputs: Sequence[Array], inner: Inner, places: tuple[int, int], cotangents: Collection[Array]
) -> list[Array]:
    """Return the values of a step to keep, so that ``outputs`` can be computed from cotangents.

    ``places`` are the first input after the carries, and the first invariant.
    """
    carries: set[Array] = set(inner.inputs[: places[0]])
    free: set[Array] = set(inner.inputs[places[0] :])
    order = ordered(outputs, [*inner.inputs, *cotangents])
    needed = _needed(order, outputs, inner, cotangents)
    saved = {array: None for array in needed if array in carries}
    steady: set[Array] = set(inner.inputs[places[1] :])
    for application in order:
        parts = [part for part in needs(application) if part.application is not None or part in carries]
        if all(part in steady for part in needs(application) if not _plain(part)):
            steady.update(application.outputs)
            free.update(application.outputs)
        elif application.op.name in CHEAP and all(part in free or part in saved for part in parts):
            free.update(application.outputs)
        else:
            saved.update({out: None for out in application.outputs if out in needed})
    return list(saved)


def _needed(
    order: Sequence[Application], outputs: Sequence[Array], inner: Inner, cotangents: Collection[Array]
) -> set[Array]:
    """Return the values of the step itself that what depends on cotangents takes."""
    back: set[Array] = set(cotangents)
    needed: set[Array] = set(outputs)
    for application in order:
        parts = list(needs(application))
        if any(part in back for part in parts):
            back.update(application.outputs)
            needed.update(parts)
    return needed - back


def _plain(array: Array) -> bool:
    return array.application is None and not isinstance(array, Input)
