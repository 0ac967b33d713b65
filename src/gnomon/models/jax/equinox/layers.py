"""Layers of Equinox that take vectors, or arrays of any shape."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    Size,
    TakesAnything,
    Tensor,
    host,
    is_unknown,
    items,
    modelled,
)
from gnomon.models.api import shape as as_shape
from gnomon.models.api import size as as_size
from gnomon.models.jax.support import as_array, made, unknown_tensor


def product(weight: Tensor, bias: Tensor | None, x: Any) -> Any:
    """Return the product of a matrix and a vector, and a bias."""
    if x.shape.rank is None or x.shape.rank == 1:
        return ops.linear(x, weight, bias)
    result = ops.matmul(weight, x)
    return result if bias is None else unknown_tensor()  # which is added to the wrong axis


def with_state(result: Any, state: tuple[Any, ...]) -> Any:
    """Return a result, and the state that was passed beside the input, if any."""
    return (result, *state) if state else result


@modelled("equinox.nn.Linear")
class Linear(Modelled):
    """The product of a matrix and a vector, and a bias."""

    def __init__(
        self, in_features: Any, out_features: Any, use_bias: Any = True, dtype: Any = None, *, key: Any
    ) -> None:
        self.in_features, self.out_features = in_features, out_features
        sizes = Shape((_width(out_features), _width(in_features)))
        self.weight = made(sizes, role=f"in_features is {sizes.dims[1]}")
        self.bias = made(Shape(sizes.dims[:1])) if use_bias is True else None
        self.use_bias = use_bias

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if type(self.in_features) is str:
            array = ops.broadcast_to(ops.same_shape(made(Shape(())), array), shape=(1,))
        result = product(self.weight, self.bias, array)
        return ops.squeeze(result, axis=0) if type(self.out_features) is str else result


def _width(features: Any) -> Size:
    return 1 if type(features) is str else as_size(features)


class Shaped(Modelled):
    """Base of normalizations of arrays of exactly one shape."""

    library_name = "equinox.nn.LayerNorm"

    def __init__(self, shape: Any, *arguments: Any, **keywords: Any) -> None:
        self.known = not is_unknown(shape)
        self.example = made(as_shape(shape))

    def __call__(self, x: Any, *state: Any, key: Any = None, **keywords: Any) -> Any:
        array = as_array(x)
        if self.known and (array.shape.rank or 0) <= self.example.shape.min_rank:
            array = ops.same_shape(array, self.example)  # before 0.11, more axes could come first
        return with_state(ops.positive(array), (*state, *_given(keywords)))


def _given(keywords: dict[str, Any]) -> tuple[Any, ...]:
    return (keywords["state"],) if "state" in keywords else ()


@modelled("equinox.nn.LayerNorm")
class LayerNorm(Shaped):
    """Normalization of the whole array."""


@modelled("equinox.nn.RMSNorm")
class RMSNorm(Shaped):
    """Normalization of the whole array by its size."""


@modelled("equinox.nn.GroupNorm")
class GroupNorm(Modelled):
    """Normalization of groups of channels of (channels, *space)."""

    def __init__(self, groups: Any, channels: Any = None, *arguments: Any, **keywords: Any) -> None:
        self.groups = as_size(groups)
        self.channels = None if channels is None else as_size(channels)

    def __call__(self, x: Any, *state: Any, key: Any = None, **keywords: Any) -> Any:
        array = as_array(x)
        if array.shape.rank is not None:
            ops.group_norm(ops.expand_dims(array, axis=0), groups=self.groups, channels=self.channels, axis=1)
        return with_state(ops.positive(array), (*state, *_given(keywords)))


@modelled("equinox.nn.BatchNorm")
class BatchNorm(Modelled):
    """Normalization over a batch axis that is mapped: one example, and the state."""

    def __init__(self, input_size: Any, axis_name: Any, *arguments: Any, **keywords: Any) -> None:
        self.channels = as_size(input_size)

    def __call__(self, x: Any, state: Any = UNKNOWN, *, key: Any = None, inference: Any = None) -> Any:
        return ops.positive(as_array(x)), state


@modelled("equinox.nn.Dropout", "equinox.nn.PReLU", "equinox.nn.Identity")
class Same(TakesAnything):
    """A layer that keeps the shape."""

    def __call__(self, x: Any, *arguments: Any, **keywords: Any) -> Any:
        return ops.positive(as_array(x)) if not arguments else UNKNOWN


@modelled("equinox.nn.Embedding")
class Embedding(Modelled):
    """A vector for an integer."""

    def __init__(
        self,
        num_embeddings: Any = None,
        embedding_size: Any = None,
        weight: Any = None,
        dtype: Any = None,
        *,
        key: Any = None,
    ) -> None:
        sizes = (num_embeddings, embedding_size)
        known = None not in sizes
        self.weight = made(Shape(tuple(map(as_size, sizes)))) if known else weight

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        index = as_array(x)
        if type(self.weight) is not Tensor or index.shape.rank != 0:
            return unknown_tensor()
        return ops.index(self.weight, items=(0,))


@modelled("equinox.nn.MLP")
class MLP(Modelled):
    """Linear layers with an activation between them."""

    def __init__(
        self,
        in_size: Any,
        out_size: Any,
        width_size: Any,
        depth: Any,
        activation: Any = None,
        final_activation: Any = None,
        use_bias: Any = True,
        use_final_bias: Any = True,
        dtype: Any = None,
        *,
        key: Any,
    ) -> None:
        count = depth if type(depth) is int and 0 <= depth <= 64 else None
        widths = [in_size, *[width_size] * (count or 0), out_size]
        self.layers = (
            None
            if count is None
            else tuple(Linear(before, after, key=key) for before, after in pairwise(widths))
        )
        self.ends = (Linear(in_size, width_size, key=key), Linear(width_size, out_size, key=key))

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        for layer in self.ends if self.layers is None else self.layers:
            x = layer(x)
        return x


@modelled("equinox.nn.Sequential")
class Sequential(Modelled):
    """Layers one after the other; those with a state take it and give it back."""

    def __init__(self, layers: Any) -> None:
        known = items(layers)
        self.layers = None if known is None else tuple(known)

    def __call__(self, x: Any, *arguments: Any, key: Any = None, **keywords: Any) -> Any:
        state = (*arguments, *_given(keywords))
        if self.layers is None or len(state) > 1:
            return UNKNOWN
        for layer in self.layers:
            if is_stateful(layer):
                result = host.call(layer, x, *state)
                if type(result) is not tuple or len(result) != 2:
                    return UNKNOWN
                x, *rest = result
                state = tuple(rest)
            else:
                x = host.call(layer, x)
        return with_state(x, state)

    def __getitem__(self, index: Any) -> Any:
        if self.layers is None or type(index) is not int or not -len(self.layers) <= index < len(self.layers):
            return UNKNOWN
        return self.layers[index]


def is_stateful(layer: Any) -> bool:
    """Whether a layer takes a state beside its input."""
    if isinstance(layer, Sequential):
        return any(map(is_stateful, layer.layers or ()))
    return isinstance(layer, (BatchNorm, SpectralNorm))


@modelled("equinox.nn.Lambda")
class Lambda(Modelled):
    """A function as a layer."""

    def __init__(self, fn: Any) -> None:
        self.fn = fn

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        return host.call(self.fn, x)


@modelled("equinox.nn.WeightNorm")
class WeightNorm(Modelled):
    """A layer whose weight is normalized."""

    def __init__(self, layer: Any, weight_name: Any = "weight", axis: Any = 0) -> None:
        self.layer = layer

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        return host.call(self.layer, x)


@modelled("equinox.nn.SpectralNorm")
class SpectralNorm(Modelled):
    """A layer whose weight is divided by its largest singular value: the result, and the state."""

    def __init__(self, layer: Any, weight_name: Any = "weight", *arguments: Any, **keywords: Any) -> None:
        self.layer = layer

    def __call__(self, x: Any, state: Any = UNKNOWN, *, key: Any = None, inference: Any = None) -> Any:
        return host.call(self.layer, x), state
