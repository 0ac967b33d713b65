"""Recurrent layers and their cells: (batch, time, features) -> (batch, units), or (batch, time, units)."""

from __future__ import annotations

from typing import Any, ClassVar

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Instance,
    Shape,
    Tensor,
    Unknown,
    flag,
    host,
    is_unknown,
    items,
    modelled,
    size,
    symbol,
)
from gnomon.models.keras.layer import Layer, native
from gnomon.models.keras.options import old_options, wants_positive, wants_rank
from gnomon.models.keras.tensors import array, converted

_OLD = {"output_dim": "units", "return_sequence": "return_sequences"}


class Recurrent(Layer):
    """What recurrent layers share: sequences or the last output, states in and out."""

    numbers = True
    per_state: ClassVar[int] = 1
    units: Any = None
    width: Any = None
    state_widths: tuple[Any, ...] = ()

    def configure(self, options: dict[str, Any]) -> None:
        """Take the options of every recurrent layer."""
        self.start(options)
        self.return_sequences = options.get("return_sequences", False)
        self.return_state = options.get("return_state", False)
        self.stateful = options.get("stateful", False)
        self.go_backwards = options.get("go_backwards", False)
        self.time_major = flag(options.get("time_major", False))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if args and type(args[0]) in (list, tuple) and len(args[0]) == self.count_states() + 1:
            first, *states = args[0]
            args = (first, states, *args[1:])
        return super().__call__(*args, **kwargs)

    def count_states(self) -> int:
        """Return the number of states the layer carries."""
        return len(self.state_widths) or self.per_state

    def build_from(self, inputs: Any) -> None:
        last = inputs.axis(-1) if type(inputs) is Shape else None
        self.width = symbol() if last is None else last

    def compute(self, x: Any, initial_state: Any = None, *args: Any, **kwargs: Any) -> Any:
        sequences, states = flag(self.return_sequences), flag(self.return_state)
        if sequences is None or states is None or self.time_major is None:
            return Unknown()
        results = self.run(x, self.initial(kwargs.get("initial_state", initial_state)), sequences)
        if type(results) is not tuple:
            return results
        return results if states else results[0]

    def initial(self, given: Any) -> list[Any] | None:
        """Return the initial states one by one, None for those the layer makes itself."""
        if given is None or is_unknown(given):
            return None
        states = items(given) if type(given) is not Tensor else [given]
        if states is None or any(type(state) in (list, tuple) for state in states):
            return None
        return [converted(array(state), self.compute_in, integers=True) for state in states]

    def run(self, x: Any, states: list[Any] | None, sequences: bool) -> Any:
        """Return the output and the last states."""
        return ops.TABLE["recurrent"](
            x,
            states,
            units=self.units,
            state_sizes=self.state_widths,
            sequences=sequences,
            time_major=bool(self.time_major),
            input_size=self.width,
        )

    def reset_states(self, states: Any = None) -> None:
        """Forget the states carried over."""

    reset_state = reset_states

    def get_initial_state(self, *args: Any, **kwargs: Any) -> Any:
        """Return zero states for a batch size or inputs."""
        batch = kwargs.get("batch_size", args[0] if args else None)
        if type(batch) is Tensor and batch.shape.axis(0) is not None and batch.shape.rank != 0:
            batch = batch.shape.axis(0)
        return [ops.full(shape=(size(batch), width), dtype=self.compute_in) for width in self.state_widths]


_ORDER = ("units", "activation", "recurrent_activation", "use_bias")


class _Simple(Recurrent):
    order: ClassVar[tuple[str, ...]] = _ORDER

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        options = {**dict(zip(self.order, args)), **old_options(kwargs, **_OLD)}
        self.configure(options)
        self.units = size(options.get("units"))
        wants_positive("units", self.units)
        self.state_widths = (self.units,) * self.per_state


@modelled("keras.layers.SimpleRNN")
class SimpleRNN(_Simple):
    """A plain recurrent layer."""

    order = ("units", "activation", "use_bias")


@modelled("keras.layers.GRU", "keras.layers.CuDNNGRU", "keras.layers.GRUV2")
class GRU(_Simple):
    """Gated recurrent units."""


@modelled("keras.layers.LSTM", "keras.layers.CuDNNLSTM", "keras.layers.LSTMV2")
class LSTM(_Simple):
    """Long short-term memory, with two states."""

    per_state = 2


class _Cell(Layer):
    """One step of a recurrent layer: `(inputs, states) -> (output, states)`."""

    numbers = True
    per_state: ClassVar[int] = 1
    width: Any = None

    def __init__(self, units: Any, *args: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        self.units = size(units)
        self.output_size = self.units
        self.state_size = self.units if self.per_state == 1 else [self.units] * self.per_state

    @property
    def state_widths(self) -> tuple[Any, ...]:
        """The size of each state."""
        return (self.units,) * self.per_state

    def build_from(self, inputs: Any) -> None:
        last = inputs.axis(-1) if type(inputs) is Shape else None
        self.width = symbol() if last is None else last

    def compute(self, x: Any, states: Any = None, *args: Any, **kwargs: Any) -> Any:
        states = kwargs.get("states", states)
        found = [states] if type(states) is Tensor else items(states)
        first = None if not found or type(found[0]) is not Tensor else converted(found[0], self.compute_in)
        output = self.step(x, first)
        made = [ops.positive(output) for _ in range(self.per_state)]
        if self.per_state == 1 and is_unknown(states):
            return (output, Unknown())
        return (output, made[0] if self.per_state == 1 and type(states) is Tensor else made)

    def step(self, x: Any, state: Any) -> Any:
        """Return the output of one step; what a program hands over itself is broadcast."""
        ranks = [part.shape.rank for part in (x, state) if type(part) is Tensor]
        batches = [part.shape.axis(0) for part in (x, state) if type(part) is Tensor]
        if len(ranks) < 2 or None in ranks or (ranks == [2, 2] and 1 not in batches):
            return ops.rnn_cell(x, state, input_size=self.width, hidden_size=self.units)
        return ops.add(Tensor(Shape((*x.shape.dims[:-1], self.units)), x.dtype, x.library), state)

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """Return zero states for a batch size."""
        if batch_size is None and type(inputs) is Tensor:
            batch_size = inputs.shape.axis(0)
        made = [
            ops.full(shape=(size(batch_size), self.units), dtype=self.compute_in)
            for _ in range(self.per_state)
        ]
        return made


@modelled("keras.layers.SimpleRNNCell")
class SimpleRNNCell(_Cell):
    """A step of a plain recurrent layer."""


@modelled("keras.layers.GRUCell")
class GRUCell(_Cell):
    """A step of gated recurrent units."""


@modelled("keras.layers.LSTMCell")
class LSTMCell(_Cell):
    """A step of a long short-term memory."""

    per_state = 2


@modelled("keras.layers.StackedRNNCells")
class StackedRNNCells(Layer):
    """Several cells, each taking the output of the one before."""

    def __init__(self, cells: Any, **kwargs: Any) -> None:
        self.start(kwargs)
        found = items(cells)
        self.cells = None if found is None else tuple(found)

    @property
    def output_size(self) -> Any:
        """The size of the last cell's output."""
        return cell_output(self.cells[-1]) if self.cells else Unknown()

    @property
    def state_size(self) -> Any:
        """The sizes of the states, cell by cell."""
        return [host.get_attribute(cell, "state_size") for cell in self.cells] if self.cells else Unknown()


@modelled("keras.layers.RNN")
class RNN(Recurrent):
    """A recurrent layer around a cell, the library's or the program's."""

    def __init__(
        self, cell: Any, return_sequences: Any = False, return_state: Any = False, **kwargs: Any
    ) -> None:
        self.configure({"return_sequences": return_sequences, "return_state": return_state, **kwargs})
        found = items(cell) if type(cell) in (list, tuple) else None
        self.cell = StackedRNNCells(found) if found is not None else cell
        self.units = cell_output(self.cell)
        self.state_widths = cell_states(self.cell)

    def compute(self, x: Any, initial_state: Any = None, *args: Any, **kwargs: Any) -> Any:
        if flag(self.return_state) is not False and not self.state_widths:
            return Unknown()
        return super().compute(x, initial_state, *args, **kwargs)

    def run(self, x: Any, states: list[Any] | None, sequences: bool) -> Any:
        if self.units is None or not self.state_widths:
            return self.by_steps(x, sequences)
        return super().run(x, states, sequences)

    def by_steps(self, x: Any, sequences: bool) -> Any:
        """Ask a cell of the program for one step's output; of stacked cells the last one counts."""
        if isinstance(self.cell, StackedRNNCells) and type(self.units) in (int, Dim):
            output, *_ = ops.TABLE["recurrent"](x, None, units=self.units, sequences=sequences)
            return (output,)
        if type(x) is not Tensor or x.shape.rank is None or not wants_rank(x, minimum=3):
            return Unknown()
        if type(self.cell) is not Instance or not self.state_widths:
            return Unknown()
        step = ops.index(x, items=(slice(None), 0))
        states = [ops.full(shape=(x.shape.dims[0], width), dtype=x.dtype) for width in self.state_widths]
        result = host.call(self.cell, step, states)
        output = result[0] if type(result) in (tuple, list) and result else None
        if type(output) is not Tensor:
            return Unknown()
        if sequences:
            output = ops.repeat(ops.expand_dims(output, axis=1), repeats=x.shape.dims[1], axis=1)
        return (output, *states)


def cell_states(cell: Any) -> tuple[Any, ...]:
    """Return the size of each state of a cell, () if they are not known."""
    part = native(cell)
    if isinstance(part, _Cell) and part is cell:
        return part.state_widths
    if isinstance(part, StackedRNNCells):
        return ()
    sizes = host.get_attribute(cell, "state_size")
    entries = [sizes] if items(sizes) is None else items(sizes)
    if entries and all(type(entry).__name__ in ("int", "Dim") for entry in entries):
        return tuple(entries)
    return ()


def cell_output(cell: Any) -> Any:
    """Return the size of a cell's output, None if it is not known."""
    part = native(cell)
    if isinstance(part, _Cell) and part is cell:
        return part.units
    for name in ("output_size", "state_size"):
        value = host.get_attribute(cell, name)
        if type(value).__name__ in ("int", "Dim"):
            return value
        if name == "state_size" and items(value):
            first = items(value)[0]  # type: ignore[index]
            return first if type(first).__name__ in ("int", "Dim") else None
    return None
