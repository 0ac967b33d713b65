"""Random numbers: bits that are a function of a key and a place (Philox 4x32-10), and what is made of them.

A key is an integer of 64 bits. There is no hidden state: equal keys give equal bits, whatever computes them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import check_rank
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.creation import as_shape
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import Dtype, Shape, Size, dtypes


@op(dtype="none")
def random_bits(
    key: Array, *, shape: Sequence[Size] | Size | Shape, dtype: Dtype | None = dtypes.uint32
) -> Any:
    """Random integers (uint32 or uint64) of a shape, which keys of that shape or with axes of size 1 are spread over.

    Where the key has an axis of size 1, or none, elements are numbered, and each has its own bits; ``stream`` (a
    number of 64 bits) tells draws with the same key apart.

    >>> random_bits(array(dtype="uint64"), shape=Shape((2, 3)))
    array(2, 3, uint32)
    """


@random_bits.shape
def _(r: Rule, key: Array, *, shape: Sequence[Size] | Size | Shape, dtype: Dtype | None) -> Out:
    return Out(_spread_over(r, as_shape(r, shape), key), dtype)


def _spread_over(r: Rule, whole: Shape, *arrays: Array) -> Shape:
    """Require arrays to have the sizes of a shape, or 1."""
    for x in arrays:
        if x.shape.rank is None or whole.rank is None:
            continue
        message = "{op}: {x} is {x.shape}, which does not spread over {shape}"
        if x.shape.rank > whole.rank:
            r.refute("broadcast", message, blame=x, x=x, shape=whole)
        for have, want in zip(x.shape.dims[::-1], whole.dims[::-1]):
            if have != 1:
                r.equal(have, want, "broadcast", message, blame=x, x=x, shape=whole)
    return whole


def _key_dtype(r: Rule, arguments: tuple[Any, ...], attributes: Any) -> Dtype | None:
    return dtypes.uint64


@op(elementwise=True, dtype=_key_dtype)
def fold_in(key: Array, data: Array) -> Any:
    """Keys that follow from keys and integers: a step number, the number of a worker.

    >>> fold_in(array(dtype="uint64"), array(5, dtype="int64"))
    array(5, uint64)
    """


@fold_in.shape
def _(r: Rule, key: Array, data: Array) -> Shape:
    return broadcast(r, key, data)


@op(elementwise=True, dtype=_key_dtype)
def multiply_high(x: Array, y: Array) -> Any:
    """Upper 64 bits of the product of two integers of 64 bits (uint64), which has 128."""


@multiply_high.shape
def _(r: Rule, x: Array, y: Array) -> Shape:
    return broadcast(r, x, y)


def _drawn(r: Rule, arguments: tuple[Any, ...], attributes: Any) -> Dtype | None:
    dtype = arguments[0].dtype
    return None if dtype is None else dtypes.float32 if dtype is dtypes.uint32 else dtypes.float64


@op(elementwise=True, dtype=_drawn)
def uniform_of_bits(x: Array) -> Any:
    """Evenly spread numbers from 0 to below 1, of random bits: float32 of uint32, float64 of uint64."""


@uniform_of_bits.shape
def _(r: Rule, x: Array) -> Shape:
    return x.shape


@op(elementwise=True, dtype=_drawn)
def normal_of_bits(x: Array) -> Any:
    """Normally distributed numbers with mean 0 and variance 1, of random bits: float32 of uint32, float64 of uint64."""


@normal_of_bits.shape
def _(r: Rule, x: Array) -> Shape:
    return x.shape


@op(dtype="none")
def random_variates(
    key: Array,
    parameters: Sequence[Array],
    *,
    shape: Sequence[Size] | Size | Shape,
    dtype: Dtype | None = dtypes.int64,
) -> Any:
    """Numbers of a distribution that rejection draws (``distribution`` is its name), the same for the same key.

    They agree in distribution on all back ends, not in bits.

    >>> random_variates(array(dtype="uint64"), (array(3),), shape=Shape((2, 3)))
    array(2, 3, int64)
    """


@random_variates.shape
def _(
    r: Rule,
    key: Array,
    parameters: Sequence[Array],
    *,
    shape: Sequence[Size] | Size | Shape,
    dtype: Dtype | None,
) -> Out:
    whole = _spread_over(r, as_shape(r, shape), key, *parameters)
    return Out(whole, dtype)


@op(dtype="none")
def random_gamma(key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Any:
    """Numbers of the gamma distribution (float64), for numbers of 1 or more as its shape parameter.

    Keys and parameters are spread as for `random_bits`.

    >>> random_gamma(array(dtype="uint64"), array(3), shape=Shape((2, 3)))
    array(2, 3, float64)
    """


@random_gamma.shape
def _(r: Rule, key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Out:
    return Out(_spread_over(r, as_shape(r, shape), key, x), dtypes.float64)


@op(dtype="none")
def random_poisson(key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Any:
    """Numbers of events (int64) where so many are expected: those of the Poisson distribution.

    >>> random_poisson(array(dtype="uint64"), array(3), shape=Shape((2, 3)))
    array(2, 3, int64)
    """


@random_poisson.shape
def _(r: Rule, key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Out:
    return Out(_spread_over(r, as_shape(r, shape), key, x), dtypes.int64)


@op(dtype="none")
def random_binomial(key: Array, x: Array, y: Array, *, shape: Sequence[Size] | Size | Shape) -> Any:
    """Numbers of successes (int64) in x trials, each with the chance y.

    >>> random_binomial(array(dtype="uint64"), array(3), array(2, 1), shape=Shape((2, 3)))
    array(2, 3, int64)
    """


@random_binomial.shape
def _(r: Rule, key: Array, x: Array, y: Array, *, shape: Sequence[Size] | Size | Shape) -> Out:
    return Out(_spread_over(r, as_shape(r, shape), key, x, y), dtypes.int64)


@op(dtype="none")
def random_hypergeometric(
    key: Array, x: Array, y: Array, z: Array, *, shape: Sequence[Size] | Size | Shape
) -> Any:
    """How many of z things drawn without replacement are good (int64), of x good and y bad ones.

    >>> random_hypergeometric(array(dtype="uint64"), array(3), array(2, 1), array(), shape=Shape((2, 3)))
    array(2, 3, int64)
    """


@random_hypergeometric.shape
def _(r: Rule, key: Array, x: Array, y: Array, z: Array, *, shape: Sequence[Size] | Size | Shape) -> Out:
    return Out(_spread_over(r, as_shape(r, shape), key, x, y, z), dtypes.int64)


@op(dtype="none")
def random_zipf(key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Any:
    """Numbers of the Zipf distribution (int64): k is as likely as ``k ** -x``, for k of 1 or more.

    >>> random_zipf(array(dtype="uint64"), array(3), shape=Shape((2, 3)))
    array(2, 3, int64)
    """


@random_zipf.shape
def _(r: Rule, key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Out:
    return Out(_spread_over(r, as_shape(r, shape), key, x), dtypes.int64)


@op(dtype="none")
def random_vonmises(key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Any:
    """Squared sines of half the angles of the von Mises distribution (float64), with x as its concentration.

    >>> random_vonmises(array(dtype="uint64"), array(3), shape=Shape((2, 3)))
    array(2, 3, float64)
    """


@random_vonmises.shape
def _(r: Rule, key: Array, x: Array, *, shape: Sequence[Size] | Size | Shape) -> Out:
    return Out(_spread_over(r, as_shape(r, shape), key, x), dtypes.float64)


@op(dtype="index")
def order_of_swaps(places: Array) -> Any:
    """The positions 0, 1, 2 ... along the last axis, put into another order by swaps (Fisher and Yates).

    One after the other they are appended, and each then changes places with what stands at ``places``, 0 for the first
    and at most k for position k. Of random places it is a random permutation.

    >>> order_of_swaps(array(2, 5, dtype="int64"))
    array(2, 5, int64)
    """


@order_of_swaps.shape
def _(r: Rule, places: Array) -> Shape:
    check_rank(r, places, minimum=1)
    return places.shape
