"""Layers that multiply by a matrix or look rows up: `Dense`, `Embedding`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import nn
from gnomon.graph.sites import user_site
from gnomon.networks import checks, initialisers
from gnomon.networks.module import Module

Activation = Callable[[Any], Any] | None


class Dense(Module):
    """``activation(x @ weight + bias)`` over the last axis.

    >>> import gnomon as gn
    >>> layer = gn.nn.Dense(10)
    >>> layer(gn.symbol("x", shape=("batch", 784), dtype="float32")).shape
    (batch, 10)
    >>> layer
    Dense(10): weight (784, 10), bias (10,): 7,850 parameters
    """

    def __init__(
        self,
        outputs: int,
        *,
        activation: Activation = None,
        bias: bool = True,
        initial: Any = initialisers.glorot_uniform,
        initial_bias: Any = initialisers.zeros,
    ) -> None:
        self.outputs = checks.count("Dense", "outputs", outputs)
        self.activation = checks.activation("Dense", activation)
        self.initial = initial
        self.initial_bias = initial_bias
        self.with_bias = bias

    def forward(self, x: Any) -> Any:
        """Return (..., outputs)."""
        x = self.floats(x)
        weight = self.parameter("weight", (x.shape.dims[-1], self.outputs), self.initial, x.dtype)
        found = nn.linear(x, weight)
        if self.with_bias:
            found = found + self.parameter("bias", (self.outputs,), self.initial_bias, x.dtype)
        return found if self.activation is None else self.activation(found)


class Embedding(Module):
    """Rows of a table of ``entries`` by ``size``, at integer positions.

    >>> import gnomon as gn
    >>> gn.nn.Embedding(1000, 64)(gn.symbol("words", shape=("batch", "time"), dtype="int32")).shape
    (batch, time, 64)
    """

    def __init__(
        self,
        entries: int,
        size: int,
        *,
        initial: Any = initialisers.unit_normal,
        dtype: Any = "float32",
    ) -> None:
        self.entries = entries
        self.size = size
        self.initial = initial
        self.dtype = dtype

    def forward(self, x: Array) -> Array:
        """Return (..., size)."""
        if x.dtype.kind not in ("int", "uint"):
            raise ArgumentError(
                f"{self.label}: x must be an array of integers, got {x.dtype}",
                user_site(),
                "x.astype('int32')",
            )
        weight = self.parameter("weight", (self.entries, self.size), self.initial, self.dtype)
        return nn.embedding(x, weight)
