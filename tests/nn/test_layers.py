"""Layers have the numbers of PyTorch's 2.13, whose parameters were waves; their gradients are those of differences."""

import numpy as np
import pytest

import gnomon as gn

nn = gn.nn


def wave(*shape, start=0.0):
    return np.sin(start + 0.7 * np.arange(np.prod(shape))).reshape(shape)


def with_values(module, x, values):
    """A module that was called, with these values of its parameters."""
    module(gn.symbol("x", shape=("batch", *x.shape[1:]), dtype="float64"))
    for array, value in zip(module.parameters().values(), values, strict=True):
        array.set_value(value)
    return module


def value(expression):
    return np.asarray(expression.eval())


KNOWN = {
    "RMSNorm": (
        nn.RMSNorm(),
        wave(2, 4),
        [wave(4, start=1)],
        [0.0, 0.87520365, 0.91190108, 0.04917214, 0.40267664, -0.49692583, -0.84099744, -0.05835672],
    ),
    "GroupNorm": (
        nn.GroupNorm(2),
        wave(2, 4, 3),
        [wave(4, start=1), wave(4, start=2)],
        [
            *(2.35287049, 1.67051921, 0.79693526, -0.47571862, -0.62510748, -0.08294443),
            *(-0.78677112, 0.11058764, 0.56359084, -0.78043541, -0.82756978, -0.88708745),
        ],
    ),
    "LayerNorm": (
        nn.LayerNorm(2),
        wave(2, 2, 3),
        [wave(2, 3, start=1), wave(2, 3, start=2)],
        [0.090678, -0.68301542, -0.69762603, -0.80979219, -1.63992112, -2.16291067],
    ),
    "Conv": (
        nn.Conv(2, 3, stride=2, padding=1, groups=2),
        wave(1, 4, 4, 4),
        [wave(2, 2, 3, 3, start=1), wave(2, start=2)],
        [
            *(1.18553175, -1.84824766, 4.28765432, -2.70455441),
            *(1.10577795, 2.84707355, -1.39361813, 5.48320951),
        ],
    ),
    "ConvTranspose": (
        nn.ConvTranspose(3, 3, stride=2, padding=1, output_padding=1),
        wave(1, 2, 3),
        [wave(2, 3, 3, start=1), wave(3, start=2)],
        [
            *(1.76332073, 2.30855536, 1.87956873, 2.09743804, 1.53948297, 1.34237395),
            *(-0.11218696, -0.38428699, -0.17618106, -0.49867948, 0.04368899, -0.19183093),
            *(-0.56476797, -0.83526532, -0.61640163, -0.5086468, -0.49831694, -0.06340529),
        ],
    ),
    "LSTM": (
        nn.LSTM(2, bidirectional=True),
        wave(2, 3, 3),
        [
            *(wave(8, 3, start=1).T, wave(8, 2, start=2).T, wave(8, start=3)),
            *(wave(8, 3, start=5).T, wave(8, 2, start=6).T, wave(8, start=7)),
        ],
        [
            *(-0.57835, 0.0147625, 0.0623594, -0.59627937, -0.45439882, -0.26172475),
            *(-0.03129918, -0.22758654, -0.11659894, 0.46019933, -0.39710433, -0.00036331),
        ],
    ),
    "last of LSTM": (
        nn.LSTM(2, bidirectional=True, last=True),
        wave(2, 3, 3),
        [
            *(wave(8, 3, start=1).T, wave(8, 2, start=2).T, wave(8, start=3)),
            *(wave(8, 3, start=5).T, wave(8, 2, start=6).T, wave(8, start=7)),
        ],
        [-0.11659894, 0.46019933, 0.0623594, -0.59627937],
    ),
    "TransformerBlock": (
        nn.TransformerBlock(2, 8),
        wave(2, 3, 4),
        [
            *(wave(4, start=9), wave(4, start=10)),
            *[part.T for part in np.split(wave(12, 4, start=1), 3)],
            wave(4, 4, start=3).T,
            *np.split(wave(12, start=2), 3),
            wave(4, start=4),
            *(wave(4, start=11), wave(4, start=12)),
            *(wave(8, 4, start=5).T, wave(8, start=6), wave(4, 8, start=7).T, wave(4, start=8)),
        ],
        [
            *(2.86126426, -0.8010405, 2.65163724, -4.37824657, 0.34664968, -2.32563314),
            *(4.18302317, -2.23417577, 2.97291565, -0.31814256, 3.53069735, -3.81112822),
        ],
    ),
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_layer_has_the_numbers_of_pytorch(name):
    module, x, values, known = KNOWN[name]
    with_values(module, x, values)
    found = value(module(x))
    known = np.reshape(known, (-1, *found.shape[1:]))
    np.testing.assert_allclose(found[-len(known) :], known, atol=2e-8)


@pytest.mark.parametrize("name", KNOWN)
def test_the_gradients_of_a_layer(name):
    module, x, values, _ = KNOWN[name]
    with_values(module, x, values)
    parameters = list(module.parameters().values())
    cost = gn.sum(module(x) * wave(*module(x).shape, start=5))
    slopes = gn.function([], [cost, *gn.grad(cost, parameters)])
    for place, parameter in enumerate(parameters):
        before, direction = parameter.get_value(), wave(*parameter.shape, start=8)
        costs = []
        for step in (1e-6, -1e-6):
            parameter.set_value(before + step * direction)
            costs.append(slopes()[0])
        parameter.set_value(before)
        np.testing.assert_allclose(
            (costs[0] - costs[1]) / 2e-6, (slopes()[place + 1] * direction).sum(), rtol=1e-5, atol=1e-6
        )


def test_batch_normalisation_while_training_and_after():
    x = gn.symbol("x", shape=("batch", 3))
    module = nn.BatchNorm()
    with nn.training() as run:
        trained = module(x)
    for array, start in zip(module.parameters().values(), (1, 2)):
        array.set_value(wave(3, start=start))
    step = gn.function([x], trained, updates=run.updates)
    np.testing.assert_allclose(step(wave(4, 3))[1], [2.09054718, 0.67977647, -0.79793762], atol=1e-8)
    mean, variance = module.state().values()
    np.testing.assert_allclose(mean.get_value(), [0.00021119, 0.0163435, 0.0247892], atol=1e-8)
    np.testing.assert_allclose(variance.get_value(), [0.95016799, 0.96057447, 0.97411107], atol=1e-8)
    step(wave(4, 3, start=2))
    np.testing.assert_allclose(mean.get_value(), [0.02294264, 0.02525348, 0.01568722], atol=1e-8)
    np.testing.assert_allclose(value(module(wave(4, 3)))[1], [1.64426512, 0.7477787, -0.51242075], atol=1e-8)


def test_a_batch_normalisation_that_is_called_twice_counts_both():
    module, x, y = nn.BatchNorm(momentum=0.5), wave(4, 3), wave(4, 3, start=2)
    with nn.training() as run:
        gn.function([], [module(x), module(y)], updates=run.updates)()
    expected = 0.25 * x.mean(axis=0) + 0.5 * y.mean(axis=0)
    np.testing.assert_allclose(module.state()["mean"].get_value(), expected)


def test_batch_normalisation_of_pictures():
    module, x = nn.BatchNorm(), wave(3, 2, 2, 2)
    with_values(module, x, [wave(2, start=1), wave(2, start=2)])
    with nn.training():
        found = value(module(x))
    known = [-0.18274813, 0.64949955, 1.47159219, 1.89688678, 1.68671167, 0.9115769, -0.08079362, -0.82367251]
    np.testing.assert_allclose(found[1].ravel(), known, atol=1e-8)


def test_dropout_draws_anew_in_each_call_and_only_while_training():
    x, drop = gn.symbol("x", shape=("batch", 50)), nn.Dropout(0.4)
    with nn.training(7):
        first, second = drop(x), drop(x)
        with nn.inference():
            assert drop(x) is x
    f = gn.function([x], [first, second])
    ones = np.ones((20, 50))
    (a, b), (c, _) = f(ones), f(ones)
    assert (a != b).any()
    assert (a != c).any()
    assert set(np.unique(a)) == {0.0, 1 / 0.6}
    assert abs(np.mean(a == 0) - 0.4) < 0.05
    assert drop(x) is x


def test_whole_channels_are_dropped_together():
    with nn.training(0):
        found = value(nn.Dropout(0.5, together=(2, 3))(np.ones((8, 8, 3, 3))))
    assert (found == found[:, :, :1, :1]).all()
    assert len(np.unique(found)) == 2


def test_noise_needs_a_key():
    with nn.training(), pytest.raises(gn.ArgumentError, match="needs a key"):
        nn.GaussianNoise(0.1)(np.ones(3))
    with nn.training(1):
        found = value(nn.GaussianNoise(0.1)(np.zeros(10_000)))
    assert abs(found.std() - 0.1) < 0.005


def test_pooling_and_flattening():
    x = wave(2, 3, 4, 4)
    np.testing.assert_array_equal(value(nn.Flatten()(x)), x.reshape(2, 48))
    np.testing.assert_allclose(value(nn.GlobalPool()(x)), x.mean(axis=(2, 3)))
    np.testing.assert_allclose(value(nn.GlobalPool("max")(x)), x.max(axis=(2, 3)))
    blocks = x.reshape(2, 3, 2, 2, 2, 2)
    np.testing.assert_allclose(value(nn.MaxPool(2)(x)), blocks.max(axis=(3, 5)))
    np.testing.assert_allclose(value(nn.AvgPool(2)(x)), blocks.mean(axis=(3, 5)))


def test_channels_may_be_last():
    x = wave(2, 5, 5, 4)
    first, last = nn.Conv(6, 3, groups=2), nn.Conv(6, 3, groups=2, layout="last")
    turned = x.transpose(0, 3, 1, 2)
    with_values(first, turned, [wave(6, 2, 3, 3), wave(6)])
    with_values(last, x, [wave(6, 2, 3, 3).transpose(2, 3, 1, 0), wave(6)])
    np.testing.assert_allclose(value(last(x)), value(first(turned)).transpose(0, 2, 3, 1))


def test_a_recurrent_layer_goes_on_from_a_state():
    layer, x = nn.GRU(3), wave(2, 6, 4)
    outputs, state = layer.run(x)
    _, half = layer.run(x[:, :4])
    rest, end = layer.run(x[:, 4:], half)
    np.testing.assert_allclose(value(rest), value(outputs)[:, 4:])
    np.testing.assert_allclose(value(end), value(state))
    bias = nn.LSTM(2)
    bias(x)
    assert bias.bias.get_value().tolist() == [0, 0, 1, 1, 0, 0, 0, 0]


def test_an_embedding_and_attention_to_something_else():
    table = nn.Embedding(5, 4, initial=wave(5, 4))
    np.testing.assert_allclose(value(table(np.array([[3, 0]]))), wave(5, 4)[[[3, 0]]].astype("float32"))
    layer, query, entries = nn.MultiHeadAttention(2, size=6, outputs=3), wave(2, 3, 4), wave(2, 5, 7)
    whole = value(layer(query, entries, mask=np.arange(5) < 2))
    np.testing.assert_allclose(whole, value(layer(query, entries[:, :2])))
    assert whole.shape == (2, 3, 3)
