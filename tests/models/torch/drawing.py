"""What the tables of PyTorch functions draw: tensors, shapes and axes, good ones and bad ones."""

import torch
from hypothesis import strategies as st

FLOATS = ("float32",)
BOTH = ("float32", "float64")
REALS = ("float32", "float32", "float64", "int64", "int32", "uint8", "bool")
NUMBERS = ("float32", "float32", "float64", "int64", "int32")
WHOLE = ("int64",)

sizes = st.integers(1, 4) | st.integers(0, 3)
positive = st.integers(1, 4)


def filled(shape, dtype="float32"):
    """A tensor of a shape with entries that no function objects to."""
    count = 1
    for size in shape:
        count *= size
    return (torch.arange(count) % 3 + 1).reshape(tuple(shape)).to(getattr(torch, dtype))


def shapes(low=0, high=4, size=positive):
    """Shapes of some ranks."""
    return st.lists(size, min_size=low, max_size=high).map(tuple)


@st.composite
def tensors(draw, low=0, high=4, dtypes=REALS, size=positive):
    """Tensors of some ranks."""
    return filled(draw(shapes(low, high, size)), draw(st.sampled_from(dtypes)))


def dims(rank, many=False, none=False):
    """Axes of a tensor of some rank, sometimes out of range."""
    single = st.integers(-rank, rank - 1) if rank else st.integers(-1, 0)
    parts = [single, single, st.integers(-rank - 1, rank)]
    if none:
        parts.append(st.none())
    if many and rank:
        parts.append(st.lists(single, min_size=1, max_size=rank).map(tuple))
    return st.one_of(parts)


@st.composite
def pairs(draw, dtypes=NUMBERS, high=4, scalars=True):
    """Two tensors that broadcast in many cases, with Python numbers among them."""
    base = draw(shapes(0, high))
    first = [draw(st.sampled_from([n, n, 1])) for n in base]
    second = [draw(st.sampled_from([n, n, n, 1, n + 1])) for n in base[draw(st.integers(0, len(base))) :]]
    values = [filled(shape, draw(st.sampled_from(dtypes))) for shape in (first, second)]
    if draw(st.booleans()):
        values.reverse()
    if scalars and draw(st.integers(0, 5)) == 0:
        values[1] = draw(st.sampled_from([2, 1.5]))
    return tuple(values)


@st.composite
def calls(draw, *arguments, **keywords):
    """A call with drawn arguments; named ones are given at times."""
    fixed = tuple(draw(a) if isinstance(a, st.SearchStrategy) else a for a in arguments)
    named = {
        name: draw(value) if isinstance(value, st.SearchStrategy) else value
        for name, value in keywords.items()
        if draw(st.booleans())
    }
    return fixed, named


@st.composite
def along(draw, *extra, low=0, high=4, dtypes=REALS, many=False, optional=True, named=True, **keywords):
    """A call with a tensor and an axis, then others."""
    x = draw(tensors(low=low, high=high, dtypes=dtypes))
    more = {name: draw(value) for name, value in keywords.items() if draw(st.booleans())}
    others = [draw(argument) for argument in extra]
    if optional and draw(st.integers(0, 4)) == 0:
        return (x, *others), {}
    axis = draw(dims(x.ndim, many=many))
    if others or (named and draw(st.booleans())):
        return (x, *others), {"dim": axis, **more}
    return (x, axis), more


@st.composite
def layer_calls(draw, make, inputs):
    """A layer and a call of it: both may use what was drawn for the other."""
    settings = draw(make)
    return settings, draw(inputs(settings))


def flags():
    """Yes or no."""
    return st.booleans()


@st.composite
def images(draw, channels, spatial=2, dtypes=FLOATS, size=None, unbatched=True):
    """Batches of images, at times without the batch or with other channels or another rank."""
    count = channels if draw(st.integers(0, 5)) else draw(positive)
    space = [draw(st.integers(3, 9) if size is None else size) for _ in range(spatial)]
    shape = [draw(st.integers(1, 3)), count, *space]
    kind = draw(st.integers(0, 7))
    if kind == 0 and unbatched:
        shape = shape[1:]
    elif kind == 1:
        shape = [1, *shape]
    return filled(shape, draw(st.sampled_from(dtypes)))


def per_axis(values, spatial):
    """One number for all axes, or one for each."""
    return values | st.lists(values, min_size=spatial, max_size=spatial).map(tuple)
