"""The gamma distribution, by bounded rejection, and those that are made of it."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.random.source import Draw, Source, not_negative, positive
from gnomon.shapes import Dtype, Size

ATTEMPTS = 8
"""So many candidates are drawn for each number; that none is accepted happens once in 3e10 numbers, or more rarely."""


def gamma(key: Any, a: Any, shape: Any = None, *, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Numbers of the gamma distribution of shape ``a``.

    Each is the first of eight candidates of Marsaglia and Tsang's method that is accepted. Gradients reach ``scale``,
    and ``a`` by the implicit derivative of the distribution function.
    """
    positive("gamma", a=a)
    not_negative("gamma", scale=scale)
    draw = Draw("gamma", key, shape, dtype, a=a, scale=scale)
    numbers: Array = ops.exp(log_gamma(draw.source, draw.parameters[0], draw.shape, draw.dtype))
    return numbers if type(scale) in (int, float) and scale == 1 else draw.parameters[1] * numbers


def log_gamma(source: Source, a: Array, shape: tuple[Size, ...], dtype: Dtype) -> Array:
    """Return logarithms of numbers of the gamma distribution: those for small ``a`` are too small to be numbers."""
    from gnomon.graph.gradients.custom import custom_gradient

    @custom_gradient
    def drawn(a: Array) -> Any:
        value = _log_gamma(source, a, shape, dtype)

        def pull(g: Array) -> Array:
            from gnomon.graph.gradients.helpers import unbroadcast

            number = ops.exp(value)
            log_density = a * value - number - ops.lgamma(a)  # of the logarithm
            slope = -ops.igamma_by_shape(a, number) / ops.exp(log_density)
            return unbroadcast(ops.cast(g * slope, dtype=a.dtype), a.shape)

        return value, pull

    return drawn(a)  # type: ignore[no-any-return]


def _log_gamma(source: Source, a: Array, shape: tuple[Size, ...], dtype: Dtype) -> Array:
    raised = a < 1.0
    d = ops.where(raised, a + 1.0, a) - 1.0 / 3.0
    c = 1.0 / (3.0 * ops.sqrt(d))
    logarithm: Any = None
    done: Any = None
    for _ in range(ATTEMPTS):
        z, u = source.normal(shape, dtype), source.open_uniform(shape, dtype)
        root = 1.0 + c * z
        usable = root > 0.0
        log_v = 3.0 * ops.log(ops.where(usable, root, 1.0))
        fits = ops.log(u) < 0.5 * z * z + d * (1.0 - ops.exp(log_v) + log_v)
        accepted = ops.logical_and(usable, fits)
        if logarithm is None:
            logarithm, done = log_v, accepted
        else:
            logarithm = ops.where(done, logarithm, log_v)
            done = ops.logical_or(done, accepted)
    result = ops.log(d) + logarithm
    small = -source.exponential(shape, dtype) / ops.where(raised, a, 1.0)
    return ops.where(raised, result + small, result)  # type: ignore[no-any-return]


def beta(key: Any, a: Any, b: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers from 0 to 1 of the beta distribution; gradients reach ``a`` and ``b``."""
    positive("beta", a=a, b=b)
    draw = Draw("beta", key, shape, dtype, a=a, b=b)
    first = log_gamma(draw.source, draw.parameters[0], draw.shape, draw.dtype)
    second = log_gamma(draw.source, draw.parameters[1], draw.shape, draw.dtype)
    return ops.sigmoid(first - second)  # type: ignore[no-any-return]


def dirichlet(key: Any, alpha: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Vectors of positive numbers with the sum 1: ``alpha`` is (..., n), and the result shape + (n,)."""
    positive("dirichlet", alpha=alpha)
    given = take.array("dirichlet", "alpha", alpha)
    if not given.ndim:
        raise take.wrong("dirichlet", "alpha", "a vector or a batch of them", alpha)
    if shape is not None:
        shape = (*take.shape("dirichlet", shape), given.shape.dims[-1])
    draw = Draw("dirichlet", key, shape, dtype, alpha=given)
    logarithms = log_gamma(draw.source, draw.parameters[0], draw.shape, draw.dtype)
    return ops.softmax(logarithms, axis=-1)  # type: ignore[no-any-return]


def chisquare(key: Any, df: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Sums of ``df`` squares of normally distributed numbers; ``df`` need not be whole."""
    positive("chisquare", df=df)
    draw = Draw("chisquare", key, shape, dtype, df=df)
    return 2.0 * _gamma(draw, draw.parameters[0] * 0.5)


def standard_t(key: Any, df: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers of Student's t distribution with ``df`` degrees of freedom."""
    positive("standard_t", df=df)
    draw = Draw("standard_t", key, shape, dtype, df=df)
    half = draw.parameters[0] * 0.5
    return draw.normal() * ops.sqrt(half / _gamma(draw, half))  # type: ignore[no-any-return]


def f(key: Any, dfnum: Any, dfden: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Numbers of Fisher's F distribution: ratios of mean squares."""
    positive("f", dfnum=dfnum, dfden=dfden)
    draw = Draw("f", key, shape, dtype, dfnum=dfnum, dfden=dfden)
    top, bottom = draw.parameters
    return _gamma(draw, top * 0.5) * bottom / (_gamma(draw, bottom * 0.5) * top)


def _gamma(draw: Draw, a: Array) -> Array:
    return ops.exp(log_gamma(draw.source, a, draw.shape, draw.dtype))  # type: ignore[no-any-return]


__all__ = ["beta", "chisquare", "dirichlet", "f", "gamma", "standard_t"]
