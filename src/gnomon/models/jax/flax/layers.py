"""Layers of ``flax.linen``: they learn their input width when they are first called."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Shape,
    Size,
    Tensor,
    items,
    modelled,
    repeated,
    symbol,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.convolution import padding_of
from gnomon.models.jax.flax.linen import Runnable
from gnomon.models.jax.flax.scopes import conceal
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
        conceal()
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
