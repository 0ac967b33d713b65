"""Statistics along axes: sums, means, extremes, spreads, running sums."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_dtype
from gnomon.graph.namespace import arguments as take
from gnomon.shapes import Dtype, dtypes


def _reduced(name: str, x: Any, axis: Any, keepdims: bool, **values: Any) -> Array:
    x = take.array(name, "x", x)
    return ops.TABLE[name](  # type: ignore[no-any-return]
        x, axis=take.axes(name, axis), **({"keepdims": True} if keepdims else {}), **values
    )


def _totalled(name: str, x: Any, axis: Any, dtype: Any, keepdims: bool) -> Array:
    """Sum or multiply in a dtype that is given, or in that of the table."""
    x = take.array(name, "x", x)
    if dtype is None:
        return _reduced(name, x, axis, keepdims)
    wanted = as_dtype(dtype)
    x = x if x.dtype is wanted else ops.cast(x, dtype=wanted)
    result = _reduced(name, x, axis, keepdims)
    return result if result.dtype is wanted else ops.cast(result, dtype=wanted)


def sum(x: Any, /, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Array:
    """Sum of the elements along axes (None: all)."""
    return _totalled("sum", x, axis, dtype, keepdims)


def prod(x: Any, /, axis: Any = None, dtype: Any = None, *, keepdims: bool = False) -> Array:
    """Product of the elements along axes (None: all)."""
    return _totalled("prod", x, axis, dtype, keepdims)


def mean(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Array:
    """Average of the elements along axes (None: all)."""
    return _reduced("mean", x, axis, keepdims)


def max(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Array:
    """Largest element along axes (None: all)."""
    return _reduced("max", x, axis, keepdims)


def min(x: Any, /, axis: Any = None, *, keepdims: bool = False) -> Array:
    """Smallest element along axes (None: all)."""
    return _reduced("min", x, axis, keepdims)


def std(
    x: Any, /, axis: Any = None, *, correction: float = 0.0, keepdims: bool = False, ddof: float | None = None
) -> Array:
    """Standard deviation; the sum of squares is divided by the count less ``correction`` (NumPy: ``ddof``)."""
    return _spread("std", x, axis, correction if ddof is None else ddof, keepdims)


def var(
    x: Any, /, axis: Any = None, *, correction: float = 0.0, keepdims: bool = False, ddof: float | None = None
) -> Array:
    """Variance; the sum of squares is divided by the count less ``correction`` (NumPy: ``ddof``)."""
    return _spread("var", x, axis, correction if ddof is None else ddof, keepdims)


def _spread(name: str, x: Any, axis: Any, correction: float, keepdims: bool) -> Array:
    if not isinstance(correction, (int, float)):
        raise take.wrong(name, "correction", "a number", correction)
    return _reduced(name, x, axis, keepdims, **({"correction": correction} if correction else {}))


def _running(name: str, x: Any, axis: Any, dtype: Any) -> Array:
    op = ops.cumsum if name in ("cumsum", "cumulative_sum") else ops.cumprod
    x = take.array(name, "x", x)
    along = take.axis(name, axis)
    if dtype is None:
        return op(x, axis=along)  # type: ignore[no-any-return]
    wanted = as_dtype(dtype)
    result = op(x if x.dtype is wanted else ops.cast(x, dtype=wanted), axis=along)
    return result if result.dtype is wanted else ops.cast(result, dtype=wanted)  # type: ignore[no-any-return]


def _cumulative(name: str, x: Any, axis: Any, dtype: Any, include_initial: bool, first: int) -> Array:
    x = take.array(name, "x", x)
    if axis is None:
        if x.ndim != 1:
            raise take.wrong(name, "axis", f"an integer, since x is {x.shape}", None)
        axis = 0
    result = _running(name, x, axis, dtype)
    if not include_initial:
        return result
    from gnomon.graph.namespace.creation import full

    start = full(result.shape.with_axis(axis, 1), first, dtype=result.dtype)
    return ops.concat((start, result), axis=axis)  # type: ignore[no-any-return]


def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Array:
    """Running sum along an axis; ``include_initial`` begins with 0."""
    return _cumulative("cumulative_sum", x, axis, dtype, include_initial, 0)


def cumulative_prod(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: bool = False
) -> Array:
    """Running product along an axis; ``include_initial`` begins with 1."""
    return _cumulative("cumulative_prod", x, axis, dtype, include_initial, 1)


def cumsum(x: Any, axis: int | None = None, dtype: Any = None) -> Array:
    """Running sum along an axis, of the flattened array without one (NumPy)."""
    return _running("cumsum", x, axis, dtype)


def cumprod(x: Any, axis: int | None = None, dtype: Any = None) -> Array:
    """Running product along an axis, of the flattened array without one (NumPy)."""
    return _running("cumprod", x, axis, dtype)


def index_dtype() -> Dtype:
    """Return the dtype of positions and counts."""
    return dtypes.int64


__all__ = [
    "cumprod",
    "cumsum",
    "cumulative_prod",
    "cumulative_sum",
    "max",
    "mean",
    "min",
    "prod",
    "std",
    "sum",
    "var",
]
