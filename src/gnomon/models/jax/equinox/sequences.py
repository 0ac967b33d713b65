"""Recurrent cells, attention and positions of Equinox: single vectors, single sequences."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import Modelled, Shape, modelled
from gnomon.models.api import size as as_size
from gnomon.models.jax.equinox.layers import product
from gnomon.models.jax.support import as_array, made, unknown_tensor


class Cell(Modelled):
    """Base of recurrent cells."""

    library_name = "equinox.nn.Cell"
    states = 1

    def __init__(
        self, input_size: Any, hidden_size: Any, use_bias: Any = True, dtype: Any = None, *, key: Any = None
    ) -> None:
        self.input_size, self.hidden_size = as_size(input_size), as_size(hidden_size)
        self.of_input = made(
            Shape((self.hidden_size, self.input_size)), role=f"input_size is {self.input_size}"
        )
        self.of_state = made(
            Shape((self.hidden_size, self.hidden_size)), role=f"hidden_size is {self.hidden_size}"
        )

    def __call__(self, input: Any, hidden: Any, *, key: Any = None) -> Any:
        states: tuple[Any, ...] = tuple(hidden) if type(hidden) in (tuple, list) else (hidden,)
        if len(states) != self.states:
            return unknown_tensor()
        fed = product(self.of_input, None, as_array(input))
        result = ops.add(fed, product(self.of_state, None, as_array(states[0])))
        if self.states == 1:
            return result
        return result, ops.add(result, as_array(states[1]))


@modelled("equinox.nn.LSTMCell")
class LSTMCell(Cell):
    """A cell with two states."""

    states = 2


@modelled("equinox.nn.GRUCell")
class GRUCell(Cell):
    """A cell with one state."""


@modelled("equinox.nn.MultiheadAttention")
class MultiheadAttention(Modelled):
    """Attention with several heads of (length, width)."""

    def __init__(
        self,
        num_heads: Any,
        query_size: Any,
        key_size: Any = None,
        value_size: Any = None,
        output_size: Any = None,
        qk_size: Any = None,
        vo_size: Any = None,
        *arguments: Any,
        **keywords: Any,
    ) -> None:
        self.heads = as_size(num_heads)
        width = as_size(query_size)
        self.query_size = width
        self.key_size, self.value_size, self.output_size = (
            width if size is None else as_size(size) for size in (key_size, value_size, output_size)
        )
        inner = self.heads * (width // self.heads)
        self.inner = inner if qk_size is None else self.heads * as_size(qk_size)
        self.values = inner if vo_size is None else self.heads * as_size(vo_size)

    def __call__(self, query: Any, key_: Any, value: Any, mask: Any = None, **keywords: Any) -> Any:
        parts = []
        for given, size, width in (
            (query, self.query_size, self.inner),
            (key_, self.key_size, self.inner),
            (value, self.value_size, self.values),
        ):
            x = as_array(given)
            if x.shape.rank != 2:
                return unknown_tensor()
            parts.append(ops.linear(x, made(Shape((width, size))), None))
        attended = ops.scaled_dot_product_attention(*parts)
        return ops.linear(attended, made(Shape((self.output_size, self.values))), None)


@modelled("equinox.nn.RotaryPositionalEmbedding")
class RotaryPositionalEmbedding(Modelled):
    """Turns pairs of features of (length, width) by their position."""

    def __init__(self, embedding_size: Any, *arguments: Any, **keywords: Any) -> None:
        self.width = as_size(embedding_size)

    def __call__(self, x: Any, *, key: Any = None) -> Any:
        array = as_array(x)
        if array.shape.rank != 2:
            return unknown_tensor()
        return ops.same_shape(array, made(Shape((array.shape.dims[0], self.width)), array.dtype))
