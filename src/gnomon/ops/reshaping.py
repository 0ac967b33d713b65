"""Reshaping: the same elements in the same order under another shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import Axis, fresh_sizes, known_axis, place, replace_axis
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.shapes import NO, YES, Divides, Equal, Run, Shape, Size, product


@op(dtype="first")
def reshape(x: Array, *, shape: Sequence[Size] | Shape) -> Any:
    """The same elements in row-major order under a new shape; one entry may be -1, which is then inferred.

    An entry that is an unknown integer (perhaps -1) gives an unknown size.

    >>> from gnomon.ops.sketch import array
    >>> reshape(array(32, 8, 8, 64), shape=(-1, 4096))
    array(32, 4096)
    """


@reshape.shape
def _(r: Rule, x: Array, *, shape: Sequence[Size] | Shape) -> Out:
    if isinstance(shape, Shape):
        if shape.run is not None:
            return Out(shape, None, x.contents)
        shape = shape.dims
    return Out(Shape(reshaped(r, x, tuple(shape))), None, x.contents)


def reshaped(r: Rule, x: Array, target: tuple[Size, ...]) -> tuple[Size, ...]:
    """Return the sizes of x reshaped to a target with at most one -1; NumPy takes any negative entry for it."""
    if r.library == "numpy":
        target = tuple(-1 if type(size) is int and size < 0 else size for size in target)
    hole: int | None = None
    unknown = False
    for k, size in enumerate(target):
        if type(size) is int:
            if size == -1:
                if hole is not None:
                    r.refute("reshape-size", "{op}: {target} has more than one -1", target=Shape(target))
                hole = k
        else:
            low = r.facts.bounds(size)[0]
            unknown = unknown or low is None or low < 0
    if unknown:
        return _with_unknown_entries(r, target)
    source = x.shape
    if source.run is not None:
        return target if hole is None else (*target[:hole], r.fresh(), *target[hole + 1 :])
    if hole is None:
        return target if _check_total(r, x, target) else tuple(r.fresh() for _ in target)
    inferred = _infer_hole(r, x, target, hole)
    return (*target[:hole], inferred, *target[hole + 1 :])


def _with_unknown_entries(r: Rule, target: tuple[Size, ...]) -> tuple[Size, ...]:
    """Return the target where entries that may be -1 are unknown sizes."""
    result: list[Size] = []
    for size in target:
        low = r.facts.bounds(size)[0]
        if low is not None and low >= 0:
            result.append(size)
        else:
            result.append(r.fresh() if type(size) is int else r.sized(size))
    return tuple(result)


def _check_total(r: Rule, x: Array, target: tuple[Size, ...]) -> bool:
    """Require equal numbers of elements; say (after an error) whether the target can be meant."""
    dims = x.shape.dims
    if dims == target:
        return True
    total, wanted = product(dims), product(target)
    r.equal(
        total,
        wanted,
        "reshape-size",
        "{op}: {x} is {x.shape} with {total} elements, but {target} holds {wanted}",
        blame=x,
        help=_advice(dims, target),
        x=x,
        total=total,
        target=Shape(target),
        wanted=wanted,
    )
    return r.facts.equal(total, wanted) is not NO


def _infer_hole(r: Rule, x: Array, target: tuple[Size, ...], hole: int) -> Size:
    """Return the size that -1 stands for; sizes found on both sides cancel (none may be 0 beside a -1)."""
    source = x.shape.dims
    left = list(source)
    fixed: list[Size] = []
    for k, size in enumerate(target):
        if k == hole:
            continue
        if type(size) is int and size == 0:
            r.fail("reshape-size", "{op}: -1 cannot be inferred beside a 0 in {target}", target=Shape(target))
            return r.fresh()
        if size in left:
            left.remove(size)
        else:
            fixed.append(size)
    if not fixed:
        if hole == 0:
            _warn_batch_mixing(r, x, target)
        return product(left)
    total, wanted = product(left), product(fixed)
    if type(total) is int and type(wanted) is int:
        if total % wanted:
            _refuse(r, x, target, hole)
            return r.fresh()
    else:
        claim = Divides(wanted, total)
        answer = claim.ask(r.facts)
        if answer is NO:
            _refuse(r, x, target, hole)
            return r.fresh()
        if answer.is_maybe:
            r.maybe(claim, "reshape-size", x)
    if hole == 0:
        _warn_batch_mixing(r, x, target)
    return total // wanted


def _refuse(r: Rule, x: Array, target: tuple[Size, ...], hole: int) -> None:
    dims = x.shape.dims
    rest = product(size for k, size in enumerate(target) if k != hole)
    r.fail(
        "reshape-size",
        "{op}: {x} is {x.shape} with {total} elements, not a multiple of the {rest} that {target} asks for",
        blame=x,
        help=_advice(dims, target),
        x=x,
        total=product(dims),
        rest=rest,
        target=Shape(target),
    )


def _advice(dims: tuple[Size, ...], target: tuple[Size, ...]) -> str | None:
    """Suggest the flattening that keeps the first axis, where the target is a batch of flat rows."""
    if len(target) == 2 and len(dims) >= 2:
        row = product(dims[1:])
        if type(row) is int and row > 0:
            return f"each row of the first axis has {row} elements: (-1, {row}) would fit"
    return None


def _warn_batch_mixing(r: Rule, x: Array, target: tuple[Size, ...]) -> None:
    """Warn when the rows of ``(-1, k)`` hold parts of several rows of x, or do not end where its axes end."""
    dims = x.shape.dims
    rank = len(dims)
    if rank < 2 or (rank == 2 and type(dims[0]) is int):
        return
    last = dims[-1]
    if target[-1] == last and len(target) > 1:
        return
    row = product(dims[1:])
    if type(row) is int and row == 1:
        return
    facts = r.facts
    fixed = product(target[1:])
    if facts.equal(fixed, product(dims)) is YES:  # one row takes all: x is a single sample
        return
    if rank == 2 and facts.divides(row, fixed) is YES:
        return  # whole rows are put together
    suffix: Size = 1
    for size in reversed(dims[1:]):
        suffix = suffix * size
        if facts.equal(fixed, suffix) is not NO:
            return
    if facts.divides(fixed, last) is not NO:
        return
    tail: Size = 1
    for size in reversed(target[1:]):
        tail = tail * size
        if facts.equal(tail, row) is not NO:
            return
    r.warn(
        "batch-mixing",
        "{op}: {x} is {x.shape}; rows of {fixed} elements cut across its axes and mix the first one",
        blame=x,
        help=_advice(dims, (-1, fixed)),
        x=x,
        fixed=fixed,
        row=row,
        target=Shape(target),
    )


@op(dtype="first")
def flatten(x: Array, *, start: Axis = 0, end: Axis = -1) -> Any:
    """Merge the axes from ``start`` to ``end`` (inclusive) into one.

    >>> from gnomon.ops.sketch import array
    >>> flatten(array(32, 8, 8, 64), start=1)
    array(32, 4096)
    """


@flatten.shape
def _(r: Rule, x: Array, *, start: Axis, end: Axis) -> Out:
    shape = x.shape
    rank = shape.rank
    if rank is None:
        return Out(_flatten_unknown_rank(r, shape, start, end), None, x.contents)
    if rank == 0:
        known_axis(r, start, 1, x)
        known_axis(r, end, 1, x)
        return Out(Shape((1,)), None, x.contents)
    first, last = known_axis(r, start, rank, x), known_axis(r, end, rank, x)
    if first is None or last is None:
        return Out(Shape((), Run(), ()), None, x.contents)
    if first > last:
        r.refute(
            "axis", "{op}: axis {start} comes after axis {end} of {x}", blame=x, x=x, start=start, end=end
        )
    dims = shape.dims
    merged = product(dims[first : last + 1])
    return Out(Shape((*dims[:first], merged, *dims[last + 1 :])), None, x.contents)


def _flatten_unknown_rank(r: Rule, shape: Shape, start: Axis, end: Axis) -> Shape:
    if type(start) is int and type(end) is int and start >= 0 and end < 0 and -end - 1 <= len(shape.suffix):
        head = shape.prefix[:start]
        missing = start - len(head)
        tail = shape.suffix[len(shape.suffix) + end + 1 :]
        return Shape((*head, *fresh_sizes(r, missing), r.fresh(), *tail))
    return Shape.unknown()


@op(dtype="first")
def unflatten(x: Array, *, axis: Axis, sizes: Sequence[Size]) -> Any:
    """Split one axis into several, one of which may be -1.

    >>> from gnomon.ops.sketch import array
    >>> unflatten(array(32, 4096), axis=1, sizes=(-1, 64))
    array(32, 64, 64)
    """


@unflatten.shape
def _(r: Rule, x: Array, *, axis: Axis, sizes: Sequence[Size]) -> Shape:
    shape = x.shape
    rank = shape.rank
    parts = tuple(sizes)
    if rank is None:
        size = shape.axis(axis) if type(axis) is int else None
        known = place(shape, axis) is not None and size is not None
        return replace_axis(r, x, axis, _split_size(r, x, size, parts) if known else _open(r, parts))
    k = known_axis(r, axis, rank, x)
    if k is None:
        return Shape(fresh_sizes(r, rank - 1 + len(parts)))
    dims = shape.dims
    return Shape(dims[:k] + _split_size(r, x, dims[k], parts) + dims[k + 1 :])


def _open(r: Rule, parts: tuple[Size, ...]) -> tuple[Size, ...]:
    return tuple(r.fresh() if type(p) is int and p == -1 else p for p in parts)


def _split_size(r: Rule, x: Array, size: Size | None, parts: tuple[Size, ...]) -> tuple[Size, ...]:
    if size is None:
        return _open(r, parts)
    known = product(p for p in parts if not (type(p) is int and p == -1))
    message = "{op}: {size} elements on the axis of {x} {x.shape} do not split into {parts}"
    fields: dict[str, Any] = {"x": x, "size": size, "parts": Shape(parts)}
    if -1 not in parts:
        r.require(Equal(size, known), "reshape-size", message, blame=x, **fields)
        return parts
    if type(known) is int and known == 0:
        return _open(r, parts)
    r.require(Divides(known, size), "reshape-size", message, blame=x, **fields)
    rest = size // known
    return tuple(rest if type(p) is int and p == -1 else p for p in parts)
