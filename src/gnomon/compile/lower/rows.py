"""The stages of a row kernel: loops over one row, each of which needs what the reductions before it gave.

What takes long to compute and is needed in several stages is kept in between where a result of its kind will lie.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.lower.group import reduction
from gnomon.compile.lower.held import HALVES
from gnomon.compile.lower.reads import read_of
from gnomon.compile.lower.scalar import CHEAP, scalar_call
from gnomon.compile.schedule import schedule

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


class Kept(NamedTuple):
    """Where a value of each element is kept: in the buffer of a result, from one stage to another."""

    result: Array
    first: int
    last: int


def needed_in(group: Group, stage: Stage, kept: Collection[Array] = frozenset()) -> list[Application]:
    """The members of which a stage computes a value for each element; those that are ``kept`` are there already."""
    inside = {member.outputs[0]: member for member in group.members}
    found: set[Application] = set()
    wanted = [next(application.arrays()) for application in stage.reductions] + stage.stores
    while wanted:
        array = wanted.pop()
        member = inside.get(array)
        if member is None or member in found or array in kept or not group.is_last(array):
            continue
        if reduction(member) is None:
            found.add(member)
            wanted += member.arrays()
    return [member for member in group.members if member in found]


def kept_values(group: Group, made: Sequence[Stage]) -> dict[Array, Kept]:
    """Return what is kept between stages."""
    if len(made) < 2 or group.is_paired() or not schedule().kept_rows:
        return {}
    uses: dict[Array, list[int]] = {}
    for number, stage in enumerate(made):
        for member in needed_in(group, stage):
            uses.setdefault(member.outputs[0], []).append(number)
    stored = {array: number for number, stage in enumerate(made) for array in stage.stores}
    free = [array for array in group.results if array in stored]
    found: dict[Array, Kept] = {}
    for array, stages_ in reversed(uses.items()):
        first, last = stages_[0], stages_[-1]
        if first == last or not _takes_long(group, array):
            continue
        if array in stored:
            found[array] = Kept(array, first, last)
            continue
        fitting = [each for each in free if each.dtype is array.dtype and stored[each] >= last]
        if fitting:
            found[array] = Kept(fitting[0], first, last)
            free = [each for each in free if each is not fitting[0]]
    return found


def _takes_long(group: Group, array: Array) -> bool:
    member = array.application
    if member is None or not group.is_whole(array) or array.dtype in HALVES or read_of(member) is not None:
        return False
    call = scalar_call(member)
    return call is not None and call.function not in CHEAP and array.dtype.kind == "float"
