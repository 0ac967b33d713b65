"""Layers of ``flax.linen``: they learn their input's width when they are first called."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Shape,
    Size,
    Tensor,
    function,
    host,
    is_unknown,
    items,
    modelled,
    repeated,
    symbol,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.convolution import padding_of
from gnomon.models.jax.linen import Runnable
from gnomon.models.jax.scopes import inside, native_of
from gnomon.models.jax.support import as_array, made, unknown_tensor


class Layer(Runnable):
    """Base of layers: a name and a parent."""

    def last(self, x: Tensor) -> Size:
        """Return the width of an input."""
        found = x.shape.axis(-1) if x.shape.min_rank else None
        return symbol() if found is None else found

    def weight(self, name: str, *sizes: Size, role: str | None = None) -> Any:
        """Return a parameter of this shape, or the one that is given."""
        return self.parameter(name, lambda: made(Shape(sizes), role=role))


@modelled("flax.linen.Dense")
class Dense(Layer):
    """A matrix product of the last axis, and a bias."""

    def __init__(
        self, features: Any, use_bias: Any = True, *arguments: Any, name: Any = None, **keywords: Any
    ) -> None:
        self.join(name)
        self.features = as_size(features)
        self.use_bias = use_bias is True

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        if x.shape.rank == 0:
            return unknown_tensor()
        width = self.last(x)
        role = f"initialised with inputs of width {width}"
        kernel = self.weight("kernel", width, self.features, role=role)
        bias = self.weight("bias", self.features) if self.use_bias else None
        return ops.linear(x, kernel, bias, weight_layout="in_out")


@modelled("flax.linen.DenseGeneral")
class DenseGeneral(Layer):
    """A product over chosen axes."""

    def __init__(
        self,
        features: Any,
        axis: Any = -1,
        batch_dims: Any = (),
        *arguments: Any,
        name: Any = None,
        **keywords: Any,
    ) -> None:
        self.join(name)
        found = items(features)
        self.features = (as_size(features),) if found is None else tuple(as_size(size) for size in found)
        self.known = type(features) in (int, Dim) or found is not None
        chosen = as_axis(axis)
        self.axes = (chosen,) if type(chosen) is int else chosen
        self.plain = items(batch_dims) == []

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        rank = x.shape.rank
        if not self.known or not self.plain or type(self.axes) is not tuple or rank is None:
            return unknown_tensor()
        if any(not -rank <= axis < rank for axis in self.axes):
            return unknown_tensor()
        axes = tuple(axis % rank for axis in self.axes)
        sizes = tuple(x.shape.dims[axis] for axis in axes)
        kernel = self.weight("kernel", *sizes, *self.features)
        return ops.contracted(x, kernel, contracting=(axes, tuple(range(len(axes)))))


@modelled("flax.linen.Einsum")
class Einsum(Layer):
    """An einsum with a parameter: only that it is an array is followed."""

    def __init__(self, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)

    def __call__(self, inputs: Any, *arguments: Any) -> Any:
        return unknown_tensor()


class Windowed(Layer):
    """Base of convolutions."""

    def prepare_window(self, kernel_size: Any, strides: Any, padding: Any, dilation: Any) -> None:
        """Read window, strides, padding and dilation."""
        window = items(kernel_size)
        if window is None and type(kernel_size) in (int, Dim):
            window = [kernel_size]
        self.window = None if window is None else tuple(as_size(size) for size in window)
        count = 0 if window is None else len(window)
        self.strides = (1,) * count if strides is None else repeated(strides, count)
        self.dilation = (1,) * count if dilation is None else repeated(dilation, count)
        self.padding = padding_of(padding, count)

    def framed(self, x: Tensor) -> tuple[Tensor, tuple[Size, ...] | None]:
        """Return an input with exactly one batch axis, and the axes that it replaces (None: itself)."""
        rank, count = x.shape.rank, len(self.window or ())
        if rank is None or rank == count + 2:
            return x, None
        if rank == count + 1:
            return ops.expand_dims(x, axis=0), ()
        if rank > count + 2:
            return ops.flatten(x, start=0, end=rank - count - 2), x.shape.dims[: rank - count - 1]
        return x, None

    def unframed(self, result: Any, lead: tuple[Size, ...] | None) -> Any:
        """Return a result with the axes of the input in place of the batch axis."""
        if lead is None or type(result) is not Tensor or result.shape.rank is None:
            return result
        return made(Shape((*lead, *result.shape.dims[1:])), result.dtype)


@modelled("flax.linen.Conv", "flax.linen.ConvLocal")
class Conv(Windowed):
    """Convolution of (batch, *space, channels)."""

    def __init__(
        self,
        features: Any,
        kernel_size: Any,
        strides: Any = 1,
        padding: Any = "SAME",
        input_dilation: Any = 1,
        kernel_dilation: Any = 1,
        feature_group_count: Any = 1,
        use_bias: Any = True,
        *arguments: Any,
        name: Any = None,
        **keywords: Any,
    ) -> None:
        self.join(name)
        self.features = as_size(features)
        self.groups = as_size(feature_group_count)
        self.prepare_window(kernel_size, strides, padding, kernel_dilation)
        self.plain = input_dilation in (1, None) or (items(input_dilation) or [0])[0] == 1
        self.use_bias = use_bias is True

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        if self.window is None:
            return unknown_tensor()
        x, lead = self.framed(x)
        if self.padding is None or not self.plain or x.shape.rank not in (None, len(self.window) + 2):
            return self.unframed(ops.unknown_like(x), lead)
        channels = self.last(x)
        inner = channels if self.groups == 1 else channels // self.groups
        role = f"initialised with inputs of {channels} channels"
        kernel = self.weight("kernel", *self.window, inner, self.features, role=role)
        bias = self.weight("bias", self.features) if self.use_bias else None
        padding = "same" if self.padding == "circular" else self.padding
        result = ops.conv(
            x,
            kernel,
            bias,
            stride=self.strides,
            padding=padding,
            dilation=self.dilation,
            groups=self.groups,
            layout="last",
            spatial=len(self.window),
        )
        return self.unframed(result, lead)


@modelled("flax.linen.ConvTranspose")
class ConvTranspose(Windowed):
    """Transposed convolution of (batch, *space, channels)."""

    def __init__(
        self,
        features: Any,
        kernel_size: Any,
        strides: Any = None,
        padding: Any = "SAME",
        kernel_dilation: Any = None,
        *arguments: Any,
        name: Any = None,
        transpose_kernel: Any = False,
        **keywords: Any,
    ) -> None:
        self.join(name)
        self.features = as_size(features)
        self.prepare_window(kernel_size, strides, padding, kernel_dilation)
        self.plain = transpose_kernel is False and kernel_dilation is None

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        if self.window is None:
            return unknown_tensor()
        x, lead = self.framed(x)
        known = self.padding in ("same", "valid", "circular")
        if not known or not self.plain or x.shape.rank not in (None, len(self.window) + 2):
            return self.unframed(ops.unknown_like(x), lead)
        kernel = self.weight("kernel", *self.window, self.last(x), self.features)
        result = ops.conv_transpose(
            x,
            ops.swapaxes(kernel, first=-1, second=-2),
            stride=self.strides,
            padding="same" if self.padding == "circular" else self.padding,
            layout="last",
            spatial=len(self.window),
        )
        return self.unframed(result, lead)


@modelled("flax.linen.Embed")
class Embed(Layer):
    """A vector for each integer."""

    def __init__(
        self, num_embeddings: Any, features: Any, *arguments: Any, name: Any = None, **keywords: Any
    ) -> None:
        self.join(name)
        self.num_embeddings = as_size(num_embeddings)
        self.features = as_size(features)

    def _table(self) -> Any:
        return self.weight("embedding", self.num_embeddings, self.features)

    @property
    def embedding(self) -> Any:
        """The table."""
        return self._table()

    def __call__(self, inputs: Any) -> Any:
        x = as_array(inputs)
        return ops.take(self._table(), Tensor(x.shape, x.dtype, "jax", site=x.site), axis=0)

    def attend(self, query: Any) -> Any:
        """The product of queries with all vectors."""
        return ops.linear(as_array(query), self._table(), None)


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
        q = as_array(inputs_q)
        if q.shape.min_rank == 0:
            return unknown_tensor()
        last = self.last(q)
        ops.head_size(embed=last if self.width is None else self.width, heads=self.heads)
        return ops.linear(
            q, made(Shape((last, last if self.out is None else self.out))), None, weight_layout="in_out"
        )


# -- recurrent cells ----------------------------------------------------------------------------------


class Cell(Layer):
    """Base of recurrent cells: (carry, inputs) -> (carry, output)."""

    states = 1

    def __init__(self, features: Any = None, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        self.features = symbol() if features is None else as_size(features)

    def initialize_carry(self, rng: Any, input_shape: Any) -> Any:
        """A first carry for inputs of a shape."""
        shape = as_shape(input_shape)
        if shape.rank is None or shape.rank == 0:
            return UNKNOWN
        state = made(Shape((*shape.dims[:-1], self.features)))
        return state if self.states == 1 else (state,) * self.states

    def __call__(self, carry: Any, inputs: Any, **keywords: Any) -> Any:
        x = as_array(inputs)
        if x.shape.min_rank == 0:
            return UNKNOWN
        state = carry[-1] if type(carry) is tuple and len(carry) == self.states else carry
        width = self.last(state) if type(state) is Tensor else self.features
        fed = ops.linear(x, made(Shape((self.last(x), width))), None, weight_layout="in_out")
        if type(state) is Tensor:
            own = made(Shape((width, width)))
            fed = ops.add(fed, ops.linear(state, own, None, weight_layout="in_out"))
        new = fed if self.states == 1 else (fed,) * self.states
        return new, fed


@modelled("flax.linen.LSTMCell", "flax.linen.OptimizedLSTMCell")
class LSTMCell(Cell):
    """A cell with two states."""

    states = 2


@modelled("flax.linen.GRUCell", "flax.linen.SimpleCell", "flax.linen.MGUCell")
class GRUCell(Cell):
    """A cell with one state."""


@modelled("flax.linen.RNN")
class RNN(Layer):
    """A cell over the time axis of (batch, time, features)."""

    def __init__(self, cell: Any, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        self.cell = cell
        self.gives_carry = keywords.get("return_carry", False)

    def __call__(self, inputs: Any, *arguments: Any, return_carry: Any = None, **keywords: Any) -> Any:
        x = as_array(inputs)
        wants = self.gives_carry if return_carry is None else return_carry
        if not isinstance(self.cell, Cell) or x.shape.rank is None or x.shape.rank < 2:
            return UNKNOWN
        result = ops.linear(x, made(Shape((self.last(x), self.cell.features))), None, weight_layout="in_out")
        if wants is False:
            return result
        return (UNKNOWN, result) if wants is True else UNKNOWN


# -- functions ----------------------------------------------------------------------------------------


@function(
    "flax.linen.max_pool",
    "flax.linen.avg_pool",
    "flax.nnx.max_pool",
    "flax.nnx.avg_pool",
    "flax.nnx.min_pool",
)
def pool(
    inputs: Any, window_shape: Any, strides: Any = None, padding: Any = "VALID", *more: Any, **keywords: Any
) -> Any:
    """Windows of (batch, *space, channels) become one entry each."""
    x = as_array(inputs)
    window = items(window_shape)
    if window is None:
        return ops.unknown_like(x)
    count = len(window)
    pads = padding_of(padding, count)
    if pads is None or x.shape.rank is None or (strides is not None and is_unknown(strides)):
        return ops.unknown_like(x)
    steps = (1,) * count if strides is None else repeated(strides, count)
    rank = x.shape.rank
    lead: tuple[Size, ...] | None = None
    if rank == count + 1:
        x, lead = ops.expand_dims(x, axis=0), ()
    elif rank > count + 2:
        lead = x.shape.dims[: rank - count - 1]
        x = ops.flatten(x, start=0, end=rank - count - 2)
    sizes = tuple(as_size(size) for size in window)
    result = ops.max_pool(x, window=sizes, stride=steps, padding=pads, layout="last")
    if lead is None or result.shape.rank is None:
        return result
    return made(Shape((*lead, *result.shape.dims[1:])), result.dtype)


@function("flax.linen.pool", "flax.nnx.pool")
def general_pool(inputs: Any, *arguments: Any, **keywords: Any) -> Any:
    """Windows folded by any function."""
    return ops.unknown_like(as_array(inputs))


@function("flax.linen.make_causal_mask", "flax.nnx.make_causal_mask")
def make_causal_mask(x: Any, extra_batch_dims: Any = 0, dtype: Any = None) -> Any:
    """A mask (batch, 1, length, length)."""
    array = as_array(x)
    if extra_batch_dims != 0 or array.shape.min_rank == 0 or array.shape.rank is None:
        return unknown_tensor()
    length = array.shape.dims[-1]
    return made(Shape((*array.shape.dims[:-1], 1, length, length)))


@function("flax.linen.make_attention_mask", "flax.nnx.make_attention_mask")
def make_attention_mask(query_input: Any, key_input: Any, *arguments: Any, **keywords: Any) -> Any:
    """A mask (batch, 1, queries, keys)."""
    q, k = as_array(query_input), as_array(key_input)
    if (
        arguments
        or keywords.get("extra_batch_dims", 0) != 0
        or q.shape.rank is None
        or q.shape.rank != k.shape.rank
    ):
        return unknown_tensor()
    if q.shape.rank == 0:
        return unknown_tensor()
    return made(Shape((*q.shape.dims[:-1], 1, q.shape.dims[-1], k.shape.dims[-1])))


@function("flax.linen.combine_masks", "flax.nnx.combine_masks")
def combine_masks(*masks: Any, **keywords: Any) -> Any:
    """All masks at once."""
    given = [as_array(mask) for mask in masks if mask is not None]
    if not given:
        return None
    return ops.broadcast_arrays(given)[0]


@function("flax.linen.dot_product_attention", "flax.nnx.dot_product_attention")
def attention(query: Any, key: Any, value: Any, *arguments: Any, **keywords: Any) -> Any:
    """Attention of (batch, length, heads, width)."""
    from gnomon.models.jax.nn import dot_product_attention

    return dot_product_attention(query, key, value)
