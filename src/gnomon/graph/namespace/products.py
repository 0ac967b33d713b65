"""Products of vectors, matrices and tensors."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.shapes import Dtype


def matmul(x1: Any, x2: Any, /) -> Array:
    """Matrix product of the last two axes; vectors count as one row or column."""
    return ops.matmul(take.array("matmul", "x1", x1), take.array("matmul", "x2", x2))  # type: ignore[no-any-return]


def matrix_transpose(x: Any, /) -> Array:
    """The last two axes exchanged."""
    return ops.matrix_transpose(take.array("matrix_transpose", "x", x))  # type: ignore[no-any-return]


def tensordot(x1: Any, x2: Any, /, axes: Any = 2) -> Array:
    """Sum of products over several axes: the last of x1 and first of x2, or those named."""
    left, right = take.array("tensordot", "x1", x1), take.array("tensordot", "x2", x2)
    if isinstance(axes, (tuple, list)):
        if len(axes) != 2:
            raise take.wrong("tensordot", "axes", "an integer or a pair of sequences of integers", axes)
        pairs = [take.axes("tensordot", part, "axes") for part in axes]
        axes = tuple([part if isinstance(part, tuple) else (part,) for part in pairs])
    else:
        axes = take.axis("tensordot", axes)
    return ops.tensordot(left, right, axes=axes)  # type: ignore[no-any-return]


def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Array:
    """Sum of products along an axis, the first array conjugated; other axes broadcast."""
    left, right = take.array("vecdot", "x1", x1), take.array("vecdot", "x2", x2)
    along = take.axis("vecdot", axis)
    if left.dtype.kind == "complex":
        left = ops.conj(left)
    if along != -1:
        left, right = (ops.moveaxis(x, source=along, destination=-1) for x in (left, right))
    product = ops.matmul(ops.expand_dims(left, axis=-2), ops.expand_dims(right, axis=-1))
    return ops.squeeze(product, axis=(-2, -1))  # type: ignore[no-any-return]


def einsum(subscripts: str, *operands: Any) -> Array:
    """Products and sums by an equation: ``einsum("ij,jk->ik", a, b)``."""
    if not isinstance(subscripts, str):
        raise take.wrong("einsum", "subscripts", "an equation such as 'ij,jk->ik'", subscripts)
    return ops.TABLE["einsum"](take.arrays("einsum", "operands", operands), equation=subscripts)  # type: ignore[no-any-return]


def outer(a: Any, b: Any) -> Array:
    """Products of each element of one array with each of the other, both flattened."""
    return ops.outer(take.array("outer", "a", a), take.array("outer", "b", b))  # type: ignore[no-any-return]


def outer_of(function: Any, a: Any, b: Any) -> Array:
    """Return a function of two arrays for each pair of their elements (``np.add.outer``)."""
    left, right = take.array("outer", "a", a), take.array("outer", "b", b)
    if right.ndim:
        left = ops.expand_dims(left, axis=tuple(range(left.ndim, left.ndim + right.ndim)))
    return function(left, right)  # type: ignore[no-any-return]


def common(*arrays: Array) -> Dtype:
    """Return the dtype of arrays together."""
    from gnomon.graph.namespace.dtypes import result_type

    return result_type(*arrays)


__all__ = ["einsum", "matmul", "matrix_transpose", "outer", "tensordot", "vecdot"]
