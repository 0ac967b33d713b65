"""Losses of TensorFlow: labels first, one loss per row."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import known_axis
from gnomon.ops.losses import dtype_of_second, same_shapes
from gnomon.ops.record import op
from gnomon.ops.reductions import reduced
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import OneOf, Shape, Size, product


@op(dtype=dtype_of_second)
def softmax_cross_entropy(labels: Array, logits: Array, *, axis: int = -1) -> Any:
    """Cross-entropy of scores against probabilities of the same shape (TensorFlow): one loss per row.

    >>> from gnomon.ops.sketch import array
    >>> softmax_cross_entropy(array(32, 10), array(32, 10))
    array(32)
    """


@softmax_cross_entropy.shape
def _(r: Rule, labels: Array, logits: Array, *, axis: int) -> Shape:
    rank, other = logits.shape.rank, labels.shape.rank
    if rank is None or other is None:
        known = logits if rank is not None else labels
        rest = known.shape.drop_last(1) if axis == -1 else None
        return Shape.unknown() if rest is None else rest
    if rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis of classes is needed", blame=logits, x=logits)
    if labels.shape == logits.shape:
        return reduced(r, logits, axis)
    message = "{op}: the logits {x} are {x.shape}, but the labels {y} are {y.shape}"
    help = "class numbers go to the sparse variant" if other == rank - 1 else None
    fields: dict[str, Any] = {"blame": labels, "help": help, "x": logits, "y": labels}
    if other == 0:
        r.refute("loss-target", message, **fields)
    # TensorFlow flattens all axes but that of the classes: both must be equal, or 1 in the labels.
    sizes: list[tuple[Size, Size]] = []
    for x in (logits, labels):
        k = known_axis(r, axis, x.shape.rank or 0, x)
        dims = x.shape.dims
        if k is None:
            return Shape(tuple(r.fresh() for _ in dims[1:]))
        sizes.append((product(dims[:k] + dims[k + 1 :]), dims[k]))
    (rows, classes), (label_rows, label_classes) = sizes
    r.require(OneOf(label_rows, (1, rows)), "loss-target", message, **fields)
    if classes != 1:
        r.require(OneOf(label_classes, (1, classes)), "loss-target", message, **fields)
    return reduced(r, logits, axis)


@op(dtype=dtype_of_second)
def sparse_softmax_cross_entropy(labels: Array, logits: Array) -> Any:
    """Cross-entropy of scores (*b, classes) against class numbers (*b,) (TensorFlow): one loss per row.

    >>> from gnomon.ops.sketch import array
    >>> sparse_softmax_cross_entropy(array(4, dtype="int64"), array(4, 3))
    array(4)
    """


@sparse_softmax_cross_entropy.shape
def _(r: Rule, labels: Array, logits: Array) -> Shape:
    rank, other = logits.shape.rank, labels.shape.rank
    if rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis of classes is needed", blame=logits, x=logits)
    rest = logits.shape.drop_last(1)
    if rank is None or other is None or rest is None:
        return labels.shape if other is not None else (Shape.unknown() if rest is None else rest)
    message = "{op}: the logits {x} are {x.shape}, so the labels should be {want}, but {y} is {y.shape}"
    if other != rank - 1:
        help = "take argmax of one-hot labels, or drop an axis of size 1" if other == rank else None
        r.fail("loss-target", message, blame=labels, help=help, x=logits, y=labels, want=rest)
        return rest
    for a, b in zip(rest.dims, labels.shape.dims):
        r.equal(a, b, "loss-target", message, blame=labels, x=logits, y=labels, want=rest)
    return rest


@op(dtype=dtype_of_second)
def sigmoid_cross_entropy(labels: Array, logits: Array) -> Any:
    """Cross-entropy of each score against 0 or 1 (TensorFlow): equal shapes.

    >>> from gnomon.ops.sketch import array
    >>> sigmoid_cross_entropy(array(4, 3), array(4, 3))
    array(4, 3)
    """


@sigmoid_cross_entropy.shape
def _(r: Rule, labels: Array, logits: Array) -> Shape:
    same_shapes(r, logits, labels, "{op}: the logits {x} are {x.shape}, but the labels {y} are {y.shape}")
    return logits.shape if logits.shape.rank is not None else labels.shape
