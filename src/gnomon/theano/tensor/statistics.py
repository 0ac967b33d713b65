"""Sums, means, extremes and their places."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.reductions import All, Any_, Max, Min, Prod, Sum, axes_of, kept, of_extreme
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def _reduced(op: Any, x: Any, axis: Any, keepdims: bool) -> Any:
    found = op(x)
    return kept(x, found, axis) if keepdims else found


def sum(
    input: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, acc_dtype: Any = None
) -> Any:
    """Return the sum of elements along axes."""
    x = as_tensor_variable(input)
    return _reduced(Sum(axes_of(axis, x.ndim), dtype=dtype, acc_dtype=acc_dtype), x, axis, keepdims)


def prod(
    input: Any,
    axis: Any = None,
    dtype: Any = None,
    keepdims: bool = False,
    acc_dtype: Any = None,
    no_zeros_in_input: bool = False,
) -> Any:
    """Return the product of elements along axes."""
    x = as_tensor_variable(input)
    op = Prod(axes_of(axis, x.ndim), dtype=dtype, acc_dtype=acc_dtype, no_zeros_in_input=no_zeros_in_input)
    return _reduced(op, x, axis, keepdims)


def all(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether all elements along axes are true."""
    x = as_tensor_variable(x)
    return _reduced(All(axes_of(axis, x.ndim)), x, axis, keepdims)


def any(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Whether any element along axes is true."""
    x = as_tensor_variable(x)
    return _reduced(Any_(axes_of(axis, x.ndim)), x, axis, keepdims)


def max(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the greatest element along axes."""
    x = as_tensor_variable(x)
    return _reduced(Max(axes_of(axis, x.ndim)), x, axis, keepdims)


def min(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the least element along axes."""
    x = as_tensor_variable(x)
    return _reduced(Min(axes_of(axis, x.ndim)), x, axis, keepdims)


class MaxAndArgmax(GnomonOp):
    """The greatest element along axes, and its place among them."""

    __props__ = ("axis",)

    def __init__(self, axis: Any) -> None:
        self.axis = tuple(axis)

    def make_node(self, x: Any) -> Apply:
        x = as_tensor_variable(x)
        pattern = [one for axis, one in enumerate(x.broadcastable) if axis not in self.axis]
        return Apply(self, [x], [TensorType(x.dtype, pattern)(), TensorType("int64", pattern)()])

    def lower(self, node: Apply, x: Any) -> Any:
        return gn.max(x, axis=self.axis), _place(x, self.axis)

    def L_op(self, inputs: Any, outputs: Any, output_grads: Any) -> Any:
        x, g = inputs[0], output_grads[0]
        if not (x.dtype.startswith("float") and hasattr(g.type, "broadcastable")):
            return super().L_op(inputs, outputs, output_grads)
        return [of_extreme(x, outputs[0], self.axis, g)]


def _place(x: Any, axes: tuple[int, ...]) -> Any:
    """Return the place of the greatest element among those of some axes, counted row by row."""
    if len(axes) == 1:
        return gn.astype(gn.argmax(x, axis=axes[0]), gn.int64)
    rest = [axis for axis in range(x.ndim) if axis not in axes]
    sizes = [x.shape.dims[axis] for axis in rest]
    flat = gn.reshape(gn.permute_dims(x, (*rest, *axes)), (*sizes, -1))
    return gn.astype(gn.argmax(flat, axis=-1), gn.int64)


class Argmax(GnomonOp):
    """The place of the greatest element along axes."""

    __props__ = ("axis",)

    def __init__(self, axis: Any) -> None:
        self.axis = tuple(axis)

    def make_node(self, x: Any, axis: Any = None) -> Apply:
        x = as_tensor_variable(x)
        pattern = [one for place, one in enumerate(x.broadcastable) if place not in self.axis]
        return Apply(self, [x], [TensorType("int64", pattern)()])

    def lower(self, node: Apply, x: Any) -> Any:
        return _place(x, self.axis)


def _all_axes(axis: Any, ndim: int) -> tuple[int, ...]:
    found = axes_of(axis, ndim)
    return tuple(range(ndim)) if found is None else found


def max_and_argmax(a: Any, axis: Any = None, keepdims: bool = False) -> list[Any]:
    """Return the greatest element along axes, and its place."""
    a = as_tensor_variable(a)
    found = MaxAndArgmax(_all_axes(axis, a.ndim))(a)
    return [kept(a, one, axis) for one in found] if keepdims else list(found)


def argmax(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the place of the greatest element along axes."""
    x = as_tensor_variable(x)
    return _reduced(Argmax(_all_axes(axis, x.ndim)), x, axis, keepdims)


def argmin(x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the place of the least element along axes."""
    x = as_tensor_variable(x)
    if x.dtype == "bool":
        return argmax(~x, axis, keepdims)
    if x.dtype.startswith("uint"):
        return argmax(np.iinfo(x.dtype).max - x, axis, keepdims)
    if x.dtype.startswith("int"):
        return argmax(-1 - x, axis, keepdims)
    return argmax(-x, axis, keepdims)


def mean(
    input: Any,
    axis: Any = None,
    dtype: Any = None,
    op: bool = False,
    keepdims: bool = False,
    acc_dtype: Any = None,
) -> Any:
    """Return the mean of elements along axes."""
    from gnomon.theano.tensor.elementwise import cast, true_div

    x = as_tensor_variable(input)
    if dtype not in (None, "floatX") and not str(dtype).startswith(("float", "complex")):
        raise NotImplementedError("the mean has the dtype of floats")
    if dtype is None or dtype == "floatX":
        discrete = x.dtype.startswith(("int", "uint", "bool"))
        wanted = (
            "float64" if discrete and dtype is None else (config.floatX if dtype == "floatX" else x.dtype)
        )
    else:
        wanted = str(dtype)
    total_dtype = acc_dtype or ("float32" if wanted == "float16" else wanted)
    total = sum(x, axis=axis, dtype=total_dtype, keepdims=keepdims, acc_dtype=acc_dtype)
    axes = _all_axes(axis, x.ndim)
    count = as_tensor_variable(np.asarray(1, "int64"))
    for place in axes:
        count = count * x.shape[place]
    found = true_div(total, cast(count, total.dtype))
    found = cast(found, wanted) if found.dtype != wanted else found
    found.name = "mean"
    return found


def var(input: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False, corrected: bool = False) -> Any:
    """Return the variance of elements along axes."""
    from gnomon.theano.tensor.elementwise import sqr

    if isinstance(ddof, bool):
        raise ValueError(
            "Parameter keepdims is now at index 3: (input, axis=None, ddof=0, keepdims=False, corrected=False)"
        )
    x = as_tensor_variable(input)
    axes = _all_axes(axis, x.ndim)
    centred = x - mean(x, axes, keepdims=True)
    if not ddof:
        found = mean(sqr(centred), axes, keepdims=keepdims)
    else:
        count = as_tensor_variable(np.asarray(1, "int64"))
        for place in axes:
            count = count * x.shape[place]
        found = sum(sqr(centred), axes, keepdims=keepdims) / (count - ddof).astype(centred.dtype)
    if corrected:
        size = as_tensor_variable(np.asarray(1, "int64"))
        for place in axes:
            size = size * x.shape[place]
        left = sum(centred, axes, keepdims=keepdims)
        found = found - sqr(left / size.astype(left.dtype))
    found.name = "var"
    return found


def std(input: Any, axis: Any = None, ddof: int = 0, keepdims: bool = False, corrected: bool = False) -> Any:
    """Return the standard deviation of elements along axes."""
    from gnomon.theano.tensor.elementwise import sqrt

    if isinstance(ddof, bool):
        raise ValueError(
            "Parameter keepdims is now at index 3: (input, axis=None, ddof=0, keepdims=False, corrected=False)"
        )
    found = sqrt(var(input, axis=axis, ddof=ddof, keepdims=keepdims, corrected=corrected))
    found.name = "std"
    return found


def ptp(a: Any, axis: Any = None) -> Any:
    """Return the greatest minus the least element along an axis."""
    a = as_tensor_variable(a)
    return max(a, axis) - min(a, axis)
