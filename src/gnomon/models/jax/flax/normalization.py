"""Normalization, dropout, sequences of layers and attention of ``flax.linen``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Shape,
    host,
    items,
    modelled,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.flax.layers import Layer
from gnomon.models.jax.flax.scopes import conceal, inside, native_of
from gnomon.models.jax.support import as_array, made, unknown_tensor


class Normalization(Layer):
    """Base of layers that keep the shape and scale the features."""

    def __init__(self, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        self.plain = keywords.get("feature_axes", -1) == -1 and keywords.get("axis", -1) == -1
        self.scaled = keywords.get("use_scale", True) is True

    def __call__(self, x: Any, *arguments: Any, **keywords: Any) -> Any:
        array = as_array(x)
        if not self.plain or not self.scaled or array.shape.min_rank == 0:
            return ops.positive(array)
        width = self.last(array)
        scale = self.weight("scale", width, role=f"initialised with inputs of width {width}")
        return ops.scaled_features(array, scale)


@modelled("flax.linen.LayerNorm", "flax.linen.RMSNorm", "flax.linen.InstanceNorm")
class LayerNorm(Normalization):
    """Normalization of the last axis."""


@modelled("flax.linen.BatchNorm")
class BatchNorm(Normalization):
    """Normalization over the batch."""

    def __init__(
        self,
        use_running_average: Any = None,
        axis: Any = -1,
        *arguments: Any,
        name: Any = None,
        **keywords: Any,
    ) -> None:
        super().__init__(name=name, axis=axis, **keywords)


@modelled("flax.linen.GroupNorm")
class GroupNorm(Normalization):
    """Normalization of groups of channels."""

    def __init__(
        self, num_groups: Any = 32, group_size: Any = None, *arguments: Any, name: Any = None, **keywords: Any
    ) -> None:
        super().__init__(name=name, **keywords)
        self.groups = as_size(num_groups) if group_size is None and num_groups is not None else None

    def __call__(self, x: Any, *arguments: Any, **keywords: Any) -> Any:
        array = as_array(x)
        if self.groups is not None and array.shape.min_rank:
            ops.group_norm(array, groups=self.groups, axis=-1)
        return super().__call__(array)


@modelled("flax.linen.WeightNorm", "flax.linen.SpectralNorm")
class Wrapping(Layer):
    """A layer around another one, which it calls."""

    def __init__(self, layer_instance: Any, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        self.layer = layer_instance

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        conceal()
        keywords.pop("update_stats", None)
        return host.call(self.layer, *arguments, **keywords)


@modelled("flax.linen.Dropout", "flax.nnx.Dropout")
class Dropout(Layer):
    """Some entries become zero."""

    def __init__(self, rate: Any = None, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        return ops.positive(as_array(inputs))


@modelled("flax.linen.PReLU", "flax.nnx.PReLU")
class PReLU(Layer):
    """A function of each entry with a learnt slope."""

    def __init__(self, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)

    def __call__(self, inputs: Any) -> Any:
        conceal()
        return ops.relu(as_array(inputs))


@modelled("flax.linen.Sequential")
class Sequential(Layer):
    """Layers one after the other."""

    def __init__(self, layers: Any, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        known = items(layers)
        self.layers = None if known is None else tuple(known)
        for position, layer in enumerate(self.layers or ()):
            native = native_of(layer)
            if native is not None:
                native.__dict__["parent"] = self
                native.__dict__["name"] = f"layers_{position}"

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if self.layers is None:
            return UNKNOWN
        with inside(self):
            value: Any = arguments
            for position, layer in enumerate(self.layers):
                if type(value) is tuple:
                    value = host.call(layer, *value, **(keywords if position == 0 else {}))
                elif type(value) is dict:
                    value = host.call(layer, **value)
                else:
                    value = host.call(layer, value)
            return value


@modelled(
    "flax.linen.MultiHeadDotProductAttention", "flax.linen.MultiHeadAttention", "flax.linen.SelfAttention"
)
class MultiHeadAttention(Layer):
    """Attention with several heads: the result is as wide as the queries, unless told otherwise."""

    def __init__(
        self,
        num_heads: Any,
        dtype: Any = None,
        param_dtype: Any = None,
        qkv_features: Any = None,
        out_features: Any = None,
        *arguments: Any,
        name: Any = None,
        **keywords: Any,
    ) -> None:
        self.join(name)
        self.heads = as_size(num_heads)
        self.width = None if qkv_features is None else as_size(qkv_features)
        self.out = None if out_features is None else as_size(out_features)

    def __call__(
        self, inputs_q: Any, inputs_k: Any = None, inputs_v: Any = None, *arguments: Any, **keywords: Any
    ) -> Any:
        conceal()
        q = as_array(inputs_q)
        if q.shape.min_rank == 0:
            return unknown_tensor()
        last = self.last(q)
        ops.head_size(embed=last if self.width is None else self.width, heads=self.heads)
        return ops.linear(
            q, made(Shape((last, last if self.out is None else self.out))), None, weight_layout="in_out"
        )
