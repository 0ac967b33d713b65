"""Reductions: ``torch.sum(x, dim=1)``, ``x.max(1)``, ``x.argmax(-1)``, cumulative sums."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import Dim, Tensor, dtypes, flag, function, size, symbol
from gnomon.models.api import axis as axis_of
from gnomon.models.torch.common import Results, dtype_of, everywhere, first_given, in_place
from gnomon.models.torch.elementwise import bounded


def dims_of(dim: Any) -> Any:
    """Return a ``dim`` argument as an axis; an empty tuple means all axes, as None does."""
    found = axis_of(dim)
    return None if found == () else found


def along(dim: Any, axis: Any, keepdim: Any, keepdims: Any) -> dict[str, Any]:
    """Return the attributes of a reduction from PyTorch's names and their NumPy aliases."""
    chosen = first_given(dim, axis)
    keep = flag(first_given(keepdims, keepdim), default=None)
    return {"axis": dims_of(chosen), "keepdims": bool(keep)}


def _with_dtype(value: Any, dtype: Any) -> Any:
    return value if dtype is None else ops.cast(value, dtype=dtype_of(dtype))


def _reduction(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(
        input: Any,
        dim: Any = None,
        keepdim: Any = False,
        *,
        axis: Any = None,
        keepdims: Any = None,
        dtype: Any = None,
        out: Any = None,
    ) -> Any:
        return _with_dtype(operation(_converted(input, dtype), **along(dim, axis, keepdim, keepdims)), dtype)

    return model


def _converted(input: Any, dtype: Any) -> Any:
    """``dtype=`` converts before the reduction."""
    return input if dtype is None else ops.cast(input, dtype=dtype_of(dtype))


for _name in ("sum", "nansum", "mean", "nanmean", "prod"):
    everywhere(_name, changes=False)(_reduction(ops.TABLE[_name]))


def _kept_dtype(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(
        input: Any,
        dim: Any = (),
        keepdim: Any = False,
        *,
        axis: Any = None,
        keepdims: Any = None,
        out: Any = None,
    ) -> Any:
        return operation(input, **along(dim if axis is None else axis, None, keepdim, keepdims))

    return model


for _name, _operation in {"amax": "max", "amin": "min", "logsumexp": "logsumexp"}.items():
    everywhere(_name, changes=False)(_kept_dtype(ops.TABLE[_operation]))
function("torch.special.logsumexp")(_kept_dtype(ops.TABLE["logsumexp"]))


@everywhere("count_nonzero", changes=False)
def count_nonzero(input: Any, dim: Any = None, *, axis: Any = None) -> Any:
    """How many elements are not zero."""
    return ops.count_nonzero(input, **along(dim, axis, False, None))


def _truth(operation: Callable[..., Any]) -> Callable[..., Any]:
    reduce = _reduction(operation)

    def model(
        input: Any,
        dim: Any = None,
        keepdim: Any = False,
        *,
        axis: Any = None,
        keepdims: Any = None,
        out: Any = None,
    ) -> Any:
        if first_given(dim, axis) in ((), []):
            result = ops.logical_not(input)  # no axes: not reduced at all
        else:
            result = reduce(input, dim, keepdim, axis=axis, keepdims=keepdims)
        bytes_ = type(input) is Tensor and input.dtype is dtypes.uint8
        return ops.cast(result, dtype=dtypes.uint8) if bytes_ else result

    return model


for _name in ("all", "any"):
    everywhere(_name, changes=False)(_truth(ops.TABLE[_name]))


@everywhere("aminmax", changes=False)
def aminmax(input: Any, *, dim: Any = None, keepdim: Any = False, out: Any = None) -> Any:
    """Smallest and largest element."""
    ways = along(dim, None, keepdim, None)
    return Results(min=ops.min(input, **ways), max=ops.max(input, **ways))


def _indices(like: Any, input: Any, dim: Any) -> Any:
    """Return the positions that go with reduced or sorted values."""
    result = ops.cast(like, dtype=dtypes.int64)
    if type(result) is Tensor:
        result.contents = None
    limit = _size_along(input, dim)
    return result if limit is None else bounded(result, 0, limit - 1)


def _size_along(input: Any, dim: Any) -> Any:
    """Return the size of an axis, None if unknown."""
    if type(input) is not Tensor or type(dim) is not int:
        return None
    return input.shape.axis(dim)


def _extreme(reduce: Callable[..., Any], pair: Callable[..., Any]) -> Callable[..., Any]:
    def model(
        input: Any,
        dim: Any = None,
        keepdim: Any = False,
        *,
        other: Any = None,
        axis: Any = None,
        keepdims: Any = None,
        out: Any = None,
    ) -> Any:
        partner = first_given(other, dim if type(dim) is Tensor else None)
        if partner is not None:
            return pair(input, partner)
        chosen = first_given(dim, axis)
        if chosen is None:
            return reduce(input)
        if type(chosen) not in (int, Dim):
            chosen = size(chosen)
        values = reduce(input, **along(chosen, None, keepdim, keepdims))
        return Results(values=values, indices=_indices(values, input, chosen))

    return model


everywhere("max", changes=False)(_extreme(ops.TABLE["max"], ops.TABLE["maximum"]))
everywhere("min", changes=False)(_extreme(ops.TABLE["min"], ops.TABLE["minimum"]))


def _middle(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(input: Any, dim: Any = None, keepdim: Any = False, *, axis: Any = None, out: Any = None) -> Any:
        chosen = first_given(dim, axis)
        if chosen is None:
            return operation(input)
        values = operation(input, **along(chosen, None, keepdim, None))
        return Results(values=values, indices=_indices(values, input, chosen))

    return model


for _name in ("median", "nanmedian"):
    everywhere(_name, changes=False)(_middle(ops.TABLE[_name]))


@everywhere("mode", changes=False)
def mode(input: Any, dim: Any = -1, keepdim: Any = False, *, out: Any = None) -> Any:
    """Most frequent element along an axis, with its position."""
    values = ops.mode(input, **along(dim, None, keepdim, None))
    return Results(values=values, indices=_indices(values, input, dim))


@everywhere("kthvalue", changes=False)
def kthvalue(input: Any, k: Any, dim: Any = -1, keepdim: Any = False, *, out: Any = None) -> Any:
    """The k-th smallest element along an axis, with its position."""
    values = ops.min(input, **along(dim, None, keepdim, None))
    return Results(values=values, indices=_indices(values, input, dim))


def _position(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(
        input: Any, dim: Any = None, keepdim: Any = False, *, axis: Any = None, keepdims: Any = None
    ) -> Any:
        chosen = first_given(dim, axis)
        result = operation(input, **along(chosen, None, keepdim, keepdims))
        limit = _size_along(input, chosen)
        return result if limit is None else bounded(result, 0, limit - 1)

    return model


for _name in ("argmax", "argmin"):
    everywhere(_name, changes=False)(_position(ops.TABLE[_name]))


def _spread(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(
        input: Any,
        dim: Any = None,
        unbiased: Any = True,
        keepdim: Any = False,
        *,
        correction: Any = None,
        axis: Any = None,
        keepdims: Any = None,
        out: Any = None,
    ) -> Any:
        if type(dim) is bool:
            dim = None
        return operation(input, **along(dim, axis, keepdim, keepdims))

    return model


def _with_mean(operation: Callable[..., Any]) -> Callable[..., Any]:
    spread = _spread(operation)

    def model(
        input: Any,
        dim: Any = None,
        unbiased: Any = True,
        keepdim: Any = False,
        *,
        correction: Any = None,
        axis: Any = None,
        keepdims: Any = None,
    ) -> Any:
        whole = spread(input, dim, unbiased, keepdim, axis=axis, keepdims=keepdims)
        return whole, ops.cast(whole, dtype=input.dtype if type(input) is Tensor else None)

    return model


for _name in ("std", "var"):
    everywhere(_name, changes=False)(_spread(ops.TABLE[_name]))

    function(f"torch.{_name}_mean")(_with_mean(ops.TABLE[_name]))


@everywhere("norm", changes=False)
def norm(
    input: Any, p: Any = "fro", dim: Any = None, keepdim: Any = False, out: Any = None, dtype: Any = None
) -> Any:
    """Length of vectors along axes, or of the whole tensor."""
    return _with_dtype(ops.norm(_converted(input, dtype), **along(dim, None, keepdim, None)), dtype)


@everywhere("logcumsumexp")
def logcumsumexp(input: Any, dim: Any, *, out: Any = None) -> Any:
    """Running logarithm of the sum of exponentials."""
    return ops.logcumsumexp(input, axis=_single(dim))


def _cumulative(operation: Callable[..., Any]) -> Callable[..., Any]:
    def model(input: Any, dim: Any, *, dtype: Any = None, out: Any = None) -> Any:
        return _with_dtype(operation(_converted(input, dtype), axis=_single(dim)), dtype)

    return model


def _single(dim: Any) -> Any:
    """Return a ``dim`` that must be one axis."""
    return dim if type(dim) in (int, Dim) else size(dim)


def _cumulative_in_place(input: Any, dim: Any, *, dtype: Any = None) -> Any:
    """Running sums or products of integers in their own dtype."""
    return ops.cast(
        ops.cumsum(input, axis=_single(dim)), dtype=input.dtype if type(input) is Tensor else None
    )


for _name in ("cumsum", "cumprod"):
    everywhere(_name, changes=False)(_cumulative(ops.TABLE[_name]))
    in_place(_name)(_cumulative_in_place)


@everywhere("cummax", changes=False)
def cummax(input: Any, dim: Any, *, out: Any = None) -> Any:
    """Running maximum with its positions."""
    values = ops.cummax(input, axis=_single(dim))
    return Results(values=values, indices=_indices(values, input, dim))


@everywhere("cummin", changes=False)
def cummin(input: Any, dim: Any, *, out: Any = None) -> Any:
    """Running minimum with its positions."""
    values = ops.cummin(input, axis=_single(dim))
    return Results(values=values, indices=_indices(values, input, dim))


@everywhere("softmax", changes=False)
def softmax(input: Any, dim: Any, dtype: Any = None, *, out: Any = None) -> Any:
    """Probabilities that sum to 1 along an axis."""
    return _with_dtype(ops.softmax(_converted(input, dtype), axis=_single(dim)), dtype)


@everywhere("log_softmax", changes=False)
def log_softmax(input: Any, dim: Any, dtype: Any = None, *, out: Any = None) -> Any:
    """Logarithms of the softmax along an axis."""
    return _with_dtype(ops.log_softmax(_converted(input, dtype), axis=_single(dim)), dtype)


@everywhere("quantile", changes=False)
def quantile(
    input: Any,
    q: Any,
    dim: Any = None,
    keepdim: Any = False,
    *,
    interpolation: Any = "linear",
    out: Any = None,
) -> Any:
    """Value below which a fraction of the elements lies."""
    return ops.quantile(input, q, **along(dim, None, keepdim, None))


@everywhere("nanquantile", changes=False)
def nanquantile(
    input: Any,
    q: Any,
    dim: Any = None,
    keepdim: Any = False,
    *,
    interpolation: Any = "linear",
    out: Any = None,
) -> Any:
    """Value below which a fraction of the elements lies, NaN ignored."""
    return ops.quantile(input, q, **along(dim, None, keepdim, None))


_ = symbol
