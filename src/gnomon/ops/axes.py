"""Axes: read `axis=-1` against a rank, and edit one axis of a shape, also where rank or axis is unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from gnomon.shapes import AtLeast, Dim, Run, Shape, Size

if TYPE_CHECKING:
    from gnomon.ops.rule import Array, Rule


class UnknownAxis:
    """The type of `UNKNOWN_AXIS`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "UNKNOWN_AXIS"


UNKNOWN_AXIS: Final = UnknownAxis()
"""Stands for an axis argument whose value is not known."""

Axis = int | Dim | UnknownAxis
Axes = int | Dim | UnknownAxis | Sequence[Axis] | None


def known_axis(r: Rule, axis: Axis, rank: int, x: Array) -> int | None:
    """Return the axis counted from 0, or None when it is unknown; refute one that is out of range."""
    if type(axis) is int:
        if axis < 0:
            if axis + rank >= 0:
                return axis + rank
        elif axis < rank:
            return axis
        if rank == 0 and r.library == "torch" and axis in (0, -1):
            return 0  # PyTorch lets a scalar pass for one axis
        _refute_axis(r, axis, rank, x)
    if isinstance(axis, Dim):
        low, high = r.facts.bounds(axis)
        if low is not None and low == high:
            return known_axis(r, low, rank, x)
        message = "{op}: axis {axis} is out of range for {x}, which has {rank} axes"
        r.require(AtLeast(axis, -rank), "axis", message, x=x, axis=axis, rank=rank)
        r.require(AtLeast(rank - 1, axis), "axis", message, x=x, axis=axis, rank=rank)
    return None


def _refute_axis(r: Rule, axis: int, rank: int, x: Array) -> None:
    if rank == 0:
        r.refute(
            "axis", "{op}: axis {axis} is out of range: {x} is a scalar without axes", blame=x, x=x, axis=axis
        )
    count = "one axis" if rank == 1 else f"{rank} axes"
    r.refute(
        "axis",
        "{op}: axis {axis} is out of range: {x} is {x.shape}, which has {count}",
        blame=x,
        x=x,
        axis=axis,
        count=count,
        rank=rank,
    )


def passes_unseen(r: Rule, x: Array) -> bool:
    """Whether PyTorch gives an array back without looking at the other arguments: it has no entries."""
    return (
        r.library == "torch" and x.shape.run is None and any(type(n) is int and n == 0 for n in x.shape.dims)
    )


def known_axes(r: Rule, axes: Axes, rank: int, x: Array) -> list[int] | None:
    """Return the axes counted from 0, in the order given, or None when one is unknown; None is all axes."""
    if axes is None:
        return list(range(rank))
    if isinstance(axes, (int, Dim, UnknownAxis)):
        axis = known_axis(r, axes, rank, x)
        return None if axis is None else [axis]
    result: list[int] = []
    unknown = False
    for entry in axes:
        axis = known_axis(r, entry, rank, x)
        if axis is None:
            unknown = True
            continue
        if axis in result:
            r.refute("axis", "{op}: axis {axis} is named twice for {x}", blame=x, x=x, axis=entry)
        result.append(axis)
    return None if unknown else result


def count_axes(axes: Axes) -> int | None:
    """Return how many axes are named; None means all."""
    if axes is None:
        return None
    if isinstance(axes, (int, Dim, UnknownAxis)):
        return 1
    return len(axes)


def fresh_sizes(r: Rule, count: int) -> tuple[Size, ...]:
    """Return that many sizes about which nothing is known."""
    return tuple(r.fresh() for _ in range(count))


def fresh_shape(r: Rule, rank: int) -> Shape:
    """Return a shape of this rank about which nothing else is known."""
    return Shape(fresh_sizes(r, rank))


def place(shape: Shape, axis: Axis) -> int | None:
    """Say where an axis is in a shape of unknown rank: its index in ``prefix``, or negative in ``suffix``."""
    if type(axis) is int:
        if axis >= 0:
            return axis if axis < len(shape.prefix) else None
        return axis if -axis <= len(shape.suffix) else None
    return None


def replace_axis(r: Rule, x: Array, axis: Axis, sizes: tuple[Size, ...]) -> Shape:
    """Return the shape with one axis replaced: by no size (dropped), by one, or by several."""
    shape = x.shape
    rank = shape.rank
    if rank is not None:
        k = known_axis(r, axis, rank, x)
        if k is None:
            return fresh_shape(r, rank - 1 + len(sizes))
        dims = shape.dims
        return Shape(dims[:k] + sizes + dims[k + 1 :])
    k = place(shape, axis)
    if k is not None:
        if k >= 0:
            prefix = shape.prefix[:k] + sizes + shape.prefix[k + 1 :]
            return Shape(prefix, shape.run, shape.suffix)
        k += len(shape.suffix)
        return Shape(shape.prefix, shape.run, shape.suffix[:k] + sizes + shape.suffix[k + 1 :])
    if type(axis) is int:
        # Inside the run, or beyond it: what lies on the near side of the axis is untouched.
        if axis >= 0:
            return Shape(shape.prefix, Run(), ())
        if -axis == len(shape.suffix) + 1:
            return Shape((), Run(), sizes + shape.suffix)
        return Shape((), Run(), shape.suffix)
    return Shape.unknown()


def size_of_axis(r: Rule, x: Array, axis: Axis) -> Size | None:
    """Return the size of an axis, or None when it is not determinable; refute an axis out of range."""
    shape = x.shape
    rank = shape.rank
    if rank is None:
        return shape.axis(axis) if type(axis) is int else None
    k = known_axis(r, axis, rank, x)
    if k is None:
        return None
    return shape.dims[k] if k < rank else 1


def check_rank(
    r: Rule,
    x: Array,
    *allowed: int,
    what: str = "",
    minimum: int | None = None,
    rule: str = "rank",
    help: str | None = None,
) -> bool:
    """Refute a rank that is not among those allowed (or below ``minimum``); say whether the rank is known."""
    rank = x.shape.rank
    if rank is None:
        low = x.shape.min_rank
        if minimum is None and low > max(allowed):
            _refute_rank(r, x, low, allowed, None, what, rule, help)
        return False
    if rank in allowed or (minimum is not None and rank >= minimum):
        return True
    _refute_rank(r, x, rank, allowed, minimum, what, rule, help)
    return False


def _refute_rank(
    r: Rule,
    x: Array,
    rank: int,
    allowed: tuple[int, ...],
    minimum: int | None,
    what: str,
    rule: str,
    help: str | None,
) -> None:
    want = f"at least {minimum}" if minimum is not None else " or ".join(str(a) for a in allowed)
    plural = "axis is" if want in ("1", "at least 1") else "axes are"
    shape = f" ({what})" if what else ""
    have = "no axes" if rank == 0 else "one axis" if rank == 1 else f"{rank} axes"
    r.refute(
        rule,
        "{op}: {x} is {x.shape}, which has {have}, but {want} {plural} needed{what}",
        blame=x,
        help=help,
        x=x,
        have=have,
        want=want,
        plural=plural,
        what=shape,
        rank=rank,
    )


def with_rank(r: Rule, shape: Shape, rank: int) -> Shape:
    """Return the shape with its run written out as unknown sizes, for an array that must have this rank."""
    if shape.run is None:
        return shape
    missing = rank - shape.min_rank
    if missing < 0:
        return fresh_shape(r, rank)
    return Shape(shape.prefix + fresh_sizes(r, missing) + shape.suffix)


def inverse_order(order: Sequence[int]) -> tuple[int, ...]:
    """Return by which axes to transpose what was transposed by others, to have it as it was.

    >>> inverse_order((2, 0, 1))
    (1, 2, 0)
    """
    return tuple(sorted(range(len(order)), key=order.__getitem__))
