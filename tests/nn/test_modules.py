"""Modules: names, initial values, shapes that the first call decides, and errors."""

import pickle

import numpy as np
import pytest

import gnomon as gn
from gnomon import networks

nn = gn.nn


class Network(nn.Module):
    def __init__(self):
        self.blocks = [nn.Dense(4, activation=nn.tanh), nn.Dense(4)]
        self.heads = {"left": nn.Dense(2), "right": nn.Dense(3, bias=False)}
        self.scale = gn.shared(np.ones(3))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return self.heads["left"](x), self.heads["right"](x) * self.scale


def drawn(*shape, key=0, backwards=False):
    network = Network().initialise(key)
    x = gn.symbol("x", shape=("batch", 5))
    if backwards:
        network.heads["right"](gn.symbol("h", shape=("batch", 4)))
        network.blocks[1](gn.symbol("h", shape=("batch", 4)))
    network(x)
    return network


def values(network):
    return {name: array.get_value() for name, array in network.parameters().items()}


def test_names_follow_the_attributes():
    names = "scale blocks.0.weight blocks.0.bias blocks.1.weight blocks.1.bias".split()
    names += "heads.left.weight heads.left.bias heads.right.weight".split()
    network = drawn()
    assert list(network.parameters()) == names
    assert network.state() == {}
    assert network.blocks[1].weight.name == "blocks.1.weight"
    assert str(network).splitlines()[0] == "Network: 69 parameters"
    assert "  heads.right  Dense(3, bias=False)  weight (4, 3)" in str(network).splitlines()


def test_what_is_shared_is_listed_once():
    layer = nn.Dense(4)
    model = nn.Sequential(layer, nn.relu, layer)
    model(gn.symbol("x", shape=("n", 4)))
    assert list(model.parameters()) == ["0.weight", "0.bias"]


def test_initial_values_depend_on_key_and_name_alone():
    first = values(drawn(key=3))
    for other in (drawn(key=3), drawn(key=3, backwards=True), drawn(key=4).initialise(3)):
        for name, value in values(other).items():
            np.testing.assert_array_equal(value, first[name])
    assert (values(drawn(key=4))["blocks.0.weight"] != first["blocks.0.weight"]).all()
    assert (first["blocks.1.weight"] != first["blocks.0.weight"][:4]).all()


def test_without_a_key_modules_differ():
    x = np.ones((1, 4))
    one, other = nn.Dense(4), nn.Dense(4)
    one(x), other(x)
    assert (one.weight.get_value() != other.weight.get_value()).all()


def test_dtypes_follow_the_input():
    for dtype in ("float32", "float64"):
        assert nn.Dense(2)(gn.symbol("x", shape=("n", 3), dtype=dtype)).dtype == dtype


def test_a_module_pickles():
    network = drawn()
    again = pickle.loads(pickle.dumps(network))
    for name, value in values(again).items():
        np.testing.assert_array_equal(value, values(network)[name])
    x = np.ones((2, 5))
    np.testing.assert_array_equal(again.predict(x)[1], network.predict(x)[1])


def test_predictions_are_those_of_the_whole_and_of_the_values_now():
    network, x = drawn(), np.sin(np.arange(35.0)).reshape(7, 5)
    left, right = network.predict(x, batch=3)
    np.testing.assert_allclose(left, network(x)[0].eval())
    network.scale.set_value(np.zeros(3))
    assert right.any()
    assert not network.predict(x)[1].any()
    network.heads["left"] = nn.Dense(6)
    assert network.predict(x)[0].shape == (7, 6)


def test_gn_nn_has_all_names():
    assert set(networks.__all__) <= set(dir(nn))
    for name in networks.__all__:
        assert getattr(nn, name) is getattr(networks, name)
    with pytest.raises(AttributeError, match=r"gn.nn has no 'Dence'; did you mean Dense"):
        nn.Dence


def symbol(*shape, dtype="float32"):
    return gn.symbol("x", shape=shape, dtype=dtype)


def called_twice():
    model = nn.Sequential(hidden=nn.Dense(3))
    model(symbol("n", 4))
    model(symbol("n", 5))


WRONG = {
    "another size": (
        called_twice,
        "hidden, Dense(3): weight is (4, 3) since the first call, but this call needs (5, 3); the input is (n, 5)",
    ),
    "an unknown size": (
        lambda: nn.Dense(3)(symbol("n", "k")),
        "Dense(3): weight would be (k, 3), but k has to be a number; the input is (n, k)",
    ),
    "whole numbers": (
        lambda: nn.Dense(3)(symbol("n", 4, dtype="int32")),
        "Dense(3): x must be an array of floats, got int32",
    ),
    "words": (lambda: nn.Embedding(9, 2)(symbol("n")), "x must be an array of integers, got float32"),
    "initial values": (
        lambda: nn.Dense(3, initial=np.ones((2, 2)))(symbol("n", 4)),
        "the initial values of weight must be (4, 3), got (2, 2)",
    ),
    "an initialiser": (lambda: nn.Dense(3, initial="he")(symbol("n", 4)), "initial values are a function such as"),
    "groups": (
        lambda: nn.Conv(4, 3, groups=2)(symbol("n", 3, 8, 8)),
        "the 3 channels of x do not split into 2 groups",
    ),
    "space": (lambda: nn.Conv(4, (3, 3))(symbol("n", 3, 8)), "window has 2 sizes, but x (n, 3, 8) has 1 axes"),
    "no space": (lambda: nn.Conv(4, 3)(symbol("n", 3)), "x must be (batch, channels, ...)"),
    "heads": (lambda: nn.MultiHeadAttention(3)(symbol("n", 5, 8)), "the size 8 does not split into 3 heads"),
    "time": (lambda: nn.LSTM(3)(symbol(8)), "x must be (batch, time, inputs), got (8,)"),
    "a layer": (lambda: nn.Sequential(nn.Dense(3), 5), "layer 1 must be a module or a function, got 5"),
    "a key": (lambda: nn.Dense(3).initialise("seed"), "seed must be an integer"),
    "no parameters": (
        lambda: nn.Adam().updates(gn.asarray(1.0), nn.Dense(3).parameters()),
        "there are no parameters",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_errors_name_the_layer_and_the_users_line(case):
    call, message = WRONG[case]
    with pytest.raises(gn.GnomonError) as error:
        call()
    assert message in str(error.value)
    assert "test_modules.py" in str(error.value)


def test_what_is_not_there_yet_is_told():
    with pytest.raises(AttributeError, match="Dense has no 'weight'; parameters come with the first call"):
        nn.Dense(3).weight
    with pytest.raises(NotImplementedError, match="needs a method forward"):
        nn.Module()(np.ones(3))


INITIAL = nn.initialisers
SPREADS = {
    "glorot_uniform": (2 / 500) ** 0.5,
    "glorot_normal": (2 / 500) ** 0.5,
    "he_uniform": (2 / 300) ** 0.5,
    "he_normal": (2 / 300) ** 0.5,
    "lecun_uniform": (1 / 300) ** 0.5,
    "lecun_normal": (1 / 300) ** 0.5,
}


@pytest.mark.parametrize("name", SPREADS)
def test_the_spread_of_initial_values(name):
    found = getattr(INITIAL, name)(gn.random.key(0), (300, 200), gn.float32, (300, 200))
    assert found.dtype == "float32"
    assert abs(found.std() / SPREADS[name] - 1) < 0.01
    assert abs(found.mean()) < SPREADS[name] / 50
    if name.endswith("uniform"):
        assert abs(found.max() - SPREADS[name] * 3**0.5) < 1e-3


def test_other_initial_values():
    key, fans = gn.random.key(1), (6, 4)
    for shape in ((6, 4), (4, 6), (3, 2, 4)):
        matrix = INITIAL.orthogonal(2.0)(key, shape, gn.float64, fans).reshape(-1, shape[-1])
        square = matrix.T @ matrix if len(matrix) >= matrix.shape[1] else matrix @ matrix.T
        np.testing.assert_allclose(square, 4 * np.eye(len(square)), atol=1e-12)
    cut = INITIAL.truncated_normal(0.1)(key, (2000,), gn.float32, fans)
    assert abs(cut).max() <= 0.2
    assert abs(cut.std() - 0.088) < 0.004
    assert (INITIAL.constant(3)(key, (2, 2), gn.float32, fans) == 3).all()
    assert (INITIAL.identity(key, (2, 3), gn.float32, fans) == np.eye(2, 3)).all()
    assert abs(INITIAL.uniform(0.5)(key, (1000,), gn.float32, fans)).max() <= 0.5
    assert abs(INITIAL.normal(0.5)(key, (5000,), gn.float32, fans).std() - 0.5) < 0.02
