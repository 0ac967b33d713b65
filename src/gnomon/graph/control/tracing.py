"""Bodies of loops, traced: a Python function is called once with inputs that stand for its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant, Input
from gnomon.graph.constants import as_array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.inner import WeakInput
from gnomon.graph.sites import user_site
from gnomon.graph.trees import Structure, flatten, flatten_with_paths, unflatten
from gnomon.shapes import Dtype, promote, promote_scalar


class Carries:
    """What a loop hands from step to step: a tree of arrays, whose Python numbers take the dtype they become.

    With ``counter`` the first one counts steps: in the body it stays a Python number.
    """

    def __init__(self, tree: Any, loop: str, *, counter: bool = False) -> None:
        pairs, self.structure = flatten_with_paths(tree)
        self.loop = loop
        self.names = [f"carry{path}" for path, _ in pairs]
        self.first = [as_array(leaf) for _, leaf in pairs]
        self.dtypes: list[Dtype] = [array.dtype for array in self.first]
        self.numbers = [isinstance(array, Constant) and array.weak for array in self.first]
        self.weak = list(self.numbers)
        if counter:
            self.numbers[0], self.weak[0] = False, True

    @property
    def tries(self) -> range:
        """So often at most the dtypes of Python numbers among the carries are adapted."""
        return range(2 * len(self.first) + 3)

    def inputs(self) -> list[Input]:
        """Return new inputs for the carries."""
        return [
            (WeakInput if weak else Input)(array.shape, dtype, name=name, site=array.site)
            for array, dtype, weak, name in zip(self.first, self.dtypes, self.weak, self.names)
        ]

    def tree(self, arrays: Sequence[Any]) -> Any:
        """Return arrays in the form of the carries."""
        return unflatten(self.structure, arrays)

    def next(self, tree: Any) -> list[Array]:
        """Return what the carries are after a step, from what the body returned."""
        leaves, structure = flatten(tree)
        if structure != self.structure:
            raise ArgumentError(
                f"{self.loop}: the carry began as {_form(self.structure)}, but the body returns {_form(structure)}",
                user_site(),
                "a body returns a carry of the form that it is given",
            )
        return [self._kept(as_array(leaf), dtype) for leaf, dtype in zip(leaves, self.dtypes)]

    def _kept(self, array: Array, dtype: Dtype) -> Array:
        """Give a Python number the dtype of its carry, if it has such a value."""
        if (
            array.weak
            and array.dtype is not dtype
            and promote_scalar(dtype, array.dtype.kind, "numpy") is dtype
        ):
            return ops.cast(array, dtype=dtype)  # type: ignore[no-any-return]
        return array

    def settled(self, after: Sequence[Array]) -> bool:
        """Learn the dtypes of Python numbers from what they became; say whether nothing had to be learnt."""
        changed = False
        for k, array in enumerate(after):
            if not self.numbers[k]:
                continue
            wider = promote(array.dtype, self.dtypes[k], "numpy")
            if self.weak[k]:
                self.weak[k] = array.weak
                wider = wider if array.weak else array.dtype
                changed = changed or not array.weak
            if wider is not None and wider is not self.dtypes[k]:
                self.dtypes[k] = wider
                changed = True
        if not changed:
            for k, number in enumerate(self.numbers):
                changed = changed or (number and self.weak[k])
                self.weak[k] = self.weak[k] and not number
        return not changed

    def beginning(self) -> list[Array]:
        """Return the first carries."""
        return [
            array if array.dtype is dtype else ops.cast(array, dtype=dtype)
            for array, dtype in zip(self.first, self.dtypes)
        ]


def _form(structure: Structure) -> str:
    return "one array" if structure.kind is None else str(structure)


def check_callable(loop: str, **functions: Any) -> None:
    """Require that the functions of a loop can be called."""
    for name, function in functions.items():
        if not callable(function) or isinstance(function, Array):
            raise ArgumentError(
                f"{loop}: the {name} should be a function, not {type(function).__name__}", user_site()
            )
