"""What the tables of JAX functions draw beside what NumPy's draw."""

import numpy as np
from hypothesis import strategies as st

from models.numpy.drawing import filled, positive, shapes

FLOATS = ("float32", "float16")


@st.composite
def same_shapes(draw, count, dtypes=("float32",), low=0, high=3):
    """Arrays of one shape, sometimes of others."""
    shape = draw(shapes(low, high, positive))
    others = [
        shape if draw(st.integers(0, 3)) else draw(shapes(low, high, positive)) for _ in range(count - 1)
    ]
    dtype = draw(st.sampled_from(dtypes))
    return tuple(filled(one, dtype) for one in (shape, *others))


@st.composite
def images(draw, spatial=2, channels_last=True, low=4, high=9, wrong=True):
    """Batches of images, sometimes of another rank."""
    space = tuple(draw(st.integers(low, high)) for _ in range(spatial))
    batch, channels = draw(st.integers(1, 3)), draw(st.sampled_from([1, 2, 4]))
    shape = (batch, *space, channels) if channels_last else (batch, channels, *space)
    if wrong and draw(st.integers(0, 7)) == 0:
        shape = shape[1:]
    return filled(shape, "float32")


def features(draw, width):
    """A batch of vectors, with any number of leading axes."""
    lead = draw(shapes(0, 2, positive))
    return np.zeros((*lead, width), "float32")
