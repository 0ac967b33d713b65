"""What the tables of NumPy functions draw: arrays, shapes and axes, good ones and bad ones."""

import numpy as np
from hypothesis import strategies as st

FLOATS = ("float32", "float64")
REALS = ("float64", "float32", "int64", "int32", "uint8", "bool")
NUMBERS = ("float64", "float32", "int64", "int32")
ALL = (*REALS, "complex64")

sizes = st.integers(0, 4) | st.integers(1, 3)
positive = st.integers(1, 4)


def filled(shape, dtype):
    """An array of a shape with entries that no function objects to."""
    count = int(np.prod(shape))
    return (np.arange(count) % 3 + 1).reshape(shape).astype(dtype)


def shapes(low=0, high=3, size=sizes):
    """Shapes of some ranks."""
    return st.lists(size, min_size=low, max_size=high).map(tuple)


@st.composite
def arrays(draw, low=0, high=3, dtypes=REALS, size=sizes):
    """Arrays of some ranks."""
    return filled(draw(shapes(low, high, size)), draw(st.sampled_from(dtypes)))


@st.composite
def matrices(draw, dtypes=FLOATS, low=2, high=3, square=None):
    """Arrays whose last two axes are a matrix: square, not square, or either."""
    shape = list(draw(shapes(low, high, positive)))
    if square and len(shape) >= 2:
        shape[-1] = shape[-2]
    if square and len(shape) < 2:
        return filled(tuple(shape), draw(st.sampled_from(dtypes)))
    result = filled(tuple(shape), draw(st.sampled_from(dtypes)))
    if square:
        result = result + 5 * np.eye(shape[-1], dtype=result.dtype)
    return result


def axes(rank, none=True, many=True):
    """Axes of an array of some rank, sometimes out of range."""
    single = st.integers(-rank - 1, rank)
    parts = [single, st.integers(-rank, rank - 1) if rank else single]
    if none:
        parts.append(st.none())
    if many and rank:
        parts.append(st.lists(single, max_size=rank).map(tuple))
    return st.one_of(parts)


@st.composite
def pairs(draw, dtypes=NUMBERS, high=3):
    """Two arrays that broadcast in many cases, with Python numbers among them."""
    base = draw(shapes(0, high, positive))
    first = [draw(st.sampled_from([n, 1])) for n in base]
    second = [draw(st.sampled_from([n, n, 1, n + 1])) for n in base[draw(st.integers(0, len(base))) :]]
    values = [filled(tuple(s), draw(st.sampled_from(dtypes))) for s in (first, second)]
    if draw(st.booleans()):
        values.reverse()
    if draw(st.integers(0, 9)) == 0:
        values[1] = draw(st.sampled_from([2, 1.5]))
    return tuple(values)


def call(*arguments, **keywords):
    """A call with drawn arguments: strategies are drawn, other values are passed as they are."""
    fixed = [
        argument if isinstance(argument, st.SearchStrategy) else st.just(argument) for argument in arguments
    ]
    named = {k: v if isinstance(v, st.SearchStrategy) else st.just(v) for k, v in keywords.items()}
    return st.tuples(st.tuples(*fixed), st.fixed_dictionaries({}, optional=named))


@st.composite
def along(draw, *extra, low=0, dtypes=REALS, none=True, many=True, positional=True, **keywords):
    """A call with an array and an axis, then others."""
    x = draw(arrays(low=low, dtypes=dtypes))
    axis = draw(axes(x.ndim, none, many))
    more = {name: draw(value) for name, value in keywords.items() if draw(st.booleans())}
    others = [draw(argument) for argument in extra]
    if positional and not others and draw(st.booleans()):
        return (x, axis), more
    if draw(st.integers(0, 4)) == 0 and none:
        return (x, *others), more
    return (x, *others), {"axis": axis, **more}
