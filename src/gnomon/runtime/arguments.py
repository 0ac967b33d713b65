"""Arguments of a call: bound to inputs, converted where that is safe, and what is wrong with them in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gnomon.compile.reference.dtypes import converted, numpy_dtype
from gnomon.compile.reference.sizes import Solution
from gnomon.graph.array import Array, Constant, Shared
from gnomon.graph.errors import ArgumentError, DtypeError, RangeError, ShapeError

MISSING: Any = object()


class Binder:
    """Puts the arguments of calls into the order of the inputs."""

    def __init__(self, inputs: Sequence[Array], title: str) -> None:
        self.inputs = inputs
        self.title = title
        self.positions = {array.name: place for place, array in enumerate(inputs) if array.name}

    def bound(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> list[Any]:
        """Return one value for each input."""
        if len(arguments) > len(self.inputs):
            raise ArgumentError(
                f"{self.title} takes {_count(len(self.inputs))}, but {len(arguments)} were given",
                help=f"its inputs are {self._names()}",
            )
        values: list[Any] = [*arguments] + [MISSING] * (len(self.inputs) - len(arguments))
        for name, value in named.items():
            place = self.positions.get(name)
            if place is None:
                raise ArgumentError(
                    f"{self.title} has no input named {name!r}; its inputs are {self._names()}"
                )
            if values[place] is not MISSING:
                raise ArgumentError(f"{self.title} got two values for {name!r}")
            values[place] = value
        missing = [array for array, value in zip(self.inputs, values) if value is MISSING]
        if missing:
            wanted = ", ".join(_described(array) for array in missing)
            raise ArgumentError(f"{self.title} needs a value for {wanted}", missing[0].site)
        return values

    def _names(self) -> str:
        return ", ".join(map(repr, self.inputs)) or "none"


def _count(number: int) -> str:
    return f"{number} argument" + ("" if number == 1 else "s")


def _described(array: Array) -> str:
    return f"{array!r} ({array.dtype} of the shape {array.shape})"


def checked(array: Array, value: Any, sizes: Solution) -> Any:
    """Return an argument as a NumPy array of the input's dtype and shape, or tell what is wrong with it."""
    data = converted_argument(array, value)
    wrong = sizes.meet(array.shape, data.shape)
    if wrong is not None:
        size = sizes.number(wrong[0])
        what = str(size) if size == wrong[0] else f"{wrong[0]} = {size}"
        raise ShapeError(
            f"{array!r} is {array.shape}, but {data.shape} was given: {what} is not {wrong[1]}", array.site
        )
    return data


def converted_argument(array: Array, value: Any) -> Any:
    """Return an argument as a NumPy array of the input's dtype and rank."""
    if isinstance(value, Array):
        if not isinstance(value, (Constant, Shared)):
            raise ArgumentError(
                f"{array!r} needs a value, but the expression {value!r} was given",
                array.site,
                "call the function with NumPy arrays; to build on its outputs, use the Python function that made them",
            )
        value = value.data if isinstance(value, Constant) else value.get_value()
    try:
        data = value if type(value) is np.ndarray else np.asarray(value)
    except (ValueError, TypeError) as error:
        ragged = "inhomogeneous" in str(error)
        what = "the lists given differ in length" if ragged else f"the value given is no array: {error}"
        raise ArgumentError(f"{array!r} is {_kind(array)}, but {what}", array.site) from None
    wanted = numpy_dtype(array.dtype)
    if data.dtype != wanted:
        data = _cast(array, value, data, wanted)
    if data.ndim != array.ndim:
        raise ShapeError(
            f"{array!r} is {array.shape}, with {_axes(array.ndim)}, but a value of the shape {data.shape} was given",
            array.site,
        )
    return data


def _cast(array: Array, value: Any, data: Any, wanted: Any) -> Any:
    if data.dtype.kind not in "biufc":
        raise DtypeError(f"{array!r} is {_kind(array)}, but {_given(value, data)} was given", array.site)
    weak = type(value) in (bool, int, float, complex)
    if weak and type(value) is int and wanted.kind in "iu":
        limits = np.iinfo(wanted)
        if limits.min <= value <= limits.max:
            return converted(data, array.dtype)
        raise RangeError(f"{array!r} is {array.dtype}, which {value} does not fit", array.site)
    if not np.can_cast(data.dtype, wanted, "same_kind") and data.size:
        raise DtypeError(
            f"{array!r} is {array.dtype}, but a value of {data.dtype} was given, which it may not hold",
            array.site,
            f"convert it yourself if that is meant: value.astype({str(wanted)!r})",
        )
    return converted(data, array.dtype)


def _kind(array: Array) -> str:
    return f"an array of {array.dtype}"


def _given(value: Any, data: Any) -> str:
    return "None" if value is None else f"{type(value).__name__} ({data.dtype})"


def _axes(count: int) -> str:
    return "no axes" if count == 0 else "1 axis" if count == 1 else f"{count} axes"


def held(leaf: Array, sizes: Solution) -> Any:
    """Return the value of a shared array or constant."""
    if isinstance(leaf, Shared):
        data = leaf.cell[0]
        if sizes.meet(leaf.shape, data.shape) is not None:
            raise ShapeError(f"the shared array {leaf!r} is {leaf.shape}, but holds {data.shape}", leaf.site)
        return data
    assert isinstance(leaf, Constant)
    return leaf.data
