"""Rows for masked arrays, texts in arrays, polynomials and rarer functions."""

import numpy as np
from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import NUMBERS, along, arrays, call, filled, matrices, pairs, positive, sizes

WHOLE = ("int64", "int32")
small = st.integers(1, 4)
texts = arrays(low=0, dtypes=("int64",), size=positive).map(lambda x: x.astype("U3"))
vectors = arrays(low=1, high=1, dtypes=NUMBERS, size=positive)


@st.composite
def conditioned(draw):
    x = draw(arrays(size=positive))
    shape = x.shape if draw(st.integers(0, 4)) else (*x.shape, 2)
    return (np.zeros(shape, bool), x), {}


@st.composite
def points(draw):
    n = draw(positive)
    other = n if draw(st.integers(0, 4)) else n + 1
    return filled((n,), "float64"), filled((other,), "float64")


@st.composite
def two_histograms(draw):
    bins = draw(st.sampled_from([3, (2, 4), [np.arange(3.0), np.arange(4.0)]]))
    return draw(points()), {"bins": bins}


ROWS = [
    *(
        Row(f"numpy.ma.{name}", call(arrays(size=positive)))
        for name in ("array", "asarray", "masked_array", "getmaskarray", "getdata", "masked_invalid", "anom")
    ),
    Row("numpy.ma.masked_equal", call(arrays(size=positive, dtypes=NUMBERS), 1), lenient=True),
    Row("numpy.ma.masked_greater", call(arrays(size=positive, dtypes=NUMBERS), 1), lenient=True),
    Row("numpy.ma.masked_where", conditioned(), lenient=True),
    Row("numpy.ma.filled", call(arrays(), 0)),
    Row("numpy.ma.compressed", call(arrays(size=positive)), open=True),
    Row("numpy.ma.count", along(low=1, positional=False, many=False), lenient=True),
    Row("numpy.ma.masked_all", call(st.lists(sizes, max_size=3).map(tuple))),
    Row("numpy.ma.mean", along(low=1, dtypes=NUMBERS), lenient=True, dtype=False),
    Row("numpy.ma.concatenate", pairs(high=2).map(lambda a: ((list(a),), {})), lenient=True, dtype=False),
    *(
        Row(f"numpy.char.{name}", call(texts), dtype=False)
        for name in ("upper", "lower", "strip", "title", "isalpha", "str_len")
    ),
    Row("numpy.char.add", call(texts, "x"), dtype=False),
    Row("numpy.char.replace", call(texts, "1", "2"), dtype=False),
    Row("numpy.char.find", call(texts, "1")),
    Row(
        "numpy.lib.stride_tricks.as_strided",
        call(filled((8,), "float64"), (2, 3), (8, 8)),
    ),
    Row("numpy.tril_indices_from", call(matrices(high=2)), open=True),
    Row("numpy.diag_indices_from", call(matrices(high=2, square=True)), open=True),
    Row("numpy.histogram2d", two_histograms(), lenient=True),
    Row("numpy.histogramdd", call(filled((6, 2), "float64"), small), unknown=True),
    Row("numpy.bitwise_count", call(arrays(dtypes=WHOLE))),
    Row(
        "numpy.cumulative_prod",
        along(low=1, none=False, many=False, positional=False, dtypes=NUMBERS),
        unknown=True,
    ),
    *(
        Row(f"numpy.unique_{name}", call(arrays(dtypes=NUMBERS)), open=True)
        for name in ("values", "counts", "inverse", "all")
    ),
    Row("numpy.vecmat", call(filled((3,), "float64"), matrices(("float64",), square=True)), lenient=True),
    Row("numpy.spacing", call(arrays(dtypes=("float64", "float32")))),
    Row("numpy.sort_complex", call(arrays(low=1, dtypes=NUMBERS))),
    Row("numpy.polydiv", call(vectors, vectors), open=True),
    Row("numpy.linalg.tensorinv", call(np.eye(6).reshape(2, 3, 2, 3), st.integers(1, 3)), lenient=True),
    Row("numpy.linalg.tensorsolve", call(np.eye(6).reshape(2, 3, 6), filled((2, 3), "float64"))),
    Row("numpy.iscomplexobj", call(arrays(dtypes=("float32", "complex64"), low=1))),
    Row("numpy.isrealobj", call(arrays(dtypes=("float32", "complex64"), low=1))),
]
