"""Rows for recurrent layers, attention and Transformers."""

from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import filled, flags, positive


@st.composite
def runs(draw, cells=1):
    """A recurrent layer, a sequence and perhaps a state, not always of fitting shapes."""
    width, hidden, layers = draw(positive), draw(positive), draw(st.integers(1, 2))
    named = {}
    if draw(st.booleans()):
        named["num_layers"] = layers
    else:
        layers = 1
    first, both = draw(flags()), draw(flags())
    if draw(st.booleans()):
        named["batch_first"] = first
    else:
        first = False
    if draw(st.booleans()):
        named["bidirectional"] = both
    else:
        both = False
    time, batch = draw(positive), draw(positive)
    size = draw(st.sampled_from([width, width, width, width + 1]))
    x = (batch, time, size) if first else (time, batch, size)
    state = (layers * (2 if both else 1), batch, hidden)
    if draw(st.integers(0, 6)) == 0:
        x, state = (time, size), (state[0], hidden)
    inputs = [filled(x)]
    if draw(st.booleans()):
        wrong = list(state)
        if draw(st.integers(0, 3)) == 0:
            wrong[draw(st.integers(0, len(state) - 1))] += 1
        given = filled(wrong)
        inputs.append(given if cells == 1 else (given, filled(state)))
    return ((width, hidden), named), tuple(inputs)


@st.composite
def steps(draw, cells=1):
    width, hidden, batch = draw(positive), draw(positive), draw(positive)
    size = draw(st.sampled_from([width, width, width + 1]))
    lead = draw(st.sampled_from([(batch,), (batch,), ()]))
    inputs = [filled((*lead, size))]
    if draw(st.booleans()):
        state = filled((*lead, draw(st.sampled_from([hidden, hidden, hidden + 1]))))
        inputs.append(state if cells == 1 else (state, filled((*lead, hidden))))
    return ((width, hidden), {}), tuple(inputs)


@st.composite
def attentions(draw):
    heads = draw(st.integers(1, 2))
    width = heads * draw(positive) + draw(st.sampled_from([0, 0, 0, 1]))
    named = {"batch_first": draw(flags())} if draw(st.booleans()) else {}
    b, rows, s = draw(positive), draw(positive), draw(positive)
    first = named.get("batch_first", False)
    d = draw(st.sampled_from([width, width, width, width + 1]))
    query = (b, rows, width) if first else (rows, b, width)
    key = (b, s, d) if first else (s, b, d)
    if draw(st.integers(0, 6)) == 0:
        query, key = query[1:], key[1:]
    return ((width, heads), named), (filled(query), filled(key), filled(key))


@st.composite
def encoders(draw):
    heads = draw(st.integers(1, 2))
    width = heads * draw(positive) + draw(st.sampled_from([0, 0, 0, 1]))
    d = draw(st.sampled_from([width, width, width, width + 1]))
    return ((width, heads), {"dim_feedforward": 4}), (filled((draw(positive), draw(positive), d)),)


@st.composite
def decoders(draw):
    heads = draw(st.integers(1, 2))
    width = heads * draw(positive)
    b, rows, s = draw(positive), draw(positive), draw(positive)
    c = draw(st.sampled_from([b, b, b, b + 1]))
    return ((width, heads), {"dim_feedforward": 4}), (filled((rows, b, width)), filled((s, c, width)))


ROWS = [
    Row("torch.nn.RNN", runs(), layer=True),
    Row("torch.nn.GRU", runs(), layer=True),
    Row("torch.nn.LSTM", runs(cells=2), layer=True),
    Row("torch.nn.RNNCell", steps(), layer=True),
    Row("torch.nn.GRUCell", steps(), layer=True),
    Row("torch.nn.LSTMCell", steps(cells=2), layer=True),
    Row("torch.nn.MultiheadAttention", attentions(), layer=True),
    Row("torch.nn.TransformerEncoderLayer", encoders(), layer=True),
    Row("torch.nn.TransformerDecoderLayer", decoders(), layer=True),
]
