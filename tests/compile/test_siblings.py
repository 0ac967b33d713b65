"""Kernels over the same elements become one, unless one needs the other."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.program import KernelStep
from gnomon.compile.schedule import ABOUT, Schedule, without

M = gn.symbol("m", ("rows", "columns"), "float64")
V = gn.symbol("v", ("n",), "float64")
DATA = np.random.default_rng(0).normal(size=(7, 45))


def kernels(inputs, outputs, *off):
    with without(*off):
        f = gn.function(inputs, outputs)
    return f, [step for step in f.program.steps if isinstance(step, KernelStep)]


@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "int32"])
def test_reductions_of_one_array(axis, dtype):
    x = gn.symbol("x", ("rows", "columns"), dtype)
    outputs = [gn.sum(x, axis), gn.sum(x * x, axis), gn.max(x, axis), gn.min(x + 1, axis)]
    f, found = kernels([x], outputs)
    assert len(found) == 1
    given = (DATA * 3).astype(dtype)
    plain = gn.function([x], outputs, native=False)(given)
    for result, wanted in zip(f(given), plain, strict=True):
        np.testing.assert_allclose(result, wanted, rtol=2e-3 if dtype == "float16" else 1e-5)
    assert len(kernels([x], outputs, "siblings")[1]) == 4


def test_what_two_kernels_need_is_computed_once():
    y = gn.tanh(M)
    f, found = kernels([M], [gn.sum(y * M), gn.sum(y + M)])
    assert [len(step.group.results) for step in found] == [2]
    np.testing.assert_allclose(
        f(DATA), [np.sum(np.tanh(DATA) * DATA), np.sum(np.tanh(DATA) + DATA)], rtol=1e-12
    )


def test_what_needs_a_result_comes_after_it():
    total = gn.sum(V)
    outputs = [total, gn.sum(V * V), gn.sum(V * total), V / total, gn.sin(V)]
    f, found = kernels([V], outputs)
    given = DATA[0]
    wanted = [given.sum(), (given**2).sum(), (given * given.sum()).sum(), given / given.sum(), np.sin(given)]
    for result, expected in zip(f(given), wanted, strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-12)
    assert len(found) < 5


def test_a_user_stands_between_kernels_that_became_one():
    """The order of computation changes: the first sum's user comes in the order before the second sum."""
    first = gn.sum(M, axis=0)
    used = gn.cumsum(first)
    second = gn.sum(M * M, axis=0)
    both = gn.cumsum(second) + used
    f, found = kernels([M], both)
    np.testing.assert_allclose(f(DATA), np.cumsum((DATA + DATA**2).sum(0)), rtol=1e-12)
    assert len(found) == 2


def test_rows_and_elements_of_a_matrix():
    f, _ = kernels([M], [gn.nn.softmax(M, -1), gn.sin(M)])
    results = f(DATA)
    e = np.exp(DATA - DATA.max(-1, keepdims=True))
    np.testing.assert_allclose(results[0], e / e.sum(-1, keepdims=True), rtol=1e-12)
    np.testing.assert_allclose(results[1], np.sin(DATA), rtol=1e-12)


def test_kernels_stay_within_bounds():
    outputs = [gn.sin(V * k) for k in range(1, 100)]
    f, found = kernels([V], outputs)
    assert 99 / 32 < len(found) < 8
    for k, result in enumerate(f(DATA[0]), 1):
        np.testing.assert_allclose(result, np.sin(DATA[0] * k), rtol=1e-9, atol=1e-12)


def test_long_chains_of_rows_are_cut():
    z = M
    for _ in range(30):
        z = z - gn.mean(z, axis=-1, keepdims=True) * 0.5
    f, found = kernels([M], z)
    assert 4 < len(found) < 12
    np.testing.assert_allclose(f(DATA), DATA - DATA.mean(-1, keepdims=True) * (1 - 0.5**30), rtol=1e-9)


@pytest.mark.parametrize("name", Schedule._fields)
def test_each_way_to_save_can_be_switched_off(name):
    assert ABOUT[name]
    x = gn.symbol("x", ("b", 12), "float64")
    w = gn.shared(DATA[:, :12].T.copy())
    h, _ = gn.scan(lambda c, e: (gn.tanh(c + e), None), gn.zeros((12,)), x)
    cost = gn.mean(gn.nn.softmax(x @ w, -1) ** 2) + gn.sum(h) + gn.sum(gn.flip(x * 2, 0) * x)
    outputs = [cost, *gn.grad(cost, [x, w]), gn.sum(x, 0), gn.sum(x * x, 0)]
    given = DATA.reshape(-1)[:300].reshape(25, 12)
    f, g = gn.function([x], outputs), kernels([x], outputs, name)[0]
    for result, wanted in zip(g(given), f(given), strict=True):
        np.testing.assert_allclose(result, wanted, rtol=1e-9)


def test_a_loss_and_its_gradient_read_the_scores_once():
    """The loss goes on to a mean, the gradient to nothing: kernels of different heights."""
    x, y = gn.symbol("x", ("n", "m"), "float64"), gn.symbol("y", ("n",), "int64")
    loss = gn.mean(gn.nn.cross_entropy(x, y))
    f, found = kernels([x, y], [loss, gn.grad(loss, x)])
    assert len([step for step in found if len(step.group.space.dims) == 2]) == 1
    labels = np.arange(7) * 5
    e = np.exp(DATA - DATA.max(-1, keepdims=True))
    share = e / e.sum(-1, keepdims=True)
    wanted = -np.log(share[np.arange(7), labels]).mean(), (share - np.eye(45)[labels]) / 7
    for result, expected in zip(f(DATA, labels), wanted, strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-12, atol=1e-15)


def test_a_way_through_others_keeps_kernels_apart():
    """What the lower kernel needs of the higher goes through a cumulative sum."""
    y = gn.tanh(M)
    high = gn.sum(y * 2, 1, keepdims=True)
    f, found = kernels([M], [high, gn.sum(y * gn.cumsum(high, axis=0), 1)])
    t = np.tanh(DATA)
    h = (t * 2).sum(1, keepdims=True)
    for result, expected in zip(f(DATA), (h, (t * np.cumsum(h, axis=0)).sum(1)), strict=True):
        np.testing.assert_allclose(result, expected, rtol=1e-12)
    assert len(found) > 1
