"""Bodies of Fourier transforms over those of one axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.ops.bodies.helpers import conj, place, places
from gnomon.ops.bodies.registry import Array, body
from gnomon.shapes import Size

DUAL = {"backward": "forward", "forward": "backward", "ortho": "ortho", None: "forward"}
"""The scaling that makes the other direction the transpose."""


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
