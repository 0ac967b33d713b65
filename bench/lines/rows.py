"""Work along the rows of a matrix: softmax, logsumexp, layer norm, cross-entropy with its gradient."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, Program, fit
from lines.calls import FUNCTION
from lines.libraries import makers, prange

SHAPES = (64, 1000), (4096, 4096)
EPSILON = 1e-5


def lines() -> list[Line]:
    """Return the lines of this family."""
    return [
        Line(f"{name} {rows}x{columns}, {dtype}", _program(name, rows, columns, dtype), rows > 64)
        for name in PROGRAMS
        for rows, columns in SHAPES
        for dtype in ("float32", "float64")
    ]


def _program(name: str, rows: int, columns: int, dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        draw = np.random.default_rng(0)
        x = draw.standard_normal((fit(rows), fit(columns))).astype(dtype)
        return PROGRAMS[name](x, draw)

    return program


def softmax(xp: Any, x: Any) -> Any:
    """As one writes it."""
    e = xp.exp(x - xp.max(x, -1, keepdims=True))
    return e / xp.sum(e, -1, keepdims=True)


def _softmax_loops(x: Any) -> Any:
    found = np.empty_like(x)
    for i in prange(x.shape[0]):
        high = x[i, 0]
        for j in range(x.shape[1]):
            high = max(high, x[i, j])
        total = x.dtype.type(0)
        for j in range(x.shape[1]):
            found[i, j] = np.exp(x[i, j] - high)
            total += found[i, j]
        for j in range(x.shape[1]):
            found[i, j] /= total
    return found


def _softmax(x: Any, draw: Any) -> Program:
    found = makers(
        [x],
        softmax,
        jax=lambda xp, x: _jax_nn().softmax(x, axis=-1),
        torch=lambda xp, x: xp.softmax(x, -1),
        pytensor=lambda xp, x: xp.special.softmax(x, axis=-1),
        numba=_softmax_loops,
    )
    return _done(found, lambda: softmax(np, x.astype("float64")), x, x.nbytes, FUNCTION + 4)


def logsumexp(xp: Any, x: Any) -> Any:
    """As one writes it."""
    high = xp.max(x, -1, keepdims=True)
    return xp.log(xp.sum(xp.exp(x - high), -1)) + high[:, 0]


def _logsumexp_loops(x: Any) -> Any:
    found = np.empty(x.shape[0], x.dtype)
    for i in prange(x.shape[0]):
        high = x[i, 0]
        for j in range(x.shape[1]):
            high = max(high, x[i, j])
        total = x.dtype.type(0)
        for j in range(x.shape[1]):
            total += np.exp(x[i, j] - high)
        found[i] = np.log(total) + high
    return found


def _logsumexp(x: Any, draw: Any) -> Program:
    found = makers(
        [x],
        logsumexp,
        jax=lambda xp, x: _jax_nn().logsumexp(x, axis=-1),
        torch=lambda xp, x: xp.logsumexp(x, -1),
        pytensor=lambda xp, x: xp.logsumexp(x, axis=-1),
        numba=_logsumexp_loops,
    )
    return _done(found, lambda: logsumexp(np, x.astype("float64")), x, 0, FUNCTION + 3)


def layer_norm(xp: Any, x: Any, scale: Any, shift: Any) -> Any:
    """As one writes it."""
    centred = x - xp.mean(x, -1, keepdims=True)
    return centred / xp.sqrt(xp.mean(centred**2, -1, keepdims=True) + EPSILON) * scale + shift


def _layer_norm_loops(x: Any, scale: Any, shift: Any) -> Any:
    found = np.empty_like(x)
    kind = x.dtype.type
    for i in prange(x.shape[0]):
        mean = kind(0)
        for j in range(x.shape[1]):
            mean += x[i, j]
        mean /= kind(x.shape[1])
        spread = kind(0)
        for j in range(x.shape[1]):
            spread += (x[i, j] - mean) ** 2
        inverse = kind(1) / np.sqrt(spread / kind(x.shape[1]) + kind(EPSILON))
        for j in range(x.shape[1]):
            found[i, j] = (x[i, j] - mean) * inverse * scale[j] + shift[j]
    return found


def _torch_layer_norm(xp: Any, x: Any, scale: Any, shift: Any) -> Any:
    return xp.nn.functional.layer_norm(x, x.shape[-1:], scale, shift, EPSILON)


def _layer_norm(x: Any, draw: Any) -> Program:
    scale, shift = draw.standard_normal((2, x.shape[1])).astype(x.dtype)
    found = makers([x, scale, shift], layer_norm, torch=_torch_layer_norm, numba=_layer_norm_loops)
    exact = [a.astype("float64") for a in (x, scale, shift)]
    return _done(found, lambda: layer_norm(np, *exact), x, x.nbytes, 7)


def _cross_entropy(x: Any, draw: Any) -> Program:
    y = draw.integers(0, x.shape[1], x.shape[0])
    found = makers(
        [x, y],
        numpy=cross_entropy,
        gnomon=_gnomon_cross_entropy,
        jax=_jax_cross_entropy,
        torch=_torch_cross_entropy,
        pytensor=_pytensor_cross_entropy,
        numba=_cross_entropy_loops,
    )
    return _done(found, lambda: cross_entropy(np, x.astype("float64"), y), x, x.nbytes, FUNCTION + 5)


def cross_entropy(xp: Any, x: Any, y: Any) -> Any:
    """The mean loss and its gradient by hand."""
    rows = np.arange(len(x))
    shifted = x - x.max(1, keepdims=True)
    e = np.exp(shifted)
    total = e.sum(1, keepdims=True)
    loss = np.mean(np.log(total[:, 0]) - shifted[rows, y])
    e /= total
    e[rows, y] -= 1
    e /= len(x)
    return [loss, e]


def _gnomon_cross_entropy(gn: Any, x: Any, y: Any) -> Any:
    loss = gn.mean(gn.nn.cross_entropy(x, y))
    return [loss, gn.grad(loss, x)]


def _jax_cross_entropy(xp: Any, x: Any, y: Any) -> Any:
    import jax

    def loss_of(x: Any) -> Any:
        return -xp.mean(xp.take_along_axis(jax.nn.log_softmax(x), y[:, None], axis=1))

    return jax.value_and_grad(loss_of)(x)


def _torch_cross_entropy(xp: Any, x: Any, y: Any) -> Any:
    x = x.detach().requires_grad_()
    loss = xp.nn.functional.cross_entropy(x, y)
    return [loss.detach(), *xp.autograd.grad(loss, [x])]


def _pytensor_cross_entropy(pt: Any, x: Any, y: Any) -> Any:
    import pytensor

    loss = -pt.mean(pt.special.log_softmax(x, axis=-1)[pt.arange(x.shape[0]), y])
    return [loss, pytensor.grad(loss, x)]


def _cross_entropy_loops(x: Any, y: Any) -> Any:
    found = np.empty_like(x)
    losses = np.empty(x.shape[0], x.dtype)
    share = x.dtype.type(1) / x.dtype.type(x.shape[0])
    for i in prange(x.shape[0]):
        high = x[i, 0]
        for j in range(x.shape[1]):
            high = max(high, x[i, j])
        total = x.dtype.type(0)
        for j in range(x.shape[1]):
            found[i, j] = np.exp(x[i, j] - high)
            total += found[i, j]
        losses[i] = np.log(total) - (x[i, y[i]] - high)
        for j in range(x.shape[1]):
            found[i, j] *= share / total
        found[i, y[i]] -= share
    return losses.mean(), found


PROGRAMS: dict[str, Callable[[Any, Any], Program]] = {
    "softmax": _softmax,
    "logsumexp": _logsumexp,
    "layer norm": _layer_norm,
    "cross-entropy and gradient": _cross_entropy,
}


def _done(found: Any, exact: Any, x: Any, written: int, work: int) -> Program:
    return Program(
        found, exact, read=x.nbytes, written=written, work=work * x.size, dtype=x.dtype.name, tolerance=1e-4
    )


def _jax_nn() -> Any:
    import jax

    return jax.nn
