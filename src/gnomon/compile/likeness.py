"""When two kernels are the same but for the identity of their symbols: they then have the same code."""

from __future__ import annotations

from typing import Any

from gnomon.compile.kernel import Kernel
from gnomon.shapes import Dim
from gnomon.shapes.atoms import Compound, Symbol


def likeness(kernel: Kernel) -> tuple[Any, ...]:
    """Return what is equal for two kernels only if one is the other with other symbols (and another name).

    >>> from gnomon.compile.kernel import GRID, Const, Loop, Store
    >>> from gnomon.shapes import dtypes, symbol
    >>> def kernel(number):
    ...     i, n = symbol("i"), symbol("n")
    ...     body = (Const("x", number, dtypes.float32), Store("out", i, "x"))
    ...     return Kernel("fill", (), (n.atom,), (Loop(GRID, i.atom, n, body),))
    >>> likeness(kernel(1.0)) == likeness(kernel(1.0)), likeness(kernel(0.0)) == likeness(kernel(-0.0))
    (True, False)
    """
    same = _Likeness()
    parts = [same.of(part) for part in kernel[1:]]
    return (*parts, *same.bounds)


class _Likeness:
    """Numbers the atoms of sizes in the order in which they are met."""

    def __init__(self) -> None:
        self.atoms: dict[Any, Any] = {}
        self.bounds: list[Any] = []
        """Those of each symbol: what is certain from them makes simpler code."""

    def of(self, part: Any) -> Any:
        """The likeness of a part of a kernel."""
        if isinstance(part, tuple):
            return (type(part), *[self.of(each) for each in part])
        if type(part) is Dim:
            terms = part.coefficients.items()
            return tuple([(tuple([self.atom(atom) for atom in product]), count) for product, count in terms])
        if isinstance(part, Symbol):
            return self.atom(part)
        if isinstance(part, (bool, float)):
            return repr(part)
        return part

    def atom(self, atom: Any) -> Any:
        """The number of a symbol; a quotient or the like is known by its parts."""
        found = self.atoms.get(atom)
        if found is None:
            if isinstance(atom, Compound):
                found = (type(atom), *[self.of(each) for each in atom.args])
            else:
                found = len(self.atoms)
                self.bounds.append((atom.lower, atom.upper))
            self.atoms[atom] = found
        return found
