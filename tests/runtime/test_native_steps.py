"""Steps of training run as native code from their arguments to their updates: no step is left to NumPy."""

import numpy as np
import pytest

import gnomon as gn


def shared(*sizes):
    return gn.shared(np.random.default_rng(len(sizes)).normal(size=sizes).astype("float32"))


def dense(x):
    return x @ shared(6, 3) + shared(3)


def convolutional(x):
    pictures = gn.reshape(x, (x.shape[0], 1, 2, 3))
    return gn.reshape(
        gn.nn.max_pool(gn.nn.relu(gn.nn.conv(pictures, shared(3, 1, 2, 2), padding=1)), 3), (-1, 3)
    )


def normal(x):
    return gn.nn.layer_norm(gn.nn.gelu(x @ shared(6, 3)), (3,))


def recurrent(x):
    steps = gn.reshape(x, (6, -1, 1))
    weight, again = shared(1, 3), shared(3, 3)

    def step(state, entry):
        state = gn.tanh(entry @ weight + state @ again)
        return state, None

    return gn.scan(step, gn.zeros((x.shape[0], 3), dtype="float32"), steps)[0]


def noisy(x):
    return gn.nn.dropout(x, 0.5, key=gn.random.key(0)) @ shared(6, 3)


MODELS = [dense, convolutional, normal, recurrent, noisy]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_step_of_training(model):
    x, y = gn.symbol("x", ("batch", 6), "float32"), gn.symbol("y", ("batch",), "int32")
    loss = gn.mean(gn.nn.cross_entropy(model(x), y))
    weights = [leaf for leaf in gn.ancestors([loss]) if isinstance(leaf, gn.graph.array.Shared)]
    updates = {w: w - 0.1 * g for w, g in zip(weights, gn.grad(loss, weights), strict=True)}
    step = gn.function([x, y], loss, updates=updates)
    assert step.is_native, gn.explain(step)
    values = np.random.default_rng(0).normal(size=(4, 6)).astype("float32"), np.arange(4, dtype="int32") % 3
    first = step(*values)
    for _ in range(20):
        last = step(*values)
    assert last < first
