"""Products over one entry are compiled as products of elements, and transposes of axes of size 1 as reshapes."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops

RNG = np.random.default_rng(2)


def compiled(shapes, dtype, expression):
    """Return what a compiled function and NumPy's matmul give for arrays of these shapes, and its operations."""
    inputs = [gn.symbol(f"x{k}", shape, dtype) for k, shape in enumerate(shapes)]
    values = [(RNG.normal(size=[3 if n == "b" else n for n in shape]) * 3).astype(dtype) for shape in shapes]
    f = gn.function(inputs, expression(*inputs))
    return f(*values), values, str(gn.explain(f))


BOTH = [("b", 4, 1), ("b", 1, 5)]


@pytest.mark.parametrize(
    ("shapes", "dtype"),
    [
        (BOTH, "float64"),
        (BOTH, "float32"),
        (BOTH, "int32"),
        (BOTH, "complex128"),
        ([("b", 4, 1), (1, 5)], "float64"),
        ([(4, 1), (1, 5)], "float64"),
        ([(2, 1, 4, 1), ("b", 1, 5)], "float64"),
        ([(0, 4, 1), (0, 1, 2)], "float64"),
    ],
)
def test_a_product_over_one_entry(shapes, dtype):
    found, (x, y), told = compiled(shapes, dtype, lambda a, b: a @ b)
    np.testing.assert_array_equal(found, np.matmul(x, y))
    assert "matmul" not in told


def test_products_over_more_entries_stay():
    found, (x, y), told = compiled([("b", 4, 2), ("b", 2, 5)], "float64", lambda a, b: a @ b)
    np.testing.assert_allclose(found, x @ y, rtol=1e-12)
    assert "matmul" in told


@pytest.mark.parametrize("axes", [(0, 2, 1), (2, 1, 0), (1, 0, 2)])
def test_a_transpose_of_axes_of_size_one(axes):
    found, (x,), told = compiled([("b", 1, 4)], "float64", lambda a: ops.transpose(a, axes=axes))
    np.testing.assert_array_equal(found, x.transpose(axes))
    moved = [k for k in axes if k != 1] != [0, 2]
    assert (": transpose" in told) == moved


def test_an_outer_product_is_fused_with_what_makes_its_factors():
    x, y = gn.symbol("x", ("b", 4)), gn.symbol("y", ("b", 5))
    f = gn.function([x, y], gn.expand_dims(x * 2, axis=2) @ gn.expand_dims(y + 1, axis=1))
    a, b = RNG.normal(size=(3, 4)), RNG.normal(size=(3, 5))
    np.testing.assert_allclose(f(a, b), (a * 2)[:, :, None] * (b + 1)[:, None, :])


@pytest.mark.parametrize(
    "shapes", [[("k", 1), ("n", "m")], [("k", "n"), (1, "m")], [("b", "k", 1), ("n", "m")]]
)
def test_one_entry_by_a_name_is_not_stretched(shapes):
    x, y = (gn.symbol(name, shape) for name, shape in zip("xy", shapes))
    f = gn.function([x, y], x @ y)
    a = RNG.normal(size=(*[3] * (x.ndim - 2), 7, 1))
    b = RNG.normal(size=(1, 5))
    np.testing.assert_allclose(f(a, b), a @ b)
    with pytest.raises(gn.ShapeError, match=r"matmul: |1 is not 7"):
        f(a, RNG.normal(size=(7, 5)))


def test_a_loop_over_products_of_one_entry_by_a_name():
    x, w = gn.symbol("x", ("k", 1)), gn.symbol("w", ("n", "m"))
    last, _ = gn.scan(lambda h, _: (gn.tanh(h @ w), None), x, None, length=3)
    a, b = RNG.normal(size=(16, 1)), RNG.normal(size=(1, 1))
    expected = a
    for _ in range(3):
        expected = np.tanh(expected @ b)
    np.testing.assert_allclose(gn.function([x, w], last)(a, b), expected, rtol=1e-12)
