"""Optimizers have the numbers of torch.optim (PyTorch 2.13) and optax (0.2.8) after five steps, in float64."""

import numpy as np
import pytest

import gnomon as gn

nn = gn.nn
KNOWN = {
    "SGD": (nn.SGD(0.1), [0.7864820807, -0.5930007198, 0.7885096911, 0.430786647]),
    "momentum": (
        nn.SGD(0.1, momentum=0.9, decay=0.01),
        [0.1729487487, 1.6401416063, 0.3769099048, 0.3345820895],
    ),
    "Nesterov": (
        nn.SGD(0.1, momentum=0.9, nesterov=True),
        [0.1326116374, 1.3102576179, 0.1978034259, 0.2662520425],
    ),
    "clipped": (
        nn.SGD(0.1, clip_norm=0.5),
        [0.988472684, -1.7572228269, 0.5495950689, 0.3178898725],
    ),
    "Adagrad": (nn.Adagrad(0.1), [0.8497637652, -1.6947596738, 0.8828311402, 0.6883529851]),
    "RMSProp": (nn.RMSProp(0.1), [0.4215638284, -0.5692807229, 0.8700677261, 1.6148986793]),
    "RMSProp with momentum": (
        nn.RMSProp(0.1, momentum=0.5),
        [0.2683995224, 0.1566817421, 0.6581908658, 1.7833247567],
    ),
    "Adadelta": (nn.Adadelta(), [0.9915922713, -1.9827945912, 0.5241508885, 0.323595952]),
    "Adam": (nn.Adam(0.1), [0.6515636684, -1.5076161363, 1.000300895, 0.7978408275]),
    "Adam with decay": (
        nn.Adam(0.1, decay=0.1),
        [0.623820217, -1.5074689605, 1.0001079293, 0.7975453316],
    ),
    "AdamW": (nn.AdamW(0.1, decay=0.1), [0.6253554084, -1.4219549185, 0.9657942557, 0.7734169478]),
    "Lion": (nn.Lion(0.1, decay=0.1), [0.8588905489, -1.4118805988, 0.9655945259, 0.775396516]),
}


def parameters(dtype="float64"):
    values = {"w": [1.0, -2.0, 0.5], "b": [[0.3]]}
    return {name: gn.shared(np.array(value, dtype), name=name) for name, value in values.items()}


def loss(w, b, k):
    return (gn.sum(w * np.array([1.0, 2.0, 3.0], str(w.dtype))) + b.sum() - k) ** 2 / 10 + (w**4).sum() / 4


@pytest.mark.parametrize("name", KNOWN)
def test_five_steps(name):
    optimizer, known = KNOWN[name]
    both, k = parameters(), gn.symbol("k")
    step = gn.function([k], None, updates=optimizer.updates(loss(**both, k=k), both))
    for number in range(5):
        step(float(number))
    found = np.concatenate([p.get_value().ravel() for p in both.values()])
    np.testing.assert_allclose(found, known, atol=2e-10)
    assert optimizer.state()["count"].get_value() == 5


@pytest.mark.parametrize("name", KNOWN)
def test_float32_stays_float32(name):
    optimizer = type(KNOWN[name][0])(nn.schedules.cosine(0.1, 10))
    both, k = parameters("float32"), gn.symbol("k", dtype="float32")
    updates = optimizer.updates(loss(**both, k=k), both)
    assert all(new.dtype is old.dtype for old, new in updates.items())
    gn.function([k], None, updates=updates)(1.0)


def test_gradients_are_cut_element_by_element():
    p = gn.shared(np.zeros(3))
    (step,) = list(nn.SGD(1.0, clip=0.5).steps([gn.asarray([2.0, -0.25, -7.0])], [p]).values())[1:]
    assert step.eval().tolist() == [-0.5, 0.25, 0.5]


def test_only_some_parameters_decay():
    both = parameters()
    updates = nn.SGD(1.0, decay=0.5, decayed=lambda name: name == "w").steps(
        [gn.zeros(3), gn.zeros((1, 1))], both
    )
    assert updates[both["w"]].eval().tolist() == [0.5, -1.0, 0.25]
    assert updates[both["b"]].eval().tolist() == [[0.3]]


def test_a_rate_may_be_a_schedule_or_an_array():
    p, rate = gn.shared(np.zeros(1)), gn.shared(np.array(0.5))
    by_hand = gn.function([], None, updates=nn.SGD(rate).steps([gn.ones(1)], [p]))
    by_hand()
    rate.set_value(2.0)
    by_hand()
    assert p.get_value() == -2.5
    p.set_value([0.0])
    halved = gn.function([], p, updates=nn.SGD(nn.schedules.exponential(1.0, 0.5)).steps([gn.ones(1)], [p]))
    assert [float(halved()[0]) for _ in range(4)] == [0.0, -1.0, -1.5, -1.75]


SCHEDULES = {
    "constant": (nn.schedules.constant(0.1), [0.1, 0.1, 0.1, 0.1]),
    "linear": (nn.schedules.linear(0.1, 100), [0.1, 0.09, 0.0, 0.0]),
    "cosine": (nn.schedules.cosine(0.1, 100, 0.01), [0.1, 0.0977975, 0.01, 0.01]),
    "exponential": (nn.schedules.exponential(0.1, 0.5, 10), [0.1, 0.05, 0.1 / 1024, 0.1 / 2**20]),
    "steps": (nn.schedules.steps(0.1, 0.1, [10, 150]), [0.1, 0.01, 0.01, 0.001]),
    "warmup": (nn.schedules.warmup(20, 0.1), [0.005, 0.055, 0.1, 0.1]),
    "warmup, then another": (
        nn.schedules.warmup(10, nn.schedules.linear(0.1, 180)),
        [0.01, 0.1, 0.05, 0.0],
    ),
}


@pytest.mark.parametrize("name", SCHEDULES)
def test_a_schedule(name):
    schedule, known = SCHEDULES[name]
    step = gn.symbol("step", dtype="int64")
    rate = gn.function([step], schedule(step))
    np.testing.assert_allclose([rate(k) for k in (0, 10, 100, 200)], known, rtol=1e-6, atol=1e-12)


def test_equal_names_are_told_apart():
    first, second = gn.shared(np.zeros(2), name="w"), gn.shared(np.zeros(2), name="w")
    optimizer = nn.Adam()
    optimizer.steps([gn.ones(2), gn.ones(2)], [first, second])
    assert len(optimizer.state()) == 5


def test_penalties():
    both = {"w": gn.shared(np.array([[1.0, -2.0]])), "b": gn.shared(np.ones(2))}
    assert float(nn.regularisers.l1(both, 0.5).eval()) == 1.5
    assert float(nn.regularisers.l2(both, 0.5).eval()) == 2.5
