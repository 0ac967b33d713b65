"""`theano.tensor.fourier`: the discrete Fourier transform of one axis, with complex results."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.op import GnomonOp, Op
from gnomon.theano.tensor.creation import sizes_of
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class Fourier(GnomonOp):
    """The transform of an axis: array, length (cut or filled with zeros to it; None keeps it), axis (None is the last)."""

    __props__ = ()

    def make_node(self, a: Any, n: Any, axis: Any) -> Apply:
        a = as_tensor_variable(a)
        if a.ndim < 1:
            raise TypeError(f"{self}: an array is transformed, not a number")
        axis = as_tensor_variable(a.ndim - 1 if axis is None else axis)
        n = as_tensor_variable(a.shape[axis] if n is None else n)
        for what, number in (("the axis", axis), ("the length", n)):
            if number.ndim or not number.dtype.startswith(("int", "uint")):
                raise TypeError(f"{self}: {what} is a single integer, got {number.type}")
        if isinstance(axis, Constant) and not 0 <= axis.data < a.ndim:
            raise TypeError(f"{self}: the axis is from 0 to {a.ndim - 1}, got {axis.data}")
        if isinstance(n, Constant) and n.data < 1:
            raise TypeError(f"{self}: the length is above zero, got {n.data}")
        pattern = list(a.type.broadcastable)
        for place in range(a.ndim) if not isinstance(axis, Constant) else [int(axis.data)]:
            pattern[place] = False
        op = self if isinstance(axis, Constant) else BY_AXIS
        return Apply(op, [a, n, axis], [TensorType("complex128", pattern)()])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that the length and the axis are not differentiated by."""
        return [[True], [False], [False]]

    def lower(self, node: Apply, a: Any, n: Any, axis: Any) -> Any:
        (length,) = sizes_of([n])
        return gn.fft.fft(gn.astype(a, gn.complex128), n=length, axis=int(node.inputs[2].data))


class FourierByAxis(Op):
    """The transform of an axis that is known when a function runs."""

    __props__ = ()

    def make_node(self, a: Any, n: Any, axis: Any) -> Apply:
        return fft.make_node(a, n, axis)

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        a, n, axis = inputs
        output_storage[0][0] = np.fft.fft(a, n=int(n), axis=int(axis))


BY_AXIS = FourierByAxis()
fft = Fourier()
