"""How rules are registered: from partial derivatives, or from adjoints of linear operations.

An operation with neither is differentiated through its body (`gnomon.ops.bodies`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gnomon.ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import times
from gnomon.ops.record import TABLE

ops: Any = gnomon.ops
"""The table of operations."""

Partial = Callable[..., Any]

LINEAR: dict[str, tuple[int, ...]] = {}
"""Operations that are linear in these inputs together: their forward derivative applies them to the tangents."""


MULTILINEAR = frozenset(
    """matmul mm bmm mv dot vector_dot inner outer tensordot contracted kron cross batch_dot einsum convolve
    convolve_many""".split()
)
"""Operations that are linear in each input alone, which all are arrays: the product rule gives their forward mode."""


BIASED = frozenset({"conv", "conv_transpose"})
"""Operations that are linear in each of their first two inputs, and may add a third."""


WHOLE: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {}
"""Operations over inner graphs. Their rules see the application itself.

The first gives its arrays and their cotangents, from the cotangents of its outputs and the ids of the arrays asked
for; the second the tangents of its outputs, from those of its arrays.
"""


def partials(name: str, *derivatives: Partial | None) -> None:
    """Register an elementwise operation by its partial derivatives ``d(*arrays, out, **attributes)``.

    Both modes follow: cotangents times the conjugated derivatives, and the sum of derivatives times tangents.
    """
    record = TABLE[name]

    def pull(g: Array, *arrays: Array, out: Array, **attributes: Any) -> tuple[Any, ...]:
        return tuple([_pulled(g, d, arrays, out, attributes) for d in derivatives])

    def push(tangents: tuple[Any, ...], *arrays: Array, out: Array, **attributes: Any) -> Any:
        total: Any = None
        for tangent, d in zip(tangents, derivatives):
            if tangent is None or d is None:
                continue
            term = ops.multiply(tangent, d(*arrays, out, **attributes))
            total = term if total is None else ops.add(total, term)
        return total

    record.pullback(pull)
    record.pushforward(push)


def _pulled(
    g: Array, d: Partial | None, arrays: tuple[Any, ...], out: Array, attributes: dict[str, Any]
) -> Callable[[], Any] | None:
    return None if d is None else lambda: times(g, d(*arrays, out, **attributes))


def pullback(*names: str, linear: tuple[int, ...] = ()) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a rule for some operations; ``linear`` lists the inputs in which they are jointly linear."""

    def register(rule: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            TABLE[name].pullback(rule)
            if linear:
                LINEAR[name] = linear
        return rule

    return register


def whole(name: str, pull: Callable[..., Any], push: Callable[..., Any]) -> None:
    """Register both modes of an operation over inner graphs."""
    TABLE[name].pullback(pull)
    TABLE[name].pushforward(push)
    WHOLE[name] = (pull, push)
