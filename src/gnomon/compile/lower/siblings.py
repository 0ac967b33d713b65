"""Kernels side by side: those over the same elements that do not need each other become one, which reads once.

The height of a step is the number of steps on the longest way from it to the results. Steps of one height do not need
each other, and their height stays what it is when they become one. Those of different heights may, unless there is a
way from the higher to the lower.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.lower.group import ELEMENTWISE, ROWS, Group
from gnomon.graph.capture import needed_by

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array
    from gnomon.shapes import Shape

MOST_RESULTS = 32
"""So many arrays one kernel writes at most, besides single numbers; so many streams of memory still go side by side."""
MOST_NUMBERS = 64
"""So many numbers, or numbers of each row, one kernel reduces at most."""
MOST_MEMBERS = 512
"""So many operations become one kernel side by side at most."""
SHORT = 32
"""Rows that are known to be shorter than this keep elementwise kernels of their own, which know no rows."""


class Heights:
    """The heights of applications, and of the kernels that they are in."""

    def __init__(
        self, users: Mapping[Array, Sequence[Application]], groups: Mapping[Application, Group]
    ) -> None:
        self.users = users
        self.groups = groups
        self.of: dict[Application, int] = {}

    def enter(self, application: Application, home: Group | None) -> None:
        """Note the height of an application, whose users' heights are known."""
        if home is not None:
            self.of[application] = self.of[home.members[-1]]
            return
        users = [user for out in application.outputs for user in self.users.get(out, ())]
        self.of[application] = 1 + max([self.of[user] for user in users], default=-1)

    def height(self, group: Group) -> int:
        """The height of a kernel."""
        return self.of[group.members[-1]]

    def are_apart(self, groups: Sequence[Group]) -> bool:
        """Whether no kernel needs another, not even through others: those of one height do not."""
        ordered = sorted(groups, key=self.height)
        return not any(
            self._reaches(higher, lower) for k, lower in enumerate(ordered) for higher in ordered[k + 1 :]
        )

    def _reaches(self, start: Group, goal: Group) -> bool:
        """Whether a kernel comes after another because it needs what that one, or a user of that one, gives."""
        low = self.height(goal)
        if self.height(start) == low:
            return False
        waiting, seen = [*start.members], {*start.members}
        while waiting:
            for out in waiting.pop().outputs:
                for user in self.users.get(out, ()):
                    unit = self.groups.get(user)
                    if unit is goal:
                        return True
                    if user not in seen and self.of[user] > low:
                        further = [user] if unit is None else unit.members
                        seen.update(further)
                        waiting += further
        return False

    def become_one(self, whole: Group) -> None:
        """Note that kernels are one, as high as the highest; what they need is higher still."""
        height = max([self.of[member] for member in whole.members])
        waiting: list[tuple[Sequence[Application], int]] = [(whole.members, height)]
        while waiting:
            members, height = waiting.pop()
            self.of.update(dict.fromkeys(members, height))
            for array in dict.fromkeys([array for member in members for array in needed_by(member)]):
                maker = array.application
                if maker is not None and self.of.get(maker, height + 1) <= height and maker not in members:
                    unit = self.groups.get(maker)
                    waiting.append(([maker] if unit is None else unit.members, height + 1))


def side_by_side(groups: Sequence[Group], heights: Heights) -> Group | None:
    """Return one kernel for several, None if they stay apart."""
    first, *others = groups
    if any(not _fit(first, each) for each in others) or any(not _fit(a, b) for a in others for b in others):
        return None
    results = [array for each in groups for array in each.results]
    large = sum(not first.is_single(array) for array in results)
    members = sum(len(each.members) for each in groups)
    if large > MOST_RESULTS or len(results) > MOST_NUMBERS or members > MOST_MEMBERS:
        return None
    if not heights.are_apart(groups):
        return None
    whole = Group(first.space, ROWS if any(each.kind == ROWS for each in groups) else first.kind, first.axes)
    for each in groups:
        whole.members += each.members
        whole.results += each.results
        whole.reads |= each.reads
        whole.elsewhere |= each.elsewhere
        whole.inline |= each.inline
    return whole


def _fit(first: Group, second: Group) -> bool:
    if first.space != second.space or first.axes != second.axes or first.is_paired() or second.is_paired():
        return False
    if first.kind == second.kind:
        return True
    long = len(first.space.dims) > 1 and is_long(first.space)
    return long and {first.kind, second.kind} == {ELEMENTWISE, ROWS}


def is_long(space: Shape) -> bool:
    """Whether rows are not known to be short."""
    last = space.dims[-1] if space.dims else 1
    return not (type(last) is int and last < SHORT)


def joined(groups: dict[Application, Group], heights: Heights) -> dict[Application, Group]:
    """Join kernels that read the same array, or compute single numbers."""
    found: dict[object, Group] = {}
    standing = dict(groups)
    for group in dict.fromkeys(groups.values()):
        current = group
        for array in _read(group):
            key = (heights.height(current), current.space, current.kind, current.axes, array)
            other = found.get(key)
            other = None if other is None else standing[other.members[-1]]
            if other is not None and other is not current:
                whole = side_by_side([other, current], heights)
                if whole is not None:
                    standing.update(dict.fromkeys(whole.members, whole))
                    current = whole
            found[key] = current
    return standing


def _read(group: Group) -> Iterator[Array | None]:
    """The arrays from outside that a kernel reads as a whole; None stands for kernels of single numbers."""
    if all(size == 1 for size in group.space.dims):
        yield None
        return
    made = {member.outputs[0] for member in group.members}
    yield from dict.fromkeys(
        array
        for member in group.members
        for array in member.arrays()
        if array not in made and group.is_whole(array)
    )


def in_turn(
    order: Sequence[Application], groups: Mapping[Application, Group], makers: Mapping[Array, Application]
) -> Iterator[Application | Group]:
    """The kernels and the other applications in the order of computation, each after what it needs."""
    ends = {id(groups[application]): application for application in order if application in groups}
    done: set[int] = set()

    def needed(unit: Application | Group) -> list[Application | Group]:
        members = unit.members if isinstance(unit, Group) else [unit]
        made = [makers[array] for member in members for array in needed_by(member) if array in makers]
        units = [groups.get(maker, maker) for maker in made]
        return [each for each in units if each is not unit and id(each) not in done]

    for application in order:
        unit = groups.get(application, application)
        waiting = [unit] if unit is application or ends[id(unit)] is application else []
        while waiting:
            missing = needed(waiting[-1]) if id(waiting[-1]) not in done else []
            if missing:
                waiting += reversed(missing)
            elif id(waiting[-1]) in done:
                waiting.pop()
            else:
                done.add(id(waiting[-1]))
                yield waiting.pop()
