"""`gn.nn.fit`: training in epochs of batches, by one compiled step."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon import ops
from gnomon.graph.array import Array, Shared
from gnomon.graph.constants import as_array, shared
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace.random import fold_in
from gnomon.graph.sites import user_site
from gnomon.networks import checks, keys, predicting, progress
from gnomon.networks import metrics as known_metrics
from gnomon.networks.batches import Data, applied, batch_size
from gnomon.networks.optimizers import Optimizer, Parameters
from gnomon.networks.running import training


class History(dict[str, list[Any]]):
    """The results of each epoch by name: "loss", metrics, and those of the validation ("validation_loss" ...).

    ``epochs`` is the number of the last one, and ``stopped`` says why there were no more: None if all were wanted.
    """

    epochs: int = 0
    stopped: str | None = None

    def add(self, results: dict[str, Any]) -> None:
        """Append the results of an epoch."""
        for name, value in results.items():
            self.setdefault(name, []).append(value)

    def best(self, name: str, *, greatest: bool) -> bool:
        """Say whether the last value of a result is the best one so far."""
        values = self.get(name)
        if not values:
            raise ArgumentError(
                f"there is no result {name!r}: there are {', '.join(map(repr, self))}",
                user_site(),
                "results of the validation need fit(..., validation=(x, y))",
            )
        others = [value for value in values[:-1] if not math.isnan(value)]
        if math.isnan(values[-1]):
            return False
        return not others or (values[-1] > max(others) if greatest else values[-1] < min(others))


class Fit:
    """A training at work, as callbacks see it: they are called with it at the end of each epoch."""

    def __init__(self, model: Any, optimizer: Optimizer) -> None:
        self.model = model
        self.optimizer = optimizer
        self.history = History()
        self.epoch = 0

    def stop(self, why: str = "a callback") -> None:
        """Make this epoch the last one."""
        self.history.stopped = why


def fit(
    model: Any,
    data: tuple[Any, Any],
    *,
    loss: Callable[[Any, Any], Any],
    optimizer: Optimizer,
    epochs: int = 1,
    batch: int = 32,
    validation: tuple[Any, Any] | None = None,
    metrics: Sequence[Any] = (),
    callbacks: Sequence[Callable[[Fit], Any]] = (),
    penalty: Callable[[Any], Any] | None = None,
    parameters: Parameters | None = None,
    key: Any = 0,
    shuffle: bool = True,
    start: int = 0,
    progress: bool | None = None,
) -> History:
    """Train a model on arrays (x, y), and return the results of each epoch.

    ``loss`` of prediction and target gives a number for each sample, or one for all; its mean is minimised, with
    ``penalty(model)`` added if given. ``x`` and ``y`` may be trees of arrays; a tuple is several inputs. ``metrics`` are
    those of `gn.nn.metrics` or functions like ``loss``; ``validation`` is measured after each epoch. ``parameters`` are
    those trained (all).

    ``key`` decides initial values that are not drawn yet, the order of the samples and all draws: the same key, the
    same numbers. To go on with a model and optimizer that were loaded, give as ``start`` how many epochs were done.
    Ctrl-C ends the training and keeps what was reached.
    """
    if not isinstance(optimizer, Optimizer):
        raise ArgumentError(
            f"fit: optimizer must be one of gn.nn, got {optimizer!r}", user_site(), "gn.nn.Adam(1e-3)"
        )
    checks.loss(loss)
    seed, size = keys.seed_of(key), batch_size("fit", batch)
    pair = Data("fit: the data", _pair("data", data))
    listed = [known_metrics.metric(one) for one in metrics]
    run = Fit(model, optimizer)
    step = _Step(model, pair, loss, optimizer, listed, penalty, parameters, seed)
    measure = None
    if validation is not None:
        unseen = Data("fit: validation", _pair("validation", validation))
        measure = predicting.measuring(model, unseen, [_loss_metric(loss), *listed])
    history, last = run.history, start + epochs
    try:
        for epoch in range(start, last):
            order = np.random.default_rng((seed, epoch)).permutation(pair.count) if shuffle else None
            results = step.epoch(pair.batches(size, order), _bar(epoch, last, pair.steps(size), progress))
            if measure is not None:
                results |= {f"validation_{name}": value for name, value in measure(unseen, size).items()}
            history.add(results)
            run.epoch = history.epochs = epoch + 1
            step.bar.close(results)
            for callback in callbacks:
                callback(run)
            if history.stopped is not None:
                break
    except KeyboardInterrupt:
        history.stopped = "interrupted"
        step.bar.close({})
    for callback in callbacks:
        if hasattr(callback, "end"):
            callback.end(run)
    return history


class _Step:
    """The compiled step, with the sums of loss and metrics over an epoch."""

    def __init__(
        self,
        model: Any,
        data: Data,
        loss: Callable[[Any, Any], Any],
        optimizer: Optimizer,
        metrics: list[known_metrics.Metric],
        penalty: Callable[[Any], Any] | None,
        parameters: Parameters | None,
        seed: int,
    ) -> None:
        from gnomon.networks.module import Module
        from gnomon.runtime.function import function

        if isinstance(model, Module) and model._seed is None:
            model.initialise(seed)
        symbols = data.symbols()
        x, y = data.tree(list(symbols))
        base = shared(np.asarray(seed, np.uint64), name="key")
        with training(fold_in(base, optimizer.count)) as run:
            prediction = applied(model, x)
            total = _mean(loss(prediction, y))
            if penalty is not None:
                total = total + penalty(model)
        chosen: Any = model.parameters() if parameters is None else parameters
        updates: dict[Shared, Array] = {**optimizer.updates(total, chosen), **run.updates}
        sums = [list(one.sums(prediction, y)) for one in metrics]
        self.compiled = function(
            symbols, (total, sums), updates=updates, on_unused_input="ignore", name="step"
        )
        self.metrics = metrics
        self.bar: progress.Silent = progress.Silent()

    def epoch(self, batches: Any, bar: progress.Silent) -> dict[str, Any]:
        """Go through the batches once, and return the means."""
        self.bar = bar
        compiled, total, seen = self.compiled, 0.0, 0
        totals: Any = None
        for count, arrays in batches:
            loss, sums = compiled(*arrays)
            total, seen = total + float(loss) * count, seen + count
            if self.metrics:
                totals = sums if totals is None else [[a + b for a, b in zip(*p)] for p in zip(totals, sums)]
            bar.step(loss)
        results: dict[str, Any] = {"loss": total / seen}
        for one, parts in zip(self.metrics, totals or ()):
            results[one.name] = one.result(*parts)
        return results


def _loss_metric(loss: Callable[[Any, Any], Any]) -> known_metrics.Metric:
    def sums(prediction: Any, target: Any) -> list[Any]:
        count = prediction.shape.dims[0] if isinstance(prediction, Array) else target.shape.dims[0]
        return [_mean(loss(prediction, target)) * count, as_array(count)]

    return known_metrics.Metric("loss", sums, lambda total, count: float(total / count))


def _mean(found: Any) -> Any:
    return ops.mean(found) if found.ndim else found


def _pair(name: str, data: Any) -> tuple[Any, Any]:
    if not isinstance(data, (tuple, list)) or len(data) != 2:
        raise ArgumentError(f"fit: {name} must be a pair (x, y), got {type(data).__name__}", user_site())
    return data[0], data[1]


def _bar(epoch: int, last: int, steps: int, wanted: bool | None) -> progress.Silent:
    return progress.bar(f"epoch {epoch + 1}/{last}", steps, wanted)
