"""Checks of the shapes of convolutions, when they are made or when they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.configuration import config
from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value
from gnomon.theano.tensor.nnet.conv_sizes import get_conv_output_shape


def _number(size: Any) -> int | None:
    """Return a size that is known, None for others."""
    if size is None:
        return None
    try:
        return int(get_scalar_constant_value(size))
    except NotScalarConstantError:
        return None


def check_conv_gradinputs_shape(
    image_shape: Sequence[Any],
    kernel_shape: Sequence[Any],
    output_shape: Sequence[Any],
    border_mode: Any,
    subsample: Any,
    filter_dilation: Any = None,
) -> bool:
    """Say whether a convolution of an image gives a shape, as far as sizes are known."""
    rank = len(image_shape)
    if len(kernel_shape) != rank or len(output_shape) != rank or len(subsample) != rank - 2:
        return False
    if filter_dilation is not None and len(filter_dilation) != rank - 2:
        return False
    image, kernel = [[_number(size) for size in shape] for shape in (image_shape, kernel_shape)]
    computed = get_conv_output_shape(image, kernel, border_mode, subsample, filter_dilation)
    pairs = [(_number(given), size) for given, size in zip(output_shape, computed)]
    return all(given is None or size is None or given == size for given, size in pairs)


def assert_conv_shape(shape: Sequence[Any]) -> tuple[Any, ...]:
    """Return the sizes of a convolution: those of space must be at least 1, checked now or when the function runs."""
    from gnomon.theano.tensor.elementwise import ge
    from gnomon.theano.tensor.opt import Assert

    found = []
    for axis, size in enumerate(shape):
        least = 0 if axis < 2 else 1
        known = _number(size)
        if known is not None and known < least:
            raise ValueError(
                f"the convolution would have a size of {known} along axis {axis}, at least {least} is needed"
            )
        if known is None:
            size = Assert(f"a size of a convolution along axis {axis} is below {least}")(
                size, ge(size, least)
            )
        found.append(size)
    return tuple(found)


def assert_shape(x: Any, expected_shape: Any, msg: str = "Unexpected shape.") -> Any:
    """Return an array whose sizes are compared with those expected when it runs, if config.conv.assert_shape is on."""
    from gnomon.theano.tensor.elementwise import eq
    from gnomon.theano.tensor.opt import Assert

    if expected_shape is None or not config.conv.assert_shape:
        return x
    tests = [eq(x.shape[axis], size) for axis, size in enumerate(expected_shape) if size is not None]
    return Assert(msg)(x, *tests) if tests else x
