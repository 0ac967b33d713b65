"""`gn.explain` tells what the scheduler decided, and what it tells is so."""

import re

import numpy as np
import pytest

import gnomon as gn
from gnomon.compile.kernel import LANE, SERIAL, Loop, Reduce
from gnomon.compile.lower.crossover import EVER
from gnomon.compile.program import KernelStep
from gnomon.compile.schedule import without
from gnomon.compile.walk import statements_in
from gnomon.runtime.deciding import passes_of

RNG = np.random.default_rng(0)


def weights(name, *shape):
    return gn.shared(RNG.normal(size=shape).astype("float32") * 0.1, name=name)


def trained(inputs, loss, parameters):
    new = {p: p - 0.1 * g for p, g in zip(parameters, gn.grad(loss, parameters), strict=True)}
    return gn.function(inputs, loss, updates=new)


def perceptron():
    x, y = gn.symbol("x", ("batch", 784), "float32"), gn.symbol("y", ("batch",), "int32")
    w1, b1, w2, b2 = (
        weights("w1", 784, 500),
        weights("b1", 500),
        weights("w2", 500, 10),
        weights("b2", 10),
    )
    hidden = gn.tanh(x @ w1 + b1)
    return trained([x, y], gn.mean(gn.nn.cross_entropy(hidden @ w2 + b2, y)), [w1, b1, w2, b2])


def softmax():
    x = gn.symbol("x", ("m", "n"), "float32")
    e = gn.exp(x - gn.max(x, axis=-1, keepdims=True))
    return gn.function([x], e / gn.sum(e, axis=-1, keepdims=True))


def lstm():
    x = gn.symbol("x", ("steps", "batch", 8), "float32")
    weight, recurrent = weights("weight", 8, 64), weights("recurrent", 16, 64)
    outputs, _ = gn.nn.lstm(x, weight, recurrent)
    return trained([x], gn.mean(outputs**2), [weight, recurrent])


def lenet():
    x, y = gn.symbol("x", ("batch", 1, 28, 28), "float32"), gn.symbol("y", ("batch",), "int32")
    first, second, last = (
        weights("first", 6, 1, 5, 5),
        weights("second", 16, 6, 5, 5),
        weights("last", 256, 10),
    )
    h = gn.nn.max_pool(gn.tanh(gn.nn.conv(x, first)), 2)
    h = gn.nn.max_pool(gn.tanh(gn.nn.conv(h, second)), 2)
    scores = gn.reshape(h, (x.shape[0], 256)) @ last
    return trained([x, y], gn.mean(gn.nn.cross_entropy(scores, y)), [first, second, last])


MODELS = {"perceptron": perceptron, "softmax": softmax, "LSTM": lstm, "LeNet": lenet}


@pytest.mark.parametrize("name", MODELS)
def test_values_are_written_before_they_are_read(name):
    f = MODELS[name]()
    text = str(gn.explain(f))
    assert "..." not in text
    known = set()
    for line in text.splitlines():
        if line.startswith("   reads "):
            assert set(re.findall(r"\bv\d+\b", line)) <= known
        if line.startswith("   writes "):
            found = re.match(r"   writes +(v\d+) \w+\(.*\).*; (result|the next|read by|not needed)", line)
            assert found, line  # each value has a purpose
            known.add(found[1])
    assert known


@pytest.mark.parametrize("name", MODELS)
def test_the_passes_over_a_row_are_those_of_the_kernel(name):
    for step in MODELS[name]().program.steps:
        if isinstance(step, KernelStep) and step.group.kind == "rows":
            body = list(statements_in(step.nest.kernel.body))
            loops = [s.loop if isinstance(s, Reduce) else s for s in body if isinstance(s, (Loop, Reduce))]
            over_rows = [loop.extent for loop in loops if loop.kind == SERIAL]
            lanes = [loop for loop in loops if loop.kind == LANE and loop.extent not in over_rows]
            rank = len(step.group.space.dims)
            assert len(list(passes_of(step.group))) == (len(lanes) or len(loops) - rank + 1)


def test_a_softmax():
    text = str(gn.explain(softmax()))
    assert "each row  max | subtract exp sum | multiply" in text
    assert "kept      exp: for later passes over the row" in text
    assert "result 1" in text
    with without("kept_rows"):
        text = str(gn.explain(softmax()))
    assert "each row  max | subtract exp sum | subtract exp multiply" in text
    assert "again     subtract exp: computed in several passes" in text


def test_a_perceptron():
    text = str(gn.explain(perceptron()))
    assert "layout    the second factor is read transposed where it lies" in text
    assert "layout    the first factor is read transposed where it lies" in text
    assert "columns   several rows at a time, in the order of memory" in text
    assert "own tiles are faster for" in text
    assert f"{EVER:,}" not in text
    assert "; the next w1" in text
    assert re.search(r"v\d+, then v\d+: the same 2000\*batch bytes", text)
    assert re.search(r"\d+ intermediate values in \d+ buffers: .*; without sharing", text)


def test_an_lstm():
    text = str(gn.explain(lstm()))
    assert "native loop of steps steps: scan" in text
    assert "the same in all steps" in text or "products of sequences" in text


def test_what_is_computed_at_once():
    x = gn.symbol("x", ("m", "n"))
    text = str(gn.explain(gn.function([x], [gn.sum(x, 1), gn.max(x * x, 1)])))
    assert "at once   2 results" in text
    with without("siblings"):
        text = str(gn.explain(gn.function([x], [gn.sum(x, 1), gn.max(x * x, 1)])))
    assert "at once" not in text
