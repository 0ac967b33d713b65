"""Recurrent cores of Haiku: (inputs, state) -> (output, state), and how they run over sequences."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Shape, Tensor, function, host, is_unknown, items, modelled, symbol
from gnomon.models.api import size as as_size
from gnomon.models.jax.haiku.layers import Layer, last_size
from gnomon.models.jax.support import as_array, made, tensor_of
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import harmless


class Core(Layer):
    """Base of recurrent cores: ``states`` is how many arrays they carry."""

    library_name = "haiku.Core"
    states = 1
    square = False
    """Whether the state has to be as wide as the core says: others learn its width from the first."""

    def __init__(self, hidden_size: Any = None, *arguments: Any, name: Any = None, **keywords: Any) -> None:
        self.join(name)
        self.hidden_size = symbol() if hidden_size is None else as_size(hidden_size)

    def initial_state(self, batch_size: Any) -> Any:
        """A first state for a batch of some size, or for single vectors."""
        if is_unknown(batch_size):
            return UNKNOWN
        lead = () if batch_size is None else (as_size(batch_size),)
        state = made(Shape((*lead, self.hidden_size)))
        return state if self.states == 1 else (state,) * self.states

    def __call__(self, inputs: Any, prev_state: Any) -> Any:
        x = as_array(inputs)
        if x.shape.min_rank == 0:
            return UNKNOWN
        width = self.hidden_size
        hidden = prev_state[0] if type(prev_state) is tuple and self.states > 1 else prev_state
        fed = ops.linear(x, made(Shape((last_size(x), width))), None, weight_layout="in_out")
        if type(hidden) is Tensor:
            own = made(Shape((width if self.square else last_size(hidden), width)))
            fed = ops.add(fed, ops.linear(hidden, own, None, weight_layout="in_out"))
        return fed, (fed if self.states == 1 else (fed,) * self.states)


@modelled("haiku.LSTM")
class LSTM(Core):
    """A core with two states."""

    states = 2


@modelled("haiku.GRU")
class GRU(Core):
    """A core with one state and gates."""

    square = True


@modelled("haiku.VanillaRNN")
class VanillaRNN(Core):
    """A core with one state."""


@modelled("haiku.IdentityCore")
class IdentityCore(Layer):
    """A core that gives its inputs."""

    def __init__(self, name: Any = None) -> None:
        self.join(name)

    def initial_state(self, batch_size: Any) -> Any:
        """No state."""
        return ()

    def __call__(self, inputs: Any, state: Any) -> Any:
        return inputs, state


@modelled("haiku.ResetCore")
class ResetCore(Layer):
    """A core whose inputs say when its state begins anew."""

    def __init__(self, core: Any, name: Any = None) -> None:
        self.join(name)
        self.core = core

    def initial_state(self, batch_size: Any) -> Any:
        """The first state of the core."""
        return first_state(self.core, batch_size)

    def __call__(self, inputs: Any, state: Any) -> Any:
        pair = items(inputs)
        return UNKNOWN if pair is None or len(pair) != 2 else host.call(self.core, pair[0], state)


@modelled("haiku.DeepRNN")
class DeepRNN(Layer):
    """Cores and functions one after the other."""

    def __init__(self, layers: Any, name: Any = None) -> None:
        self.join(name)
        known = items(layers)
        self.layers = None if known is None else tuple(known)

    def initial_state(self, batch_size: Any) -> Any:
        """A first state for each core."""
        cores = [layer for layer in self.layers or () if is_core(layer)]
        return UNKNOWN if self.layers is None else tuple(first_state(core, batch_size) for core in cores)

    def __call__(self, inputs: Any, state: Any) -> Any:
        given = items(state)
        if self.layers is None or given is None or len(given) != sum(map(is_core, self.layers)):
            return UNKNOWN
        after: list[Any] = []
        for layer in self.layers:
            if is_core(layer):
                result = host.call(layer, inputs, given[len(after)])
                if type(result) is not tuple or len(result) != 2:
                    return UNKNOWN
                inputs, new = result
                after.append(new)
            else:
                inputs = host.call(layer, inputs)
        return inputs, tuple(after)


def is_core(value: Any) -> bool:
    """Whether a value is a core: it has a first state."""
    return host.find_method(value, "initial_state") is not None


def first_state(core: Any, batch_size: Any) -> Any:
    """Return the first state of a core."""
    method = host.find_method(core, "initial_state")
    return UNKNOWN if method is None else host.call(method, batch_size)


@function("haiku.deep_rnn_with_skip_connections", tensor=False)
def deep_rnn_with_skip_connections(layers: Any, name: Any = None) -> Any:
    """Cores that also see the first inputs: not followed."""
    return UNKNOWN


@function("haiku.dynamic_unroll", "haiku.static_unroll", raw=True, tensor=False)
def unroll(
    core: Any,
    input_sequence: Any,
    initial_state: Any,
    time_major: Any = True,
    *arguments: Any,
    **options: Any,
) -> Any:
    """A core over the time axis: the outputs of all steps, and the last state."""
    if type(time_major) is not bool or arguments or options.get("return_all_states", False) is not False:
        return UNKNOWN
    axis = 0 if time_major else 1
    counts = []

    def step(leaf: Any) -> Any:
        array = tensor_of(leaf)
        counts.append(array.shape.axis(axis) if array.shape.min_rank > axis else None)
        return ops.index(array, items=(*(slice(None),) * axis, 0))

    try:
        result = host.invoke(core, map_tree(step, input_sequence), initial_state)
        if type(result) is not tuple or len(result) != 2:
            return UNKNOWN
        size = counts[0] if counts and counts[0] is not None else symbol()
        outputs = map_tree(lambda leaf: ops.mapped(tensor_of(leaf), size=size, axis=axis), result[0])
    except Mismatch:
        return UNKNOWN
    return outputs, result[1]


harmless("haiku", "LSTMState")
