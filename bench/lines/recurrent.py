"""Recurrent networks: the loss of a sequence and its gradient through all steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, Make, Program, fit
from lines.libraries import pytensor_mode

STEPS, BATCH = 100, 32
CASES = (128, "float32"), (128, "float64"), (256, "float32"), (650, "float32")
Values = list[Any]


def lines() -> list[Line]:
    """Return the lines of this family."""
    return [
        Line(
            f"LSTM, {STEPS} steps of {BATCH}x{hidden}, forward and backward, {dtype}", _program(hidden, dtype)
        )
        for hidden, dtype in CASES
    ]


def _program(hidden: int, dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        data = _data(fit(hidden), dtype)
        weights, x = data
        moved = sum(w.nbytes for w in weights)
        makers: dict[str, Make] = {
            "Gnomon": lambda: _gnomon(*data),
            "JAX": lambda: _jax(*data),
            "PyTorch": lambda: _torch(*data),
        }
        if (hidden, dtype) == CASES[0]:  # it compiles for minutes
            makers["PyTensor C"] = lambda: _pytensor(*data, "CVM")
            makers["PyTensor Numba"] = lambda: _pytensor(*data, "NUMBA")
        return Program(
            makers,
            lambda: _numpy(*data),
            1e-3,
            read=x.nbytes + moved,
            written=moved,
            work=2 * x.shape[0] * x.shape[1] * (2 * weights[0].size + 3 * weights[1].size),
            dtype=dtype,
        )

    return program


def _data(hidden: int, dtype: str) -> tuple[Values, Any]:
    draw = np.random.default_rng(0)
    sizes = (hidden, 4 * hidden), (hidden, 4 * hidden), (4 * hidden,)
    weights = [(draw.standard_normal(size) / size[0] ** 0.5 / 2).astype(dtype) for size in sizes]
    return weights, draw.standard_normal((fit(STEPS), BATCH, hidden)).astype(dtype)


def _parts(gates: Any, hidden: int) -> Values:
    return [gates[:, hidden * k : hidden * (k + 1)] for k in range(4)]


def _cell(xp: Any, sigmoid: Any, entry: Any, again: Any, bias: Any, hidden: Any, cell: Any, x: Any) -> Any:
    gates = x @ entry + hidden @ again + bias
    put, keep, new, show = _parts(gates, again.shape[0])
    cell = sigmoid(keep) * cell + sigmoid(put) * xp.tanh(new)
    return sigmoid(show) * xp.tanh(cell), cell


def _numpy(weights: Values, x: Any) -> Any:
    """The loss and its gradients, by hand, in float64."""
    entry, again, bias = (w.astype("float64") for w in weights)
    hidden = cell = np.zeros((BATCH, len(again)))
    kept = []
    for step in x.astype("float64"):
        gates = step @ entry + hidden @ again + bias
        put, keep, new, show = _parts(gates, len(again))
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
    return [loss, *grads]


def _gnomon(weights: Values, x: Any) -> Callable[[], Any]:
    import gnomon as gn

    given = gn.symbol("x", shape=("steps", "batch", x.shape[2]), dtype=x.dtype.name)
    state = [gn.shared(w) for w in weights]

    def step(carry: Any, entries: Any) -> Any:
        return _cell(gn, gn.nn.sigmoid, *state, *carry, entries), None

    nothing = gn.zeros((given.shape[1], len(weights[1])), dtype=x.dtype.name)
    (hidden, _), _ = gn.scan(step, (nothing, nothing), given)
    loss = gn.mean(hidden**2)
    run = gn.function([given], [loss, *gn.grad(loss, state)])
    return lambda: run(x)


def _jax(weights: Values, x: Any) -> Callable[[], Any]:
    import jax
    import jax.numpy as jnp

    def loss_of(state: Any, x: Any) -> Any:
        def step(carry: Any, entries: Any) -> Any:
            return _cell(jnp, jax.nn.sigmoid, *state, *carry, entries), None

        nothing = jnp.zeros((x.shape[1], len(weights[1])), x.dtype)
        (hidden, _), _ = jax.lax.scan(step, (nothing, nothing), x)
        return jnp.mean(hidden**2)

    run = jax.jit(jax.value_and_grad(loss_of))
    state, x = [jnp.asarray(w) for w in weights], jnp.asarray(x)

    def call() -> Any:
        loss, grads = jax.block_until_ready(run(state, x))
        return [loss, *grads]

    return call


def _torch(weights: Values, x: Any) -> Callable[[], Any]:
    import torch

    layer = torch.nn.LSTM(x.shape[2], len(weights[1]), dtype=getattr(torch, x.dtype.name))
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
        return [loss.detach(), entry.T, again.T, bias]

    return call


def _pytensor(weights: Values, x: Any, linker: str) -> Callable[[], Any]:
    import pytensor
    import pytensor.tensor as pt

    given = pt.tensor3("x", dtype=x.dtype.name)
    state = [pytensor.shared(w) for w in weights]

    def step(entries: Any, hidden: Any, cell: Any, *state: Any) -> Any:
        return _cell(pt, pt.sigmoid, *state, hidden, cell, entries)

    nothing = pt.zeros((given.shape[1], len(weights[1])), dtype=x.dtype.name)
    mode = pytensor_mode(linker)
    (hidden, _), _ = pytensor.scan(
        step, sequences=given, outputs_info=[nothing, nothing], non_sequences=state, strict=True, mode=mode
    )
    loss = pt.mean(hidden[-1] ** 2)
    outputs = [loss, *pytensor.grad(loss, state)]
    run = pytensor.function([given], outputs, mode=mode, trust_input=True)
    return lambda: run(x)
