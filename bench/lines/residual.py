"""A basic block of a residual network: two convolutions, batch normalisation, and the gradient of all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, Make, Program, fit
from lines.pictures import batch_norm, batch_norm_gradient, conv, conv_gradient

BATCH, CHANNELS, SIDE = 8, 64, 56
EPSILON = 1e-5
Values = list[Any]


def lines() -> list[Line]:
    """Return the line of a block."""
    name = f"ResNet basic block, {BATCH}x{CHANNELS}x{SIDE}x{SIDE}, forward and backward"
    return [Line(f"{name}, {dtype}", _program(dtype)) for dtype in ("float32", "float64")]


def _program(dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        draw = np.random.default_rng(0)
        channels = min(fit(CHANNELS), 64)
        shape = fit(BATCH), channels, fit(SIDE), fit(SIDE)
        x, g = draw.standard_normal((2, *shape)).astype(dtype)
        weights: Values = []
        for _ in range(2):
            weights.append(
                (draw.standard_normal((channels, channels, 3, 3)) / (9 * channels) ** 0.5).astype(dtype)
            )
            weights += [np.ones(channels, dtype), np.zeros(channels, dtype)]
        given = x, g, weights
        makers: dict[str, Make] = {
            "Gnomon": lambda: _gnomon(*given),
            "JAX": lambda: _jax(*given),
            "PyTorch": lambda: _torch(*given, compiled=False),
        }
        if dtype == "float32":
            makers["torch.compile"] = lambda: _torch(*given, compiled=True)
        return Program(
            makers,
            lambda: _numpy(x.astype("float64"), g.astype("float64"), [w.astype("float64") for w in weights]),
            {"float32": 3e-3, "float64": 1e-9}[dtype],
            read=2 * x.nbytes,
            written=2 * x.nbytes,
            work=6 * 2 * x.size * channels * 9,
            dtype=dtype,
            whole=True,
        )

    return program


def _gnomon(x: Any, g: Any, weights: Values) -> Callable[[], Any]:
    """The block of an input; its gradients are pulled back from those of its result."""
    import gnomon as gn

    channels = x.shape[1]
    given = gn.symbol("x", shape=("batch", channels, "height", "width"), dtype=x.dtype.name)
    back = gn.symbol("g", shape=given.shape, dtype=x.dtype.name)
    state = [gn.shared(w) for w in weights]
    y = gn.nn.conv(given, state[0], padding=1)
    y = gn.nn.relu(gn.nn.batch_norm(y, state[1], state[2], epsilon=EPSILON))
    y = gn.nn.conv(y, state[3], padding=1)
    y = gn.nn.relu(gn.nn.batch_norm(y, state[4], state[5], epsilon=EPSILON) + given)
    run = gn.function([given, back], [y, *gn.grad(gn.sum(y * back), [given, *state])])
    return lambda: run(x, g)


def _jax(x: Any, g: Any, weights: Values) -> Callable[[], Any]:
    """Channels last, which is what XLA computes fastest."""
    import jax
    import jax.numpy as jnp

    def conv_of(x: Any, weight: Any) -> Any:
        names = ("NHWC", "HWIO", "NHWC")
        return jax.lax.conv_general_dilated(x, weight, (1, 1), "SAME", dimension_numbers=names)

    def norm(x: Any, scale: Any, shift: Any) -> Any:
        mean, variance = jnp.mean(x, (0, 1, 2)), jnp.var(x, (0, 1, 2))
        return (x - mean) * jax.lax.rsqrt(variance + EPSILON) * scale + shift

    def block(x: Any, state: Any) -> Any:
        y = jax.nn.relu(norm(conv_of(x, state[0]), *state[1:3]))
        return jax.nn.relu(norm(conv_of(y, state[3]), *state[4:6]) + x)

    @jax.jit
    def run(x: Any, g: Any, state: Any) -> Any:
        y, pull = jax.vjp(block, x, state)
        return y, pull(g)

    x, g = (jnp.asarray(a.transpose(0, 2, 3, 1)) for a in (x, g))
    state = [jnp.asarray(w.transpose(2, 3, 1, 0) if w.ndim == 4 else w) for w in weights]

    def call() -> Any:
        y, (by_x, grads) = jax.block_until_ready(run(x, g, state))
        return Last([y, by_x, *grads])

    return call


class Last(list):
    """Results with channels last, which are turned where they are compared."""

    def turned(self) -> Values:
        """Return them with channels first."""
        pictures = [np.asarray(a).transpose(0, 3, 1, 2) for a in self[:2]]
        return pictures + [np.asarray(a).transpose(3, 2, 0, 1) if a.ndim == 4 else a for a in self[2:]]


def _torch(x: Any, g: Any, weights: Values, *, compiled: bool) -> Callable[[], Any]:
    import torch
    from torch.nn import functional

    given, back = torch.tensor(x, requires_grad=True), torch.as_tensor(g)
    state = [torch.tensor(w, requires_grad=True) for w in weights]

    def block(x: Any, *state: Any) -> Any:
        y = functional.conv2d(x, state[0], padding=1)
        y = functional.relu(functional.batch_norm(y, None, None, *state[1:3], training=True, eps=EPSILON))
        y = functional.conv2d(y, state[3], padding=1)
        y = functional.batch_norm(y, None, None, *state[4:6], training=True, eps=EPSILON)
        return functional.relu(y + x)

    torch.compiler.reset()
    called = torch.compile(block, dynamic=False) if compiled else block

    def call() -> Any:
        y = called(given, *state)
        return [y.detach(), *torch.autograd.grad(y, [given, *state], back)]

    return call


def _numpy(x: Any, g: Any, weights: Values) -> Values:
    """The block and its gradients in float64."""
    first = conv(x, weights[0], 1)
    normed, normal = batch_norm(first, *weights[1:3], EPSILON)
    hidden = np.maximum(normed, 0)
    second = conv(hidden, weights[3], 1)
    last, normal_2 = batch_norm(second, *weights[4:6], EPSILON)
    y = np.maximum(last + x, 0)
    g = g * (y > 0)
    by_x = g
    g, *second_norm = batch_norm_gradient(second, normal_2, weights[4], EPSILON, g)
    g, second_weight = conv_gradient(hidden, weights[3], 1, g)
    g, *first_norm = batch_norm_gradient(first, normal, weights[1], EPSILON, g * (normed > 0))
    g, first_weight = conv_gradient(x, weights[0], 1, g)
    return [y, by_x + g, first_weight, *first_norm, second_weight, *second_norm]
