"""Recurrent layers and their cells, with states."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Shape,
    Tensor,
    count,
    flag,
    is_unknown,
    items,
    modelled,
    size,
    state,
    symbol,
)
from gnomon.models.torch.images import tensor_of
from gnomon.models.torch.layers.module import Module, parameter
from gnomon.models.torch.packing import Packed


class Recurrent(Module):
    """A stack of recurrent layers."""

    operation = "rnn"
    gates = 1

    def __init__(
        self,
        input_size: Any,
        hidden_size: Any,
        num_layers: Any = 1,
        *settings: Any,
        bias: Any = True,
        batch_first: Any = False,
        dropout: Any = 0.0,
        bidirectional: Any = False,
        proj_size: Any = 0,
        device: Any = None,
        dtype: Any = None,
        nonlinearity: Any = "tanh",
    ) -> None:
        names = ("bias", "batch_first", "dropout", "bidirectional", "proj_size")
        given = dict(zip(self.positions(names), settings, strict=False))
        self.input_size, self.hidden_size = count(input_size), count(hidden_size)
        self.num_layers = size(num_layers)
        self.batch_first = given.get("batch_first", batch_first)
        self.bidirectional = given.get("bidirectional", bidirectional)
        self.proj_size = size(given.get("proj_size", proj_size))
        self.dropout = given.get("dropout", dropout)
        rows = self.gates * self.hidden_size
        state = self.hidden_size if self.proj_size == 0 else self.proj_size
        self.weight_ih_l0 = parameter(rows, self.input_size, dtype=dtype)
        self.weight_hh_l0 = parameter(rows, state, dtype=dtype)

    def positions(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of the settings that may be given by position."""
        return names

    def knows_parameters(self) -> bool:
        """Only the weights of the first layer are listed."""
        return False

    def flatten_parameters(self) -> None:
        """Only a matter of memory."""

    def reset_parameters(self) -> None:
        """Draw new weights."""

    def settings(self) -> dict[str, Any] | None:
        """Return the operation's attributes; None where layers or directions are not known."""
        both = flag(self.bidirectional, default=None)
        first = flag(self.batch_first, default=None)
        if both is None or first is None:
            return None
        return {
            "input_size": self.input_size,
            "hidden_size": self.hidden_size,
            "layers": self.num_layers,
            "directions": 2 if both else 1,
            "batch_first": first,
            "weights": _dtype(self.weight_ih_l0),
        }

    def run(self, input: Any, *states: Any) -> Any:
        """Run over a sequence; packed sequences give packed outputs."""
        ways = self.settings()
        if ways is None:
            return None
        packed = input if isinstance(input, Packed) else None
        if packed is not None:
            ways["batch_first"] = packed.batch_first
            input = packed.padded
        results = ops.TABLE[self.operation](self.sequences(input, ways["batch_first"]), *states, **ways)
        if packed is not None:
            results = (packed.like(results[0]), *results[1:])
        return results

    def sequences(self, input: Any, batch_first: bool) -> Any:
        """Return the input; where nothing is known of its shape, take it for a batch of sequences."""
        tensor = tensor_of(input)
        if tensor is None:
            return input
        shape = tensor.shape
        if shape.run is not None and not shape.prefix and len(shape.suffix) <= 1:
            batch, time = symbol("N", lower=1), symbol("T", lower=1)
            lead = (batch, time) if batch_first else (time, batch)
            width = shape.suffix[0] if shape.suffix else self.input_size
            state.write_slot(tensor, "shape", Shape((*lead, width)))
        return tensor

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the outputs and the last state."""
        results = self.run(input, _state(hx))
        return (UNKNOWN, UNKNOWN) if results is None else results


def _dtype(weight: Any) -> Any:
    """Return the dtype of a weight; None where it is not known."""
    return weight.dtype if type(weight) is Tensor else None


def _state(value: Any) -> Any:
    """Return a state if it is a tensor."""
    return value if type(value) is Tensor or (is_unknown(value) and value.tensor is not None) else None


@modelled("torch.nn.RNN", "torch.nn.modules.rnn.RNN")
class RNN(Recurrent):
    """Plain recurrent layers."""

    def positions(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Return the names of the settings that may be given by position."""
        return ("nonlinearity", *names)


@modelled("torch.nn.GRU", "torch.nn.modules.rnn.GRU")
class GRU(Recurrent):
    """Gated recurrent units."""

    operation = "gru"
    gates = 3


@modelled("torch.nn.LSTM", "torch.nn.modules.rnn.LSTM")
class LSTM(Recurrent):
    """Long short-term memory."""

    operation = "lstm"
    gates = 4

    def settings(self) -> dict[str, Any] | None:
        """Return the operation's attributes."""
        ways = super().settings()
        if ways is not None:
            ways["projection"] = self.proj_size
        return ways

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the outputs, and the last state with the last cell."""
        pair = items(hx) if type(hx) in (tuple, list) else None
        states = [_state(part) for part in pair] if pair is not None and len(pair) == 2 else [None, None]
        results = self.run(input, *states)
        if results is None:
            return UNKNOWN, (UNKNOWN, UNKNOWN)
        return results[0], (results[1], results[2])


class Cell(Module):
    """One step of a recurrent layer."""

    operation = "rnn_cell"
    gates = 1

    def __init__(
        self,
        input_size: Any,
        hidden_size: Any,
        bias: Any = True,
        nonlinearity: Any = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        self.input_size, self.hidden_size = count(input_size), count(hidden_size)
        rows = self.gates * self.hidden_size
        self.weight_ih = parameter(rows, self.input_size, dtype=dtype)
        self.weight_hh = parameter(rows, self.hidden_size, dtype=dtype)

    def knows_parameters(self) -> bool:
        """Its biases are not listed."""
        return False

    def settings(self) -> dict[str, Any]:
        """Return the operation's attributes."""
        return {
            "input_size": self.input_size,
            "hidden_size": self.hidden_size,
            "weights": _dtype(self.weight_ih),
        }

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the new state."""
        return ops.TABLE[self.operation](input, _state(hx), **self.settings())


modelled("torch.nn.RNNCell", "torch.nn.modules.rnn.RNNCell")(type("RNNCell", (Cell,), {}))
modelled("torch.nn.GRUCell", "torch.nn.modules.rnn.GRUCell")(
    type("GRUCell", (Cell,), {"operation": "gru_cell", "gates": 3})
)


@modelled("torch.nn.LSTMCell", "torch.nn.modules.rnn.LSTMCell")
class LSTMCell(Cell):
    """One step of a long short-term memory."""

    gates = 4

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the new state and the new cell."""
        pair = items(hx) if type(hx) in (tuple, list) else None
        states = [_state(part) for part in pair] if pair is not None and len(pair) == 2 else [None, None]
        result = ops.lstm_cell(input, *states, **self.settings())
        if getattr(states[1], "dtype", None) is getattr(states[0], "dtype", None):
            return result
        return tuple(ops.cast(part, dtype=None) for part in result)


_ = symbol
