"""What a loop keeps for its way back: the rule is one function, `kept`.

A value of a step that the gradient needs is *free* if a sequence or an invariant gives it. Cheap work (arithmetic,
comparisons, choices, new shapes) on what is free or kept anyway is done again, and so is what is the same in all
steps. All else is kept: carries, products, reductions, functions such as exp; where cheap work needs one value that
is not kept yet, that value is kept rather than the result. What has another size in each step, as the rows of a mask, cannot
be kept and is done again, too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from gnomon.graph.array import Application, Array, Input
from gnomon.graph.inner import Inner, needs, ordered
from gnomon.graph.telling import nameless
from gnomon.shapes import Facts

CHEAP = frozenset(
    """add subtract multiply divide negative positive square abs sign reciprocal maximum minimum fmax fmin clip relu
    where equal not_equal less less_equal greater greater_equal logical_and logical_or logical_xor logical_not
    bitwise_and bitwise_or bitwise_xor invert isfinite isinf isnan signbit copysign heaviside conj real imag cast
    floor ceil trunc round stop_gradient masked_fill
    broadcast_to reshape flatten unflatten squeeze expand_dims atleast transpose matrix_transpose swapaxes moveaxis
    index pick narrow select_at split flip full_like constant size_along full arange eye""".split()
)
"""Operations that are done again rather than kept."""


def kept(
    outputs: Sequence[Array], inner: Inner, places: tuple[int, int], cotangents: Collection[Array]
) -> list[Array]:
    """Return the values of a step to keep, so that ``outputs`` can be computed from cotangents.

    ``places`` are the first input after the carries, and the first invariant.
    """
    order = ordered(outputs, [*inner.inputs, *cotangents])
    needed = _needed(order, outputs, inner, cotangents)
    saved: dict[Array, None] = {}
    roots: dict[Array, frozenset[Array]] = {carry: frozenset((carry,)) for carry in inner.inputs[: places[0]]}
    steady: set[Array] = set(inner.inputs[places[1] :])
    given = {atom for array in (*inner.inputs, *cotangents) for atom in nameless(array.shape.dims)}

    def varies(array: Array) -> bool:
        """Whether an array may have another size in each step."""
        return any(atom not in given for atom in nameless(array.shape.dims))

    def left(array: Array) -> frozenset[Array]:
        """The values that are to be kept before an array can be computed."""
        return frozenset() if array in saved else roots.get(array, frozenset()).difference(saved)

    def need(array: Array) -> None:
        missing = left(array)
        if varies(array) or (len(missing) == 1 and _no_larger(next(iter(missing)), array)):
            saved.update(dict.fromkeys(missing))
        elif missing:
            saved[array] = None

    for carry in inner.inputs[: places[0]]:
        if carry in needed:
            need(carry)
    for application in order:
        parts = list(needs(application))
        if all(part in steady for part in parts if part.application is not None or isinstance(part, Input)):
            steady.update(application.outputs)
        elif application.op.name in CHEAP or any(varies(out) for out in application.outputs):
            missing = frozenset[Array]().union(*[left(part) for part in parts])
            roots.update(dict.fromkeys(application.outputs, missing))
        else:
            roots.update({out: frozenset((out,)) for out in application.outputs})
        for out in application.outputs:
            if out in needed:
                need(out)
    return list(saved)


def _no_larger(root: Array, array: Array) -> bool:
    if root.dtype.bits > array.dtype.bits or root.ndim > array.ndim:
        return False
    return bool(Facts().at_least(array.size, root.size).is_yes)


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
