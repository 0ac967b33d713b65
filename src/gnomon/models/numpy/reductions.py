"""Reductions: sums, means, extremes and positions along axes; as functions and as array methods."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Tensor, dtypes, flag, forget_entries, function, is_unknown, method
from gnomon.models.api import axis as as_axis
from gnomon.models.numpy.support import as_array, common_dtype, finished, reduced, unknown_tensor, words

_SUMS = {"sum": ops.sum, "prod": ops.prod, "nansum": ops.nansum, "nanprod": ops.prod}
_EXTREMES = {
    "max": ops.max,
    "min": ops.min,
    "amax": ops.max,
    "amin": ops.min,
    "nanmax": ops.nanmax,
    "nanmin": ops.nanmin,
}
_POSITIONS = {"argmax": ops.argmax, "argmin": ops.argmin, "nanargmax": ops.argmax, "nanargmin": ops.argmin}
_TRUTHS = {"all": ops.all, "any": ops.any, "alltrue": ops.all, "sometrue": ops.any}
_SPREADS = {"std": ops.std, "var": ops.var, "nanstd": ops.nanstd, "nanvar": ops.nanvar}
_MEANS = {"mean": ops.mean, "nanmean": ops.nanmean}
_RUNNING = {
    "cumsum": ops.cumsum,
    "cumprod": ops.cumprod,
    "nancumsum": ops.cumsum,
    "nancumprod": ops.cumprod,
    "cumproduct": ops.cumprod,
}
_METHODS = words("sum prod max min argmax argmin all any std var mean cumsum cumprod")


def _enter(name: str, model: Any) -> None:
    model.__name__ = name
    function(f"numpy.{name}")(model)
    if name in _METHODS:
        method("numpy", name)(model)


def _of(result: Any, initial: Any, where: Any) -> Any:
    """Return what is made of some of the entries, or of one more: not what all of them make."""
    if initial is not None or where is not True:
        forget_entries(result)
    return result


def _declare_sum(name: str, operation: Any) -> None:
    def model(
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        return finished(_of(reduced(operation, a, axis, keepdims), initial, where), dtype, out)

    _enter(name, model)


def _declare_extreme(name: str, operation: Any) -> None:
    def model(
        a: Any,
        axis: Any = None,
        out: Any = None,
        keepdims: Any = False,
        initial: Any = None,
        where: Any = True,
    ) -> Any:
        return finished(_of(reduced(operation, a, axis, keepdims), initial, where), None, out)

    _enter(name, model)


def _declare_position(name: str, operation: Any) -> None:
    def model(a: Any, axis: Any = None, out: Any = None, *, keepdims: Any = False) -> Any:
        result = reduced(operation, a, axis, keepdims)
        _bound_positions(result, a, axis)
        return finished(result, None, out)

    _enter(name, model)


def _bound_positions(result: Any, a: Any, axis: Any) -> None:
    if type(a) is Tensor and type(result) is Tensor and a.shape.rank is not None and type(axis) is int:
        size = a.shape.axis(axis) if -a.shape.rank <= axis < a.shape.rank else None
        if type(size) is int and size > 0:
            result.bounds = (0, size - 1)


def _declare_truth(name: str, operation: Any) -> None:
    def model(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False, *, where: Any = True) -> Any:
        return finished(_of(reduced(operation, a, axis, keepdims), None, where), None, out)

    _enter(name, model)


def _declare_spread(name: str, operation: Any) -> None:
    def model(
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        ddof: Any = 0,
        keepdims: Any = False,
        *,
        where: Any = True,
        mean: Any = None,
        correction: Any = None,
    ) -> Any:
        return finished(reduced(operation, a, axis, keepdims), dtype, out)

    _enter(name, model)


def _declare_mean(name: str, operation: Any) -> None:
    def model(
        a: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        keepdims: Any = False,
        *,
        where: Any = True,
    ) -> Any:
        return finished(reduced(operation, a, axis, keepdims), dtype, out)

    _enter(name, model)


def _declare_running(name: str, operation: Any) -> None:
    def model(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        if is_unknown(axis):
            return unknown_tensor()
        return finished(operation(a, axis=as_axis(axis)), dtype, out)

    _enter(name, model)


for _family, _declare in (
    (_SUMS, _declare_sum),
    (_EXTREMES, _declare_extreme),
    (_POSITIONS, _declare_position),
    (_TRUTHS, _declare_truth),
    (_SPREADS, _declare_spread),
    (_MEANS, _declare_mean),
    (_RUNNING, _declare_running),
):
    for _name, _operation in _family.items():
        _declare(_name, _operation)


@function("numpy.cumulative_sum")
def cumulative_sum(x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, **options: Any) -> Any:
    return unknown_tensor() if options else finished(ops.cumsum(x, axis=as_axis(axis)), dtype, out)


@function("numpy.median", "numpy.nanmedian")
def median(
    a: Any, axis: Any = None, out: Any = None, overwrite_input: Any = False, keepdims: Any = False
) -> Any:
    return finished(reduced(ops.median, a, axis, keepdims), None, out)


@function("numpy.average")
def average(
    a: Any, axis: Any = None, weights: Any = None, returned: Any = False, *, keepdims: Any = False
) -> Any:
    keep = flag(keepdims)
    if keep is None or is_unknown(axis) or is_unknown(weights) or flag(returned) is not False:
        return unknown_tensor() if flag(returned) is False else None
    result = ops.average(a, weights, axis=as_axis(axis), keepdims=keep)
    return result if weights is None else ops.cast(result, dtype=common_dtype(a, weights))


@function("numpy.percentile", "numpy.quantile", "numpy.nanpercentile", "numpy.nanquantile")
def quantile(
    a: Any,
    q: Any,
    axis: Any = None,
    out: Any = None,
    overwrite_input: Any = False,
    method: Any = "linear",
    keepdims: Any = False,
    *,
    weights: Any = None,
    interpolation: Any = None,
) -> Any:
    keep = flag(keepdims)
    if keep is None or is_unknown(axis):
        return unknown_tensor()
    result = ops.quantile(a, q, axis=as_axis(axis), keepdims=keep)
    if type(q) not in (int, float):
        result = ops.cast(result, dtype=common_dtype(a, q))
    return finished(result, None, out)


@function("numpy.ptp")
def ptp(a: Any, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    return finished(reduced(ops.ptp, a, axis, keepdims), None, out)


method("numpy", "ptp")(ptp)


@function("numpy.count_nonzero")
def count_nonzero(a: Any, axis: Any = None, *, keepdims: Any = False) -> Any:
    return reduced(ops.count_nonzero, a, axis, keepdims)


@function("numpy.gradient")
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: Any = 1) -> Any:
    x = ops.positive(f)
    if axis is None:
        if x.shape.rank is None:
            return None
        axis = tuple(range(x.shape.rank))
    axes = as_axis(axis)
    if type(axes) is int:
        return ops.gradient_of_samples(x, axis=axes)
    if type(axes) is not tuple:
        return None
    results = tuple(ops.gradient_of_samples(x, axis=single) for single in axes)
    return results[0] if len(results) == 1 else results


@function("numpy.diff")
def diff(a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None) -> Any:
    if type(n) is not int or prepend is not None or append is not None or n < 0:
        return ops.unknown_like(a)
    return ops.diff(a, n=n, axis=as_axis(axis))


@function("numpy.ediff1d")
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    if to_end is not None or to_begin is not None:
        return unknown_tensor()
    return ops.diff(ops.flatten(ary))


@function("numpy.trapezoid", "numpy.trapz")
def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    return ops.mean(y, axis=as_axis(axis))


@function("numpy.cov")
def cov(
    m: Any,
    y: Any = None,
    rowvar: Any = True,
    bias: Any = False,
    ddof: Any = None,
    fweights: Any = None,
    aweights: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    rows = flag(rowvar)
    if rows is None or is_unknown(y):
        return unknown_tensor()
    return finished(ops.covariance(m, y, rows=rows), dtype)


@function("numpy.corrcoef")
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, *options: Any, dtype: Any = None) -> Any:
    return cov(x, y, rowvar, dtype=dtype)


@function("numpy.histogram_bin_edges")
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    return histogram(a, bins, range)[1]


@function("numpy.histogram")
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    if is_unknown(bins) or type(bins) is str:
        counts, edges = ops.histogram(a)
    elif type(bins) in (int, Dim):
        counts, edges = ops.histogram(a, bins=bins)
    else:
        counts, edges = ops.histogram(a, bins)
    if density or weights is not None:
        counts = ops.cast(counts, dtype=None)
    return counts, edges


@function("numpy.bincount")
def bincount(x: Any, /, weights: Any = None, minlength: Any = 0) -> Any:
    counts = ops.bincount(x, least=minlength if type(minlength) is int else 0)
    return ops.cast(counts, dtype=dtypes.int64 if weights is None else dtypes.float64)


@function("numpy.size", tensor=False)
def size(a: Any, axis: Any = None) -> Any:
    x = as_array(a)
    if axis is None:
        return x.shape.numel()
    return x.shape.axis(axis) if type(axis) is int else None


@function("numpy.array_repr", "numpy.array_str", "numpy.array2string", "numpy.base_repr", tensor=False)
def array_repr(*arguments: Any, **options: Any) -> Any:
    from gnomon.models.api import unknown_of

    return unknown_of("str")
