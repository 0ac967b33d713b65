"""Losses: predictions compared with targets."""

from __future__ import annotations

from typing import Any

from gnomon.ops.broadcasting import broadcast, warn_silent_broadcast
from gnomon.ops.promotion import first, to_inexact
from gnomon.ops.reach import beyond
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import NO, Dtype, Shape, Size, dtypes

Reduction = str
""""none" keeps one loss per sample; "mean" and "sum" give a scalar."""


def reduced_loss(reduction: Reduction, each: Shape) -> Shape:
    return each if reduction == "none" else Shape()


def dtype_of_second(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_inexact(first(r, arguments[1:]), r.library)


PAIR = "{op}: the predictions {x} are {x.shape}, but the targets {y} are {y.shape}"


def same_rank(r: Rule, x: Array, y: Array, message: str = PAIR, help: str | None = None) -> bool:
    """Require one rank; say whether both are known."""
    a, b = x.shape.rank, y.shape.rank
    if a is None or b is None:
        return False
    if a != b:
        r.fail("loss-target", message, blame=y, help=help, x=x, y=y)
        return False
    return True


def same_shapes(r: Rule, x: Array, y: Array, message: str = PAIR, help: str | None = None) -> None:
    """Require equal shapes."""
    if x.shape == y.shape or not same_rank(r, x, y, message, help):
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
        return reduced_loss(reduction, Shape.unknown())
    if rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis of classes is needed", blame=x, x=x)
    axis = 0 if rank == 1 else 1
    check_class_weight(r, x, weight, axis)
    kind = None if target.dtype is None else target.dtype.kind
    if rank == other and kind not in ("int", "uint", "bool"):
        if kind == "float" or _could_be(r, x.shape.dims, target.shape.dims):
            same_shapes(r, x, target)
            return reduced_loss(reduction, Shape(x.shape.dims[:axis] + x.shape.dims[axis + 1 :]))
    if kind != "float" or other == rank - 1:
        _check_class_numbers(r, target)
    return _class_indices(r, x, target, axis, reduction)


def _check_class_numbers(r: Rule, target: Array) -> None:
    """Require integers; PyTorch takes no others than those of 64 bits, and bytes."""
    dtype = target.dtype
    if dtype is None or dtype in (dtypes.int64, dtypes.uint8):
        return
    if dtype.kind in ("float", "complex") or r.library == "torch":
        wanted = "int64" if r.library == "torch" else "integers"
        r.fail(
            "dtype",
            "{op}: the class numbers {y} are {y.dtype}, but they should be {wanted}",
            blame=target,
            help="convert them, for example with .long()",
            y=target,
            wanted=wanted,
        )


def _could_be(r: Rule, a: tuple[Size, ...], b: tuple[Size, ...]) -> bool:
    return all(r.facts.equal(m, n) is not NO for m, n in zip(a, b))


def _nll_rule(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    rank = x.shape.rank
    if rank is None or target.shape.rank is None:
        return reduced_loss(reduction, Shape.unknown())
    if rank == 0:
        r.refute("rank", "{op}: {x} is a scalar, but an axis of classes is needed", blame=x, x=x)
    axis = 0 if rank == 1 else 1
    check_class_weight(r, x, weight, axis)
    _check_class_numbers(r, target)
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
        return reduced_loss(
            reduction, goal
        )  # one sample without a batch: its class may come as a vector of one
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
        return reduced_loss(reduction, goal)
    for a, b in zip(want, got):
        r.equal(a, b, "loss-target", message, blame=target, x=x, y=target, want=goal)
    classes = dims[axis]
    wrong = _wrong_class(target, classes) if type(classes) is int else None
    if wrong is not None:
        message = "{op}: class {entry} is out of range: {x} has {classes} classes"
        r.fail("index-range", message, blame=target, entry=wrong, x=x, classes=classes)
    return reduced_loss(reduction, goal)


def _wrong_class(target: Array, classes: int) -> int | None:
    """Return a class number in a target that is certainly none of the classes."""
    if target.contents is None:
        bounds = getattr(target, "bounds", None)
        return None if bounds is None else beyond(bounds, classes)
    for entry in target.contents:
        if type(entry) is int and (entry >= classes or (entry < 0 and entry != -100)):
            return entry
    return None


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
    dtype="inexact",
)(_torch_classes).shape(_cross_entropy_rule)
op(
    name="nll_loss",
    doc="Negative log-likelihood of log-probabilities against class numbers (PyTorch)."
    + _CLASSES.format(extra=""),
    dtype="inexact",
)(_torch_classes).shape(_nll_rule)


def _pair(x: Array, target: Array, weight: Array | None = None, *, reduction: Reduction = "mean") -> Any: ...


def _strict_rule(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    """Compare entry by entry without broadcasting."""
    help = None
    a, b = x.shape.rank, target.shape.rank
    if a is not None and b is not None and abs(a - b) == 1:
        help = "give both the same shape, for example with squeeze(-1) or unsqueeze(1)"
    same_shapes(r, x, target, help=help)
    each = x.shape if x.shape.rank is not None else target.shape
    return reduced_loss(reduction, each)


def _labels_rule(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    """Compare entry by entry and average over the labels, the last axis."""
    if (
        x.shape.rank in (0, 1)
        and target.shape.rank in (0, 1)
        and (x.shape.numel(), target.shape.numel()) == (1, 1)
    ):
        return reduced_loss(reduction, Shape())
    same_shapes(r, x, target)
    rest = (x if x.shape.rank is not None else target).shape.drop_last(1)
    return reduced_loss(reduction, Shape.unknown() if rest is None else rest)


op(
    name="multilabel_soft_margin",
    doc="Cross-entropy of scores against several labels, averaged over these: equal shapes.",
    dtype="inexact",
)(_pair).shape(_labels_rule)


def _broadcast_rule(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    """Compare entry by entry; shapes broadcast, which is rarely meant."""
    warn_silent_broadcast(r, x, target)
    return reduced_loss(reduction, broadcast(r, x, target))


for _name, _doc in {
    "binary_cross_entropy": "Cross-entropy of probabilities against 0 or 1 (PyTorch): equal shapes.",
    "bce_with_logits": "Cross-entropy of scores against 0 or 1, sigmoid included (PyTorch): equal shapes.",
}.items():
    op(name=_name, doc=_doc, dtype="inexact")(_pair).shape(_strict_rule)

for _name, _doc in {
    "mse_loss": "Mean of the squared differences; shapes broadcast.",
    "l1_loss": "Mean of the absolute differences; shapes broadcast.",
    "huber_loss": "Squared for small, absolute for large differences (also smooth L1); shapes broadcast.",
    "kl_div": "Kullback-Leibler divergence of log-probabilities and probabilities; shapes broadcast.",
    "poisson_nll": "Negative log-likelihood of counts; shapes broadcast.",
    "soft_margin_loss": "Logistic loss against -1 or 1; shapes broadcast.",
    "hinge_loss": "Hinge loss against -1 or 1; shapes broadcast.",
}.items():
    op(name=_name, doc=_doc, dtype="promote_inexact")(_pair).shape(_broadcast_rule)


@op(dtype="inexact")
def multi_margin_loss(
    x: Array, target: Array, weight: Array | None = None, *, reduction: Reduction = "mean"
) -> Any:
    """Hinge loss over classes: x (batch, classes), target (batch,).

    >>> from gnomon.ops.sketch import array
    >>> multi_margin_loss(array(1, 3), array(1, dtype="int64"))
    array()
    """


@multi_margin_loss.shape
def _(r: Rule, x: Array, target: Array, weight: Array | None, *, reduction: Reduction) -> Shape:
    alone = x.shape.rank is not None and x.shape.rank < 2
    if alone and target.shape.rank is not None and target.shape.rank < 2 and target.shape.numel() == 1:
        return reduced_loss(reduction, target.shape)
    return _nll_rule(r, x, target, weight, reduction=reduction)
