"""Derivatives of inner graphs: which inputs move which outputs, and the graphs that pull and push."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.graph.array import Array, Input
from gnomon.graph.gradients.helpers import FLOATS, fitted, zeros_like
from gnomon.graph.inner import Inner, frozen, tracing


def movers(inner: Inner) -> list[set[int]]:
    """Return for each output the places of the inputs whose changes it follows."""
    known: dict[Array, set[int]] = {
        array: {k} if array.dtype.kind in FLOATS else set() for k, array in enumerate(inner.inputs)
    }
    for application in inner.order:
        found: set[int] = set()
        if application.op.name != "stop_gradient":
            found = found.union(*[known.get(array, ()) for array in application.arrays()])
        for out in application.outputs:
            known[out] = found if out.dtype.kind in FLOATS else set()
    return [known.get(output, set()) for output in inner.outputs]


def cotangent_for(array: Array, name: str = "") -> Input:
    """Return an input for the cotangent, or the tangent, of an array."""
    label = name or array.name
    return Input(array.shape, array.dtype, name=f"d{label}" if label else None, site=array.site)


def pull_graph(inner: Inner, given: Sequence[int], wanted: Sequence[int]) -> tuple[Inner, list[Array]]:
    """Return the graph from inputs and cotangents of the outputs ``given`` to those of the inputs ``wanted``.

    Also return the arrays from outside that it takes after these.
    """
    from gnomon.graph.gradients.reverse import pulled

    gs = [cotangent_for(inner.outputs[k]) for k in given]
    wrt = [inner.inputs[k] for k in wanted]
    with tracing() as made:
        found = pulled([inner.outputs[k] for k in given], wrt, gs)
        ends = [zeros_like(x) if c is None else c for x, c in zip(wrt, found)]
    return frozen([*inner.inputs, *gs], ends, made)


def push_graph(inner: Inner, moving: Sequence[int], wanted: Sequence[int]) -> tuple[Inner, list[Array]]:
    """Return the graph from inputs and tangents of the inputs ``moving`` to those of the outputs ``wanted``."""
    from gnomon.graph.gradients.forward import pushed

    ts = [cotangent_for(inner.inputs[k]) for k in moving]
    ends = [inner.outputs[k] for k in wanted]
    with tracing() as made:
        found = pushed(ends, [inner.inputs[k] for k in moving], ts)
        results = [zeros_like(x) if t is None else fitted(t, x) for x, t in zip(ends, found)]
    return frozen([*inner.inputs, *ts], results, made)
