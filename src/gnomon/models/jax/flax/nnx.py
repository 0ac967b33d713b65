"""Layers of ``flax.nnx``: they are told their input width."""

from __future__ import annotations

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
    modelled,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.flax.layers import Windowed
from gnomon.models.jax.support import as_array, made, unknown_tensor


@modelled("flax.nnx.Module", "flax.nnx.Object", "flax.nnx.Pytree")
class Module(TakesAnything):
    """Base of models: their layers are attributes."""

    raw = True
    entry = "__call__"

    def _nothing(self, *arguments: Any, **keywords: Any) -> None:
        return None

    train = eval = set_attributes = sow = _nothing

    def iter_modules(self, *arguments: Any, **keywords: Any) -> Any:
        """Pairs of a path and a module."""
        return UNKNOWN


def kernel(*sizes: Size, role: str | None = None) -> Tensor:
    """Return a parameter."""
    return made(Shape(sizes), role=role)


@modelled("flax.nnx.Linear", "flax.nnx.LoRALinear")
class Linear(Modelled):
    """A matrix product of the last axis, and a bias."""

    def __init__(self, in_features: Any, out_features: Any, *, use_bias: Any = True, **keywords: Any) -> None:
        self.in_features = as_size(in_features)
        self.out_features = as_size(out_features)
        role = f"in_features is {self.in_features}"
        self.kernel = kernel(self.in_features, self.out_features, role=role)
        self.bias = kernel(self.out_features) if use_bias is True else None

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        return ops.linear(as_array(inputs), self.kernel, self.bias, weight_layout="in_out")


@modelled("flax.nnx.LoRA")
class LoRA(Modelled):
    """A product of two narrow matrices."""

    def __init__(self, in_features: Any, lora_rank: Any, out_features: Any, **keywords: Any) -> None:
        self.weight = kernel(as_size(in_features), as_size(out_features))

    def __call__(self, x: Any, **keywords: Any) -> Any:
        return ops.linear(as_array(x), self.weight, None, weight_layout="in_out")


@modelled("flax.nnx.LinearGeneral", "flax.nnx.Einsum")
class General(TakesAnything):
    """A product over chosen axes: only that it is an array is followed."""

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        return unknown_tensor()


class _Window(Windowed):
    """A convolution of nnx: told its channels."""

    def __init__(self) -> None:
        """Read by the layers below."""


@modelled("flax.nnx.Conv")
class Conv(_Window):
    """Convolution of (batch, *space, channels)."""

    def __init__(
        self,
        in_features: Any,
        out_features: Any,
        kernel_size: Any,
        strides: Any = 1,
        *,
        padding: Any = "SAME",
        input_dilation: Any = 1,
        kernel_dilation: Any = 1,
        feature_group_count: Any = 1,
        use_bias: Any = True,
        **keywords: Any,
    ) -> None:
        self.groups = as_size(feature_group_count)
        self.prepare_window(kernel_size, strides, padding, kernel_dilation)
        self.plain = input_dilation in (1, None)
        self.kernel = None
        if self.window is not None:
            self.kernel = ops.conv_kernel(
                inputs=as_size(in_features),
                outputs=as_size(out_features),
                window=self.window,
                groups=self.groups,
                layout="last",
            )
            self.kernel.role = f"in_features is {as_size(in_features)}"

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        x = as_array(inputs)
        if self.window is None or self.kernel is None:
            return unknown_tensor()
        x, lead = self.framed(x)
        if self.padding is None or not self.plain or x.shape.rank not in (None, len(self.window) + 2):
            return self.unframed(ops.unknown_like(x), lead)
        result = ops.conv(
            x,
            self.kernel,
            stride=self.strides,
            padding="same" if self.padding == "circular" else self.padding,
            dilation=self.dilation,
            groups=self.groups,
            layout="last",
            spatial=len(self.window),
        )
        return self.unframed(result, lead)


@modelled("flax.nnx.ConvTranspose")
class ConvTranspose(_Window):
    """Transposed convolution of (batch, *space, channels)."""

    def __init__(
        self,
        in_features: Any,
        out_features: Any,
        kernel_size: Any,
        strides: Any = None,
        *,
        padding: Any = "SAME",
        kernel_dilation: Any = None,
        transpose_kernel: Any = False,
        **keywords: Any,
    ) -> None:
        self.prepare_window(kernel_size, strides, padding, kernel_dilation)
        self.plain = transpose_kernel is False and kernel_dilation is None
        window = self.window or ()
        self.kernel = kernel(*window, as_size(out_features), as_size(in_features))

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        x = as_array(inputs)
        if self.window is None:
            return unknown_tensor()
        x, lead = self.framed(x)
        known = self.padding in ("same", "valid", "circular")
        if not known or not self.plain or x.shape.rank not in (None, len(self.window) + 2):
            return self.unframed(ops.unknown_like(x), lead)
        result = ops.conv_transpose(
            x,
            self.kernel,
            stride=self.strides,
            padding="same" if self.padding == "circular" else self.padding,
            layout="last",
            spatial=len(self.window),
        )
        return self.unframed(result, lead)


@modelled("flax.nnx.Embed")
class Embed(Modelled):
    """A vector for each integer."""

    def __init__(self, num_embeddings: Any, features: Any, **keywords: Any) -> None:
        self.num_embeddings = as_size(num_embeddings)
        self.features = as_size(features)
        self.embedding = kernel(self.num_embeddings, self.features)

    def __call__(self, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
        x = as_array(inputs)
        return ops.take(self.embedding, Tensor(x.shape, x.dtype, "jax", site=x.site), axis=0)

    def attend(self, query: Any, **keywords: Any) -> Any:
        """The product of queries with all vectors."""
        return ops.linear(as_array(query), self.embedding, None)


@modelled("flax.nnx.BatchNorm", "flax.nnx.LayerNorm", "flax.nnx.RMSNorm", "flax.nnx.InstanceNorm")
class Normalization(Modelled):
    """Normalization of features."""

    def __init__(self, num_features: Any, **keywords: Any) -> None:
        plain = all(keywords.get(name, -1) == -1 for name in ("axis", "feature_axes"))
        scaled = keywords.get("use_scale", True) is True
        role = f"num_features is {as_size(num_features)}"
        self.scale = kernel(as_size(num_features), role=role) if plain and scaled else None

    def __call__(self, x: Any, *arguments: Any, **keywords: Any) -> Any:
        array = as_array(x)
        return ops.positive(array) if self.scale is None else ops.scaled_features(array, self.scale)


@modelled("flax.nnx.GroupNorm")
class GroupNorm(Modelled):
    """Normalization of groups of channels."""

    def __init__(
        self, num_features: Any, num_groups: Any = 32, group_size: Any = None, **keywords: Any
    ) -> None:
        self.groups = as_size(num_groups) if group_size is None and num_groups is not None else None
        self.scale = kernel(as_size(num_features))

    def __call__(self, x: Any, **keywords: Any) -> Any:
        array = as_array(x)
        if self.groups is not None and array.shape.min_rank:
            ops.group_norm(array, groups=self.groups, axis=-1)
        return ops.scaled_features(array, self.scale)


@modelled("flax.nnx.MultiHeadAttention")
class MultiHeadAttention(Modelled):
    """Attention with several heads."""

    def __init__(
        self,
        num_heads: Any,
        in_features: Any,
        qkv_features: Any = None,
        out_features: Any = None,
        in_kv_features: Any = None,
        **keywords: Any,
    ) -> None:
        width = as_size(in_features)
        ops.head_size(
            embed=width if qkv_features is None else as_size(qkv_features), heads=as_size(num_heads)
        )
        self.weight = kernel(width, width if out_features is None else as_size(out_features))

    def __call__(self, inputs_q: Any, *arguments: Any, **keywords: Any) -> Any:
        return ops.linear(as_array(inputs_q), self.weight, None, weight_layout="in_out")

    def init_cache(self, *arguments: Any, **keywords: Any) -> None:
        """Room for decoding."""


@modelled("flax.nnx.Sequential")
class Sequential(Modelled):
    """Functions one after the other."""

    def __init__(self, *fns: Any) -> None:
        self.layers = fns

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value: Any = arguments
        for fn in self.layers:
            value = host.call(fn, *value) if type(value) is tuple else host.call(fn, value)
        return value


class Cell(Modelled):
    """A recurrent cell: (carry, inputs) -> (carry, output)."""

    library_name = "flax.nnx.RNNCell"
    states = 1

    def __init__(self, in_features: Any, hidden_features: Any, **keywords: Any) -> None:
        self.hidden_features = as_size(hidden_features)
        self.weight = kernel(as_size(in_features), self.hidden_features)
        self.recurrent = kernel(self.hidden_features, self.hidden_features)

    def initialize_carry(self, input_shape: Any, *arguments: Any, **keywords: Any) -> Any:
        """A first carry for inputs of a shape."""
        shape = as_shape(input_shape)
        if shape.rank is None or shape.rank == 0:
            return UNKNOWN
        state = made(Shape((*shape.dims[:-1], self.hidden_features)))
        return state if self.states == 1 else (state,) * self.states

    def __call__(self, carry: Any, inputs: Any) -> Any:
        fed = ops.linear(as_array(inputs), self.weight, None, weight_layout="in_out")
        state = carry[-1] if type(carry) is tuple and len(carry) == self.states else carry
        if type(state) is Tensor:
            fed = ops.add(fed, ops.linear(state, self.recurrent, None, weight_layout="in_out"))
        return (fed if self.states == 1 else (fed,) * self.states), fed


@modelled("flax.nnx.LSTMCell", "flax.nnx.OptimizedLSTMCell")
class LSTMCell(Cell):
    """A cell with two states."""

    states = 2


@modelled("flax.nnx.GRUCell", "flax.nnx.SimpleCell")
class GRUCell(Cell):
    """A cell with one state."""


@modelled("flax.nnx.RNN")
class RNN(Modelled):
    """A cell over the time axis of (batch, time, features)."""

    def __init__(self, cell: Any, *, return_carry: Any = False, **keywords: Any) -> None:
        self.cell = cell
        self.gives_carry = return_carry

    def __call__(self, inputs: Any, *, return_carry: Any = None, **keywords: Any) -> Any:
        wants = self.gives_carry if return_carry is None else return_carry
        if not isinstance(self.cell, Cell):
            return UNKNOWN
        result = ops.linear(as_array(inputs), self.cell.weight, None, weight_layout="in_out")
        if wants is False:
            return result
        return (UNKNOWN, result) if wants is True else UNKNOWN
