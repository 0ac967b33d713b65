"""Derivatives of Fourier transforms: each is linear, and its transpose is the other direction unscaled."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import conj, place, places, spread, whole_size
from gnomon.graph.gradients.registry import body, pullback
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


@body("hfft")
def hfft(x: Array, *, n: Size | None, axis: int, norm: str) -> Any:
    """The inverse real transform of the conjugate, scaled the other way."""
    return ops.irfft(conj(x), n=n, axis=axis, norm=DUAL[norm])


@body("ihfft")
def ihfft(x: Array, *, n: Size | None, axis: int, norm: str) -> Any:
    """The conjugate of the real transform, scaled the other way."""
    return ops.conj(ops.rfft(x, n=n, axis=axis, norm=DUAL[norm]))


def _axes(x: Array, sizes: Sequence[Size] | None, axes: Any) -> list[tuple[int, Size | None]]:
    if axes is None and sizes is not None:
        chosen: Any = tuple(range(x.ndim - len(sizes), x.ndim))
    elif axes is None:
        chosen = places(None, x.ndim)
    else:
        chosen = axes if isinstance(axes, (tuple, list)) else (axes,)
    lengths: Any = [None] * len(chosen) if sizes is None else sizes
    return [(place(a, x.ndim), n) for a, n in zip(chosen, lengths)]


def _each(name: str) -> Any:
    def transform(x: Array, *, sizes: Any, axes: Any, norm: str) -> Any:
        for k, n in _axes(x, sizes, axes):
            x = getattr(ops, name)(x, n=n, axis=k, norm=norm)
        return x

    return transform


body("fftn")(_each("fft"))
body("ifftn")(_each("ifft"))


@body("rfftn")
def rfftn(x: Array, *, sizes: Any, axes: Any, norm: str) -> Any:
    """The last axis first, which is real."""
    *others, (last, n) = _axes(x, sizes, axes)
    x = ops.rfft(x, n=n, axis=last, norm=norm)
    for k, count in others:
        x = ops.fft(x, n=count, axis=k, norm=norm)  # type: ignore[operator]
    return x


@body("irfftn")
def irfftn(x: Array, *, sizes: Any, axes: Any, norm: str) -> Any:
    """The last axis last, which becomes real."""
    *others, (last, n) = _axes(x, sizes, axes)
    for k, count in others:
        x = ops.ifft(x, n=count, axis=k, norm=norm)
    return ops.irfft(x, n=n, axis=last, norm=norm)


@body("stft")
def stft(x: Array, *, window: Size, hop: Size, center: bool, onesided: bool) -> Any:
    """Transform overlapping stretches; centred ones mirror the ends."""
    last = x.ndim - 1
    if center:
        half = window // 2
        x = ops.pad(x, widths=((0, 0),) * last + ((half, half),), mode="reflect")
    pieces = ops.sliding_windows(x, axis=last, size=window, step=hop)
    found = ops.rfft(pieces, axis=last + 1) if onesided else ops.fft(pieces, axis=last + 1)  # type: ignore[operator]
    return ops.swapaxes(found, first=-1, second=-2)
