"""Inner graphs at work: run over and over, with sizes that are read off what they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.compile.reference.sizes import Solution
from gnomon.compile.reference.telling import Seen
from gnomon.graph.array import Array, Constant
from gnomon.graph.errors import EvaluationError
from gnomon.graph.inner import Inner, needs


class Body:
    """An inner graph with what is known of sizes outside."""

    __slots__ = ("inner", "known", "lazy", "solution")

    def __init__(self, inner: Inner, solution: Solution) -> None:
        self.inner = inner
        self.solution = solution
        self.lazy = any(application.op.name == "cond" for application in inner.order)
        self.known: dict[Array, Any] = {
            leaf: leaf.data
            for leaf in (*inner.outputs, *[part for each in inner.order for part in needs(each)])
            if isinstance(leaf, Constant)
        }

    def __call__(self, values: Sequence[Any]) -> list[Any]:
        """Return the outputs for these inputs."""
        from gnomon.compile.reference.engine import checked, run_all

        inner = self.inner
        known, solution = self.begun(values)
        if self.lazy:
            run_all(inner.outputs, known, solution)
        else:
            for application in inner.order:
                for out, data in zip(application.outputs, checked(application, known, solution)):
                    known[out] = data
        return [known[output] for output in inner.outputs]

    def begun(self, values: Sequence[Any]) -> tuple[dict[Array, Any], Solution]:
        """Return the values that a step begins with, and the sizes that are known then."""
        solution = self.solution.fork()
        known = dict(self.known)
        for array, value in zip(self.inner.inputs, values, strict=True):
            if solution.meet(array.shape, value.shape) is not None:
                raise EvaluationError(f"{array!r} is {array.shape}, but {value.shape} in a step", array.site)
            known[array] = value
        return known, solution

    @property
    def inputs(self) -> list[Seen]:
        """The inputs with the numbers that their sizes are."""
        return [Seen(array, self.solution) for array in self.inner.inputs]

    @property
    def outputs(self) -> list[Seen]:
        """The outputs with the numbers that their sizes are."""
        return [Seen(array, self.solution) for array in self.inner.outputs]

    @property
    def guards(self) -> list[Any]:
        """The claims with the numbers that their sizes are."""
        return [claim.substitute(self.solution.values) for claim in self.inner.guards]
