"""Named sizes at run time: solved from the shapes of arrays, substituted in attributes, asked by guards."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gnomon.graph.array import Array
from gnomon.graph.inner import Inner
from gnomon.shapes import Dim, Facts, Shape, Size, substitute

if TYPE_CHECKING:
    from gnomon.compile.reference.inside import Body


class Solution:
    """What is known of the sizes of one evaluation; ``bodies`` make inner graphs run that are compiled.

    ``explains`` says that native code has failed, and that this evaluation is to tell why.
    """

    __slots__ = ("bodies", "explains", "values", "waiting")

    def __init__(self) -> None:
        self.bodies: dict[Inner, Callable[[Solution], Body]] = {}
        self.values: dict[Any, Size] = {}
        self.waiting: list[tuple[Size, int]] = []
        self.explains = False

    def meet(self, shape: Shape, actual: tuple[int, ...]) -> tuple[Size, int] | None:
        """Learn from an array's actual shape; return a size that contradicts it."""
        for size, number in zip(shape.dims, actual):
            if type(size) is int:
                if size != number:
                    return (size, number)
            else:
                self.waiting.append((size, number))
        return self._solve()

    def _solve(self) -> tuple[Size, int] | None:
        progress = True
        while progress and self.waiting:
            progress = False
            rest = []
            for size, number in self.waiting:
                known = substitute(size, self.values)
                if type(known) is int:
                    if known != number:
                        self.waiting = []
                        return (size, number)
                    continue
                found = _solved(known, number)
                if found is None:
                    rest.append((size, number))
                elif not found:
                    self.waiting = []
                    return (size, number)
                else:
                    self.values.update(found)
                    progress = True
            self.waiting = rest
        return None

    def number(self, size: Size) -> Size:
        """Return the number that a size is, or what is known of it."""
        return substitute(size, self.values) if isinstance(size, Dim) else size

    def fork(self) -> Solution:
        """Return what is known as the beginning of another evaluation."""
        other = Solution()
        other.values.update(self.values)
        other.waiting += self.waiting
        other.bodies = self.bodies
        other.explains = self.explains
        return other

    def denies(self, claim: Any) -> bool:
        """Say whether a claim is certainly false with these sizes."""
        answer = claim.substitute(self.values).ask(Facts())
        return bool(answer.is_no)

    def filled(self, value: Any, arrays: dict[Array, Any]) -> Any:
        """Return an attribute with numbers for sizes and NumPy arrays for arrays."""
        if isinstance(value, Dim):
            number = substitute(value, self.values)
            if type(number) is not int:
                raise Unsolved(number)
            return number
        if isinstance(value, Array):
            return arrays[value]
        if isinstance(value, Shape):
            return tuple(self.filled(size, arrays) for size in value.dims)
        if isinstance(value, (tuple, list)):
            return type(value)([self.filled(entry, arrays) for entry in value])
        if isinstance(value, slice):
            return slice(*(self.filled(part, arrays) for part in (value.start, value.stop, value.step)))
        if isinstance(value, dict):
            return {key: self.filled(entry, arrays) for key, entry in value.items()}
        if isinstance(value, Inner):
            from gnomon.compile.reference.inside import Body

            return self.bodies.get(value, functools.partial(Body, value))(self)
        return value


class Unsolved(Exception):
    """A size that no array tells."""

    def __init__(self, size: Size) -> None:
        super().__init__(str(size))
        self.size = size


FAR = 1_000_003
"""A number for a size that shows whether an expression of it is linear."""


def _solved(size: Any, number: int) -> dict[Any, Size] | None:
    """Solve ``size == number`` where one name is left and enters linearly; nothing solves it: an empty dict."""
    names = list(size.symbols())
    if len(names) != 1:
        return None
    (name,) = names
    zero, one, two, far = (substitute(size, {name: value}) for value in (0, 1, 2, FAR))
    if not (type(zero) is type(one) is type(two) is type(far) is int):
        return None
    slope = one - zero
    if slope == 0 or two - one != slope or far - zero != slope * FAR:
        return None
    root = (number - zero) // slope
    found: dict[Any, Size] = {name: root}
    possible = substitute(size, found) == number and (name.lower is None or root >= name.lower)
    return found if possible else {}
