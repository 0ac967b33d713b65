"""The models of the study: programs with their gradients, and values for them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

import gnomon as gn
from gnomon.graph.gradients import grad

rng = np.random.default_rng(0)


class Model(NamedTuple):
    """A program with its gradient: ``cost`` is the first of ``outputs``; ``values`` are arguments."""

    name: str
    outputs: list[Any]
    values: dict[Any, Any]


def weights(name: str, *sizes: int) -> Any:
    return gn.shared((rng.normal(size=sizes) * 0.05).astype("float32"), name=name)


def logistic() -> Model:
    """Logistic regression as users of Theano write it."""
    x, y = gn.symbol("x", ("n", 784), "float32"), gn.symbol("y", ("n",), "float32")
    w, b = weights("w", 784), weights("b")
    p = 1 / (1 + gn.exp(-x @ w - b))
    cost = gn.mean(-y * gn.log(p) - (1 - y) * gn.log(1 - p)) + 0.01 * gn.sum(w**2)
    values = {x: rng.normal(size=(512, 784)).astype("float32"), y: rng.integers(0, 2, 512).astype("float32")}
    return Model("logistic regression", [cost, *grad(cost, (w, b))], values)


def perceptron() -> Model:
    """A softmax classifier with a hidden layer."""
    x, y = gn.symbol("x", ("n", 784), "float32"), gn.symbol("y", ("n",), "int64")
    w1, b1, w2, b2 = weights("w1", 784, 128), weights("b1", 128), weights("w2", 128, 10), weights("b2", 10)
    p = gn.nn.softmax(gn.tanh(x @ w1 + b1) @ w2 + b2)
    cost = -gn.mean(gn.log(p)[gn.arange(y.shape[0]), y])
    values = {x: rng.normal(size=(512, 784)).astype("float32"), y: rng.integers(0, 10, 512)}
    return Model("softmax MLP", [cost, *grad(cost, (w1, b1, w2, b2))], values)


def attention() -> Model:
    """Attention with a softmax written by hand, a residual connection and a normalised result."""
    x = gn.symbol("x", ("batch", 64, 128), "float32")
    q, k, v, o = (weights(name, 128, 128) for name in "qkvo")
    scores = (x @ q) @ gn.matrix_transpose(x @ k) / 128**0.5
    top = gn.exp(scores - gn.max(scores, axis=-1, keepdims=True))
    mixed = (top / gn.sum(top, axis=-1, keepdims=True)) @ (x @ v) @ o + x
    far = mixed - gn.mean(mixed, axis=-1, keepdims=True)
    out = far / (gn.mean(far**2, axis=-1, keepdims=True) + 1e-5) ** 0.5
    cost = gn.mean(out**3)
    values = {x: rng.normal(size=(16, 64, 128)).astype("float32")}
    return Model("attention block", [cost, *grad(cost, (q, k, v, o))], values)


def convolutions() -> Model:
    """Two convolutions with pooling, and a dense layer."""
    x, y = gn.symbol("x", ("n", 1, 16, 16), "float32"), gn.symbol("y", ("n",), "int32")
    first, second, last = (
        weights("first", 8, 1, 3, 3),
        weights("second", 16, 8, 3, 3),
        weights("last", 256, 10),
    )
    hidden = gn.nn.max_pool(gn.nn.relu(gn.nn.conv(x, first, padding=1)), 2)
    hidden = gn.nn.max_pool(gn.nn.relu(gn.nn.conv(hidden, second, padding=1)), 2)
    cost = gn.mean(gn.nn.cross_entropy(gn.reshape(hidden, (x.shape[0], 256)) @ last, y))
    values = {
        x: rng.normal(size=(64, 1, 16, 16)).astype("float32"),
        y: rng.integers(0, 10, 64).astype("int32"),
    }
    return Model("convolutional network", [cost, *grad(cost, (first, second, last))], values)


def recurrent() -> Model:
    """An LSTM over 40 steps."""
    x = gn.symbol("x", (40, "n", 32), "float32")
    entry, again, bias = weights("entry", 32, 256), weights("again", 64, 256), weights("bias", 256)

    def step(state: Any, entries: Any) -> Any:
        hidden, cell = state
        gates = entries @ entry + hidden @ again + bias
        put, keep, new, show = (gates[:, 64 * k : 64 * (k + 1)] for k in range(4))
        cell = gn.nn.sigmoid(keep) * cell + gn.nn.sigmoid(put) * gn.tanh(new)
        return (gn.nn.sigmoid(show) * gn.tanh(cell), cell), None

    nothing = gn.zeros((x.shape[1], 64), dtype="float32")
    (hidden, _), _ = gn.scan(step, (nothing, nothing), x)
    cost = gn.mean(hidden**2)
    values = {x: rng.normal(size=(40, 32, 32)).astype("float32")}
    return Model("LSTM", [cost, *grad(cost, (entry, again, bias))], values)


def likelihood() -> Model:
    """The log-likelihood of a regression with its gradient and second derivatives."""
    names = [f"b{k}" for k in range(6)]
    x = [gn.symbol(f"x{k}", ("n",), "float64") for k in range(5)]
    y = gn.symbol("y", ("n",), "float64")
    b = [gn.symbol(name, (), "float64") for name in names]
    center = b[0] + sum(weight * column for weight, column in zip(b[1:], x))
    cost = gn.sum(gn.log1p(gn.square(y - gn.tanh(center)))) + 0.1 * sum(gn.square(weight) for weight in b)
    first = grad(cost, b)
    second = [each for k, slope in enumerate(first) for each in grad(slope, b[: k + 1])]
    values = {each: rng.normal(size=5_000) for each in (*x, y)} | {each: np.float64(0.3) for each in b}
    return Model("log-likelihood", [cost, *first, *second], values)


def normalised() -> Model:
    """A row of features, normalised and scaled, with a softmax after it."""
    x = gn.symbol("x", ("n", 256), "float32")
    scale, shift = weights("scale", 256), weights("shift", 256)
    far = x - gn.mean(x, axis=-1, keepdims=True)
    out = far / gn.sqrt(gn.mean(far * far, axis=-1, keepdims=True) + 1e-5) * scale + shift
    cost = gn.mean(gn.square(gn.nn.softmax(out, axis=-1)))
    values = {x: rng.normal(size=(512, 256)).astype("float32")}
    return Model("normalised rows", [cost, *grad(cost, (x, scale, shift))], values)


def swarm() -> Model:
    """Many particles in one potential: a loop of elementwise steps."""
    x, v = gn.symbol("x", ("n",), "float64"), gn.symbol("v", ("n",), "float64")

    def step(state: Any, _: Any) -> Any:
        place, speed = state
        speed = speed - 0.01 * gn.sin(place)
        return (place + 0.01 * speed, speed), None

    (place, _), _ = gn.scan(step, (x, v), None, length=200)
    values = {x: rng.normal(size=2_000), v: rng.normal(size=2_000)}
    return Model("pendulums", [gn.mean(place)], values)


MODELS = (logistic, perceptron, attention, convolutions, recurrent, likelihood, normalised, swarm)
