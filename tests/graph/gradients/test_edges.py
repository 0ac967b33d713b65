"""Gradients of empty arrays, of arrays without axes, and of results whose size the data decides."""

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.constants import symbol
from gnomon.graph.gradients import grad

EMPTY = {
    "sum": lambda x: ops.sum(x),
    "prod": lambda x: ops.prod(x),
    "mean": lambda x: ops.mean(x, axis=1),
    "max": lambda x: ops.max(x, axis=1),
    "logsumexp": lambda x: ops.logsumexp(x, axis=1),
    "cumsum": lambda x: ops.cumsum(x, axis=0),
    "cumprod": lambda x: ops.cumprod(x, axis=0),
    "sort": lambda x: ops.sort(x, axis=0),
    "softmax": lambda x: ops.softmax(x, axis=1),
    "matmul": lambda x: ops.matmul(ops.matrix_transpose(x), x),
    "concat": lambda x: ops.concat((x, x), axis=0),
    "reshape": lambda x: ops.reshape(x, shape=(3, 0)),
    "tanh": lambda x: ops.tanh(x),
    "multiply": lambda x: ops.multiply(x, x),
    "take": lambda x: ops.take(x, np.zeros(0, int), axis=0),
    "norm": lambda x: ops.norm(x, axis=1),
}


@pytest.mark.parametrize("name", EMPTY)
def test_empty_arrays_have_empty_gradients(name):
    x = symbol("x", (0, 3))
    g = grad(ops.sum(EMPTY[name](x)), x)
    assert evaluate([g], {x: np.zeros((0, 3))})[0].shape == (0, 3)


@pytest.mark.parametrize("name", sorted(EMPTY.keys() - {"reshape"}))
def test_sizes_that_a_call_makes_0(name):
    x = symbol("x", ("n", 3))
    first = grad(ops.sum(EMPTY[name](x)), x)
    second = grad(ops.sum(first * x), x)
    for found in evaluate([first, second], {x: np.zeros((0, 3))}):
        assert found.shape == (0, 3)


SCALAR = """abs exp sin sqrt tanh softplus relu gelu square negative sum mean max min prod logsumexp var norm flatten
    cumsum cumprod cummax sort median expand_dims squeeze transpose flip""".split()


@pytest.mark.parametrize("name", SCALAR)
def test_arrays_without_axes(name):
    x = symbol("x", ())
    attributes = {"expand_dims": {"axis": 0}, "sort": {"axis": None}}.get(name, {})
    if name in ("cumsum", "cumprod", "cummax"):
        attributes = {"axis": None}
    g = grad(ops.sum(getattr(ops, name)(x, **attributes)), x)
    assert g.shape.dims == ()
    at, step = 0.7, 1e-6
    ends = [
        float(evaluate([ops.sum(getattr(ops, name)(x, **attributes))], {x: np.float64(v)})[0])
        for v in (at + step, at - step)
    ]
    assert float(evaluate([g], {x: np.float64(at)})[0]) == pytest.approx(
        (ends[0] - ends[1]) / (2 * step), abs=1e-8
    )


def test_sizes_that_only_the_data_tell():
    x = symbol("x", ("n",))
    kept = ops.boolean_mask(x, ops.greater(x, 0.0))
    at = {x: np.array([-1.0, 2.0, 3.0])}
    for function, expected in (
        (lambda v: ops.sum(ops.square(v)), [0.0, 4.0, 6.0]),
        (lambda v: ops.mean(v), [0.0, 0.5, 0.5]),
        (lambda v: ops.max(v), [0.0, 0.0, 1.0]),
        (lambda v: ops.logsumexp(v), [0.0, *(np.exp([2.0, 3.0]) / np.exp([2.0, 3.0]).sum())]),
    ):
        np.testing.assert_allclose(evaluate([grad(function(kept), x)], at)[0], expected)


def test_images_of_unknown_height_and_batch():
    x, w = symbol("x", ("batch", 2, "height", 6)), symbol("w", (3, 2, 3, 3))
    for attributes in (
        {"padding": 1},
        {"padding": "same", "stride": 2},
        {"stride": (2, 1), "dilation": (1, 2)},
    ):
        out = ops.conv(x, w, **attributes)
        pooled = ops.max_pool(out, window=(2, 2), stride=1)
        gx, gw = grad(ops.sum(ops.square(pooled)), (x, w))
        assert str(gx.shape) == "(batch, 2, height, 6)"
        at = {
            x: np.random.default_rng(1).normal(size=(2, 2, 7, 6)),
            w: np.random.default_rng(2).normal(size=(3, 2, 3, 3)),
        }
        known = symbol("known", (2, 2, 7, 6))
        fixed = ops.max_pool(ops.conv(known, w, **attributes), window=(2, 2), stride=1)
        other = grad(ops.sum(ops.square(fixed)), (known, w))
        for a, b in zip(evaluate([gx, gw], at), evaluate(list(other), {known: at[x], w: at[w]})):
            np.testing.assert_allclose(a, b, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("position", [lambda n: -n, lambda n: 1 - n, lambda n: n - 1, lambda n: n // 2])
def test_an_entry_at_a_position_that_sizes_tell(position):
    x = symbol("x", ("n", 3))
    entry = ops.select_at(x, axis=0, position=position(x.shape[0]))
    value = np.arange(12.0).reshape(4, 3)
    expected = np.zeros((4, 3))
    expected[position(4)] = 2 * value[position(4)]
    (found,) = evaluate([grad(ops.sum(entry * entry), x)], {x: value})
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("native", [True, False])
def test_sizes_smaller_than_those_of_inputs_keep_their_names(native):
    """What is reshaped to ``n - 1`` has that size: it is no -1, for which a size would have to be found."""
    x = symbol("x", ("n",), "complex128")
    short = ops.pad(x, widths=((0, -1),))
    flat = ops.reshape(ops.expand_dims(short, axis=0), shape=short.shape.dims)
    assert str(flat.shape) == "(n - 1,)"
    assert str(ops.broadcast_to(ops.sum(x), shape=short.shape.dims).shape) == "(n - 1,)"
    first = grad(ops.sum(ops.square(ops.abs(flat)) + ops.real(flat)), x)
    second = grad(ops.sum(ops.square(ops.abs(first))), x)
    f = gn.function([x], [flat, first, second], native=native)
    value = np.array([1 + 1j, 2.0, 3j])
    wanted = [value[:2], [3 + 2j, 5.0, 0], [12 + 8j, 20.0, 0]]
    for found, expected in zip(f(value), wanted, strict=True):
        np.testing.assert_allclose(found, expected)
    with pytest.raises(gn.GnomonError):
        f(value[:0])
