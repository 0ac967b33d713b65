"""Attention of Haiku."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Shape, modelled
from gnomon.models.api import size as as_size
from gnomon.models.jax.haiku.layers import Layer, last_size
from gnomon.models.jax.support import as_array, made, unknown_tensor


@modelled("haiku.MultiHeadAttention")
class MultiHeadAttention(Layer):
    """Attention with several heads of (*batch, length, width)."""

    def __init__(
        self,
        num_heads: Any,
        key_size: Any,
        w_init_scale: Any = None,
        *,
        w_init: Any = None,
        with_bias: Any = True,
        b_init: Any = None,
        value_size: Any = None,
        model_size: Any = None,
        name: Any = None,
    ) -> None:
        self.join(name)
        self.heads, self.key_size = as_size(num_heads), as_size(key_size)
        self.value_size = self.key_size if is_left_out(value_size) else as_size(value_size)
        self.model_size = self.key_size * self.heads if is_left_out(model_size) else as_size(model_size)

    def __call__(self, query: Any, key: Any, value: Any, mask: Any = None) -> Any:
        q, k, v = (as_array(x) for x in (query, key, value))
        if any(x.shape.rank is None or x.shape.rank < 2 for x in (q, k, v)):
            return unknown_tensor()
        parts = [
            projected(x, width) for x, width in ((q, self.key_size), (k, self.key_size), (v, self.value_size))
        ]
        weights = einsum("...qd,...kd->...qk", parts[0], parts[1])
        result = projected(einsum("...qk,...kd->...qd", weights, parts[2]), self.model_size)
        return made(Shape((*q.shape.dims[:-1], self.model_size)), result.dtype)  # whatever axes k and v add


def is_left_out(size: Any) -> bool:
    """Whether a size is not given; 0 counts as that."""
    return size is None or (type(size) is int and size == 0)


def einsum(equation: str, first: Any, second: Any) -> Any:
    """Return the sum of products over named axes."""
    return ops.TABLE["einsum"]([first, second], equation=equation)


def projected(x: Any, width: Any) -> Any:
    """Return an array whose last axis is brought to a width."""
    return ops.linear(x, made(Shape((last_size(x), width))), None, weight_layout="in_out")
