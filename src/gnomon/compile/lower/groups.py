"""Fusion: which applications form one kernel.

Walking from the results to the inputs, an application joins the kernel of its users when they are all in the same
kernel and it need not be computed oftener there. A kernel has an iteration space. Its members are arrays over the
whole space; if it is a *row* kernel, also reductions over the last axis and what is computed of them for each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.lower.group import ELEMENTWISE, ROWS, Group, Reduction, reduction
from gnomon.compile.lower.held import is_paired
from gnomon.compile.lower.reads import read_of
from gnomon.compile.lower.scalar import CHEAP, is_known, scalar_call
from gnomon.compile.lower.siblings import Heights, is_long, joined, side_by_side
from gnomon.compile.schedule import schedule
from gnomon.graph.array import Array
from gnomon.graph.capture import needed_by
from gnomon.shapes import Shape

if TYPE_CHECKING:
    from gnomon.graph.array import Application

MOST_STAGES = 6
"""So many loops over one row follow each other at most: each computes again what the ones before it had of the row."""


def find_groups(order: Sequence[Application], outputs: Iterable[Array]) -> dict[Application, Group]:
    """Return the kernel of each application that can be in one."""
    fusion = Fusion(order, outputs)
    for application in reversed(order):
        fusion.place(application)
    return joined(fusion.groups, fusion.heights) if schedule().siblings else fusion.groups


class Fusion:
    """The kernels found so far, from the results on."""

    def __init__(self, order: Sequence[Application], outputs: Iterable[Array]) -> None:
        self.users: dict[Array, list[Application]] = {}
        for application in order:
            for array in needed_by(application):
                self.users.setdefault(array, []).append(application)
        self.wanted = set(outputs)
        self.groups: dict[Application, Group] = {}
        self.heights = Heights(self.users, self.groups)
        self.later: dict[Array, int] = {}
        """How many reductions one after the other come after an array in its kernel."""

    def place(self, application: Application) -> None:
        """Find the kernel of an application whose users have theirs."""
        home = None if is_known(application) else self._home(application)
        self.heights.enter(application, home)
        group = home or _founded(application)
        if group is None:
            return
        self.groups[application] = group
        group.add(application)
        result = application.outputs[0]
        users = self.users.get(result, ())
        self.later[result] = self._later(result) if home is not None else 0
        if result in self.wanted or any(self.groups.get(user) is not group for user in users):
            group.results.insert(0, result)

    def _later(self, result: Array) -> int:
        users = self.users.get(result, ())
        return max([self.later[user.outputs[0]] + (reduction(user) is not None) for user in users], default=0)

    def _home(self, application: Application) -> Group | None:
        """Return the kernel that an application joins, None if it begins its own."""
        if len(application.outputs) != 1 or application.op.name == "complex":
            return None
        result = application.outputs[0]
        homes = list(dict.fromkeys([self.groups.get(user) for user in self.users.get(result, ())]))
        first = homes[0] if homes else None
        if first is None:
            return None
        if len(homes) == 1:
            return first if self._joins(application, first) else None
        several = [home for home in homes if home is not None]
        if len(several) < len(homes) or not schedule().siblings:
            return None
        if (
            reduction(application) is None
            and scalar_call(application) is None
            and read_of(application) is None
        ):
            return None
        whole = side_by_side(several, self.heights)
        if whole is None or not self._joins(application, whole):
            return None
        self.groups.update(dict.fromkeys(whole.members, whole))
        self.heights.become_one(whole)
        return whole

    def _joins(self, application: Application, group: Group) -> bool:
        """Whether an application can be in the kernel of all its users; the kernel then knows how."""
        result = application.outputs[0]
        users, wanted, on = self.users[result], result in self.wanted, schedule()
        if group.is_paired() != is_paired(result.dtype) and (is_paired(result.dtype) or wanted):
            return False
        found = reduction(application)
        if result in group.elsewhere:
            if found is not None or wanted or not on.repeats or not _is_repeatable(application, group, users):
                return False
            group.inline.add(result)
            return True
        if result.ndim < group.space.min_rank and any(group.is_last(u.outputs[0]) for u in users):
            if found is not None or not on.repeats or not _is_cheap(application) or wanted:
                return False
            group.inline.add(result)  # aligned with the last axis, not with the rows
            return True
        if found is not None:
            if not on.rows or group.is_paired() or self._later(result) >= MOST_STAGES:
                return False
            return _reduces_rows_of(group, application, found)
        read = read_of(application)
        if scalar_call(application) is None and read is None:
            return False
        if read is not None and not read.founds and wanted:
            return False
        if not wanted and not group.is_whole(result) and group.is_aligned(result):
            return on.chains
        if group.is_whole(result):
            return on.chains and (group.kind in (ELEMENTWISE, ROWS) or not wanted)
        if group.is_row(result) and _has_rows(group, result) and _comes_of_rows(group, application):
            if not on.rows:
                return False
            group.kind = ROWS
            return True
        if not on.repeats or not _is_cheap(application) or wanted:
            return False
        if not group.is_row(result):
            group.inline.add(result)
        return True


def _founded(application: Application) -> Group | None:
    found = reduction(application)
    if found is not None:
        return Group(next(application.arrays()).shape, found.kind, found.axes)
    read = read_of(application)
    if scalar_call(application) is None and (read is None or not read.founds):
        return None
    return Group(application.outputs[0].shape, ELEMENTWISE)


def _reduces_rows_of(group: Group, application: Application, found: Reduction) -> bool:
    """Whether a reduction gives one number for each row of a kernel, which may have had no reduction so far."""
    if found.kind != ROWS or group.kind not in (ROWS, ELEMENTWISE):
        return False
    space = next(application.arrays()).shape
    if space != group.space and not _can_have_rows(group, space):
        return False
    if not group.is_row(application.outputs[0], space):
        return False
    group.kind, group.space = ROWS, space
    return True


def _can_have_rows(group: Group, space: Shape) -> bool:
    """Whether what an elementwise kernel computes is one number for each row of a larger space."""
    return (
        group.kind == ELEMENTWISE
        and len(space.dims) > 1
        and is_long(space)
        and not (group.inline or group.elsewhere)
        and not any(is_paired(member.outputs[0].dtype) for member in group.members)
        and all(group.is_row(member.outputs[0], space) for member in group.members)
        and all(read is None or read.lone for read in map(read_of, group.members))
    )


def _comes_of_rows(group: Group, application: Application) -> bool:
    """Whether the rows of a kernel are reduced before an application gets what comes of it, one number for each row."""
    if group.kind != ELEMENTWISE:
        return group.kind == ROWS
    waiting, seen = [application], set()
    while waiting:
        current = waiting.pop()
        found = reduction(current)
        if found is not None:
            if found.kind == ROWS and next(current.arrays()).shape == group.space:
                return True
            continue
        for array in current.arrays():
            maker = array.application
            if maker is not None and maker not in seen and group.is_row(array):
                seen.add(maker)
                waiting.append(maker)
    return False


def _has_rows(group: Group, result: Array) -> bool:
    return len(group.space.dims) > 1 or result.ndim == 0 or result.shape.dims == (1,)


def _is_repeatable(application: Application, group: Group, users: Sequence[Application]) -> bool:
    """Whether an array may be computed where it is read, at whatever places those are."""
    if _is_cheap(application):
        return True
    read = read_of(users[0])
    return (
        group.kind == ELEMENTWISE
        and len(users) == 1
        and read is not None
        and read.once
        and (scalar_call(application) is not None or read_of(application) is not None)
    )


def _is_cheap(application: Application) -> bool:
    read = read_of(application)
    if read is not None:
        return read.cheap
    call = scalar_call(application)
    return call is not None and call.function in CHEAP
