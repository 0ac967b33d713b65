"""What a graph becomes when it is simplified as a graph, to be read: one application where several were equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon.theano.gof.graph import Constant


def simplify(fgraph: Any) -> None:
    """Change a function graph in place: fold constants, drop what has no effect, merge equal applications."""
    changed = True
    while changed:
        changed = False
        seen: dict[Any, Any] = {}
        for node in fgraph.toposort():
            replacement = _merged(node, seen) or _folded(node) or _reduced(node)
            for output, new in zip(node.outputs, replacement or ()):
                if new is not output and fgraph.clients(output):
                    fgraph.replace(output, _of_type(new, output), reason="simplify")
                    changed = True
            if changed:
                break


def merge(fgraph: Any) -> None:
    """Change a function graph in place: one constant where several were equal, and one application."""
    constants: dict[Any, Any] = {}
    for variable in [v for node in fgraph.toposort() for v in node.inputs if isinstance(v, Constant)]:
        first = constants.setdefault(variable.signature(), variable)
        if first is not variable and first.type == variable.type and fgraph.clients(variable):
            fgraph.replace(variable, first, reason="merge")
    seen: dict[Any, Any] = {}
    for node in fgraph.toposort():
        for output, new in zip(node.outputs, _merged(node, seen) or ()):
            fgraph.replace(output, new, reason="merge")


def pre_constant_merge(vars: Any) -> list[Any]:
    """Let equal constants below some variables be one; graphs of functions stay as they are."""
    constants: dict[Any, Any] = {}
    seen: set[Any] = set()

    def merged(variable: Any) -> Any:
        if isinstance(variable, Constant):
            return constants.setdefault(variable.signature(), variable)
        node = getattr(variable, "owner", None)
        if node is not None and node not in seen and not hasattr(node, "fgraph"):
            seen.add(node)
            node.inputs[:] = [merged(entry) for entry in node.inputs]
        return variable

    return [merged(variable) for variable in (vars if isinstance(vars, (list, tuple)) else [vars])]


def _of_type(new: Any, old: Any) -> Any:
    """Return a variable with the type of the one that it stands for."""
    if new.type == old.type:
        return new
    from gnomon.theano.tensor.broadcasting import patternbroadcast

    return patternbroadcast(new.astype(old.type.dtype), old.type.broadcastable)


def _identity(variable: Any) -> Any:
    return variable.signature() if isinstance(variable, Constant) else variable


def _merged(node: Any, seen: dict[Any, Any]) -> Sequence[Any] | None:
    """Return the outputs of an equal application that came before."""
    key = (node.op, tuple([_identity(v) for v in node.inputs]))
    try:
        earlier = seen.setdefault(key, node)
    except TypeError:  # an operation without a hash
        return None
    return None if earlier is node else list(earlier.outputs)


def _folded(node: Any) -> Sequence[Any] | None:
    """Return what an application of constants gives, where that is an elementwise number."""
    from gnomon.theano.tensor.axes import DimShuffle
    from gnomon.theano.tensor.elemwise import Elemwise

    if not isinstance(node.op, (Elemwise, DimShuffle)) or not all(
        isinstance(v, Constant) for v in node.inputs
    ):
        return None
    from gnomon.theano.lowering import performed

    found = performed(node, [v.data for v in node.inputs])
    return [
        out.type.Constant(type=out.type, data=out.type.filter(value))
        for out, value in zip(node.outputs, found)
    ]


def _number(variable: Any) -> Any:
    """Return the number that a constant holds everywhere, or None."""
    if not isinstance(variable, Constant) or not hasattr(variable.data, "size") or not variable.data.size:
        return None
    first = variable.data.flat[0]
    return first if (variable.data == first).all() else None


def _reduced(node: Any) -> Sequence[Any] | None:
    """Return what an elementwise application is without parts that have no effect."""
    from gnomon.theano.scalar import basic as scalar
    from gnomon.theano.tensor.elemwise import Elemwise

    if not isinstance(node.op, Elemwise):
        return None
    rules: dict[Any, Callable[[Any], Sequence[Any] | None]] = {
        scalar.second: _filled,
        scalar.mul: _product,
        scalar.add: _sum,
        scalar.sub: _difference,
        scalar.true_div: _quotient,
        scalar.identity: lambda node: list(node.inputs),
    }
    rule = rules.get(node.op.scalar_op)
    return None if rule is None else rule(node)


def _filled(node: Any) -> Sequence[Any] | None:
    x, y = node.inputs
    return [y] if all(x.type.broadcastable) or x.type.broadcastable == y.type.broadcastable == () else None


def _without(node: Any, neutral: int) -> Sequence[Any] | None:
    """Return an application without entries that have no effect and that the shape does not need."""
    kept = [v for v in node.inputs if _number(v) != neutral or not all(v.type.broadcastable)]
    if len(kept) == len(node.inputs):
        return None
    if not kept:
        return [node.inputs[0]]
    return [kept[0] if len(kept) == 1 else node.op(*kept)]


def _product(node: Any) -> Sequence[Any] | None:
    return _without(node, 1)


def _sum(node: Any) -> Sequence[Any] | None:
    return _without(node, 0)


def _difference(node: Any) -> Sequence[Any] | None:
    x, y = node.inputs
    return [x] if _number(y) == 0 and all(y.type.broadcastable) else None


def _quotient(node: Any) -> Sequence[Any] | None:
    x, y = node.inputs
    same = x.type.dtype == node.outputs[0].type.dtype
    return [x] if same and _number(y) == 1 and all(y.type.broadcastable) else None
