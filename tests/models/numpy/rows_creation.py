"""Rows for functions that make arrays."""

import numpy as np
from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import REALS, arrays, call, filled, positive, shapes, sizes

dtypes = st.sampled_from([None, "float32", "int64", "bool", np.dtype("int32").name])
number = st.integers(-3, 8)
literals = st.recursive(
    st.integers(0, 5) | st.sampled_from([1.5, True]),
    lambda inner: st.integers(1, 3).flatmap(lambda n: inner.map(lambda x: [x] * n)),
    max_leaves=4,
)
mixed = st.lists(st.sampled_from([1, 2.5, True]), max_size=4)

ROWS = [
    *(Row(f"numpy.{name}", call(shapes() | sizes, dtype=dtypes)) for name in ("zeros", "ones", "empty")),
    Row("numpy.full", call(shapes() | sizes, st.sampled_from([1, 2.0, True]), dtype=dtypes)),
    *(
        Row(f"numpy.{name}", call(arrays(dtypes=REALS), dtype=dtypes, shape=st.none() | shapes()))
        for name in ("zeros_like", "ones_like", "empty_like")
    ),
    Row("numpy.full_like", call(arrays(dtypes=REALS), 3, dtype=dtypes)),
    Row("numpy.array", call(literals, dtype=dtypes)),
    Row("numpy.array", call(mixed)),
    Row("numpy.asarray", call(arrays(), dtype=dtypes)),
    Row("numpy.array", call(arrays(high=2), ndmin=st.integers(0, 4))),
    Row(
        "numpy.array",
        st.lists(arrays(high=0, dtypes=("float32", "int64")), min_size=1).map(lambda x: ((x,), {})),
    ),
    Row("numpy.copy", call(arrays())),
    Row(
        "numpy.arange",
        st.lists(number, min_size=1, max_size=3)
        .filter(lambda p: p[-1] != 0 or len(p) < 3)
        .map(lambda p: (tuple(p), {})),
    ),
    Row(
        "numpy.arange",
        st.tuples(number, number, st.sampled_from([0.5, 0.3, 2.0, -1.5])).map(lambda p: (p, {})),
    ),
    Row("numpy.linspace", call(0, 1, sizes, endpoint=st.booleans(), dtype=dtypes)),
    Row(
        "numpy.linspace",
        call(arrays(high=2, dtypes=("float64",)), 5.0, positive, axis=st.sampled_from([0, -1])),
    ),
    Row("numpy.logspace", call(0, 1, sizes)),
    Row("numpy.geomspace", call(1, 2, sizes)),
    Row("numpy.eye", call(sizes, M=sizes, dtype=dtypes, k=st.integers(-2, 2))),
    Row("numpy.identity", call(sizes)),
    Row("numpy.tri", call(sizes, sizes)),
    Row("numpy.tril", call(arrays())),
    Row("numpy.triu", call(arrays(), k=st.integers(-1, 2))),
    Row("numpy.diag", call(arrays(), k=st.integers(-2, 2)), lenient=True),  # an offset beyond a matrix
    Row("numpy.diagflat", call(arrays(), k=st.integers(-2, 2))),
    Row("numpy.diagonal", call(arrays(size=positive), offset=st.integers(-1, 1))),
    Row("numpy.meshgrid", call(arrays(high=1), arrays(high=1), indexing=st.sampled_from(["xy", "ij"]))),
    Row("numpy.meshgrid", call(arrays(high=1), arrays(high=1), arrays(high=1))),
    Row("numpy.indices", call(shapes(low=1))),
    Row("numpy.fromiter", st.lists(st.integers(0, 5)).map(lambda x: ((x,), {"dtype": "int64"}))),
    Row("numpy.frombuffer", st.just(((b"12345678",), {"dtype": "uint8"})), open=True),
    Row("numpy.vander", call(arrays(low=1, high=2), N=positive), lenient=True),
    Row("numpy.hanning", call(sizes)),
    Row("numpy.broadcast_to", call(arrays(high=2), shapes())),
    Row("numpy.broadcast_arrays", call(arrays(high=2, size=positive), arrays(high=2, size=positive))),
    Row("numpy.atleast_1d", call(arrays())),
    Row("numpy.atleast_2d", call(arrays())),
    Row("numpy.atleast_3d", call(arrays())),
    Row("numpy.atleast_2d", call(arrays(), arrays())),
    Row(
        "numpy.interp",
        call(
            arrays(dtypes=("float64",)), filled((3,), "float64"), arrays(low=1, high=2, dtypes=("float64",))
        ),
    ),
]
