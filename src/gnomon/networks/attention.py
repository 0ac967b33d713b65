"""Attention with several heads, and the block of a transformer."""

from __future__ import annotations

from typing import Any

from gnomon.graph.errors import ArgumentError, ShapeError
from gnomon.graph.namespace import nn
from gnomon.graph.sites import user_site
from gnomon.networks import checks, initialisers
from gnomon.networks.dense import Activation, Dense
from gnomon.networks.module import Module
from gnomon.networks.noise import Dropout
from gnomon.networks.norms import LayerNorm

ROLES = ("query", "key", "value", "result")


class MultiHeadAttention(Module):
    """Attention of queries (batch, length, size) over keys and values (batch, entries, size); to itself with one input.

    ``size`` is the width of all heads together, that of the queries unless given. ``mask`` of a call is True where an
    entry may be seen; with ``causal`` no query sees entries behind its own place.

    >>> import gnomon as gn
    >>> x = gn.symbol("x", shape=("batch", "length", 64), dtype="float32")
    >>> gn.nn.MultiHeadAttention(8, causal=True)(x).shape
    (batch, length, 64)
    """

    def __init__(
        self,
        heads: int,
        *,
        size: int | None = None,
        outputs: int | None = None,
        causal: bool = False,
        bias: bool = True,
        initial: Any = initialisers.glorot_uniform,
    ) -> None:
        self.heads = heads
        self.size = size
        self.outputs = outputs
        self.causal = causal
        self.with_bias = bias
        self.initial = initial

    def forward(self, query: Any, key: Any = None, value: Any = None, *, mask: Any = None) -> Any:
        """Return (batch, length, outputs)."""
        key = query if key is None else key
        parts = [query, key, key if value is None else value]
        for name, part in zip(ROLES, parts):
            if self.floats(part, name).ndim < 2:
                raise ShapeError(
                    f"{self.label}: {name} must be (batch, length, size), got {part.shape}", user_site()
                )
        width = parts[0].shape.dims[-1]
        size = self._known("query_weight", self.size or width, parts[0].shape.dims)
        if size % self.heads:
            raise ArgumentError(
                f"{self.label}: the size {size} does not split into {self.heads} heads", user_site()
            )
        inputs = [*[part.shape.dims[-1] for part in parts], size]
        outputs = [size, size, size, self.outputs or width]
        weights = [
            self.parameter(f"{role}_weight", pair, self.initial, parts[0].dtype)
            for role, *pair in zip(ROLES, inputs, outputs)
        ]
        biases = None
        if self.with_bias:
            biases = [
                self.parameter(f"{role}_bias", (count,), initialisers.zeros, parts[0].dtype)
                for role, count in zip(ROLES, outputs)
            ]
        return nn.multi_head_attention(
            parts[0], parts[1], parts[2], weights, biases, heads=self.heads, mask=mask, causal=self.causal
        )


class TransformerBlock(Module):
    """Attention and two dense layers, each normalised before, and added to its input.

    ``hidden`` is the width between the dense layers, four times that of the input unless given.
    """

    def __init__(
        self,
        heads: int,
        hidden: int | None = None,
        *,
        dropout: float = 0.0,
        causal: bool = False,
        activation: Activation = nn.gelu,
    ) -> None:
        self.heads = heads
        self.hidden = hidden
        self.dropout = dropout
        self.causal = causal
        self.activation = checks.activation(type(self).__name__, activation)
        self.before = LayerNorm()
        self.attention = MultiHeadAttention(heads, causal=causal)
        self.between = LayerNorm()
        self.widen: Dense | None = None
        self.narrow: Dense | None = None
        self.drop = Dropout(dropout)

    def forward(self, x: Any, *, mask: Any = None) -> Any:
        """Return an array of the shape of x."""
        width = self._known("widen.weight", self.floats(x).shape.dims[-1], x.shape.dims)
        if self.widen is None or self.narrow is None:
            self.widen = Dense(self.hidden or 4 * width, activation=self.activation)
            self.narrow = Dense(width)
        x = x + self.drop(self.attention(self.before(x), mask=mask))
        return x + self.drop(self.narrow(self.widen(self.between(x))))
