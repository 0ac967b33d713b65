"""Whether two expressions are the same computation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.gof.walking import inputs, io_toposort


def equal_computations(
    xs: Sequence[Any],
    ys: Sequence[Any],
    in_xs: Sequence[Any] | None = None,
    in_ys: Sequence[Any] | None = None,
) -> bool:
    """Whether each of some expressions is the same computation as its partner, ``in_xs`` standing for ``in_ys``."""
    from gnomon.theano.gof.graph import Constant, Variable

    if len(xs) != len(ys):
        raise ValueError("the number of graphs to compare does not agree")
    pairs = list(zip(xs, ys))
    if not all(isinstance(x, Variable) and isinstance(y, Variable) for x, y in pairs):
        return all(type(x) is type(y) and (x is y or bool(x == y)) for x, y in pairs)
    same: dict[int, Any] = {}
    for x, y in zip(in_xs or (), in_ys or ()):
        if x.type != y.type:
            return False
        same[id(x)] = y

    def equal(x: Any, y: Any) -> bool:
        if id(x) in same:
            return same[id(x)] is y
        if x is y:
            return True
        if isinstance(x, Constant) or isinstance(y, Constant):
            return isinstance(x, Constant) and x.type == y.type and x.equals(y)
        return False

    given_x, given_y = in_xs or inputs(xs), in_ys or inputs(ys)
    order_x, order_y = io_toposort(given_x, xs), io_toposort(given_y, ys)
    if len(order_x) != len(order_y):
        return False
    for a, b in zip(order_x, order_y):
        if a.op != b.op or len(a.inputs) != len(b.inputs) or len(a.outputs) != len(b.outputs):
            return False
        if not all(equal(x, y) for x, y in zip(a.inputs, b.inputs)):
            return False
        same.update({id(x): y for x, y in zip(a.outputs, b.outputs)})
    return all(equal(x, y) and x.type == y.type for x, y in pairs)


def is_same_graph(var1: Any, var2: Any, givens: Any = None, debug: bool = False) -> bool:
    """Whether two variables are the same computation, with variables of either replaced by ``givens``."""
    pairs = dict(givens.items() if hasattr(givens, "items") else (givens or ()))
    leaves: list[tuple[Any, Any]] = []
    for old, new in pairs.items():
        leaves.append((old, new))
        leaves.append((new, old))
    in_x = [x for x, _ in leaves]
    in_y = [y for _, y in leaves]
    if not pairs:
        return equal_computations([var1], [var2])
    used = {id(v) for v in inputs([var1], in_x)} | {id(v) for v in _between([var1])}
    chosen = [(x, y) for x, y in zip(in_x, in_y) if id(x) in used]
    return equal_computations([var1], [var2], [x for x, _ in chosen], [y for _, y in chosen])


def _between(outputs: Sequence[Any]) -> list[Any]:
    from gnomon.theano.gof.walking import ancestors

    return ancestors(outputs)
