"""Laws of loops: many small products become one large one, before the loop or behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gnomon import ops
from gnomon.graph.array import Application, Array, Constant
from gnomon.graph.errors import GnomonError
from gnomon.graph.inner import Inner, frozen, needs, sources, standing_for
from gnomon.graph.loop import Loop, loop_of
from gnomon.graph.rewrites.law import REAL, laws_of
from gnomon.graph.rewrites.numbers import uniform
from gnomon.graph.rewrites.patterns import Whole
from gnomon.shapes import Size, dtypes

law = laws_of("loops")
SCAN = Whole(["scan"])
PRODUCTS = frozenset({"matmul", "tensordot", "einsum", "dot", "vector_dot", "inner", "conv"})
"""Operations that do more work than they read, and do it faster for many rows at once."""
ROUNDED = "differs by roundings"


def _before(out: Application) -> list[Array] | None:
    """Compute the products of sequences with what is the same in all steps by one product for all steps."""
    loop = loop_of(out)
    moved = _of_sequences(loop)
    if not moved or loop.length is None:
        return None
    values = _in_all_steps(loop, moved)
    if values is None:
        return None
    stands = {array: standing_for(array) for array in moved}
    held, entries, rest = loop.inputs
    inner, more = frozen(
        [*held, *entries, *stands.values(), *rest], loop.inner.outputs, loop.inner.order, stands
    )
    assert not more
    carried, sequences, invariants = loop.parts
    return loop.with_body(inner, carried, [*sequences, *values], invariants)


def _of_sequences(loop: Loop) -> list[Array]:
    """Return the last products on the way from sequences, without carries, in which one factor is the same in all steps."""
    inner = loop.inner
    places: dict[Array, set[int]] = {array: {k} for k, array in enumerate(inner.inputs)}
    found: dict[Array, None] = {}
    for application in inner.order:
        rows = [places.get(array, set()) for array in needs(application)]
        mine: set[int] = set().union(*rows)
        for output in application.outputs:
            places[output] = mine
        product = application.op.name in PRODUCTS and len(application.outputs) == 1
        steady = any(row and min(row) >= loop.invariants for row in rows)
        if product and steady and any(k in loop.sequences for k in mine) and min(mine) >= loop.carries:
            found[application.outputs[0]] = None
    return _last(list(found), inner)


def _last(products: Sequence[Array], inner: Inner) -> list[Array]:
    """Return those that a step needs for something else than the others."""
    chosen = set(products)
    needed: set[Array] = set(inner.outputs)
    for application in reversed(inner.order):
        if any(output in needed for output in application.outputs) and not any(
            output in chosen for output in application.outputs
        ):
            needed.update(needs(application))
    return [product for product in products if product in needed]


def _in_all_steps(loop: Loop, wanted: Sequence[Array]) -> list[Array] | None:
    """Return expressions of a step, without carries, for all steps at once."""
    from gnomon.graph.batching.interpret import carried
    from gnomon.graph.batching.registry import Same

    length: Any = loop.length
    given: dict[Array, Any] = {}
    for k, (x, array) in enumerate(zip(loop.inner.inputs, loop.arrays)):
        if k >= loop.carries:
            given[x] = array if k < loop.invariants else Same(array)
    try:
        found = carried(wanted, given, length)
    except GnomonError:  # an operation that is not carried out for many rows at once
        return None
    results: list[Array] = []
    for one, many in zip(wanted, found):
        if isinstance(many, Same):
            return None
        whole = (length, *one.shape.dims)
        results.append(many if many.shape.dims == whole else ops.broadcast_to(many, shape=whole))
    return results


law(
    "products of sequences", SCAN, _before, kind=REAL, excluded=ROUNDED, usual=True,
    example="gn.scan(lambda c, v: (gn.tanh(c + v @ (x.T @ x)), None), x.sum(0), x)[0]",
    near=("gn.scan(lambda c, v: (gn.tanh((c + v) @ s), None), x[0], x)[0]",),
)  # fmt: skip


class Sum(NamedTuple):
    """A part of what is added to a carry in each step, as a sum over all steps."""

    rows: tuple[Array, ...]
    """What each step gives."""
    kind: str
    """How these are put together behind the loop."""
    axis: Any = None


def _behind(out: Application) -> list[Array] | None:
    """Let carries that only add up products be one product, computed behind the loop of all factors."""
    loop = loop_of(out)
    if loop.length is None:
        return None
    uses = _uses(loop.inner)
    stacked = set(loop.inner.outputs[loop.carries :]) | set(loop.inner.inputs[loop.carries : loop.invariants])
    sums: dict[int, list[Sum]] = {}
    rest: dict[int, list[Array]] = {}
    for k in range(loop.carries):
        terms = _terms(loop, k, uses)
        if terms is None:
            continue
        parts = [(term, _product(term)) for term in terms]
        known = stacked.union(*[p.rows for _, p in parts if p is not None])
        parts = [(term, part or _reduction(term, known)) for term, part in parts]
        if any(part is not None for _, part in parts):
            sums[k] = [part for _, part in parts if part is not None]
            rest[k] = [term for term, part in parts if part is None]
    if not sums:
        return None
    return _moved_behind(loop, sums, rest)


def _moved_behind(loop: Loop, sums: dict[int, list[Sum]], rest: dict[int, list[Array]]) -> list[Array]:
    held, entries, others = loop.inputs
    carried, sequences, invariants = loop.parts
    known: dict[Array, Array] = dict(zip(entries, sequences))
    rows = [row for parts in sums.values() for part in parts for row in part.rows]
    wanted = [row for row in dict.fromkeys(rows) if row not in known]
    ends = {
        k: _added([held[k], *rest[k]]) if k in sums else loop.inner.outputs[k] for k in range(loop.carries)
    }
    kept = [k for k in range(loop.carries) if k not in sums or rest[k]]
    inner, more = frozen(
        [*[held[k] for k in kept], *entries, *others],
        [*[ends[k] for k in kept], *loop.inner.outputs[loop.carries :], *wanted],
        loop.inner.order,
    )
    assert not more
    found = loop.with_body(inner, [carried[k] for k in kept], sequences, invariants)
    ys = found[len(kept) : len(found) - len(wanted)]
    known.update(zip(wanted, found[len(found) - len(wanted) :]))
    results = dict(zip(kept, found))
    for k, parts in sums.items():
        begun = [] if k not in results and _is_zero(carried[k]) else [results.get(k, carried[k])]
        results[k] = _added([*begun, *[_joined(part, known) for part in parts]])
    return [*[results[k] for k in range(loop.carries)], *ys]


def _is_zero(array: Array) -> bool:
    return not array.data.any() if isinstance(array, Constant) else uniform(array) == 0


def _uses(inner: Inner) -> dict[Array, int]:
    uses: dict[Array, int] = {}
    for application in inner.order:
        for array in needs(application):
            uses[array] = uses.get(array, 0) + 1
    for output in inner.outputs:
        uses[output] = uses.get(output, 0) + 1
    return uses


def _terms(loop: Loop, k: int, uses: dict[Array, int]) -> list[Array] | None:
    """Return what a step adds to a carry, if it does nothing else with it."""
    carry = loop.inner.inputs[k]
    waiting, terms, found = [loop.inner.outputs[k]], [], False
    while waiting:
        array = waiting.pop()
        if array is carry:
            found = not found and uses[carry] == 1
            if not found:
                return None
            continue
        application = array.application
        if application is not None and application.op is ops.add and uses[array] == 1:
            if all(part.shape.dims == array.shape.dims for part in application.arrays()):
                waiting += application.arrays()
                continue
        terms.append(array)
    rows = sources(Inner(loop.inner.inputs, terms))
    if not found or any(k in row for row in rows) or carry.dtype.kind not in ("float", "complex"):
        return None
    return terms[::-1]


def _product(term: Array) -> Sum | None:
    """See a term as a product of two matrices, or of a column and a row."""
    application = term.application
    if application is None or term.ndim != 2:
        return None
    if application.op is ops.matmul:
        left, right = application.arrays()
        if left.ndim != 2 or right.ndim != 2 or not left.dtype is right.dtype is term.dtype:
            return None
        source = _transposed(left)
        return Sum((left, right), "product") if source is None else Sum((source, right), "transposed")
    if application.op is ops.multiply:
        left, right = application.arrays()
        for column, row, kind in ((left, right, "outer"), (right, left, "outer")):
            if _is_outer(column, row, term):
                return Sum((column, row), kind)
    return None


def _is_outer(column: Array, row: Array, term: Array) -> bool:
    if not column.dtype is row.dtype is term.dtype or column.ndim != 2:
        return False
    rows, columns = term.shape.dims
    width = row.shape.dims[-1] if row.ndim else None
    lone = row.ndim == 1 or (row.ndim == 2 and row.shape.dims[0] == 1 and type(row.shape.dims[0]) is int)
    return column.shape.dims == (rows, 1) and lone and width == columns and rows != 1 and columns != 1


def _transposed(array: Array) -> Array | None:
    application = array.application
    if application is not None and application.op.name in ("matrix_transpose", "transpose"):
        if application.attributes.get("axes") in (None, (1, 0), (-1, -2)):
            (source,) = application.arrays()
            return source
    return None


def _reduction(term: Array, known: set[Array]) -> Sum | None:
    """See a term as a sum of something that all steps are stacked of in any case."""
    application = term.application
    if application is None or application.op is not ops.sum or application.attributes.get("keepdims"):
        return None
    (source,) = application.arrays()
    if source not in known or source.dtype is not term.dtype or source.dtype is dtypes.float16:
        return None
    axis = application.attributes.get("axis")
    axes = range(source.ndim) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return Sum((source,), "sum", (0, *[int(a) % source.ndim + 1 for a in axes]))


def _joined(part: Sum, known: dict[Array, Array]) -> Array:
    """Return a sum over all steps, from the stacked rows."""
    if part.kind == "sum":
        return ops.sum(known[part.rows[0]], axis=part.axis)  # type: ignore[no-any-return]
    left, right = (known[row] for row in part.rows)
    if part.kind == "outer":
        first: Array = ops.reshape(left, shape=left.shape.dims[:2])
        second: Array = ops.reshape(right, shape=(right.shape.dims[0], right.shape.dims[-1]))
        return ops.matmul(ops.matrix_transpose(first), second)  # type: ignore[no-any-return]
    if part.kind == "product":
        left = ops.matrix_transpose(left)
    return ops.matmul(ops.matrix_transpose(_flat(left)), _flat(right))  # type: ignore[no-any-return]


def _flat(x: Array) -> Array:
    """Return matrices of all steps below each other."""
    steps, rows, columns = x.shape.dims
    below: Size = steps * rows
    return ops.reshape(x, shape=(below, columns))  # type: ignore[no-any-return]


def _added(terms: Sequence[Array]) -> Array:
    total = terms[0]
    for term in terms[1:]:
        total = ops.add(total, term)
    return total


law(
    "sums of products of all steps", SCAN, _behind, kind=REAL, excluded=ROUNDED, usual=True,
    example="(lambda w: gn.grad(gn.scan(lambda c, v: (gn.tanh(c @ w + v), None), w, x[:, None])[0].sum(), w))(x.T @ x)",
    near=("gn.scan(lambda c, v: (c + v * v, None), x[0], x)[0]",),
)  # fmt: skip
