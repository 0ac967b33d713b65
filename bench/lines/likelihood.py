"""The log-likelihood of a mixture of three normal distributions, with gradient and Hessian by nine parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import SLOW, Line, Program
from lines.libraries import makers

DATA, PARTS = 100, 3
Formula = Callable[..., Any]


def lines() -> list[Line]:
    """Return the lines of this family."""
    return [
        Line("log-likelihood, gradient, Hessian, of 9 numbers, float64", lambda: _program(by_number), False),
        Line("log-likelihood, gradient, Hessian, of a vector, float64", lambda: _program(by_vector), False),
    ]


def by_number(xp: Any, theta: Any, x: Any) -> Any:
    """Written number by number: gradient and Hessian become a graph of about five hundred operations."""
    middle, spread, weight = ([theta[PARTS * k + i] for i in range(PARTS)] for k in range(3))
    whole = xp.log(xp.exp(weight[0]) + xp.exp(weight[1]) + xp.exp(weight[2]))
    logs = []
    for i in range(PARTS):
        z = (x - middle[i]) * xp.exp(-spread[i])
        logs.append(weight[i] - whole - z * z / 2 - spread[i] - np.log(2 * np.pi) / 2)
    return xp.sum(xp.log(xp.exp(logs[0]) + xp.exp(logs[1]) + xp.exp(logs[2])))


def by_vector(xp: Any, theta: Any, x: Any) -> Any:
    """Written with vectors."""
    middle, spread, weight = (theta[PARTS * k : PARTS * k + PARTS] for k in range(3))
    z = (x[:, None] - middle) * xp.exp(-spread)
    logs = weight - xp.log(xp.sum(xp.exp(weight))) - z * z / 2 - spread - np.log(2 * np.pi) / 2
    return xp.sum(xp.log(xp.sum(xp.exp(logs), 1)))


def _program(formula: Formula) -> Program:
    draw = np.random.default_rng(0)
    x = draw.standard_normal(DATA)
    theta = np.concatenate([[-1.0, 0.0, 1.0], draw.standard_normal(6) / 4])
    found = makers(
        [theta, x],
        gnomon=lambda gn, theta, x: _gnomon(gn, formula, theta, x),
        jax=lambda jnp, theta, x: _jax(jnp, formula, theta, x),
        torch=lambda torch, theta, x: _torch(torch, formula, theta, x),
        pytensor=lambda pt, theta, x: _pytensor(pt, formula, theta, x),
        without=SLOW if formula is by_number else (),  # each compiles it for more than half a minute
    )
    return Program(found, lambda: _exact(theta, x), 1e-8, dtype="float64")


def _gnomon(gn: Any, formula: Formula, theta: Any, x: Any) -> Any:
    value = formula(gn, theta, x)
    return [value, gn.grad(value, theta), gn.hessian(value, theta)]


def _jax(jnp: Any, formula: Formula, theta: Any, x: Any) -> Any:
    import jax

    def value(theta: Any) -> Any:
        return formula(jnp, theta, x)

    return [value(theta), jax.grad(value)(theta), jax.hessian(value)(theta)]


def _torch(torch: Any, formula: Formula, theta: Any, x: Any) -> Any:
    from torch.func import grad_and_value, hessian

    def value(theta: Any) -> Any:
        return formula(torch, theta, x)

    slope, found = grad_and_value(value)(theta)
    return [found, slope, hessian(value)(theta)]


def _pytensor(pt: Any, formula: Formula, theta: Any, x: Any) -> Any:
    """Each row of the Hessian is a gradient of the gradient: its own function would loop over them."""
    import pytensor

    value = formula(pt, theta, x)
    slope = pytensor.grad(value, theta)
    return [value, slope, pt.stack([pytensor.grad(slope[k], theta) for k in range(3 * PARTS)])]


def _exact(theta: Any, x: Any) -> Any:
    """Value, gradient and Hessian by hand."""
    middle, spread, weight = theta.reshape(3, PARTS)
    z = (x[:, None] - middle) * np.exp(-spread)
    share = np.exp(weight) / np.exp(weight).sum()
    logs = np.log(share) - z**2 / 2 - spread - np.log(2 * np.pi) / 2
    found = np.log(np.exp(logs).sum(1))
    first = np.zeros((len(x), PARTS, 9))
    second = np.zeros((len(x), PARTS, 9, 9))
    for i in range(PARTS):
        first[:, i, i] = z[:, i] * np.exp(-spread[i])
        first[:, i, 3 + i] = z[:, i] ** 2 - 1
        first[:, i, 6:] = (np.arange(PARTS) == i) - share
        second[:, i, i, i] = -np.exp(-2 * spread[i])
        second[:, i, i, 3 + i] = second[:, i, 3 + i, i] = -2 * z[:, i] * np.exp(-spread[i])
        second[:, i, 3 + i, 3 + i] = -2 * z[:, i] ** 2
        second[:, i, 6:, 6:] = np.outer(share, share) - np.diag(share)
    part = np.exp(logs - found[:, None])
    slope = np.einsum("ni,nia->na", part, first)
    bend = np.einsum("ni,niab->ab", part, second + first[..., None] * first[..., None, :]) - slope.T @ slope
    return [found.sum(), slope.sum(0), bend]
