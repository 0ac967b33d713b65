"""`theano.tensor.signal.conv`: convolution of single pictures and of stacks of them."""

from __future__ import annotations

from typing import Any

from gnomon.theano.tensor.nnet import abstract_conv
from gnomon.theano.tensor.variables import as_tensor_variable


def conv2d(
    input: Any, filters: Any, image_shape: Any = None, filter_shape: Any = None, border_mode: str = "valid",
    subsample: Any = (1, 1), **options: Any,
) -> Any:  # fmt: skip
    """Return pictures ([count,] rows, columns) convolved with kernels ([count,] rows, columns)."""
    x, kernel = as_tensor_variable(input), as_tensor_variable(filters)
    for name, array in (("input", x), ("filters", kernel)):
        if array.ndim not in (2, 3):
            raise ValueError(f"conv2d of signals takes {name} with 2 or 3 axes, got {array.ndim}")
    one, single = x.ndim == 2, kernel.ndim == 2
    images = x.dimshuffle("x", "x", 0, 1) if one else x.dimshuffle(0, "x", 1, 2)
    kernels = kernel.dimshuffle("x", "x", 0, 1) if single else kernel.dimshuffle(0, "x", 1, 2)
    found = abstract_conv.conv2d(images, kernels, border_mode=border_mode, subsample=subsample)
    found = found[:, 0] if single else found
    return found[0] if one else found
