"""What a loop under a condition is made of, where it can be turned inside out: elements, numbers, and who asks whom.

Elements are carries of one shape that each step computes element by element; numbers are carries without axes that depend on
numbers alone. The condition asks whether a truth holds of any element, or of all, and perhaps something of numbers besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.lower.group import reduction
from gnomon.compile.lower.inside import captured
from gnomon.compile.lower.scalar import scalar_call
from gnomon.compile.lower.turned import PLACED, Alike, is_single, is_stored
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array
    from gnomon.graph.capture import Capture
    from gnomon.graph.inner import Inner

AND = ("logical_and", "bitwise_and")


class Split:
    """The parts of a loop. ``elements`` and ``numbers`` are places of carries; others of the inputs do not change."""

    def __init__(self, application: Application) -> None:
        attributes = application.attributes
        self.carries: int = attributes["carries"]
        self.condition: Inner = attributes["condition"]
        self.body: Inner = attributes["body"]
        self.asked: Capture = captured(self.condition)
        self.done: Capture = captured(self.body)
        given = self.body.inputs
        self.elements = [k for k in range(self.carries) if not is_single(given[k])]
        self.numbers = [k for k in range(self.carries) if is_single(given[k])]
        self.truth: Array | None = None
        """What is asked of each element."""
        self.combine = "any"
        self.rest: list[Array] = []
        """What is asked of numbers: all of it has to hold."""

    def fits(self) -> bool:
        """Whether the loop is of this kind; the condition is known then."""
        if not self.elements or not self._understands(self.asked.outputs[0]) or self.truth is None:
            return False
        space, alike = self.body.inputs[self.elements[0]].shape, Alike(self.body, self.condition)
        inner = [*self.body.inputs, *self.condition.inputs]
        if not all(
            is_stored(array) and (is_single(array) or alike.same(array.shape, space)) for array in inner
        ):
            return False
        outputs = self.done.outputs
        carried = [(self.body.inputs[k], outputs[k]) for k in range(self.carries)]
        return (
            all(alike.same(old.shape, new.shape) and old.dtype is new.dtype for old, new in carried)
            and alike.same(self.truth.shape, space)
            and self._depends([outputs[k] for k in self.elements], self.done, self.body, self.numbers)
            and self._depends([outputs[k] for k in self.numbers], self.done, self.body, self.elements)
            and self._depends([self.truth], self.asked, self.condition, self.numbers)
            and self._depends(self.rest, self.asked, self.condition, self.elements)
        )

    def _understands(self, answer: Array) -> bool:
        """Take the condition apart into what is asked of elements, once, and of numbers."""
        application = answer.application
        if application is None or answer.dtype is not dtypes.bool:
            return False
        if application.op.name in AND:
            return all(
                self._is_asked_of_numbers(each) or self._understands(each) for each in application.arrays()
            )
        found = reduction(application)
        if found is None or self.truth is not None or found.combine not in ("any", "all"):
            return False
        (self.truth,) = application.arrays()
        self.combine = found.combine
        return len(found.axes) == self.truth.ndim and self.truth.dtype is dtypes.bool

    def _is_asked_of_numbers(self, answer: Array) -> bool:
        if not self._depends([answer], self.asked, self.condition, self.elements):
            return False
        if not is_single(answer) or answer.dtype is not dtypes.bool:
            return False
        self.rest.append(answer)
        return True

    def _depends(
        self, arrays: Sequence[Array], capture: Capture, inner: Inner, without: Sequence[int]
    ) -> bool:
        """Whether arrays are computed element by element, of inputs without some."""
        forbidden = {inner.inputs[k] for k in without}
        alone = without == self.elements
        waiting, seen = list(arrays), set(arrays)
        ends = set(inner.inputs)
        while waiting:
            array = waiting.pop()
            if array in forbidden or (alone and not is_single(array)):
                return False
            application = array.application
            if array in ends or application is None:
                continue
            if scalar_call(application) is None or application.op.name in PLACED:
                return False
            new = [each for each in application.arrays() if each not in seen]
            waiting += new
            seen.update(new)
        return True
