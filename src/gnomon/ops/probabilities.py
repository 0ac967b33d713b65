"""Probabilities and unit vectors along an axis."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axes, Axis, known_axes, passes_unseen
from gnomon.ops.broadcasting import broadcast
from gnomon.ops.promotion import first, to_wide_float
from gnomon.ops.record import op
from gnomon.ops.reductions import float_dtype, reduced, warn_singleton
from gnomon.ops.rule import Array, Rule, Shaped
from gnomon.shapes import Dtype, Shape


def _scores_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    """Probabilities: PyTorch and TensorFlow want floats."""
    dtype = first(r, arguments)
    if dtype is not None and dtype.kind in ("bool", "int", "uint") and r.library in ("torch", "tf"):
        if passes_unseen(r, arguments[0]):
            return dtype
        r.fail("dtype", "{op}: {x} is {x.dtype}, but floats are needed", blame=arguments[0], x=arguments[0])
        return None
    return to_wide_float(dtype, r.library)


@op(dtype=_scores_dtype)
def softmax(x: Array, *, axis: Axes = -1) -> Any:
    """Turn scores into probabilities that sum to 1 along an axis; the shape stays.

    >>> from gnomon.ops.sketch import array
    >>> softmax(array(32, 10), axis=-1)
    array(32, 10)
    """


@op(dtype=_scores_dtype)
def log_softmax(x: Array, *, axis: Axes = -1) -> Any:
    """Logarithms of the softmax along an axis; the shape stays.

    >>> from gnomon.ops.sketch import array
    >>> log_softmax(array(2, 3))
    array(2, 3)
    """


def _softmax_rule(r: Rule, x: Array, *, axis: Axes) -> Shape:
    rank = x.shape.rank
    if rank is not None and axis is not None:
        known_axes(r, axis, rank, x)
    if isinstance(axis, int):
        warn_singleton(r, x, axis)
    return x.shape


softmax.shape(_softmax_rule)
log_softmax.shape(_softmax_rule)


@op(dtype=float_dtype)
def normalize(x: Array, *, axis: Axes = -1) -> Any:
    """Divide by the length of the vectors along an axis; the shape stays.

    >>> from gnomon.ops.sketch import array
    >>> normalize(array(2, 3))
    array(2, 3)
    """


@normalize.shape
def _(r: Rule, x: Array, *, axis: Axes) -> Shape:
    if x.shape.rank is not None:
        known_axes(r, axis, x.shape.rank, x)
    return x.shape


@op(dtype="wide_float")
def cosine_similarity(x: Array, y: Array, *, axis: Axis = 1) -> Any:
    """Cosine of the angle between vectors along an axis, which is dropped after broadcasting.

    >>> from gnomon.ops.sketch import array
    >>> cosine_similarity(array(2, 3), array(2, 3), axis=1)
    array(2)
    """


@cosine_similarity.shape
def _(r: Rule, x: Array, y: Array, *, axis: Axis) -> Shape:
    shape = broadcast(r, x, y)
    return reduced(r, Shaped(shape, x), axis)
