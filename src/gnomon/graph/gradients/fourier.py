"""Derivatives of Fourier transforms: each is linear, and its transpose is the other direction unscaled."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import place, spread, whole_size
from gnomon.graph.gradients.registry import pullback
from gnomon.shapes import Size, dtypes

DUAL = {"backward": "forward", "forward": "backward", "ortho": "ortho", None: "forward"}
"""The scaling that makes the other direction the transpose."""


def fit_axis(g: Array, size: Size, axis: int) -> Array:
    """Cut or fill up an axis to a size."""
    have = g.shape.dims[axis]
    if have == size:
        return g
    if type(have) is int and type(size) is int and have > size:
        return ops.narrow(g, axis=axis, start=0, length=size)  # type: ignore[no-any-return]
    widths: list[tuple[Size, Size]] = [(0, 0)] * g.ndim
    widths[axis] = (0, size - have)
    return ops.pad(g, widths=tuple(widths))  # type: ignore[no-any-return]


def _complex_pull(other: str) -> Any:
    def pull(g: Array, x: Array, *, out: Array, n: Size | None, axis: int, norm: str) -> Any:
        k = place(axis, x.ndim)
        back = getattr(ops, other)(g, n=None, axis=k, norm=DUAL[norm])
        return fit_axis(back, x.shape.dims[k], k)

    return pull


pullback("fft", linear=(0,))(_complex_pull("ifft"))
pullback("ifft", linear=(0,))(_complex_pull("fft"))


@pullback("rfft", linear=(0,))
def _(g: Array, x: Array, *, out: Array, n: Size | None, axis: int, norm: str) -> Any:
    k = place(axis, x.ndim)
    size = x.shape.dims[k] if n is None else n
    back = ops.real(ops.ifft(g, n=size, axis=k, norm=DUAL[norm]))
    return fit_axis(back, x.shape.dims[k], k)


@pullback("irfft", linear=(0,))
def _(g: Array, x: Array, *, out: Array, n: Size | None, axis: int, norm: str) -> Any:
    """All but the first and the middle frequency stand for two."""
    k = place(axis, x.ndim)
    back = ops.rfft(g, n=None, axis=k, norm=DUAL[norm])
    at = ops.cumsum(spread(1, (back.shape.dims[k],), dtypes.int64), axis=0) - 1
    alone = ops.logical_or(ops.equal(at, 0), ops.equal(at * 2, whole_size(g, k)))
    weights = ops.where(alone, spread(1.0, (), g.dtype), spread(2.0, (), g.dtype))
    shape: list[Size] = [1] * g.ndim
    shape[k] = back.shape.dims[k]
    return fit_axis(back * ops.reshape(weights, shape=tuple(shape)), x.shape.dims[k], k)
