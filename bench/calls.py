"""What a call of a compiled function costs beside NumPy, and beside JAX and PyTorch where they are installed.

    python bench/calls.py

Prints the time of one call of each program, and how many times longer the others take.
"""

from __future__ import annotations

import importlib.util
import sys
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

import gnomon as gn


def best(run: Callable[[], Any]) -> float:
    """Return the seconds of one call, the fastest of several rounds."""
    run()
    timer = timeit.Timer(run)
    number, _ = timer.autorange()
    return min(timer.repeat(5, max(1, number // 3))) / max(1, number // 3)


PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "a + b, 10 elements": (lambda xp, a, b: a + b, (np.ones(10), np.ones(10))),
    "2*tanh(a) + b*b, 10 elements": (lambda xp, a, b: 2 * xp.tanh(a) + b * b, (np.ones(10), np.ones(10))),
    "the same, 10,000 elements": (
        lambda xp, a, b: 2 * xp.tanh(a) + b * b,
        (np.ones(10_000), np.ones(10_000)),
    ),
    "exp(s)*t + 1, numbers": (lambda xp, s, t: xp.exp(s) * t + 1, (2.0, 3.0)),
    "sum(a*b), 100 elements": (lambda xp, a, b: xp.sum(a * b), (np.ones(100), np.ones(100))),
    "tanh(a @ b), 10x10": (lambda xp, a, b: xp.tanh(a @ b), (np.ones((10, 10)), np.ones((10, 10)))),
    "five results": (lambda xp, a: (a + 1, a + 2, a + 3, a + 4, a + 5), (np.ones(10),)),
}


def peers(body: Callable[..., Any], values: tuple[Any, ...]) -> dict[str, Callable[[], Any]]:
    """Return the same call by others."""
    import math

    plain = math if all(isinstance(value, float) for value in values) else np
    found: dict[str, Callable[[], Any]] = {"NumPy": lambda: body(plain, *values)}
    if importlib.util.find_spec("jax"):
        import jax

        jax.config.update("jax_enable_x64", True)
        import jax.numpy as jnp

        compiled = jax.jit(lambda *given: body(jnp, *given))
        arrays = [jnp.asarray(value) for value in values]
        found["JAX"] = lambda: jax.block_until_ready(compiled(*arrays))
    if importlib.util.find_spec("torch"):
        import torch

        torch.set_num_threads(1)
        tensors = [torch.as_tensor(value, dtype=torch.float64) for value in values]
        found["PyTorch"] = lambda: body(torch, *tensors)
    return found


def main() -> None:
    """Print the table."""
    for title, (body, values) in PROGRAMS.items():
        symbols = [
            gn.symbol(f"x{k}", tuple(f"n{axis}" for axis in range(np.ndim(value))), "float64")
            for k, value in enumerate(values)
        ]
        f = gn.function(symbols, body(gn, *symbols))
        jitted = gn.jit(lambda *given, body=body: body(gn, *given))
        own = best(lambda f=f, values=values: f(*values))
        others = {"gn.jit": lambda jitted=jitted, values=values: jitted(*values), **peers(body, values)}
        ratios = "  ".join(f"{name} {best(run) / own:.1f}x" for name, run in others.items())
        print(f"{title:32} {own * 1e6:8.2f} us   {ratios}", flush=True)


if __name__ == "__main__":
    main()
