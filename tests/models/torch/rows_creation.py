"""Rows for functions that make tensors."""

import numpy as np
import torch
from hypothesis import strategies as st

from models.torch.comparing import Row
from models.torch.drawing import NUMBERS, calls, filled, positive, shapes, tensors

dtypes = st.sampled_from([torch.float64, torch.int64, torch.float32, torch.int32])


@st.composite
def sized(draw):
    shape = draw(shapes(0, 3))
    named = {"dtype": draw(dtypes)} if draw(st.booleans()) else {}
    return ((*shape,) if shape and draw(st.booleans()) else (shape,)), named


@st.composite
def counted(draw):
    numbers = st.integers(-3, 6) | st.sampled_from([0.5, 2.5, 4.0])
    parts = draw(st.lists(numbers, min_size=1, max_size=2))
    if len(parts) == 2 and draw(st.booleans()):
        parts.append(draw(st.sampled_from([1, 2, 0.5])))
    return tuple(parts), ({"dtype": draw(dtypes)} if draw(st.integers(0, 3)) == 0 else {})


nested = st.sampled_from(
    [1, 2.5, True, [1, 2], [1.0, 2], [[1, 2], [3, 4]], [[1.5], [2.0]], [True, False], [], [[1, 2], [3]]]
)

ROWS = [
    *[Row(f"torch.{n}", sized(), lenient=True) for n in ("zeros", "ones", "empty")],
    *[
        Row(f"torch.{n}", sized().map(lambda c: (c[0], dict.fromkeys(c[1], torch.float64))))
        for n in ("rand", "randn")
    ],
    *[
        Row(f"torch.{n}", calls(tensors(dtypes=("float32",)), dtype=st.just(torch.float64)))
        for n in ("zeros_like", "ones_like", "empty_like", "rand_like", "randn_like")
    ],
    Row("torch.full", calls(shapes(0, 3), st.sampled_from([1, 2.5, True]), dtype=dtypes)),
    Row("torch.full_like", calls(tensors(dtypes=NUMBERS), st.just(2))),
    Row("torch.arange", counted(), lenient=True),
    Row("torch.linspace", calls(st.just(0), st.just(1), positive)),
    Row("torch.logspace", calls(st.just(0), st.just(1), positive)),
    Row("torch.eye", calls(positive)),
    Row("torch.eye", calls(positive, positive)),
    Row("torch.randint", calls(st.just(5), shapes(0, 3))),
    Row("torch.randint", calls(st.just(1), st.just(5), shapes(0, 3), dtype=st.just(torch.int32))),
    Row("torch.randperm", calls(positive)),
    Row("torch.tensor", calls(nested, dtype=dtypes), lenient=True),
    Row("torch.as_tensor", calls(nested), lenient=True),
    Row(
        "torch.from_numpy",
        calls(st.sampled_from([np.zeros((2, 3)), np.zeros(4, dtype="float32"), np.arange(3)])),
    ),
    Row("torch.normal", calls(tensors(dtypes=("float32",)), st.just(1.0))),
    Row("torch.bernoulli", calls(tensors(dtypes=("float32",)).map(lambda t: t / 4))),
    *[Row(f"torch.{n}", calls(positive)) for n in ("hann_window", "hamming_window", "blackman_window")],
    Row("torch.FloatTensor", st.tuples(shapes(1, 3), st.just({}))),
    Row("torch.LongTensor", calls(st.sampled_from([[1, 2], [[1], [2]]]))),
    Row("torch.Tensor", calls(st.sampled_from([[1, 2], [[1.5], [2.0]]]))),
    Row("torch.Tensor", st.tuples(shapes(1, 3), st.just({}))),
    Row("torch.tril_indices", calls(positive, positive), open=True),
    Row("new_zeros", st.tuples(st.tuples(tensors(), positive, positive), st.just({})), method=True),
    Row("new_ones", calls(tensors(), shapes(0, 3)), method=True),
    Row("new_full", calls(tensors(dtypes=("float32",)), shapes(0, 3), st.just(1.0)), method=True),
    Row("new_tensor", calls(tensors(dtypes=("float32",)), st.just([1.0, 2.0])), method=True),
    Row("torch.combinations", calls(st.just(filled((4,)))), open=True),
]
