"""Connectionist temporal classification: costs of sequences of labels."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.type import TensorType
from gnomon.theano.tensor.variables import as_tensor_variable


class ConnectionistTemporalClassification(GnomonOp):
    """Costs of sequences of labels: activations (time, batch, classes), labels, lengths -> one cost for each sequence."""

    __props__ = ("compute_grad",)

    def __init__(self, compute_grad: bool = True, openmp: Any = None) -> None:
        self.compute_grad = compute_grad

    def make_node(self, activations: Any, labels: Any, input_lengths: Any) -> Apply:
        scores, labels = as_tensor_variable(activations), as_tensor_variable(labels)
        lengths = as_tensor_variable(input_lengths)
        if scores.ndim != 3 or not scores.dtype.startswith("float"):
            raise ValueError(f"activations must be floats (time, batch, classes), got {scores.type}")
        if labels.ndim != 2 or not labels.dtype.startswith(("int", "uint")):
            raise ValueError(f"labels must be integers (batch, labels), got {labels.type}")
        if lengths.ndim != 1 or not lengths.dtype.startswith(("int", "uint")):
            raise ValueError(f"input_lengths must be integers (batch,), got {lengths.type}")
        return Apply(self, [scores, labels, lengths], [TensorType(scores.dtype, (False,))()])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that labels and lengths are not differentiated by."""
        return [[True], [False], [False]]

    def lower(self, node: Apply, scores: Any, labels: Any, lengths: Any) -> Any:
        chances = gn.nn.log_softmax(scores, axis=-1)
        return -_log_likelihood(chances, gn.astype(labels, gn.int64), gn.astype(lengths, gn.int64))


NEVER = -1e30
"""The logarithm of a chance of nothing: finite, so that gradients are numbers."""


def _log_likelihood(chances: Any, labels: Any, lengths: Any) -> Any:
    """Return the logarithm of the chance of each row of labels, summed over all ways to spread it over time.

    A row is read as its labels with blanks (class 0) around them: ``ways[s]`` is the chance to be at entry ``s`` of it.
    """
    entries = gn.arange(2 * labels.shape.dims[1] + 1)
    at = gn.minimum(entries // 2, labels.shape.dims[1] - 1)
    is_label = gn.remainder(entries, 2) == 1
    read = gn.where(is_label, gn.maximum(gn.take(labels, at, axis=1), 0), 0)
    twice_before = _moved(read, 2, -1)
    may_skip = gn.logical_and(is_label, read != twice_before)
    counts = gn.sum(gn.astype(labels >= 0, gn.int64), axis=1)

    def step(ways: Any, row: Any) -> tuple[Any, Any]:
        chance, time = row
        stay, one = ways, _moved(ways, 1, NEVER)
        two = gn.where(may_skip, _moved(ways, 2, NEVER), NEVER)
        total = gn.logaddexp(gn.logaddexp(stay, one), two) + gn.take_along_axis(chance, read, axis=1)
        ways = gn.where(gn.expand_dims(time < lengths, axis=1), total, ways)
        return ways, ways[:, 0]

    start = gn.where(entries == 0, 0.0, NEVER)
    before = gn.astype(gn.broadcast_to(start, read.shape), chances.dtype)
    ways, _ = gn.scan(step, before, (chances, gn.arange(chances.shape.dims[0])))
    last = gn.expand_dims(2 * counts, axis=1)
    blank = gn.take_along_axis(ways, last, axis=1)[:, 0]
    label = gn.take_along_axis(ways, gn.maximum(last - 1, 0), axis=1)[:, 0]
    return gn.logaddexp(blank, gn.where(counts > 0, label, NEVER))


def _moved(x: Any, by: int, fill: float) -> Any:
    """Return rows moved to the right."""
    count = x.shape.dims[1]
    return gn.pad(x, ((0, 0), (by, 0)), constant_values=fill)[:, :count]


def ctc(activations: Any, labels: Any, input_lengths: Any) -> Any:
    """Return the cost of each sequence of labels (negative ones are padding; the blank is class 0)."""
    return ConnectionistTemporalClassification()(activations, labels, input_lengths)


def ctc_available() -> bool:
    """Whether costs can be computed: always."""
    return True


def ctc_present() -> bool:
    """Whether costs can be computed: always."""
    return True
