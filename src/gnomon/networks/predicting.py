"""What a model gives for arrays, computed in batches: `gn.nn.predict`, `gn.nn.evaluate`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from gnomon.graph.trees import flatten, unflatten
from gnomon.networks.batches import Data, applied, batch_size
from gnomon.networks.metrics import Metric, metric
from gnomon.networks.running import inference

_compiled: WeakKeyDictionary[Any, dict[Any, Any]] = WeakKeyDictionary()


def predict(model: Any, x: Any, *, batch: int = 256) -> Any:
    """Return what a model gives for arrays of samples, a tuple of them for several inputs.

    The function that computes it is compiled at the first call and kept with the model.

    >>> import gnomon as gn, numpy as np
    >>> gn.nn.predict(gn.nn.Dense(2), np.ones((1000, 3), "float32")).shape
    (1000, 2)
    """
    data, size = Data("predict: x", x), batch_size("predict", batch)
    function, structure = _function(model, data)
    found = [flatten(function(*arrays))[0] for _, arrays in data.batches(size)]
    return unflatten(structure, [np.concatenate(parts) for parts in zip(*found)])


def evaluate(model: Any, data: tuple[Any, Any], metrics: Any, *, batch: int = 256) -> dict[str, Any]:
    """Return metrics of a model on a pair (x, y) of arrays, by name.

    >>> import gnomon as gn, numpy as np
    >>> x, y = np.eye(3, dtype="float32"), np.array([0, 1, 1])
    >>> gn.nn.evaluate(lambda x: x, (x, y), [gn.nn.metrics.accuracy])
    {'accuracy': 0.6666666666666666}
    """
    listed = [metric(one) for one in (metrics if isinstance(metrics, Sequence) else [metrics])]
    pair = Data("evaluate: the data", tuple(data))
    measured: dict[str, Any] = measuring(model, pair, listed)(pair, batch_size("evaluate", batch))
    return measured


def measuring(model: Any, data: Data, metrics: list[Metric]) -> Any:
    """Return a function that measures a model on data in batches of a size: compiled once, for all batches."""
    from gnomon.runtime.function import function

    symbols = data.symbols()
    x, y = data.tree(list(symbols))
    with inference():
        found = applied(model, x)
    sums = [list(one.sums(found, y)) for one in metrics]
    compiled = function(symbols, sums, on_unused_input="ignore", name="measure")

    def measured(data: Data, size: int) -> dict[str, Any]:
        totals: Any = None
        for _, arrays in data.batches(size):
            now = compiled(*arrays)
            totals = now if totals is None else [[a + b for a, b in zip(*pair)] for pair in zip(totals, now)]
        return {one.name: one.result(*parts) for one, parts in zip(metrics, totals)}

    return measured


def _function(model: Any, data: Data) -> Any:
    from gnomon.runtime.function import function

    symbols = data.symbols()
    kept = _compiled.setdefault(model, {})
    kinds = tuple([(array.shape[1:], str(array.dtype)) for array in data.arrays])
    key = (kinds, data.structure, _marks(model))
    if key not in kept:
        with inference():
            outputs = applied(model, data.tree(list(symbols)))
        leaves, structure = flatten(outputs)
        made = function(symbols, leaves, on_unused_input="ignore", name="predict")
        key = (kinds, data.structure, _marks(model))  # the call may have made parameters
        kept[key] = (made, structure)
    return kept[key]


def _marks(model: Any) -> Any:
    """What a compiled function depends on beside values: settings and parameters of a module."""
    from gnomon.networks import tree
    from gnomon.networks.module import Module

    if not isinstance(model, Module):
        return None
    return repr(model), tuple([id(array) for _, _, array in tree.arrays(model)])
