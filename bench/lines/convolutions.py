"""LeNet: a step of training on a batch of pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, Make, Program, fit, residual
from lines.dense import RATE, jax_steps, last, torch_steps
from lines.pictures import conv, conv_gradient, max_pool, max_pool_gradient

BATCH = 128
Values = list[Any]


def lines() -> list[Line]:
    """Return the lines of this family."""
    return [
        *[
            Line(f"LeNet, step of {BATCH} pictures of 28x28, {d}", _program(d))
            for d in ("float32", "float64")
        ],
        *residual.lines(),
    ]


def _data(dtype: str) -> tuple[Values, Any, Any]:
    draw = np.random.default_rng(0)
    shapes = [(6, 1, 5, 5), (16, 6, 5, 5), (400, 120), (120, 84), (84, 10)]
    weights: Values = []
    for shape in shapes:
        into = np.prod(shape[1:]) if len(shape) == 4 else shape[0]
        weights.append((draw.standard_normal(shape) / into**0.5).astype(dtype))
        weights.append(np.zeros(shape[0] if len(shape) == 4 else shape[1], dtype))
    x = draw.standard_normal((fit(BATCH), 1, 28, 28)).astype(dtype)
    return weights, x, draw.integers(0, 10, len(x))


def _program(dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        data = _data(dtype)
        weights, x, _ = data
        forward = 28 * 28 * 6 * 25 + 100 * 16 * 150 + 400 * 120 + 120 * 84 + 84 * 10
        moved = sum(w.nbytes for w in weights)
        makers: dict[str, Make] = {
            "Gnomon": lambda: _gnomon(*data),
            "JAX": lambda: _jax(*data),
            "PyTorch": lambda: _torch(*data, compiled=False),
        }
        if dtype == "float32":
            makers["torch.compile"] = lambda: _torch(*data, compiled=True)
        return Program(
            makers,
            lambda: last(3, _numpy(*data)),
            1e-3,
            repeats=3,
            read=x.nbytes + moved,
            written=moved,
            work=2 * len(x) * (3 * forward - 28 * 28 * 6 * 25),
            dtype=dtype,
        )

    return program


def _gnomon(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    import gnomon as gn

    given = gn.symbol("x", shape=("batch", 1, 28, 28), dtype=x.dtype.name)
    wanted = gn.symbol("y", shape=("batch",), dtype="int64")
    state = [gn.shared(w) for w in weights]
    z = gn.nn.max_pool(gn.nn.relu(gn.nn.conv(given, state[0], state[1], padding=2)), 2)
    z = gn.nn.max_pool(gn.nn.relu(gn.nn.conv(z, state[2], state[3])), 2)
    z = z.reshape((z.shape[0], -1))
    z = gn.nn.relu(z @ state[4] + state[5])
    z = gn.nn.relu(z @ state[6] + state[7])
    loss = gn.mean(gn.nn.cross_entropy(z @ state[8] + state[9], wanted))
    updates = {w: w - RATE * g for w, g in zip(state, gn.grad(loss, state))}
    step = gn.function([given, wanted], loss, updates=updates)
    return lambda: step(x, y)


def _jax(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    """Channels last, which is what XLA computes fastest."""
    import jax
    import jax.numpy as jnp
    from jax import lax

    def layer(z: Any, weight: Any, bias: Any, padding: str) -> Any:
        z = lax.conv_general_dilated(z, weight, (1, 1), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"))
        z = jax.nn.relu(z + bias)
        return lax.reduce_window(z, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    def loss_of(state: Any, x: Any, y: Any) -> Any:
        z = layer(layer(x, *state[:2], "SAME"), *state[2:4], "VALID")
        z = z.transpose(0, 3, 1, 2).reshape(len(x), -1)
        z = jax.nn.relu(z @ state[4] + state[5])
        z = jax.nn.relu(z @ state[6] + state[7])
        z = z @ state[8] + state[9]
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(z), y[:, None], axis=1))

    def step(state: Any, x: Any, y: Any) -> Any:
        loss, grads = jax.value_and_grad(loss_of)(state, x, y)
        return loss, [w - RATE * g for w, g in zip(state, grads)]

    turned = [w.transpose(2, 3, 1, 0) if w.ndim == 4 else w for w in weights]
    return jax_steps(step, turned, x.transpose(0, 2, 3, 1), y)


def _torch(weights: Values, x: Any, y: Any, *, compiled: bool) -> Callable[[], Any]:
    import torch
    from torch.nn import functional

    def loss_of(x: Any, y: Any, *state: Any) -> Any:
        z = functional.max_pool2d(functional.relu(functional.conv2d(x, *state[:2], padding=2)), 2)
        z = functional.max_pool2d(functional.relu(functional.conv2d(z, *state[2:4])), 2).flatten(1)
        z = functional.relu(torch.addmm(state[5], z, state[4]))
        z = functional.relu(torch.addmm(state[7], z, state[6]))
        return functional.cross_entropy(torch.addmm(state[9], z, state[8]), y)

    return torch_steps(loss_of, weights, x, y, compiled=compiled)


def _numpy(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    """The loss and a step in float64."""
    state = [w.astype("float64") for w in weights]
    x = x.astype("float64")
    rows = np.arange(len(x))

    def step() -> Any:
        first = conv(x, state[0], 2) + state[1][:, None, None]
        pooled = max_pool(np.maximum(first, 0))
        second = conv(pooled, state[2], 0) + state[3][:, None, None]
        layers = [max_pool(np.maximum(second, 0)).reshape(len(x), -1)]
        for k in (4, 6):
            layers.append(np.maximum(layers[-1] @ state[k] + state[k + 1], 0))
        scores = layers[-1] @ state[8] + state[9]
        e = np.exp(scores - scores.max(1, keepdims=True))
        g = e / e.sum(1, keepdims=True)
        loss = -np.mean(np.log(g[rows, y]))
        g[rows, y] -= 1
        g /= len(x)
        grads = [np.zeros(0)] * 10
        for k, layer in zip((8, 6, 4), reversed(layers)):
            grads[k], grads[k + 1] = layer.T @ g, g.sum(0)
            g = g @ state[k].T * (layer > 0 if k > 4 else 1)
        g = max_pool_gradient(np.maximum(second, 0), g.reshape(len(x), 16, 5, 5)) * (second > 0)
        grads[3] = g.sum((0, 2, 3))
        g, grads[2] = conv_gradient(pooled, state[2], 0, g)
        g = max_pool_gradient(np.maximum(first, 0), g) * (first > 0)
        grads[1] = g.sum((0, 2, 3))
        grads[0] = conv_gradient(x, state[0], 2, g)[1]
        for w, change in zip(state, grads):
            w -= RATE * change
        return loss

    return step
