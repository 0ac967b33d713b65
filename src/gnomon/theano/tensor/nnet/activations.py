"""Activations: sigmoids, softmax, rectifiers."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar import operations as rules
from gnomon.theano.scalar.basic import operation
from gnomon.theano.scalar.operations import upgrade_to_float
from gnomon.theano.scalar.types import get_scalar_type
from gnomon.theano.tensor.elementwise import clip, exp, switch, true_div
from gnomon.theano.tensor.elemwise import Elemwise
from gnomon.theano.tensor.variables import as_tensor_variable


def _fast_sigmoid(x: Any) -> Any:
    """A rational function close to the sigmoid, in three pieces."""
    half = 0.5 * gn.abs(x)
    piece = gn.where(
        half < 1.7,
        1.5 * half / (1 + half),
        gn.where(half < 3, 0.935409070603099 + 0.0458812946797165 * (half - 1.7), 0.99505475368673),
    )
    return 0.5 * (gn.where(x >= 0, piece, -piece) + 1)


_float = rules.upgrade_to_float
scalar_sigmoid = operation("sigmoid", 1, gn.nn.sigmoid, _float, kind="ScalarSigmoid")
scalar_softplus = operation("softplus", 1, gn.nn.softplus, _float, kind="ScalarSoftplus")
ultra_fast_scalar_sigmoid = operation(
    "ultra_fast_sigmoid", 1, _fast_sigmoid, _float, kind="UltraFastScalarSigmoid"
)
sigmoid = Elemwise(scalar_sigmoid, name="sigmoid")
softplus = Elemwise(scalar_softplus, name="softplus")
ultra_fast_sigmoid = Elemwise(ultra_fast_scalar_sigmoid, name="ultra_fast_sigmoid")
sigmoid_inplace = Elemwise(scalar_sigmoid, {0: 0}, name="sigmoid_inplace")
ultra_fast_sigmoid_inplace = Elemwise(ultra_fast_scalar_sigmoid, {0: 0}, name="ultra_fast_sigmoid_inplace")


def hard_sigmoid(x: Any) -> Any:
    """Return 0.2 x + 0.5, cut off at 0 and 1."""
    x = as_tensor_variable(x)
    (kind,) = upgrade_to_float(get_scalar_type(x.dtype))
    slope, shift = [as_tensor_variable(number).astype(kind.dtype) for number in (0.2, 0.5)]
    return clip(x * slope + shift, 0, 1)


class _RowOp(GnomonOp):
    """A function of each row of a vector or matrix."""

    __props__ = ()

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        if x.type.ndim not in (1, 2) or not x.type.dtype.startswith("float"):
            raise ValueError(f"x must be 1-d or 2-d tensor of floats. Got {x.type}")
        if x.ndim == 1:
            x = x.dimshuffle("x", 0)
        return Apply(self, [x], [x.type()])


class Softmax(_RowOp):
    """The softmax of each row."""

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.nn.softmax(x, axis=-1)

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        """Give the gradient; that of a logarithm of these rows is not divided by chances that may have become 0."""
        over = _divided_by(output_grads[0], outputs[0])
        if over is None:
            return super().L_op(inputs, outputs, output_grads)
        return [over - outputs[0] * over.sum(axis=1, keepdims=True)]


def _divided_by(quotient: Any, divisor: Any) -> Any:
    """Return x where an expression is x / divisor, else None."""
    node = quotient.owner
    if node is None or not isinstance(node.op, Elemwise) or node.op.scalar_op != true_div.scalar_op:
        return None
    return node.inputs[0] if node.inputs[1] is divisor else None


class LogSoftmax(_RowOp):
    """The logarithm of the softmax of each row."""

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.nn.log_softmax(x, axis=-1)


softmax_op = Softmax()
logsoftmax_op = LogSoftmax()


def softmax(c: Any) -> Any:
    """Return the softmax of each row."""
    c = as_tensor_variable(c)
    if c.broadcastable[-1]:
        import warnings

        warnings.warn(
            "The softmax is applied on a dimension of shape 1, which does not have a semantic meaning.",
            stacklevel=2,
        )
    return softmax_op(c)


softmax_graph = softmax


def logsoftmax(c: Any) -> Any:
    """Return the logarithm of the softmax of each row."""
    return logsoftmax_op(c)


class SoftmaxWithBias(GnomonOp):
    """The softmax of each row of x + b."""

    __props__ = ()

    def make_node(self, x: Any, b: Any) -> Apply:
        x, b = as_tensor_variable(x), as_tensor_variable(b)
        if x.type.ndim != 2 or not x.type.dtype.startswith("float"):
            raise ValueError("x must be 2-d tensor of floats")
        if b.type.ndim != 1 or not b.type.dtype.startswith("float"):
            raise ValueError("b must be 1-d tensor of floats")
        return Apply(self, [x, b], [x.type()])

    def lower(self, node: Apply, x: Any, b: Any) -> Any:
        return gn.nn.softmax(x + b, axis=-1)


softmax_with_bias = SoftmaxWithBias()


def relu(x: Any, alpha: Any = 0) -> Any:
    """Return x where it is positive, alpha x where it is not."""
    if isinstance(alpha, (int, float)) and alpha == 0:
        return 0.5 * (x + abs(x))  # an array of NumPy gives one
    x = as_tensor_variable(x)
    alpha = as_tensor_variable(alpha)
    first, second = 0.5 * (1 + alpha), 0.5 * (1 - alpha)
    return first * x + second * abs(x)


def elu(x: Any, alpha: Any = 1) -> Any:
    """Return x where it is positive, alpha (exp(x) - 1) where it is not."""
    x = as_tensor_variable(x)
    return switch(x > 0, x, alpha * (exp(x) - 1))


def selu(x: Any) -> Any:
    """Return the exponential linear unit that keeps mean 0 and variance 1."""
    alpha, scale = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946
    return scale * elu(x, alpha)


def softsign(x: Any) -> Any:
    """Return x / (1 + |x|)."""
    x = as_tensor_variable(x)
    return x / (1.0 + abs(x))
