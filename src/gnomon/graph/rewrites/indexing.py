"""Indexing moves inwards: only the entries that are needed are computed."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.rewrites.law import EXACT, REAL, laws_of, variables
from gnomon.graph.rewrites.patterns import Family, Node, P
from gnomon.graph.rewrites.shapes import BINARY, UNARY
from gnomon.shapes import Facts

law = laws_of("indexing")
x, y = variables("x y")
i, j, s, k = variables("i j s k")
FULL = slice(None)


def basic(items: Any) -> bool:
    """Say whether an index is made of integers and slices alone."""
    return all(type(item) in (int, slice) for item in items)


def complete(x: Array, items: Any) -> tuple[Any, ...]:
    """Return an item for each axis."""
    return (*items, *[FULL] * (x.ndim - len(items)))


law(
    "index of everything",
    P.index(x, items=i),
    lambda x: x,
    when=lambda i: all(type(item) is slice and _is_full(item) for item in i),
    kind=EXACT,
    example="ops.index(x, items=(slice(0, None), slice(None, None, 1)))",
    near=("x[1:]",),
)


def _is_full(item: slice) -> bool:
    return item.start in (None, 0) and item.stop is None and item.step in (None, 1)


def _squeezed(x: Array, i: Any) -> Array | None:
    if not basic(i):
        return None
    chosen = [axis for axis, item in enumerate(i) if type(item) is int]
    ones = all(x.shape.dims[axis] == 1 and i[axis] in (0, -1) for axis in chosen)
    if not chosen or not ones or not all(type(item) is int or _is_full(item) for item in i):
        return None
    return ops.squeeze(x, axis=tuple(chosen))  # type: ignore[no-any-return]


law(
    "the only entry of an axis",
    P.index(x, items=i),
    _squeezed,
    kind=EXACT,
    example="gn.max(x, axis=1, keepdims=True)[:, 0]",
    near=("x[:, 0]", "gn.max(x, axis=1, keepdims=True)[1:, 0]"),
)


def _composed(x: Array, i: Any, j: Any) -> Array | None:
    if not basic(i) or not basic(j):
        return None
    items: list[Any] = []
    rest = list(j)
    for axis, item in enumerate(complete(x, i)):
        if type(item) is int:
            items.append(item)
            continue
        outer = rest.pop(0) if rest else FULL
        found = _after(x.shape.dims[axis], item, outer)
        if found is None:
            return None
        items.append(found)
    return ops.index(x, items=tuple(items))  # type: ignore[no-any-return]


def _after(size: Any, first: slice, second: Any) -> Any:
    """Return the item that takes what the second takes of what the first has left."""
    if _is_full(first):
        return second
    if second == FULL:
        return first
    if type(size) is int and all(
        type(part) in (int, type(None)) for part in (first.start, first.stop, first.step)
    ):
        left = range(size)[first]
        if type(second) is int:
            return left[second] if -len(left) <= second < len(left) else None
        if not all(type(part) in (int, type(None)) for part in (second.start, second.stop, second.step)):
            return None
        taken = left[second]
        if not taken:
            return slice(0, 0)
        stop = taken.stop if taken.stop >= 0 else None
        return slice(taken.start, stop, None if taken.step == 1 else taken.step)
    if (
        first.stop is not None
        or first.step not in (None, 1)
        or type(first.start) is not int
        or first.start < 0
    ):
        return None
    if type(second) is not slice or second.stop is not None or second.step not in (None, 1):
        return None
    return (
        slice(first.start + second.start, None) if type(second.start) is int and second.start >= 0 else None
    )


law(
    "index of an index",
    P.index(P.index(x, items=i), items=j),
    _composed,
    kind=EXACT,
    example="x[1:][2:]",
    near=("x[:-1][2:]",),
)


def _of_elementwise(out: Array, i: Any, single: Any) -> Array | None:
    inner = out.application.inputs[0]  # type: ignore[union-attr]
    application = inner.application
    if not basic(i) or not single(inner):
        return None
    entries = [entry for entry in application.inputs if entry is not None]
    if any(entry.ndim and entry.shape != inner.shape for entry in entries) or not entries:
        return None
    taken = [
        entry if entry is None or not entry.ndim else ops.index(entry, items=i)
        for entry in application.inputs
    ]
    return application.op(*taken, **application.attributes)  # type: ignore[no-any-return]


law(
    "index of an elementwise function",
    P.index(Family(UNARY | BINARY), items=i),
    _of_elementwise,
    kind=EXACT,
    example="(x * y + 1)[1:]",
    near=("(x + v)[1:]", "(lambda e: e[1] + e[2])(gn.exp(x))"),
)


def _of_broadcast(x: Array, out: Array, i: Any) -> Array | None:
    if not basic(i):
        return None
    wide = out.application.inputs[0]  # type: ignore[union-attr]
    items: list[Any] = []
    extra = wide.ndim - x.ndim
    for axis, item in enumerate(complete(wide, i)):
        if axis < extra:
            if type(item) is int and not _in_range(item, wide.shape.dims[axis]):
                return None
            continue
        have = x.shape.dims[axis - extra]
        stretched = have != wide.shape.dims[axis]
        if stretched and have != 1 and not is_everything(item):
            return None  # whether it stretches is known when the function runs
        if stretched and type(item) is int and not _in_range(item, wide.shape.dims[axis]):
            return None
        items.append((0 if type(item) is int else FULL) if stretched else item)
    return ops.broadcast_to(ops.index(x, items=tuple(items)), shape=out.shape.dims)  # type: ignore[no-any-return]


def _in_range(item: int, size: Any) -> bool:
    return type(size) is int and -size <= item < size


law(
    "index of a broadcast",
    P.index(P.broadcast_to(x, shape=s), items=i),
    _of_broadcast,
    kind=EXACT,
    example="gn.broadcast_to(v, (7, 3))[2:5]",
)


def _of_concat(x: tuple[Array, ...], k: int, i: Any) -> Array | None:
    if not basic(i) or k is None:
        return None
    axis = k % x[0].ndim
    items = complete(x[0], i)
    item = items[axis]
    start = item if type(item) is int else item.start or 0
    stop = start + 1 if type(item) is int else item.stop
    if type(start) is not int or type(stop) is not int or not 0 <= start < stop:
        return None
    if type(item) is slice and item.step not in (None, 1):
        return None
    before = 0
    for part in x:
        size = part.shape.dims[axis]
        if type(size) is not int:
            return None
        if start < before + size:
            if start < before or stop > before + size:
                return None
            here = start - before if type(item) is int else slice(start - before, stop - before)
            if here == slice(0, size):
                here = FULL
            return ops.index(part, items=(*items[:axis], here, *items[axis + 1 :]))  # type: ignore[no-any-return]
        before += size
    return None


law(
    "index of joined parts",
    P.index(P.concat(x, axis=k), items=i),
    _of_concat,
    kind=EXACT,
    example="gn.concat([u, w], axis=0)[8:10]",
    near=("gn.concat([u, w], axis=0)[5:10]", "gn.concat([x, y], axis=0)[1:2]"),
)


def _of_stack(x: tuple[Array, ...], k: int, i: Any) -> Array | None:
    if not basic(i):
        return None
    axis = k % (x[0].ndim + 1)
    items = (*i, *[FULL] * (x[0].ndim + 1 - len(i)))
    item = items[axis]
    if type(item) is not int or not -len(x) <= item < len(x):
        return None
    return ops.index(x[item], items=(*items[:axis], *items[axis + 1 :])) if x[item].ndim else x[item]


law(
    "index of a stack",
    P.index(P.stack(x, axis=k), items=i),
    _of_stack,
    kind=EXACT,
    example="gn.stack([x, y], axis=0)[1]",
    near=("gn.stack([x, y], axis=1)[1]",),
)
law(
    "rows of a product",
    P.index(P.matmul(x, y), items=i),
    lambda x, y, i, out, single: (
        ops.matmul(ops.index(x, items=(i[0], FULL)), y) if single(out.application.inputs[0]) else None
    ),
    when=lambda x, y, i: x.ndim == y.ndim == 2 and basic(i) and complete_rows(i),
    kind=REAL,
    usual=True,
    excluded="none; sums may be rounded in another order",
    example="(u @ w.T)[2]",
    near=("(u @ w.T)[:, 2]",),
)


def complete_rows(items: Any) -> bool:
    """Say whether an index takes whole rows."""
    return bool(items) and not is_everything(items[0]) and all(is_everything(item) for item in items[1:])


def is_everything(item: Any) -> bool:
    """Say whether an item takes a whole axis."""
    return type(item) is slice and _is_full(item)


def _picked(out: Array, single: Any) -> Array | None:
    application = out.application
    assert application is not None
    inner, positions = application.inputs
    function = inner.application
    entries = [entry for entry in function.inputs if entry is not None]
    if not single(inner) or any(entry.shape != inner.shape for entry in entries if entry.ndim):
        return None
    if not Facts().at_least(inner.size, out.size).is_yes:
        return None  # entries may be picked several times
    taken = [
        entry if entry is None or not entry.ndim else ops.pick(entry, positions, **application.attributes)
        for entry in function.inputs
    ]
    return function.op(*taken, **function.attributes)  # type: ignore[no-any-return]


law(
    "entries picked of an elementwise function",
    Node(("pick",), (Family(UNARY | BINARY), j), {"axis": k}),
    _picked,
    kind=EXACT,
    example="gn.exp(u)[gn.asarray([1, 2]), gn.asarray([0, 2])]",
    near=("gn.exp(v)[gn.asarray([1, 2, 0, 0])]", "(lambda e: e[labels[:1]] + gn.sum(e))(gn.exp(v))"),
)


def _pieces(x: tuple[Array, ...], k: int) -> Array | None:
    """Pieces of one array, put together again in their order."""
    if any(part.application is None or part.application.op.name != "index" for part in x):
        return None
    sources = {part.application.inputs[0] for part in x}  # type: ignore[union-attr]
    if len(sources) != 1:
        return None
    (source,) = sources
    if source.ndim != x[0].ndim:
        return None
    axis, reached = k % source.ndim, 0
    for part in x:
        items = complete(source, part.application.attributes["items"])  # type: ignore[union-attr]
        if not all(type(item) is slice and (n == axis or _is_full(item)) for n, item in enumerate(items)):
            return None
        item, size = items[axis], part.shape.dims[axis]
        if item.step not in (None, 1) or type(size) is not int:
            return None
        if (item.start or 0) != reached:
            return None
        reached += size
    return source if reached == source.shape.dims[axis] else None


law(
    "pieces put together again",
    P.concat(x, axis=k),
    _pieces,
    when=lambda x, k: k is not None and len(x) > 1,
    kind=EXACT,
    example="gn.concat([u[:3], u[3:]], axis=0)",
    near=("gn.concat([u[:3], u[4:]], axis=0)", "gn.concat([u[3:], u[:3]], axis=0)"),
)
