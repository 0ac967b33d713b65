"""Layers that draw at random: dropout and noise."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.random.generator import Generator
from gnomon.graph.namespace.random.source import Source, check, not_negative, source_of
from gnomon.graph.sites import user_site
from gnomon.shapes import dtypes


def _source(function: str, key: Any) -> Source:
    """Return what a key, or a generator, gives."""
    if isinstance(key, Generator):
        return key.source()
    source = source_of(function, key)
    if source.key.ndim:
        raise ArgumentError(
            f"{function}: key must be one key, got {source.key.shape} of them",
            user_site(),
            "map the function over a batch of keys by gn.vmap",
        )
    return source


def dropout(x: Any, rate: Any, *, key: Any, shape: Any = None) -> Array:
    """Elements set to 0 with the probability ``rate``; the others divided by ``1 - rate``, so that the mean stays.

    ``key`` is a key of `gn.random`, or a `gn.random.Generator`, with which each call of a function drops others.
    ``shape`` is that of the mask where it is spread over x: ``(batch, 1, channels)`` drops whole rows. Forward and
    backward pass have the same mask.

    >>> import gnomon as gn
    >>> gn.nn.dropout(gn.ones(6), 0.5, key=gn.random.key(0)).tolist()
    [2.0, 2.0, 0.0, 0.0, 0.0, 0.0]
    """
    array = take.array("dropout", "x", x)
    if array.dtype.kind != "float":
        raise take.wrong("dropout", "x", "an array of floats", array.dtype)
    check("dropout", "from 0 to below 1", lambda r: (r >= 0) & (r < 1), rate=rate)
    source = _source("dropout", key)
    if type(rate) in (int, float) and rate == 0:
        return array
    sizes = array.shape.dims if shape is None else take.new_shape("dropout", shape)
    drawn = source.uniform(sizes, dtypes.float64 if array.dtype is dtypes.float64 else dtypes.float32)
    kept = drawn >= rate
    if type(rate) in (int, float):
        return ops.where(kept, array * (1.0 / (1.0 - rate)), 0.0)  # type: ignore[no-any-return]
    portion = ops.cast(take.array("dropout", "rate", rate), dtype=array.dtype)
    return ops.where(kept, array / (1.0 - portion), 0.0)  # type: ignore[no-any-return]


def gaussian_noise(x: Any, scale: Any, *, key: Any) -> Array:
    """Elements plus normally distributed numbers with the standard deviation ``scale``; ``key`` as for `dropout`."""
    array = take.array("gaussian_noise", "x", x)
    if array.dtype.kind != "float":
        raise take.wrong("gaussian_noise", "x", "an array of floats", array.dtype)
    not_negative("gaussian_noise", scale=scale)
    wide = array.dtype is dtypes.float64
    noise = _source("gaussian_noise", key).normal(
        array.shape.dims, dtypes.float64 if wide else dtypes.float32
    )
    return array + ops.cast(noise * scale, dtype=array.dtype)  # type: ignore[no-any-return]


__all__ = ["dropout", "gaussian_noise"]
