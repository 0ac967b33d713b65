"""Formulas of arrays: the call of a small function, an elementwise chain, softmax, reductions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import Line, Make, lines

Formula = Callable[..., Any]
"""Written for a namespace that is given first."""


def makers(formula: Formula, values: list[Any], *, plain: Any = np) -> dict[str, Make]:
    """Return the formula in each library, compiled where the library compiles."""
    return {
        "Gnomon": lambda: _gnomon(formula, values),
        "NumPy": lambda: lambda: formula(plain, *values),
        "JAX": lambda: _jax(formula, values),
        "PyTorch": lambda: _torch(formula, values, compiled=False),
        "torch.compile": lambda: _torch(formula, values, compiled=True),
        "PyTensor": lambda: _pytensor(formula, values),
    }


def _gnomon(formula: Formula, values: list[Any]) -> Callable[[], Any]:
    import gnomon as gn

    inputs = [_symbol(gn, f"x{k}", value) for k, value in enumerate(values)]
    compiled = gn.function(inputs, formula(gn, *inputs))
    return lambda: compiled(*values)


def _symbol(gn: Any, name: str, value: Any) -> Any:
    shape = tuple([f"{name}.{axis}" if size > 1 else 1 for axis, size in enumerate(np.shape(value))])
    return gn.symbol(name, shape=shape, dtype=np.asarray(value).dtype.name)


def _jax(formula: Formula, values: list[Any]) -> Callable[[], Any]:
    import jax
    import jax.numpy as jnp

    compiled = jax.jit(lambda *given: formula(jnp, *given))
    arrays = [jnp.asarray(value) for value in values]
    return lambda: compiled(*arrays).block_until_ready()


class Torch:
    """NumPy's names for what PyTorch calls otherwise."""

    def __getattr__(self, name: str) -> Any:
        import torch

        return {"max": torch.amax, "min": torch.amin}.get(name) or getattr(torch, name)


def _torch(formula: Formula, values: list[Any], *, compiled: bool) -> Callable[[], Any]:
    import torch

    arrays = [torch.as_tensor(value) for value in values]
    space = Torch()

    def run(*given: Any) -> Any:
        return formula(space, *given)

    called = torch.compile(run) if compiled else run
    return lambda: called(*arrays)


def _pytensor(formula: Formula, values: list[Any]) -> Callable[[], Any]:
    import pytensor
    import pytensor.tensor as pt

    inputs = [
        pt.tensor(f"x{k}", dtype=np.asarray(v).dtype.name, shape=(None,) * np.ndim(v))
        for k, v in enumerate(values)
    ]
    compiled = pytensor.function(inputs, formula(pt, *inputs), trust_input=True)
    arrays = [np.asarray(value) for value in values]
    return lambda: compiled(*arrays)


def _line(name: str, formula: Formula, values: list[Any], tolerance: float = 1e-4) -> Line:
    exact = [np.asarray(value, "float64") for value in values]
    return Line(name, makers(formula, values), formula(np, *exact), tolerance)


def _chain(xp: Any, x: Any, y: Any) -> Any:
    return 2 * xp.tanh(x) * xp.exp(-y * y) + xp.log1p(x * x)


def _softmax(xp: Any, x: Any) -> Any:
    e = xp.exp(x - xp.max(x, -1, keepdims=True))
    return e / xp.sum(e, -1, keepdims=True)


@lines
def calls() -> list[Line]:
    """What a call costs."""
    ten = np.linspace(0, 1, 10)
    return [
        _line("call, two numbers: a*b + a", lambda xp, a, b: a * b + a, [np.asarray(2.0), np.asarray(3.0)]),
        _line("call, ten elements: 2*tanh(a) + b*b", lambda xp, a, b: 2 * xp.tanh(a) + b * b, [ten, ten]),
    ]


@lines
def chains() -> list[Line]:
    """Elementwise work of several sizes."""
    found = []
    for dtype in ("float32", "float64"):
        for size in (10**3, 10**5, 10**7):
            x, y = np.random.default_rng(0).standard_normal((2, size)).astype(dtype)
            found.append(_line(f"chain of elementwise functions, {size:,}, {dtype}", _chain, [x, y]))
    return found


@lines
def rows() -> list[Line]:
    """Softmax of rows, as one writes it, and sums."""
    found = []
    for shape in ((64, 1000), (4096, 4096)):
        x = np.random.default_rng(0).standard_normal(shape).astype("float32")
        found.append(_line(f"softmax {shape[0]}x{shape[1]}, float32", _softmax, [x]))
    for axis in (0, 1):
        name = f"sum over axis {axis} of 4096x4096, float32"
        found.append(_line(name, lambda xp, x, axis=axis: xp.sum(x, axis), [x], 1e-2))
    return found
