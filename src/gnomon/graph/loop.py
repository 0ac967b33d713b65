"""A scan taken apart, and other scans with the same steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gnomon import ops
from gnomon.graph.array import Application, Array, Input
from gnomon.graph.inner import Inner, trimmed
from gnomon.graph.world import build
from gnomon.shapes import Size


class Loop(NamedTuple):
    """A scan with its parts by name."""

    application: Application
    inner: Inner
    arrays: list[Array]
    carries: int
    invariants: int
    """The place of the first invariant: sequences are between."""

    @property
    def sequences(self) -> range:
        """The places of the sequences."""
        return range(self.carries, self.invariants)

    @property
    def counted(self) -> Array | None:
        """The number of steps, where only a run tells it."""
        found: Array | None = self.application.inputs[1] if len(self.application.inputs) > 1 else None
        return found

    @property
    def length(self) -> Size | None:
        """The number of steps."""
        length: Size | None = self.application.attributes.get("length")
        if length is None and self.counted is None:
            length = self.arrays[self.carries].shape.dims[0]
        return length

    @property
    def reverse(self) -> bool:
        """Whether the last entries come first."""
        return bool(self.application.attributes.get("reverse"))

    @property
    def parts(self) -> tuple[list[Array], list[Array], list[Array]]:
        """The first carries, the sequences and the invariants."""
        c, i = self.carries, self.invariants
        return self.arrays[:c], self.arrays[c:i], self.arrays[i:]

    @property
    def inputs(self) -> tuple[list[Input], list[Input], list[Input]]:
        """What stands for them in a step."""
        c, i, inputs = self.carries, self.invariants, list(self.inner.inputs)
        return inputs[:c], inputs[c:i], inputs[i:]

    def with_body(
        self,
        inner: Inner,
        carries: Sequence[Array],
        sequences: Sequence[Array],
        invariants: Sequence[Array],
        *,
        back: bool = False,
    ) -> list[Array]:
        """Return the results of a loop with the same number of steps."""
        arrays: list[Array] = [*carries, *sequences, *invariants]
        held, last = len(carries), len(carries) + len(sequences)
        inner, arrays, places = trimmed(inner, arrays, held=held)
        count = () if self.counted is None else (self.counted,)
        changed = {
            "inner": inner,
            "carries": held,
            "sequences": sum(held <= k < last for k in places),
            "length": self.length,
            "reverse": self.reverse is not back,
        }
        return list(build(ops.scan, (tuple(arrays), *count), changed, self.application.site))


def loop_of(application: Application) -> Loop:
    """Return what the rules need of a scan."""
    attributes = application.attributes
    carries: int = attributes["carries"]
    arrays: Any = application.inputs[0]
    return Loop(application, attributes["inner"], list(arrays), carries, carries + attributes["sequences"])
