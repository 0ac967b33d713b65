"""Running sums, products and extremes along an axis."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axis, known_axis, passes_unseen
from gnomon.ops.promotion import first
from gnomon.ops.record import op
from gnomon.ops.reductions import total_dtype
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Dtype, Shape


@op(dtype="first")
def cumulative(x: Array, *, axis: Axis | None = None) -> Any:
    """Running sum, product, maximum or minimum along an axis; without axis, over the flattened array.

    >>> from gnomon.ops.sketch import array
    >>> cumulative(array(2, 3), axis=1)
    array(2, 3)
    """


def flat_or_same(r: Rule, x: Array, axis: Axis | None) -> Shape:
    """Return the shape of an operation along an axis that flattens when no axis is given."""
    if axis is None:
        count = x.shape.numel()
        return Shape((r.fresh() if count is None else count,))
    if x.shape.rank is not None:
        known_axis(r, axis, x.shape.rank, x)
    return x.shape


def _cumulative_rule(r: Rule, x: Array, *, axis: Axis | None) -> Shape:
    if x.shape.rank == 0 and r.library in ("numpy", "jax") and axis in (0, -1):
        return Shape((1,))  # a number counts as a vector
    return flat_or_same(r, x, axis)


cumulative.shape(_cumulative_rule)


def _running_dtype(r: Rule, arguments: tuple[Any, ...], attributes: object) -> Dtype | None:
    """Running sums: JAX keeps small integers."""
    dtype = first(r, arguments)
    if r.library == "jax" and dtype is not None and dtype.kind != "bool":
        return dtype
    return total_dtype(r, arguments, attributes)


for _name, _doc in {
    "cumsum": "Running sum along an axis; without axis, over the flattened array.",
    "cumprod": "Running product along an axis; without axis, over the flattened array.",
}.items():
    op(name=_name, doc=_doc, dtype=_running_dtype)(cumulative.function).shape(_cumulative_rule)


def _extreme_rule(r: Rule, x: Array, *, axis: Axis | None) -> Shape:
    return x.shape if passes_unseen(r, x) else flat_or_same(r, x, axis)


for _name, _doc in {
    "cummax": "Running maximum along an axis.",
    "cummin": "Running minimum along an axis.",
    "logcumsumexp": "Running logarithm of the sum of exponentials along an axis.",
}.items():
    op(name=_name, doc=_doc, dtype="inexact" if _name == "logcumsumexp" else "first")(
        cumulative.function
    ).shape(_cumulative_rule if _name == "logcumsumexp" else _extreme_rule)
