"""`keras.ops`: reductions, running totals, sorting."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Tensor, Unknown, flag, function, size
from gnomon.models.api import axis as axis_argument
from gnomon.models.keras.promoting import floating, returned, tensor
from gnomon.models.keras.tensors import parse_dtype
from gnomon.shapes import dtypes

_KEPT = {"max": "max", "min": "min", "amax": "max", "amin": "min", "ptp": "ptp", "all": "all", "any": "any"}
_TOTALS = {
    "sum": "sum",
    "prod": "prod",
    "nansum": "nansum",
    "nanprod": "prod",
    "nanmax": "nanmax",
    "nanmin": "nanmin",
}
_FLOATS = {
    "mean": "mean",
    "std": "std",
    "var": "var",
    "median": "median",
    "logsumexp": "logsumexp",
    "nanmean": "nanmean",
    "nanmedian": "nanmedian",
    "nanstd": "nanstd",
    "nanvar": "nanvar",
}
_POSITIONS = {"argmax": "argmax", "argmin": "argmin", "nanargmax": "argmax", "nanargmin": "argmin"}


def reduction(name: str, operation: str, way: str) -> None:
    """Register a reduction."""
    apply = ops.TABLE[operation]

    def model(x: Any, axis: Any = None, keepdims: Any = False) -> Any:
        kept = flag(keepdims)
        if kept is None:
            return Unknown()
        given = floating(x) if way == "float" else tensor(x)
        result = apply(given, axis=axis_argument(axis), keepdims=kept)
        if way == "total":
            return returned(result, total_dtype(given))
        if way == "position":
            return returned(result, dtypes.int32)
        return result

    def started(x: Any, axis: Any = None, keepdims: Any = False, initial: Any = None) -> Any:
        return model(x, axis, keepdims)

    def of_dtype(x: Any, axis: Any = None, keepdims: Any = False, dtype: Any = None) -> Any:
        result = model(x, axis, keepdims)
        return result if dtype is None else returned(result, parse_dtype(dtype))

    function(f"keras.ops.{name}")(
        started if name in ("max", "min") else of_dtype if name == "prod" else model
    )


def total_dtype(x: Any) -> Any:
    """Return the dtype of a sum: small integers widen to 32 bits."""
    if type(x) is not Tensor or x.dtype is None:
        return None
    if x.dtype.kind == "bool" or (x.dtype.kind == "int" and x.dtype.bits < 32):
        return dtypes.int32
    if x.dtype.kind == "uint" and x.dtype.bits < 32:
        return dtypes.uint32
    return x.dtype


for _table, _way in ((_KEPT, "kept"), (_TOTALS, "total"), (_FLOATS, "float"), (_POSITIONS, "position")):
    for _name, _operation in _table.items():
        reduction(_name, _operation, _way)


@function("keras.ops.count_nonzero")
def count_nonzero(x: Any, axis: Any = None) -> Any:
    """Number of elements that are not zero."""
    return returned(ops.count_nonzero(tensor(x), axis=axis_argument(axis)), dtypes.int32)


@function("keras.ops.average")
def average(x: Any, axis: Any = None, weights: Any = None) -> Any:
    """Weighted average."""
    given = floating(x)
    weight = None if weights is None else floating(weights)
    if weight is not None:
        from gnomon.models.keras.promoting import unified

        given, weight = unified(given, weight)
    return ops.average(given, weight, axis=axis_argument(axis), keepdims=False)


@function("keras.ops.quantile", "keras.ops.nanquantile", "keras.ops.percentile", "keras.ops.nanpercentile")
def quantile(x: Any, q: Any, axis: Any = None, method: Any = "linear", keepdims: Any = False) -> Any:
    """Value below which a fraction of the elements lies."""
    kept = flag(keepdims)
    if kept is None:
        return Unknown()
    result = ops.quantile(floating(x), tensor(q), axis=axis_argument(axis), keepdims=kept)
    return returned(result, None)


@function("keras.ops.moments")
def moments(x: Any, axes: Any, keepdims: Any = False, synchronized: Any = False) -> Any:
    """Mean and variance."""
    kept = flag(keepdims)
    if kept is None:
        return Unknown()
    given, along = floating(x), axis_argument(axes)
    return ops.mean(given, axis=along, keepdims=kept), ops.var(given, axis=along, keepdims=kept)


@function("keras.ops.softmax", "keras.ops.sparsemax")
def softmax(x: Any, axis: Any = -1) -> Any:
    """Turn scores into probabilities."""
    return ops.softmax(floating(x), axis=axis_argument(axis))


@function("keras.ops.log_softmax")
def log_softmax(x: Any, axis: Any = -1) -> Any:
    """Logarithms of the softmax."""
    return ops.log_softmax(floating(x), axis=axis_argument(axis))


@function("keras.ops.normalize")
def normalize(x: Any, axis: Any = -1, order: Any = 2, epsilon: Any = None) -> Any:
    """Divide by the length of the vectors along an axis."""
    return ops.normalize(floating(x), axis=axis_argument(axis))


@function("keras.ops.norm")
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: Any = False) -> Any:
    """Length of a vector or matrix."""
    kept = flag(keepdims)
    if kept is None:
        return Unknown()
    return ops.norm(floating(x), axis=axis_argument(axis), keepdims=kept)


def running(name: str, operation: str) -> None:
    """Register a running total."""
    apply = ops.TABLE[operation]

    @function(f"keras.ops.{name}")
    def model(x: Any, axis: Any = None, dtype: Any = None) -> Any:
        given = tensor(x)
        result = apply(given, axis=axis_argument(axis))
        wanted = given.dtype if type(given) is Tensor else None
        if wanted is dtypes.bool:
            wanted = dtypes.int32
        return returned(result, wanted if dtype is None else parse_dtype(dtype))


for _name, _operation in {
    "cumsum": "cumsum",
    "cumprod": "cumprod",
    "nancumsum": "cumsum",
    "nancumprod": "cumprod",
}.items():
    running(_name, _operation)


@function("keras.ops.sort")
def sort(x: Any, axis: Any = -1) -> Any:
    """Elements in order."""
    return ops.sort(tensor(x), axis=axis_argument(axis))


@function("keras.ops.argsort")
def argsort(x: Any, axis: Any = -1) -> Any:
    """Positions of the elements in order."""
    return returned(ops.argsort(tensor(x), axis=axis_argument(axis)), dtypes.int32)


@function("keras.ops.argpartition")
def argpartition(x: Any, kth: Any, axis: Any = -1) -> Any:
    """Positions of the elements in partial order."""
    return returned(ops.argpartition(tensor(x), axis=axis_argument(axis)), dtypes.int32)


@function("keras.ops.top_k")
def top_k(x: Any, k: Any, sorted: Any = True) -> Any:
    """The k largest elements of the last axis, and their positions."""
    values, positions = ops.topk(tensor(x), k=size(k), axis=-1)
    return values, returned(positions, dtypes.int32)


@function("keras.ops.in_top_k")
def in_top_k(targets: Any, predictions: Any, k: Any) -> Any:
    """Whether each target is among the k best predictions."""
    return returned(ops.positive(tensor(targets)), dtypes.bool)


@function("keras.ops.unique", "keras.ops.histogram", "keras.ops.correlate", "keras.ops.corrcoef")
def counted(*args: Any, **kwargs: Any) -> Any:
    """Results whose size depends on the numbers are not followed."""
    return Unknown()


@function("keras.ops.searchsorted")
def searchsorted(sorted_sequence: Any, values: Any, side: Any = "left") -> Any:
    """Positions where values belong in a sorted sequence."""
    return returned(ops.positive(tensor(values)), dtypes.int32)


@function("keras.ops.digitize")
def digitize(x: Any, bins: Any) -> Any:
    """The bin of each element."""
    return returned(ops.positive(tensor(x)), dtypes.int32)


@function("keras.ops.bincount")
def bincount(x: Any, weights: Any = None, minlength: Any = 0, sparse: Any = False) -> Any:
    """How often each small integer occurs."""
    return Unknown()


for _name in ("segment_sum", "segment_max", "segment_min", "segment_prod"):

    @function(f"keras.ops.{_name}")
    def segment(data: Any, segment_ids: Any, num_segments: Any = None, sorted: Any = False) -> Any:
        """Reduce the rows of each segment to one."""
        count = None if num_segments is None else size(num_segments)
        return ops.segment_reduce(tensor(data), tensor(segment_ids), count=count)
