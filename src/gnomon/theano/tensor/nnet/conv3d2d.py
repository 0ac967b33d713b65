"""`theano.tensor.nnet.conv3d2d`: convolutions of films, whose time is the second axis."""

from __future__ import annotations

from typing import Any

import numpy as np

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


def get_diagonal_subtensor_view(x: Any, i0: int, i1: int) -> Any:
    """Return the entries of an array whose positions along two axes differ by a constant, as a view.

    Axis i0 has their number along it, from ``n1 - 1`` on; axis i1 counts them backwards.
    """
    i0, i1 = int(i0), int(i1)
    if x.shape[i0] < x.shape[i1]:
        raise NotImplementedError("the first axis must be at least as long as the second")
    shape, strides = list(x.shape), list(x.strides)
    shape[i0] = x.shape[i0] - x.shape[i1] + 1
    start = [slice(None)] * x.ndim
    start[i0] = slice(x.shape[i1] - 1, None)
    strides[i1] = x.strides[i1] - x.strides[i0]
    return np.lib.stride_tricks.as_strided(x[tuple(start)], shape, strides)


class DiagonalSubtensor(GnomonOp):
    """The entries of an array whose positions along two axes differ by a constant."""

    __props__ = ("inplace",)

    def __init__(self, inplace: bool = False) -> None:
        self.inplace = inplace

    def make_node(self, x: Any, i0: Any, i1: Any) -> Apply:
        x, first, second = [as_tensor_variable(entry) for entry in (x, i0, i1)]
        return Apply(self, [x, first, second], [TensorType(x.dtype, (False,) * x.ndim)()])

    def lower(self, node: Apply, x: Any, first: Any, second: Any) -> Any:
        i0, i1 = [int(entry.data) for entry in node.inputs[1:3]]
        last = x.shape.dims[i1]
        parts = []
        for k in range(int(last)):
            own = [slice(None)] * x.ndim
            own[i1] = slice(k, k + 1)
            own[i0] = slice(last - 1 - k, x.shape.dims[i0] - k)
            parts.append(x[tuple(own)])
        return gn.concat(parts, axis=i1)

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that axes are not differentiated by."""
        return [[True], [False], [False]]


class IncDiagonalSubtensor(GnomonOp):
    """An array with others added to the entries of `DiagonalSubtensor`."""

    __props__ = ("inplace",)

    def __init__(self, inplace: bool = False) -> None:
        self.inplace = inplace

    def make_node(self, x: Any, i0: Any, i1: Any, amt: Any) -> Apply:
        entries = [as_tensor_variable(entry) for entry in (x, i0, i1, amt)]
        return Apply(self, entries, [entries[0].type()])

    def lower(self, node: Apply, x: Any, first: Any, second: Any, amount: Any) -> Any:
        i0, i1 = [int(entry.data) for entry in node.inputs[1:3]]
        last = x.shape.dims[i1]
        for k in range(int(last)):
            own = [slice(None)] * x.ndim
            own[i1] = slice(k, k + 1)
            part = [slice(None)] * x.ndim
            part[i1] = slice(k, k + 1)
            own[i0] = slice(last - 1 - k, x.shape.dims[i0] - k)
            x = ops.index_update(x, amount[tuple(part)], items=tuple(own), mode="add")
        return x

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that axes are not differentiated by."""
        return [[True], [False], [False], [True]]


diagonal_subtensor, inc_diagonal_subtensor = DiagonalSubtensor(), IncDiagonalSubtensor()


def conv3d(
    signals: Any,
    filters: Any,
    signals_shape: Any = None,
    filters_shape: Any = None,
    border_mode: Any = "valid",
) -> Any:
    """Return the convolution of films (batch, time, channels, rows, columns) with kernels of the same order of axes."""
    from gnomon.theano.tensor.nnet.abstract_conv import conv3d as of_volumes

    modes = (border_mode,) * 3 if isinstance(border_mode, str) else tuple(border_mode)
    if len(set(modes)) != 1:
        raise NotImplementedError(f"the border modes of time, rows and columns must be the same, got {modes}")
    if modes[0] not in ("valid", "full", "half"):
        raise ValueError("invalid border mode", modes[0])
    volumes, kernels = [as_tensor_variable(entry).dimshuffle(0, 2, 1, 3, 4) for entry in (signals, filters)]
    shapes = [
        None if shape is None else [shape[k] for k in (0, 2, 1, 3, 4)]
        for shape in (signals_shape, filters_shape)
    ]
    return of_volumes(volumes, kernels, shapes[0], shapes[1], modes[0]).dimshuffle(0, 2, 1, 3, 4)
