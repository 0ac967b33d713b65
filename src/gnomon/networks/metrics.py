"""Metrics (``gn.nn.metrics``): sums over batches, from which a number follows at the end.

A function of prediction and target that gives a number for each sample is a metric, too: its mean is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.namespace import nn
from gnomon.shapes import dtypes


class Metric:
    """Sums of each batch, and what they become.

    ``sums`` makes expressions of prediction and target, which are added up over the batches, and ``result`` makes the
    number (or array) of the totals, with NumPy.

    >>> import gnomon as gn
    >>> metric = gn.nn.metrics.f1(classes=2)
    >>> metric.measure([([[2.0, 1.0], [0.0, 1.0]], [0, 1]), ([[1.0, 3.0]], [0])])
    0.6666666666666666
    """

    def __init__(self, name: str, sums: Callable[..., Sequence[Any]], result: Callable[..., Any]) -> None:
        self.name = name
        self.sums = sums
        self.result = result

    def measure(self, batches: Any) -> Any:
        """Return the metric of pairs of prediction and target, each pair a batch."""
        totals: list[Any] = []
        for prediction, target in batches:
            found = self.sums(as_array(prediction), as_array(target))
            now = [np.asarray(part) for part in found]
            totals = [a + b for a, b in zip(totals, now)] if totals else now
        return self.result(*totals)

    def __repr__(self) -> str:
        return f"<metric {self.name}>"


def metric(given: Any) -> Metric:
    """Return a metric: as it is, or the mean of what a function gives for each sample."""
    if isinstance(given, Metric):
        return given

    def sums(prediction: Any, target: Any) -> list[Any]:
        each = ops.cast(given(prediction, target), dtype=dtypes.float64)
        return [ops.sum(each), as_array(each.size)]

    return Metric(getattr(given, "__name__", "metric"), sums, lambda total, count: float(total / count))


def accuracy(prediction: Any, target: Any) -> Array:
    """Whether the greatest score, of those on axis 1, is that of the target's class."""
    return ops.equal(ops.argmax(prediction, axis=1), target)  # type: ignore[no-any-return]


def binary_accuracy(prediction: Any, target: Any) -> Array:
    """Whether a score is on the target's side of 0 (the target is 0 or 1)."""
    return ops.equal(ops.greater(prediction, 0), ops.greater(target, 0.5))  # type: ignore[no-any-return]


def absolute_error(prediction: Any, target: Any) -> Array:
    """The distance from the target."""
    return ops.abs(prediction - target)  # type: ignore[no-any-return]


def squared_error(prediction: Any, target: Any) -> Array:
    """The squared distance from the target."""
    return ops.square(prediction - target)  # type: ignore[no-any-return]


def top(count: int) -> Callable[[Any, Any], Array]:
    """Whether the score of the target's class is among the ``count`` greatest of (batch, classes)."""

    def among(prediction: Any, target: Any) -> Array:
        own = ops.take_along_axis(prediction, ops.expand_dims(target, axis=1), axis=1)
        return ops.less(ops.sum(ops.cast(prediction > own, dtype=dtypes.float64), axis=1), count)  # type: ignore[no-any-return]

    among.__name__ = f"top_{count}"
    return among


def confusion(classes: int) -> Metric:
    """Counts by class of the target (rows) and of the greatest score on axis 1 (columns)."""
    return _of_confusion("confusion", classes, lambda counts: counts.astype("int64"))


def precision(classes: int, *, of: int | None = None) -> Metric:
    """Of what is taken for a class, the portion that is right: the mean over classes, or that ``of`` one."""
    return _of_confusion("precision", classes, lambda counts: _mean(_ratio(counts, 0), of))


def recall(classes: int, *, of: int | None = None) -> Metric:
    """Of what belongs to a class, the portion that is found: the mean over classes, or that ``of`` one."""
    return _of_confusion("recall", classes, lambda counts: _mean(_ratio(counts, 1), of))


def f1(classes: int, *, of: int | None = None) -> Metric:
    """The harmonic mean of precision and recall: the mean over classes, or that ``of`` one."""

    def result(counts: Any) -> float:
        total = counts.sum(axis=0) + counts.sum(axis=1)
        return _mean(2 * np.diagonal(counts) / np.maximum(total, 1), of)

    return _of_confusion("f1", classes, result)


def _of_confusion(name: str, classes: int, result: Callable[[Any], Any]) -> Metric:
    def sums(prediction: Any, target: Any) -> list[Any]:
        found = nn.one_hot(ops.reshape(ops.argmax(prediction, axis=1), shape=(-1,)), classes, dtype="float64")
        truth = nn.one_hot(ops.reshape(target, shape=(-1,)), classes, dtype="float64")
        return [ops.matmul(ops.swapaxes(truth, first=0, second=1), found)]

    return Metric(name, sums, result)


def _ratio(counts: Any, axis: int) -> Any:
    return np.diagonal(counts) / np.maximum(counts.sum(axis=axis), 1)


def _mean(each: Any, of: int | None) -> float:
    return float(each.mean() if of is None else each[of])


__all__ = [
    "Metric", "absolute_error", "accuracy", "binary_accuracy", "confusion", "f1", "precision", "recall",
    "squared_error", "top",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
