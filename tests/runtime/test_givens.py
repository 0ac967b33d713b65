"""Inputs that a function takes from elsewhere, above all minibatches of shared data."""

import numpy as np
import pytest

import gnomon as gn


def test_minibatches_of_shared_data():
    generator = np.random.default_rng(0)
    data, labels = generator.normal(size=(100, 5)), generator.integers(0, 3, 100)
    everything, classes = gn.shared(data), gn.shared(labels)
    i, x = gn.symbol("i", (), "int64"), gn.symbol("x", ("batch", 5))
    y = gn.symbol("y", ("batch",), "int64")
    weights = gn.shared(np.zeros((5, 3)), name="weights")
    chances = gn.nn.softmax(x @ weights)
    cost = -gn.mean(gn.log(chances)[gn.arange(y.shape[0]), y])
    update = {weights: weights - 0.1 * gn.grad(cost, weights)}
    batch = slice(i * 20, (i + 1) * 20)
    train = gn.function([i], cost, updates=update, givens={x: everything[batch], y: classes[batch]})
    expected = np.zeros((5, 3))
    for k in range(5):
        rows, right = data[k * 20 : k * 20 + 20], labels[k * 20 : k * 20 + 20]
        shares = np.exp(rows @ expected)
        shares /= shares.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(train(k), -np.log(shares[np.arange(20), right]).mean())
        expected -= 0.1 * rows.T @ (shares - np.eye(3)[right]) / 20
    np.testing.assert_allclose(weights.get_value(), expected)


def test_sizes_follow_what_is_given():
    x, z = gn.symbol("x", ("n",)), gn.symbol("z", (3,))
    f = gn.function([z], gn.sum(x) / x.shape[0] + gn.arange(x.shape[0]), givens={x: z})
    np.testing.assert_array_equal(f(np.ones(3)), [1, 2, 3])


def test_what_is_given_has_the_dtype_the_rank_and_the_known_sizes():
    v, fixed = gn.symbol("v", ("n",), "float32"), gn.symbol("fixed", (3,))
    w = gn.symbol("w", ("n",))
    for old, new, error, words in (
        (v, gn.ones((2, 2), dtype="float32"), gn.ShapeError, r"v is \(n,\)"),
        (
            v,
            w.astype("float32")[None],
            gn.ShapeError,
            r"v is \(n,\), but .* is given for it, which is \(1, n\)",
        ),
        (v, 2.0, gn.ShapeError, r"v is \(n,\), but .* is given for it, which is \(\)"),
        (fixed, gn.ones(4), gn.ShapeError, r"fixed is \(3,\), but .* which is \(4,\)"),
        (v, w, gn.DtypeError, "v is float32, but w is given for it, which is float64"),
        (w, gn.shared(np.ones(3, "int64")), gn.DtypeError, "w is float64, but .* which is int64"),
        ("v", w, gn.ArgumentError, "givens replace arrays, but 'v' is none"),
    ):
        with pytest.raises(error, match=words):
            gn.function([w], gn.sum(old) if isinstance(old, gn.Array) else w, givens={old: new})


def test_numbers_and_plain_arrays_take_the_dtype():
    s, k = gn.symbol("s", (), "float32"), gn.symbol("k", (), "uint8")
    v, w = gn.symbol("v", ("n",), "float32"), gn.symbol("w", ("m",))
    assert gn.function([], s * 2, givens={s: 1.5})().dtype == "float32"
    assert gn.function([], k * 2, givens={k: 7})() == 14
    found = gn.function([], v * 2, givens=[(v, np.arange(3.0))])()
    assert (found.dtype, found.tolist()) == ("float32", [0, 2, 4])
    found = gn.function([w], s * 2, givens={s: w.shape[0]})(np.ones(5))
    assert (found.dtype, found) == ("float32", 10)
    for old, new, error in (
        (k, 256, gn.RangeError),
        (k, 0.5, gn.DtypeError),
        (v, np.ones(3) * 1j, gn.DtypeError),
    ):
        with pytest.raises(error):
            gn.function([], old * 2, givens={old: new})
