"""`theano.tensor.nnet.conv`: convolution under its old name."""

from __future__ import annotations

import warnings
from typing import Any

from gnomon.theano.tensor.nnet import abstract_conv

imported_scipy_signal = True


def conv2d(
    input: Any, filters: Any, image_shape: Any = None, filter_shape: Any = None, border_mode: str = "valid",
    subsample: Any = (1, 1), **options: Any,
) -> Any:  # fmt: skip
    """Return the convolution of pictures with kernels; use `theano.tensor.nnet.conv2d`."""
    warnings.warn(
        "theano.tensor.nnet.conv.conv2d is deprecated. Use theano.tensor.nnet.conv2d instead.", stacklevel=2
    )
    return abstract_conv.conv2d(input, filters, image_shape, filter_shape, border_mode, subsample)


class ConvOp:
    """The old operation, of which the shape of results is asked for."""

    @staticmethod
    def getOutputShape(inshp: Any, kshp: Any, stride: Any = (1, 1), mode: str = "valid") -> tuple[Any, ...]:
        """Return the rows and columns of a convolution."""
        found = abstract_conv.get_conv_output_shape((1, 1, *inshp), (1, 1, *kshp), mode, stride)
        return tuple(found[2:])
