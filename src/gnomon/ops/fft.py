"""Fourier transforms along one or several axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axes, Axis, UnknownAxis, known_axes, known_axis, replace_axis, size_of_axis
from gnomon.ops.promotion import first, to_wide_float
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Dim, Dtype, Run, Shape, Size, dtypes


def _complex(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    dtype = to_wide_float(first(r, arguments), r.library)
    if dtype is None or dtype.kind == "complex":
        return dtype
    return dtypes.complex128 if dtype.bits == 64 else dtypes.complex64


def _real(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    dtype = to_wide_float(first(r, arguments), r.library)
    if dtype is dtypes.float16 and r.library == "numpy":
        return dtypes.float32
    if dtype is None or dtype.kind != "complex":
        return dtype
    return dtypes.float64 if dtype.bits == 128 else dtypes.float32


def _one(x: Array, *, n: Size | None = None, axis: Axis = -1) -> Any: ...


def _same_rule(r: Rule, x: Array, *, n: Size | None, axis: Axis) -> Shape:
    size = size_of_axis(r, x, axis)
    return x.shape if n is None and size is not None else replace_axis(r, x, axis, (_given(r, n, size),))


def _given(r: Rule, n: Size | None, size: Size | None) -> Size:
    if n is not None:
        return n
    return r.fresh() if size is None else size


def _half_rule(r: Rule, x: Array, *, n: Size | None, axis: Axis) -> Shape:
    return replace_axis(r, x, axis, (_given(r, n, size_of_axis(r, x, axis)) // 2 + 1,))


def _double_rule(r: Rule, x: Array, *, n: Size | None, axis: Axis) -> Shape:
    size = size_of_axis(r, x, axis)
    if n is None:
        n = r.fresh() if size is None else _doubled(size)
    return replace_axis(r, x, axis, (n,))


def _doubled(size: Size) -> Size:
    """Return how many real numbers half a transform stands for."""
    return 0 if type(size) is int and size < 1 else 2 * (size - 1)


_RULES: dict[str, tuple[Any, Any, str]] = {
    "fft": (_complex, _same_rule, "Fourier transform along an axis, cut or padded to ``n`` entries."),
    "ifft": (_complex, _same_rule, "Inverse Fourier transform along an axis."),
    "rfft": (_complex, _half_rule, "Fourier transform of real numbers: n // 2 + 1 entries along the axis."),
    "ihfft": (_complex, _half_rule, "Inverse transform of real numbers with a Hermitian result: n // 2 + 1."),
    "irfft": (
        _real,
        _double_rule,
        "Inverse of rfft: ``n`` entries along the axis, 2 * (size - 1) unless given.",
    ),
    "hfft": (
        _real,
        _double_rule,
        "Transform of a Hermitian signal: ``n`` entries, 2 * (size - 1) unless given.",
    ),
}
for _name, (_dtype, _rule, _doc) in _RULES.items():
    op(name=_name, doc=_doc, dtype=_dtype)(_one).shape(_rule)


def _many(x: Array, *, sizes: Sequence[Size] | None = None, axes: Axes = None) -> Any: ...


def _many_rule(r: Rule, x: Array, *, sizes: Sequence[Size] | None, axes: Axes) -> Shape:
    rank = x.shape.rank
    if rank is None:
        return x.shape if sizes is None else Shape((), Run())
    if axes is None and sizes is not None:
        axes = tuple(range(rank - len(sizes), rank))
    places = _places(r, axes, rank, x)
    if sizes is None:
        return x.shape
    if places is None:
        return Shape(tuple(r.fresh() for _ in range(rank)))
    dims = list(x.shape.dims)
    for k, size in zip(places, sizes):
        if not _keeps(r, size):
            dims[k] = size
    return Shape(tuple(dims))


def _keeps(r: Rule, size: Size) -> bool:
    """Whether a length means that of the axis: NumPy and PyTorch take -1 so."""
    return type(size) is int and size == -1 and r.library in ("numpy", "torch")


def _places(r: Rule, axes: Axes, rank: int, x: Array) -> list[int] | None:
    if r.library != "numpy" or axes is None or isinstance(axes, (int, Dim, UnknownAxis)):
        return known_axes(r, axes, rank, x)
    found = [
        known_axis(r, axis, rank, x) for axis in axes
    ]  # NumPy transforms an axis as often as it is named
    places = [axis for axis in found if axis is not None]
    return places if len(places) == len(found) else None


def _real_many_rule(r: Rule, x: Array, *, sizes: Sequence[Size] | None, axes: Axes) -> Shape:
    shape = _many_rule(r, x, sizes=sizes, axes=axes)
    if _none(axes, sizes, x):
        return shape
    last = _last(axes)
    seen = _Seen(shape)
    size = size_of_axis(r, seen, last)
    if _repeats(axes, shape.rank):
        size = None
    return replace_axis(r, seen, last, (r.fresh() if size is None else size // 2 + 1,))


def _none(axes: Axes, sizes: Sequence[Size] | None, x: Array) -> bool:
    """Whether there is no axis to transform: JAX then returns what it is given."""
    if isinstance(axes, (tuple, list)):
        return not axes
    return axes is None and (x.shape.rank == 0 or (sizes is not None and not sizes))


def _repeats(axes: Axes, rank: int | None) -> bool:
    """Whether an axis is named twice."""
    if not rank or axes is None or isinstance(axes, (int, Dim, UnknownAxis)):
        return False
    named = [axis % rank for axis in axes if type(axis) is int]
    return len(set(named)) < len(named)


def _last(axes: Axes) -> Axis:
    """Return the axis that a real transform halves."""
    if axes is None:
        return -1
    return axes if isinstance(axes, (int, Dim, UnknownAxis)) else axes[-1]


class _Seen:
    __slots__ = ("contents", "dtype", "shape")

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.dtype: Dtype | None = None
        self.contents: tuple[Size | None, ...] | None = None


for _name, _doc in {
    "fftn": "Fourier transform along several axes, or all.",
    "ifftn": "Inverse Fourier transform along several axes, or all.",
}.items():
    op(name=_name, doc=_doc, dtype=_complex)(_many).shape(_many_rule)
op(
    name="rfftn",
    doc="Fourier transform of real numbers along several axes: the last has n // 2 + 1 entries.",
    dtype=_complex,
)(_many).shape(_real_many_rule)


def _irfftn_rule(r: Rule, x: Array, *, sizes: Sequence[Size] | None, axes: Axes) -> Shape:
    seen: Array | _Seen = x
    if _none(axes, sizes, x):
        return x.shape
    last = _last(axes)
    if sizes is not None:
        shape = _many_rule(r, x, sizes=sizes, axes=axes)
        if not sizes or not _keeps(r, sizes[-1]):
            return shape
        seen = _Seen(shape)
    size = size_of_axis(r, seen, last)
    return replace_axis(r, seen, last, (r.fresh() if size is None else _doubled(size),))


op(
    name="irfftn",
    doc="Inverse of rfftn: the last axis has ``sizes[-1]`` entries, 2 * (size - 1) unless given.",
    dtype=_real,
)(_many).shape(_irfftn_rule)


@op(dtype=_complex)
def stft(x: Array, *, window: Size, hop: Size, center: bool = True, onesided: bool = True) -> Any:
    """Fourier transforms of overlapping pieces of a signal: (*b, time) -> (*b, frequencies, frames).

    >>> from gnomon.ops.sketch import array
    >>> stft(array(8), window=4, hop=2, center=False)
    array(3, 3)
    """


@stft.shape
def _(r: Rule, x: Array, *, window: Size, hop: Size, center: bool, onesided: bool) -> Shape:
    time = size_of_axis(r, x, -1)
    if time is None:
        frames = r.fresh()
    else:
        room = time + 2 * (window // 2) - window if center else time - window
        frames = room // hop + 1
    return replace_axis(r, x, -1, (window // 2 + 1 if onesided else window, frames))


@op(dtype=_real)
def istft(
    x: Array,
    *,
    window: Size,
    hop: Size,
    center: bool = True,
    onesided: bool = True,
    length: Size | None = None,
) -> Any:
    """The signal of a spectrum: (*b, frequencies, frames) -> (*b, time); ``length`` is the time if given."""


@istft.shape
def _(
    r: Rule, x: Array, *, window: Size, hop: Size, center: bool, onesided: bool, length: Size | None
) -> Shape:
    have, frames, rest = x.shape.axis(-2), x.shape.axis(-1), x.shape.drop_last(2)
    if have is not None:
        r.equal(
            have,
            window // 2 + 1 if onesided else window,
            "inner-size",
            "{op}: {x} is {x.shape}, but a window of {window} has {want} frequencies (the axis before the last)",
            blame=x,
            x=x,
            window=window,
            want=window // 2 + 1 if onesided else window,
        )
    if length is None:
        if frames is None:
            length = r.fresh()
        else:
            whole = window + hop * (frames - 1)
            length = whole - 2 * (window // 2) if center else whole
    if rest is None:
        return Shape((), Run(), (length,))
    return Shape(rest.prefix, rest.run, (*rest.suffix, length))
