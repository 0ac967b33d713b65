"""What makers of kernels share: parameters by role, loops around statements, sums of products."""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.compile.kernel import Call, Loop, Reduce, Statement
from gnomon.shapes import Dim, Dtype, Size, symbol
from gnomon.shapes.atoms import Symbol


class Parameters:
    """The sizes that a kernel takes, each for its own role, and what they are when the kernel runs."""

    def __init__(self) -> None:
        self.symbols: list[Symbol] = []
        self.sizes: list[Size] = []

    def of(self, role: str, size: Size) -> Size:
        """Return a parameter that stands for a size."""
        found = symbol(role)
        self.symbols.append(atom_of(found))
        self.sizes.append(size)
        return found

    def fixed(self, role: str, size: Size) -> Size:
        """Return a number as it is, a parameter for what is known only at run time."""
        return size if type(size) is int else self.of(role, size)


def atom_of(dim: Dim) -> Symbol:
    """Return the symbol that a size is."""
    (atom,) = dim.symbols()
    return atom


def around(loops: Sequence[tuple[str, Dim, Size]], body: Sequence[Statement]) -> list[Statement]:
    """Return statements inside of loops, given from the outermost in as kind, index and extent."""
    found = list(body)
    for kind, index, extent in reversed(loops):
        found = [Loop(kind, atom_of(index), extent, tuple(found))]
    return found


def summed(
    target: str,
    loops: Sequence[tuple[str, Dim, Size]],
    body: Sequence[Statement],
    factors: tuple[str, str],
    dtype: Dtype,
) -> list[Statement]:
    """Return statements that add products of two values over loops."""
    inner: list[Statement] = list(body)
    value: str | tuple[str, str] = factors
    combine = "fma"
    if not fuses():
        inner.append(Call(f"{target}.product", "multiply", factors, dtype))
        value, combine = f"{target}.product", "add"
    for place, (kind, index, extent) in reversed(list(enumerate(loops))):
        name = f"{target}.{place}" if place else target
        loop = Loop(kind, atom_of(index), extent, tuple(inner))
        inner = [Reduce((name,), loop, (value,), (combine,), (dtype,))]
        value, combine = name, "add"
    return inner


def fuses() -> bool:
    """Whether the processor multiplies and adds in one instruction."""
    from gnomon.compile.llvm import this_machine

    machine = this_machine()
    return "+fma" in machine.features.split(",") or machine.triple.startswith(("aarch64", "arm64"))


def offset_of(sizes: Sequence[Size], indices: Sequence[Size]) -> Size:
    """Return the place of an element of an array with these sizes."""
    offset: Size = 0
    for size, index in zip(sizes, indices, strict=True):
        offset = offset * size + index
    return offset
