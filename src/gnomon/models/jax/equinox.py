"""Equinox: layers of single examples (no batch axis); ``vmap`` adds the batch."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    TakesAnything,
    function,
    host,
    is_unknown,
    items,
    modelled,
    repeated,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.convolution import padding_of
from gnomon.models.jax.support import as_array, made, under, unknown_tensor
from gnomon.models.python.harmless import harmless, returning


@modelled("equinox.nn.Linear")
class Linear(Modelled):
    """The product of a matrix and a vector, and a bias."""

    def __init__(
        self, in_features: Any, out_features: Any, use_bias: Any = True, dtype: Any = None, *, key: Any = None
    ) -> None:
        self.in_features = 1 if in_features == "scalar" else as_size(in_features)
        self.out_features = 1 if out_features == "scalar" else as_size(out_features)
        self.plain = "scalar" not in (in_features, out_features)
        self.weight = made(Shape((self.out_features, self.in_features)))
        self.bias = made(Shape((self.out_features,))) if use_bias is True else None
        self.use_bias = use_bias

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        if not self.plain:
            return unknown_tensor()
        return ops.dot(self.weight, as_array(x))


class Convolution(Modelled):
    """Base of convolutions of (channels, *space)."""

    library_name = "equinox.nn.Conv"
    spatial = 2

    def __init__(
        self,
        in_channels: Any,
        out_channels: Any,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: Any = 1,
        use_bias: Any = True,
        *arguments: Any,
        **keywords: Any,
    ) -> None:
        count = self.spatial
        self.kernel = ops.conv_kernel(
            inputs=as_size(in_channels),
            outputs=as_size(out_channels),
            window=repeated(kernel_size, count),
            groups=as_size(groups),
        )
        self.stride = repeated(stride, count)
        self.dilation = repeated(dilation, count)
        self.padding = padding_of(padding, count)
        self.groups = as_size(groups)
        self.weight = self.kernel

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if self.padding is None or array.shape.rank is None:
            return unknown_tensor()
        if array.shape.rank != self.spatial + 1:
            return ops.conv(array, self.kernel, spatial=self.spatial, unbatched=True)
        framed = ops.expand_dims(array, axis=0)
        result = ops.conv(
            framed,
            self.kernel,
            stride=self.stride,
            padding=self.padding,
            dilation=self.dilation,
            groups=self.groups,
            spatial=self.spatial,
        )
        return ops.squeeze(result, axis=0)


@modelled("equinox.nn.Conv1d")
class Conv1d(Convolution):
    """Convolution of (channels, length)."""

    spatial = 1


@modelled("equinox.nn.Conv2d")
class Conv2d(Convolution):
    """Convolution of (channels, height, width)."""


@modelled("equinox.nn.Conv3d")
class Conv3d(Convolution):
    """Convolution of (channels, depth, height, width)."""

    spatial = 3


class Pool(Modelled):
    """Base of pooling of (channels, *space)."""

    library_name = "equinox.nn.Pool"
    spatial = 2

    def __init__(
        self,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        use_ceil: Any = False,
        *more: Any,
        **keywords: Any,
    ) -> None:
        self.window = repeated(kernel_size, self.spatial)
        self.stride = repeated(stride, self.spatial)
        self.padding = padding_of(padding, self.spatial)
        self.plain = use_ceil is False and not is_unknown(kernel_size)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if not self.plain or self.padding is None or array.shape.rank != self.spatial + 1:
            return ops.unknown_like(array)
        framed = ops.expand_dims(array, axis=0)
        result = ops.max_pool(framed, window=self.window, stride=self.stride, padding=self.padding)
        return ops.squeeze(result, axis=0)


@modelled("equinox.nn.MaxPool1d", "equinox.nn.AvgPool1d")
class Pool1d(Pool):
    """Pooling of (channels, length)."""

    spatial = 1


@modelled("equinox.nn.MaxPool2d", "equinox.nn.AvgPool2d")
class Pool2d(Pool):
    """Pooling of (channels, height, width)."""


@modelled("equinox.nn.MaxPool3d", "equinox.nn.AvgPool3d")
class Pool3d(Pool):
    """Pooling of (channels, depth, height, width)."""

    spatial = 3


@modelled(
    *under("equinox.nn", "LayerNorm GroupNorm RMSNorm Dropout PReLU Identity"),
)
class Same(TakesAnything):
    """A layer that keeps the shape."""

    def __call__(self, x: Any, *arguments: Any, **keywords: Any) -> Any:
        return ops.positive(as_array(x)) if not arguments else UNKNOWN


@modelled("equinox.nn.Embedding")
class Embedding(Modelled):
    """A vector for an integer."""

    def __init__(
        self, num_embeddings: Any = None, embedding_size: Any = None, *arguments: Any, **keywords: Any
    ) -> None:
        self.width = None if embedding_size is None else as_size(embedding_size)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        return unknown_tensor() if self.width is None else made(Shape((self.width,)))


@modelled("equinox.nn.MLP")
class MLP(Modelled):
    """Linear layers with an activation between them."""

    def __init__(
        self, in_size: Any, out_size: Any, width_size: Any, depth: Any, *arguments: Any, **keywords: Any
    ) -> None:
        self.plain = "scalar" not in (in_size, out_size)
        if self.plain:
            self.weight = made(Shape((as_size(out_size), as_size(in_size))))

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        return ops.dot(self.weight, as_array(x)) if self.plain else unknown_tensor()


@modelled("equinox.nn.Sequential")
class Sequential(Modelled):
    """Layers one after the other."""

    def __init__(self, layers: Any) -> None:
        known = items(layers)
        self.layers = None if known is None else tuple(known)

    def __call__(self, x: Any, *arguments: Any, key: Any = None, **keywords: Any) -> Any:
        if self.layers is None or arguments:
            return UNKNOWN
        for layer in self.layers:
            x = host.call(layer, x)
        return x


@modelled("equinox.nn.Lambda")
class Lambda(Modelled):
    """A function as a layer."""

    def __init__(self, fn: Any) -> None:
        self.fn = fn

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        return host.call(self.fn, x)


@modelled(
    *under(
        "equinox.nn",
        "BatchNorm ConvTranspose1d ConvTranspose2d LSTMCell ConvTranspose3d GRUCell"
        " MultiheadAttention SpectralNorm AdaptiveAvgPool2d RotaryPositionalEmbedding State"
        " StateIndex AdaptiveMaxPool2d WeightNorm AdaptiveAvgPool1d AdaptiveAvgPool3d",
    ),
)
class Opaque(TakesAnything):
    """A layer whose result is unknown."""

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return UNKNOWN


@function(
    *under("equinox", "filter combine tree_inference"),
    "equinox.nn.inference_mode",
    raw=True,
    tensor=False,
)
def kept(pytree: Any, *arguments: Any, **keywords: Any) -> Any:
    """The tree itself."""
    return pytree


@function("equinox.partition", raw=True, tensor=False)
def partition(pytree: Any, *arguments: Any, **keywords: Any) -> Any:
    """The arrays of a tree, and the rest."""
    return pytree, pytree


@function(
    "equinox.tree_at", "equinox.tree_deserialise_leaves", "equinox.nn.make_with_state", raw=True, tensor=False
)
def replaced(*arguments: Any, **keywords: Any) -> Any:
    """A tree with other leaves: not followed."""
    return UNKNOWN


@function("equinox.filter_eval_shape", raw=True, tensor=False)
def filter_eval_shape(fun: Any, *arguments: Any, **keywords: Any) -> Any:
    """The shapes of the results."""
    return host.invoke(fun, *arguments, **keywords)


@function("equinox.tree_pformat", raw=True, tensor=False)
def tree_pformat(*arguments: Any, **keywords: Any) -> Any:
    """Text."""
    return UNKNOWN


returning(None, "equinox", "tree_serialise_leaves tree_pprint clear_caches")
returning(
    UNKNOWN, "equinox", "is_array is_inexact_array is_array_like is_inexact_array_like tree_equal error_if"
)
harmless(
    "equinox",
    "internal debug AbstractVar AbstractClassVar Enumeration filter_pmap filter_shard filter_closure_convert",
)
