"""Continuous distributions: expressions of uniform and normal numbers, through which gradients reach parameters."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.random.source import Draw, not_negative, positive
from gnomon.graph.sites import user_site


def uniform(key: Any, shape: Any = None, *, low: Any = 0.0, high: Any = 1.0, dtype: Any = None) -> Array:
    """Evenly spread numbers from ``low`` to below ``high``.

    >>> import gnomon as gn
    >>> gn.random.uniform(gn.random.key(0), (2, 3), dtype="float32").shape
    (2, 3)
    """
    plain = type(low) in (int, float) and type(high) in (int, float)
    if plain and low > high:
        raise ArgumentError(f"uniform: low <= high is needed, got {low} and {high}: swap them", user_site())
    draw = Draw("uniform", key, shape, dtype, low=low, high=high)
    numbers = draw.uniform()
    if plain and low == 0 and high == 1:
        return numbers
    first, last = draw.parameters
    return first + (last - first) * numbers


def normal(key: Any, shape: Any = None, *, loc: Any = 0.0, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Normally distributed numbers with the mean ``loc`` and the standard deviation ``scale``.

    The bits are the same on every back end.

    >>> import gnomon as gn
    >>> gn.random.normal(gn.random.key(0), 2).tolist()
    [-0.1503098046397192, 0.5165334912265852]
    """
    not_negative("normal", scale=scale)
    draw = Draw("normal", key, shape, dtype, loc=loc, scale=scale)
    return _moved(draw.normal(), draw, loc, scale)


def _moved(numbers: Array, draw: Draw, loc: Any, scale: Any) -> Array:
    """Return numbers times the last parameter plus the one before."""
    *_, middle, width = draw.parameters
    if not (type(scale) in (int, float) and scale == 1):
        numbers = width * numbers
    return numbers if type(loc) in (int, float) and loc == 0 else middle + numbers


def exponential(key: Any, shape: Any = None, *, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Exponentially distributed numbers with the mean ``scale``."""
    not_negative("exponential", scale=scale)
    draw = Draw("exponential", key, shape, dtype, scale=scale)
    return draw.exponential() * draw.parameters[0]


def laplace(key: Any, shape: Any = None, *, loc: Any = 0.0, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Numbers of the Laplace distribution: exponential on both sides of ``loc``."""
    not_negative("laplace", scale=scale)
    draw = Draw("laplace", key, shape, dtype, loc=loc, scale=scale)
    u = draw.open_uniform()
    side = ops.log(2.0 * ops.minimum(u, 1.0 - u))
    return _moved(ops.where(u < 0.5, side, -side), draw, loc, scale)


def logistic(key: Any, shape: Any = None, *, loc: Any = 0.0, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Numbers of the logistic distribution, whose distribution function is the sigmoid."""
    not_negative("logistic", scale=scale)
    draw = Draw("logistic", key, shape, dtype, loc=loc, scale=scale)
    u = draw.open_uniform()
    return _moved(ops.log(u) - ops.log1p(-u), draw, loc, scale)


def gumbel(key: Any, shape: Any = None, *, loc: Any = 0.0, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Numbers of the Gumbel distribution, that of largest values."""
    not_negative("gumbel", scale=scale)
    draw = Draw("gumbel", key, shape, dtype, loc=loc, scale=scale)
    return _moved(-ops.log(draw.exponential()), draw, loc, scale)


def cauchy(key: Any, shape: Any = None, *, loc: Any = 0.0, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Numbers of the Cauchy distribution, which has no mean."""
    not_negative("cauchy", scale=scale)
    draw = Draw("cauchy", key, shape, dtype, loc=loc, scale=scale)
    return _moved(ops.tan(math.pi * (draw.open_uniform() - 0.5)), draw, loc, scale)


def lognormal(key: Any, shape: Any = None, *, mean: Any = 0.0, sigma: Any = 1.0, dtype: Any = None) -> Array:
    """Numbers whose logarithm is normally distributed."""
    not_negative("lognormal", sigma=sigma)
    draw = Draw("lognormal", key, shape, dtype, mean=mean, sigma=sigma)
    return ops.exp(_moved(draw.normal(), draw, mean, sigma))  # type: ignore[no-any-return]


def rayleigh(key: Any, shape: Any = None, *, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Lengths of vectors of two normally distributed numbers."""
    not_negative("rayleigh", scale=scale)
    draw = Draw("rayleigh", key, shape, dtype, scale=scale)
    return draw.parameters[0] * ops.sqrt(2.0 * draw.exponential())  # type: ignore[no-any-return]


def weibull(key: Any, a: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers of the Weibull distribution of shape ``a`` and scale 1."""
    positive("weibull", a=a)
    draw = Draw("weibull", key, shape, dtype, a=a)
    return draw.exponential() ** (1.0 / draw.parameters[0])


def pareto(key: Any, a: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers of the Pareto II (Lomax) distribution of shape ``a``, as in NumPy: add 1 for Pareto's own."""
    positive("pareto", a=a)
    draw = Draw("pareto", key, shape, dtype, a=a)
    return ops.expm1(draw.exponential() / draw.parameters[0])  # type: ignore[no-any-return]


def power(key: Any, a: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers from 0 to 1 with the density ``a * x ** (a - 1)``."""
    positive("power", a=a)
    draw = Draw("power", key, shape, dtype, a=a)
    return ops.exp(-draw.exponential() / draw.parameters[0])  # type: ignore[no-any-return]


def triangular(key: Any, left: Any, mode: Any, right: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers from ``left`` to ``right`` whose density rises to ``mode`` and falls from there."""
    known = [value for value in (left, mode, right) if type(value) in (int, float)]
    if known != sorted(known) or (len(known) == 3 and left == right):
        raise ArgumentError(
            f"triangular: left <= mode <= right and left < right are needed, got {left}, {mode}, {right}",
            user_site(),
        )
    draw = Draw("triangular", key, shape, dtype, left=left, mode=mode, right=right)
    first, top, last = draw.parameters
    u = draw.uniform()
    base = last - first
    rising = u * base < top - first
    up = first + ops.sqrt(u * base * (top - first))
    down = last - ops.sqrt((1.0 - u) * base * (last - top))
    return ops.where(rising, up, down)  # type: ignore[no-any-return]


def wald(key: Any, mean: Any, scale: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers of the inverse Gaussian distribution."""
    positive("wald", mean=mean, scale=scale)
    draw = Draw("wald", key, shape, dtype, mean=mean, scale=scale)
    middle, width = draw.parameters
    y = middle * ops.square(draw.normal())
    # the smaller root of Michael, Schucany and Haas, without cancellation
    first = middle * (2.0 * width) / (2.0 * width + y + ops.sqrt(4.0 * width * y + y * y))
    other = middle * middle / first
    return ops.where(draw.uniform() * (middle + first) <= middle, first, other)  # type: ignore[no-any-return]


def truncated_normal(
    key: Any,
    lower: Any,
    upper: Any,
    shape: Any = None,
    *,
    loc: Any = 0.0,
    scale: Any = 1.0,
    dtype: Any = None,
) -> Array:
    """Normally distributed numbers of which only those between ``lower`` and ``upper`` are taken.

    The limits are in standard deviations from ``loc``. Gradients reach ``loc``, ``scale`` and the limits.
    """
    if type(lower) in (int, float) and type(upper) in (int, float) and not lower < upper:
        raise take.wrong("truncated_normal", "upper", f"above lower = {lower}", upper)
    not_negative("truncated_normal", scale=scale)
    draw = Draw("truncated_normal", key, shape, dtype, lower=lower, upper=upper, loc=loc, scale=scale)
    first, last = draw.parameters[:2]
    u = draw.open_uniform()
    turned = first > 0.0  # the upper tail is computed as the lower one, where small probabilities are exact
    low, high = ops.where(turned, -last, first), ops.where(turned, -first, last)
    begin, end = _below(low), _below(high)
    found = _quantile(begin + u * (end - begin))
    found = ops.minimum(ops.maximum(found, low), high)
    return _moved(ops.where(turned, -found, found), draw, loc, scale)


def _below(x: Any) -> Any:
    """Twice the probability of a normally distributed number below x."""
    return ops.erfc(x * -math.sqrt(0.5))


def _quantile(p: Any) -> Any:
    """The number that twice the probability is below, small ones included, where ``p - 1`` would lose their digits."""
    likely = math.sqrt(2.0) * ops.erfinv(p - 1.0)
    tail = p < 0.05
    t = ops.sqrt(-2.0 * ops.log(ops.where(tail, p * 0.5, 0.025)))
    # Hastings' approximation for tails, then Newton's steps of second order and one of first order
    above = 2.515517 + t * (0.802853 + t * 0.010328)
    below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    found = above / below - t
    for _ in range(2):
        miss = _miss(found, p)
        found = found - miss / (1.0 + 0.5 * found * miss)
    found = ops.stop_gradient(found)
    return ops.where(tail, found - _miss(found, p), likely)


def _miss(x: Any, p: Any) -> Any:
    """How far x is from the quantile, by the density there."""
    return (_below(x) - p) * math.sqrt(math.pi / 2) * ops.exp(0.5 * x * x)


def multivariate_normal(key: Any, mean: Any, cov: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Vectors of normally distributed numbers: ``mean`` is (..., n), ``cov`` (..., n, n); the result shape + (n,).

    ``shape`` leaves out the axis of the vectors. The covariance has to be positive definite.
    """
    middle, matrix = (
        take.array("multivariate_normal", "mean", mean),
        take.array("multivariate_normal", "cov", cov),
    )
    if not middle.ndim or matrix.ndim < 2:
        raise take.wrong(
            "multivariate_normal", "mean and cov", "vectors and matrices", (middle.shape, matrix.shape)
        )
    size = middle.shape.dims[-1]
    leading = None if shape is None else take.new_shape("multivariate_normal", shape)
    if leading is None:
        leading = ops.equal(middle, matrix[..., 0]).shape.dims[:-1]
    draw = Draw("multivariate_normal", key, (*leading, size), dtype, mean=middle, cov=matrix[..., 0])
    root = ops.cholesky(ops.cast(matrix, dtype=draw.dtype))
    spread = ops.matmul(root, ops.expand_dims(draw.normal(), axis=(-1,)))
    return draw.parameters[0] + ops.squeeze(spread, axis=(-1,))  # type: ignore[no-any-return]


__all__ = [
    "cauchy",
    "exponential",
    "gumbel",
    "laplace",
    "logistic",
    "lognormal",
    "multivariate_normal",
    "normal",
    "pareto",
    "power",
    "rayleigh",
    "triangular",
    "truncated_normal",
    "uniform",
    "wald",
    "weibull",
]
