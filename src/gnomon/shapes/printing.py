"""How sizes are written."""

from __future__ import annotations

from gnomon.shapes import atoms, dims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from gnomon.shapes.dims import Dim, Monomial, Size


def polynomial(dim: Dim) -> str:
    """The dim as Python source.

    >>> from gnomon.shapes import maximum, symbol
    >>> n, m = symbol("n"), symbol("m")
    >>> print(3 - n, n * m - 2 * n + 1, 2 * (n // m) + n // 2, -n)
    3 - n n*m + 1 - 2*n 2*(n//m) + n//2 -n

    A quotient that normal form takes apart is put together again:

    >>> print(25 * n // 49)
    (25*n)//49

    What is computed from a size without a name has none either, unless it is a multiple of it:

    >>> print(symbol(), 64 * symbol(), maximum(symbol() - 60000, 0), n + symbol())
    ? 64*? ? ?
    """
    if NAMING.asked is not None and _is_unnamed(dim):
        return NAMING.of(dim)
    if _is_nameless(dim):
        return "?"
    whole = _whole_quotient(dim)
    if whole is not None:
        return whole
    pieces: list[str] = []
    for monomial, coefficient in dim.terms:
        text = _term(monomial, abs(coefficient))
        if pieces:
            pieces.append(f" - {text}" if coefficient < 0 else f" + {text}")
        else:
            pieces.append(f"-{text}" if coefficient < 0 else text)
    return "".join(pieces)


class Naming:
    """Letters for sizes without a name, so that a text shows which of them are the same."""

    def __init__(self) -> None:
        self.asked: dict[Dim, int] | None = None
        self.letters: dict[Dim, str] = {}

    def of(self, dim: Dim) -> str:
        """The letter of a size, `?` if it has none; counts how often it is asked for."""
        assert self.asked is not None
        self.asked[dim] = self.asked.get(dim, 0) + 1
        return self.letters.get(dim, "?")

    def write(self, text: Callable[[], str]) -> str:
        """A text in which sizes without a name that occur more than once have letters that it does not use.

        >>> from gnomon.shapes import Shape, symbol
        >>> a, n = symbol(), symbol("n")
        >>> NAMING.write(lambda: f"{Shape((a, 1))} meets {Shape((a, n + symbol(), n))}")
        '(m, 1) meets (m, ?, n)'
        """
        held = self.asked, self.letters
        self.asked, self.letters = {}, {}
        try:
            first = text()
            used = "".join(sign if sign.isalnum() or sign == "_" else " " for sign in first).split()
            free = [letter for letter in LETTERS if letter not in used]
            repeated = [dim for dim, count in self.asked.items() if count > 1]
            self.letters = dict(zip(repeated, free))
            return text() if self.letters else first
        finally:
            self.asked, self.letters = held


NAMING = Naming()
LETTERS = "nmkpqrst"


def _is_unnamed(dim: Dim) -> bool:
    """Whether a size prints as `?`."""
    return _is_nameless(dim) or (type(dim.atom) is atoms.Symbol and dim.atom.name is None)


def _is_nameless(dim: Dim) -> bool:
    if all(symbol.name is not None for symbol in dim.symbols()):
        return False
    (monomial, _), *more = dim.terms
    return bool(more) or len(monomial) != 1 or type(monomial[0]) is not atoms.Symbol


def _whole_quotient(dim: Dim) -> str | None:
    """``n - (24*n + 48)//49`` as ``(25*n)//49``: n - a//d is (n*d - a + d - 1)//d, if that is one term over d."""
    if len(dim.terms) != 2:
        return None
    (first, _), (second, minus) = dim.terms
    atom = second[0] if len(second) == 1 else None
    if minus != -1 or type(atom) is not atoms.FloorDiv or type(atom.args[1]) is not int:
        return None
    a, d = atom.args
    total = (dim + a // d) * d - a + d - 1
    if type(total) is dims.Dim and len(total.terms) == 1 and total.terms[0][0] == first:
        return f"{operand(total)}//{d}"
    return None


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
