"""Copies of a loop's body that are written side by side, so that none waits for itself alone."""

from __future__ import annotations

from gnomon.compile.kernel import Value
from gnomon.compile.llvm.types import Operand
from gnomon.shapes import Size, Symbol, substitute


class Copy:
    """One of the interleaved copies of the body at work: its indices, its values, the lanes that are active.

    ``guarded``: perhaps no lane is active.
    """

    __slots__ = ("guarded", "mask", "sizes", "values")

    def __init__(
        self,
        sizes: dict[Symbol, Size],
        values: dict[Value, Operand],
        mask: str | None = None,
        guarded: bool = False,
    ) -> None:
        self.sizes = sizes
        self.values = values
        self.mask = mask
        self.guarded = guarded

    def inner(self, index: Symbol | None = None, size: Size = 0, mask: str | None = None) -> Copy:
        """A copy for a body inside, where an index stands for a size."""
        sizes = self.sizes if index is None else {**self.sizes, index: size}
        return Copy(sizes, dict(self.values), mask or self.mask, self.guarded)

    def size(self, size: Size) -> Size:
        """A size with the indices of this copy put in."""
        return substitute(size, self.sizes) if self.sizes else size


def alike(extent: Size, copies: list[Copy]) -> list[tuple[Size, list[Copy]]]:
    """The copies for which an extent is the same size, together."""
    groups: dict[Size, list[Copy]] = {}
    for copy in copies:
        groups.setdefault(copy.size(extent), []).append(copy)
    return list(groups.items())
