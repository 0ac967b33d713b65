"""NumPy's names for statistics that the standard lacks: medians, quantiles, averages without NaN."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.shapes import dtypes


def _reduce(name: str, x: Any, axis: Any, keepdims: bool, **values: Any) -> Array:
    more = {"keepdims": True} if keepdims else {}
    return ops.TABLE[name](take.array(name, "x", x), axis=take.axes(name, axis), **more, **values)  # type: ignore[no-any-return]


def median(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Middle element in sorted order."""
    return _reduce("median", x, axis, keepdims)


def ptp(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Largest minus smallest element."""
    return _reduce("ptp", x, axis, keepdims)


def nansum(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Sum of the elements that are not NaN."""
    return _reduce("nansum", x, axis, keepdims)


def nanmean(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Average of the elements that are not NaN."""
    return _reduce("nanmean", x, axis, keepdims)


def nanmax(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Largest element that is not NaN."""
    return _reduce("nanmax", x, axis, keepdims)


def nanmin(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Smallest element that is not NaN."""
    return _reduce("nanmin", x, axis, keepdims)


def nanvar(x: Any, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    """Variance of the elements that are not NaN."""
    return _reduce("nanvar", x, axis, keepdims, **({"correction": correction} if correction else {}))


def nanstd(x: Any, axis: Any = None, correction: float = 0.0, keepdims: bool = False) -> Array:
    """Standard deviation of the elements that are not NaN."""
    return _reduce("nanstd", x, axis, keepdims, **({"correction": correction} if correction else {}))


def nanmedian(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Middle element in sorted order, NaN left out."""
    return _reduce("nanmedian", x, axis, keepdims)


def average(x: Any, axis: Any = None, weights: Any = None, keepdims: bool = False) -> Array:
    """Weighted average."""
    x = take.array("average", "x", x)
    share = None if weights is None else take.array("average", "weights", weights)
    return ops.average(x, share, axis=take.axes("average", axis), keepdims=keepdims)  # type: ignore[no-any-return]


def quantile(x: Any, q: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Value below which a share ``q`` of the elements lies."""
    places = take.array("quantile", "q", q)
    along = take.axes("quantile", axis)
    return ops.quantile(take.array("quantile", "x", x), places, axis=along, keepdims=keepdims)  # type: ignore[no-any-return]


def percentile(x: Any, q: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Value below which ``q`` per cent of the elements lie."""
    return quantile(x, take.array("percentile", "q", q) / 100, axis, keepdims)


def cov(x: Any, y: Any = None, rowvar: bool = True) -> Array:
    """Covariances of the rows (or columns)."""
    other = None if y is None else take.array("cov", "y", y)
    return ops.covariance(take.array("cov", "x", x), other, rows=rowvar)  # type: ignore[no-any-return]


def bincount(x: Any, weights: Any = None, *, length: Any = None) -> Array:
    """How often each small integer occurs, or the sum of its weights; with ``length`` for those below it."""
    x = take.array("bincount", "x", x)
    if weights is None:
        return ops.bincount(x, count=length)  # type: ignore[no-any-return]
    share = take.array("bincount", "weights", weights)
    share = ops.cast(share, dtype=dtypes.float64)
    empty = ops.cast(ops.bincount(x, count=length), dtype=dtypes.float64) * 0
    return empty.at[x].add(share)  # type: ignore[no-any-return]


__all__ = [
    "average",
    "bincount",
    "cov",
    "median",
    "nanmax",
    "nanmean",
    "nanmedian",
    "nanmin",
    "nanstd",
    "nansum",
    "nanvar",
    "percentile",
    "ptp",
    "quantile",
]
