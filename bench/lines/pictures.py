"""Convolution, pooling and batch normalisation with their gradients by NumPy: what the lines are checked against."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


def conv(x: Any, weight: Any, padding: int) -> Any:
    """Convolve pictures (batch, channels, height, width) by a weight (outputs, channels, height, width)."""
    found = _windows(x, weight.shape[2:], padding)
    batch, height, width = found.shape[:3]
    flat = found.reshape(batch * height * width, -1) @ weight.reshape(len(weight), -1).T
    return flat.reshape(batch, height, width, -1).transpose(0, 3, 1, 2)


def conv_gradient(x: Any, weight: Any, padding: int, g: Any) -> tuple[Any, Any]:
    """Return the gradients by the pictures and by the weight."""
    found = _windows(x, weight.shape[2:], padding)
    by_weight = g.transpose(1, 0, 2, 3).reshape(len(weight), -1) @ found.reshape(-1, weight[0].size)
    back = weight[:, :, ::-1, ::-1].transpose(1, 0, 2, 3)
    return conv(g, back, weight.shape[2] - 1 - padding), by_weight.reshape(weight.shape)


def _windows(x: Any, sizes: Any, padding: int) -> Any:
    """Return (batch, height, width, channels, *sizes)."""
    padded = np.pad(x, [(0, 0), (0, 0), (padding, padding), (padding, padding)])
    return np.ascontiguousarray(sliding_window_view(padded, sizes, axis=(2, 3)).transpose(0, 2, 3, 1, 4, 5))


def max_pool(x: Any) -> Any:
    """Return the largest of each 2x2 window."""
    return _quarters(x).max(-1)


def max_pool_gradient(x: Any, g: Any) -> Any:
    """Give the gradient to the first largest element of each window."""
    quarters = _quarters(x)
    chosen = np.arange(4) == quarters.argmax(-1)[..., None]
    batch, channels, height, width = g.shape
    spread = (chosen * g[..., None]).reshape(batch, channels, height, width, 2, 2)
    return spread.transpose(0, 1, 2, 4, 3, 5).reshape(x.shape)


def _quarters(x: Any) -> Any:
    batch, channels, height, width = x.shape
    blocks = x.reshape(batch, channels, height // 2, 2, width // 2, 2)
    return blocks.transpose(0, 1, 2, 4, 3, 5).reshape(batch, channels, height // 2, width // 2, 4)


def batch_norm(x: Any, scale: Any, shift: Any, epsilon: float) -> tuple[Any, Any]:
    """Return the result, and x with mean 0 and variance 1."""
    mean, variance = x.mean((0, 2, 3), keepdims=True), x.var((0, 2, 3), keepdims=True)
    normal = (x - mean) / np.sqrt(variance + epsilon)
    return normal * scale[:, None, None] + shift[:, None, None], normal


def batch_norm_gradient(x: Any, normal: Any, scale: Any, epsilon: float, g: Any) -> tuple[Any, Any, Any]:
    """Return the gradients by x, scale and shift."""
    by_scale, by_shift = (g * normal).sum((0, 2, 3)), g.sum((0, 2, 3))
    inverse = 1 / np.sqrt(x.var((0, 2, 3), keepdims=True) + epsilon)
    inner = g * scale[:, None, None]
    centred = inner - inner.mean((0, 2, 3), keepdims=True)
    centred -= normal * (inner * normal).mean((0, 2, 3), keepdims=True)
    return centred * inverse, by_scale, by_shift
