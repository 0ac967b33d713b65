"""Loops over arrays and functions applied along them: nditer, ndindex, vectorize, apply_along_axis."""

from __future__ import annotations

from itertools import product as combinations
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Iteration,
    Modelled,
    Shape,
    Tensor,
    attribute,
    forget_entries,
    function,
    host,
    modelled,
    shape_of_arguments,
    symbol,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.numpy.support import as_array, dtype_of, keeping_bounds, made, unknown_tensor

SMALL = 64
"""Index tuples of arrays with more entries are not listed."""


def indices_of(shape: Shape) -> Iteration:
    """Return the index tuples of all places of an array."""
    if shape.rank is None:
        return Iteration(make=lambda: UNKNOWN)
    count = shape.numel()
    if type(count) is int and count <= SMALL:
        return Iteration(tuple(combinations(*(range(size) for size in shape.dims if type(size) is int))))

    def make() -> tuple[Any, ...]:
        return tuple(symbol(upper=size - 1 if type(size) is int else None) for size in shape.dims)

    return Iteration(make=make, length=count if type(count) in (int, Dim) else None)


@modelled("numpy.ndindex")
class NdIndex(Modelled):
    """The index tuples of an array of a shape."""

    def __init__(self, *shape: Any) -> None:
        self.indices = indices_of(shape_of_arguments(shape))

    def iterate(self) -> Iteration:
        return self.indices


@modelled("numpy.ndenumerate")
class NdEnumerate(Modelled):
    """Pairs of index tuple and entry."""

    def __init__(self, arr: Any) -> None:
        self.array = as_array(arr)

    def iterate(self) -> Iteration:
        seen = indices_of(self.array.shape)
        entry = Tensor(Shape(()), self.array.dtype, "numpy")
        if seen.items is not None:
            return Iteration(tuple((index, entry) for index in seen.items))
        return Iteration(make=lambda: (seen.typical(), entry), length=seen.length)


@modelled("numpy.flatiter")
class Flat(Modelled):
    """All entries of an array in a row, ``x.flat``: what is put into some of them is repeated as often as needed."""

    def __init__(self, array: Tensor) -> None:
        self.array = array
        self.tensor = keeping_bounds(ops.flatten(array), array)

    def iterate(self) -> Any:
        return host.iterate(self.tensor)

    def copy(self) -> Any:
        """Return the entries as an array of one axis."""
        return keeping_bounds(ops.flatten(self.array), self.array)

    def __len__(self) -> Any:
        return self.tensor.shape.dims[0]

    def __getitem__(self, index: Any) -> Any:
        return host.get_item(self.tensor, index)

    def __setitem__(self, index: Any, value: Any) -> None:
        forget_entries(self.array)


@attribute("numpy", "flat")
def flat(self: Tensor) -> Any:
    """Return the entries of an array in a row."""
    return Flat(self)


@modelled("numpy.nditer")
class NdIter(Modelled):
    """A loop over the entries of arrays."""

    def __init__(self, op: Any, *arguments: Any, **options: Any) -> None:
        self.many = type(op) in (list, tuple)

    def iterate(self) -> Iteration:
        return Iteration(make=lambda: UNKNOWN if self.many else Tensor(Shape(()), None, "numpy"))


@modelled("numpy.vectorize")
class Vectorize(Modelled):
    """A function of scalars made one of arrays."""

    def __init__(
        self,
        pyfunc: Any = None,
        otypes: Any = None,
        doc: Any = None,
        excluded: Any = None,
        cache: Any = False,
        signature: Any = None,
    ) -> None:
        self.simple = signature is None and excluded is None
        self.dtypes = otypes
        self.pyfunc = pyfunc

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not self.simple or not args or kwargs:
            return UNKNOWN
        shape = ops.broadcast_arrays([as_array(argument) for argument in args])[0].shape
        scalars = [Tensor(Shape(()), as_array(argument).dtype, "numpy") for argument in args]
        results = host.quietly(lambda: host.call(self.pyfunc, *scalars))
        kinds = self.dtypes if type(self.dtypes) in (list, tuple) else [self.dtypes]
        if type(results) is tuple:
            return tuple(made(shape, None) for _ in results)
        return made(shape, dtype_of(kinds[0]) if kinds else None)


@function("numpy.frompyfunc")
def frompyfunc(func: Any, /, nin: Any, nout: Any, **options: Any) -> Any:
    return Vectorize(func) if nout == 1 else None


@function("numpy.apply_along_axis")
def apply_along_axis(func1d: Any, axis: Any, arr: Any, *args: Any, **kwargs: Any) -> Any:
    x = as_array(arr)
    place = as_axis(axis)
    if x.shape.rank is None or type(place) is not int or not -x.shape.rank <= place < x.shape.rank:
        return unknown_tensor()
    row = made(Shape((x.shape.axis(place),)), x.dtype)
    result = host.call(func1d, row, *args, **kwargs)
    if type(result) in (int, float, bool, Dim):
        result = made(Shape(()), None)
    if type(result) in (list, tuple):
        result = as_array(result)
    if type(result) is not Tensor or result.shape.rank is None:
        return unknown_tensor()
    return ops.in_place_of_axis(x, result, axis=place)


@function("numpy.apply_over_axes")
def apply_over_axes(func: Any, a: Any, axes: Any) -> Any:
    return ops.unknown_like(as_array(a))
