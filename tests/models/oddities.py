"""Odd arguments, made from ordinary ones: other sizes, ranks, dtypes and numbers in calls that rows draw."""

import numpy as np
from hypothesis import strategies as st

DTYPES = ("float32", "float64", "int32", "int64", "uint8", "bool")


def is_array(value):
    """Whether a value is an array of the library or of NumPy."""
    return hasattr(value, "shape") and hasattr(value, "dtype") and hasattr(value, "__array__")


def places(value, path=()):
    """The places of arrays and numbers in arguments: paths into nested tuples, lists and dicts."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif type(value) in (tuple, list):
        if value and len(value) <= 8 and len(path) > 1 and all(type(item) is int for item in value):
            yield path
        for position, item in enumerate(value[:8]):
            yield from places(item, (*path, position))
    elif is_array(value) or type(value) is int:
        yield path


def replaced(value, path, change):
    """A copy of arguments in which one place is changed."""
    if not path:
        return change(value)
    head, *rest = path
    if isinstance(value, dict):
        return {key: replaced(item, rest, change) if key == head else item for key, item in value.items()}
    return type(value)(
        replaced(item, rest, change) if place == head else item for place, item in enumerate(value)
    )


@st.composite
def odd_shapes(draw, shape):
    """A shape near another one."""
    sizes = list(shape)
    kind = draw(st.sampled_from(["zero", "one", "more", "drop", "front", "back", "none", "turned"]))
    if kind in ("zero", "one", "more", "drop") and sizes:
        place = draw(st.integers(0, len(sizes) - 1))
        if kind == "drop":
            del sizes[place]
        else:
            sizes[place] = {"zero": 0, "one": 1, "more": sizes[place] + 1}[kind]
    elif kind == "front":
        sizes.insert(0, draw(st.integers(0, 2)))
    elif kind == "back":
        sizes.append(draw(st.integers(0, 2)))
    elif kind == "none":
        sizes = []
    elif kind == "turned":
        sizes.reverse()
    return tuple(sizes)


@st.composite
def odd_numbers(draw, number):
    """An integer near another one, or far from it."""
    return draw(st.sampled_from([0, 1, -1, 2, -2, 3, -3, 5, -7, number + 1, -number, -number - 1]))


def filled(shape, dtype):
    """An array with entries that few functions object to."""
    return (np.arange(int(np.prod(shape))) % 2).reshape(shape).astype(dtype)


@st.composite
def odd(draw, calls, convert=lambda array: array, dtypes=DTYPES):
    """A call of a row in which one or two things are odd."""
    call = draw(calls)
    for _ in range(draw(st.integers(1, 2))):
        found = list(places(call[:2]))
        if not found:
            break
        path = draw(st.sampled_from(found))

        def change(value):
            if type(value) is int:
                return draw(odd_numbers(value))
            if type(value) in (tuple, list):
                numbers = list(value)
                if numbers and draw(st.booleans()):
                    numbers.pop()
                else:
                    numbers.append(draw(odd_numbers(1)))
                return type(value)(numbers)
            old = np.asarray(value)
            if draw(st.integers(0, 3)) == 0:
                return convert(filled(old.shape, draw(st.sampled_from(dtypes))))
            if str(old.dtype) not in (*dtypes, "complex64", "float16"):
                return value
            return convert(filled(draw(odd_shapes(old.shape)), old.dtype))

        call = (*replaced(call[:2], path, change), *call[2:])
    return call


@st.composite
def with_nothing(draw, calls):
    """A call of a row in which None stands for an array."""
    call = draw(calls)
    found = [path for path in places(call[:2]) if is_array(held_at(call, path))]
    if not found:
        return call
    return (*replaced(call[:2], draw(st.sampled_from(found)), lambda _: None), *call[2:])


def held_at(value, path):
    """What stands at a place of arguments."""
    for step in path:
        value = value[step]
    return value
