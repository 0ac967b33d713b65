"""Broadcasting: axes are aligned from the right, and a size of 1 stretches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gnomon.shapes import NO, YES, Either, Equal, OneOf, Run, Shape, Size, maximum

if TYPE_CHECKING:
    from gnomon.ops.rule import Array, Rule

    Report = Callable[[Size, Size, int], None]
    """Told of two sizes that do not broadcast, and of their axis counted from the right."""


def broadcast(r: Rule, *arrays: Array | None) -> Shape:
    """Return the shape that all arrays broadcast to; None stands for an array left out."""
    shape: Shape | None = None
    seen: list[Array] = []
    for x in arrays:
        if x is None:
            continue
        other = x.shape
        if shape is None:
            shape = other
        elif other is not shape and other != shape:
            shape = broadcast_shapes(r, shape, other, x, _reporter(r, seen, x))
        seen.append(x)
    return Shape() if shape is None else shape


def broadcast_leading(r: Rule, a: Shape, b: Shape, x: Array, y: Array) -> Shape:
    """Broadcast the leading parts ``a`` of x and ``b`` of y (the batches of two stacks of matrices)."""
    if a is b or a == b:
        return a

    def report(first: Size, second: Size, _: int) -> None:
        r.fail(
            "broadcast",
            "{op}: {x} is {x.shape} and {y} is {y.shape}: their leading axes {a} and {b} do not broadcast",
            blame=y,
            x=x,
            y=y,
            a=a,
            b=b,
            first=first,
            second=second,
        )

    return broadcast_shapes(r, a, b, y, report)


def _column_cure(x: Array, y: Array) -> str | None:
    """Return what would help a vector that fits the rows of a matrix but meets its columns."""
    for matrix, flat, name in ((x.shape, y.shape, "{y}"), (y.shape, x.shape, "{x}")):
        if matrix.rank == 2 and flat.rank == 1 and type(flat.dims[0]) is int and flat.dims == matrix.dims[:1]:
            return f"{name} as a column, {Shape((flat.dims[0], 1))}, would go with each row"
    return None


def _reporter(r: Rule, owners: list[Array], y: Array) -> Report:
    """Return a function that reports a conflict with the first earlier array that shows it."""

    def report(a: Size, b: Size, axis: int) -> None:
        x, first, second = owners[0], a, b
        theirs = y.shape.axis(axis)
        for owner in owners:
            mine = owner.shape.axis(axis)
            if mine is None or theirs is None or mine == 1 or theirs == 1:
                continue
            if r.facts.equal(mine, theirs) is NO:
                x, first, second = owner, mine, theirs
                break
        r.fail(
            "broadcast",
            "{op}: {x} is {x.shape} and {y} is {y.shape}: "
            "on axis {axis} the sizes are {first} and {second}, and neither is 1",
            blame=y,
            help=_column_cure(x, y),
            x=x,
            y=y,
            axis=axis,
            first=first,
            second=second,
        )

    return report


def broadcast_shapes(r: Rule, a: Shape, b: Shape, blame: Array, report: Report) -> Shape:
    """Return what two shapes broadcast to."""
    if a.run is None and b.run is None:
        return Shape(broadcast_sizes(r, a.dims, b.dims, blame, report))
    if a.run is b.run and len(a.prefix) == len(b.prefix) and len(a.suffix) == len(b.suffix):
        suffix = broadcast_sizes(r, a.suffix, b.suffix, blame, report)
        beyond = -len(suffix) - 1
        pairs = zip(a.prefix, b.prefix)
        prefix = tuple(m if m == n else stretch(r, m, n, beyond, blame, report) for m, n in pairs)
        return Shape(prefix, a.run, suffix)
    if a.run is None:
        return _known_against_run(r, a.dims, b, blame, report)
    if b.run is None:
        return _known_against_run(r, b.dims, a, blame, report)
    short = min(len(a.suffix), len(b.suffix))
    cut, cut_b = len(a.suffix) - short, len(b.suffix) - short
    tail = broadcast_sizes(r, a.suffix[cut:], b.suffix[cut_b:], blame, report)
    rest = a.suffix[:cut] or b.suffix[:cut_b]
    return Shape((), Run(), tuple(_beside_unknown(r, n) for n in rest) + tail)


def _known_against_run(r: Rule, dims: tuple[Size, ...], open_: Shape, blame: Array, report: Report) -> Shape:
    """Broadcast a shape of known rank with one that has a run: what lies right of the run is certain."""
    suffix = open_.suffix
    if len(dims) <= len(suffix):
        return Shape(open_.prefix, open_.run, broadcast_sizes(r, suffix, dims, blame, report))
    extra = len(dims) - len(suffix)
    tail = broadcast_sizes(r, dims[extra:], suffix, blame, report)
    return Shape((), Run(), tuple(_beside_unknown(r, n) for n in dims[:extra]) + tail)


def _beside_unknown(r: Rule, size: Size) -> Size:
    """Return the size an axis gets from a partner about which nothing is known."""
    if type(size) is int:
        return r.fresh() if size == 1 else size
    low = r.facts.bounds(size)[0]
    return size if low is not None and low >= 2 else r.fresh()


def broadcast_sizes(
    r: Rule, a: tuple[Size, ...], b: tuple[Size, ...], blame: Array, report: Report
) -> tuple[Size, ...]:
    """Broadcast sizes aligned from the right."""
    if len(a) < len(b):
        a, b = b, a
    if not b:
        return a
    sizes = list(a)
    for k, size in enumerate(b, len(a) - len(b)):
        mine = sizes[k]
        if mine is not size and mine != size:
            sizes[k] = stretch(r, mine, size, k - len(a), blame, report)
    return tuple(sizes)


def stretch(r: Rule, a: Size, b: Size, axis: int, blame: Array, report: Report) -> Size:
    """Return what one size broadcasts to against another."""
    if type(a) is int:
        if a == 1:
            return b
        if type(b) is int:
            if b == 1:
                return a
            report(a, b, axis)
            return r.fresh()
        return _known_size(r, a, b, axis, blame, report)
    if type(b) is int:
        return a if b == 1 else _known_size(r, b, a, axis, blame, report)
    return _symbolic_sizes(r, a, b, axis, blame, report)


def _known_size(r: Rule, known: int, other: Size, axis: int, blame: Array, report: Report) -> Size:
    """Broadcast a known size other than 1: its partner is 1 or the same."""
    claim = OneOf(other, (1, known))
    answer = claim.ask(r.facts)
    if answer is NO:
        report(known, other, axis)
        return r.fresh()
    if answer is not YES:
        r.maybe(claim, "broadcast", blame)
    return known


def _symbolic_sizes(r: Rule, a: Size, b: Size, axis: int, blame: Array, report: Report) -> Size:
    facts = r.facts
    same = facts.equal(a, b)
    if same is YES:
        return a
    first_is_one = facts.equal(a, 1)
    if first_is_one is YES:
        return b
    second_is_one = facts.equal(b, 1)
    if second_is_one is YES:
        return a
    if same is NO and first_is_one is NO and second_is_one is NO:
        report(a, b, axis)
        return r.fresh()
    if same is not NO:
        unified = r.unify(a, b)
        if unified is not None:
            return unified
    r.maybe(Either(Equal(a, b), Equal(a, 1), Equal(b, 1)), "broadcast", blame)
    low, low_b = facts.bounds(a)[0] or 0, facts.bounds(b)[0] or 0
    if low >= 2:
        return a
    if low_b >= 2:
        return b
    return maximum(a, b) if low >= 1 and low_b >= 1 else r.fresh()


def broadcast_into(r: Rule, x: Array, target: Shape, owner: Array) -> None:
    """Require that ``x`` broadcasts to exactly the shape ``target`` of ``owner`` (for updates in place)."""
    source = x.shape
    if source is target or source == target:
        return
    if source.rank is None or target.rank is None:
        return
    message = "{op}: {x} is {x.shape} and does not broadcast to {target}, the shape of what it is put into"
    wide, narrow = target.dims, source.dims
    extra = len(narrow) - len(wide)
    for size in narrow[: max(extra, 0)]:
        r.equal(size, 1, "broadcast", message, blame=x, x=x, y=owner, target=target)
    narrow = narrow[max(extra, 0) :]
    for mine, size in zip(wide[len(wide) - len(narrow) :], narrow):
        if mine is size or mine == size or size == 1:
            continue
        if type(mine) is int and type(size) is int:
            r.fail("broadcast", message, blame=x, x=x, y=owner, target=target)
        else:
            claim = OneOf(size, (1, mine))
            r.require(claim, "broadcast", message, blame=x, x=x, y=owner, target=target)


def warn_silent_broadcast(r: Rule, x: Array, y: Array) -> None:
    """Warn of ``(n,)`` against ``(n, 1)``: every entry meets every entry, which is rarely meant."""
    a, b = x.shape, y.shape
    if a.run is not None or b.run is not None:
        return
    flat, column = (x, y) if len(a.prefix) == 1 else (y, x)
    short, long = flat.shape.dims, column.shape.dims
    if len(short) != 1 or len(long) != 2 or long[1] != 1:
        return
    size = short[0]
    if size == 1 or (size != long[0] and r.facts.equal(size, long[0]) is not YES):
        return
    if r.facts.equal(size, 1) is YES:
        return
    r.warn(
        "silent-broadcast",
        "{op}: {x} is {x.shape} and {y} is {y.shape}; together they become ({size}, {size})",
        blame=column,
        help="give both the same rank, for example with reshape(-1) on the column",
        x=x,
        y=y,
        size=size,
        flat=flat,
        column=column,
    )
