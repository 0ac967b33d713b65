"""Operations of mapped functions and XLA's general forms: NumPy's shapes, and sound on symbols."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ops.agreement import agrees_with_reference, is_sound
from ops.applications import Application, positive, shapes, zeros


def batched_product(x, y, contracting, batch):
    """The reference of a batched product: like einsum, but a size of one does not stretch."""
    if x.ndim != 3 or y.ndim != 3 or x.shape[0] != y.shape[0] or x.shape[2] != y.shape[1]:
        raise ValueError("sizes differ")
    return np.einsum("bij,bjk->bik", x, y)


@st.composite
def contracted(draw):
    batch, left, inner, right = (draw(positive) for _ in range(4))
    x = [batch, left, inner]
    y = [batch if draw(st.integers(0, 5)) else 5, inner if draw(st.integers(0, 5)) else 5, right]
    attributes = {"contracting": ((2,), (1,)), "batch": ((0,), (0,))}
    return Application("contracted", (zeros(x), zeros(y)), attributes, batched_product)


@st.composite
def blocks(draw):
    shape = draw(shapes(1, 3))
    sizes = tuple(draw(st.integers(0, 5)) for _ in shape)

    def reference(x, sizes):
        if any(size > length for size, length in zip(sizes, x.shape)):
            raise ValueError("too large")
        return x[tuple(slice(size) for size in sizes)]

    return Application("block", (zeros(shape),), {"sizes": sizes}, reference)


@st.composite
def mapped(draw):
    shape = draw(shapes(0, 3))
    axis = draw(st.integers(-len(shape) - 2, len(shape) + 1))
    return Application(
        "mapped", (zeros(shape),), {"size": 3, "axis": axis}, lambda x, size, axis: np.stack([x] * size, axis)
    )


@st.composite
def outer(draw):
    return Application(
        "outer_axes",
        (zeros(draw(shapes(0, 2))), zeros(draw(shapes(0, 2)))),
        {},
        lambda x, y: np.multiply.outer(x, y),
    )


FAMILIES = {"contracted": contracted(), "block": blocks(), "mapped": mapped(), "outer_axes": outer()}
FEW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@pytest.mark.parametrize("family", FAMILIES)
def test_agrees_with_numpy(family):
    @FEW
    @given(FAMILIES[family])
    def run(application):
        agrees_with_reference(application)

    run()


@pytest.mark.parametrize("runs", [False, True], ids=["symbols", "unknown rank"])
@pytest.mark.parametrize("family", FAMILIES)
def test_is_sound_on(family, runs):
    @FEW
    @given(FAMILIES[family], st.randoms(use_true_random=False))
    def run(application, random):
        is_sound(application, lambda count: random.randrange(count), runs)

    run()
