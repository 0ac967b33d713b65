"""The arguments of a jitted function: what is traced, what is static, and what decides the version."""

from __future__ import annotations

from typing import Any

import numpy as np

from gnomon.graph.array import Array, Constant, Input
from gnomon.graph.constants import as_dtype
from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site
from gnomon.graph.trees import Structure, unflatten
from gnomon.shapes import Shape, Size, symbol

NUMBERS = (float, complex)
"""Python numbers that are traced, as arrays without axes that take the dtype of others."""


class WeakInput(Input):
    """A Python number given at each call."""

    __slots__ = ()
    weak = True


class Static:
    """A value that is not traced."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


class Given:
    """The arguments of one call, flattened."""

    def __init__(self, leaves: list[tuple[str, Any]], structure: Structure) -> None:
        self.leaves = leaves
        self.structure = structure

    def key(self, exact: bool) -> Any:
        """What decides which version is called."""
        entries: list[Any] = []
        for path, value in self.leaves:
            if is_traced(value):
                data = np.asarray(value)
                weak = type(value) in NUMBERS
                entries.append((data.dtype, data.shape if exact else data.ndim, _ones(data), weak))
                continue
            fixed = value.value if type(value) is Static else value
            try:
                hash(fixed)
            except TypeError:
                raise ArgumentError(
                    f"the argument {path} is a {type(fixed).__name__}, which is neither an array nor hashable",
                    user_site(),
                    _advice(fixed),
                ) from None
            entries.append((type(fixed), fixed))
        return (self.structure, tuple(entries))

    def is_flat(self) -> bool:
        """Whether the arguments are positional, and each is traced."""
        positional, named = self.structure.children
        return (
            not named.children
            and all(child.kind is None for child in positional.children)
            and all(is_traced(value) for _, value in self.leaves)
        )

    def fixed(self) -> dict[int, Any]:
        """The values of what is not traced, by their places."""
        return {place: value for place, (_, value) in enumerate(self.leaves) if not is_traced(value)}

    def values(self) -> list[Any]:
        """The values of what is traced."""
        return [value for _, value in self.leaves if is_traced(value)]

    def arguments(self) -> list[str | int]:
        """The argument that each value that is traced belongs to: its position, or its name."""
        return [_argument(path) for path, value in self.leaves if is_traced(value)]

    def symbols(self, exact: bool) -> tuple[list[Input], Any, Any]:
        """Inputs in the places of what is traced."""
        inputs: list[Input] = []
        entries: list[Any] = []
        for path, value in self.leaves:
            if not is_traced(value):
                entries.append(value.value if type(value) is Static else value)
                continue
            data = np.asarray(value)
            name = _name(path)
            sizes: list[Size] = [
                size if exact or size == 1 else symbol(f"{name}.shape[{axis}]")
                for axis, size in enumerate(data.shape)
            ]
            kind = WeakInput if type(value) in NUMBERS else Input
            made = kind(Shape(tuple(sizes)), as_dtype(data.dtype), name=name, site=user_site())
            inputs.append(made)
            entries.append(made)
        arguments, named = unflatten(self.structure, entries)
        return inputs, arguments, named


def _advice(value: Any) -> str:
    if hasattr(value, "tocsr"):
        return "gn.sparse.from_scipy(matrix) makes of a matrix of SciPy what jitted functions take"
    return "pass an array, or something that stays the same for a version (a tuple instead of a list)"


def _name(path: str) -> str:
    """The way to a leaf as a name: ``[0][2]['w']`` is argument 2, key w."""
    argument = _argument(path)
    tail = path[1:].partition("]")[2][1:].partition("]")[2]
    return (f"argument{argument}" if type(argument) is int else str(argument)) + tail


def _argument(path: str) -> str | int:
    """The position or name of the argument that a leaf belongs to."""
    kind, _, rest = path[1:].partition("]")
    head = rest[1:].partition("]")[0]
    return int(head) if kind == "0" else head.strip("'")


def _ones(data: Any) -> tuple[int, ...]:
    return tuple([axis for axis, size in enumerate(data.shape) if size == 1])


def is_leaf(value: Any) -> bool:
    return isinstance(value, (np.ndarray, Array, Static))


def is_traced(value: Any) -> bool:
    return isinstance(value, (np.ndarray, np.generic, Constant)) or type(value) in NUMBERS
