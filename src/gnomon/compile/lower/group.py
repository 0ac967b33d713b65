"""A kernel in the making: its applications, its iteration space, and what it reduces."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.lower.held import is_paired
from gnomon.compile.lower.reads import read_of
from gnomon.graph.array import Array
from gnomon.shapes import AtLeast, Claim, Shape, Size, product

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

    __slots__ = ("axes", "elsewhere", "inline", "kind", "members", "reads", "results", "space")

    def __init__(self, space: Shape, kind: str, axes: tuple[int, ...] = ()) -> None:
        self.space = space
        self.kind = kind
        self.axes = axes if kind in (WHOLE, LEADING) else ()
        """What is reduced, where it is not the last axis alone."""
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

    def is_row(self, array: Array, space: Shape | None = None) -> bool:
        """Whether an array has one element for each row: the space without its last axis, or with 1 there."""
        rows = (space or self.space).dims[:-1]
        return array.shape.dims in (rows, (*rows, 1))

    def is_aligned(self, array: Array) -> bool:
        """Whether each place of an elementwise kernel has one element of an array, an axis of size 1 at the end aside."""
        return self.kind == ELEMENTWISE and _without_end(array) == _without_end(self)

    @staticmethod
    def is_single(array: Array) -> bool:
        """Whether an array is a single number."""
        return all(size == 1 for size in array.shape.dims)

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
            around = (result, *application.arrays())
            own = read.lone and (all(map(self.is_row, around)) or all(map(self.is_aligned, around)))
            if result in self.inline or not own:
                self.elsewhere.update(application.arrays())
        elif result in self.elsewhere or result in self.inline:
            self.elsewhere.update(application.arrays())


def _without_end(of: Array | Group) -> tuple[Size, ...]:
    dims = of.space.dims if isinstance(of, Group) else of.shape.dims
    return dims[:-1] if dims and dims[-1] == 1 else dims


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
