"""Rows for picking and storing entries."""

import torch
from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import calls, dims, filled, flags, positive, shapes, tensors


@st.composite
def gathered(draw, source=False):
    """A tensor, an axis and positions inside it, not always of a fitting shape."""
    x = draw(tensors(low=1, high=3, dtypes=("float32",)))
    axis = draw(dims(x.ndim))
    shape = [draw(st.integers(1, n)) for n in x.shape]
    if draw(st.integers(0, 4)) == 0:
        shape = list(draw(shapes(1, 3)))
    index = torch.zeros(shape, dtype=torch.int64)
    if not source:
        return (x, axis, index), {}
    other = [n + draw(st.sampled_from([0, 0, 1])) for n in shape]
    if draw(st.integers(0, 6)) == 0:
        other[0] = max(other[0] - 1, 1)
    return (x, axis, index, filled(other)), {}


@st.composite
def selected(draw):
    x = draw(tensors(low=1, high=3, dtypes=("float32",)))
    axis = draw(dims(x.ndim))
    index = torch.zeros(draw(shapes(0, 2)), dtype=torch.int64)
    return (x, axis, index), {}


@st.composite
def added(draw):
    x = draw(tensors(low=1, high=3, dtypes=("float32",)))
    axis = draw(st.integers(0, x.ndim - 1))
    count = draw(positive)
    shape = list(x.shape)
    shape[axis] = draw(st.sampled_from([count, count, count + 1]))
    return (x, axis, torch.zeros(count, dtype=torch.int64), filled(shape)), {}


@st.composite
def masks(draw):
    x = draw(tensors(dtypes=("float32",)))
    shape = draw(st.sampled_from([tuple(x.shape), tuple(x.shape)[1:], (1,), (5,)]))
    return (x, filled(shape) > 1), {}


@st.composite
def hot(draw):
    x = draw(shapes(0, 3).map(lambda s: torch.zeros(s, dtype=torch.int64)))
    return (x, draw(positive)), {}


@st.composite
def looked_up(draw):
    index = torch.zeros(
        draw(shapes(0, 3)), dtype=draw(st.sampled_from([torch.int64, torch.int64, torch.float32]))
    )
    return (index, filled(draw(st.sampled_from([(5, 3), (5, 3), (5,), (2, 3, 4)])))), {}


ROWS = [
    Row("torch.gather", gathered()),
    Row("gather", gathered(), method=True),
    Row("torch.scatter", gathered(source=True), lenient=True),
    Row("scatter_", gathered(source=True), method=True, lenient=True),
    Row("scatter_add", gathered(source=True), method=True, lenient=True),
    Row("torch.index_select", selected(), lenient=True),
    Row("index_select", selected(), method=True, lenient=True),
    Row("index_add", added(), method=True, lenient=True),
    Row("index_add_", added(), method=True, lenient=True),
    Row(
        "torch.take_along_dim", gathered().map(lambda c: ((c[0][0], c[0][2]), {"dim": c[0][1]})), lenient=True
    ),
    Row(
        "torch.take",
        st.tuples(
            st.tuples(tensors(low=1), shapes(0, 2).map(lambda s: torch.zeros(s, dtype=torch.int64))),
            st.just({}),
        ),
    ),
    Row("torch.masked_select", masks(), open=True),
    Row("torch.nonzero", calls(tensors(), as_tuple=flags()), open=True),
    Row("torch.where", calls(tensors(dtypes=("bool",))), open=True),
    Row("torch.argwhere", calls(tensors(low=1)), open=True),
    Row("torch.nn.functional.one_hot", hot()),
    Row("torch.nn.functional.embedding", looked_up(), lenient=True),
    Row(
        "torch.isin",
        st.tuples(st.tuples(tensors(dtypes=("int64",)), st.just(torch.tensor([1, 2]))), st.just({})),
    ),
]
