"""`numpy.fft`: transforms keep shapes, but for the axis that real transforms shorten."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import axis as as_axis
from gnomon.models.api import dtypes, function, is_unknown, items
from gnomon.models.api import size as as_size
from gnomon.models.numpy.support import amount, as_array

_SINGLE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
_MANY = ("fft", "ifft", "rfft", "irfft")


def _declare_single(name: str) -> None:
    apply = ops.TABLE[name]

    names = [f"numpy.fft.{name}", f"scipy.fft.{name}"]
    if name in ("fft", "ifft"):
        names.append(f"scipy.fftpack.{name}")  # its real transforms give real numbers, as many as went in

    @function(*names)
    def model(
        a: Any, n: Any = None, axis: Any = -1, norm: Any = None, out: Any = None, **options: Any
    ) -> Any:
        x = as_array(a)
        if is_unknown(n) or is_unknown(axis):
            return ops.unknown_like(x)
        return apply(x, n=None if n is None else as_size(n), axis=as_axis(axis))

    model.__name__ = name


def _declare_many(name: str, apply: Any, default: Any) -> None:
    @function(f"numpy.fft.{name}", f"scipy.fft.{name}", f"scipy.fftpack.{name}")
    def model(
        a: Any, s: Any = None, axes: Any = default, norm: Any = None, out: Any = None, **options: Any
    ) -> Any:
        x = as_array(a)
        s = options.get("shape", s)
        sizes = None if s is None else items(s)
        if is_unknown(axes) or (s is not None and sizes is None):
            return ops.unknown_like(x)
        given = None if sizes is None else tuple(as_size(size) for size in sizes)
        return apply(x, sizes=given, axes=as_axis(axes))

    model.__name__ = name


for _name in _SINGLE:
    _declare_single(_name)
for _name in _MANY:
    _declare_many(_name + "2", ops.TABLE[_name + "n"], (-2, -1))
    _declare_many(_name + "n", ops.TABLE[_name + "n"], None)


@function("numpy.fft.fftshift", "numpy.fft.ifftshift", "scipy.fft.fftshift", "scipy.fft.ifftshift")
def fftshift(x: Any, axes: Any = None) -> Any:
    return ops.roll(as_array(x))


@function("numpy.fft.fftfreq", "scipy.fft.fftfreq")
def fftfreq(n: Any, d: Any = 1.0, **options: Any) -> Any:
    return ops.full(shape=(amount(n),), dtype=dtypes.float64)


@function("numpy.fft.rfftfreq", "scipy.fft.rfftfreq")
def rfftfreq(n: Any, d: Any = 1.0, **options: Any) -> Any:
    return ops.full(shape=(amount(as_size(n) // 2 + 1),), dtype=dtypes.float64)
