"""A recurrent network: the loss of a sequence and its gradient through all steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, lines

STEPS, BATCH, INPUTS, HIDDEN = 100, 32, 64, 128
Values = list[Any]


def _data() -> tuple[Values, Any]:
    draw = np.random.default_rng(0)
    sizes = (INPUTS, 4 * HIDDEN), (HIDDEN, 4 * HIDDEN), (4 * HIDDEN,)
    weights = [(draw.standard_normal(size) / size[0] ** 0.5 / 2).astype("float32") for size in sizes]
    return weights, draw.standard_normal((STEPS, BATCH, INPUTS)).astype("float32")


def _cell(xp: Any, sigmoid: Any, entry: Any, again: Any, bias: Any, hidden: Any, cell: Any, x: Any) -> Any:
    gates = x @ entry + hidden @ again + bias
    put, keep, new, show = (gates[:, HIDDEN * k : HIDDEN * (k + 1)] for k in range(4))
    cell = sigmoid(keep) * cell + sigmoid(put) * xp.tanh(new)
    return sigmoid(show) * xp.tanh(cell), cell


def _numpy(weights: Values, x: Any) -> Any:
    """The loss and its gradients, by hand, in float64."""
    entry, again, bias = (w.astype("float64") for w in weights)
    hidden = cell = np.zeros((BATCH, HIDDEN))
    kept = []
    for step in x.astype("float64"):
        gates = step @ entry + hidden @ again + bias
        put, keep, new, show = (gates[:, HIDDEN * k : HIDDEN * (k + 1)] for k in range(4))
        put, keep, show, new = (*(1 / (1 + np.exp(-g)) for g in (put, keep, show)), np.tanh(new))
        before, cell = (hidden, cell), keep * cell + put * new
        hidden = show * np.tanh(cell)
        kept.append((step, *before, put, keep, new, show, np.tanh(cell)))
    loss = np.mean(hidden**2)
    g_hidden, g_cell = 2 * hidden / hidden.size, np.zeros_like(cell)
    grads = [np.zeros_like(w) for w in (entry, again, bias)]
    for step, hidden, cell, put, keep, new, show, top in reversed(kept):
        g_cell = g_cell + g_hidden * show * (1 - top**2)
        parts = (
            g_cell * new * put * (1 - put),
            g_cell * cell * keep * (1 - keep),
            g_cell * put * (1 - new**2),
            g_hidden * top * show * (1 - show),
        )
        g = np.concatenate(parts, axis=1)
        for total, more in zip(grads, (step.T @ g, hidden.T @ g, g.sum(0))):
            total += more
        g_hidden, g_cell = g @ again.T, g_cell * keep
    return np.concatenate([[loss], *[g.ravel() for g in grads]])


def _joined(loss: Any, grads: Any) -> Any:
    return np.concatenate([np.ravel(loss), *[np.ravel(g) for g in grads]])


class Results(list):
    """The loss and the gradients, as one array where they are compared."""

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return _joined(self[0], self[1:]).astype(dtype)


def _gnomon(weights: Values, x: Any) -> Callable[[], Any]:
    import gnomon as gn

    given = gn.symbol("x", shape=("steps", "batch", INPUTS), dtype="float32")
    state = [gn.shared(w) for w in weights]

    def step(carry: Any, entries: Any) -> Any:
        return _cell(gn, gn.nn.sigmoid, *state, *carry, entries), None

    nothing = gn.zeros((given.shape[1], HIDDEN), dtype="float32")
    (hidden, _), _ = gn.scan(step, (nothing, nothing), given)
    loss = gn.mean(hidden**2)
    run = gn.function([given], [loss, *gn.grad(loss, state)])
    return lambda: Results(run(x))


def _jax(weights: Values, x: Any) -> Callable[[], Any]:
    import jax
    import jax.numpy as jnp

    def loss_of(state: Any, x: Any) -> Any:
        def step(carry: Any, entries: Any) -> Any:
            return _cell(jnp, jax.nn.sigmoid, *state, *carry, entries), None

        nothing = jnp.zeros((BATCH, HIDDEN), "float32")
        (hidden, _), _ = jax.lax.scan(step, (nothing, nothing), x)
        return jnp.mean(hidden**2)

    run = jax.jit(jax.value_and_grad(loss_of))
    state, x = [jnp.asarray(w) for w in weights], jnp.asarray(x)

    def call() -> Any:
        loss, grads = jax.block_until_ready(run(state, x))
        return Results([loss, *grads])

    return call


def _torch(weights: Values, x: Any) -> Callable[[], Any]:
    import torch

    layer = torch.nn.LSTM(INPUTS, HIDDEN)
    with torch.no_grad():
        for own, w in zip((layer.weight_ih_l0, layer.weight_hh_l0), weights):
            own.copy_(torch.as_tensor(w.T.copy()))
        layer.bias_ih_l0.copy_(torch.as_tensor(weights[2]))
        layer.bias_hh_l0.zero_()
    own = [layer.weight_ih_l0, layer.weight_hh_l0, layer.bias_ih_l0]
    given = torch.as_tensor(x)

    def call() -> Any:
        hidden = layer(given)[0][-1]
        loss = torch.mean(hidden**2)
        entry, again, bias = torch.autograd.grad(loss, own)
        return Results([loss.detach(), entry.T, again.T, bias])

    return call


@lines
def sequences() -> list[Line]:
    """An LSTM, forward and backward."""
    data = _data()
    makers = {
        "Gnomon": lambda: _gnomon(*data),
        "JAX": lambda: _jax(*data),
        "PyTorch": lambda: _torch(*data),
    }
    return [
        Line(f"LSTM, {STEPS} steps of {BATCH}x{HIDDEN}, forward and backward", makers, _numpy(*data), 1e-3)
    ]
