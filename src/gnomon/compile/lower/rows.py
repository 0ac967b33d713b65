"""The stages of a row kernel: loops over one row, each of which needs what the reductions before it gave."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.lower.group import reduction

if TYPE_CHECKING:
    from gnomon.compile.lower.group import Group
    from gnomon.graph.array import Application, Array


class Stage:
    """One loop over a row: what it reduces and stores, and the arrays of one element that come before it."""

    __slots__ = ("reductions", "rows", "stores")

    def __init__(self) -> None:
        self.rows: list[Array] = []
        self.reductions: list[Application] = []
        self.stores: list[Array] = []


def stages(group: Group) -> list[Stage]:
    """Return the stages of a group, in order."""
    level: dict[Array, int] = {}
    made: list[Stage] = [Stage()]
    results = set(group.results)
    for member in group.members:
        out = member.outputs[0]
        needed = max((level.get(array, 0) for array in member.arrays()), default=0)
        if reduction(member) is not None:
            _at(made, needed).reductions.append(member)
            level[out] = needed + 1
            continue
        level[out] = needed
        if out in group.inline:
            continue
        if not group.is_whole(out):
            _at(made, needed).rows.append(out)
        elif out in results:
            _at(made, needed).stores.append(out)
    return made


def _at(made: list[Stage], level: int) -> Stage:
    while len(made) <= level:
        made.append(Stage())
    return made[level]
