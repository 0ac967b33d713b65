"""`theano.tensor.nnet.conv`: convolution under its old name."""

from __future__ import annotations

import warnings
from typing import Any

from gnomon.theano.tensor.constants import NotScalarConstantError, get_scalar_constant_value
from gnomon.theano.tensor.nnet import abstract_conv
from gnomon.theano.tensor.shapes import specify_shape
from gnomon.theano.tensor.variables import as_tensor_variable

imported_scipy_signal = True


def conv2d(
    input: Any, filters: Any, image_shape: Any = None, filter_shape: Any = None, border_mode: str = "valid",
    subsample: Any = (1, 1), **options: Any,
) -> Any:  # fmt: skip
    """Return the convolution of pictures with kernels; use `theano.tensor.nnet.conv2d`.

    Shapes that are given are numbers, constants or None for each axis; a run checks those that are given whole.
    """
    warnings.warn(
        "theano.tensor.nnet.conv.conv2d is deprecated. Use theano.tensor.nnet.conv2d instead.", stacklevel=2
    )
    pictures = _numbers("image_shape", image_shape)
    kernels = _numbers("filter_shape", filter_shape)
    if pictures and kernels and None not in (pictures[1], kernels[1]) and pictures[1] != kernels[1]:
        raise AssertionError(f"the pictures have {pictures[1]} channels, but the kernels take {kernels[1]}")
    x, w = _of_shape(input, pictures), _of_shape(filters, kernels)
    return abstract_conv.conv2d(x, w, pictures, kernels, border_mode, subsample)


def _numbers(name: str, shape: Any) -> tuple[int | None, ...] | None:
    """Return a shape of numbers and constants as numbers."""
    if shape is None:
        return None
    found: list[int | None] = []
    for size in shape:
        try:
            known = None if size is None else get_scalar_constant_value(as_tensor_variable(size))
        except NotScalarConstantError:
            raise NotScalarConstantError(f"the sizes in {name} must be constants, got {size}") from None
        found.append(None if known is None else int(known))
    return tuple(found)


def _of_shape(x: Any, shape: tuple[int | None, ...] | None) -> Any:
    """Return an array, of which a run checks that it has the shape that is promised, if all of it is."""
    x = as_tensor_variable(x)
    if shape is None or None in shape or x.ndim != len(shape):
        return x
    return specify_shape(x, shape)


class ConvOp:
    """The old operation, of which the shape of results is asked for."""

    @staticmethod
    def getOutputShape(inshp: Any, kshp: Any, stride: Any = (1, 1), mode: str = "valid") -> tuple[Any, ...]:
        """Return the rows and columns of a convolution."""
        found = abstract_conv.get_conv_output_shape((1, 1, *inshp), (1, 1, *kshp), mode, stride)
        return tuple(found[2:])
