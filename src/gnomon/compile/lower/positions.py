"""Places along axes: a size over loop indices, and parts that are computed when the kernel runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.kernel import At
from gnomon.shapes import Size

if TYPE_CHECKING:
    from gnomon.graph.array import Array


class Position(NamedTuple):
    """A place along an axis.

    >>> from gnomon.shapes import symbol
    >>> Position(symbol("i")).times(2).plus(1).size
    2*i + 1
    """

    size: Size = 0
    parts: At = ()

    def plus(self, size: Size) -> Position:
        """Return the place so much further on."""
        return self._replace(size=self.size + size)

    def times(self, factor: Size) -> Position:
        """Return the place as many times as far from the start."""
        return Position(self.size * factor, tuple([(value, size * factor) for value, size in self.parts]))

    def and_then(self, other: Position) -> Position:
        """Return the place as far from the start as both together."""
        return Position(self.size + other.size, self.parts + other.parts)


Positions = tuple[Position, ...]
"""A place along each axis of an array."""

START = Position()


def aligned(array: Array, positions: Positions | None) -> Positions | None:
    """Return where an array is read that broadcasts to one that is read at some positions."""
    if positions is None:
        return None
    dims = array.shape.dims
    shift = len(positions) - len(dims)
    return tuple([START if size == 1 else positions[axis + shift] for axis, size in enumerate(dims)])
