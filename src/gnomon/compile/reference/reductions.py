"""Reductions along axes: sums, extremes, means, spreads, positions, quantiles; and running ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.compile.reference.numeric import np
from gnomon.compile.reference.registry import reference, references


def inexact(x: Any) -> Any:
    """Return integers and booleans in float64."""
    return x if x.dtype.kind in "fc" else x.astype(np.float64)


def axes_of(axis: Any) -> Any:
    """Return axes as NumPy takes them."""
    return tuple(axis) if isinstance(axis, (tuple, list)) else axis


def _along(function: Callable[..., Any]) -> Callable[..., Any]:
    def reduce(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
        return function(x, axis=axes_of(axis), keepdims=keepdims)

    return reduce


def _wide_sum(function: Callable[..., Any]) -> Callable[..., Any]:
    """Average integers in float64; floats keep their dtype."""

    def reduce(x: Any, *, axis: Any = None, keepdims: bool = False, correction: float = 0) -> Any:
        extra = {"ddof": correction} if correction else {}
        return function(x, axis=axes_of(axis) if x.ndim else (), keepdims=keepdims, **extra)

    return reduce


references(
    {
        "all": _along(np.all),
        "any": _along(np.any),
        "argmax": _along(np.argmax),
        "argmin": _along(np.argmin),
        "count_nonzero": _along(np.count_nonzero),
        "max": _along(np.max),
        "mean": _wide_sum(np.mean),
        "min": _along(np.min),
        "nanmax": _along(np.nanmax),
        "nanmin": _along(np.nanmin),
        "nansum": _along(np.nansum),
        "nanstd": _wide_sum(np.nanstd),
        "nanvar": _wide_sum(np.nanvar),
        "prod": _along(np.prod),
        "std": _wide_sum(np.std),
        "sum": _along(np.sum),
        "var": _wide_sum(np.var),
    }
)


@reference("ptp")
def ptp(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    axis = axes_of(axis)
    return np.max(x, axis=axis, keepdims=keepdims) - np.min(x, axis=axis, keepdims=keepdims)


@reference("median")
def median(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    return np.median(x, axis=_some(axis), keepdims=keepdims) if axis != () else x


@reference("nanmedian")
def nanmedian(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    return np.nanmedian(x, axis=_some(axis), keepdims=keepdims) if axis != () else x


@reference("nanmean")
def nanmean(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    return np.nanmean(x, axis=axes_of(axis) if x.ndim else (), keepdims=keepdims)


def _some(axis: Any) -> Any:
    return axes_of(axis)


@reference("logsumexp")
def logsumexp(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    axis = axes_of(axis)
    x = x if x.dtype.kind in "fc" else x.astype(np.float64)
    top = np.max(x.real, axis=axis, keepdims=True, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0)
    total = np.log(np.sum(np.exp(x - top), axis=axis, keepdims=True)) + top
    if keepdims:
        return total
    every = tuple(range(x.ndim)) if axis is None else axis
    return np.squeeze(total, axis=every)


def rows_of(x: Any, axis: Any) -> tuple[Any, tuple[int, ...], list[int]]:
    """Bring the reduced axes to the end as one: the rows, the shape that is left and the axes."""
    axes = range(x.ndim) if axis is None else (axis,) if not isinstance(axis, (tuple, list)) else axis
    gone = [a % x.ndim for a in axes]
    left = [a for a in range(x.ndim) if a not in gone]
    shape = tuple(x.shape[a] for a in left)
    count = 1
    for a in gone:
        count *= x.shape[a]
    return x.transpose(left + gone).reshape((*shape, count)), shape, gone


@reference("mode")
def mode(x: Any, *, axis: Any = None, keepdims: bool = False) -> Any:
    """Return the most frequent element, the smallest of several."""
    rows, shape, gone = rows_of(x, axis)
    result = np.empty(shape, x.dtype)
    for place in np.ndindex(shape):
        values, counts = np.unique(rows[place], return_counts=True)
        result[place] = values[np.argmax(counts)]
    return np.expand_dims(result, tuple(gone)) if keepdims else result


@reference("average")
def average(x: Any, weights: Any = None, *, axis: Any = None, keepdims: bool = False) -> Any:
    axis = axes_of(axis)
    if weights is None:
        return np.mean(x, axis=axis, keepdims=keepdims)
    return np.average(x, axis, weights, keepdims=keepdims)


@reference("quantile")
def quantile(x: Any, q: Any, *, axis: Any = None, keepdims: bool = False, method: str = "linear") -> Any:
    return np.quantile(inexact(x), q, axis=axes_of(axis), keepdims=keepdims, method=method)


def running(function: Callable[..., Any]) -> Callable[..., Any]:
    """Accumulate along an axis, of the flattened array without one."""

    def accumulate(x: Any, *, axis: Any = None) -> Any:
        if axis is None:
            x, axis = x.reshape(-1), 0
        return function(x, axis=axis)

    return accumulate


ACCUMULATED: dict[str, Any] = {
    "add": np.cumsum,
    "multiply": np.cumprod,
    "max": np.maximum.accumulate,
    "min": np.minimum.accumulate,
}


def _cumulative(x: Any, *, axis: Any = None, mode: str = "add") -> Any:
    return running(ACCUMULATED[mode])(x, axis=axis)


def _logcumsumexp(x: Any, axis: int) -> Any:
    return np.logaddexp.accumulate(x, axis=axis)


references(
    {
        "cumsum": running(np.cumsum),
        "cumulative": _cumulative,
        "cumprod": running(np.cumprod),
        "cummax": running(np.maximum.accumulate),
        "cummin": running(np.minimum.accumulate),
        "logcumsumexp": running(_logcumsumexp),
    }
)
