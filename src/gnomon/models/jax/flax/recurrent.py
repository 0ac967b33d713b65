"""Recurrent cells of ``flax.linen``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Shape,
    Tensor,
    modelled,
    symbol,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.jax.flax.layers import Layer
from gnomon.models.jax.flax.scopes import conceal
from gnomon.models.jax.support import as_array, made

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
        conceal()
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
        conceal()
        x = as_array(inputs)
        wants = self.gives_carry if return_carry is None else return_carry
        if not isinstance(self.cell, Cell) or x.shape.rank is None or x.shape.rank < 2:
            return UNKNOWN
        result = ops.linear(x, made(Shape((self.last(x), self.cell.features))), None, weight_layout="in_out")
        if wants is False:
            return result
        return (UNKNOWN, result) if wants is True else UNKNOWN
