"""Bodies of convolutions over the plain one."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body


@body("depthwise_conv")
def depthwise_conv(
    x: Array, weight: Array, bias: Array | None, *, stride: Any, padding: Any, dilation: Any, layout: str
) -> Any:
    """Convolve with one group for each channel."""
    kernel = ops.moveaxis(weight, source=(-2, -1), destination=(0, 1))
    channels, multiplier, *window = kernel.shape.dims
    kernel = ops.reshape(kernel, shape=(channels * multiplier, 1, *window))
    return ops.conv(
        x,
        kernel,
        bias,
        stride=stride,
        padding=padding,
        dilation=dilation,
        groups=channels,
        layout=layout,
        kernel_layout="first",
    )
