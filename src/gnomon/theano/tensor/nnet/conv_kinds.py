"""Convolutions made of others: separable and causal ones."""

from __future__ import annotations

from typing import Any

from gnomon.theano.tensor.variables import as_tensor_variable


def separable_conv2d(
    input: Any, depthwise_filters: Any, pointwise_filters: Any, num_channels: int, input_shape: Any = None,
    depthwise_filter_shape: Any = None, pointwise_filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1),
) -> Any:  # fmt: skip
    """Return each channel convolved on its own, and mixtures of the results at each place."""
    from gnomon.theano.tensor.nnet.abstract_conv import conv2d

    each = conv2d(
        input, depthwise_filters, input_shape, depthwise_filter_shape, border_mode, subsample, filter_flip,
        filter_dilation, num_channels,
    )  # fmt: skip
    return conv2d(each, pointwise_filters, None, pointwise_filter_shape, filter_flip=filter_flip)


def separable_conv3d(
    input: Any, depthwise_filters: Any, pointwise_filters: Any, num_channels: int, input_shape: Any = None,
    depthwise_filter_shape: Any = None, pointwise_filter_shape: Any = None, border_mode: Any = "valid",
    subsample: Any = (1, 1, 1), filter_flip: bool = True, filter_dilation: Any = (1, 1, 1),
) -> Any:  # fmt: skip
    """Return each channel of volumes convolved on its own, and mixtures of the results at each place."""
    from gnomon.theano.tensor.nnet.abstract_conv import conv3d

    each = conv3d(
        input, depthwise_filters, input_shape, depthwise_filter_shape, border_mode, subsample, filter_flip,
        filter_dilation, num_channels,
    )  # fmt: skip
    return conv3d(each, pointwise_filters, None, pointwise_filter_shape, filter_flip=filter_flip)


def causal_conv1d(
    input: Any, filters: Any, filter_shape: Any, input_shape: Any = None, subsample: int = 1, filter_flip: bool = True,
    filter_dilation: int = 1, num_groups: int = 1, unshared: bool = False,
) -> Any:  # fmt: skip
    """Return the convolution of sequences (batch, channels, time) that sees no later entries."""
    from gnomon.theano.tensor.nnet.abstract_conv import conv2d

    x, kernel = as_tensor_variable(input), as_tensor_variable(filters)
    for name, array in (("input", x), ("filters", kernel)):
        if array.ndim != 3:
            raise ValueError(f"causal_conv1d takes {name} with 3 axes, got {array.ndim}")
    before = filter_dilation * (int(filter_shape[2]) - 1)
    found = conv2d(
        x.dimshuffle(0, 1, 2, "x"), kernel.dimshuffle(0, 1, 2, "x"), border_mode=((before, 0), 0),
        subsample=(subsample, 1), filter_flip=filter_flip, filter_dilation=(filter_dilation, 1),
        num_groups=num_groups, unshared=unshared,
    )  # fmt: skip
    return found[:, :, :, 0]
