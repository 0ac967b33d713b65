"""Operations on the last axes, to which axes in front are a batch already: products and linear algebra."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.batching.axes import shifted
from gnomon.graph.batching.helpers import aligned, each_row, row_axes
from gnomon.graph.batching.registry import Batch, batching, ops
from gnomon.ops.einsum import parse_equation, parse_words


@batching(
    *"cholesky inv matrix_exp sqrtm matrix_power det eigvals eigvalsh slogdet eig eigh pinv svd qr lu".split(),
    *"matrix_transpose diag_embed".split(),
)
def _(b: Batch, x: Array, **attributes: Any) -> Any:
    return b.op(x, **attributes)


@batching("matrix_rank")
def _(b: Batch, x: Array, **attributes: Any) -> Any:
    """A vector has rank 1 unless it is zero."""
    if b.rank(0) >= 2:
        return ops.matrix_rank(x, **attributes)
    found = ops.any(ops.not_equal(x, 0), axis=row_axes(b.rank(0))) if b.rank(0) else ops.not_equal(x, 0)
    return ops.cast(found, dtype=b.outs[0].dtype)


@batching("tril", "triu")
def _(b: Batch, x: Array, **attributes: Any) -> Any:
    """A vector is repeated as the rows of a square matrix."""
    if b.rank(0) == 1:
        x = ops.broadcast_to(ops.expand_dims(x, axis=1), shape=(b.size, *b.outs[0].shape.dims))
    return b.op(x, **attributes)


@batching("cdist")
def _(b: Batch, x: Array, y: Array) -> Any:
    rank = b.outs[0].ndim + 1
    return ops.cdist(*(aligned(v, rank) if over else v for v, over in zip((x, y), b.over)))


@batching("matmul")
def _(b: Batch, x: Array, y: Array, *, vectors: bool, transpose_a: bool, transpose_b: bool) -> Any:
    """Rows of vectors are a matrix; what remains of vectors counts as a row or a column of each matrix."""
    p, q = b.rank(0), b.rank(1)
    left_over, right_over = b.over
    if transpose_a and p >= 2:
        x = ops.matrix_transpose(x)
    if transpose_b and q >= 2:
        y = ops.matrix_transpose(y)
    if left_over and not right_over and q <= 2:
        return ops.matmul(x, y)
    if right_over and not left_over and q == 1 and p <= 2:
        return ops.matmul(y, ops.matrix_transpose(x) if p == 2 else x)
    x = ops.expand_dims(x, axis=-2) if p == 1 else x
    y = ops.expand_dims(y, axis=-1) if q == 1 else y
    rank = max(p, q, 2) + 1
    found = ops.matmul(aligned(x, rank) if left_over else x, aligned(y, rank) if right_over else y)
    dropped = ((-2,) if p == 1 else ()) + ((-1,) if q == 1 else ())
    return ops.squeeze(found, axis=dropped) if dropped else found


@batching("solve")
def _(b: Batch, x: Array, y: Array) -> Any:
    """A right side that is a vector becomes a column."""
    vectors = b.rank(1) == 1
    y = ops.expand_dims(y, axis=-1) if vectors else y
    rank = max(b.rank(0), b.rank(1), 2) + 1
    found = ops.solve(aligned(x, rank) if b.over[0] else x, aligned(y, rank) if b.over[1] else y)
    return ops.squeeze(found, axis=-1) if vectors else found


@batching("lstsq")
def _(b: Batch, x: Array, y: Array, *, rtol: Any) -> Any:
    """By the pseudo-inverse; whether there are residuals differs from row to row, so they are not given."""
    vectors = b.rank(1) == 1
    y = ops.expand_dims(y, axis=-1) if vectors else y
    y = aligned(y, max(b.rank(0), b.rank(1), 2) + 1) if b.over[1] else y
    solution = ops.matmul(ops.pinv(x, rtol=rtol), y)
    rows = each_row(b, x, b.over[0])
    rank = ops.cast(ops.matrix_rank(rows, rtol=rtol), dtype=b.outs[2].dtype)
    return ops.squeeze(solution, axis=-1) if vectors else solution, None, rank, ops.svd(rows, vectors=False)


@batching("triangular_solve")
def _(b: Batch, x: Array, y: Array, **attributes: Any) -> Any:
    vectors = b.rank(1) == 1
    y = each_row(b, y, b.over[1])
    y = ops.expand_dims(y, axis=-1) if vectors else y
    found = ops.triangular_solve(aligned(x, y.ndim) if b.over[0] else x, y, **attributes)
    return ops.squeeze(found, axis=-1) if vectors else found


@batching("contracted")
def _(b: Batch, x: Array, y: Array, *, contracting: Any, batch: Any) -> Any:
    """The mapped axis is a batch axis if both have it, and else one of the axes that are left."""
    sides = (x, y)
    moved = [
        [shifted(tuple(pair[k]), b.rank(k)) if b.over[k] else pair[k] for k in (0, 1)]
        for pair in (contracting, batch)
    ]
    if all(b.over):
        lead = ((0, *moved[1][0]), (0, *moved[1][1]))
        return ops.contracted(*sides, contracting=tuple(moved[0]), batch=lead)
    found = ops.contracted(*sides, contracting=tuple(moved[0]), batch=tuple(moved[1]))
    place = len(batch[0])
    if b.over[1]:
        place += b.rank(0) - len(contracting[0]) - len(batch[0])
    return ops.moveaxis(found, source=place, destination=0) if place else found


@batching("einsum")
def _(b: Batch, arrays: tuple[Array, ...], *, equation: str, words: bool) -> Any:
    """Give the mapped axis a name of its own."""
    parsed: Any = parse_words(equation) if words else parse_equation(equation)
    used = {label for labels in (*parsed.inputs, parsed.output) for label in labels}
    fresh = next(name for name in _NAMES if name not in used)
    gap = " " if words else ""
    inputs = [
        gap.join((fresh, *labels) if over else labels) for labels, over in zip(parsed.inputs, b.over[0])
    ]
    wanted = gap.join((fresh, *parsed.output))
    return ops.einsum(arrays, equation=f"{', '.join(inputs)} -> {wanted}", words=words)


_NAMES = [chr(code) for code in (*range(ord("a"), ord("z") + 1), *range(ord("A"), ord("Z") + 1))]


@batching("scaled_dot_product_attention")
def _(
    b: Batch, query: Array, key: Array, value: Array, mask: Array | None, *, grouped: bool, **rest: Any
) -> Any:
    if grouped:
        return NotImplemented
    rank = b.outs[0].ndim + 1
    given: Any = (each_row(b, query, b.over[0]), key, value, mask)
    arrays = [aligned(x, rank) if over else x for x, over in zip(given, (True, *b.over[1:]))]
    return ops.scaled_dot_product_attention(*arrays, **rest)


@batching("layer_norm")
def _(b: Batch, x: Array, weight: Array | None, bias: Array | None, *, shape: Any, epsilon: float) -> Any:
    """Weights that differ from row to row, and scalars, go through the body."""
    if b.over[1] or b.over[2] or not b.rank(0):
        return NotImplemented
    return ops.layer_norm(x, weight, bias, shape=shape, epsilon=epsilon)
