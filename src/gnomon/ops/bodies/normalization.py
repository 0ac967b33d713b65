"""Bodies of normalisation."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import place, places
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import Size


def per_channel(vector: Array | None, rank: int, axis: int) -> Array | None:
    """Let a vector with one entry for each channel broadcast."""
    if vector is None or vector.ndim != 1 or not rank:
        return vector
    sizes: list[Size] = [1] * rank
    sizes[axis] = vector.shape.dims[0]
    return ops.reshape(vector, shape=tuple(sizes))


def scaled(far: Array, variance: Array, weight: Array | None, bias: Array | None, epsilon: float) -> Array:
    """Divide distances from the mean by their spread, then scale and shift."""
    result = far * ops.rsqrt(variance + epsilon)
    result = result if weight is None else result * weight
    return result if bias is None else result + bias


def centered(x: Array, axes: tuple[int, ...]) -> tuple[Array, Array]:
    """Return the distances from the mean, and the mean of their squares."""
    far = x - ops.mean(x, axis=axes, keepdims=True)
    return far, ops.mean(ops.square(far), axis=axes, keepdims=True)


@body("batch_norm")
def batch_norm(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    mean: Array | None,
    variance: Array | None,
    *,
    axis: int,
    channels: Any,
    ranks: Any,
    epsilon: float,
) -> Any:
    """Normalise each channel over all other axes, or by given mean and variance."""
    k = place(axis, x.ndim)
    others = tuple(j for j in range(x.ndim) if j != k)
    weight, bias, mean, variance = (per_channel(v, x.ndim, k) for v in (weight, bias, mean, variance))
    far = x - (ops.mean(x, axis=others, keepdims=True) if mean is None else mean)
    if variance is None:
        variance = ops.mean(ops.square(far), axis=others, keepdims=True)
    return scaled(far, variance, weight, bias, epsilon)


@body("layer_norm")
def layer_norm(x: Array, weight: Array | None, bias: Array | None, *, shape: Any, epsilon: float) -> Any:
    """Normalise over the last axes."""
    count = len(shape) if shape is not None else weight.ndim if weight is not None else min(x.ndim, 1)
    far, variance = centered(x, tuple(range(x.ndim - count, x.ndim)))
    return scaled(far, variance, weight, bias, epsilon)


@body("group_norm")
def group_norm(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    *,
    groups: Size,
    channels: Any,
    axis: int,
    epsilon: float,
) -> Any:
    """Normalise over groups of channels and all of space."""
    rows = ops.moveaxis(x, source=axis, destination=1)
    n, c, *space = rows.shape.dims
    parts = ops.reshape(rows, shape=(n, groups, c // groups, *space))
    far, variance = centered(parts, tuple(range(2, parts.ndim)))
    result = ops.reshape(scaled(far, variance, None, None, epsilon), shape=rows.shape.dims)
    weight, bias = (per_channel(v, x.ndim, 1) for v in (weight, bias))
    result = result if weight is None else result * weight
    return ops.moveaxis(result if bias is None else result + bias, source=1, destination=axis)


@body("instance_norm")
def instance_norm(
    x: Array,
    weight: Array | None,
    bias: Array | None,
    *,
    channels: Any,
    axis: int,
    ranks: Any,
    epsilon: float,
) -> Any:
    """Normalise each channel of each sample over space."""
    k = place(axis, x.ndim)
    far, variance = centered(x, tuple(j for j in range(x.ndim) if j != k and (j > 0 or k == 0)))
    weight, bias = (per_channel(v, x.ndim, k) for v in (weight, bias))
    return scaled(far, variance, weight, bias, epsilon)


@body("local_response_norm")
def local_response_norm(
    x: Array, *, size: int = 5, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0, axis: int = 1
) -> Any:
    """Divide by a power of the mean of the squares of neighbouring channels."""
    a = place(axis, x.ndim) if x.ndim > 1 else 0
    widths: list[Any] = [(0, 0)] * x.ndim
    widths[a] = (size // 2, (size - 1) // 2)
    around = ops.sliding_windows(ops.pad(ops.square(x), widths=tuple(widths)), axis=a, size=size)
    return x * ops.power(ops.sum(around, axis=-1) * (alpha / size) + k, -beta)


@body("moments_norm")
def moments_norm(x: Array, mean: Array, variance: Array, *, epsilon: float = 1e-3) -> Any:
    """Normalise by given moments."""
    return scaled(x - mean, variance, None, None, epsilon)


@body("normalize")
def normalize(x: Array, *, axis: Any, ord: float, epsilon: float) -> Any:
    """Divide by the length."""
    axes = places(axis, x.ndim)
    if not x.ndim:
        return x / ops.maximum(ops.abs(x), epsilon)
    if ord == 2:
        length = ops.norm(x, axis=axes, keepdims=True)
    else:
        powers = ops.power(ops.abs(x), float(ord))
        length = ops.power(ops.sum(powers, axis=axes, keepdims=True), 1.0 / ord)
    return x / ops.maximum(length, epsilon)


@body("cosine_similarity")
def cosine_similarity(x: Array, y: Array, *, axis: int, epsilon: float) -> Any:
    """Inner products over lengths."""
    product = x * y
    k = place(axis, product.ndim)
    x, y = (ops.broadcast_to(v, shape=product.shape.dims) for v in (x, y))
    lengths = [ops.maximum(ops.norm(v, axis=k), epsilon) for v in (x, y)]
    return ops.sum(product, axis=k) / (lengths[0] * lengths[1])
