"""What the tables of Keras draw: arrays, shapes and axes, good ones and bad ones."""

import numpy as np
from hypothesis import strategies as st

FLOATS = ("float32", "float64")
NUMBERS = ("float32", "float64", "int32", "int64")
REALS = (*NUMBERS, "uint8", "bool")

small = st.integers(1, 4)
flags = st.booleans()


def filled(shape, dtype="float32"):
    """An array of a shape with entries that no function objects to."""
    count = int(np.prod(shape))
    return (np.arange(count) % 3 + 1).reshape(shape).astype(dtype)


def shapes(low=0, high=3, size=small):
    """Shapes of some ranks."""
    return st.lists(size, min_size=low, max_size=high).map(tuple)


@st.composite
def arrays(draw, low=0, high=3, dtypes=FLOATS, size=small):
    """Arrays of some ranks."""
    return filled(draw(shapes(low, high, size)), draw(st.sampled_from(dtypes)))


def of_rank(*ranks, dtypes=FLOATS, size=small):
    """Arrays whose rank is one of these, the first most often."""
    return st.one_of(*[arrays(rank, rank, dtypes, size) for rank in (ranks[0], *ranks)])


def axes(rank, none=True, many=True):
    """Axes of an array of some rank, sometimes out of range."""
    single = st.integers(-rank - 1, rank)
    parts = [single, st.integers(-rank, rank - 1) if rank else single]
    if none:
        parts.append(st.none())
    if many and rank:
        parts.append(
            st.lists(st.integers(-rank, rank - 1), min_size=1, max_size=rank, unique=True).map(tuple)
        )
    return st.one_of(parts)


@st.composite
def pairs(draw, dtypes=NUMBERS, high=3):
    """Two arrays that broadcast in many cases, with Python numbers among them."""
    base = draw(shapes(0, high))
    other = tuple(draw(st.sampled_from((n, n, n, 1, n + 1))) for n in base[draw(st.integers(0, len(base))) :])
    first = filled(base, draw(st.sampled_from(dtypes)))
    second = filled(other, draw(st.sampled_from(dtypes)))
    if draw(st.integers(0, 5)) == 0:
        second = draw(st.sampled_from((2, 2.5)))
    return (first, second) if draw(flags) else (second, first)


def options(**choices):
    """Keyword arguments, each present or not."""
    return st.fixed_dictionaries({}, optional={name: st.one_of(choice) for name, choice in choices.items()})


def layer(arguments, keywords, inputs):
    """Calls of a layer: its arguments and keywords, and one input."""
    return st.tuples(arguments, keywords, st.tuples(inputs), st.just({}))


def call(*arguments, **keywords):
    """Calls of a function."""
    return st.tuples(st.tuples(*arguments), options(**keywords))
