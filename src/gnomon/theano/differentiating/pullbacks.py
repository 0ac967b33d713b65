"""Gradients of single applications: Gnomon's own, as operations of Theano's graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array
from gnomon.graph.gradients.forward import pushed
from gnomon.graph.gradients.reverse import pulled
from gnomon.graph.sites import user_site
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import Op
from gnomon.theano.gof.testing_values import compute_test_values


class Pullback(Op):
    """The gradients of an operation: inputs and cotangents of outputs -> cotangents of inputs.

    ``wrt`` and ``given`` are the places of the inputs asked for and of the outputs whose cotangents are known.
    """

    __props__ = ("op", "wrt", "given")

    def __init__(self, op: Op, wrt: tuple[int, ...], given: tuple[int, ...]) -> None:
        self.op, self.wrt, self.given = op, wrt, given

    def make_node(self, *entries: Any) -> Apply:
        count = len(entries) - len(self.given)
        kinds = [gradient_type(entries[place].type) for place in self.wrt]
        node = Apply(self, list(entries), [kind() for kind in kinds])
        node.tag.forward = count
        return node

    def lower(self, node: Apply, *values: Any) -> Any:
        from gnomon.theano.lowering import lowered

        count = len(values) - len(self.given)
        inputs = nodes_of(values[:count])
        outs = lowered(self.op.make_node(*node.inputs[:count]), inputs)
        ends = [outs[place] for place in self.given]
        arrays = [inputs[place] for place in self.wrt]
        found = pulled(ends, arrays, _like(values[count:], ends), leaves=inputs)
        return [zeros(array) if g is None else g for array, g in zip(arrays, found)]

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        return generic_pullback(self, inputs, outputs, output_grads)

    def __str__(self) -> str:
        return f"Grad{{{self.op}}}"


class Pushforward(Op):
    """How outputs of an operation change: inputs and tangents of some inputs -> tangents of outputs."""

    __props__ = ("op", "moved")

    def __init__(self, op: Op, moved: tuple[int, ...]) -> None:
        self.op, self.moved = op, moved

    def make_node(self, *entries: Any) -> Apply:
        count = len(entries) - len(self.moved)
        outs = self.op.make_node(*entries[:count]).outputs
        return Apply(self, list(entries), [gradient_type(out.type)() for out in outs])

    def lower(self, node: Apply, *values: Any) -> Any:
        from gnomon.theano.lowering import lowered

        count = len(values) - len(self.moved)
        inputs = nodes_of(values[:count])
        outs = lowered(self.op.make_node(*node.inputs[:count]), inputs)
        moved = [inputs[place] for place in self.moved]
        found = pushed(outs, moved, _like(values[count:], moved), inputs)
        return [zeros(out) if t is None else t for out, t in zip(outs, found)]

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        return generic_pullback(self, inputs, outputs, output_grads)

    def __str__(self) -> str:
        return f"Forward{{{self.op}}}"


def gradient_type(kind: Any) -> Any:
    """Return the type of gradients by a variable: its own, as floats."""
    from gnomon.theano.configuration import config

    if getattr(kind, "dtype", "float64")[:3] in ("int", "uin", "boo"):
        return kind.clone(dtype=config.floatX)
    return kind


def nodes_of(values: Sequence[Any]) -> list[Any]:
    """Return each value as a node of its own, so that derivatives by it are partial ones."""
    return [_node(value) if isinstance(value, Array) else value for value in values]


def _node(value: Array) -> Array:
    application = Application(ops.positive, (value,), {}, (), user_site())
    node = Array(
        value.shape, value.dtype, application=application, contents=value.contents, site=application.site
    )
    application.outputs = (node,)
    return node


def _like(cotangents: Sequence[Any], ends: Sequence[Any]) -> list[Any]:
    return [g if g.dtype == end.dtype else ops.cast(g, dtype=end.dtype) for g, end in zip(cotangents, ends)]


def zeros(array: Any) -> Any:
    """Return zeros in the shape of an array, as floats."""
    import gnomon as gn
    from gnomon.theano.configuration import config

    kind = array.dtype if array.dtype.kind in ("float", "complex") else getattr(gn, config.floatX)
    return gn.zeros_like(array, dtype=kind)


def generic_pullback(
    op: Op, inputs: Sequence[Any], outputs: Sequence[Any], output_grads: Sequence[Any]
) -> list[Any]:
    """Return Theano variables of an application's gradients, which Gnomon computes."""
    from gnomon.theano.differentiating.reverse import DisconnectedType, disconnected_type

    given = tuple([k for k, g in enumerate(output_grads) if not isinstance(g.type, DisconnectedType)])
    connected = _connected(op, inputs, outputs)
    wrt = tuple([k for k, variable in enumerate(inputs) if is_array(variable) and connected[k]])
    if not given or not wrt:
        return [disconnected_type() for _ in inputs]
    node = Pullback(op, wrt, given).make_node(*inputs, *[output_grads[place] for place in given])
    compute_test_values(node)
    found = iter(node.outputs)
    return [next(found) if place in wrt else disconnected_type() for place in range(len(inputs))]


def is_array(variable: Any) -> bool:
    """Whether a variable is an array, of which there may be gradients."""
    return hasattr(variable.type, "broadcastable") and hasattr(variable.type, "clone")


def _connected(op: Any, inputs: Sequence[Any], outputs: Sequence[Any]) -> list[bool]:
    """Say of each input whether gradients by it are asked for."""
    pattern = getattr(op, "connection_pattern", None)
    if pattern is None:
        return [True] * len(inputs)
    return [any(row) for row in pattern(outputs[0].owner)]


def pullback_of(node: Apply, values: Sequence[Any]) -> Callable[..., Any] | None:
    """Return the function that pulls cotangents of an application back through the gradient that its operation gives."""

    def pull(*cotangents: Any) -> Any:
        from gnomon.theano.differentiating.reverse import DisconnectedType
        from gnomon.theano.lowering import Lowering

        inputs = [variable.type() for variable in node.inputs]
        again = node.clone_with_new_inputs(inputs)
        grads = [gradient_type(out.type)() for out in again.outputs]
        found = again.op.L_op(inputs, again.outputs, grads)
        known = dict(zip([*inputs, *grads], [*values, *cotangents]))
        places = [
            k for k, g in enumerate(found) if g is not None and not isinstance(g.type, DisconnectedType)
        ]
        lowered = iter(Lowering(known).of([found[place] for place in places]))
        return tuple([next(lowered) if place in places else None for place in range(len(found))])

    return pull
