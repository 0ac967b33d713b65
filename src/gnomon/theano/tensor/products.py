"""Products of vectors and matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.basic import cast_to
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.broadcasting import patternbroadcast
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class Dot(GnomonOp):
    """The product of vectors and matrices."""

    __props__ = ()

    def make_node(self, *inputs: Any) -> Apply:
        if len(inputs) != 2:
            raise TypeError(f"theano.tensor.Dot: 2 arguments required, {len(inputs)} given ")
        x, y = [as_tensor_variable(entry) for entry in inputs]
        for place, entry in ((0, x), (1, y)):
            if entry.ndim not in (1, 2):
                raise TypeError(
                    f"theano.tensor.Dot: input {place} ({entry}) has ndim of {entry.ndim}. It should have 1 or 2. Use "
                    "theano.tensor.dot instead."
                )
        left = x.broadcastable[:-1]
        right = y.broadcastable[1:] if y.ndim == 2 else ()
        return Apply(self, [x, y], [TensorType(upcast(x.type.dtype, y.type.dtype), left + right)()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        return gn.matmul(*cast_to(node.outputs[0].type.dtype, x, y))

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        (x, y), (g,) = inputs, output_grads
        if x.ndim == y.ndim == 1:
            by_x, by_y = g * y, g * x
        elif x.ndim == 1:
            by_x, by_y = dot(g, y.T), outer(x, g)
        elif y.ndim == 1:
            by_x, by_y = outer(g, y), dot(x.T, g)
        else:
            by_x, by_y = dot(g, y.T), dot(x.T, g)
        return [patternbroadcast(by, v.broadcastable) for by, v in zip((by_x, by_y), inputs)]

    def R_op(self, inputs: Any, eval_points: Any) -> Any:
        (x, y), (of_x, of_y) = inputs, eval_points
        terms = [] if of_x is None else [dot(of_x, y)]
        terms += [] if of_y is None else [dot(x, of_y)]
        return [sum(terms[1:], terms[0]) if terms else None]

    def __str__(self) -> str:
        return "dot"


_dot = Dot()


def _is_sparse(x: Any) -> bool:
    """Whether a variable is a sparse matrix, without loading what there is for those."""
    return hasattr(getattr(x, "type", None), "taken_apart")


def dot(a: Any, b: Any) -> Any:
    """Return the product of arrays: as NumPy's dot; sparse matrices have products of their own."""
    if _is_sparse(a):
        return a.__dot__(b)
    if _is_sparse(b):
        return b.__rdot__(a)
    a, b = as_tensor_variable(a), as_tensor_variable(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if a.ndim > 2 or b.ndim > 2:
        return tensordot(a, b, [[a.ndim - 1], [max(0, b.ndim - 2)]])
    return _dot(a, b)


dense_dot = dot


class TensorDot(GnomonOp):
    """Sums over products of axes of two arrays."""

    __props__ = ("left", "right")

    def __init__(self, left: tuple[int, ...], right: tuple[int, ...]) -> None:
        self.left, self.right = left, right

    def make_node(self, a: Any, b: Any) -> Apply:
        pattern = [one for axis, one in enumerate(a.broadcastable) if axis not in self.left]
        pattern += [one for axis, one in enumerate(b.broadcastable) if axis not in self.right]
        return Apply(self, [a, b], [TensorType(upcast(a.dtype, b.dtype), pattern)()])

    def lower(self, node: Apply, a: Any, b: Any) -> Any:
        return gn.tensordot(*cast_to(node.outputs[0].type.dtype, a, b), axes=(self.left, self.right))


def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Return the sum of products over axes of two arrays: a number of axes, or two lists of them."""
    a, b = as_tensor_variable(a), as_tensor_variable(b)
    if isinstance(axes, int):
        if axes < 0 or axes > a.ndim or axes > b.ndim:
            raise ValueError(f"axes can not be larger than the dimension of a or b, or negative: {axes}")
        left, right = list(range(a.ndim - axes, a.ndim)), list(range(axes))
    else:
        pair = [np.atleast_1d(part).tolist() for part in axes]
        if len(pair) != 2:
            raise ValueError(f"Axes should be an integer or a list/tuple of len 2 ({axes} was provided)")
        left, right = pair
    if len(left) != len(right):
        raise ValueError("Axes elements must have the same length.")
    for array, part, name in ((a, left, "a"), (b, right, "b")):
        if len(part) > array.ndim:
            raise ValueError(f"axes should be no longer than the dimension of {name} ({array.ndim})")
        if any(not -array.ndim <= axis < array.ndim for axis in part):
            raise ValueError(f"an axis of {part} is out of bounds of {name} with {array.ndim} axes")
        if len(set(part)) != len(part):
            raise ValueError(f"an axis is listed twice in {part}")
    return TensorDot(tuple([k % a.ndim for k in left]), tuple([k % b.ndim for k in right]))(a, b)


def outer(x: Any, y: Any) -> Any:
    """Return all products of elements of two arrays, taken as vectors."""
    x, y = as_tensor_variable(x), as_tensor_variable(y)
    x = x if x.ndim == 1 else x.flatten()
    y = y if y.ndim == 1 else y.flatten()
    return dot(x.dimshuffle(0, "x"), y.dimshuffle("x", 0))


class BatchedDot(GnomonOp):
    """Products of matrices, one for each row of both arrays."""

    __props__ = ()

    def make_node(self, *inputs: Any) -> Apply:
        x, y = [as_tensor_variable(entry) for entry in inputs]
        for place, entry in ((0, x), (1, y)):
            if entry.ndim not in (2, 3):
                raise TypeError(
                    f"theano.tensor.blas.BatchedDot: input {place} ({entry}) has ndim of {entry.ndim}. It should have 2 or 3."
                )
        pattern = (x.broadcastable[0] and y.broadcastable[0], *x.broadcastable[1:-1], *y.broadcastable[2:])
        return Apply(self, [x, y], [TensorType(upcast(x.dtype, y.dtype), pattern)()])

    def lower(self, node: Apply, x: Any, y: Any) -> Any:
        x, y = cast_to(node.outputs[0].type.dtype, x, y)
        first = x[:, None, :] if x.ndim == 2 else x
        second = y[:, :, None] if y.ndim == 2 else y
        found = gn.matmul(first, second)
        if y.ndim == 2:
            found = found[..., 0]
        return found[:, 0] if x.ndim == 2 else found


_batched_dot = BatchedDot()


def batched_dot(a: Any, b: Any) -> Any:
    """Return the dot product of each row of two arrays."""
    a, b = as_tensor_variable(a), as_tensor_variable(b)
    if a.ndim == 0:
        raise TypeError("a must have at least one (batch) axis")
    if b.ndim == 0:
        raise TypeError("b must have at least one (batch) axis")
    if a.ndim == 1:
        return a.dimshuffle(*([0] + ["x"] * (b.ndim - 1))) * b
    if b.ndim == 1:
        return a * b.dimshuffle(*([0] + ["x"] * (a.ndim - 1)))
    if a.ndim > 3 or b.ndim > 3:
        return batched_tensordot(a, b, [[a.ndim - 1], [max(1, b.ndim - 2)]])
    return _batched_dot(a, b)


class BatchedTensorDot(GnomonOp):
    """Sums over products of axes of each row of two arrays."""

    __props__ = ("left", "right")

    def __init__(self, left: tuple[int, ...], right: tuple[int, ...]) -> None:
        self.left, self.right = left, right

    def make_node(self, a: Any, b: Any) -> Apply:
        pattern = [a.broadcastable[0] and b.broadcastable[0]]
        pattern += [one for axis, one in enumerate(a.broadcastable) if axis and axis not in self.left]
        pattern += [one for axis, one in enumerate(b.broadcastable) if axis and axis not in self.right]
        return Apply(self, [a, b], [TensorType(upcast(a.dtype, b.dtype), pattern)()])

    def lower(self, node: Apply, a: Any, b: Any) -> Any:
        a, b = cast_to(node.outputs[0].type.dtype, a, b)
        letters = iter("bcdefghijklmnopqrstuvwxyz")
        left = ["a", *[next(letters) for _ in range(a.ndim - 1)]]
        right = ["a", *[next(letters) for _ in range(b.ndim - 1)]]
        for i, j in zip(self.left, self.right):
            right[j] = left[i]
        out = ["a", *[n for k, n in enumerate(left) if k and k not in self.left]]
        out += [n for k, n in enumerate(right) if k and k not in self.right]
        return gn.einsum(f"{''.join(left)},{''.join(right)}->{''.join(out)}", a, b)


def batched_tensordot(x: Any, y: Any, axes: Any = 2) -> Any:
    """Return the tensordot of each row of two arrays; axes count the batch axis."""
    x, y = as_tensor_variable(x), as_tensor_variable(y)
    if isinstance(axes, int):
        left, right = list(range(x.ndim - axes, x.ndim)), list(range(1, axes + 1))
    else:
        left, right = [list(part) if isinstance(part, (list, tuple)) else [int(part)] for part in axes]
    if 0 in left or 0 in right:
        raise ValueError("Batch axis must not be summed over")
    return BatchedTensorDot(tuple([k % x.ndim for k in left]), tuple([k % y.ndim for k in right]))(x, y)


def matrix_dot(*arguments: Any) -> Any:
    """Return the product of several matrices."""
    found = arguments[0]
    for entry in arguments[1:]:
        found = dot(found, entry)
    return found
