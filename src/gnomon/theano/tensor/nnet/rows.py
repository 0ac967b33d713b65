"""Operations on rows of scores that gradients of softmax and cross-entropy are made of, and columns put before rows."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.basic import cast_to
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _scores(x: Any, what: str) -> Any:
    x = as_tensor_variable(x)
    if x.type.ndim != 2 or not x.dtype.startswith("float"):
        raise ValueError(f"{what} must be a matrix of floats, got {x.type}")
    return x


def _classes(y: Any, what: str) -> Any:
    y = as_tensor_variable(y)
    if y.type.ndim != 1 or not y.dtype.startswith(("int", "uint")):
        raise ValueError(f"{what} must be a vector of integers, got {y.type}")
    return y


def _hot(classes: Any, like: Any) -> Any:
    """Return 1 at the class of each row, 0 elsewhere."""
    places = gn.arange(like.shape.dims[1])
    return gn.astype(gn.expand_dims(gn.astype(classes, gn.int64), axis=1) == places, like.dtype)


class SoftmaxGrad(GnomonOp):
    """The gradient of a softmax: cotangents and the softmax of rows."""

    __props__ = ()

    def make_node(self, dy: Any, sm: Any) -> Apply:
        dy, sm = as_tensor_variable(dy), as_tensor_variable(sm)
        if dy.ndim not in (1, 2) or sm.ndim not in (1, 2):
            raise ValueError(f"dy and sm must be vectors or matrices, got {dy.type} and {sm.type}")
        dy, sm = [v.dimshuffle("x", 0) if v.ndim == 1 else v for v in (dy, sm)]
        return Apply(self, [dy, sm], [sm.type()])

    def lower(self, node: Apply, dy: Any, sm: Any) -> Any:
        dy, sm = cast_to(node.outputs[0].dtype, dy, sm)
        weighted = dy * sm
        return weighted - gn.sum(weighted, axis=1, keepdims=True) * sm


class CrossentropySoftmaxArgmax1HotWithBias(GnomonOp):
    """Cross-entropies of classes and the softmax of x + b, that softmax, and the places of its greatest entries."""

    __props__ = ()
    nout = 3

    def make_node(self, x: Any, b: Any, y_idx: Any) -> Apply:
        x, b, y = _scores(x, "x"), as_tensor_variable(b), _classes(y_idx, "y_idx")
        if b.type.ndim != 1 or not b.dtype.startswith("float"):
            raise ValueError(f"b must be a vector of floats, got {b.type}")
        loss = TensorType(x.dtype, (x.broadcastable[0],))
        return Apply(self, [x, b, y], [loss(), x.type(), y.type()])

    def lower(self, node: Apply, x: Any, b: Any, y: Any) -> Any:
        x, b = cast_to(node.outputs[1].dtype, x, b)
        scores = x + b
        logs = gn.nn.log_softmax(scores, axis=-1)
        classes = gn.where(y < 0, x.shape.dims[1], gn.astype(y, gn.int64))  # a negative class is none
        picked = gn.take_along_axis(logs, gn.expand_dims(classes, axis=1), axis=1)
        return [-picked[:, 0], gn.exp(logs), gn.astype(gn.argmax(scores, axis=1), y.dtype)]

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that classes are not differentiated by, and places do not move."""
        return [[True, True, False], [True, True, False], [False, False, False]]


class CrossentropySoftmax1HotWithBiasDx(GnomonOp):
    """The gradient of cross-entropies by scores: cotangents, the softmax, classes."""

    __props__ = ()

    def make_node(self, dy: Any, sm: Any, y_idx: Any) -> Apply:
        dy, sm, y = as_tensor_variable(dy), _scores(sm, "sm"), _classes(y_idx, "y_idx")
        if dy.type.ndim > 1 or not dy.dtype.startswith("float"):
            raise ValueError(f"dy must be a number or a vector of floats, got {dy.type}")
        dy = dy.dimshuffle("x") if dy.ndim == 0 else dy
        return Apply(self, [dy, sm, y], [sm.type()])

    def lower(self, node: Apply, dy: Any, sm: Any, y: Any) -> Any:
        dy, sm = cast_to(node.outputs[0].dtype, dy, sm)
        return gn.expand_dims(dy, axis=1) * (sm - _hot(y, sm))

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that classes are not differentiated by."""
        return [[True], [True], [False]]


class CrossentropyCategorical1HotGrad(GnomonOp):
    """The gradient of cross-entropies by probabilities: cotangents, probabilities, classes."""

    __props__ = ()

    def make_node(self, g_y: Any, coding_dist: Any, true_one_of_n: Any) -> Apply:
        rows = as_tensor_variable(coding_dist)
        return Apply(
            self, [as_tensor_variable(g_y), rows, _classes(true_one_of_n, "true_one_of_n")], [rows.type()]
        )

    def lower(self, node: Apply, g: Any, rows: Any, classes: Any) -> Any:
        g, rows = cast_to(node.outputs[0].dtype, g, rows)
        hot = _hot(classes, rows)
        return -gn.expand_dims(g, axis=1) * gn.where(hot > 0, 1 / rows, 0)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that classes are not differentiated by."""
        return [[True], [True], [False]]


class Prepend_scalar_to_each_row(GnomonOp):
    """A number put before each row of a matrix."""

    __props__ = ()

    def make_node(self, val: Any, mat: Any) -> Apply:
        number, rows = as_tensor_variable(val), as_tensor_variable(mat)
        if rows.ndim != 2 or number.ndim:
            raise TypeError(f"a number and a matrix are needed, got {number.type} and {rows.type}")
        kind = TensorType(upcast(rows.dtype, number.dtype), (rows.broadcastable[0], False))
        return Apply(self, [number, rows], [kind()])

    def lower(self, node: Apply, number: Any, rows: Any) -> Any:
        number, rows = cast_to(node.outputs[0].dtype, number, rows)
        return gn.concat([gn.broadcast_to(number, (rows.shape.dims[0], 1)), rows], axis=1)


class Prepend_scalar_constant_to_each_row(GnomonOp):
    """A known number put before each row of a matrix."""

    __props__ = ("val",)

    def __init__(self, val: Any = 0) -> None:
        self.val = float(getattr(val, "value", val))

    def make_node(self, mat: Any) -> Apply:
        rows = as_tensor_variable(mat)
        if rows.ndim != 2:
            raise TypeError(f"a matrix is needed, got {rows.type}")
        return Apply(self, [rows], [TensorType(rows.dtype, (rows.broadcastable[0], False))()])

    def lower(self, node: Apply, rows: Any) -> Any:
        return gn.pad(rows, ((0, 0), (1, 0)), constant_values=self.val)


softmax_grad = SoftmaxGrad()
crossentropy_softmax_argmax_1hot_with_bias = CrossentropySoftmaxArgmax1HotWithBias()
crossentropy_softmax_1hot_with_bias_dx = CrossentropySoftmax1HotWithBiasDx()
crossentropy_categorical_1hot_grad = CrossentropyCategorical1HotGrad()
prepend_scalar_to_each_row = Prepend_scalar_to_each_row()
prepend_0_to_each_row = Prepend_scalar_constant_to_each_row(0.0)
prepend_1_to_each_row = Prepend_scalar_constant_to_each_row(1.0)
