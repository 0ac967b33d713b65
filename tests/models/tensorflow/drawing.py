"""What the tables of TensorFlow functions draw: tensors, shapes and axes, good ones and bad ones."""

import numpy as np
import tensorflow as tf
from hypothesis import strategies as st

FLOATS = ("float32",)
BOTH = ("float32", "float64")
REALS = ("float32", "float32", "float64", "int64", "int32", "bool")
NUMBERS = ("float32", "float32", "float64", "int64", "int32")
WHOLE = ("int64", "int32")
BOOLS = ("bool",)

positive = st.integers(1, 4)


def filled(shape, dtype="float32"):
    """A tensor of a shape with entries that no function objects to."""
    count = int(np.prod(shape, dtype=int))
    return tf.constant((np.arange(count) % 3 + 1).reshape(tuple(shape)).astype(dtype))


def shapes(low=0, high=4, size=positive):
    """Shapes of some ranks."""
    return st.lists(size, min_size=low, max_size=high).map(tuple)


@st.composite
def tensors(draw, low=0, high=4, dtypes=REALS, size=positive):
    """Tensors of some ranks."""
    return filled(draw(shapes(low, high, size)), draw(st.sampled_from(dtypes)))


def axes(rank, many=False, none=False, listed=False):
    """Axes of a tensor of some rank, sometimes out of range."""
    single = st.integers(-rank, rank - 1) if rank else st.integers(-1, 0)
    parts = [single, single, single, st.integers(-rank - 1, rank)]
    if none:
        parts.append(st.none())
    if many and rank:
        several = st.lists(single, min_size=1, max_size=rank, unique_by=lambda k: k % rank)
        parts.append(several if listed else several | several.map(tuple))
    return st.one_of(parts)


@st.composite
def pairs(draw, dtypes=NUMBERS, high=4, scalars=True, mixed=True):
    """Two tensors that broadcast in many cases, with numbers and NumPy arrays among them."""
    base = draw(shapes(0, high))
    first = [draw(st.sampled_from([n, n, 1])) for n in base]
    second = [draw(st.sampled_from([n, n, n, 1, n + 1])) for n in base[draw(st.integers(0, len(base))) :]]
    one = draw(st.sampled_from(dtypes))
    other = draw(st.sampled_from(dtypes)) if mixed and draw(st.integers(0, 5)) == 0 else one
    values = [filled(first, one), filled(second, other)]
    if draw(st.booleans()):
        values = [filled(second, one), filled(first, other)]
    if scalars and draw(st.integers(0, 5)) == 0:
        values[1] = 2
    if scalars and draw(st.integers(0, 7)) == 0:
        values[1] = filled(second, one).numpy() if second else 2
    return tuple(values)


@st.composite
def unary(draw, low=0, high=4, dtypes=FLOATS):
    """One tensor."""
    return (draw(tensors(low, high, dtypes)),), {}


@st.composite
def binary(draw, dtypes=NUMBERS, scalars=True):
    """Two tensors."""
    return draw(pairs(dtypes, scalars=scalars)), {}


@st.composite
def along(draw, low=0, high=4, dtypes=FLOATS, many=False, none=True, keep=None, name="axis", listed=False):
    """A tensor and an axis, with the flag that keeps the axis."""
    x = draw(tensors(low, high, dtypes))
    place = draw(axes(x.shape.rank, many, none, listed))
    keywords = {}
    if keep and draw(st.booleans()):
        keywords[keep] = draw(st.booleans())
    if draw(st.booleans()):
        keywords[name] = place
        return (x,), keywords
    return (x, place), keywords


@st.composite
def similar(draw, low=0, high=4, change=True, dtypes=NUMBERS):
    """Tensors of one shape, but for some axis or rank at times."""
    shape = list(draw(shapes(low, high)))
    place = draw(st.integers(0, max(len(shape) - 1, 0)))
    dtype = draw(st.sampled_from(dtypes))
    parts = []
    for _ in range(draw(st.integers(1, 3))):
        own = list(shape)
        if own and change and draw(st.booleans()):
            own[place] = draw(positive)
        if draw(st.integers(0, 11)) == 0:
            own = list(draw(shapes(low, high)))
        parts.append(filled(own, dtype))
    return parts, place, len(shape)
