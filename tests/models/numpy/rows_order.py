"""Rows for sorting, searching, sets and entries by position."""

import numpy as np
from hypothesis import strategies as st

from models.numpy.comparing import Row
from models.numpy.drawing import NUMBERS, along, arrays, axes, call, filled, positive, shapes


@st.composite
def taken(draw):
    x = draw(arrays(low=1, size=positive))
    axis = draw(axes(x.ndim, many=False))
    return (x, filled(draw(shapes(0, 2)), "int64") * 0), draw(st.sampled_from([{}, {"axis": axis}]))


@st.composite
def taken_along(draw):
    x = draw(arrays(low=1, size=positive))
    axis = draw(st.integers(-x.ndim, x.ndim - 1))
    shape = list(x.shape)
    shape[axis] = draw(positive)
    if draw(st.integers(0, 4)) == 0:
        shape = list(draw(shapes(1, 2, positive)))
    return (x, np.zeros(shape, "int64"), axis), {}


@st.composite
def uniques(draw):
    x = draw(arrays(low=1, dtypes=NUMBERS))
    names = draw(st.lists(st.sampled_from(["return_index", "return_inverse", "return_counts"]), unique=True))
    return (x,), dict.fromkeys(names, True)


def vectors(count):
    return call(*[arrays(low=1, high=1, dtypes=NUMBERS) for _ in range(count)])


ROWS = [
    Row("numpy.sort", along(low=1, many=False)),
    Row("numpy.argsort", along(low=1, many=False)),
    Row("argsort", along(low=1, many=False), method="numpy"),
    Row("numpy.partition", call(arrays(low=1, size=positive), 0)),
    Row("numpy.argpartition", call(arrays(low=1, size=positive), 0)),
    Row(
        "numpy.searchsorted",
        call(arrays(low=1, high=2, dtypes=NUMBERS, size=positive), arrays(dtypes=NUMBERS)),
    ),
    Row("numpy.digitize", call(arrays(dtypes=NUMBERS), np.array([1, 2, 3]))),
    Row("numpy.nonzero", call(arrays(low=1)), open=True),
    Row("nonzero", call(arrays(low=1)), open=True, method="numpy"),
    Row("numpy.flatnonzero", call(arrays()), open=True),
    Row("numpy.argwhere", call(arrays()), open=True),
    Row(
        "numpy.extract",
        call(arrays(low=1, high=1, dtypes=("bool",), size=st.just(3)), filled((3,), "int64")),
        open=True,
    ),
    Row("numpy.take", taken()),
    Row("take", taken(), method="numpy"),
    Row("numpy.take_along_axis", taken_along()),
    Row(
        "numpy.compress",
        call([True, False], arrays(low=2, size=st.just(2)), axis=st.sampled_from([0, 1])),
        open=True,
    ),
    Row(
        "numpy.choose", call(filled((3,), "int64") * 0, [filled((3,), "float64"), filled((2, 1), "float64")])
    ),
    Row("numpy.unravel_index", call(np.zeros((2, 3), "int64"), shapes(1, 3, positive))),
    Row(
        "numpy.ravel_multi_index", st.just((([np.zeros(3, "int64"), np.zeros((2, 1), "int64")], (3, 4)), {}))
    ),
    Row("numpy.ix_", vectors(2), dtype=False),
    Row("numpy.diag_indices", call(positive), open=True),
    Row("numpy.tril_indices", call(positive), open=True),
    Row("numpy.unique", uniques(), open=True, unknown=True),  # the inverse has another shape in NumPy 1
    Row(
        "numpy.unique",
        call(arrays(low=2, high=2, dtypes=NUMBERS, size=positive), axis=st.integers(0, 1)),
        open=True,
    ),
    *(
        Row(f"numpy.{name}", vectors(2), open=True)
        for name in ("union1d", "setdiff1d", "setxor1d", "intersect1d")
    ),
    Row("numpy.isin", call(arrays(dtypes=NUMBERS), arrays(dtypes=NUMBERS))),
    Row("numpy.lexsort", st.just((([filled((4,), "int64"), filled((4,), "float64")],), {}))),
]
