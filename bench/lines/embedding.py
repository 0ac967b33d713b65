"""A step of training a table of embeddings: rows gathered and averaged, a layer, a loss, changes scattered back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, Program, fit
from lines.dense import RATE, jax_steps, last
from lines.libraries import jitted, pytensor_mode

ROWS, WIDTH, BATCH, WORDS, CLASSES = 20000, 64, 256, 32, 10


def lines() -> list[Line]:
    """Return the lines of this family."""
    name = f"embedding, step of {BATCH}x{WORDS} words of {ROWS:,}x{WIDTH}"
    return [Line(f"{name}, {dtype}", _program(dtype)) for dtype in ("float32", "float64")]


def _program(dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        draw = np.random.default_rng(0)
        table = draw.standard_normal((fit(ROWS), WIDTH)).astype(dtype)
        layer = (draw.standard_normal((WIDTH, CLASSES)) / WIDTH**0.5).astype(dtype)
        words = draw.integers(0, len(table), (fit(BATCH), WORDS))
        data = table, layer, words, draw.integers(0, CLASSES, len(words))
        moved = words.nbytes + words.size * WIDTH * table.itemsize
        return Program(
            {
                "Gnomon": lambda: _gnomon(*data),
                "NumPy": lambda: _numpy(*data, dtype),
                "Numba": lambda: _numba(*data),
                "JAX": lambda: _jax(*data),
                "PyTorch": lambda: _torch(*data, compiled=False),
                "torch.compile": lambda: _torch(*data, compiled=True),
                "PyTensor C": lambda: _pytensor(*data, "CVM"),
                "PyTensor Numba": lambda: _pytensor(*data, "NUMBA"),
            },
            lambda: last(3, _numpy(*data, "float64")),
            1e-3,
            repeats=3,
            read=2 * moved,
            written=moved,
            work=3 * words.size * WIDTH + 6 * len(words) * WIDTH * CLASSES,
            dtype=dtype,
        )

    return program


def _numpy(table: Any, layer: Any, words: Any, y: Any, dtype: str) -> Callable[[], Any]:
    table, layer = table.astype(dtype), layer.astype(dtype)
    rows = np.arange(len(words))

    def step() -> Any:
        entries = table[words].mean(1)
        scores = entries @ layer
        e = np.exp(scores - scores.max(1, keepdims=True))
        g = e / e.sum(1, keepdims=True)
        loss = -np.mean(np.log(g[rows, y]))
        g[rows, y] -= 1
        g *= table.dtype.type(RATE / len(words))
        back = g @ layer.T / words.shape[1]
        np.subtract(layer, entries.T @ g, out=layer)
        np.subtract.at(table, words, back[:, None])
        return loss

    return step


def _steps(table: Any, layer: Any, words: Any, y: Any) -> Any:
    """A step for Numba, with loops where it gathers and scatters."""
    entries = np.zeros((len(words), table.shape[1]), table.dtype)
    for i in range(len(words)):
        for k in range(words.shape[1]):
            for j in range(table.shape[1]):
                entries[i, j] += table[words[i, k], j]
    entries /= table.dtype.type(words.shape[1])
    g = np.dot(entries, layer)
    loss = table.dtype.type(0)
    for i in range(len(words)):
        g[i] = np.exp(g[i] - g[i].max())
        g[i] /= g[i].sum()
        loss -= np.log(g[i, y[i]])
        g[i, y[i]] -= table.dtype.type(1)
    g *= table.dtype.type(RATE / len(words))
    back = np.dot(g, np.ascontiguousarray(layer.T)) / table.dtype.type(words.shape[1])
    layer -= np.dot(np.ascontiguousarray(entries.T), g)
    for i in range(len(words)):
        for k in range(words.shape[1]):
            for j in range(table.shape[1]):
                table[words[i, k], j] -= back[i, j]
    return loss / table.dtype.type(len(words))


def _numba(table: Any, layer: Any, words: Any, y: Any) -> Callable[[], Any]:
    table, layer, step = table.copy(), layer.copy(), jitted(_steps, threads=False)
    return lambda: step(table, layer, words, y)


def _gnomon(table: Any, layer: Any, words: Any, y: Any) -> Callable[[], Any]:
    import gnomon as gn

    given = gn.symbol("words", shape=("batch", "length"), dtype="int64")
    wanted = gn.symbol("y", shape=("batch",), dtype="int64")
    state = [gn.shared(table), gn.shared(layer)]
    entries = gn.mean(state[0][given], 1)
    loss = gn.mean(gn.nn.cross_entropy(entries @ state[1], wanted))
    updates = {w: w - RATE * g for w, g in zip(state, gn.grad(loss, state))}
    step = gn.function([given, wanted], loss, updates=updates)
    return lambda: step(words, y)


def _jax(table: Any, layer: Any, words: Any, y: Any) -> Callable[[], Any]:
    """The gradient is taken by the gathered rows, so that no table of zeros is filled."""
    import jax
    import jax.numpy as jnp

    def loss_of(rows: Any, layer: Any, y: Any) -> Any:
        scores = jax.nn.log_softmax(jnp.mean(rows, 1) @ layer)
        return -jnp.mean(jnp.take_along_axis(scores, y[:, None], axis=1))

    def step(state: Any, words: Any, y: Any) -> Any:
        table, layer = state
        loss, (by_rows, by_layer) = jax.value_and_grad(loss_of, (0, 1))(table[words], layer, y)
        return loss, [table.at[words].add(-RATE * by_rows), layer - RATE * by_layer]

    return jax_steps(step, [table, layer], words, y)


def _torch(table: Any, layer: Any, words: Any, y: Any, *, compiled: bool) -> Callable[[], Any]:
    """The same by the gathered rows."""
    import torch

    table, layer = torch.tensor(table), torch.tensor(layer, requires_grad=True)
    words, y = torch.as_tensor(words), torch.as_tensor(y)
    flat = words.ravel()

    def loss_of(rows: Any, layer: Any, y: Any) -> Any:
        return torch.nn.functional.cross_entropy(rows.view(*words.shape, -1).mean(1) @ layer, y)

    torch.compiler.reset()
    called = torch.compile(loss_of, dynamic=False) if compiled else loss_of

    def run() -> Any:
        rows = table.index_select(0, flat).requires_grad_()
        loss = called(rows, layer, y)
        by_rows, by_layer = torch.autograd.grad(loss, [rows, layer])
        with torch.no_grad():
            table.index_add_(0, flat, by_rows, alpha=-RATE)
            layer.add_(by_layer, alpha=-RATE)
        return loss.detach()

    return run


def _pytensor(table: Any, layer: Any, words: Any, y: Any, linker: str) -> Callable[[], Any]:
    """The same by the gathered rows."""
    import pytensor
    import pytensor.tensor as pt

    given, wanted = pt.lmatrix("words"), pt.lvector("y")
    held, weight = pytensor.shared(table.copy()), pytensor.shared(layer.copy())
    rows = held[given]
    scores = pt.special.log_softmax(pt.dot(pt.mean(rows, 1), weight), axis=-1)
    loss = -pt.mean(scores[pt.arange(given.shape[0]), wanted])
    by_rows, by_weight = pytensor.grad(loss, [rows, weight])
    rate = table.dtype.type(RATE)
    updates = [(held, pt.inc_subtensor(rows, -rate * by_rows)), (weight, weight - rate * by_weight)]
    step = pytensor.function(
        [given, wanted], loss, updates=updates, mode=pytensor_mode(linker), trust_input=True
    )
    return lambda: step(words, y)
