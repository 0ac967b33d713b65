"""Inputs that a function takes from elsewhere, above all minibatches of shared data."""

import numpy as np

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
