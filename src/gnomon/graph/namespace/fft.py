"""Fourier transforms (``gn.fft``)."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.creation import arange
from gnomon.graph.namespace.manipulation import roll
from gnomon.shapes import dtypes

NORMS = ("backward", "ortho", "forward")


def _one(name: str, x: Any, n: Any, axis: int, norm: str) -> Array:
    take.option(name, "norm", norm, NORMS)
    count = None if n is None else take.integer(name, "n", n)
    return ops.TABLE[name](  # type: ignore[no-any-return]
        take.array(name, "x", x), n=count, axis=take.axis(name, axis), norm=norm
    )


def _many(name: str, x: Any, s: Any, axes: Any, norm: str) -> Array:
    take.option(name, "norm", norm, NORMS)
    sizes = None if s is None else take.shape(name, s, "s")
    along = take.axes(name, axes, "axes")
    return ops.TABLE[name](take.array(name, "x", x), sizes=sizes, axes=along, norm=norm)  # type: ignore[no-any-return]


def fft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Fourier transform along an axis."""
    return _one("fft", x, n, axis, norm)


def ifft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Inverse Fourier transform along an axis."""
    return _one("ifft", x, n, axis, norm)


def fftn(x: Any, /, s: Any = None, axes: Any = None, norm: str = "backward") -> Array:
    """Fourier transform along several axes."""
    return _many("fftn", x, s, axes, norm)


def ifftn(x: Any, /, s: Any = None, axes: Any = None, norm: str = "backward") -> Array:
    """Inverse Fourier transform along several axes."""
    return _many("ifftn", x, s, axes, norm)


def rfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Fourier transform of real numbers: n // 2 + 1 entries."""
    return _one("rfft", x, n, axis, norm)


def irfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Inverse of `rfft`."""
    return _one("irfft", x, n, axis, norm)


def rfftn(x: Any, /, s: Any = None, axes: Any = None, norm: str = "backward") -> Array:
    """Fourier transform of real numbers along several axes."""
    return _many("rfftn", x, s, axes, norm)


def irfftn(x: Any, /, s: Any = None, axes: Any = None, norm: str = "backward") -> Array:
    """Inverse of `rfftn`."""
    return _many("irfftn", x, s, axes, norm)


def fft2(x: Any, /, s: Any = None, axes: Any = (-2, -1), norm: str = "backward") -> Array:
    """Fourier transform along two axes, the last by default."""
    return _many("fftn", x, s, axes, norm)


def ifft2(x: Any, /, s: Any = None, axes: Any = (-2, -1), norm: str = "backward") -> Array:
    """Inverse of `fft2`."""
    return _many("ifftn", x, s, axes, norm)


def rfft2(x: Any, /, s: Any = None, axes: Any = (-2, -1), norm: str = "backward") -> Array:
    """Fourier transform of real numbers along two axes."""
    return _many("rfftn", x, s, axes, norm)


def irfft2(x: Any, /, s: Any = None, axes: Any = (-2, -1), norm: str = "backward") -> Array:
    """Inverse of `rfft2`."""
    return _many("irfftn", x, s, axes, norm)


def hfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Fourier transform of a signal with Hermitian symmetry: real numbers."""
    return _one("hfft", x, n, axis, norm)


def ihfft(x: Any, /, n: int | None = None, axis: int = -1, norm: str = "backward") -> Array:
    """Inverse of `hfft`."""
    return _one("ihfft", x, n, axis, norm)


def fftfreq(n: Any, /, d: float = 1.0, *, dtype: Any = None, device: Any = None) -> Array:
    """The frequencies of `fft`: 0, 1, ... then the negative ones, divided by ``n * d``."""
    take.check_device(device)
    count = take.integer("fftfreq", "n", n)
    places = arange(count)
    numbers = ops.where(places < (count + 1) // 2, places, places - count)
    return _scaled(numbers, count, d, take.dtype_or(dtype, dtypes.float64))


def rfftfreq(n: Any, /, d: float = 1.0, *, dtype: Any = None, device: Any = None) -> Array:
    """The frequencies of `rfft`: 0 to n // 2, divided by ``n * d``."""
    take.check_device(device)
    count = take.integer("rfftfreq", "n", n)
    return _scaled(arange(count // 2 + 1), count, d, take.dtype_or(dtype, dtypes.float64))


def _scaled(numbers: Any, count: Any, d: float, dtype: Any) -> Array:
    result = ops.divide(
        ops.cast(numbers, dtype=dtypes.float64), ops.multiply(take.array("fftfreq", "n", count), d)
    )
    return result if dtype is dtypes.float64 else ops.cast(result, dtype=dtype)  # type: ignore[no-any-return]


def fftshift(x: Any, /, axes: Any = None) -> Array:
    """The zero frequency moved to the middle."""
    return _shifted("fftshift", x, axes, lambda size: size // 2)


def ifftshift(x: Any, /, axes: Any = None) -> Array:
    """The inverse of `fftshift`."""
    return _shifted("ifftshift", x, axes, lambda size: -(size // 2))


def _shifted(name: str, x: Any, axes: Any, by: Any) -> Array:
    x = take.array(name, "x", x)
    along = take.axes(name, axes, "axes")
    places = tuple(range(x.ndim)) if along is None else along if isinstance(along, tuple) else (along,)
    return roll(x, tuple([by(x.shape[k]) for k in places]), axis=places)


__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]


def __dir__() -> list[str]:
    return __all__
