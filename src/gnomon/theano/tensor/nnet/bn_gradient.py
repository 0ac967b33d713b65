"""The gradient of batch normalization under the name of Theano's operation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.basic import cast_to
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.variables import as_tensor_variable


class AbstractBatchNormTrainGrad(GnomonOp):
    """The gradients of a cost by x, scale and bias: x, the cotangent, scale, the means and 1 / the deviations of x."""

    __props__ = ("axes",)

    def __init__(self, axes: Sequence[int] = (0,)) -> None:
        self.axes = tuple([int(axis) for axis in axes])
        if not self.axes:
            raise AssertionError("there should be at least one normalization axis")

    def make_node(
        self, x: Any, dy: Any, scale: Any, x_mean: Any, x_invstd: Any, epsilon: Any = 1e-4
    ) -> Apply:
        given = [as_tensor_variable(entry) for entry in (x, dy, scale, x_mean, x_invstd)]
        if len({entry.ndim for entry in given}) > 1:
            raise AssertionError(
                f"all must have as many axes: {', '.join([str(entry.type) for entry in given])}"
            )
        dtype = upcast(*[entry.dtype for entry in given])
        given = [entry.astype(dtype) for entry in given]
        outs = [given[0].type(), given[2].type(), given[2].type()]
        return Apply(self, [*given, as_tensor_variable(epsilon)], outs)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the scale is needed for the gradient by x alone, and epsilon for none."""
        all_, none = [True, True, True], [False, False, False]
        return [[True, True, False], all_, [True, False, False], *[[True, True, False]] * 2, none]

    def lower(self, node: Apply, *values: Any) -> Any:
        x, dy, scale, mean, inverse = cast_to(node.outputs[0].dtype, *values[:5])

        def over(array: Any, reduce: Any) -> Any:
            return reduce(array, axis=self.axes, keepdims=True)

        away = x - mean
        slope = dy * inverse - away * (over(dy * away, gn.mean) * inverse**3)
        by_x = scale * (slope - over(slope, gn.mean))
        return [by_x, over(dy * inverse * away, gn.sum), over(dy, gn.sum)]
