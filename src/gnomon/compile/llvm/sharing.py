"""Which turns of a kernel threads can share: those of its outermost loop, or the columns that all its loops run over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gnomon.compile.kernel import GRID, JAM, LANE, SERIAL, Const, Index, Kernel, Load, Loop, Statement, Store
from gnomon.compile.walk import statements_in
from gnomon.shapes import Size, product, symbols_of
from gnomon.shapes.dims import of_atom

GRAINS = {GRID: 1, LANE: 64}
"""So many turns at least are done by one thread, one after the other."""
COLUMNS = 512
"""So many columns at least, and better more: rows of memory are read in pieces of them."""


class Turns(NamedTuple):
    """Turns that do not need each other: how many, in which loops they are, and how many stay together.

    ``nest``: grids in each other whose turns are counted through, the innermost fastest; its first is the loop.
    """

    extent: Size
    loops: tuple[Loop, ...]
    grain: int
    """Negative, where each thread is to have one chunk, as long as possible."""
    nest: tuple[Loop, ...] = ()


def turns_of(kernel: Kernel) -> Turns | None:
    """The turns of a kernel that threads can share, if it has such."""
    first = 0
    while first < len(kernel.body) and type(kernel.body[first]) in (Const, Index):
        first += 1
    loops = kernel.body[first:]
    if len(loops) == 1:
        (last,) = loops
        if isinstance(last, Loop) and last.kind in (GRID, LANE):
            nest = _nest(kernel, last)
            return Turns(product([each.extent for each in nest]), (last,), GRAINS[last.kind], nest)
    return _columns(kernel, loops)


def _nest(kernel: Kernel, outer: Loop) -> tuple[Loop, ...]:
    """The grids in each other from an outer one on, where they stand around tiles of registers; else it alone.

    Only then is a turn of the innermost worth the division that tells the others.
    """
    nest, sizes = [outer], set(kernel.sizes)
    while len(nest[-1].body) == 1:
        (inner,) = nest[-1].body
        if not isinstance(inner, Loop) or inner.kind != GRID or not symbols_of(inner.extent) <= sizes:
            break
        nest.append(inner)
    tiled = any(isinstance(each, Loop) and each.kind == JAM for each in statements_in(nest[-1].body))
    return tuple(nest) if tiled else (outer,)


def _columns(kernel: Kernel, body: Sequence[Statement]) -> Turns | None:
    """Loops over the same columns one after the other, each of which stores to its own column alone."""
    lanes = _lane_loops(body)
    if not lanes or any(loop.extent != lanes[0].extent for loop in lanes):
        return None
    extent = lanes[0].extent
    if not isinstance(extent, int) and not extent.symbols() <= set(kernel.sizes):
        return None
    written = {each.buffer for loop in lanes for each in statements_in(loop.body) if isinstance(each, Store)}
    for loop in lanes:
        for each in statements_in(loop.body):
            if isinstance(each, (Load, Store)) and each.buffer in written:
                if each.at or each.offset != of_atom(loop.index):
                    return None
    return Turns(extent, tuple(lanes), -COLUMNS)


def _lane_loops(body: Sequence[Statement]) -> list[Loop] | None:
    """The lane loops that a body consists of, in serial loops perhaps; None if there is anything else."""
    found: list[Loop] = []
    for statement in body:
        if not isinstance(statement, Loop) or statement.kind not in (LANE, SERIAL):
            return None
        inner = [statement] if statement.kind == LANE else _lane_loops(statement.body)
        if inner is None:
            return None
        found += inner
    return found
