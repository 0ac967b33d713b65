"""Recurrent, wrapping, merging and attention layers."""

from hypothesis import strategies as st

from models.keras.comparing import Row
from models.keras.drawing import filled, flags, layer, of_rank, options, small

state_flags = {"return_sequences": (flags,), "return_state": (flags,)}


@st.composite
def with_states(draw, count):
    """A recurrent layer with initial states that fit or do not."""
    units, batch = draw(small), draw(small)
    states = [
        filled(
            (batch if draw(st.integers(0, 5)) else batch + 1, units if draw(st.integers(0, 5)) else units + 1)
        )
        for _ in range(count if draw(st.integers(0, 5)) else count + 1)
    ]
    keywords = {"return_sequences": draw(flags), "return_state": draw(flags)}
    return (units,), keywords, (filled((batch, draw(small), draw(small))),), {"initial_state": states}


@st.composite
def merged(draw, count=None):
    """Several arrays that can be merged, or nearly."""
    batch = draw(small)
    base = draw(st.lists(small, min_size=1, max_size=3))
    parts = []
    for _ in range(count or draw(st.integers(2, 3))):
        shape = [n if draw(st.integers(0, 7)) else draw(st.sampled_from((1, n + 1))) for n in base]
        if draw(st.integers(0, 7)) == 0:
            shape = shape[1:]
        parts.append(filled((batch, *shape)))
    return (), {}, (parts,), {}


@st.composite
def joined(draw):
    rank = draw(st.integers(1, 4))
    shape = draw(st.lists(small, min_size=rank, max_size=rank))
    axis = draw(st.sampled_from((-1, 1)))
    parts = []
    for _ in range(draw(st.integers(2, 3))):
        other = list(shape)
        if rank > 1 or axis == -1:
            other[axis] = draw(small)
        if draw(st.integers(0, 6)) == 0:
            other[0] += 1
        parts.append(filled(other))
    return (), {"axis": axis}, (parts,), {}


@st.composite
def dotted(draw):
    ranks = draw(st.sampled_from(((2, 2), (3, 3), (3, 2), (2, 3))))
    batch, inner = draw(small), draw(small)
    axes = tuple(draw(st.integers(1, rank - 1)) for rank in ranks)
    parts = []
    for rank, axis in zip(ranks, axes):
        shape = [batch, *[draw(small) for _ in range(rank - 1)]]
        shape[axis] = inner if draw(st.integers(0, 5)) else inner + 1
        parts.append(filled(shape))
    return (), {"axes": axes}, (parts,), {}


@st.composite
def attended(draw):
    batch, width = draw(small), draw(small)
    query = filled((batch, draw(small), width))
    length = draw(small)
    value = filled((batch, length, draw(st.sampled_from((width, 5)))))
    parts = [query, value]
    if draw(flags):
        parts.append(filled((batch, length if draw(st.integers(0, 5)) else length + 1, width)))
    return (), {}, (parts,), {}


@st.composite
def many_heads(draw):
    heads, width = draw(small), draw(small)
    keywords = {}
    if draw(flags):
        keywords["output_shape"] = draw(small)
    batch = draw(small)
    query = filled((batch, draw(small), draw(small)))
    length = draw(small)
    value = filled((batch, length, draw(small)))
    inputs = [query, value]
    if draw(flags):
        inputs.append(filled((batch, length if draw(st.integers(0, 5)) else length + 1, draw(small))))
    options = {"return_attention_scores": True} if draw(flags) else {}
    return (heads, width), keywords, tuple(inputs), options


ROWS = [
    Row("keras.layers.SimpleRNN", layer(st.tuples(small), options(**state_flags), of_rank(3, 2, 4))),
    Row("keras.layers.GRU", layer(st.tuples(small), options(**state_flags), of_rank(3, 2, 4))),
    Row("keras.layers.LSTM", layer(st.tuples(small), options(**state_flags), of_rank(3, 2, 4))),
    Row("keras.layers.LSTM", with_states(2), lenient=True),
    Row("keras.layers.GRU", with_states(1), lenient=True),
    Row("keras.layers.Add", merged()),
    Row("keras.layers.Multiply", merged()),
    Row("keras.layers.Average", merged()),
    Row("keras.layers.Maximum", merged()),
    Row("keras.layers.Minimum", merged()),
    Row("keras.layers.Subtract", merged(2)),
    Row("keras.layers.Concatenate", joined()),
    Row("keras.layers.Dot", dotted()),
    Row("keras.layers.Attention", attended()),
    Row("keras.layers.AdditiveAttention", attended(), lenient=True),
    Row("keras.layers.MultiHeadAttention", many_heads()),
]
