"""Losses of Keras: targets first; a last axis of size 1 on one side is dropped or added first."""

from __future__ import annotations

from typing import Any

from gnomon.ops.broadcasting import broadcast_sizes
from gnomon.ops.promotion import first, to_inexact
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import NO, YES, Dtype, Shape, Size

PAIR = "{op}: {x} is {x.shape}, but the targets {y} are {y.shape}"

Sizes = tuple[Size, ...]


def _output_dtype(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return to_inexact(first(r, arguments[1:]), r.library)


def _reduced(reduction: str, rest: Sizes | None) -> Shape:
    """Return one loss per sample, or a scalar."""
    if reduction != "none":
        return Shape()
    return Shape.unknown() if rest is None else Shape(rest)


def _rest(x: Array) -> Sizes | None:
    return x.shape.dims[:-1] if x.shape.rank else None


def aligned(r: Rule, target: Array, x: Array) -> tuple[Sizes, Sizes] | None:
    """Return the sizes that Keras compares: ranks that differ by one are made equal if the last size is 1.

    None where a rank, or whether that size is 1, is not known.
    """
    if target.shape.rank is None or x.shape.rank is None:
        return None
    a, b = target.shape.dims, x.shape.dims
    if abs(len(a) - len(b)) != 1:
        return a, b
    long, short = (a, b) if len(a) > len(b) else (b, a)
    answer = r.facts.equal(long[-1], 1)
    if answer is NO:
        return a, b
    if answer is not YES:
        return None
    if len(short) == 1:
        short = (*short, 1)
    else:
        long = long[:-1]
    return (long, short) if len(a) > len(b) else (short, long)


def _pair(target: Array, x: Array, *, reduction: str = "mean") -> Any: ...


UNFLATTENED = (
    "the output has more axes than the targets: Flatten, a global pooling layer, or return_sequences=False "
    "before the last layer leaves one row for each sample"
)


def _equal_sizes(r: Rule, target: Array, x: Array, a: Sizes, b: Sizes, help: str | None) -> None:
    if len(a) != len(b):
        help = UNFLATTENED if len(a) <= 2 < len(b) else help
        r.fail("loss-target", PAIR, blame=target, help=help, x=x, y=target)
        return
    for k, (m, n) in enumerate(zip(a, b)):
        cure = help if k == len(b) - 1 else None
        r.equal(m, n, "loss-target", PAIR, blame=target, help=cure, x=x, y=target)


def _categorical_rule(r: Rule, target: Array, x: Array, *, reduction: str) -> Shape:
    pair = aligned(r, target, x)
    if pair is None:
        return _reduced(reduction, None)
    _equal_sizes(r, target, x, *pair, "class numbers go to sparse_categorical_crossentropy")
    return _reduced(reduction, pair[1][:-1])


def _binary_rule(r: Rule, target: Array, x: Array, *, reduction: str) -> Shape:
    pair = aligned(r, target, x)
    if pair is None:
        return _reduced(reduction, None)
    _equal_sizes(r, target, x, *pair, "give the last layer one unit for each column of the targets")
    return _reduced(reduction, pair[1][:-1])


def _sparse_rule(r: Rule, target: Array, x: Array, *, reduction: str) -> Shape:
    pair = aligned(r, target, x)
    if pair is None or not pair[1]:
        return _reduced(reduction, _rest(x))
    labels, scores = pair
    want = scores[:-1]
    if len(labels) == len(scores):
        answer = r.facts.equal(labels[-1], 1)
        if answer is not NO:
            labels = labels[:-1]
    message = (
        "{op}: {x} is {x.shape}, so the class numbers should be {want}, but the targets {y} are {y.shape}"
    )
    if len(labels) != len(want):
        help = "one-hot targets go to categorical_crossentropy" if len(labels) == len(scores) else None
        help = UNFLATTENED if len(labels) <= 1 < len(want) else help
        help = "the targets come first: loss(y_true, y_pred)" if len(labels) > len(scores) else help
        r.fail("loss-target", message, blame=target, help=help, x=x, y=target, want=Shape(want))
        return _reduced(reduction, want)
    for m, n in zip(labels, want):
        r.equal(m, n, "loss-target", message, blame=target, x=x, y=target, want=Shape(want))
    return _reduced(reduction, want)


def _regression_rule(r: Rule, target: Array, x: Array, *, reduction: str) -> Shape:
    pair = aligned(r, target, x)
    if pair is None:
        return _reduced(reduction, None)
    a, b = pair

    def report(first_size: Size, second_size: Size, axis: int) -> None:
        # Keras 2 makes a column of flat targets, so that they broadcast; nobody means that either.
        if len(a) == 1 and len(b) == 2:
            return
        r.fail("loss-target", PAIR, blame=target, x=x, y=target)

    shape = broadcast_sizes(r, b, a, target, report)
    stretched = any(type(size) is int and size != 1 and theirs == 1 for size, theirs in zip(b[::-1], a[::-1]))
    stretched = stretched or any(
        type(size) is int and size != 1 and ours == 1 for ours, size in zip(b[::-1], a[::-1])
    )
    if stretched or (len(a) != len(b) and min(len(a), len(b)) > 0):
        r.warn(
            "silent-broadcast",
            "{op}: {x} is {x.shape} but the targets {y} are {y.shape}: stretched to {shape}",
            blame=target,
            help="give the output and the targets the same shape",
            x=x,
            y=target,
            shape=Shape(shape),
        )
    return _reduced(reduction, shape[:-1])


for _name, _doc, _rule in (
    (
        "categorical_crossentropy",
        "Cross-entropy of probabilities against one-hot targets of the same shape (Keras).",
        _categorical_rule,
    ),
    (
        "sparse_categorical_crossentropy",
        "Cross-entropy of probabilities (*b, classes) against class numbers (*b,) or (*b, 1) (Keras).",
        _sparse_rule,
    ),
    (
        "binary_crossentropy",
        "Cross-entropy of probabilities against 0 or 1 (Keras): equal shapes but for a last axis of size 1.",
        _binary_rule,
    ),
    (
        "keras_regression",
        "Squared, absolute, Huber and other losses of Keras, averaged over the last axis: shapes broadcast.",
        _regression_rule,
    ),
):
    op(name=_name, doc=_doc, dtype=_output_dtype)(_pair).shape(_rule)
