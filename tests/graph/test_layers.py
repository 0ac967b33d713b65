"""Recurrent layers and attention with several heads: the numbers of PyTorch's layers, and errors that name arguments."""

import numpy as np
import pytest

import gnomon as gn
from gnomon.graph.trees import flatten

INPUTS, HIDDEN, TIME, BATCH = 3, 2, 4, 2
PARTS = {"lstm": 4, "gru": 3, "rnn": 1}


def wave(*shape, start=0.0):
    return np.sin(start + 0.7 * np.arange(np.prod(shape))).reshape(shape)


def arguments(name):
    """What PyTorch's layers had: their weights are the transposes."""
    gates = PARTS[name] * HIDDEN
    x, weight, recurrent = (
        wave(TIME, BATCH, INPUTS),
        wave(INPUTS, gates, start=1),
        wave(HIDDEN, gates, start=2),
    )
    return [x, weight, recurrent, wave(gates, start=3), wave(gates, start=4)]


def state(name):
    hidden, cell = wave(BATCH, HIDDEN, start=5), wave(BATCH, HIDDEN, start=6)
    return (hidden, cell) if name == "lstm" else hidden


# PyTorch 2.13: the outputs and last states of sample 1; the gradients of the outputs times wave(..., start=7), by row 1
# of the recurrent weights and by x[1, 1].
KNOWN = {
    "lstm": {
        "outputs": [
            [-0.22703808, -0.12170188],
            [0.00714688, 0.06018024],
            [0.01691155, 0.0417446],
            [-0.26065614, 0.03104027],
        ],
        "last": [[-0.26065614, 0.03104027], [-0.3841189, 0.03950854]],
        "recurrent": [
            *(-0.01754848, -0.02396824, 0.02029612, -0.00793521),
            *(0.00867639, 0.0178939, -0.04935399, -0.06403777),
        ],
        "x": [0.01071588, 0.05483348, 0.07433807],
    },
    "gru": {
        "outputs": [
            [-0.05217766, 0.28002361],
            [-0.03137023, 0.65660887],
            [-0.3024495, 0.46053805],
            [-0.23113934, 0.19204057],
        ],
        "last": [[-0.23113934, 0.19204057]],
        "recurrent": [-0.02429926, -0.03639302, 0.10354514, 0.11997954, 0.04979469, -0.03421325],
        "x": [0.55864589, -0.80098889, 0.22674106],
    },
    "rnn": {
        "outputs": [
            [0.43923387, -0.69810924],
            [-0.18252408, -0.93449853],
            [-0.91643094, -0.81838858],
            [-0.08942919, -0.02696082],
        ],
        "last": [[-0.08942919, -0.02696082]],
        "recurrent": [1.13369454, 0.27315621],
        "x": [-0.74878716, -0.49458944, 0.58065925],
    },
}


def compiled(name):
    """The layer over sizes that are names, with its gradients."""
    given = [*arguments(name), wave(TIME, BATCH, HIDDEN, start=7), *flatten(state(name))[0]]
    sizes = ["time", "batch"]
    shapes = [(*sizes, INPUTS), *[value.shape for value in given[1:5]], (*sizes, HIDDEN)]
    shapes += [("batch", HIDDEN)] * (len(given) - len(shapes))
    symbols = [gn.symbol(f"a{k}", shape=shape) for k, shape in enumerate(shapes)]
    begin = tuple(symbols[6:]) if name == "lstm" else symbols[6]
    outputs, last = getattr(gn.nn, name)(*symbols[:5], initial=begin)
    slopes = gn.grad((outputs * symbols[5]).sum(), symbols[:3])
    return gn.function(symbols, [outputs, last if name == "lstm" else (last,), slopes]), given


@pytest.mark.parametrize("name", PARTS)
def test_a_recurrent_layer_has_the_numbers_of_pytorch(name):
    function, given = compiled(name)
    outputs, last, slopes = function(*given)
    known = KNOWN[name]
    np.testing.assert_allclose(outputs[:, 1], known["outputs"], atol=1e-8)
    np.testing.assert_allclose([one[1] for one in last], known["last"], atol=1e-8)
    np.testing.assert_allclose(slopes[2][1], known["recurrent"], atol=1e-8)
    np.testing.assert_allclose(slopes[0][1, 1], known["x"], atol=1e-8)
    assert "NumPy" not in str(gn.explain(function))


@pytest.mark.parametrize("name", PARTS)
def test_time_and_batch_stand_where_they_are_said_to(name):
    layer, given = getattr(gn.nn, name), arguments(name)
    x, weights = given[0], given[1:]
    outputs, last = layer(x, *weights)
    first, of_first = layer(x.swapaxes(0, 1), *weights, batch_first=True)
    np.testing.assert_array_equal(first, np.asarray(outputs).swapaxes(0, 1))
    alone, of_alone = layer(x[:, 1], *weights)
    np.testing.assert_allclose(alone, np.asarray(outputs)[:, 1], atol=1e-15)
    for whole, one, other in zip(*(flatten(tree)[0] for tree in (last, of_alone, of_first))):
        np.testing.assert_allclose(one, np.asarray(whole)[1], atol=1e-15)
        np.testing.assert_array_equal(other, whole)


@pytest.mark.parametrize("name", PARTS)
def test_reversed_it_reads_the_last_entry_first(name):
    layer, given = getattr(gn.nn, name), arguments(name)
    x, weights = given[0], given[1:]
    outputs, last = layer(x, *weights, initial=state(name), reverse=True)
    turned, of_turned = layer(x[::-1], *weights, initial=state(name))
    np.testing.assert_array_equal(outputs, np.asarray(turned)[::-1])
    for one, other in zip(*(flatten(tree)[0] for tree in (last, of_turned))):
        np.testing.assert_array_equal(one, other)


def test_a_plain_layer_with_relu():
    x, weight, recurrent = gn.asarray([[1.0], [-3.0], [2.0]]), [[1.0]], [[0.5]]
    outputs, last = gn.nn.rnn(x, weight, recurrent, activation="relu")
    assert outputs.tolist() == [[1.0], [0.0], [2.0]]
    assert last.tolist() == [2.0]


def test_without_a_state_it_begins_with_zeros_of_its_dtype():
    given = [value.astype("float32") for value in arguments("gru")]
    outputs, last = gn.nn.gru(*given)
    nothing = np.zeros((BATCH, HIDDEN), "float32")
    np.testing.assert_array_equal(outputs, gn.nn.gru(*given, initial=nothing)[0])
    assert outputs.dtype is last.dtype is gn.float32


# The results of sample 1: PyTorch's masks are the opposite.
ATTENDED = {
    "plain": [
        [0.20734648, 0.95127646, 1.24780626, 0.95747328],
        [0.19739054, 0.9394432, 1.23966104, 0.95684693],
        [0.19236799, 0.94352016, 1.25092005, 0.96999269],
    ],
    "masked": [
        [0.1330072, 0.98483912, 1.37348582, 1.11616067],
        [0.12660293, 0.96736761, 1.35316418, 1.1025465],
        [0.14133169, 0.98996529, 1.37300274, 1.11029555],
    ],
    "causal": [
        [0.08270833, 0.89779271, 1.29063115, 1.0764656],
        [0.14594258, 0.92266894, 1.26544969, 1.01306967],
        [0.19293419, 0.90431001, 1.19037469, 0.91658756],
    ],
}
SLOPE = [-0.05647079, 0.02730385, 0.0050182, -0.03676037]
QUERY, KEY, VALUE = wave(2, 3, 4, start=8), wave(2, 5, 4, start=9), wave(2, 5, 4, start=10)
WEIGHTS = [wave(4, 4, start=k) for k in range(4)]
BIASES = [wave(4, start=4 + k) for k in range(4)]
SEEN = np.arange(5) < 3


def attention(*parts, **settings):
    return gn.nn.multi_head_attention(*parts, WEIGHTS, BIASES, heads=2, **settings)


@pytest.mark.parametrize("name", ["plain", "masked", "causal"])
def test_attention_has_the_numbers_of_pytorch(name):
    parts = {"causal": (QUERY,) * 3}.get(name, (QUERY, KEY, VALUE))
    settings = {"plain": {}, "masked": {"mask": np.tile(SEEN, (3, 1))}, "causal": {"causal": True}}[name]
    symbols = [gn.symbol(part, shape=("batch", f"{part} length", 4)) for part in ("q", "k", "v")]
    if name == "causal":
        found = gn.function(symbols[:1], attention(*symbols[:1] * 3, **settings))(QUERY)
    else:
        found = gn.function(symbols, attention(*symbols, **settings))(*parts)
    np.testing.assert_allclose(found[1], ATTENDED[name], atol=1e-8)


def test_the_gradient_of_attention():
    query = gn.symbol("q", shape=(2, 3, 4))
    slope = gn.grad(attention(query, KEY, VALUE).sum(), query)
    np.testing.assert_allclose(slope.eval({query: QUERY})[1, 2], SLOPE, atol=1e-8)


def test_a_mask_may_differ_between_samples_and_be_added():
    whole = np.asarray(attention(QUERY, KEY, VALUE))
    some = np.asarray(attention(QUERY, KEY, VALUE, mask=SEEN))
    mask = np.stack([np.ones((3, 5), bool), np.tile(SEEN, (3, 1))])
    found = np.asarray(attention(QUERY, KEY, VALUE, mask=mask))
    np.testing.assert_allclose(found, np.stack([whole[0], some[1]]), atol=1e-14)
    added = np.asarray(attention(QUERY, KEY, VALUE, mask=np.where(SEEN, 0.0, -np.inf)))
    np.testing.assert_allclose(added, some, atol=1e-14)
    alone = np.asarray(attention(QUERY[0], KEY[0], VALUE[0]))
    np.testing.assert_allclose(alone, whole[0], atol=1e-14)


def ones(*shape):
    return gn.ones(shape)


WRONG = {
    "x": (lambda: gn.nn.lstm(ones(3), ones(3, 16), ones(4, 16)), "lstm: x must be (time, batch, inputs)"),
    "weight": (
        lambda: gn.nn.lstm(ones(7, 2, 5), ones(3, 16), ones(4, 16)),
        "weight must be (inputs, 4 * hidden), here (5, 16), got (3, 16)",
    ),
    "recurrent": (
        lambda: gn.nn.gru(ones(7, 2, 3), ones(3, 12), ones(4, 16)),
        "gru: recurrent must be (hidden, 3 * hidden), here (4, 12), got (4, 16)",
    ),
    "bias": (
        lambda: gn.nn.gru(ones(7, 2, 3), ones(3, 12), ones(4, 12), ones(4)),
        "bias must be (3 * hidden,), here (12,), got (4,)",
    ),
    "initial": (
        lambda: gn.nn.rnn(ones(7, 2, 3), ones(3, 4), ones(4, 4), initial=ones(3, 4)),
        "rnn: initial must be (batch, hidden), here (2, 4), got (3, 4)",
    ),
    "one of a pair": (
        lambda: gn.nn.lstm(ones(7, 2, 3), ones(3, 16), ones(4, 16), initial=(ones(2, 4), ones(4))),
        "initial[1] must be (batch, hidden)",
    ),
    "pair": (
        lambda: gn.nn.lstm(ones(7, 2, 3), ones(3, 16), ones(4, 16), initial=ones(2, 4)),
        "initial must be a pair of hidden and cell",
    ),
    "activation": (
        lambda: gn.nn.rnn(ones(7, 2, 3), ones(3, 4), ones(4, 4), activation="gelu"),
        "activation must be 'tanh' or 'relu'",
    ),
    "whole numbers": (
        lambda: gn.nn.rnn(np.ones((7, 2, 3), int), ones(3, 4), ones(4, 4)),
        "x must be of floats, not int64",
    ),
    "heads": (
        lambda: gn.nn.multi_head_attention(*[ones(2, 5, 8)] * 3, [ones(8, 8)] * 4, heads=3),
        "the 8 outputs of weights[0] do not split into 3 heads",
    ),
    "key": (
        lambda: gn.nn.multi_head_attention(
            ones(5, 8), ones(5, 7), ones(5, 8), [ones(8, 8)] * 4, heads=2
        ),
        "weights[1] must be (inputs, outputs), here (7, 8), got (8, 8)",
    ),
    "three weights": (
        lambda: gn.nn.multi_head_attention(*[ones(5, 8)] * 3, [ones(8, 8)] * 3, heads=2),
        "weights must be four arrays, of query, key, value and result, got 3 of them",
    ),
    "mask": (lambda: attention(QUERY, KEY, VALUE, mask=np.ones((3, 5), int)), "mask must be of booleans"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_an_argument_that_does_not_fit_is_named(case):
    call, message = WRONG[case]
    with pytest.raises(gn.GnomonError) as error:
        call()
    assert message in str(error.value)
    assert "test_layers.py" in str(error.value)
