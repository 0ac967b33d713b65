"""Normalisation layers: the shape stays, but the normalised axis keeps the size the layer was built for."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, Size, Tensor, Unknown, modelled, size
from gnomon.models.api import axis as axis_argument
from gnomon.models.keras.layer import Layer
from gnomon.models.keras.options import wants_axes


def _size_at(inputs: Any, axis: Any) -> Size | None:
    return inputs.axis(axis) if type(inputs) is Shape and type(axis) is int else None


@modelled(
    "keras.layers.BatchNormalization",
    "keras.layers.SyncBatchNormalization",
    "keras.layers.experimental.SyncBatchNormalization",
)
class BatchNormalization(Layer):
    """Normalise each channel over the batch."""

    numbers = True
    channels: Any = None

    def __init__(
        self,
        axis: Any = -1,
        momentum: Any = 0.99,
        epsilon: Any = 0.001,
        center: Any = True,
        scale: Any = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        moving_mean_initializer: Any = "zeros",
        moving_variance_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        renorm: Any = False,
        renorm_clipping: Any = None,
        renorm_momentum: Any = 0.99,
        synchronized: Any = False,
        **kwargs: Any,
    ) -> None:
        self.start(kwargs)
        found = axis_argument(axis if type(axis) is not list else tuple(axis))
        if type(found) is tuple:
            found = found[0] if len(found) == 1 else ops.UNKNOWN_AXIS
        self.axis = found

    def build_from(self, inputs: Any) -> None:
        self.channels = _size_at(inputs, self.axis)
        if self.channels is not None:
            self.gamma = self.weight((self.channels,))
            self.beta = self.weight((self.channels,))
            self.moving_mean = self.weight((self.channels,))
            self.moving_variance = self.weight((self.channels,))
            self.weights_known = (self.gamma, self.beta, self.moving_mean, self.moving_variance)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        wants_axes(x, self.axis)
        return ops.batch_norm(x, axis=self.axis, channels=self.channels)


@modelled("keras.layers.LayerNormalization")
class LayerNormalization(Layer):
    """Normalise each sample over its last axes."""

    numbers = True
    sizes: Any = None

    def __init__(
        self,
        axis: Any = -1,
        epsilon: Any = 0.001,
        center: Any = True,
        scale: Any = True,
        beta_initializer: Any = "zeros",
        gamma_initializer: Any = "ones",
        beta_regularizer: Any = None,
        gamma_regularizer: Any = None,
        beta_constraint: Any = None,
        gamma_constraint: Any = None,
        **kwargs: Any,
    ) -> None:
        self.start(kwargs)
        self.axis = axis_argument(axis)

    def build_from(self, inputs: Any) -> None:
        axes = (self.axis,) if type(self.axis) is int else self.axis
        if type(axes) is not tuple or type(inputs) is not Shape:
            return
        if inputs.rank is not None:
            axes = tuple(entry - inputs.rank if entry >= 0 else entry for entry in axes)
        axes = tuple(sorted(axes))
        if axes == tuple(range(-len(axes), 0)):
            sizes = tuple(_size_at(inputs, entry) for entry in axes)
            if None not in sizes:
                self.sizes = sizes
                self.gamma = self.weight(sizes)  # type: ignore[arg-type]
                self.beta = self.weight(sizes)  # type: ignore[arg-type]
                self.weights_known = (self.gamma, self.beta)

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        wants_axes(x, *(self.axis if type(self.axis) is tuple else (self.axis,)))
        return ops.positive(x) if self.sizes is None else ops.layer_norm(x, shape=self.sizes)


@modelled("keras.layers.RMSNormalization")
class RMSNormalization(LayerNormalization):
    """Scale each sample by the root of its mean square; integers stay integers."""

    numbers = False


@modelled("keras.layers.GroupNormalization")
class GroupNormalization(Layer):
    """Normalise groups of channels."""

    numbers = True
    channels: Any = None

    def __init__(self, groups: Any = 32, axis: Any = -1, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        self.groups = size(groups)
        self.axis = axis_argument(axis)

    def build_from(self, inputs: Any) -> None:
        self.channels = _size_at(inputs, self.axis)
        if self.groups == -1 and self.channels is not None:
            self.groups = self.channels

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        if self.groups == -1 or type(x) is not Tensor:
            return ops.positive(x)
        return ops.group_norm(x, groups=self.groups, channels=self.channels, axis=self.axis)


@modelled("keras.layers.Normalization", "keras.layers.experimental.preprocessing.Normalization")
class Normalization(Layer):
    """Shift and scale by the mean and variance of data seen before."""

    numbers = True

    def __init__(self, axis: Any = -1, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)

    mean: Any = Unknown()
    variance: Any = Unknown()

    def adapt(self, data: Any = None, *args: Any, **kwargs: Any) -> None:
        """Take mean and variance from data."""

    def compute(self, x: Any, *args: Any, **kwargs: Any) -> Any:
        return ops.positive(x) if type(x) is Tensor else Unknown()
