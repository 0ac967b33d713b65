"""Arguments of a call: bound to inputs, and what is wrong with them in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.compile.reference.sizes import Solution
from gnomon.compile.reference.taking import taken
from gnomon.graph.array import Array, Constant, Shared
from gnomon.graph.errors import ArgumentError, ShapeError

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
    data = taken(array, value)
    wrong = sizes.meet(array.shape, data.shape)
    if wrong is not None:
        size = sizes.number(wrong[0])
        what = str(size) if size == wrong[0] else f"{wrong[0]} = {size}"
        raise ShapeError(
            f"{array!r} is {array.shape}, but {data.shape} was given: {what} is not {wrong[1]}", array.site
        )
    return data


def held(leaf: Array, sizes: Solution) -> Any:
    """Return the value of a shared array or constant."""
    if isinstance(leaf, Shared):
        data = leaf.cell[0]
        if sizes.meet(leaf.shape, data.shape) is not None:
            raise ShapeError(f"the shared array {leaf!r} is {leaf.shape}, but holds {data.shape}", leaf.site)
        return data
    assert isinstance(leaf, Constant)
    return leaf.data
