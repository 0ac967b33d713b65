"""The gamma distribution, by rejection, and those that are made of it."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.random.source import Draw, Source, not_negative, positive
from gnomon.shapes import Dtype, Size, dtypes


def gamma(key: Any, a: Any, shape: Any = None, *, scale: Any = 1.0, dtype: Any = None) -> Array:
    """Numbers of the gamma distribution of shape ``a``.

    They are drawn by Marsaglia and Tsang's method. Gradients reach ``scale``, and ``a`` by the implicit derivative of
    the distribution function.
    """
    positive("gamma", a=a)
    not_negative("gamma", scale=scale)
    draw = Draw("gamma", key, shape, dtype, a=a, scale=scale)
    found = numbers(draw.source, draw.parameters[0], draw.shape, draw.dtype)
    return found if type(scale) in (int, float) and scale == 1 else draw.parameters[1] * found


def log_gamma(source: Source, a: Array, shape: tuple[Size, ...], dtype: Dtype) -> Array:
    """Return logarithms of numbers of the gamma distribution: those for small ``a`` are too small to be numbers."""
    number, less = _parts(source, a, shape, dtype)
    logarithm = ops.cast(ops.log(number), dtype=dtype)
    return logarithm if less is None else logarithm - less  # type: ignore[no-any-return]


def numbers(source: Source, a: Array, shape: tuple[Size, ...], dtype: Dtype) -> Array:
    """Return numbers of the gamma distribution."""
    number, less = _parts(source, a, shape, dtype)
    found = ops.cast(number, dtype=dtype)
    return found if less is None else found * ops.exp(-less)  # type: ignore[no-any-return]


def _parts(source: Source, a: Array, shape: tuple[Size, ...], dtype: Dtype) -> tuple[Array, Array | None]:
    """Return numbers for ``a``, or for ``a + 1`` where that is below 1, and what is then less in the logarithm."""
    plain = isinstance(a, Constant) and bool((a.data >= 1).all())
    small = a < 1.0
    raised = a if plain else ops.where(small, a + 1.0, a)
    number = ops.random_gamma(
        source.spread(shape),
        ops.cast(raised, dtype=dtypes.float64),
        shape=(*source.key.shape.dims, *shape),
        stream=source.stream(),
    )
    power = source.exponential(shape, dtype)
    return number, None if plain else ops.where(small, power / a, 0.0)


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
        shape = (*take.new_shape("dirichlet", shape), given.shape.dims[-1])
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
    return numbers(draw.source, a, draw.shape, draw.dtype)


__all__ = ["beta", "chisquare", "dirichlet", "f", "gamma", "standard_t"]
