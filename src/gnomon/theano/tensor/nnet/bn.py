"""Batch normalization: by the statistics of a batch, and by statistics that are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

import gnomon as gn
from gnomon.theano.configuration import config
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.scalar.basic import cast_to
from gnomon.theano.scalar.types import upcast
from gnomon.theano.tensor.basic import addbroadcast, patternbroadcast
from gnomon.theano.tensor.nnet.bn_gradient import AbstractBatchNormTrainGrad
from gnomon.theano.tensor.variables import as_tensor_variable


def batch_normalization(
    inputs: Any, gamma: Any, beta: Any, mean: Any, std: Any, mode: str = "low_mem"
) -> Any:
    """Return (inputs - mean) * (gamma / std) + beta; all must broadcast against ``inputs``."""
    if mode not in ("low_mem", "high_mem"):
        raise ValueError(f"mode must be either 'low_mem' or 'high_mem', got {mode!r}")
    return (as_tensor_variable(inputs) - mean) * (gamma / std) + beta


def _axes(axes: Any, ndim: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the axes that statistics are taken over, and the others."""
    if isinstance(axes, str):
        named = {"per-activation": (0,), "spatial": (0, *range(2, ndim))}
        if axes not in named:
            raise ValueError(f"invalid axes: {axes}; give 'per-activation', 'spatial' or a tuple of axes")
        chosen = named[axes]
    elif isinstance(axes, (tuple, list, np.ndarray)):
        chosen = tuple(sorted([int(axis) for axis in axes]))
    else:
        raise ValueError(f"invalid axes: {axes}")
    if not chosen:
        raise ValueError("there should be at least one normalization axis")
    if chosen[0] < 0 or chosen[-1] >= ndim:
        raise ValueError(f"axes should be less than ndim ({ndim}), but {axes} given")
    return chosen, tuple([axis for axis in range(ndim) if axis not in chosen])


def _spread(parameters: Sequence[Any], axes: tuple[int, ...], others: tuple[int, ...]) -> list[Any]:
    """Return parameters with the rank of the batch, of size 1 along the axes of the statistics."""
    rank = len(axes) + len(others)
    ranks = {p.ndim for p in parameters}
    if ranks not in ({rank}, {len(others)}):
        raise ValueError(
            f"gamma, beta and statistics must all have {len(others)} axes, those that are not normalized, or all the "
            f"{rank} axes of the inputs; got {sorted(p.ndim for p in parameters)}"
        )
    if ranks == {rank}:
        return [addbroadcast(p, *axes) for p in parameters]
    pattern = [others.index(axis) if axis in others else "x" for axis in range(rank)]
    return [p.dimshuffle(pattern) for p in parameters]


def _epsilon(epsilon: Any) -> Any:
    found = np.asarray(epsilon, config.floatX)
    if found < 1e-5 and not np.isclose(found, 1e-5, rtol=1e-6):
        raise ValueError(f"epsilon must be at least 1e-5, got {epsilon}")
    return found


class AbstractBatchNormTrain(GnomonOp):
    """Normalization of a batch: x, scale, bias, epsilon, factor and running mean and variance, if there are any.

    The results are the normalized batch, its means, its inverse deviations, and new running mean and variance.
    """

    __props__ = ("axes",)

    def __init__(self, axes: Any = (0,)) -> None:
        self.axes = tuple([int(axis) for axis in axes])

    def make_node(
        self, x: Any, scale: Any, bias: Any, epsilon: Any = 1e-4, running_average_factor: Any = 0.1,
        running_mean: Any = None, running_var: Any = None,
    ) -> Apply:  # fmt: skip
        arrays = [as_tensor_variable(v) for v in (x, scale, bias, running_mean, running_var) if v is not None]
        dtype = upcast(*[v.dtype for v in arrays])
        arrays = [v if v.dtype == dtype else v.astype(dtype) for v in arrays]
        kind = arrays[1].type
        numbers = [as_tensor_variable(epsilon), as_tensor_variable(running_average_factor)]
        results = [arrays[0].type(), *[kind() for _ in range(len(arrays) - 1)]]
        return Apply(self, [*arrays[:3], *numbers, *arrays[3:]], results)

    def lower(
        self, node: Apply, x: Any, scale: Any, bias: Any, epsilon: Any, factor: Any, *running: Any
    ) -> Any:
        epsilon, factor = cast_to(str(x.dtype), epsilon, factor)
        mean = gn.mean(x, axis=self.axes, keepdims=True)
        variance = gn.mean(gn.square(x - mean), axis=self.axes, keepdims=True)
        invstd = 1 / gn.sqrt(variance + epsilon)
        results = [(x - mean) * (scale * invstd) + bias, mean, invstd]
        if running:
            count: Any = 1
            for axis in self.axes:
                count = count * x.shape[axis]
            m = gn.astype(gn.asarray(count), x.dtype)
            results.append(running[0] * (1 - factor) + mean * factor)
            results.append(running[1] * (1 - factor) + (m / (m - 1)) * variance * factor)
        return results

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that epsilon and factor are not differentiated by, and running statistics move themselves alone."""
        count = len(node.outputs)
        fixed = [False] * count
        rows = [[True] * count, [True, *fixed[1:]], [True, *fixed[1:]], fixed, fixed]
        return rows + [[k == 3 + place for k in range(count)] for place in range(len(node.inputs) - 5)]


class AbstractBatchNormInference(GnomonOp):
    """Normalization by known statistics: x, scale, bias, mean, variance, epsilon."""

    __props__ = ("axes",)

    def __init__(self, axes: Any = (0,)) -> None:
        self.axes = tuple([int(axis) for axis in axes])

    def make_node(
        self, x: Any, scale: Any, bias: Any, estimated_mean: Any, estimated_variance: Any, epsilon: Any = 1e-4
    ) -> Apply:
        arrays = [as_tensor_variable(v) for v in (x, scale, bias, estimated_mean, estimated_variance)]
        dtype = upcast(*[v.dtype for v in arrays])
        arrays = [v if v.dtype == dtype else v.astype(dtype) for v in arrays]
        return Apply(self, [*arrays, as_tensor_variable(epsilon)], [arrays[0].type()])

    def lower(
        self, node: Apply, x: Any, scale: Any, bias: Any, mean: Any, variance: Any, epsilon: Any
    ) -> Any:
        (epsilon,) = cast_to(str(x.dtype), epsilon)
        return (x - mean) * (scale / gn.sqrt(variance + epsilon)) + bias

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that epsilon is not differentiated by."""
        return [[True]] * 5 + [[False]]


def batch_normalization_train(
    inputs: Any, gamma: Any, beta: Any, axes: Any = "per-activation", epsilon: float = 1e-4,
    running_average_factor: Any = 0.1, running_mean: Any = None, running_var: Any = None,
) -> tuple[Any, ...]:  # fmt: skip
    """Return the normalized batch, its means and inverse deviations, and new running mean and variance if given.

    ``axes`` are those that statistics are taken over: "per-activation" is (0,), "spatial" all but the second.
    """
    if (running_mean is None) != (running_var is None):
        raise ValueError("running_mean and running_var must either both be given or both be None")
    x = as_tensor_variable(inputs)
    chosen, others = _axes(axes, x.ndim)
    given = [as_tensor_variable(p) for p in (gamma, beta, running_mean, running_var) if p is not None]
    scale, bias, *running = _spread(given, chosen, others)
    found = AbstractBatchNormTrain(chosen)(
        x, scale, bias, _epsilon(epsilon), running_average_factor, *running
    )
    for place, old in enumerate(running):
        found[3 + place] = patternbroadcast(found[3 + place], old.broadcastable)
    if given[0].ndim != x.ndim:
        return (found[0], *[result.dimshuffle(others) for result in found[1:]])
    return tuple(found)


def batch_normalization_test(
    inputs: Any,
    gamma: Any,
    beta: Any,
    mean: Any,
    var: Any,
    axes: Any = "per-activation",
    epsilon: float = 1e-4,
) -> Any:
    """Return inputs normalized by statistics that are known."""
    x = as_tensor_variable(inputs)
    chosen, others = _axes(axes, x.ndim)
    parameters = _spread([as_tensor_variable(p) for p in (gamma, beta, mean, var)], chosen, others)
    return AbstractBatchNormInference(chosen)(x, *parameters, _epsilon(epsilon))


__all__ = [
    "AbstractBatchNormInference",
    "AbstractBatchNormTrain",
    "AbstractBatchNormTrainGrad",
    "batch_normalization",
    "batch_normalization_test",
    "batch_normalization_train",
]
