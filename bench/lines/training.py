"""Steps of training: the loss of a batch, its gradient, and updated weights."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, lines

RATE = 0.1
Values = list[Any]


def _data(sizes: list[int], rows: int) -> tuple[Values, Any, Any]:
    draw = np.random.default_rng(0)
    weights: Values = []
    for before, after in itertools.pairwise(sizes):
        weights += [
            (draw.standard_normal((before, after)) / before**0.5).astype("float32"),
            np.zeros(after, "float32"),
        ]
    x = draw.standard_normal((rows, sizes[0])).astype("float32")
    return weights, x, draw.integers(0, sizes[-1], rows)


def _numpy(weights: Values, x: Any, y: Any, dtype: str) -> Callable[[], Any]:
    state = [w.astype(dtype) for w in weights]
    x = x.astype(dtype)
    rows = np.arange(len(x))

    def step() -> Any:
        layers = [x]
        for k in range(0, len(state), 2):
            z = layers[-1] @ state[k] + state[k + 1]
            layers.append(np.tanh(z) if k + 2 < len(state) else z)
        shifted = layers[-1] - layers[-1].max(1, keepdims=True)
        e = np.exp(shifted)
        total = e.sum(1, keepdims=True)
        loss = np.mean(np.log(total[:, 0]) - shifted[rows, y])
        g = e / total
        g[rows, y] -= 1
        g /= len(x)
        for k in range(len(state) - 2, -1, -2):
            dw, db = layers[k // 2].T @ g, g.sum(0)
            if k:
                g = (g @ state[k].T) * (1 - layers[k // 2] ** 2)
            state[k] -= RATE * dw
            state[k + 1] -= RATE * db
        return loss

    return step


def _gnomon(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    import gnomon as gn

    step = gnomon_step(gn, weights, x.shape[1])
    labels = y.astype("int32")
    return lambda: step(x, labels)


def gnomon_step(gn: Any, weights: Values, features: int) -> Any:
    """Return the compiled step over shared weights."""
    given = gn.symbol("x", shape=("batch", features), dtype="float32")
    wanted = gn.symbol("y", shape=("batch",), dtype="int32")
    state = [gn.shared(w) for w in weights]
    z = given
    for k in range(0, len(state), 2):
        z = z @ state[k] + state[k + 1]
        if k + 2 < len(state):
            z = gn.tanh(z)
    loss = gn.mean(gn.nn.cross_entropy(z, wanted))
    grads = gn.grad(loss, state)
    return gn.function([given, wanted], loss, updates={w: w - RATE * g for w, g in zip(state, grads)})


def _jax(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    import jax
    import jax.numpy as jnp

    def loss_of(state: Any, x: Any, y: Any) -> Any:
        z = x
        for k in range(0, len(state), 2):
            z = z @ state[k] + state[k + 1]
            if k + 2 < len(state):
                z = jnp.tanh(z)
        return -jnp.mean(jax.nn.log_softmax(z)[jnp.arange(len(x)), y])

    @jax.jit
    def step(state: Any, x: Any, y: Any) -> Any:
        loss, grads = jax.value_and_grad(loss_of)(state, x, y)
        return loss, [w - RATE * g for w, g in zip(state, grads)]

    held = [[jnp.asarray(w) for w in weights]]
    x, y = jnp.asarray(x), jnp.asarray(y)

    def run() -> Any:
        loss, held[0] = step(held[0], x, y)
        return loss.block_until_ready()

    return run


def _torch(weights: Values, x: Any, y: Any, *, compiled: bool) -> Callable[[], Any]:
    import torch

    state = [torch.tensor(w, requires_grad=True) for w in weights]
    x, y = torch.as_tensor(x), torch.as_tensor(y)

    def loss_of(x: Any, y: Any, *state: Any) -> Any:
        z = x
        for k in range(0, len(state), 2):
            z = torch.addmm(state[k + 1], z, state[k])
            if k + 2 < len(state):
                z = torch.tanh(z)
        return torch.nn.functional.cross_entropy(z, y)

    called = torch.compile(loss_of) if compiled else loss_of

    def run() -> Any:
        loss = called(x, y, *state)
        grads = torch.autograd.grad(loss, state)
        with torch.no_grad():
            torch._foreach_add_(state, grads, alpha=-RATE)
        return loss.detach()

    return run


def _pytensor(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    import pytensor
    import pytensor.tensor as pt

    given, wanted = pt.fmatrix("x"), pt.lvector("y")
    state = [pytensor.shared(w) for w in weights]
    z = given
    for k in range(0, len(state), 2):
        z = pt.dot(z, state[k]) + state[k + 1]
        if k + 2 < len(state):
            z = pt.tanh(z)
    loss = -pt.mean(pt.special.log_softmax(z, axis=-1)[pt.arange(given.shape[0]), wanted])
    rate = np.float32(RATE)
    updates = [(w, w - rate * g) for w, g in zip(state, pytensor.grad(loss, state))]
    step = pytensor.function([given, wanted], loss, updates=updates, trust_input=True)
    return lambda: step(x, y)


def _line(name: str, sizes: list[int], rows: int) -> Line:
    data = _data(sizes, rows)
    return Line(
        name,
        {
            "Gnomon": lambda: _gnomon(*data),
            "NumPy": lambda: _numpy(*data, "float32"),
            "JAX": lambda: _jax(*data),
            "PyTorch": lambda: _torch(*data, compiled=False),
            "torch.compile": lambda: _torch(*data, compiled=True),
            "PyTensor": lambda: _pytensor(*data),
        },
        _numpy(*data, "float64")(),
        1e-3,
    )


@lines
def steps() -> list[Line]:
    """Networks of dense layers."""
    return [
        _line("logistic regression, step of 600x784x10", [784, 10], 600),
        _line("network 784-500-500-10, step of 128", [784, 500, 500, 10], 128),
    ]
