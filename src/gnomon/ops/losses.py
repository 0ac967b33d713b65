"""Losses: predictions compared with targets."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import check_rank, known_axis
from gnomon.ops.broadcasting import broadcast, broadcast_leading, warn_silent_broadcast
from gnomon.ops.promotion import first
from gnomon.ops.record import op
from gnomon.ops.reductions import reduced
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import NO, Dtype, OneOf, Shape, Size, product

Reduction = str
""""none" keeps one loss per sample; "mean" and "sum" give a scalar."""


def _reduce(reduction: Reduction, each: Shape) -> Shape:
    return each if reduction == "none" else Shape()


def _second(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return first(r, arguments[1:])


PAIR = "{op}: the predictions {x} are {x.shape}, but the targets {y} are {y.shape}"


def _same_rank(r: Rule, x: Array, y: Array, message: str = PAIR, help: str | None = None) -> bool:
    """Require one rank; say whether both are known."""
    a, b = x.shape.rank, y.shape.rank
    if a is None or b is None:
        return False
    if a != b:
        r.fail("loss-target", message, blame=y, help=help, x=x, y=y)
        return False
    return True


def _same_shape(r: Rule, x: Array, y: Array, message: str = PAIR, help: str | None = None) -> None:
    """Require equal shapes."""
    if x.shape == y.shape or not _same_rank(r, x, y, message, help):
        return
    for a, b in zip(x.shape.dims, y.shape.dims):
        r.equal(a, b, "loss-target", message, blame=y, help=help, x=x, y=y)


# PyTorch


def _torch_classes(
    x: Array, target: Array, weight: Array | None = None, *, reduction: Reduction = "mean"
) -> Any: ...


def _cross_entropy_rule(
    r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction
) -> Shape:
    rank, other = x.shape.rank, target.shape.rank
    if rank is None or other is None:
        return _reduce(reduction, Shape.unknown())
    if rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis of classes is needed", blame=x, x=x)
    axis = 0 if rank == 1 else 1
    check_class_weight(r, x, weight, axis)
    kind = None if target.dtype is None else target.dtype.kind
    if rank == other and kind not in ("int", "uint", "bool"):
        if kind == "float" or _could_be(r, x.shape.dims, target.shape.dims):
            _same_shape(r, x, target)
            return _reduce(reduction, Shape(x.shape.dims[:axis] + x.shape.dims[axis + 1 :]))
    if kind == "float" and other == rank - 1:
        _refuse_floats(r, target)
    return _class_indices(r, x, target, axis, reduction)


def _refuse_floats(r: Rule, target: Array) -> None:
    r.fail(
        "dtype",
        "{op}: the class numbers {y} are {y.dtype}, but they should be integers",
        blame=target,
        help="convert them, for example with .long()",
        y=target,
    )


def _could_be(r: Rule, a: tuple[Size, ...], b: tuple[Size, ...]) -> bool:
    return all(r.facts.equal(m, n) is not NO for m, n in zip(a, b))


def _nll_rule(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    rank = x.shape.rank
    if rank is None or target.shape.rank is None:
        return _reduce(reduction, Shape.unknown())
    if rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis of classes is needed", blame=x, x=x)
    axis = 0 if rank == 1 else 1
    check_class_weight(r, x, weight, axis)
    if rank == 1 and target.shape.dims == (1,):
        return Shape()
    return _class_indices(r, x, target, axis, reduction)


def _class_indices(r: Rule, x: Array, target: Array, axis: int, reduction: Reduction) -> Shape:
    """Compare scores with one class number per sample."""
    dims = x.shape.dims
    want = dims[:axis] + dims[axis + 1 :]
    message = "{op}: {x} is {x.shape}, so the class numbers should be {want}, but {y} is {y.shape}"
    goal = Shape(want)
    got = target.shape.dims
    if not want and len(got) == 1 and got[0] == 1:
        return _reduce(reduction, goal)  # one sample without a batch: its class may come as a vector of one
    if len(got) != len(want):
        help = None
        if len(got) == len(want) + 1:
            one_column = type(got[-1]) is int and got[-1] == 1
            help = (
                "drop the last axis, for example with squeeze(-1)"
                if one_column
                else "pass class numbers: argmax"
            )
        r.fail("loss-target", message, blame=target, help=help, x=x, y=target, want=goal)
        return _reduce(reduction, goal)
    for a, b in zip(want, got):
        r.equal(a, b, "loss-target", message, blame=target, x=x, y=target, want=goal)
    classes = dims[axis]
    if target.contents is not None and type(classes) is int:
        for entry in target.contents:
            if type(entry) is int and (entry >= classes or (entry < 0 and entry != -100)):
                r.fail(
                    "index-range",
                    "{op}: class {entry} is out of range: {x} has {classes} classes",
                    blame=target,
                    entry=entry,
                    x=x,
                    classes=classes,
                )
    return _reduce(reduction, goal)


def check_class_weight(r: Rule, x: Array, weight: Array | None, axis: int) -> None:
    """Require one weight for each class."""
    if weight is None or weight.shape.rank != 1:
        return
    r.equal(
        x.shape.dims[axis],
        weight.shape.dims[0],
        "loss-target",
        "{op}: {x} is {x.shape} with {classes} classes, but there are {count} class weights",
        blame=weight,
        x=x,
        classes=x.shape.dims[axis],
        count=weight.shape.dims[0],
    )


_CLASSES = """

x: (batch, classes, *space), or (classes,) for one sample; target: class numbers (batch, *space){extra}.
``reduction`` "none" gives one loss per sample, otherwise a scalar.
"""

op(
    name="cross_entropy",
    doc="Cross-entropy of scores against classes (PyTorch): softmax included."
    + _CLASSES.format(extra=", or probabilities of the shape of x"),
    dtype="first",
)(_torch_classes).shape(_cross_entropy_rule)
op(
    name="nll_loss",
    doc="Negative log-likelihood of log-probabilities against class numbers (PyTorch)."
    + _CLASSES.format(extra=""),
    dtype="first",
)(_torch_classes).shape(_nll_rule)


def _pair(x: Array, target: Array, weight: Array | None = None, *, reduction: Reduction = "mean") -> Any: ...


def _strict_rule(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    """Compare entry by entry without broadcasting."""
    help = None
    a, b = x.shape.rank, target.shape.rank
    if a is not None and b is not None and abs(a - b) == 1:
        help = "give both the same shape, for example with squeeze(-1) or unsqueeze(1)"
    _same_shape(r, x, target, help=help)
    each = x.shape if x.shape.rank is not None else target.shape
    return _reduce(reduction, each)


def _broadcast_rule(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    """Compare entry by entry; shapes broadcast, which is rarely meant."""
    warn_silent_broadcast(r, x, target)
    return _reduce(reduction, broadcast(r, x, target))


for _name, _doc in {
    "binary_cross_entropy": "Cross-entropy of probabilities against 0 or 1 (PyTorch): equal shapes.",
    "bce_with_logits": "Cross-entropy of scores against 0 or 1, sigmoid included (PyTorch): equal shapes.",
    "multilabel_soft_margin": "Cross-entropy of scores against several labels: equal shapes.",
}.items():
    op(name=_name, doc=_doc, dtype="first")(_pair).shape(_strict_rule)

for _name, _doc in {
    "mse_loss": "Mean of the squared differences; shapes broadcast.",
    "l1_loss": "Mean of the absolute differences; shapes broadcast.",
    "huber_loss": "Squared for small, absolute for large differences (also smooth L1); shapes broadcast.",
    "kl_div": "Kullback-Leibler divergence of log-probabilities and probabilities; shapes broadcast.",
    "poisson_nll": "Negative log-likelihood of counts; shapes broadcast.",
    "soft_margin_loss": "Logistic loss against -1 or 1; shapes broadcast.",
    "hinge_loss": "Hinge loss against -1 or 1; shapes broadcast.",
}.items():
    op(name=_name, doc=_doc, dtype="promote")(_pair).shape(_broadcast_rule)


@op(dtype="first")
def multi_margin_loss(
    x: Array, target: Array, weight: Array | None = None, *, reduction: Reduction = "mean"
) -> Any:
    """Hinge loss over classes: x (batch, classes), target (batch,)."""


@multi_margin_loss.shape
def _(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    return _nll_rule(r, x, target, weight, reduction=reduction)  # type: ignore[no-any-return,unused-ignore]


@op(dtype="promote")
def cosine_embedding_loss(x: Array, y: Array, target: Array, *, reduction: Reduction = "mean") -> Any:
    """Push pairs of vectors together or apart: x, y (batch, d) and target (batch,) of 1 or -1."""


@cosine_embedding_loss.shape
def _(r: Rule, x: Array, y: Array, target: Array, *, reduction: Reduction) -> Shape:
    pair = broadcast(r, x, y)
    rank = target.shape.rank
    if pair.rank is not None and rank is not None and pair.rank != rank + 1:
        r.fail(
            "loss-target",
            "{op}: {x} is {x.shape}, so the target should have {want}, but {y} is {y.shape}",
            blame=target,
            x=x,
            y=target,
            want="one axis" if pair.rank == 2 else "no axes",
        )
    rest = pair.drop_last(1)
    if rest is None:
        return _reduce(reduction, target.shape)
    return _reduce(reduction, broadcast_leading(r, rest, target.shape, x, target))


@op(dtype="promote")
def triplet_margin_loss(
    anchor: Array, positive: Array, negative: Array, *, reduction: Reduction = "mean"
) -> Any:
    """Make an anchor closer to a positive than to a negative example: three arrays (batch, d)."""


@triplet_margin_loss.shape
def _(r: Rule, anchor: Array, positive: Array, negative: Array, *, reduction: Reduction) -> Shape:
    for x in (positive, negative):
        _same_rank(r, anchor, x, "{op}: {x} is {x.shape}, but {y} is {y.shape}")
    shape = broadcast(r, anchor, positive, negative)
    rest = shape.drop_last(1)
    return _reduce(reduction, Shape.unknown() if rest is None else rest)


@op(dtype="promote")
def margin_ranking_loss(x: Array, y: Array, target: Array, *, reduction: Reduction = "mean") -> Any:
    """Make the first of each pair rank higher where the target is 1, lower where it is -1."""


@margin_ranking_loss.shape
def _(r: Rule, x: Array, y: Array, target: Array, *, reduction: Reduction) -> Shape:
    _same_rank(r, x, target)
    return _reduce(reduction, broadcast(r, x, y, target))


@op(dtype="promote")
def gaussian_nll(x: Array, target: Array, variance: Array, *, reduction: Reduction = "mean") -> Any:
    """Negative log-likelihood under normal distributions with given variances."""


@gaussian_nll.shape
def _(r: Rule, x: Array, target: Array, variance: Array, *, reduction: Reduction) -> Shape:
    warn_silent_broadcast(r, x, target)
    return _reduce(reduction, broadcast(r, x, target))


@op(dtype="first")
def ctc_loss(
    x: Array,
    targets: Array,
    input_lengths: Array | None = None,
    target_lengths: Array | None = None,
    *,
    reduction: Reduction = "mean",
) -> Any:
    """Connectionist temporal classification: x (time, batch, classes) against sequences of labels."""


@ctc_loss.shape
def _(
    r: Rule,
    x: Array,
    targets: Array,
    input_lengths: Array | None,
    target_lengths: Array | None,
    *,
    reduction: Reduction,
) -> Shape:
    if x.shape.rank is None:
        return _reduce(reduction, Shape((r.fresh(),)))
    check_rank(r, x, 2, 3)
    if x.shape.rank == 2:
        return Shape()
    batch = x.shape.dims[1]
    if targets.shape.rank == 2:
        r.equal(batch, targets.shape.dims[0], "loss-target", PAIR, blame=targets, x=x, y=targets)
    for lengths in (input_lengths, target_lengths):
        if lengths is not None and lengths.shape.rank == 1:
            r.equal(
                batch,
                lengths.shape.dims[0],
                "loss-target",
                "{op}: {x} is {x.shape}, but {lengths} has {count} lengths for {batch} samples",
                blame=lengths,
                x=x,
                lengths=lengths,
                count=lengths.shape.dims[0],
                batch=batch,
            )
    return _reduce(reduction, Shape((batch,)))


# TensorFlow


@op(dtype=_second)
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


@op(dtype=_second)
def sparse_softmax_cross_entropy(labels: Array, logits: Array) -> Any:
    """Cross-entropy of scores (*b, classes) against class numbers (*b,) (TensorFlow): one loss per row."""


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


@op(dtype=_second)
def sigmoid_cross_entropy(labels: Array, logits: Array) -> Any:
    """Cross-entropy of each score against 0 or 1 (TensorFlow): equal shapes."""


@sigmoid_cross_entropy.shape
def _(r: Rule, labels: Array, logits: Array) -> Shape:
    _same_shape(r, logits, labels, "{op}: the logits {x} are {x.shape}, but the labels {y} are {y.shape}")
    return logits.shape if logits.shape.rank is not None else labels.shape
