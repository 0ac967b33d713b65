"""Simple reasoning about the places that stores and loads reach: whether they differ, and whether they exist."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnomon.compile.affine import coefficient_of
from gnomon.shapes import Dim, Facts, Size, Symbol, minimum, substitute, symbols_of
from gnomon.shapes.atoms import FloorDiv, Min
from gnomon.shapes.dims import of_atom


class Around(NamedTuple):
    """A loop around a statement; ``apart``: its turns have to store to different places."""

    index: Symbol  # type: ignore[assignment]
    extent: Size
    apart: bool


class Digit(NamedTuple):
    """Steps over places: ``size``, where given, is beyond the last place that they and smaller ones reach together."""

    stride: Size
    extent: Size
    size: Size | None = None


def are_different(offset: Size, loops: Sequence[Around], facts: Facts) -> bool:
    """Whether turns that have to store to different places do, as far as it can be shown.

    Places count like digits: each index steps over all that the smaller ones reach.

    >>> from gnomon.shapes import minimum, symbol
    >>> i, j, m, n = symbol("i"), symbol("j"), symbol("m"), symbol("n")
    >>> loops = [Around(i.atom, m, True), Around(j.atom, n, True)]
    >>> are_different(n * i + j, loops, Facts()), are_different(m * i + j, loops, Facts())
    (True, False)

    Blocks of one axis, the last of which may be short, count as that axis:

    >>> blocks = [Around(i.atom, m, True), Around(j.atom, minimum(8, n - 8 * i), True)]
    >>> are_different(8 * i + j, blocks, Facts())
    True

    So do blocks of blocks:

    >>> k = symbol("k")
    >>> least = minimum(2, minimum(8, n - 8 * i) - 2 * j)
    >>> loops = [Around(i.atom, m, True), Around(j.atom, 4, False), Around(k.atom, least, False)]
    >>> are_different(8 * i + 2 * j + k, loops, Facts())
    True

    And those that are done only where they are whole, which a loop around says:

    >>> whole = Around(k.atom, minimum(8, n - 8 * i) // 8, False)
    >>> are_different(n * m + 8 * i + j, [Around(m.atom, n, True), blocks[0], whole, Around(j.atom, 8, True)], Facts())
    True
    """
    digits: list[Digit] = []
    if any(facts.at_least(0, loop.extent).is_yes for loop in loops):
        return True
    limits = _limits(loops)
    loops, joined = _joined(offset, loops, facts)
    digits += joined
    for loop in loops:
        if facts.at_least(1, loop.extent).is_yes:
            continue
        stride = coefficient_of(loop.index, offset)
        if stride is None:
            return False
        if facts.equal(stride, 0).is_yes:
            if loop.apart:
                return False
            continue
        if facts.at_least(0, stride).is_yes:
            stride = -stride
        step, size = limits.get(loop.index, (0, 0))
        digits.append(Digit(stride, loop.extent, size if facts.equal(stride, step).is_yes else None))
    return _counts(digits, 0, facts)


def _joined(offset: Size, loops: Sequence[Around], facts: Facts) -> tuple[list[Around], list[Digit]]:
    """Take out loops that run over blocks of one axis, or over blocks of blocks; give the digits that they are together."""
    rest: list[Around] = list(loops)
    digits: list[Digit] = []
    found = True
    while found:
        found = False
        inner: list[tuple[Around | Digit, Size | None]] = [
            *[(loop, coefficient_of(loop.index, offset)) for loop in rest],
            *[(digit, digit.stride) for digit in digits],
        ]
        for part, stride in inner:
            outer = None if stride is None else _around(part.extent, stride, offset, rest, facts)
            if outer is None or stride is None:
                continue
            loop, size = outer
            rest = [each for each in rest if each is not loop and each is not part]
            digits = [*[digit for digit in digits if digit is not part], Digit(stride, size)]
            found = True
            break
    return rest, digits


def _around(
    extent: Size, stride: Size, offset: Size, loops: Sequence[Around], facts: Facts
) -> tuple[Around, Size] | None:
    """The loop over the blocks that an extent is one of, and the size of the whole axis."""
    for loop in loops:
        blocks = _blocks(extent, loop.index)
        far = coefficient_of(loop.index, offset)
        if blocks is not None and far is not None and facts.equal(far, stride * blocks[0]).is_yes:
            return loop, blocks[1]
    return None


def _blocks(extent: Size, index: Symbol) -> tuple[Size, Size] | None:
    """The step and the size of an axis where an extent is ``minimum(step, size - step * index)``."""
    terms = list(extent.coefficients.items()) if isinstance(extent, Dim) else []
    if len(terms) != 1 or terms[0][1] < 1 or len(terms[0][0]) != 1:
        return None
    ((atom,), factor) = terms[0]
    if not isinstance(atom, Min):
        return None
    for place, least in enumerate(atom.args):
        step = factor * least
        left = [*atom.args[:place], *atom.args[place + 1 :]]
        sizes = [factor * one + step * of_atom(index) for one in left]
        if all(index not in symbols_of(each) for each in (step, *sizes)):
            return step, functools.reduce(minimum, sizes)
    return None


def _limits(loops: Sequence[Around]) -> dict[Symbol, tuple[Size, Size]]:
    """The step and the size of each axis whose blocks are done only where they are whole, by the index of its blocks."""
    found: dict[Symbol, tuple[Size, Size]] = {}
    for loop in loops:
        terms = loop.extent.coefficients if isinstance(loop.extent, Dim) else {}
        if len(terms) != 1:
            continue
        (((atom, *more), factor),) = terms.items()
        if more or factor < 1 or not isinstance(atom, FloorDiv):
            continue
        for other in loops:
            blocks = _blocks(atom.args[0], other.index)
            if blocks is not None and blocks[0] == atom.args[1]:
                found[other.index] = blocks
    return found


def _counts(digits: list[Digit], reach: Size, facts: Facts) -> bool:
    """Whether the digits can be ordered so that each steps over the reach of those before."""
    if not digits:
        return True
    for position, digit in enumerate(digits):
        if facts.at_least(digit.stride, reach + 1).is_yes:
            rest = digits[:position] + digits[position + 1 :]
            far = reach + digit.stride * (digit.extent - 1) if digit.size is None else digit.size - 1
            if _counts(rest, far, facts):
                return True
    return False


def outside(offset: Size, length: Size | None, loops: Sequence[Around], facts: Facts) -> str | None:
    """What is certainly wrong with an offset into a buffer of a length (None: unknown), or None.

    Loops are taken to have a turn, unless it is certain that one has none.

    >>> from gnomon.shapes import symbol
    >>> i, n = symbol("i"), symbol("n")
    >>> outside(i + 1, n, [Around(i.atom, n, True)], Facts())
    'the offset reaches n, where the length is n'
    """
    if any(facts.at_least(0, loop.extent).is_yes for loop in loops):
        return None
    low: Size | None = offset
    high: Size | None = offset
    for loop in loops:
        low, high = _extremes(loop, low, high, facts)
    if low is not None and facts.at_least(low, 0).is_no:
        return f"the offset reaches {low}"
    if length is not None and high is not None and facts.at_least(length - 1, high).is_no:
        return f"the offset reaches {high}, where the length is {length}"
    return None


def _extremes(
    loop: Around, low: Size | None, high: Size | None, facts: Facts
) -> tuple[Size | None, Size | None]:
    """The extremes with the index of a loop at its first or last turn."""
    found: list[Size | None] = []
    for bound, largest in ((low, False), (high, True)):
        stride = None if bound is None else coefficient_of(loop.index, bound)
        if bound is None or stride is None:
            found.append(None)
            continue
        growing = facts.at_least(stride, 0)
        last: Size = loop.extent - 1
        if growing.is_yes:
            found.append(substitute(bound, _at(loop, last if largest else 0)))
        elif facts.at_least(0, stride).is_yes:
            found.append(substitute(bound, _at(loop, 0 if largest else last)))
        else:
            found.append(None)
    return found[0], found[1]


def _at(loop: Around, size: Size) -> Mapping[Symbol, Size]:
    return {loop.index: size}
