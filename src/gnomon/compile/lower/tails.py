"""Blocks of rows in a row kernel: what their loops hand on, and the tail of a row, which comes after its last loop.

One number of each row is left by then, and a logarithm of one number takes as long as one of a vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import Load, Loop, Statement, Store
from gnomon.compile.lower.group import reduction
from gnomon.compile.lower.scalar import scalar_call
from gnomon.compile.scalars import SCALARS
from gnomon.compile.walk import names_in, statements_in

if TYPE_CHECKING:
    from gnomon.compile.lower.group import Group
    from gnomon.graph.array import Application, Array

TOGETHER = 16
"""So many rows at most make a block."""
PARTS = 8
"""Few rows make so many blocks, for threads to share."""
CACHED = 1 << 14
"""So many bytes of a block, and of the next one, stay in the nearest cache."""


def tail_of(group: Group) -> dict[Array, Application]:
    """Return what is computed of each row's numbers after its loops."""
    early: set[Array] = set()
    tail: dict[Array, Application] = {}
    for member in reversed(group.members):
        out = member.outputs[0]
        if reduction(member) is not None or group.is_last(out) or out in early:
            early.update(member.arrays())
        else:
            tail[out] = member
    return tail


def is_slow(tail: Mapping[Array, Application]) -> bool:
    """Whether a tail is worth a loop over rows of its own."""
    calls = [scalar_call(member) for member in tail.values()]
    return any(call and call.function in SCALARS and not SCALARS[call.function].exact for call in calls)


def handing_on(loops: Sequence[Loop]) -> tuple[list[Loop], set[str]]:
    """Leave out what loops read in vain and store for nobody; gives the names of the scratch buffers that are left."""
    read = [loop._replace(body=tuple(_needed(loop.body))) for loop in loops]
    names = {
        each.buffer for loop in read for each in loop.body if _is_of_scratch(each) and isinstance(each, Load)
    }
    kept = [
        loop._replace(body=tuple([s for s in loop.body if not _is_of_scratch(s) or s.buffer in names]))  # type: ignore[union-attr]
        for loop in read
    ]
    return kept, names


def _needed(body: Sequence[Statement]) -> Iterable[Statement]:
    used = {
        name
        for each in body
        if not _is_read(each)
        for inner in statements_in([each])
        for name in names_in(inner)
    }
    return [
        each for each in body if not (isinstance(each, Load) and _is_read(each) and each.target not in used)
    ]


def _is_read(statement: Statement) -> bool:
    return isinstance(statement, Load) and _is_of_scratch(statement)


def _is_of_scratch(statement: Statement) -> bool:
    return isinstance(statement, (Load, Store)) and statement.buffer.startswith(KEPT)


KEPT = "kept"
"""What the names of scratch buffers begin with."""
