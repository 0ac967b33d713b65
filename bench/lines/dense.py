"""Steps of training networks of dense layers: the loss of a batch, its gradient, and updated weights."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, Program, fit
from lines.libraries import pytensor_mode

RATE = 0.1
Values = list[Any]


def lines() -> list[Line]:
    """Return the lines of this family."""
    return [
        Line(f"{name}, {dtype}", _program(sizes, rows, dtype))
        for name, sizes, rows in (
            ("logistic regression, step of 600x784x10", [784, 10], 600),
            ("network 784-500-500-10, step of 128", [784, 500, 500, 10], 128),
        )
        for dtype in ("float32", "float64")
    ]


def _program(sizes: list[int], rows: int, dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        data = _data([fit(size) for size in sizes], fit(rows), dtype)
        products = [2 * w.size * len(data[1]) for w in data[0] if w.ndim == 2]
        moved = data[1].nbytes + sum(w.nbytes for w in data[0])
        return Program(
            {
                "Gnomon": lambda: gnomon_step(*data),
                "NumPy": lambda: _numpy(*data, dtype),
                "JAX": lambda: _jax(*data),
                "PyTorch": lambda: _torch(*data, compiled=False),
                "torch.compile": lambda: _torch(*data, compiled=True),
                "PyTensor C": lambda: _pytensor(*data, "CVM"),
                "PyTensor Numba": lambda: _pytensor(*data, "NUMBA"),
            },
            lambda: last(3, _numpy(*data, "float64")),
            1e-3,
            repeats=3,
            read=moved,
            written=moved - data[1].nbytes,
            work=3 * sum(products) - products[0],
            dtype=dtype,
        )

    return program


def last(count: int, step: Callable[[], Any]) -> Any:
    """Return what the last of some calls returns: later losses show whether weights were updated right."""
    return [step() for _ in range(count)][-1]


def _data(sizes: list[int], rows: int, dtype: str) -> tuple[Values, Any, Any]:
    draw = np.random.default_rng(0)
    weights: Values = []
    for before, after in itertools.pairwise(sizes):
        weights += [
            (draw.standard_normal((before, after)) / before**0.5).astype(dtype),
            np.zeros(after, dtype),
        ]
    x = draw.standard_normal((rows, sizes[0])).astype(dtype)
    return weights, x, draw.integers(0, sizes[-1], rows)


def gnomon_step(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    """Plain layers, a loss, its gradient."""
    import gnomon as gn

    given = gn.symbol("x", shape=("batch", x.shape[1]), dtype=x.dtype.name)
    wanted = gn.symbol("y", shape=("batch",), dtype="int64")
    state = [gn.shared(w) for w in weights]
    z = given
    for k in range(0, len(state), 2):
        z = z @ state[k] + state[k + 1]
        if k + 2 < len(state):
            z = gn.tanh(z)
    loss = gn.mean(gn.nn.cross_entropy(z, wanted))
    grads = gn.grad(loss, state)
    step = gn.function([given, wanted], loss, updates={w: w - RATE * g for w, g in zip(state, grads)})
    return lambda: step(x, y)


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


def _jax(weights: Values, x: Any, y: Any) -> Callable[[], Any]:
    import jax
    import jax.numpy as jnp

    def loss_of(state: Any, x: Any, y: Any) -> Any:
        z = x
        for k in range(0, len(state), 2):
            z = z @ state[k] + state[k + 1]
            if k + 2 < len(state):
                z = jnp.tanh(z)
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(z), y[:, None], axis=1))

    def step(state: Any, x: Any, y: Any) -> Any:
        loss, grads = jax.value_and_grad(loss_of)(state, x, y)
        return loss, [w - RATE * g for w, g in zip(state, grads)]

    return jax_steps(step, weights, x, y)


def jax_steps(step: Any, weights: Values, *given: Any) -> Callable[[], Any]:
    """Return what runs a step on weights that are donated to it."""
    import jax
    import jax.numpy as jnp

    compiled = jax.jit(step, donate_argnums=0)
    held = [[jnp.array(w) for w in weights]]
    arrays = [jnp.asarray(value) for value in given]

    def run() -> Any:
        loss, held[0] = compiled(held[0], *arrays)
        jax.block_until_ready(held[0])
        return loss

    return run


def _torch(weights: Values, x: Any, y: Any, *, compiled: bool) -> Callable[[], Any]:
    import torch

    def loss_of(x: Any, y: Any, *state: Any) -> Any:
        z = x
        for k in range(0, len(state), 2):
            z = torch.addmm(state[k + 1], z, state[k])
            if k + 2 < len(state):
                z = torch.tanh(z)
        return torch.nn.functional.cross_entropy(z, y)

    return torch_steps(loss_of, weights, x, y, compiled=compiled)


def torch_steps(loss_of: Any, weights: Values, *given: Any, compiled: bool) -> Callable[[], Any]:
    """Return what takes a step down the gradient of a loss."""
    import torch

    state = [torch.tensor(w, requires_grad=True) for w in weights]
    arrays = [torch.as_tensor(value) for value in given]
    torch.compiler.reset()
    called = torch.compile(loss_of, dynamic=False) if compiled else loss_of

    def run() -> Any:
        loss = called(*arrays, *state)
        grads = torch.autograd.grad(loss, state)
        with torch.no_grad():
            torch._foreach_add_(state, grads, alpha=-RATE)
        return loss.detach()

    return run


def _pytensor(weights: Values, x: Any, y: Any, linker: str) -> Callable[[], Any]:
    import pytensor
    import pytensor.tensor as pt

    given, wanted = pt.matrix("x", dtype=x.dtype.name), pt.lvector("y")
    state = [pytensor.shared(w.copy()) for w in weights]
    z = given
    for k in range(0, len(state), 2):
        z = pt.dot(z, state[k]) + state[k + 1]
        if k + 2 < len(state):
            z = pt.tanh(z)
    loss = -pt.mean(pt.special.log_softmax(z, axis=-1)[pt.arange(given.shape[0]), wanted])
    rate = x.dtype.type(RATE)
    updates = [(w, w - rate * g) for w, g in zip(state, pytensor.grad(loss, state))]
    step = pytensor.function(
        [given, wanted], loss, updates=updates, mode=pytensor_mode(linker), trust_input=True
    )
    return lambda: step(x, y)
