"""Recurrent layers: `RNN`, `GRU`, `LSTM`, over (batch, time, inputs), or with ``batch_first=False`` (time, batch, inputs)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ShapeError
from gnomon.graph.namespace import nn
from gnomon.graph.sites import user_site
from gnomon.networks import initialisers
from gnomon.networks.module import Module
from gnomon.shapes import Dtype


class _Recurrent(Module):
    """What the three layers share: their gates lie side by side in one weight."""

    gates: ClassVar[int]
    compute: ClassVar[Callable[..., Any]]

    def __init__(
        self,
        hidden: int,
        *,
        last: bool = False,
        bidirectional: bool = False,
        reverse: bool = False,
        batch_first: bool = True,
        bias: bool = True,
        initial: Any = initialisers.glorot_uniform,
        initial_recurrent: Any = initialisers.orthonormal,
    ) -> None:
        self.hidden = hidden
        self.last = last
        self.bidirectional = bidirectional
        self.reverse = reverse
        self.batch_first = batch_first
        self.with_bias = bias
        self.initial = initial
        self.initial_recurrent = initial_recurrent
        if bidirectional:
            self.backward = type(self)(
                hidden, last=last, reverse=not reverse, batch_first=batch_first, bias=bias, initial=initial,
                initial_recurrent=initial_recurrent, **self._more(),
            )  # fmt: skip

    def forward(self, x: Any) -> Any:
        """Return the outputs for all times, or with ``last`` the last one; those of both directions side by side."""
        outputs, state = self.run(x)
        found = self._shown(state) if self.last else outputs
        return ops.concat((found, self.backward(x)), axis=-1) if self.bidirectional else found

    def run(self, x: Any, state: Any = None) -> tuple[Array, Any]:
        """Return the outputs and the last state of one direction, from a state on (zeros if None)."""
        x = self.floats(x)
        if x.ndim not in (2, 3):
            form = "(batch, time, inputs)" if self.batch_first else "(time, batch, inputs)"
            raise ShapeError(f"{self.label}: x must be {form}, got {x.shape}", user_site())
        width = self.gates * self.hidden
        fans = (x.shape.dims[-1], self.hidden)
        weight = self.parameter(
            "weight",
            (x.shape.dims[-1], width),
            self.initial,
            x.dtype,
            fans=fans if type(fans[0]) is int else None,
        )
        recurrent = self.parameter(
            "recurrent",
            (self.hidden, width),
            self.initial_recurrent,
            x.dtype,
            fans=(self.hidden, self.hidden),
        )
        settings = {
            "initial": state,
            "reverse": self.reverse,
            "batch_first": self.batch_first,
            **self._more(),
        }
        biases = self._biases(width, x.dtype) if self.with_bias else []
        return type(self).compute(x, weight, recurrent, *biases, **settings)  # type: ignore[no-any-return]

    def _biases(self, width: int, dtype: Dtype) -> list[Array]:
        return [self.parameter("bias", (width,), initialisers.zeros, dtype)]

    def _more(self) -> dict[str, Any]:
        return {}

    def _shown(self, state: Any) -> Any:
        return state


class RNN(_Recurrent):
    """Plain recurrent layer: ``tanh(x @ weight + hidden @ recurrent + bias)``, or relu."""

    gates = 1
    compute = staticmethod(nn.rnn)

    def __init__(self, hidden: int, *, activation: str = "tanh", **settings: Any) -> None:
        self.activation = activation
        super().__init__(hidden, **settings)

    def _more(self) -> dict[str, Any]:
        return {"activation": self.activation}


class GRU(_Recurrent):
    """Gated recurrent unit, in PyTorch's form: the product of the state is reset, its bias included.

    >>> import gnomon as gn
    >>> x = gn.symbol("x", shape=("batch", "time", 8), dtype="float32")
    >>> gn.nn.GRU(16, bidirectional=True)(x).shape, gn.nn.GRU(16, last=True)(x).shape
    ((batch, time, 32), (batch, 16))
    """

    gates = 3
    compute = staticmethod(nn.gru)

    def _biases(self, width: int, dtype: Dtype) -> list[Array]:
        return [
            self.parameter(name, (width,), initialisers.zeros, dtype) for name in ("bias", "recurrent_bias")
        ]


class LSTM(_Recurrent):
    """Long short-term memory; the bias of the forget gate begins with 1, so that it remembers."""

    gates = 4
    compute = staticmethod(nn.lstm)

    def _biases(self, width: int, dtype: Dtype) -> list[Array]:
        return [self.parameter("bias", (width,), _remembering, dtype)]

    def _shown(self, state: Any) -> Any:
        return state[0]


def _remembering(key: Any, shape: tuple[int, ...], dtype: Dtype, fans: Any) -> Any:
    values = initialisers.zeros(key, shape, dtype, fans)
    values[shape[0] // 4 : shape[0] // 2] = 1
    return values
