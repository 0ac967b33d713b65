"""Making sizes, and helpers for sizes that may be plain ints."""

from __future__ import annotations

from gnomon.shapes import dims
from gnomon.shapes.atoms import Symbol
from gnomon.shapes.dims import Dim

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from gnomon.shapes.dims import Size


def symbol(
    name: str | None = None,
    lower: int | None = 0,
    upper: int | None = None,
    domain: Iterable[int] | None = None,
) -> Dim:
    """A new unknown size: an integer of at least 0, unless other bounds or its possible values are given.

    Each call makes another symbol, even under the same name. One without a name is printed as `?`.

    >>> n = symbol("n")
    >>> n, n == symbol("n"), symbol(), symbol("offset", lower=None)
    (n, False, ?, offset)
    >>> symbol("stride", domain={1, 2}).atom.upper
    2
    """
    return dims.of_atom(Symbol(name, lower, upper, domain))


def substitute(size: Size, mapping: Mapping[Symbol, Size] | Mapping[Dim, Size]) -> Size:
    """`size.substitute(mapping)` for a size that may also be an int.

    >>> n = symbol("n")
    >>> substitute(3, {n: 4}), substitute(n + 1, {n: 4})
    (3, 5)
    """
    return size.substitute(mapping) if type(size) is Dim else size


def symbols_of(size: Size) -> frozenset[Symbol]:
    """`size.symbols()` for a size that may also be an int.

    >>> symbols_of(3)
    frozenset()
    """
    return size.symbols() if type(size) is Dim else frozenset()


def product(sizes: Iterable[Size]) -> Size:
    """The product of all sizes, 1 if there are none.

    >>> n = symbol("n")
    >>> product([n, 8, 8, 64]) // 4096 == n
    True
    """
    number = 1
    result: Size = 1
    for size in sizes:
        if type(size) is int:
            number *= size
        else:
            result = size * result
    return result * number


def ceil_div(a: Size, b: Size) -> Size:
    """The quotient rounded up.

    >>> ceil_div(7, 2), ceil_div(symbol("n"), 2)
    (4, (n + 1)//2)
    """
    return (a + (b - 1)) // b
