"""Discrete distributions, and angles; those of the logarithmic series NumPy's generator draws, with our keys as seeds."""

from __future__ import annotations

import math
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.random.gammas import numbers
from gnomon.graph.namespace.random.keys import spread
from gnomon.graph.namespace.random.source import (
    Draw,
    check,
    not_negative,
    positive,
    probability,
    source_of,
    together,
)
from gnomon.graph.sites import user_site
from gnomon.shapes import Dtype, dtypes

SMALL = 2**32
"""Ranges up to here are drawn with 64 random bits, others with 128: no number is more likely by more than 1 in 2**32."""


def integers(
    key: Any, low: Any, high: Any = None, shape: Any = None, *, endpoint: bool = False, dtype: Any = "int64"
) -> Array:
    """Integers from ``low`` to below ``high`` (with ``endpoint``, up to ``high``); from 0 to below ``low`` without ``high``.

    All are equally likely to 1 part in 2**32. Limits may be arrays; they have to leave at least one number.

    >>> import gnomon as gn
    >>> gn.random.integers(gn.random.key(0), 6, shape=(2, 5)).tolist()
    [[5, 3, 2, 0, 1], [1, 2, 2, 4, 5]]
    """
    if high is None:
        low, high = 0, low
    wanted = take.dtype_or(dtype, dtypes.int64)
    if wanted.kind not in ("int", "uint", "bool"):
        raise take.wrong("integers", "dtype", "an integer dtype", dtype)
    first, last = take.array("integers", "low", low), take.array("integers", "high", high)
    for name, array in (("low", first), ("high", last)):
        if array.dtype.kind not in ("int", "uint", "bool"):
            raise take.wrong("integers", name, "an integer or an array of integers", array)
    source = source_of("integers", key)
    sizes = together([first, last]) if shape is None else take.new_shape("integers", shape)
    span = None
    if type(low) is int and type(high) is int:
        span = high - low + bool(endpoint)
        _check_range(low, high, span, wanted)
    begin = ops.cast(first, dtype=dtypes.uint64)
    count = ops.cast(last, dtype=dtypes.uint64) - begin
    if endpoint:
        count = count + _one()
    word = source.words(sizes, dtypes.uint64)
    if span == 2**64:
        number = word
    elif span is not None and span <= SMALL:
        number = ops.multiply_high(word, count)
    else:
        upper, rest = ops.multiply_high(word, count), word * count
        carried = rest + ops.multiply_high(source.words(sizes, dtypes.uint64), count) < rest
        number = upper + ops.cast(carried, dtype=dtypes.uint64)
    return ops.cast(begin + number, dtype=wanted)  # type: ignore[no-any-return]


def _one() -> Array:
    import numpy as np

    from gnomon.graph.constants import constant

    return constant(np.asarray(1, np.uint64))


def _check_range(low: int, high: int, span: int, dtype: Dtype) -> None:
    bits = 1 if dtype.kind == "bool" else dtype.bits
    least = -(2 ** (bits - 1)) if dtype.kind == "int" else 0
    if span < 1:
        raise ArgumentError(f"integers: there is no integer from {low} to below {high}", user_site())
    if low < least or low + span > least + 2**bits:
        raise ArgumentError(
            f"integers: the numbers from {low} to {low + span - 1} do not fit {dtype}", user_site()
        )


def bernoulli(key: Any, p: Any = 0.5, shape: Any = None) -> Array:
    """Booleans that are true with the probability ``p``."""
    probability("bernoulli", p=p)
    draw = Draw("bernoulli", key, shape, None, p=p)
    return draw.uniform() < draw.parameters[0]


def geometric(key: Any, p: Any, shape: Any = None) -> Array:
    """How many trials it takes to succeed, each with the probability ``p``: 1 or more."""
    check("geometric", "above 0 and at most 1", lambda x: (x > 0) & (x <= 1), p=p)
    draw = Draw("geometric", key, shape, "float64", p=p)
    failures = ops.floor(-draw.exponential() / ops.log1p(-draw.parameters[0]))
    return ops.cast(failures, dtype=dtypes.int64) + 1  # type: ignore[no-any-return]


def _variates(
    function: str, key: Any, shape: Any, dtype: Dtype = dtypes.int64, /, **parameters: Any
) -> Array:
    source = source_of(function, key)
    given = [take.array(function, name, value) for name, value in parameters.items()]
    sizes = together(given) if shape is None else take.new_shape(function, shape)
    return ops.random_variates(  # type: ignore[no-any-return]
        source.spread(sizes),
        tuple(given),
        shape=(*source.key.shape.dims, *sizes),
        dtype=dtype,
        distribution=function,
        stream=source.stream(),
    )


def binomial(key: Any, n: Any, p: Any, shape: Any = None) -> Array:
    """How many of ``n`` trials succeed, each with the probability ``p``."""
    not_negative("binomial", n=n)
    probability("binomial", p=p)
    return _counted(ops.random_binomial, "binomial", key, shape, n=n, p=p)


def negative_binomial(key: Any, n: Any, p: Any, shape: Any = None) -> Array:
    """How many trials fail before ``n`` succeed, each with the probability ``p``."""
    positive("negative_binomial", n=n)
    probability("negative_binomial", p=p)
    draw = Draw("negative_binomial", key, shape, "float64", n=n, p=p)
    count, chance = draw.parameters
    expected = numbers(draw.source, count, draw.shape, draw.dtype) * ((1.0 - chance) / chance)
    return _counted(ops.random_poisson, "negative_binomial", draw.source, draw.shape, lam=expected)


def hypergeometric(key: Any, ngood: Any, nbad: Any, nsample: Any, shape: Any = None) -> Array:
    """How many of ``nsample`` things drawn without replacement are good, of ``ngood`` good and ``nbad`` bad ones."""
    check("hypergeometric", "from 0 to 2**40", lambda x: (x >= 0) & (x <= 2**40), ngood=ngood, nbad=nbad)
    not_negative("hypergeometric", nsample=nsample)
    _check_sampled(ngood, nbad, nsample)
    return _counted(
        ops.random_hypergeometric, "hypergeometric", key, shape, ngood=ngood, nbad=nbad, nsample=nsample
    )


def _check_sampled(ngood: Any, nbad: Any, nsample: Any) -> None:
    """Refuse to draw more things than there are, where all three are Python's numbers."""
    if all(type(number) is int for number in (ngood, nbad, nsample)) and nsample > ngood + nbad:
        raise take.wrong("hypergeometric", "nsample", f"at most ngood + nbad = {ngood + nbad}", nsample)


def poisson(key: Any, lam: Any = 1.0, shape: Any = None) -> Array:
    """How many events happen where ``lam`` are expected."""
    not_negative("poisson", lam=lam)
    return _counted(ops.random_poisson, "poisson", key, shape, lam=lam)


def _counted(record: Any, function: str, key: Any, shape: Any, /, **parameters: Any) -> Array:
    """Return numbers that kernels draw."""
    source = source_of(function, key)
    given = [take.array(function, name, value) for name, value in parameters.items()]
    sizes = together(given) if shape is None else take.new_shape(function, shape)
    whole = (*source.key.shape.dims, *sizes)
    return record(source.spread(sizes), *given, shape=whole, stream=source.stream())  # type: ignore[no-any-return]


def logseries(key: Any, p: Any, shape: Any = None) -> Array:
    """Numbers of the logarithmic series distribution: 1 or more."""
    check("logseries", "from 0 to below 1", lambda x: (x >= 0) & (x < 1), p=p)
    return _variates("logseries", key, shape, p=p)


def zipf(key: Any, a: Any, shape: Any = None) -> Array:
    """Numbers of the Zipf distribution: k is as likely as ``k ** -a``. Those that 63 bits do not hold are left out."""
    check("zipf", "above 1", lambda x: x > 1, a=a)
    return _counted(ops.random_zipf, "zipf", key, shape, a=a)


def vonmises(key: Any, mu: Any, kappa: Any, shape: Any = None, *, dtype: Any = None) -> Array:
    """Angles from -pi to pi around ``mu``, the closer to it the larger ``kappa`` is."""
    not_negative("vonmises", kappa=kappa)
    draw = Draw("vonmises", key, shape, dtype, mu=mu, kappa=kappa)
    square = _counted(ops.random_vonmises, "vonmises", draw.source, draw.shape, kappa=kappa)
    angle = ops.asin(ops.sqrt(square)) * 2.0
    turned = ops.where(draw.source.words(draw.shape, dtypes.uint32) >= 2**31, angle, -angle)
    place = draw.parameters[0] + (
        turned if draw.dtype is dtypes.float64 else ops.cast(turned, dtype=draw.dtype)
    )
    return place - 2 * math.pi * ops.floor(place / (2 * math.pi) + 0.5)  # type: ignore[no-any-return]


def multinomial(key: Any, n: Any, pvals: Any, shape: Any = None) -> Array:
    """How often each of k outcomes is seen in ``n`` trials: ``pvals`` is (..., k), and the result shape + (k,).

    They need not add up to 1. One outcome after the other is drawn, each among the trials that are left.
    """
    not_negative("multinomial", n=n)
    probability("multinomial", pvals=pvals)
    number, chances = take.array("multinomial", "n", n), take.array("multinomial", "pvals", pvals)
    if not chances.ndim:
        raise take.wrong("multinomial", "pvals", "a vector or a batch of them", pvals)
    from gnomon.graph.control import scan

    source = source_of("multinomial", key)
    both = [ops.expand_dims(number, axis=(-1,)), chances]
    sizes = together(both)[:-1] if shape is None else take.new_shape("multinomial", shape)
    whole = (*source.key.shape.dims, *sizes)
    keys = ops.moveaxis(source.words((chances.shape.dims[-1],), dtypes.uint64), source=-1, destination=0)
    chances = ops.moveaxis(ops.cast(chances, dtype=dtypes.float64), source=-1, destination=0)
    later = ops.flip(ops.cumsum(ops.flip(chances, axis=0), axis=0), axis=0)
    shares = ops.where(chances > 0, chances / later, 0.0)

    def outcome(left: Array, entries: tuple[Array, Array]) -> tuple[Array, Array]:
        own, share = entries
        count = ops.random_binomial(spread(own, len(sizes)), left, share, shape=whole)
        return left - count, count

    start = ops.broadcast_to(ops.cast(number, dtype=dtypes.int64), shape=whole)
    return ops.moveaxis(scan(outcome, start, (keys, shares))[1], source=0, destination=-1)  # type: ignore[no-any-return]


__all__ = [
    "bernoulli",
    "binomial",
    "geometric",
    "hypergeometric",
    "integers",
    "logseries",
    "multinomial",
    "negative_binomial",
    "poisson",
    "vonmises",
    "zipf",
]
