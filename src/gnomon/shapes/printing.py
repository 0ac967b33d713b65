"""How sizes are written."""

from __future__ import annotations

from gnomon.shapes import atoms, dims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.dims import Dim, Monomial, Size


def polynomial(dim: Dim) -> str:
    """The dim as Python source.

    >>> from gnomon.shapes import symbol
    >>> n, m = symbol("n"), symbol("m")
    >>> print(3 - n, n * m - 2 * n + 1, 2 * (n // m) + n // 2, -n)
    3 - n n*m + 1 - 2*n 2*(n//m) + n//2 -n
    """
    pieces: list[str] = []
    for monomial, coefficient in dim.terms:
        text = _term(monomial, abs(coefficient))
        if pieces:
            pieces.append(f" - {text}" if coefficient < 0 else f" + {text}")
        else:
            pieces.append(f"-{text}" if coefficient < 0 else text)
    return "".join(pieces)


def order(term: tuple[Monomial, int]) -> tuple[bool, bool, int, list[int]]:
    """How terms are sorted: positive ones first, then longer products, then older atoms; constants last."""
    monomial, coefficient = term
    return (coefficient < 0, not monomial, -len(monomial), [atom.serial for atom in monomial])


def _term(monomial: Monomial, coefficient: int) -> str:
    if not monomial:
        return str(coefficient)
    if coefficient == 1 and len(monomial) == 1:
        return str(monomial[0])
    factors = [] if coefficient == 1 else [str(coefficient)]
    for atom in monomial:
        factors.append(f"({atom})" if type(atom) in (atoms.FloorDiv, atoms.Mod) else str(atom))
    return "*".join(factors)


def operand(size: Size) -> str:
    """An operand of `//` or `%`: in parentheses unless it is one name, number or call."""
    if type(size) is dims.Dim:
        return str(size) if type(size.atom) in (atoms.Symbol, atoms.Min, atoms.Max) else f"({size})"
    return f"({size})" if size < 0 else str(size)
