"""Operations applied to random arrays, with what NumPy does in the same place."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from hypothesis import strategies as st

sizes = st.sampled_from([0, 1, 1, 2, 2, 3, 3, 4])
positive = st.sampled_from([1, 1, 2, 2, 3, 4])
DTYPES = ["bool", "int8", "int32", "int64", "uint8", "float16", "float32", "float64", "complex64"]


@dataclass
class Application:
    """One operation with its arguments; ``reference`` computes the same in NumPy."""

    op: str
    arguments: tuple
    attributes: dict = field(default_factory=dict)
    reference: Any = None
    exact_dtype: bool = True
    may_fail: bool = False  # NumPy may also refuse for reasons in the data

    def __repr__(self):
        shown = [a.shape if isinstance(a, np.ndarray) else [b.shape for b in a] for a in self.arguments]
        return f"{self.op}({shown}, {self.attributes})"


def shapes(low=0, high=4, size=sizes):
    return st.lists(size, min_size=low, max_size=high).map(tuple)


def axes(rank):
    """An axis that mostly exists."""
    inside = st.integers(-rank, rank - 1) if rank else st.just(0)
    return st.one_of(inside, inside, inside, inside, st.integers(-6, 6))


def zeros(shape, dtype="float64"):
    return np.zeros(shape, dtype)


@st.composite
def perturbed(draw, shape, chance=6):
    """The shape, now and then with one size changed, or with an axis more or less."""
    shape = list(shape)
    if draw(st.integers(0, chance)) == 0:
        kind = draw(st.sampled_from(["size", "more", "less"]))
        if kind == "size" and shape:
            shape[draw(st.integers(0, len(shape) - 1))] = draw(sizes)
        elif kind == "more":
            shape.insert(draw(st.integers(0, len(shape))), draw(sizes))
        elif shape:
            shape.pop(draw(st.integers(0, len(shape) - 1)))
    return tuple(shape)


@st.composite
def broadcastable(draw, count, high=4):
    """Shapes that mostly broadcast together."""
    full = draw(shapes(0, high))
    result = []
    for _ in range(count):
        part = full[draw(st.integers(0, len(full))) :] if draw(st.booleans()) else full
        part = tuple(1 if draw(st.integers(0, 3)) == 0 else size for size in part)
        result.append(draw(perturbed(part)))
    return result
