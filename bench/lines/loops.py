"""Loops: a leapfrog integrator of two numbers, and the Mandelbrot set."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from lines import Line, Program, fit
from lines.calls import FUNCTION
from lines.libraries import jitted, makers, prange, pytensor_mode

STEPS, STEP = 1000, 0.01
SIDE, LIMIT = 128, 200


def lines() -> list[Line]:
    """Return the lines of this family."""
    return [
        Line(f"leapfrog, {STEPS:,} steps of a pendulum, float64", _leapfrog, threads=False),
        Line(f"Mandelbrot, {SIDE}x{SIDE} points, at most {LIMIT} steps, float64", _mandelbrot),
    ]


def _leapfrog() -> Program:
    steps = fit(STEPS)
    found = makers(
        [1.0, 0.0],
        numpy=lambda xp, q, p: _pendulum(q, p, steps),
        gnomon=lambda gn, q, p: gn.scan(lambda c, _: (_leap(gn, c), None), (q, p), length=steps)[0],
        jax=lambda jnp, q, p: _jax_lax().fori_loop(0, steps, lambda k, c: _leap(jnp, c), (q, p)),
        torch=lambda torch, q, p: _torch_pendulum(torch, q, p, steps),
        without=["torch.compile"],
    )
    found["Numba"] = lambda: _bound(jitted(_pendulum, threads=False), 1.0, 0.0, steps)
    for linker in ("CVM", "NUMBA"):
        name = {"CVM": "PyTensor C", "NUMBA": "PyTensor Numba"}[linker]
        found[name] = lambda linker=linker: _pytensor_pendulum(steps, linker)
    work = steps * (2 * FUNCTION + 8)
    return Program(found, lambda: list(_pendulum(1.0, 0.0, steps)), 1e-9, work=work / 8, dtype="float64")


def _leap(xp: Any, carry: Any) -> Any:
    q, p = carry
    p = p - STEP / 2 * xp.sin(q)
    q = q + STEP * p
    return q, p - STEP / 2 * xp.sin(q)


def _pendulum(q: float, p: float, steps: int) -> Any:
    for _ in range(steps):
        p = p - STEP / 2 * math.sin(q)
        q = q + STEP * p
        p = p - STEP / 2 * math.sin(q)
    return q, p


def _bound(function: Any, *given: Any) -> Any:
    return lambda: function(*given)


def _jax_lax() -> Any:
    import jax

    return jax.lax


def _torch_pendulum(torch: Any, q: Any, p: Any, steps: int) -> Any:
    q, p = q.double(), p.double()
    for _ in range(steps):
        q, p = _leap(torch, (q, p))
    return [q, p]


def _pytensor_pendulum(steps: int, linker: str) -> Any:
    import pytensor
    import pytensor.tensor as pt

    q, p = pt.dscalars("q", "p")
    mode = pytensor_mode(linker)
    (qs, ps), _ = pytensor.scan(lambda q, p: _leap(pt, (q, p)), outputs_info=[q, p], n_steps=steps, mode=mode)
    run = pytensor.function([q, p], [qs[-1], ps[-1]], mode=mode, trust_input=True)
    given = np.asarray(1.0), np.asarray(0.0)
    return lambda: run(*given)


def _mandelbrot() -> Program:
    """How many steps each point stays within the circle of radius 2, while any does."""
    side = fit(SIDE)
    imaginary, real = np.meshgrid(np.linspace(-1.2, 1.2, side), np.linspace(-2, 0.6, side))
    found = makers(
        [real, imaginary],
        numpy=_numpy_mandelbrot,
        gnomon=lambda gn, a, b: gn.while_loop(_any_inside(gn), _square(gn, a, b), _start(gn, a))[2],
        jax=lambda jnp, a, b: _jax_lax().while_loop(_any_inside(jnp), _square(jnp, a, b), _start(jnp, a))[2],
        torch=_torch_mandelbrot,
        numba=_mandelbrot_loops,
        without=["torch.compile"],
    )
    for linker in ("CVM", "NUMBA"):
        name = {"CVM": "PyTensor C", "NUMBA": "PyTensor Numba"}[linker]
        found[name] = lambda linker=linker: _pytensor_mandelbrot(real, imaginary, linker)
    exact = _numpy_mandelbrot(np, real, imaginary)
    work = 9 * exact.sum()
    return Program(
        found, lambda: exact, 0, read=2 * real.nbytes, written=exact.nbytes, work=work, dtype="float64"
    )


def _start(xp: Any, real: Any) -> Any:
    nothing = xp.zeros_like(real)
    return nothing, nothing, xp.zeros_like(real, dtype="int64"), 0


def _any_inside(xp: Any) -> Any:
    return lambda carry: xp.any(carry[0] ** 2 + carry[1] ** 2 <= 4) & (carry[3] < LIMIT)


def _square(xp: Any, real: Any, imaginary: Any) -> Any:
    def step(carry: Any) -> Any:
        x, y, count, k = carry
        x, y = x * x - y * y + real, 2 * x * y + imaginary
        return x, y, count + (x * x + y * y <= 4), k + 1

    return step


def _numpy_mandelbrot(xp: Any, real: Any, imaginary: Any) -> Any:
    carry, step, more = _start(np, real), _square(np, real, imaginary), _any_inside(np)
    with np.errstate(over="ignore", invalid="ignore"):
        while more(carry):
            carry = step(carry)
    return carry[2]


def _torch_mandelbrot(torch: Any, real: Any, imaginary: Any) -> Any:
    x = y = torch.zeros_like(real)
    carry: Any = x, y, torch.zeros(real.shape, dtype=torch.int64), 0
    step, more = _square(torch, real, imaginary), _any_inside(torch)
    while more(carry):
        carry = step(carry)
    return carry[2]


def _mandelbrot_loops(real: Any, imaginary: Any) -> Any:
    found = np.zeros(real.shape, np.int64)
    for i in prange(real.shape[0]):
        for j in range(real.shape[1]):
            x = y = 0.0
            for _ in range(LIMIT):
                x, y = x * x - y * y + real[i, j], 2 * x * y + imaginary[i, j]
                if not x * x + y * y <= 4:
                    break
                found[i, j] += 1
    return found


def _pytensor_mandelbrot(real: Any, imaginary: Any, linker: str) -> Any:
    import pytensor
    import pytensor.tensor as pt
    from pytensor.scan.utils import until

    a, b = pt.dmatrices("a", "b")

    def step(x: Any, y: Any, count: Any, k: Any, a: Any, b: Any) -> Any:
        carry = _square(pt, a, b)((x, y, count, k))
        return list(carry), until(~pt.any(carry[0] ** 2 + carry[1] ** 2 <= 4))

    mode = pytensor_mode(linker)
    begin = [
        pt.zeros_like(a),
        pt.zeros_like(a),
        pt.zeros_like(a, dtype="int64"),
        pt.constant(0, dtype="int64"),
    ]
    (_, _, counts, _), _ = pytensor.scan(
        step, outputs_info=begin, non_sequences=[a, b], n_steps=LIMIT, strict=True, mode=mode
    )
    run = pytensor.function([a, b], counts[-1], mode=mode, trust_input=True)
    return lambda: run(real, imaginary)
