"""What draws take and give: shapes, dtypes, keys, errors, gradients, dropout."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon import ops
from gnomon.compile import interpret
from gnomon.compile.program import KernelStep

from compile.kernels import build_c, same

KEY = gn.random.key(1)


def test_shapes_may_be_those_of_arrays():
    key, x = gn.symbol("key", (), "uint64"), gn.symbol("x", ("rows", 3))
    f = gn.function([key, x], [gn.random.normal(key, x.shape), gn.random.integers(key, 9, shape=x.shape[0])])
    for rows in (0, 1, 7):
        a, b = f(0, np.zeros((rows, 3)))
        assert (a.shape, b.shape) == ((rows, 3), (rows,))


def test_a_longer_draw_begins_with_the_shorter_one():
    for draw in (gn.random.normal, gn.random.uniform):
        np.testing.assert_array_equal(draw(KEY, 3), draw(KEY, 10)[:3])
        np.testing.assert_array_equal(draw(KEY, (2, 3)).reshape(6), draw(KEY, 6))


def test_parameters_give_shape_and_dtype():
    single, double = np.ones((2, 1), np.float32), np.ones(3)
    assert gn.random.normal(KEY, loc=single).shape == (2, 1)
    assert gn.random.normal(KEY, loc=single).dtype == gn.float32
    assert gn.random.normal(KEY, loc=single, scale=double).shape == (2, 3)
    assert gn.random.normal(KEY, loc=single, scale=double).dtype == gn.float64
    assert gn.random.gamma(KEY, single).dtype == gn.float32
    assert gn.random.gamma(KEY, 2).dtype == gn.float64
    assert gn.random.normal(KEY, (4, 2, 3), loc=single, scale=double, dtype="float32").dtype == gn.float32
    assert gn.random.poisson(KEY, double).shape == (3,)
    assert gn.random.dirichlet(KEY, double, (5,)).shape == (5, 3)
    assert gn.random.multivariate_normal(KEY, double, np.eye(3), (2, 4)).shape == (2, 4, 3)
    assert gn.random.multinomial(KEY, 5, double / 3, (2,)).shape == (2, 3)
    assert gn.random.categorical(KEY, np.zeros((4, 3))).shape == (4,)
    assert gn.random.categorical(KEY, np.zeros((4, 3)), axis=0).shape == (3,)


EDGES = {
    "no width": lambda: (gn.random.normal(KEY, 3, loc=2.0, scale=0), [2.0] * 3),
    "one number": lambda: (gn.random.integers(KEY, 5, 6, 3), [5] * 3),
    "last number": lambda: (gn.random.integers(KEY, 2**63 - 1, 2**63 - 1, 2, endpoint=True), [2**63 - 1] * 2),
    "booleans": lambda: (gn.random.integers(KEY, 0, 1, 2, dtype="bool"), [False, False]),
    "never": lambda: (gn.random.bernoulli(KEY, 0.0, 50), [False] * 50),
    "always": lambda: (gn.random.bernoulli(KEY, 1.0, 50), [True] * 50),
    "at once": lambda: (gn.random.geometric(KEY, 1.0, 20), [1] * 20),
    "no events": lambda: (gn.random.poisson(KEY, 0.0, 3), [0] * 3),
    "no trials": lambda: (gn.random.binomial(KEY, 0, 0.5, 3), [0] * 3),
    "nothing": lambda: (gn.random.permutation(KEY, 0), []),
    "all": lambda: (gn.sort(gn.random.choice(KEY, 4, 4, replace=False)), [0, 1, 2, 3]),
    "no choice": lambda: (gn.random.choice(KEY, 0, 0), []),
    "sure": lambda: (gn.random.choice(KEY, 3, 9, p=[0, 0, 1.0]), [2] * 9),
    "sure category": lambda: (gn.random.categorical(KEY, [-np.inf, 0.0, -np.inf], (9,)), [1] * 9),
}


@pytest.mark.parametrize("name", EDGES)
def test_edges(name):
    found, expected = EDGES[name]()
    assert found.tolist() == expected


def test_small_shapes_of_the_gamma_distribution_do_not_vanish():
    found = gn.random.beta(KEY, 1e-3, 1e-3, 1000)
    assert gn.all(gn.isfinite(found))
    assert 0.4 < float(gn.mean(found)) < 0.6
    np.testing.assert_allclose(gn.sum(gn.random.dirichlet(KEY, [1e-3] * 4, (50,)), axis=-1), 1.0)


WRONG = {
    "a seed below 0": (lambda: gn.random.key(-1), "seed must be an integer from 0"),
    "a seed that is no integer": (lambda: gn.random.key(0.5), "seed must be an integer"),
    "a seed for a key": (lambda: gn.random.normal(0, 3), "key must be a key, got 0"),
    "a negative width": (lambda: gn.random.normal(KEY, 3, scale=-1.0), "scale must be 0 or more, got -1.0"),
    "a negative size": (lambda: gn.random.gamma(KEY, 0.0), "a must be above 0, got 0.0"),
    "a negative size in an array": (lambda: gn.random.gamma(KEY, np.array([1.0, -2.0])), "a must be above 0"),
    "no probability": (lambda: gn.random.bernoulli(KEY, 1.5), "p must be from 0 to 1, got 1.5"),
    "an empty range": (lambda: gn.random.integers(KEY, 5, 5), "no integer from 5 to below 5"),
    "too large numbers": (lambda: gn.random.integers(KEY, 0, 300, dtype="uint8"), "do not fit uint8"),
    "a range of floats": (lambda: gn.random.integers(KEY, 0.0, 3.0), "low must be an integer"),
    "integers of floats": (
        lambda: gn.random.integers(KEY, 3, dtype="float32"),
        "dtype must be an integer dtype",
    ),
    "another dtype": (
        lambda: gn.random.normal(KEY, 3, dtype="int32"),
        "dtype must be 'float32' or 'float64'",
    ),
    "a shape too small": (lambda: gn.random.normal(KEY, 3, loc=np.zeros(2)), "shape must be one that loc"),
    "too many draws": (lambda: gn.random.choice(KEY, 3, 4, replace=False), "at most 3 entries"),
    "other weights": (lambda: gn.random.choice(KEY, 3, 4, p=[0.5, 0.5]), "p must be a vector of 3"),
    "nothing to choose from": (lambda: gn.random.choice(KEY, 0, 4), "something to choose from"),
    "a turned triangle": (lambda: gn.random.triangular(KEY, 3.0, 2.0, 1.0), "left <= mode <= right"),
    "more than there are": (
        lambda: gn.random.hypergeometric(KEY, 3, 4, 8),
        "nsample must be at most ngood \\+ nbad = 7",
    ),
    "turned ends": (lambda: gn.random.uniform(KEY, 3, low=5, high=1), "low <= high is needed, got 5 and 1"),
    "turned ends of a stream": (
        lambda: gn.random.default_rng(0).uniform(2.0, -2.0),
        "low <= high is needed, got 2.0 and -2.0",
    ),
    "turned limits": (lambda: gn.random.truncated_normal(KEY, 2.0, 1.0), "upper must be above lower = 2.0"),
    "a number for a vector": (lambda: gn.random.dirichlet(KEY, 1.0), "alpha must be a vector"),
    "a rate of 1": (lambda: gn.nn.dropout(gn.ones(3), 1.0, key=KEY), "rate must be from 0 to below 1"),
    "dropped integers": (lambda: gn.nn.dropout(gn.arange(3), 0.5, key=KEY), "x must be an array of floats"),
    "many keys for one": (
        lambda: gn.nn.dropout(gn.ones(3), 0.5, key=gn.random.split(KEY)),
        "must be one key",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments_are_told(name):
    build, message = WRONG[name]
    with pytest.raises(gn.ArgumentError, match=message) as caught:
        build()
    assert caught.value.site.path == __file__


def test_parameters_that_are_data_are_checked_where_numbers_are_drawn():
    p = gn.symbol("p", ())
    f = gn.function([p], gn.random.logseries(KEY, p, 2))
    assert f(0.5).shape == (2,)
    with pytest.raises(gn.EvaluationError, match="p >= 1"):
        f(1.5)


def test_gradients_reach_locations_and_scales():
    loc, scale = gn.symbol("loc", (3,)), gn.symbol("scale", (3,))
    for build in (
        gn.random.normal,
        gn.random.laplace,
        gn.random.logistic,
        gn.random.gumbel,
        gn.random.cauchy,
    ):
        draw = build(KEY, (50, 3), loc=loc, scale=scale)
        f = gn.function([loc, scale], [draw, *gn.grad(gn.sum(draw), [loc, scale])])
        found, by_loc, by_scale = f([0.0, 1, 2], [1.0, 2, 3])
        np.testing.assert_allclose(by_loc, 50)
        np.testing.assert_allclose(by_scale, ((found - [0, 1, 2]) / [1, 2, 3]).sum(0), rtol=1e-9)


@pytest.mark.parametrize("a", [0.3, 1.0, 2.5, 40.0])
def test_gradients_reach_the_shape_of_the_gamma_distribution(a):
    stats = pytest.importorskip("scipy.stats")
    x = gn.symbol("a", ())
    for build, exact in [
        (lambda: gn.random.gamma(KEY, x, (40,)), stats.gamma),
        (lambda: gn.random.chisquare(KEY, x, (40,)), stats.chi2),
    ]:
        draw = build()
        weights = gn.symbol("weights", (40,))
        slope = gn.function([x, weights], gn.grad(gn.sum(draw * weights), x))
        found = gn.function([x], draw)(a)
        step = 1e-5 * a
        by_a = (exact(a + step).cdf(found) - exact(a - step).cdf(found)) / (2 * step)
        expected = -by_a / exact(a).pdf(found)
        if a > 2:
            each = [slope(a, row) for row in np.eye(40)]
            np.testing.assert_allclose(each, expected, rtol=2e-4, atol=1e-7)
        # of small shapes another quantile is kept; the mean is that of the derivative all the same
    mean = gn.function([x], gn.grad(gn.mean(gn.random.gamma(KEY, x, (4000,))), x))(a)
    assert abs(mean - 1) < 0.15


def test_gradients_of_beta_and_dirichlet():
    alpha = gn.symbol("alpha", (3,))
    draw = gn.random.dirichlet(KEY, alpha, (4000,))
    found = gn.function([alpha], gn.grad(gn.mean(draw[:, 0]), alpha))([1.0, 2.0, 3.0])
    np.testing.assert_allclose(found, [5 / 36, -1 / 36, -1 / 36], atol=0.02)
    a = gn.symbol("a", ())
    draw = gn.random.beta(KEY, a, 2.0, 4000)
    assert abs(gn.function([a], gn.grad(gn.mean(draw), a))(1.5) - 2 / 3.5**2) < 0.02


REJECTING = [
    ops.random_gamma, ops.random_poisson, ops.random_binomial, ops.random_vonmises, ops.random_zipf,
    ops.random_hypergeometric,
]  # fmt: skip


@pytest.mark.parametrize("op", REJECTING)
def test_rejection_has_the_same_bits_on_every_back_end(op, tmp_path):
    key, x = gn.symbol("key", (), "uint64"), gn.symbol("x", (500,))
    draw = op(key, *[x, np.linspace(0, 1, 500), np.ones(500)][: op.arrays - 1], shape=(500,))
    native, plain = gn.function([key, x], draw), gn.function([key, x], draw, native=False)
    parameters = np.geomspace(1, 1e4, 500)
    parameters[::100] = np.inf, np.nan, 1.0, 1e300, 0.0
    (step,) = native.program.steps
    assert isinstance(step, KernelStep)
    for seed in (0, 2**64 - 1):
        told = {key: np.array([seed], np.uint64), x: parameters}
        given = [told.get(array, getattr(array, "data", None)) for array in step.nest.inputs]
        outputs = [np.zeros(500, str(draw.dtype)) for _ in range(2)]
        assert build_c(step.nest.kernel, tmp_path)([*given, outputs[0]], []) == 0
        assert interpret.run(step.nest.kernel, [*given, outputs[1]], []) == 0
        expected = plain(np.uint64(seed), parameters)
        assert same(native(np.uint64(seed), parameters), expected)
        assert all(same(output, expected) for output in outputs)


def test_keys_may_be_carried_and_folded():
    key, step = gn.symbol("key", (), "uint64"), gn.symbol("step", (), "int64")
    f = gn.function([key, step], [gn.random.fold_in(key, step), *gn.random.split(key)])
    a, b = f(0, 1), f(0, 2)
    assert a[0] != b[0]
    assert a[1:] == b[1:]
    assert len({int(word) for word in (*a, b[0])}) == 4
    assert all(np.asarray(word).dtype == np.uint64 for word in a)


def test_draws_are_pickled():
    x = gn.symbol("x", (3,))
    f = gn.function([x], x + gn.random.normal(KEY, 3))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(f))(np.ones(3)), f(np.ones(3)))


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_dropout_keeps_the_mean(dtype):
    key, x = gn.symbol("key", (), "uint64"), gn.symbol("x", ("n",), dtype)
    f = gn.function([key, x], gn.nn.dropout(x, 0.25, key=key))
    found = f(3, np.ones(20000, dtype))
    assert found.dtype == dtype
    assert set(np.unique(found)) == {0, np.dtype(dtype).type(1 / 0.75)}
    assert abs(np.mean(found == 0) - 0.25) < 0.015


def test_dropout_has_the_same_mask_forward_and_backward():
    key, x = gn.symbol("key", (), "uint64"), gn.symbol("x", ("n", 4), "float32")
    hidden = gn.tanh(gn.nn.dropout(x, 0.5, key=key))
    f = gn.function([key, x], [hidden, gn.grad(gn.sum(hidden), x)])
    out, slope = f(9, np.full((500, 4), 0.3, np.float32))
    np.testing.assert_array_equal(out == 0, slope == 0)
    assert 0.4 < np.mean(out == 0) < 0.6


def test_dropout_of_rows_and_by_a_generator():
    x = np.ones((50, 3, 4), np.float32)
    rng = gn.random.default_rng(0)
    f = gn.function([], gn.nn.dropout(x, 0.5, key=rng, shape=(50, 1, 4)))
    first, second = f(), f()
    assert np.all(first == first[:, :1])
    assert np.any(first != second)
    assert gn.nn.dropout(gn.asarray(x), 0, key=rng).shape == (50, 3, 4)
    rate = gn.symbol("rate", ())
    g = gn.function([rate], gn.nn.dropout(x, rate, key=rng))
    assert abs(np.mean(g(0.1) == 0) - 0.1) < 0.06


def test_noise():
    x = gn.symbol("x", ("n",), "float32")
    found = gn.function([x], gn.nn.gaussian_noise(x, 0.5, key=KEY))(np.ones(5000, np.float32))
    assert found.dtype == np.float32
    assert abs(found.std() - 0.5) < 0.03


def test_things_of_unknown_number_are_picked():
    x = gn.symbol("x", ("n", 2))
    draws = [
        gn.random.choice(KEY, x, (4,)),
        gn.random.choice(KEY, x, 2, replace=False),
        gn.random.permutation(KEY, x),
        gn.random.permutation(KEY, x.shape[0]),
        gn.random.permutation(KEY, x, independent=True),
    ]
    f = gn.function([x], draws)
    for rows in (2, 9):
        data = np.arange(2.0 * rows).reshape(rows, 2)
        some, few, all_, places, apart = f(data)
        assert (some.shape, few.shape, all_.shape, places.shape) == ((4, 2), (2, 2), (rows, 2), (rows,))
        assert all(row in data.tolist() for row in [*some.tolist(), *few.tolist()])
        assert few[0].tolist() != few[1].tolist()
        np.testing.assert_array_equal(np.sort(all_, axis=0), data)
        np.testing.assert_array_equal(np.sort(places), np.arange(rows))
        np.testing.assert_array_equal(np.sort(apart, axis=0), data)
