"""What distributions draw from: a key with a stream for each draw; and how they take their arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.random.keys import as_key, spread, words
from gnomon.shapes import Dtype, Size, dtypes

DIGITS = {dtypes.float32: 24, dtypes.float64: 53}
BITS = {dtypes.float32: dtypes.uint32, dtypes.float64: dtypes.uint64}


class Source:
    """A key with the number of a place in the program: gives words, of another stream each time."""

    __slots__ = ("drawn", "key", "place")

    def __init__(self, key: Array, place: int = 0) -> None:
        self.key = key
        self.place = place
        self.drawn = 0

    def stream(self) -> int:
        """Return the number of a stream that nothing else draws from."""
        self.drawn += 1
        return (self.drawn - 1) << 32 | self.place

    def spread(self, shape: tuple[Size, ...]) -> Array:
        """Return the keys of a batch with axes of size 1 for a shape."""
        return spread(self.key, len(shape))

    def words(self, shape: tuple[Size, ...], dtype: Dtype) -> Array:
        """Return random bits; the axes of a batch of keys come first."""
        return words(self.key, shape, dtype, self.stream())

    def uniform(self, shape: tuple[Size, ...], dtype: Dtype) -> Array:
        """Return numbers from 0 to below 1."""
        return ops.uniform_of_bits(self.words(shape, BITS[dtype]))  # type: ignore[no-any-return]

    def open_uniform(self, shape: tuple[Size, ...], dtype: Dtype) -> Array:
        """Return numbers between 0 and 1, neither of which is among them."""
        return ops.maximum(self.uniform(shape, dtype), 2.0 ** -(DIGITS[dtype] + 1))  # type: ignore[no-any-return]

    def exponential(self, shape: tuple[Size, ...], dtype: Dtype) -> Array:
        """Return exponentially distributed numbers, none of which is 0."""
        return -ops.log1p(-self.open_uniform(shape, dtype))  # type: ignore[no-any-return]

    def normal(self, shape: tuple[Size, ...], dtype: Dtype) -> Array:
        """Return normally distributed numbers with mean 0 and variance 1."""
        return ops.normal_of_bits(self.words(shape, BITS[dtype]))  # type: ignore[no-any-return]


def source_of(function: str, key: Any) -> Source:
    """Return what an argument draws from: a key, or a source that a generator hands over."""
    return key if isinstance(key, Source) else Source(as_key(function, key))


class Draw:
    """One call of a distribution: its source, the shape of the numbers of one key, their dtype, its parameters."""

    __slots__ = ("dtype", "parameters", "shape", "source")

    def __init__(self, function: str, key: Any, shape: Any, dtype: Any, /, **parameters: Any) -> None:
        self.source = source_of(function, key)
        given = {name: take.array(function, name, value) for name, value in parameters.items()}
        self.dtype = _float(function, dtype, list(given.values()))
        self.parameters = [_as(array, self.dtype) for array in given.values()]
        if shape is None:
            self.shape = together(list(given.values()))
        else:
            self.shape = take.new_shape(function, shape)
            _check_spread(function, shape, (*self.source.key.shape.dims, *self.shape), given)

    def uniform(self) -> Array:
        """Return numbers from 0 to below 1."""
        return self.source.uniform(self.shape, self.dtype)

    def open_uniform(self) -> Array:
        """Return numbers between 0 and 1."""
        return self.source.open_uniform(self.shape, self.dtype)

    def exponential(self) -> Array:
        """Return exponentially distributed numbers."""
        return self.source.exponential(self.shape, self.dtype)

    def normal(self) -> Array:
        """Return normally distributed numbers."""
        return self.source.normal(self.shape, self.dtype)


def _float(function: str, dtype: Any, given: list[Array]) -> Dtype:
    if dtype is None:
        strong = [array for array in given if not array.weak and array.dtype.kind == "float"]
        found = dtypes.float64
        if strong and all(array.dtype is not dtypes.float64 for array in strong):
            found = dtypes.float32
        return found
    wanted = take.dtype_or(dtype, dtypes.float64)
    if wanted not in BITS:
        raise take.wrong(function, "dtype", "'float32' or 'float64'", dtype)
    return wanted


def _as(array: Array, dtype: Dtype) -> Array:
    return array if array.dtype is dtype and not array.weak else ops.cast(array, dtype=dtype)


def together(given: list[Array]) -> tuple[Size, ...]:
    """Return the shape that arrays broadcast to."""
    arrays = [array for array in given if array.ndim]
    if not arrays:
        return ()
    whole = arrays[0]
    for array in arrays[1:]:
        whole = ops.equal(whole, array)
    return whole.shape.dims


def _check_spread(function: str, shape: Any, whole: tuple[Size, ...], given: dict[str, Array]) -> None:
    for name, array in given.items():
        dims = array.shape.dims
        wide = len(dims) > len(whole)
        if wide or any(
            n != 1 and n != m and type(n) is int and type(m) is int for n, m in zip(dims[::-1], whole[::-1])
        ):
            raise take.wrong(function, "shape", f"one that {name} of shape {array.shape} spreads over", shape)


def check(function: str, expected: str, holds: Callable[[Any], Any], **values: Any) -> None:
    """Refuse parameters that are known and not allowed; what is not known yet is not checked."""
    import numpy as np

    for name, value in values.items():
        known = value.data if isinstance(value, Constant) else value
        if isinstance(known, Array):
            continue
        try:
            numbers = np.asarray(known)
        except (TypeError, ValueError):
            continue
        if numbers.dtype.kind in "biuf" and not np.all(holds(numbers) | np.isnan(numbers)):
            raise take.wrong(function, name, expected, known)


def positive(function: str, **values: Any) -> None:
    """Refuse parameters that are not above 0."""
    check(function, "above 0", lambda x: x > 0, **values)


def not_negative(function: str, **values: Any) -> None:
    """Refuse parameters below 0."""
    check(function, "0 or more", lambda x: x >= 0, **values)


def probability(function: str, **values: Any) -> None:
    """Refuse parameters that are no probabilities."""
    check(function, "from 0 to 1", lambda x: (x >= 0) & (x <= 1), **values)
