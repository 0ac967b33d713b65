"""Recurrent cells and the functions that run them over a sequence."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Instance,
    Iteration,
    ListValue,
    Modelled,
    Shape,
    TakesAnything,
    Tensor,
    Unknown,
    dtypes,
    host,
    items,
    modelled,
    symbol,
)
from gnomon.models.tensorflow.common import array, as_dtype, made, tf_function, whole
from gnomon.models.tensorflow.layers import weight, width_of

PREFIXES = (
    "nn.rnn_cell",
    "contrib.rnn",
    "contrib.rnn.python.ops.rnn_cell",
    "python.ops.rnn_cell",
    "contrib.cudnn_rnn",
    "python.ops.rnn_cell_impl",
    "models.rnn.rnn_cell",
    "contrib.rnn.python.ops.core_rnn_cell",
)


def _names(*names: str) -> list[str]:
    return [f"tensorflow.{prefix}.{name}" for prefix in PREFIXES for name in names]


@modelled(*_names("LSTMStateTuple"))
class LSTMStateTuple(Modelled):
    """The state of an LSTM: cell state ``c`` and output ``h``."""

    def __init__(self, c: Any = None, h: Any = None) -> None:
        self.c, self.h = c, h

    def parts(self) -> list[Any]:
        """Both halves."""
        return [self.c, self.h]

    @classmethod
    def rebuilt(cls, parts: list[Any]) -> Any:
        """A state of the same kind from other halves."""
        return cls(*parts)

    def iterate(self) -> Iteration:
        """Visit both halves."""
        return Iteration((self.c, self.h))

    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: Any) -> Any:
        return (self.c, self.h)[index] if type(index) in (int, slice) else Unknown()


class Cell(Modelled):
    """A recurrent cell: ``cell(inputs, state)`` gives an output and the next state."""

    entry = "call"

    @property
    def output_size(self) -> Any:
        """The size of an output."""
        return symbol(lower=1)

    @property
    def state_size(self) -> Any:
        """The size of the state, nested as the state is."""
        return self.output_size

    def state_of(self, batch: Any, dtype: Any) -> Any:
        """Return a state for a batch."""
        return ops.full(shape=(batch, whole(self.output_size)), dtype=dtype)

    def zero_state(self, batch_size: Any, dtype: Any = dtypes.float32) -> Any:
        """Return a state of zeros."""
        return self.state_of(whole(batch_size), as_dtype(dtype, dtypes.float32))

    def get_initial_state(self, inputs: Any = None, batch_size: Any = None, dtype: Any = None) -> Any:
        """Return a state of zeros for inputs or a batch size."""
        batch = whole(batch_size) if inputs is None else array(inputs).shape.axis(0)
        return self.state_of(symbol() if batch is None else batch, as_dtype(dtype, dtypes.float32))

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        """Return the output and the next state of one step."""
        x = array(inputs)
        batch = x.shape.axis(0)
        output = made(Shape((symbol() if batch is None else batch, whole(self.output_size))), x.dtype)
        return output, state

    def __call__(self, inputs: Any, state: Any = None, scope: Any = None, **kwargs: Any) -> Any:
        return self.step(inputs, state)


class _Simple(Cell):
    def __init__(self, num_units: Any, *args: Any, **kwargs: Any) -> None:
        self.units = num_units
        self.input_width = None

    @property
    def output_size(self) -> Any:
        return self.units

    @property
    def state_size(self) -> Any:
        return self.units

    def width(self, x: Tensor) -> Any:
        """Return the input width that the weights have: that of the first input."""
        if self.input_width is None:
            self.input_width = width_of(x, -1)
        return self.input_width

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        x = array(inputs)
        following = ops.gru_cell(
            x,
            state if type(state) is Tensor else None,
            input_size=self.width(x),
            hidden_size=whole(self.units),
        )
        return following, following


@modelled(
    *_names(
        "BasicRNNCell", "RNNCell_basic", "GRUCell", "GRUBlockCell", "GRUBlockCellV2", "CudnnCompatibleGRUCell"
    )
)
class GRUCell(_Simple):
    """A cell whose state is its output."""


@modelled(*_names("RNNCell", "LayerRNNCell"))
class RNNCell(TakesAnything, Cell):
    """Base of the program's own cells."""


@modelled(
    *_names(
        "BasicLSTMCell",
        "LSTMCell",
        "LSTMBlockCell",
        "LayerNormBasicLSTMCell",
        "CoupledInputForgetGateLSTMCell",
        "CudnnCompatibleLSTMCell",
        "GLSTMCell",
    )
)
class LSTMCell(_Simple):
    """A long short-term memory, whose state is a pair."""

    def __init__(self, num_units: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(num_units)
        self.projection = kwargs.get("num_proj")
        paired = kwargs.get("state_is_tuple", True)
        self.paired = paired if type(paired) is bool else None

    @property
    def output_size(self) -> Any:
        return self.units if self.projection is None else self.projection

    @property
    def state_size(self) -> Any:
        return LSTMStateTuple(self.units, self.output_size) if self.paired else Unknown()

    def state_of(self, batch: Any, dtype: Any) -> Any:
        cell = ops.full(shape=(batch, whole(self.units)), dtype=dtype)
        output = ops.full(shape=(batch, whole(self.output_size)), dtype=dtype)
        if self.paired is None:
            return Unknown()
        return LSTMStateTuple(cell, output) if self.paired else ops.concat([cell, output], axis=1)

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        x = array(inputs)
        cell, output = list(halves) if (halves := _halves(state)) is not None else [None, None]
        if self.projection is not None:
            batch = x.shape.axis(0)
            made_output = made(
                Shape((symbol() if batch is None else batch, whole(self.output_size))), x.dtype
            )
            return made_output, state
        h, c = ops.lstm_cell(
            x,
            output if type(output) is Tensor else None,
            cell if type(cell) is Tensor else None,
            input_size=self.width(x),
            hidden_size=whole(self.units),
        )
        if self.paired is None:
            return h, Unknown()
        return h, LSTMStateTuple(c, h) if self.paired else ops.concat([c, h], axis=-1)


def _halves(state: Any) -> tuple[Any, Any] | None:
    if isinstance(state, LSTMStateTuple):
        return state.c, state.h
    if type(state) in (tuple, list) and len(state) == 2:
        return state[0], state[1]
    return None


@modelled(*_names("MultiRNNCell"))
class MultiRNNCell(Cell):
    """Cells on top of each other."""

    def __init__(self, cells: Any, state_is_tuple: Any = True) -> None:
        entries = items(cells)
        self.cells = None if entries is None else tuple(entries)
        self.typical = cells.element if type(cells) is ListValue else None

    @property
    def output_size(self) -> Any:
        last = self.cells[-1] if self.cells else self.typical
        size = host.get_attribute(last, "output_size") if last is not None else symbol(lower=1)
        return size if type(size) in (int, Dim) else symbol(lower=1)

    @property
    def state_size(self) -> Any:
        if self.cells is None:
            return Unknown()
        return tuple(host.get_attribute(cell, "state_size") for cell in self.cells)

    def state_of(self, batch: Any, dtype: Any) -> Any:
        if self.cells is None:
            return Unknown()
        return tuple(initial_state(cell, batch, dtype) for cell in self.cells)

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        value = array(inputs)
        if self.cells is None:
            return super().step(value, Unknown())
        states = items(state) if type(state) in (tuple, list) else None
        following = []
        for place, cell in enumerate(self.cells):
            given = states[place] if states is not None and place < len(states) else None
            value, after = one_step(cell, value, given)
            following.append(after)
        return value, tuple(following)


class _Wrapper(Cell):
    """A cell around another one that changes no size."""

    def __init__(self, cell: Any, *args: Any, **kwargs: Any) -> None:
        self.cell = cell

    @property
    def output_size(self) -> Any:
        size = host.get_attribute(self.cell, "output_size")
        return size if type(size) in (int, Dim) else symbol(lower=1)

    @property
    def state_size(self) -> Any:
        return host.get_attribute(self.cell, "state_size")

    def state_of(self, batch: Any, dtype: Any) -> Any:
        return initial_state(self.cell, batch, dtype)

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        return one_step(self.cell, inputs, state)


@modelled(*_names("DropoutWrapper", "ResidualWrapper", "DeviceWrapper", "HighwayWrapper"))
class DropoutWrapper(_Wrapper):
    """A cell with dropout around it."""


@modelled(*_names("OutputProjectionWrapper"))
class OutputProjectionWrapper(_Wrapper):
    """A cell whose output is projected to a size."""

    def __init__(self, cell: Any, output_size: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(cell)
        self.width = output_size

    @property
    def output_size(self) -> Any:
        return self.width

    def step(self, inputs: Any, state: Any) -> tuple[Any, Any]:
        output, following = one_step(self.cell, inputs, state)
        x = array(output)
        kernel = weight((width_of(x, -1), whole(self.width)), x)
        return ops.linear(x, kernel, weight_layout="in_out"), following


def initial_state(cell: Any, batch: Any, dtype: Any) -> Any:
    """Return a zero state of any cell."""
    if isinstance(cell, Cell):
        return cell.state_of(batch, dtype)
    if type(cell) is Instance and isinstance(cell.native, Cell):
        return _state_from(host.get_attribute(cell, "state_size"), batch, dtype)
    return Unknown()


def _state_from(size: Any, batch: Any, dtype: Any) -> Any:
    if type(size) in (int, Dim):
        return ops.full(shape=(batch, size), dtype=dtype)
    if isinstance(size, LSTMStateTuple):
        return LSTMStateTuple(_state_from(size.c, batch, dtype), _state_from(size.h, batch, dtype))
    if type(size) in (tuple, list):
        return tuple(_state_from(part, batch, dtype) for part in size)
    return Unknown()


def one_step(cell: Any, inputs: Any, state: Any) -> tuple[Any, Any]:
    """Run any cell for one step."""
    if isinstance(cell, Cell) and type(cell.me) is not Instance:
        return cell.step(inputs, state)
    result = host.call(cell, inputs, Unknown() if state is None else state)
    if type(result) in (tuple, list) and len(result) == 2:
        return result[0], result[1]
    return Unknown(), Unknown()


def _sequence(x: Tensor, time_major: bool) -> tuple[Any, Any, Tensor]:
    """Return the time and batch sizes of a sequence, and one step of it."""
    first, second = x.shape.axis(0), x.shape.axis(1)
    time, batch = (first, second) if time_major else (second, first)
    step = ops.index(x, items=(0,) if time_major else (slice(None), 0))
    return symbol() if time is None else time, symbol() if batch is None else batch, step


def _along(output: Any, time: Any, time_major: bool) -> Any:
    """Return the outputs of all steps as one tensor."""
    if type(output) is not Tensor:
        return (
            Unknown()
            if type(output) is not tuple
            else tuple(_along(part, time, time_major) for part in output)
        )
    return ops.repeat(
        ops.expand_dims(output, axis=0 if time_major else 1), repeats=time, axis=0 if time_major else 1
    )


def _ranked(x: Tensor) -> Tensor:
    """Return a sequence, which has three axes or more."""
    ranked: Tensor = ops.sequence(x)
    return ranked


@tf_function("nn.dynamic_rnn")
def _dynamic_rnn(
    cell: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state: Any = None,
    dtype: Any = None,
    parallel_iterations: Any = None,
    swap_memory: Any = False,
    time_major: Any = False,
    scope: Any = None,
) -> Any:
    return _run(cell, inputs, initial_state, dtype, time_major)


def _run(cell: Any, inputs: Any, start: Any, dtype: Any, time_major: Any) -> tuple[Any, Any]:
    if type(inputs) in (tuple, list, Unknown):
        return Unknown(), Unknown()
    x = _ranked(array(inputs))
    major = time_major is True
    if type(time_major) is not bool:
        return made(Shape.unknown(), x.dtype), Unknown()
    time, batch, step = _sequence(x, major)
    state = initial_state(cell, batch, as_dtype(dtype, x.dtype)) if start is None else start
    output, following = one_step(cell, step, state)
    return _along(output, time, major), following


@tf_function("nn.bidirectional_dynamic_rnn")
def _bidirectional_dynamic_rnn(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    sequence_length: Any = None,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    parallel_iterations: Any = None,
    swap_memory: Any = False,
    time_major: Any = False,
    scope: Any = None,
) -> Any:
    ahead, ahead_state = _run(cell_fw, inputs, initial_state_fw, dtype, time_major)
    back, back_state = _run(cell_bw, inputs, initial_state_bw, dtype, time_major)
    return (ahead, back), (ahead_state, back_state)


@tf_function(
    "nn.static_rnn",
    "contrib.rnn.static_rnn",
    "nn.rnn",
    "python.ops.rnn.rnn",
    "contrib.rnn.python.ops.rnn.rnn",
    "models.rnn.rnn.rnn",
)
def _static_rnn(
    cell: Any,
    inputs: Any,
    initial_state: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> Any:
    return _static(cell, inputs, initial_state, dtype)


def _static(cell: Any, inputs: Any, start: Any, dtype: Any) -> tuple[Any, Any]:
    steps = items(inputs) if type(inputs) is not Tensor else None
    if steps is None or not steps:
        return _static_unknown(cell, inputs, start, dtype)
    first = array(steps[0])
    batch = first.shape.axis(0)
    state = start
    if state is None:
        state = initial_state(cell, symbol() if batch is None else batch, as_dtype(dtype, first.dtype))
    outputs: list[Any] = []
    for place, entry in enumerate(steps):
        if place > 1 and type(entry) is Tensor and entry.shape == steps[place - 1].shape:
            outputs.append(ops.positive(outputs[-1]) if type(outputs[-1]) is Tensor else outputs[-1])
            continue
        output, state = one_step(cell, entry, state)
        outputs.append(output)
    return outputs, state


def _static_unknown(cell: Any, inputs: Any, start: Any, dtype: Any) -> tuple[Any, Any]:
    element = inputs.element if type(inputs) is ListValue else None
    if type(element) is not Tensor:
        return ListValue(None), Unknown()
    batch = element.shape.axis(0)
    state = start
    if state is None:
        state = initial_state(cell, symbol() if batch is None else batch, as_dtype(dtype, element.dtype))
    output, state = one_step(cell, element, state)
    return ListValue(None, element=output, length=inputs.length), state


@tf_function("nn.static_bidirectional_rnn", "contrib.rnn.static_bidirectional_rnn", "nn.bidirectional_rnn")
def _static_bidirectional(
    cell_fw: Any,
    cell_bw: Any,
    inputs: Any,
    initial_state_fw: Any = None,
    initial_state_bw: Any = None,
    dtype: Any = None,
    sequence_length: Any = None,
    scope: Any = None,
) -> Any:
    ahead, ahead_state = _static(cell_fw, inputs, initial_state_fw, dtype)
    back, back_state = _static(cell_bw, inputs, initial_state_bw, dtype)
    if type(ahead) is not list or type(back) is not list:
        return ListValue(None), ahead_state, back_state
    both = [
        ops.concat([a, b], axis=1) if type(a) is Tensor and type(b) is Tensor else Unknown()
        for a, b in zip(ahead, back, strict=True)
    ]
    return both, ahead_state, back_state


@tf_function(
    "nn.raw_rnn", "contrib.legacy_seq2seq.basic_rnn_seq2seq", "contrib.seq2seq.dynamic_decode", tensor=False
)
def _unknown(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("not modelled", "tensorflow.nn.raw_rnn"))
