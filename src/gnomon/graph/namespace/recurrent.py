"""Recurrent layers (in ``gn.nn``): loops over time with their weights among the inputs.

Gates lie side by side along the last axis of the weights, in the order of PyTorch; its weights are the transposes of
these: ``gn.nn.lstm(x, layer.weight_ih_l0.T, layer.weight_hh_l0.T, layer.bias_ih_l0, layer.bias_hh_l0)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError, ShapeError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.namespace.creation import zeros
from gnomon.graph.namespace.fitting import fit, layer_array
from gnomon.graph.sites import user_site
from gnomon.shapes import Size

ACTIVATIONS = {"tanh": ops.tanh, "relu": ops.relu}
FORMS = "(time, batch, inputs), or (time, inputs) without a batch"
FORMS_BATCH_FIRST = "(batch, time, inputs), or (time, inputs) without a batch"


class _Layer(NamedTuple):
    """What a recurrent layer works on: input products for each time, and how its state is made."""

    name: str
    steps: Array
    recurrent: Array
    bias: Array | None
    hidden: Size
    state: tuple[Size, ...]
    flipped: bool

    def begin(self, value: Any, name: str) -> Array:
        """Return a state at the beginning: zeros unless it is given."""
        if value is None:
            return zeros(self.state, dtype=self.steps.dtype)
        found = layer_array(self.name, name, value)
        form = "(batch, hidden)" if len(self.state) == 2 else "(hidden,)"
        fit(self.name, name, found, self.state, form)
        return ops.cast(found, dtype=self.steps.dtype) if found.dtype is not self.steps.dtype else found

    def again(self, hidden: Array) -> Array:
        """Return the products of the state with the recurrent weights."""
        found = ops.matmul(hidden, self.recurrent)
        return found if self.bias is None else found + self.bias  # type: ignore[no-any-return]

    def gate(self, gates: Array, number: int) -> Array:
        """Return one of the parts side by side."""
        return gates[..., number * self.hidden : (number + 1) * self.hidden]

    def run(
        self, step: Callable[[Any, Any], tuple[Any, Any]], state: Any, reverse: bool
    ) -> tuple[Array, Any]:
        """Go through time, and return outputs and last state."""
        from gnomon.graph.control import scan

        last, outputs = scan(step, state, self.steps, reverse=reverse)
        return (ops.swapaxes(outputs, first=0, second=1) if self.flipped else outputs), last


def _layer(
    name: str,
    parts: int,
    x: Any,
    weight: Any,
    recurrent: Any,
    bias: Any,
    recurrent_bias: Any,
    batch_first: bool,
) -> _Layer:
    """Check the arguments of a layer with so many gates, and multiply all inputs by their weights at once."""
    times = f"{parts} * hidden" if parts > 1 else "hidden"
    x = layer_array(name, "x", x)
    if x.ndim not in (2, 3):
        forms = FORMS_BATCH_FIRST if batch_first else FORMS
        raise ShapeError(f"{name}: x must be {forms}, got {x.shape}", user_site())
    weight = layer_array(name, "weight", weight, 2, f"(inputs, {times})")
    recurrent = layer_array(name, "recurrent", recurrent, 2, f"(hidden, {times})")
    hidden = recurrent.shape.dims[0]
    gates = parts * hidden
    fit(name, "recurrent", recurrent, (hidden, gates), f"(hidden, {times})")
    fit(name, "weight", weight, (x.shape.dims[-1], gates), f"(inputs, {times})")
    flipped = batch_first and x.ndim == 3
    products = ops.matmul(ops.swapaxes(x, first=0, second=1) if flipped else x, weight)
    if bias is not None:
        bias = layer_array(name, "bias", bias)
        fit(name, "bias", bias, (gates,), f"({times},)")
        products = products + bias
    if recurrent_bias is not None:
        recurrent_bias = layer_array(name, "recurrent_bias", recurrent_bias)
        fit(name, "recurrent_bias", recurrent_bias, (gates,), f"({times},)")
    state = (*products.shape.dims[1:-1], hidden)
    return _Layer(name, products, recurrent, recurrent_bias, hidden, state, flipped)


def lstm(
    x: Any,
    weight: Any,
    recurrent: Any,
    bias: Any = None,
    recurrent_bias: Any = None,
    *,
    initial: Any = None,
    reverse: bool = False,
    batch_first: bool = False,
) -> tuple[Array, tuple[Array, Array]]:
    """Long short-term memory: return outputs (time, batch, hidden) and the last state (hidden, cell).

    ``x`` is (time, batch, inputs), with ``batch_first`` (batch, time, inputs), or (time, inputs) without a batch;
    ``weight`` (inputs, 4 * hidden) and ``recurrent`` (hidden, 4 * hidden) have the gates input, forget, cell, output.
    ``initial`` is a pair of (batch, hidden), zeros if it is not given. With ``reverse`` the last entry is read first;
    outputs stay at the places of their inputs.

    >>> import gnomon as gn
    >>> outputs, (hidden, cell) = gn.nn.lstm(gn.ones((7, 2, 3)), gn.ones((3, 16)), gn.ones((4, 16)))
    >>> outputs.shape, hidden.shape
    ((7, 2, 4), (2, 4))
    """
    layer = _layer("lstm", 4, x, weight, recurrent, bias, recurrent_bias, batch_first)
    if initial is not None and (not isinstance(initial, (tuple, list)) or len(initial) != 2):
        raise ArgumentError(
            f"lstm: initial must be a pair of hidden and cell, got {type(initial).__name__}", user_site()
        )
    names = ("initial[0]", "initial[1]")
    begin = tuple([layer.begin(one, name) for one, name in zip(initial or (None, None), names)])

    def step(state: tuple[Array, Array], entry: Array) -> tuple[tuple[Array, Array], Array]:
        hidden, cell = state
        gates = entry + layer.again(hidden)
        put, keep, new, show = (layer.gate(gates, number) for number in range(4))
        cell = ops.sigmoid(keep) * cell + ops.sigmoid(put) * ops.tanh(new)
        hidden = ops.sigmoid(show) * ops.tanh(cell)
        return (hidden, cell), hidden

    return layer.run(step, begin, reverse)


def gru(
    x: Any,
    weight: Any,
    recurrent: Any,
    bias: Any = None,
    recurrent_bias: Any = None,
    *,
    initial: Any = None,
    reverse: bool = False,
    batch_first: bool = False,
) -> tuple[Array, Array]:
    """Gated recurrent unit: return outputs (time, batch, hidden) and the last state (batch, hidden).

    As `lstm`, with ``weight`` (inputs, 3 * hidden) and ``recurrent`` (hidden, 3 * hidden) of the gates reset, update, new.
    What is reset is the product of the state with its weights, ``recurrent_bias`` included.

    >>> import gnomon as gn
    >>> outputs, last = gn.nn.gru(gn.ones((7, 2, 3)), gn.ones((3, 12)), gn.ones((4, 12)))
    >>> outputs.shape, last.shape
    ((7, 2, 4), (2, 4))
    """
    layer = _layer("gru", 3, x, weight, recurrent, bias, recurrent_bias, batch_first)

    def step(hidden: Array, entry: Array) -> tuple[Array, Array]:
        again = layer.again(hidden)
        reset, update = (
            ops.sigmoid(layer.gate(entry, number) + layer.gate(again, number)) for number in range(2)
        )
        new = ops.tanh(layer.gate(entry, 2) + reset * layer.gate(again, 2))
        hidden = (1 - update) * new + update * hidden
        return hidden, hidden

    return layer.run(step, layer.begin(initial, "initial"), reverse)


def rnn(
    x: Any,
    weight: Any,
    recurrent: Any,
    bias: Any = None,
    recurrent_bias: Any = None,
    *,
    initial: Any = None,
    reverse: bool = False,
    batch_first: bool = False,
    activation: str = "tanh",
) -> tuple[Array, Array]:
    """Plain recurrent layer: ``tanh(x @ weight + hidden @ recurrent)``, or relu; return outputs and the last state.

    As `lstm`, with ``weight`` (inputs, hidden) and ``recurrent`` (hidden, hidden).

    >>> import gnomon as gn
    >>> outputs, last = gn.nn.rnn(gn.ones((2, 7, 3)), gn.ones((3, 4)), gn.ones((4, 4)), batch_first=True)
    >>> outputs.shape, last.shape
    ((2, 7, 4), (2, 4))
    """
    function = ACTIVATIONS[take.option("rnn", "activation", activation, tuple(ACTIVATIONS))]
    layer = _layer("rnn", 1, x, weight, recurrent, bias, recurrent_bias, batch_first)

    def step(hidden: Array, entry: Array) -> tuple[Array, Array]:
        hidden = function(entry + layer.again(hidden))
        return hidden, hidden

    return layer.run(step, layer.begin(initial, "initial"), reverse)


__all__ = ["gru", "lstm", "rnn"]
