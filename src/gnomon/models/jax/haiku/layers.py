"""Layers of Haiku: they learn their input width when they are first called."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Shape,
    Tensor,
    function,
    host,
    is_unknown,
    items,
    modelled,
    symbol,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.flax.layers import Windowed
from gnomon.models.jax.haiku.transform import Module
from gnomon.models.jax.initializers import Initializer
from gnomon.models.jax.support import as_array, made, under, unknown_tensor, words
from gnomon.models.python.harmless import harmless

# -- layers -------------------------------------------------------------------------------------------


class Layer(Module):
    """Base of layers."""

    library_name = "haiku.Layer"
    entry = None  # type: ignore[assignment]

    def weight(self, name: str, *sizes: Any, role: str | None = None) -> Any:
        """Return a parameter of this shape, or the one that is given."""
        return self.parameter(name, lambda: made(Shape(sizes), role=role))


def last_size(x: Tensor) -> Any:
    """Return the width of an input."""
    found = x.shape.axis(-1) if x.shape.min_rank else None
    return symbol() if found is None else found


@modelled("haiku.Linear")
class Linear(Layer):
    """A matrix product of the last axis, and a bias."""

    def __init__(
        self,
        output_size: Any,
        with_bias: Any = True,
        w_init: Any = None,
        b_init: Any = None,
        name: Any = None,
    ) -> None:
        self.join(name)
        self.output_size = as_size(output_size)

    def __call__(self, inputs: Any, *, precision: Any = None) -> Any:
        x = as_array(inputs)
        if x.shape.rank == 0:
            return unknown_tensor()
        width = last_size(x)
        weight = self.weight("w", width, self.output_size, role=f"initialised with inputs of width {width}")
        return ops.linear(x, weight, None, weight_layout="in_out")


class Convolution(Windowed):
    """Base of convolutions of Haiku: (batch, *space, channels)."""

    spatial = 2

    def __init__(
        self,
        output_channels: Any,
        kernel_shape: Any,
        stride: Any = 1,
        rate: Any = 1,
        padding: Any = "SAME",
        with_bias: Any = True,
        w_init: Any = None,
        b_init: Any = None,
        data_format: Any = None,
        mask: Any = None,
        feature_group_count: Any = 1,
        name: Any = None,
    ) -> None:
        self.join(name)
        self.features = as_size(output_channels)
        known = items(kernel_shape)
        window = (
            [kernel_shape] * self.spatial
            if known is None
            else known * (self.spatial if len(known) == 1 else 1)
        )
        self.prepare_window(window, stride, padding, rate)
        self.groups = as_size(feature_group_count)
        self.plain = data_format in (None, "NHWC", "NWC", "NDHWC") and not is_unknown(kernel_shape)

    def __call__(self, inputs: Any, *, precision: Any = None) -> Any:
        x, lead = self.framed(as_array(inputs))
        if (
            self.window is None
            or self.padding is None
            or not self.plain
            or x.shape.rank not in (None, self.spatial + 2)
        ):
            return self.unframed(ops.unknown_like(x), lead)
        channels = last_size(x)
        inner = channels if self.groups == 1 else channels // self.groups
        kernel = self.parameter(
            "w",
            lambda: made(
                Shape((*(self.window or ()), inner, self.features)),
                role=f"initialised with inputs of {channels} channels",
            ),
        )
        result = ops.conv(
            x,
            kernel,
            stride=self.strides,
            padding=self.padding,
            dilation=self.dilation,
            groups=self.groups,
            layout="last",
            spatial=self.spatial,
        )
        return self.unframed(result, lead)


@modelled("haiku.Conv1D")
class Conv1D(Convolution):
    """Convolution of (batch, length, channels)."""

    spatial = 1


@modelled("haiku.Conv2D")
class Conv2D(Convolution):
    """Convolution of (batch, height, width, channels)."""


@modelled("haiku.Conv3D")
class Conv3D(Convolution):
    """Convolution of (batch, depth, height, width, channels)."""

    spatial = 3


@modelled("haiku.BatchNorm", "haiku.LayerNorm", "haiku.GroupNorm", "haiku.InstanceNorm", "haiku.RMSNorm")
class Normalization(Layer):
    """Normalization: the shape stays."""

    def __init__(self, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        return ops.positive(as_array(inputs))


@modelled("haiku.Embed")
class Embed(Layer):
    """A vector for each integer."""

    def __init__(
        self,
        vocab_size: Any = None,
        embed_dim: Any = None,
        *arguments: Any,
        name: Any = None,
        **keywords: Any,
    ) -> None:
        self.join(name)
        self.vocab_size = symbol() if vocab_size is None else as_size(vocab_size)
        self.embed_dim = symbol() if embed_dim is None else as_size(embed_dim)

    @property
    def embeddings(self) -> Any:
        """The table."""
        return self.weight("embeddings", self.vocab_size, self.embed_dim)

    def __call__(self, ids: Any, *arguments: Any, **keywords: Any) -> Any:
        x = as_array(ids)
        return ops.take(self.embeddings, Tensor(x.shape, x.dtype, "jax", site=x.site), axis=0)


@modelled("haiku.Sequential")
class Sequential(Layer):
    """Layers one after the other."""

    def __init__(self, layers: Any, name: Any = None) -> None:
        self.join(name)
        known = items(layers)
        self.layers = None if known is None else tuple(known)

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        if self.layers is None:
            return UNKNOWN
        value = inputs
        for position, layer in enumerate(self.layers):
            value = host.call(layer, value, *(arguments if position == 0 else ()))
        return value


@modelled("haiku.nets.MLP")
class MLP(Layer):
    """Linear layers with an activation between them."""

    def __init__(self, output_sizes: Any, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        sizes = items(output_sizes)
        self.sizes = None if sizes is None else tuple(as_size(size) for size in sizes)

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        x = as_array(inputs)
        if self.sizes is None or x.shape.min_rank == 0:
            return unknown_tensor()
        for position, size in enumerate(self.sizes):
            weight = self.weight(f"linear_{position}", last_size(x), size)
            x = ops.linear(x, weight, None, weight_layout="in_out")
        return x


@modelled("haiku.Flatten")
class Flatten(Layer):
    """All axes but the first as one."""

    def __init__(self, preserve_dims: Any = 1, name: Any = None) -> None:
        self.join(name)
        self.keep = preserve_dims

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        if type(self.keep) is not int or self.keep < 1 or x.shape.rank is None:
            return unknown_tensor(x.dtype)
        return x if x.shape.rank <= self.keep else ops.flatten(x, start=self.keep)


@modelled("haiku.Reshape")
class Reshape(Layer):
    """All axes but the first in another shape."""

    def __init__(self, output_shape: Any, preserve_dims: Any = 1, name: Any = None) -> None:
        self.join(name)
        self.target = as_shape(output_shape)
        self.keep = preserve_dims

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        if self.keep != 1 or x.shape.min_rank == 0 or self.target.rank is None:
            return unknown_tensor(x.dtype)
        lead = x.shape.axis(0)
        return ops.reshape(x, shape=Shape((symbol() if lead is None else lead, *self.target.dims)))


@modelled("haiku.Bias", "haiku.SpectralNorm", "haiku.ExponentialMovingAverage")
class Same(Layer):
    """A layer that keeps the shape."""

    def __init__(self, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        return ops.positive(as_array(inputs))


@modelled(
    *under("haiku", "ConvND ConvNDTranspose Conv1DLSTM Conv2DLSTM Conv3DLSTM"),
    *under("haiku.nets", "VectorQuantizer VectorQuantizerEMA"),
)
class Opaque(Layer):
    """A layer whose result is unknown."""

    def __init__(self, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return UNKNOWN


@function("haiku.dropout")
def dropout(rng: Any, rate: Any, x: Any, broadcast_dims: Any = ()) -> Any:
    """Some entries become zero."""
    return ops.positive(as_array(x))


@function("haiku.one_hot")
def one_hot(x: Any, num_classes: Any, dtype: Any = None) -> Any:
    """A vector for each class."""
    from gnomon.models.jax.nn import one_hot as of_jax

    return of_jax(x, num_classes)


for _name in words(
    "Constant RandomNormal RandomUniform TruncatedNormal VarianceScaling Orthogonal Identity UniformScaling"
):
    function(f"haiku.initializers.{_name}", tensor=False)(lambda *arguments, **keywords: Initializer())
harmless(
    "haiku", "experimental data_structures testing mixed_precision Params State MutableParams running_init"
)
