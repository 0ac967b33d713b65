"""Normalisation, probabilities and unit vectors."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.activations import wide
from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.reductions import axes_of, inexact
from gnomon.compile.reference.registry import reference


def _scaled(x: Any, mean: Any, variance: Any, weight: Any, bias: Any, epsilon: float) -> Any:
    result = (x - mean) / np.sqrt(variance + epsilon)
    result = result if weight is None else result * weight
    return result if bias is None else result + bias


def _per_channel(part: Any, rank: int, axis: int) -> Any:
    """Return a vector with an entry for each channel so that it broadcasts."""
    if part is None or part.ndim != 1 or not rank:
        return part
    shape = [1] * rank
    shape[axis] = part.size
    return part.reshape(shape)


@reference("batch_norm")
def batch_norm(
    x: Any,
    weight: Any = None,
    bias: Any = None,
    mean: Any = None,
    variance: Any = None,
    *,
    axis: int = 1,
    channels: Any = None,
    ranks: Any = None,
    epsilon: float = 1e-5,
) -> Any:
    x = wide(x)
    others = tuple(k for k in range(x.ndim) if k != axis % x.ndim)
    weight, bias, mean, variance = (_per_channel(p, x.ndim, axis) for p in (weight, bias, mean, variance))
    mean = np.mean(x, others, keepdims=True) if mean is None else mean
    variance = np.mean((x - mean) ** 2, others, keepdims=True) if variance is None else variance
    return _scaled(x, mean, variance, weight, bias, epsilon)


@reference("layer_norm")
def layer_norm(
    x: Any, weight: Any = None, bias: Any = None, *, shape: Any = None, epsilon: float = 1e-5
) -> Any:
    """Normalise over the last axes: those of ``shape`` or of the weight, else the last one."""
    x = wide(x)
    count = len(shape) if shape is not None else weight.ndim if weight is not None else min(x.ndim, 1)
    axes = tuple(range(x.ndim - count, x.ndim))
    mean = np.mean(x, axes, keepdims=True)
    return _scaled(x, mean, np.mean((x - mean) ** 2, axes, keepdims=True), weight, bias, epsilon)


@reference("group_norm")
def group_norm(
    x: Any,
    weight: Any = None,
    bias: Any = None,
    *,
    groups: int,
    channels: Any = None,
    axis: int = 1,
    epsilon: float = 1e-5,
) -> Any:
    rows = wide(np.moveaxis(x, axis, 1))
    parts = rows.reshape((rows.shape[0], groups, rows.shape[1] // groups, *rows.shape[2:]))
    axes = tuple(range(2, parts.ndim))
    mean = np.mean(parts, axes, keepdims=True)
    parts = (parts - mean) / np.sqrt(np.mean((parts - mean) ** 2, axes, keepdims=True) + epsilon)
    weight, bias = (_per_channel(p, x.ndim, 1) for p in (weight, bias))
    result = parts.reshape(rows.shape)
    result = result if weight is None else result * weight
    return np.moveaxis(result if bias is None else result + bias, 1, axis)


@reference("instance_norm")
def instance_norm(
    x: Any,
    weight: Any = None,
    bias: Any = None,
    *,
    channels: Any = None,
    axis: int = 1,
    ranks: Any = None,
    epsilon: float = 1e-5,
) -> Any:
    """Normalise each channel of each sample over space; without a batch the channels come first."""
    place = axis % x.ndim
    x = wide(x)
    axes = tuple(k for k in range(x.ndim) if k != place and (k > 0 or place == 0))
    mean = np.mean(x, axes, keepdims=True)
    weight, bias = (_per_channel(p, x.ndim, axis) for p in (weight, bias))
    return _scaled(x, mean, np.mean((x - mean) ** 2, axes, keepdims=True), weight, bias, epsilon)


@reference("local_response_norm")
def local_response_norm(
    x: Any, *, size: int = 5, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0, axis: int = 1
) -> Any:
    """Divide by (k + alpha times the mean of the squares of ``size`` neighbouring channels) ** beta."""
    x = wide(x)
    axis = axis if x.ndim > 1 else 0
    squares = np.moveaxis(x * x, axis, -1)
    pads = [(0, 0)] * (x.ndim - 1) + [(size // 2, (size - 1) // 2)]
    around = np.lib.stride_tricks.sliding_window_view(np.pad(squares, pads), size, -1)
    total = np.moveaxis(np.sum(around, -1), -1, axis)
    return x / (k + alpha / size * total) ** beta


@reference("moments_norm")
def moments_norm(x: Any, mean: Any, variance: Any, *, epsilon: float = 1e-3) -> Any:
    return _scaled(wide(x), mean, variance, None, None, epsilon)


@reference("softmax")
def softmax(x: Any, *, axis: Any = -1) -> Any:
    return np.exp(log_softmax(x, axis=axis))


@reference("log_softmax")
def log_softmax(x: Any, *, axis: Any = -1) -> Any:
    x, axis = wide(inexact(x)), axes_of(axis) if x.ndim else ()
    if not x.size:
        return x
    x = x - np.max(x.real, axis=axis, keepdims=True)
    return x - np.log(np.sum(np.exp(x), axis=axis, keepdims=True))


@reference("normalize")
def normalize(x: Any, *, axis: Any = -1, ord: float = 2.0, epsilon: float = 1e-12) -> Any:
    x = inexact(x)
    length = np.sum(np.abs(x) ** ord, axis=axes_of(axis) if x.ndim else (), keepdims=True) ** (1 / ord)
    return x / np.maximum(length, epsilon)


@reference("cosine_similarity")
def cosine_similarity(x: Any, y: Any, *, axis: int = 1, epsilon: float = 1e-8) -> Any:
    x, y = np.broadcast_arrays(wide(x), wide(y))
    lengths = [np.sqrt(np.sum(np.abs(v) ** 2, axis)) for v in (x, y)]
    return np.sum(x * y, axis) / (np.maximum(lengths[0], epsilon) * np.maximum(lengths[1], epsilon))
