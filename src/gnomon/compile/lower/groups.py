"""Fusion: which applications form one kernel.

Walking from the results to the inputs, an application joins the kernel of its users when they are all in the same
kernel and it need not be computed oftener there. A kernel has an iteration space. Its members are arrays over the
whole space; if it is a *row* kernel, also reductions over the last axis and what is computed of them for each row.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.lower.held import is_paired
from gnomon.compile.lower.reads import read_of
from gnomon.compile.lower.scalar import CHEAP, is_known, scalar_call
from gnomon.graph.array import Array
from gnomon.graph.capture import needed_by
from gnomon.shapes import AtLeast, Claim, Shape, product

if TYPE_CHECKING:
    from gnomon.graph.array import Application

COMBINES = {"sum": "add", "prod": "multiply", "max": "maximum", "min": "minimum", "any": "any", "all": "all"}
PARTICULAR = frozenset("argmax argmin nanmax nanmin ptp".split())
"""Other operations that find one of the elements, and need one."""
ELEMENTWISE, ROWS, LEADING, WHOLE = "elementwise", "rows", "leading", "whole"
"""Kinds of kernels: no reduction, over the last axis, over others than the last, over several with the last."""


class Reduction(NamedTuple):
    """How a reduction combines, over which axes, and what kind of kernel that asks for."""

    combine: str
    axes: tuple[int, ...]
    kind: str


class Group:
    """Applications that form one kernel, in the order of computation."""

    __slots__ = ("elsewhere", "inline", "kind", "members", "reads", "results", "space")

    def __init__(self, space: Shape, kind: str) -> None:
        self.space = space
        self.kind = kind
        self.members: list[Application] = []
        self.results: list[Array] = []
        """Arrays that the kernel writes to memory."""
        self.reads = False
        """Whether a member reads other places than where the loops stand."""
        self.elsewhere: set[Array] = set()
        """Arrays that members read at other places."""
        self.inline: set[Array] = set()
        """Arrays that are computed wherever they are used: they are neither over the whole space nor one number a row."""

    def is_whole(self, array: Array) -> bool:
        """Whether an array has an element for each place of the iteration space."""
        return array.shape == self.space

    def is_last(self, array: Array) -> bool:
        """Whether the last axis of an array is that of the iteration space."""
        return self.is_whole(array) or array in self.inline

    def is_row(self, array: Array) -> bool:
        """Whether an array has one element for each row: the space without its last axis, or with 1 there."""
        rows = self.space.dims[:-1]
        return array.shape.dims in (rows, (*rows, 1))

    def is_paired(self) -> bool:
        """Whether the kernel moves elements that are two numbers each."""
        founder = self.members[-1]
        return is_paired(founder.outputs[0].dtype) and founder.op.name != "complex"

    def add(self, application: Application) -> None:
        """Take a member, which comes before the others."""
        self.members.insert(0, application)
        result = application.outputs[0]
        read = read_of(application)
        if read is not None:
            self.reads = True
            rows = read.lone and all(self.is_row(a) for a in (result, *application.arrays()))
            if result in self.inline or not rows:
                self.elsewhere.update(application.arrays())
        elif result in self.elsewhere or result in self.inline:
            self.elsewhere.update(application.arrays())


def find_groups(order: Sequence[Application], outputs: Iterable[Array]) -> dict[Application, Group]:
    """Return the kernel of each application that can be in one."""
    users: dict[Array, list[Application]] = {}
    for application in order:
        for array in needed_by(application):
            users.setdefault(array, []).append(application)
    wanted = set(outputs)
    groups: dict[Application, Group] = {}
    for application in reversed(order):
        home = None if is_known(application) else _home(application, users, wanted, groups)
        group = home or _founded(application)
        if group is None:
            continue
        groups[application] = group
        group.add(application)
        result = application.outputs[0]
        if result in wanted or any(groups.get(user) is not group for user in users.get(result, ())):
            group.results.insert(0, result)
    return groups


def _founded(application: Application) -> Group | None:
    found = reduction(application)
    if found is not None:
        return Group(next(application.arrays()).shape, found.kind)
    read = read_of(application)
    if scalar_call(application) is None and (read is None or not read.founds):
        return None
    return Group(application.outputs[0].shape, ELEMENTWISE)


def _home(
    application: Application,
    users: dict[Array, list[Application]],
    wanted: set[Array],
    groups: dict[Application, Group],
) -> Group | None:
    """Return the kernel that an application joins, None if it begins its own."""
    if len(application.outputs) != 1 or application.op.name == "complex":
        return None
    result = application.outputs[0]
    homes = {id(groups.get(user)): groups.get(user) for user in users.get(result, ())}
    if len(homes) != 1:
        return None
    (group,) = homes.values()
    if group is None:
        return None
    if group.is_paired() != is_paired(result.dtype) and (is_paired(result.dtype) or result in wanted):
        return None
    found = reduction(application)
    if result in group.elsewhere:
        if found is not None or result in wanted or not _is_repeatable(application, group, users[result]):
            return None
        group.inline.add(result)
        return group
    if result.ndim < group.space.min_rank and any(group.is_last(u.outputs[0]) for u in users[result]):
        if found is not None or not _is_cheap(application) or result in wanted:
            return None
        group.inline.add(result)  # aligned with the last axis, not with the rows
        return group
    if found is not None:
        return group if not group.is_paired() and _reduces_rows_of(group, application, found) else None
    read = read_of(application)
    if scalar_call(application) is None and read is None:
        return None
    if read is not None and not read.founds and result in wanted:
        return None
    if group.is_whole(result):
        return group if group.kind in (ELEMENTWISE, ROWS) or result not in wanted else None
    if group.is_row(result) and _has_rows(group, result) and _comes_of_rows(group, application):
        group.kind = ROWS
        return group
    if not _is_cheap(application) or result in wanted:
        return None
    if not group.is_row(result):
        group.inline.add(result)
    return group


def _reduces_rows_of(group: Group, application: Application, found: Reduction) -> bool:
    """Whether a reduction gives one number for each row of a kernel, which may have had no reduction so far."""
    if found.kind != ROWS or group.kind not in (ROWS, ELEMENTWISE):
        return False
    if next(application.arrays()).shape != group.space or not group.is_row(application.outputs[0]):
        return False
    group.kind = ROWS
    return True


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


def reduction(application: Application) -> Reduction | None:
    """Return what a reduction does; None for what is none or has no kernel yet."""
    combine = COMBINES.get(application.op.name)
    if combine is None or len(application.inputs) != 1:
        return None
    (source,) = application.arrays()
    out = application.outputs[0]
    if source.dtype.kind == "complex":
        return None
    if combine in ("any", "all") and out.dtype.kind != "bool":
        return None
    if set(application.attributes) - {"axis", "keepdims"}:
        return None
    axes = _axes(application.attributes.get("axis"), source.ndim)
    if not axes:
        return None
    rank = source.ndim
    if axes == (rank - 1,) and source.shape.dims[-1] != 1:
        return Reduction(combine, axes, ROWS)
    return Reduction(combine, axes, WHOLE if axes[-1] == rank - 1 else LEADING)


def fullness(application: Application) -> Claim | None:
    """Return what a kernel's maximum or minimum asks for: an element at least, since it has no value without one."""
    name = application.op.name
    if name in ("global_max_pool", "adaptive_max_pool"):
        return _of_space(application)
    if name in PARTICULAR:
        (source,) = application.arrays()
        axes = _axes(application.attributes.get("axis"), source.ndim)
    else:
        found = reduction(application)
        if found is None or found.combine not in ("maximum", "minimum"):
            return None
        (source,) = application.arrays()
        axes = found.axes
    count = product([source.shape.dims[axis] for axis in axes])
    return None if type(count) is int and count else AtLeast(count, 1)


def _of_space(application: Application) -> Claim | None:
    (image,) = application.arrays()
    given = {**(application.op.defaults or {}), **application.attributes}
    count = given["spatial"] if "spatial" in given else len(given["size"])
    start = image.ndim - count - (1 if given["layout"] == "last" else 0)
    space = product(image.shape.dims[start : start + count])
    return None if type(space) is int and space else AtLeast(space, 1)


def _axes(given: object, rank: int) -> tuple[int, ...]:
    if given is None:
        return tuple(range(rank))
    chosen = given if isinstance(given, (tuple, list)) else (given,)
    if not all(type(axis) is int for axis in chosen):
        return ()
    return tuple(sorted({axis % rank for axis in chosen})) if rank else ()
