"""Fourier transforms by NumPy's pocketfft."""

from __future__ import annotations

from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.reductions import axes_of
from gnomon.compile.reference.registry import reference, references


def _one(function: Any) -> Any:
    def transform(x: Any, *, n: Any = None, axis: int = -1, norm: str = "backward") -> Any:
        if n is not None and n > 0 and x.ndim and not x.shape[axis]:
            return function(_zeros(x, axis), n, axis, norm)
        return function(x, n, axis, norm)

    return transform


def _zeros(x: Any, axis: int) -> Any:
    """One zero in place of no entry: NumPy reads one."""
    shape = list(x.shape)
    shape[axis] = 1
    return np.zeros(shape, x.dtype)


def _many(function: Any) -> Any:
    def transform(x: Any, *, sizes: Any = None, axes: Any = None, norm: str = "backward") -> Any:
        axes = (axes,) if isinstance(axes, int) else axes_of(axes)
        if sizes is not None and axes is None:
            axes = tuple(range(x.ndim - len(sizes), x.ndim))
        return function(x, None if sizes is None else tuple(sizes), axes, norm)

    return transform


references({name: _one(getattr(np.fft, name)) for name in ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")})
references({name: _many(getattr(np.fft, name)) for name in ("fftn", "ifftn", "rfftn", "irfftn")})


@reference("stft")
def stft(x: Any, *, window: int, hop: int, center: bool = True, onesided: bool = True) -> Any:
    """Transforms of overlapping stretches under a window of ones; centred ones mirror the ends."""
    if center:
        half = window // 2
        x = np.pad(x, [(0, 0)] * (x.ndim - 1) + [(half, half)], "reflect")
    pieces = np.lib.stride_tricks.sliding_window_view(x, window, -1)[..., ::hop, :]
    result = np.fft.rfft(pieces) if onesided else np.fft.fft(pieces)
    return np.swapaxes(result, -1, -2)
