"""Derivatives of products: each is a contraction over named axes, and so are its derivatives."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.helpers import adjoint, conj, place
from gnomon.graph.gradients.registry import pullback


def _columns(x: Array) -> Array:
    return ops.expand_dims(x, axis=-1)  # type: ignore[no-any-return]


def _rows(x: Array) -> Array:
    return ops.expand_dims(x, axis=-2)  # type: ignore[no-any-return]


@pullback("matmul")
def _(
    g: Array, a: Array, b: Array, *, out: Array, transpose_a: bool, transpose_b: bool, **attributes: Any
) -> Any:
    """dA = G B*, dB = A* G; vectors count as a row and a column."""
    left = ops.matrix_transpose(a) if transpose_a else a
    right = ops.matrix_transpose(b) if transpose_b else b
    a_row, b_column = left.ndim == 1, right.ndim == 1
    left = _rows(left) if a_row else left
    right = _columns(right) if b_column else right
    g = _columns(g) if b_column else g
    if a_row:
        g = ops.expand_dims(g, axis=-2)

    def to_a() -> Any:
        found = ops.matmul(g, adjoint(right))
        found = _summed_to(ops.squeeze(found, axis=-2) if a_row else found, a, transpose_a)
        return ops.matrix_transpose(found) if transpose_a else found

    def to_b() -> Any:
        found = ops.matmul(adjoint(left), g)
        found = _summed_to(ops.squeeze(found, axis=-1) if b_column else found, b, transpose_b)
        return ops.matrix_transpose(found) if transpose_b else found

    return to_a, to_b


def _summed_to(g: Array, x: Array, transposed: bool) -> Array:
    """Sum the axes that broadcast before the last ones are exchanged."""
    extra = g.ndim - x.ndim
    return ops.sum(g, axis=tuple(range(extra))) if transposed and extra > 0 else g


@pullback("contracted")
def _(g: Array, x: Array, y: Array, *, out: Array, contracting: Any, batch: Any) -> Any:
    """Contract the cotangent with the other array over what that one alone gave to the result."""
    x_axes, y_axes = ([place(k, a.ndim) for k in side] for a, side in zip((x, y), contracting))
    x_batch, y_batch = ([place(k, a.ndim) for k in side] for a, side in zip((x, y), batch))
    x_rest = [k for k in range(x.ndim) if k not in x_axes and k not in x_batch]
    y_rest = [k for k in range(y.ndim) if k not in y_axes and k not in y_batch]
    count, wide = len(x_batch), len(x_rest)

    def solved(other: Array, own: list[int], other_rest: list[int], other_batch: list[int], at: int) -> Any:
        spread = tuple(range(at, at + len(other_rest)))
        return ops.contracted(
            g,
            conj(other),
            contracting=(spread, tuple(other_rest)),
            batch=(tuple(range(count)), tuple(other_batch)),
        )

    def to_x() -> Any:
        found = solved(y, x_rest, y_rest, y_batch, count + wide)
        left = [y_axes[k] for k in range(len(y_axes))]
        order = [*x_batch, *x_rest, *[x_axes[left.index(k)] for k in sorted(left)]]
        return ops.transpose(found, axes=tuple(sorted(range(x.ndim), key=order.__getitem__)))

    def to_y() -> Any:
        found = solved(x, y_rest, x_rest, x_batch, count)
        order = [*y_batch, *y_rest, *[y_axes[x_axes.index(k)] for k in sorted(x_axes)]]
        return ops.transpose(found, axes=tuple(sorted(range(y.ndim), key=order.__getitem__)))

    return to_x, to_y
