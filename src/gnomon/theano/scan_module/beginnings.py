"""What a loop gives for a state: its values after each step, which are a part of all its values, the first ones included."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Apply
from gnomon.theano.tensor.subtensor import Subtensor


class AfterSteps(Subtensor):
    """The values of a state after each step: all its values, how many of them stand before the first step, the rest.

    Programs find all values as its first input, as Theano gave them; they are put together only where one uses them.
    """

    def make_node(self, x: Any, *inputs: Any) -> Apply:
        return Apply(self, [x, *inputs], [inputs[-1].type()])

    def lower(self, node: Apply, x: Any, *values: Any) -> Any:
        return values[-1]

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.differentiating.reverse import disconnected_type

        return [*[disconnected_type() for _ in inputs[1:]], *output_grads]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that gradients go through what the steps gave."""
        return [*[[False] for _ in node.inputs[1:]], [True]]


def after_steps(initial: Any, taps: tuple[int, ...], values: Any) -> Any:
    """Return the values of a state after each step, as a part of those with the initial ones."""
    from gnomon.theano.tensor.axes import shape_padleft
    from gnomon.theano.tensor.joining import join

    depth = -min(taps)
    begin = shape_padleft(initial) if taps == (-1,) else initial[:depth]
    part = join(0, begin.astype(values.dtype), values)[depth:].owner
    return AfterSteps(part.op.idx_list)(*part.inputs, values)
