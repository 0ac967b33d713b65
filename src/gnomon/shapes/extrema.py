"""The smallest and the largest of several sizes, simplified where that is cheap."""

from __future__ import annotations

from math import gcd

from gnomon.shapes import atoms, dims

TYPE_CHECKING = False
if TYPE_CHECKING:
    from gnomon.shapes.atoms import Compound
    from gnomon.shapes.dims import Dim, Size, Terms

MAX_OPERANDS = 8
MAX_COLLECTED = 32


def minimum(*sizes: Size) -> Size:
    """The smallest of the sizes.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n")
    >>> minimum(n, 4), minimum(n, n + 1), minimum(minimum(n, 4), 3)
    (min(n, 4), n, min(n, 3))
    """
    return _extreme(atoms.Min, atoms.Max, -1, sizes)


def maximum(*sizes: Size) -> Size:
    """The largest of the sizes.

    >>> from gnomon.shapes import symbol
    >>> n = symbol("n")
    >>> maximum(n, 0), maximum(maximum(n - 2, 0) - 1, 0)
    (n, max(n - 3, 0))
    """
    return _extreme(atoms.Max, atoms.Min, 1, sizes)


def _extreme(kind: type[Compound], dual: type[Compound], sign: int, sizes: tuple[Size, ...]) -> Size:
    """The extreme of the sizes: the largest if the sign is 1, the smallest if it is -1."""
    if not sizes:
        raise ValueError("the minimum or maximum of no sizes")
    numbers: list[int] = []
    symbolic: list[Size] = []
    for size in sizes:
        if type(size) is int:
            numbers.append(size)
        elif type(size) is dims.Dim:
            _flatten(size, kind, numbers, symbolic)
        else:
            numbers.append(int(dims.as_size(size)))
    if numbers:
        symbolic.append(max(numbers) if sign > 0 else min(numbers))
    if len(symbolic) == 1:
        return symbolic[0]
    operands: list[Size] = []
    for size in symbolic:
        if not any(_beats(other, size, dual, sign) for other in operands):
            operands = [other for other in operands if not _beats(size, other, dual, sign)]
            operands.append(size)
    if len(operands) == 1:
        return operands[0]
    if len(operands) > MAX_OPERANDS:
        return dims.opaque(
            *kind.interval([dims.interval(x) if type(x) is dims.Dim else (x, x) for x in operands])
        )
    return _factored(kind, operands)


def _flatten(size: Dim, kind: type[Compound], numbers: list[int], symbolic: list[Size]) -> None:
    """Collect operands; those of an extreme of the same kind, plus whatever is added to it, one by one.

    A sum of many extremes would double them with each: past a limit it is taken as it is.
    """
    if len(numbers) + len(symbolic) >= MAX_COLLECTED:
        symbolic.append(size)
        return
    for monomial, coefficient in size.coefficients.items():
        if coefficient == 1 and len(monomial) == 1:
            atom = monomial[0]
            if type(atom) is kind:
                rest = size - dims.of_atom(atom)
                for arg in atom.args:
                    operand = arg + rest
                    if type(operand) is dims.Dim:
                        _flatten(operand, kind, numbers, symbolic)
                    else:
                        numbers.append(operand)
                return
    symbolic.append(size)


def _beats(a: Size, b: Size, dual: type[Compound], sign: int) -> bool:
    """Whether b never matters beside a: for a maximum, because a >= b always holds."""
    difference = a - b
    if type(difference) is not dims.Dim:
        return difference * sign >= 0
    bound = dims.interval(difference)[0 if sign > 0 else 1]
    if bound is not None and bound * sign >= 0:
        return True
    if type(b) is dims.Dim:  # max(a, min(a, x)) == a
        atom = b.atom
        if type(atom) is dual:
            return any(_beats(a, arg, dual, sign) for arg in atom.args)
    return False


def _factored(kind: type[Compound], operands: list[Size]) -> Size:
    """The extreme with what all operands have in common outside: min(2*n + 2, 2*m + 2) == 2*min(n, m) + 2."""
    shift = dims.from_terms(_common_terms([x for x in operands if type(x) is dims.Dim], len(operands)))
    operands = [x - shift for x in operands]
    number = 0
    for size in operands:
        number = gcd(number, *size.coefficients.values()) if type(size) is dims.Dim else gcd(number, size)
    if number > 1:
        return shift + number * atoms.compound(kind, *[_divided(x, number) for x in operands])
    return shift + atoms.compound(kind, *operands)


def _common_terms(operands: list[Dim], count: int) -> Terms:
    """The terms that are the same in each operand, and the smallest constant; nothing if some are numbers."""
    if len(operands) < count:
        return {}
    first, *others = operands
    common: Terms = {}
    for monomial, coefficient in first.coefficients.items():
        if monomial and all(x.coefficients.get(monomial) == coefficient for x in others):
            common[monomial] = coefficient
    constant = min(x.constant for x in operands)
    if constant:
        common[()] = constant
    return common


def _divided(size: Size, number: int) -> Size:
    """The size divided by a number that divides each of its terms."""
    if type(size) is not dims.Dim:
        return size // number
    return dims.from_terms({monomial: c // number for monomial, c in size.coefficients.items()})
