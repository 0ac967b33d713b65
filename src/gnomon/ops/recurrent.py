"""Recurrent layers: one step after another along the time axis, carrying a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.ops.axes import fresh_shape
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Rule
from gnomon.shapes import Dtype, Shape, Size

WIDTH = "{op}: {x} ends in {got}, but the layer takes {want}"
STATE = "{op}: the state {state} is {state.shape}, but {want} is needed"


def _check_width(r: Rule, x: Array, want: Size | None) -> None:
    got = x.shape.axis(-1)
    if got is not None and want is not None:
        r.equal(
            got,
            want,
            "inner-size",
            WIDTH,
            blame=x,
            help=f"a layer made for {got} input features would fit",
            x=x,
            got=got,
            want=want,
        )


def _check_state(r: Rule, state: Array | None, want: tuple[Size, ...]) -> None:
    if state is None or state.shape.rank is None:
        return
    shape = Shape(want)
    dims = state.shape.dims
    if len(dims) != len(want):
        r.fail("state-size", STATE, blame=state, state=state, want=shape)
        return
    for got, size in zip(dims, want):
        r.equal(got, size, "state-size", STATE, blame=state, state=state, want=shape)


def _run(
    r: Rule,
    x: Array,
    states: Sequence[tuple[Array | None, Size]],
    input_size: Size | None,
    output_size: Size,
    layers: int,
    directions: int,
    batch_first: bool,
) -> tuple[Shape, ...]:
    """Return the shapes of the output and of each final state."""
    shape = x.shape
    rank = shape.rank
    if rank is None:
        if shape.min_rank > 3:
            _refuse_rank(r, x)
        shape = fresh_shape(r, 3)
    elif rank not in (2, 3):
        _refuse_rank(r, x)
    _check_width(r, x, input_size)
    width = output_size if directions == 1 else output_size * directions
    depth = layers * directions
    dims = shape.dims
    if rank == 2:
        for state, size in states:
            _check_state(r, state, (depth, size))
        return (Shape((dims[0], width)), *(Shape((depth, size)) for _, size in states))
    batch = dims[0] if batch_first else dims[1]
    if rank is None and states and states[0][0] is not None:
        given = states[0][0].shape.axis(-2)
        batch = batch if given is None else given
    if rank is not None:
        for state, size in states:
            _check_state(r, state, (depth, batch, size))
    time = dims[1] if batch_first else dims[0]
    lead = (batch, time) if batch_first else (time, batch)
    return (Shape((*lead, width)), *(Shape((depth, batch, size)) for _, size in states))


def _refuse_rank(r: Rule, x: Array) -> None:
    r.refute(
        "rank",
        "{op}: {x} is {x.shape}, but 3 axes are needed: batch, time and features (2 without a batch)",
        blame=x,
        x=x,
    )


def _layer(
    x: Array,
    state: Array | None = None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    layers: int = 1,
    directions: int = 1,
    batch_first: bool = False,
    weights: Dtype | None = None,
) -> Any: ...


def _layer_rule(
    r: Rule,
    x: Array,
    state: Array | None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    layers: int,
    directions: int,
    batch_first: bool,
    weights: Dtype | None,
) -> tuple[Shape, ...]:
    states = ((state, hidden_size),)
    return _run(r, x, states, input_size, hidden_size, layers, directions, batch_first)


_SHAPES = """

x (time, batch, input), or (batch, time, input) with ``batch_first``, or without batch; state
(layers * directions, batch, hidden). Results: output (time, batch, directions * hidden), last state.
``weights`` is the dtype of the layer's weights, where it is known.
"""

for _name, _doc in {
    "rnn": "Plain recurrent network over a sequence (PyTorch's RNN).",
    "gru": "Gated recurrent units over a sequence (PyTorch's GRU).",
}.items():
    op(name=_name, doc=_doc + _SHAPES, dtype="first", outputs=2)(_layer).shape(_layer_rule)


@op(dtype="first", outputs=3)
def lstm(
    x: Array,
    state: Array | None = None,
    cell: Array | None = None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    layers: int = 1,
    directions: int = 1,
    batch_first: bool = False,
    projection: Size = 0,
    weights: Dtype | None = None,
) -> Any:
    """Long short-term memory over a sequence (PyTorch's LSTM): the output, the last state and the last cell.

    >>> from gnomon.ops.sketch import array
    >>> lstm(array(7, 32, 100), input_size=100, hidden_size=64, layers=2)
    (array(7, 32, 64), array(2, 32, 64), array(2, 32, 64))
    """


@lstm.shape
def _(
    r: Rule,
    x: Array,
    state: Array | None,
    cell: Array | None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    layers: int,
    directions: int,
    batch_first: bool,
    projection: Size,
    weights: Dtype | None,
) -> tuple[Shape, ...]:
    output = hidden_size if projection == 0 else projection
    states = ((state, output), (cell, hidden_size))
    return _run(r, x, states, input_size, output, layers, directions, batch_first)


def _cell(
    x: Array,
    state: Array | None = None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    weights: Dtype | None = None,
) -> Any: ...


def _cell_rule(
    r: Rule,
    x: Array,
    state: Array | None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    weights: Dtype | None,
) -> Shape:
    return _step(r, x, (state,), input_size, hidden_size)


def _step(
    r: Rule, x: Array, states: Sequence[Array | None], input_size: Size | None, hidden_size: Size
) -> Shape:
    rank = x.shape.rank
    if rank is not None and rank not in (1, 2):
        r.refute("rank", "{op}: {x} is {x.shape}, but 2 axes are needed: batch and features", blame=x, x=x)
    _check_width(r, x, input_size)
    if rank is None:
        return Shape((r.fresh(), hidden_size))
    result = (*x.shape.dims[:-1], hidden_size)
    for state in states:
        _check_state(r, state, result)
    return Shape(result)


for _name, _doc in {
    "rnn_cell": "One step of a plain recurrent network: (batch, input), (batch, hidden) -> (batch, hidden).",
    "gru_cell": "One step of gated recurrent units: (batch, input), (batch, hidden) -> (batch, hidden).",
}.items():
    op(name=_name, doc=_doc, dtype="first")(_cell).shape(_cell_rule)


@op(dtype="first", outputs=2)
def lstm_cell(
    x: Array,
    state: Array | None = None,
    cell: Array | None = None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    weights: Dtype | None = None,
) -> Any:
    """One step of a long short-term memory: the new state and the new cell, both (batch, hidden)."""


@lstm_cell.shape
def _(
    r: Rule,
    x: Array,
    state: Array | None,
    cell: Array | None,
    *,
    input_size: Size | None,
    hidden_size: Size,
    weights: Dtype | None,
) -> tuple[Shape, ...]:
    shape = _step(r, x, (state, cell), input_size, hidden_size)
    return (shape, shape)


@op(dtype="first")
def recurrent(
    x: Array,
    states: Sequence[Array] | None = None,
    *,
    units: Size,
    state_sizes: Sequence[Size] | None = None,
    sequences: bool = False,
    time_major: bool = False,
    input_size: Size | None = None,
) -> Any:
    """Recurrent layer (Keras): (batch, time, input) -> (batch, units), or ``sequences`` (batch, time, units).

    ``states`` are the initial states, each (batch, size) of ``state_sizes`` (one of ``units`` unless given).
    The results are the output and the last states.

    >>> from gnomon.ops.sketch import array
    >>> recurrent(array(32, 7, 100), units=64, sequences=True)
    (array(32, 7, 64), array(32, 64))
    """


@recurrent.shape
def _(
    r: Rule,
    x: Array,
    states: Sequence[Array] | None,
    *,
    units: Size,
    state_sizes: Sequence[Size] | None,
    sequences: bool,
    time_major: bool,
    input_size: Size | None,
) -> tuple[Shape, ...]:
    sizes = (units,) if state_sizes is None else tuple(state_sizes)
    rank = x.shape.rank
    if rank is not None and rank != 3:
        r.refute(
            "rank",
            "{op}: {x} is {x.shape}, but 3 axes are needed: batch, time and features",
            blame=x,
            help="add the missing axis, for example with expand_dims" if rank == 2 else None,
            x=x,
        )
    _check_width(r, x, input_size)
    dims = x.shape.dims if rank is not None else fresh_shape(r, 3).dims
    batch, time = (dims[1], dims[0]) if time_major else (dims[0], dims[1])
    if states is not None:
        if len(states) < len(sizes):
            r.fail(
                "state-size",
                "{op}: {count} initial states are given, but the layer has {want}",
                blame=states[0] if states else None,
                count=len(states),
                want=len(sizes),
            )
        if rank is not None:
            for state, size in zip(states, sizes):
                first = state.shape.axis(0)
                alone = (batch == 1 or first == 1) and state.shape.rank == 2  # one state serves all rows
                _check_state(r, state, (first, size) if alone and first is not None else (batch, size))
                if alone and batch == 1 and first is not None:
                    batch = first
    output = (batch, units)
    if sequences:
        output = (time, batch, units) if time_major else (batch, time, units)  # type: ignore[assignment]
    return (Shape(output), *(Shape((batch, size)) for size in sizes))
