"""Arrays that are read along another axis than the results are stored, as transposed ones: in blocks of two axes.

Where the lanes of the last loop read places that are far apart, each of them brings a line of memory of which one entry
is used; in blocks of a size that stays in the cache the other entries are used, too.
"""

from __future__ import annotations

from collections.abc import Sequence

from gnomon.compile.affine import coefficient_of
from gnomon.compile.kernel import GRID, LANE, SERIAL, Index, Load, Loop, Statement, Store
from gnomon.compile.lower.building import atom_of
from gnomon.compile.schedule import schedule
from gnomon.shapes import Dim, Size, Symbol, ceil_div, minimum, substitute, symbol

TILE = 64
"""Blocks are so many entries long and wide."""


def in_tiles(
    body: Sequence[Statement], indices: Sequence[Dim], extents: Sequence[Size]
) -> list[Statement] | None:
    """Return the loops around a body, in blocks of the last axis and of that along which it reads; None if that is one.

    The loops are given from the outermost to the innermost, whose turns are lanes; each turn stands by itself.
    """
    atoms = [atom_of(index) for index in indices]
    across = _across(body, atoms) if len(atoms) > 1 and schedule().tiles else None
    if across is None:
        return None
    last = len(atoms) - 1
    blocks = {place: symbol(f"block{place}") for place in (across, last)}
    mapping = {atoms[place]: indices[place] + blocks[place] * TILE for place in blocks}
    statements = [_moved(statement, mapping) for statement in body]
    for kind, place in ((LANE, last), (SERIAL, across)):
        rest = minimum(TILE, extents[place] - blocks[place] * TILE)
        statements = [Loop(kind, atoms[place], rest, tuple(statements))]
    for place in (last, across):
        count = ceil_div(extents[place], TILE)
        statements = [Loop(GRID, atom_of(blocks[place]), count, tuple(statements))]
    for place in reversed([place for place in range(last) if place != across]):
        statements = [Loop(GRID, atoms[place], extents[place], tuple(statements))]
    return statements


def _across(body: Sequence[Statement], atoms: Sequence[Symbol]) -> int | None:
    """Return along which of the outer loops, by its place, an array is read from neighbour to neighbour."""
    if any(isinstance(statement, Loop) or hasattr(statement, "loop") for statement in body):
        return None
    for statement in body:
        if not isinstance(statement, Load) or statement.at:
            continue
        if coefficient_of(atoms[-1], statement.offset) in (0, 1, None):
            continue
        for place, atom in enumerate(atoms[:-1]):
            if coefficient_of(atom, statement.offset) == 1:
                return place
    return None


def _moved(statement: Statement, mapping: dict[Symbol, Size]) -> Statement:
    if isinstance(statement, (Load, Store)):
        at = tuple([(value, substitute(size, mapping)) for value, size in statement.at])
        return statement._replace(offset=substitute(statement.offset, mapping), at=at)
    if isinstance(statement, Index):
        return statement._replace(size=substitute(statement.size, mapping))
    return statement
