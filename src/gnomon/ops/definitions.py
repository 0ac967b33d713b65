"""What composite operations are made of: bodies over simpler operations, from which code and gradients follow.

The checker does not need them, so they are loaded by whoever does. A test holds each body against the rule of its
operation: same shape, same dtype, same value.
"""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.record import TABLE, Op
from gnomon.shapes import Size, product

ROOT_HALF = 0.7071067811865476
"""The square root of one half."""


def _axes(x: Any, axis: Any) -> tuple[int, ...]:
    rank = len(x.shape.dims)
    chosen = range(rank) if axis is None else axis if isinstance(axis, (tuple, list)) else (axis,)
    return tuple(sorted(a % rank for a in chosen)) if rank else ()


def _count(x: Any, axis: Any) -> Size:
    return product([x.shape.dims[a] for a in _axes(x, axis)])


def _over(x: Any, axis: Any, keepdims: bool = True) -> dict[str, Any]:
    return {"axis": _axes(x, axis), "keepdims": keepdims}


def _total(each: Any, reduction: str) -> Any:
    if reduction == "none":
        return each
    total = ops.sum(each, axis=None, keepdims=False)
    return total if reduction == "sum" else total / _count(each, None)


# -- reductions ----------------------------------------------------------------------------------------------


@TABLE["mean"].define
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    floats = x if x.dtype.kind in ("float", "complex") else ops.cast(x, dtype=ops.mean(x).dtype)
    return ops.sum(floats, **_over(x, axis, keepdims)) / _count(x, axis)


@TABLE["logsumexp"].define
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    top = ops.max(x, **_over(x, axis))
    top = ops.where(ops.isfinite(top), top, 0.0)
    total = ops.log(ops.sum(ops.exp(x - top), **_over(x, axis))) + top
    return total if keepdims else ops.squeeze(total, axis=_axes(x, axis))


@TABLE["ptp"].define
def _(x: Any, *, axis: Any, keepdims: bool) -> Any:
    over = _over(x, axis, keepdims)
    return ops.max(x, **over) - ops.min(x, **over)


# -- probabilities -------------------------------------------------------------------------------------------


@TABLE["softmax"].define
def _(x: Any, *, axis: Any) -> Any:
    e = ops.exp(x - ops.max(x, **_over(x, axis)))
    return e / ops.sum(e, **_over(x, axis))


@TABLE["log_softmax"].define
def _(x: Any, *, axis: Any) -> Any:
    shifted = x - ops.max(x, **_over(x, axis))
    return shifted - ops.log(ops.sum(ops.exp(shifted), **_over(x, axis)))


@TABLE["softmax_cross_entropy"].define
def _(labels: Any, logits: Any, *, axis: int) -> Any:
    return -ops.sum(labels * ops.log_softmax(logits, axis=axis), axis=(axis,), keepdims=False)


@TABLE["sigmoid_cross_entropy"].define
def _(labels: Any, logits: Any) -> Any:
    return ops.maximum(logits, 0.0) - logits * labels + ops.log1p(ops.exp(-ops.abs(logits)))


# -- activations ---------------------------------------------------------------------------------------------


@TABLE["silu"].define
def _(x: Any) -> Any:
    return x * ops.sigmoid(x)


@TABLE["relu6"].define
def _(x: Any) -> Any:
    return ops.minimum(ops.maximum(x, 0.0), 6.0)


@TABLE["softsign"].define
def _(x: Any) -> Any:
    return x / (ops.abs(x) + 1.0)


@TABLE["log_sigmoid"].define
def _(x: Any) -> Any:
    return ops.minimum(x, 0.0) - ops.log1p(ops.exp(-ops.abs(x)))


@TABLE["tanh_shrink"].define
def _(x: Any) -> Any:
    return x - ops.tanh(x)


@TABLE["rsqrt"].define
def _(x: Any) -> Any:
    return 1.0 / ops.sqrt(x)


@TABLE["logaddexp"].define
def _(x: Any, y: Any) -> Any:
    top = ops.maximum(x, y)
    gap = ops.where(ops.equal(x, y), 0.0, -ops.abs(x - y))
    return top + ops.log1p(ops.exp(gap))


@TABLE["lerp"].define
def _(x: Any, y: Any, weight: Any) -> Any:
    return x + weight * (y - x)


# -- layers and losses ---------------------------------------------------------------------------------------


@TABLE["linear"].define
def _(x: Any, weight: Any, bias: Any, *, weight_layout: str) -> Any:
    kernel = ops.matrix_transpose(weight) if weight_layout == "out_in" else weight
    product_ = ops.matmul(x, kernel)
    return product_ if bias is None else product_ + bias


@TABLE["mse_loss"].define
def _(x: Any, target: Any, weight: Any, *, reduction: str) -> Any:
    gap = x - target
    each = gap * gap
    return _total(each if weight is None else each * weight, reduction)


@TABLE["l1_loss"].define
def _(x: Any, target: Any, weight: Any, *, reduction: str) -> Any:
    each = ops.abs(x - target)
    return _total(each if weight is None else each * weight, reduction)


DEFINED: frozenset[Op] = frozenset(record for record in TABLE.values() if record.body is not None)
"""The composites."""
