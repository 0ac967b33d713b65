"""Normalisation: of each sample (`LayerNorm`, `RMSNorm`, `GroupNorm`) or over the batch (`BatchNorm`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.namespace import nn
from gnomon.networks import initialisers
from gnomon.networks.module import Module
from gnomon.networks.running import current
from gnomon.shapes import Size


class _Scaled(Module):
    """What is normalised is scaled and shifted again by parameters, unless ``affine`` is False."""

    affine: bool = True

    def _scale(self, x: Array, shape: Sequence[Size]) -> Array | None:
        return self.parameter("weight", shape, initialisers.ones, x.dtype) if self.affine else None

    def _shift(self, x: Array, shape: Sequence[Size]) -> Array | None:
        return self.parameter("bias", shape, initialisers.zeros, x.dtype) if self.affine else None


class LayerNorm(_Scaled):
    """Mean 0 and variance 1 over the last ``axes`` axes of each sample."""

    def __init__(self, axes: int = 1, *, epsilon: float = 1e-5, affine: bool = True) -> None:
        self.axes = axes
        self.epsilon = epsilon
        self.affine = affine

    def forward(self, x: Any) -> Any:
        """Return x normalised."""
        x = self.floats(x)
        shape = x.shape.dims[x.ndim - self.axes :]
        axis = tuple(range(-self.axes, 0))
        return nn.layer_norm(x, self._scale(x, shape), self._shift(x, shape), axis=axis, epsilon=self.epsilon)


class RMSNorm(_Scaled):
    """Mean square 1 over the last axis, without taking the mean away; scaled by a weight."""

    def __init__(self, *, epsilon: float = 1e-6, affine: bool = True) -> None:
        self.epsilon = epsilon
        self.affine = affine

    def forward(self, x: Any) -> Any:
        """Return x normalised."""
        x = self.floats(x)
        found = x / ops.sqrt(ops.mean(x * x, axis=-1, keepdims=True) + self.epsilon)
        return found * self._scale(x, x.shape.dims[-1:]) if self.affine else found


class GroupNorm(_Scaled):
    """Mean 0 and variance 1 over each group of channels of each sample."""

    def __init__(self, groups: int, *, axis: int = 1, epsilon: float = 1e-5, affine: bool = True) -> None:
        self.groups = groups
        self.axis = axis
        self.epsilon = epsilon
        self.affine = affine

    def forward(self, x: Any) -> Any:
        """Return x normalised."""
        x = self.floats(x)
        shape = (x.shape.dims[self.axis],)
        weight, bias = self._scale(x, shape), self._shift(x, shape)
        return nn.group_norm(x, self.groups, weight, bias, axis=self.axis, epsilon=self.epsilon)


class BatchNorm(_Scaled):
    """Mean 0 and variance 1 of each channel over the batch; at inference by the means of the training.

    While training, ``mean`` and ``variance`` become ``momentum`` of themselves and the rest of the batch's, by the
    updates of ``gn.nn.training``. The variance that is kept is without bias (over n - 1), as in PyTorch, whose
    ``momentum`` is 1 minus this one.
    """

    def __init__(
        self, *, axis: int = 1, momentum: float = 0.9, epsilon: float = 1e-5, affine: bool = True
    ) -> None:
        self.axis = axis
        self.momentum = momentum
        self.epsilon = epsilon
        self.affine = affine

    def forward(self, x: Any) -> Any:
        """Return x normalised."""
        x = self.floats(x)
        shape = (x.shape.dims[self.axis],)
        weight, bias = self._scale(x, shape), self._shift(x, shape)
        mean = self.parameter("mean", shape, initialisers.zeros, x.dtype, trained=False)
        variance = self.parameter("variance", shape, initialisers.ones, x.dtype, trained=False)
        run = current()
        if run is None:
            return nn.batch_norm(x, weight, bias, mean, variance, axis=self.axis, epsilon=self.epsilon)
        axes = tuple([k for k in range(x.ndim) if k != self.axis % x.ndim])
        count = ops.cast(as_array(prod([x.shape.dims[k] for k in axes])), dtype=x.dtype)
        batch_mean, batch_variance = ops.mean(x, axis=axes), ops.var(x, axis=axes)
        wide = batch_variance * (count / ops.maximum(count - 1, 1))
        for kept, new in ((mean, batch_mean), (variance, wide)):
            run.update(kept, self.momentum * run.now(kept) + (1 - self.momentum) * new)
        return nn.batch_norm(x, weight, bias, axis=self.axis, epsilon=self.epsilon)
