"""Convolutions of pictures and volumes, and their gradients."""

# ruff: noqa: F401 (names that users import from here)

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.gof.graph import Constant
from gnomon.theano.tensor.nnet.conv_checks import assert_conv_shape, assert_shape, check_conv_gradinputs_shape
from gnomon.theano.tensor.nnet.conv_kinds import causal_conv1d, separable_conv2d, separable_conv3d
from gnomon.theano.tensor.nnet.conv_operations import (
    AbstractConv,
    AbstractConv2d,
    AbstractConv2d_gradInputs,
    AbstractConv2d_gradWeights,
    AbstractConv3d,
    AbstractConv3d_gradInputs,
    AbstractConv3d_gradWeights,
    AbstractConv_gradInputs,
    AbstractConv_gradWeights,
    BaseAbstractConv,
)
from gnomon.theano.tensor.nnet.conv_sizes import (
    border_mode_to_pad,
    get_conv_gradinputs_shape,
    get_conv_gradinputs_shape_1axis,
    get_conv_gradweights_shape,
    get_conv_output_shape,
    get_conv_shape_1axis,
)
from gnomon.theano.tensor.nnet.upsampling import (
    bilinear_kernel_1D,
    bilinear_kernel_2D,
    bilinear_upsampling,
    frac_bilinear_upsampling,
)
from gnomon.theano.tensor.variables import as_tensor_variable

imported_scipy_signal = True
"""Kept for programs that ask: no other library convolves."""


def _known(sizes: Sequence[Any]) -> tuple[int | None, ...]:
    return tuple(
        [
            None if size is None else int(size.data) if isinstance(size, Constant) else int(size)
            for size in sizes
        ]
    )


def _checked_shape(shape: Any) -> Any:
    return None if shape is None else _known(shape)


def conv2d(
    input: Any, filters: Any, input_shape: Any = None, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1, unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the convolution of pictures (batch, channels, rows, columns) with kernels."""
    op = AbstractConv2d(
        _checked_shape(input_shape),
        _checked_shape(filter_shape),
        border_mode,
        subsample,
        filter_flip,
        filter_dilation,
        num_groups,
        unshared,
    )
    return op(
        assert_shape(as_tensor_variable(input), input_shape, "input_shape is not the shape of the input"),
        assert_shape(
            as_tensor_variable(filters), filter_shape, "filter_shape is not the shape of the filters"
        ),
    )


def conv3d(
    input: Any, filters: Any, input_shape: Any = None, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1, 1), num_groups: int = 1,
) -> Any:  # fmt: skip
    """Return the convolution of volumes with kernels."""
    op = AbstractConv3d(
        _checked_shape(input_shape),
        _checked_shape(filter_shape),
        border_mode,
        subsample,
        filter_flip,
        filter_dilation,
        num_groups,
    )
    return op(
        assert_shape(as_tensor_variable(input), input_shape, "input_shape is not the shape of the input"),
        assert_shape(
            as_tensor_variable(filters), filter_shape, "filter_shape is not the shape of the filters"
        ),
    )


def conv2d_grad_wrt_inputs(
    output_grad: Any, filters: Any, input_shape: Any, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1, unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the pictures."""
    op = AbstractConv2d_gradInputs(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups, unshared
    )
    w = assert_shape(
        as_tensor_variable(filters), filter_shape, "filter_shape is not the shape of the filters"
    )
    return op(w, as_tensor_variable(output_grad), list(input_shape)[-2:])


def conv2d_grad_wrt_weights(
    input: Any, output_grad: Any, filter_shape: Any, input_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1, unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the kernels."""
    op = AbstractConv2d_gradWeights(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups, unshared
    )
    x = assert_shape(as_tensor_variable(input), input_shape, "input_shape is not the shape of the input")
    return op(x, as_tensor_variable(output_grad), list(filter_shape)[-2:])


def conv3d_grad_wrt_inputs(
    output_grad: Any, filters: Any, input_shape: Any, filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1, 1), num_groups: int = 1,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the volumes."""
    op = AbstractConv3d_gradInputs(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups
    )
    w = assert_shape(
        as_tensor_variable(filters), filter_shape, "filter_shape is not the shape of the filters"
    )
    return op(w, as_tensor_variable(output_grad), list(input_shape)[-3:])


def conv3d_grad_wrt_weights(
    input: Any, output_grad: Any, filter_shape: Any, input_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1, 1), num_groups: int = 1,
) -> Any:  # fmt: skip
    """Return the gradient of a convolution by the kernels."""
    op = AbstractConv3d_gradWeights(
        None, None, border_mode, subsample, filter_flip, filter_dilation, num_groups
    )
    x = assert_shape(as_tensor_variable(input), input_shape, "input_shape is not the shape of the input")
    return op(x, as_tensor_variable(output_grad), list(filter_shape)[-3:])


def conv2d_transpose(
    input: Any, filters: Any, output_shape: Any, filter_shape: Any = None, border_mode: Any = "valid",
    input_dilation: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1), num_groups: int = 1,
    unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the transposed convolution of pictures: the gradient of a convolution whose results have their shape."""
    return conv2d_grad_wrt_inputs(
        input,
        filters,
        output_shape,
        filter_shape,
        border_mode,
        input_dilation,
        filter_flip,
        filter_dilation,
        num_groups,
        unshared,
    )
