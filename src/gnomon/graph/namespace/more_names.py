"""More of NumPy's names: what is made of other functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.creation import arange, linspace, ones, tril
from gnomon.graph.namespace.elementwise import isinf, isnan, signbit
from gnomon.graph.namespace.manipulation import concat
from gnomon.graph.namespace.numpy_statistics import bincount, cov
from gnomon.graph.namespace.searching import argmax, argmin, searchsorted
from gnomon.graph.namespace.sets import unique_values as unique
from gnomon.graph.namespace.statistical import cumsum, prod
from gnomon.graph.ranges import check_range
from gnomon.shapes import dtypes


def sinc(x: Any) -> Array:
    """The sine of pi * x divided by pi * x, which is 1 at 0."""
    x = _floating(take.array("sinc", "x", x))
    zero = ops.equal(x, 0)
    turned = ops.where(zero, 1.0, x * 3.141592653589793)
    return ops.where(zero, 1.0, ops.sin(turned) / turned)  # type: ignore[no-any-return]


def _floating(x: Array) -> Array:
    return x if x.dtype.kind in ("float", "complex") else ops.cast(x, dtype=dtypes.float64)


def isposinf(x: Any) -> Array:
    """Whether each element is positive infinity."""
    x = take.array("isposinf", "x", x)
    return ops.logical_and(isinf(x), ops.logical_not(signbit(x)))  # type: ignore[no-any-return]


def isneginf(x: Any) -> Array:
    """Whether each element is negative infinity."""
    x = take.array("isneginf", "x", x)
    return ops.logical_and(isinf(x), signbit(x))  # type: ignore[no-any-return]


def logspace(start: Any, stop: Any, num: Any = 50, *, endpoint: bool = True, base: float = 10.0) -> Array:
    """Numbers from ``base**start`` to ``base**stop`` whose logarithms are evenly spaced."""
    return ops.power(float(base), linspace(start, stop, num, endpoint=endpoint))  # type: ignore[no-any-return]


def tri(n: Any, m: Any = None, k: int = 0, dtype: Any = None) -> Array:
    """A matrix with ones on and below its k-th diagonal."""
    return tril(ones((n, n if m is None else m), dtype=dtype), k=k)


def vander(x: Any, n: Any = None, increasing: bool = False) -> Array:
    """The powers of a vector as columns, the highest first."""
    x = take.array("vander", "x", x)
    count = x.shape[0] if n is None else take.integer("vander", "n", n)
    powers = arange(count) if increasing else (count - 1) - arange(count)
    return ops.power(ops.expand_dims(x, axis=1), powers)  # type: ignore[no-any-return]


def polyval(p: Any, x: Any) -> Array:
    """The value of a polynomial whose coefficients begin with that of the highest power (Horner's rule)."""
    factors, x = take.array("polyval", "p", p), take.array("polyval", "x", x)
    count = factors.shape[0]
    if not isinstance(count, int):
        raise take.wrong("polyval", "p", "a vector of a known size", p)
    value = ops.multiply(x, 0)
    for k in range(count):
        value = value * x + factors[k]
    return value  # type: ignore[no-any-return]


def isin(x: Any, values: Any, *, invert: bool = False) -> Array:
    """Whether each element is among some values."""
    x, values = take.array("isin", "x", x), take.array("isin", "values", values)
    pairs = ops.equal(ops.expand_dims(x, axis=-1), ops.reshape(values, shape=(-1,)))
    found = ops.any(pairs, axis=-1)
    return ops.logical_not(found) if invert else found  # type: ignore[no-any-return]


def digitize(x: Any, bins: Any, right: bool = False) -> Array:
    """Which of the intervals between increasing ``bins`` each element lies in."""
    return searchsorted(bins, x, side="left" if right else "right")


def histogram(x: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> tuple[Array, Array]:
    """How many elements lie in each of some intervals, and the edges of these."""
    x = ops.reshape(take.array("histogram", "x", x), shape=(-1,))
    if isinstance(bins, int):
        low, high = (ops.min(x), ops.max(x)) if range is None else range
        low, high = (_floating(take.array("histogram", "range", end)) for end in (low, high))
        flat = ops.equal(low, high)
        low, high = ops.where(flat, low - 0.5, low), ops.where(flat, high + 0.5, high)
        edges = low + (high - low) * linspace(0.0, 1.0, bins + 1)
        edges = edges.at[-1].set(high)
    else:
        edges = take.array("histogram", "bins", bins)
    count = edges.shape[0] - 1
    place = searchsorted(edges, x, side="right") - 1
    place = ops.where(ops.equal(x, edges[-1]), count - 1, place)
    inside = ops.logical_and(ops.greater_equal(x, edges[0]), ops.less_equal(x, edges[-1]))
    place = ops.where(inside, place, count)
    found = bincount(place, weights, length=count + 1)
    return found[:-1], edges


def corrcoef(x: Any, y: Any = None, rowvar: bool = True) -> Array:
    """Correlations of the rows (or columns)."""
    both = cov(x, y, rowvar)
    if not both.ndim:
        return ops.divide(both, both)  # type: ignore[no-any-return]
    spread = ops.sqrt(ops.diagonal(both, offset=0, first=0, second=1))
    return both / ops.expand_dims(spread, axis=1) / spread  # type: ignore[no-any-return]


def correlate(a: Any, v: Any, mode: str = "valid") -> Array:
    """Cross-correlation of two vectors."""
    from gnomon.graph.namespace.numpy_names import convolve

    v = take.array("correlate", "v", v)
    return convolve(a, ops.flip(ops.conj(v) if v.dtype.kind == "complex" else v, axis=0), mode)


def trapezoid(y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Array:
    """The integral along an axis by the trapezoidal rule."""
    y = ops.moveaxis(_floating(take.array("trapezoid", "y", y)), source=axis, destination=-1)
    steps: Any = dx
    if x is not None:
        x = take.array("trapezoid", "x", x)
        x = ops.moveaxis(x, source=axis, destination=-1) if x.ndim > 1 else x
        steps = x[..., 1:] - x[..., :-1]
    return ops.sum(steps * (y[..., 1:] + y[..., :-1]) * 0.5, axis=-1)  # type: ignore[no-any-return]


def nanprod(x: Any, axis: Any = None, keepdims: bool = False) -> Array:
    """Product of the elements that are not NaN."""
    x = take.array("nanprod", "x", x)
    return prod(_filled(x, 1), axis=axis, keepdims=keepdims)


def nancumsum(x: Any, axis: int | None = None) -> Array:
    """Sums of the elements so far that are not NaN."""
    return cumsum(_filled(take.array("nancumsum", "x", x), 0), axis)


def nanargmax(x: Any, axis: int | None = None) -> Array:
    """Where the largest element is that is not NaN."""
    return argmax(_filled(take.array("nanargmax", "x", x), float("-inf")), axis=axis)


def nanargmin(x: Any, axis: int | None = None) -> Array:
    """Where the smallest element is that is not NaN."""
    return argmin(_filled(take.array("nanargmin", "x", x), float("inf")), axis=axis)


def _filled(x: Array, value: float) -> Array:
    return ops.where(isnan(x), value, x) if x.dtype.kind in ("float", "complex") else x


def append(x: Any, values: Any, axis: int | None = None) -> Array:
    """The array with others behind it, along an axis or both flattened."""
    x = take.array("append", "x", x)
    check_range("append", values, x.dtype, x)
    return concat((x, take.array("append", "values", values)), axis=axis)


def apply_along_axis(function: Callable[..., Any], axis: int, x: Any, *more: Any) -> Array:
    """Apply a function of vectors to each vector along an axis; what it returns takes the place of the axis."""
    from gnomon.graph.batching import vmap

    x = take.array("apply_along_axis", "x", x)
    rest = x.ndim - 1
    mapped: Any = lambda row: function(row, *more)  # noqa: E731
    for _ in range(rest):
        mapped = vmap(mapped)
    found = mapped(ops.moveaxis(x, source=axis, destination=-1))
    own = found.ndim - rest
    place = axis % x.ndim
    return ops.moveaxis(  # type: ignore[no-any-return]
        found, source=tuple(range(rest, rest + own)), destination=tuple(range(place, place + own))
    )


def tril_indices(n: Any, k: int = 0, m: Any = None) -> tuple[Array, Array]:
    """Rows and columns of the places on and below the k-th diagonal."""
    return _triangle("tril_indices", n, k, m, lower=True)


def triu_indices(n: Any, k: int = 0, m: Any = None) -> tuple[Array, Array]:
    """Rows and columns of the places on and above the k-th diagonal."""
    return _triangle("triu_indices", n, k, m, lower=False)


def _triangle(name: str, n: Any, k: int, m: Any, *, lower: bool) -> tuple[Array, Array]:
    import numpy as np

    from gnomon.graph.constants import as_array

    for size in (n, m):
        if not (size is None or isinstance(size, int)):
            raise take.wrong(name, "n", "a known integer", size)
    rows, columns = (np.tril_indices if lower else np.triu_indices)(n, k, m)
    return as_array(rows), as_array(columns)


__all__ = [
    "append",
    "apply_along_axis",
    "corrcoef",
    "correlate",
    "digitize",
    "histogram",
    "isin",
    "isneginf",
    "isposinf",
    "logspace",
    "nanargmax",
    "nanargmin",
    "nancumsum",
    "nanprod",
    "polyval",
    "sinc",
    "trapezoid",
    "tri",
    "tril_indices",
    "triu_indices",
    "unique",
    "vander",
]
