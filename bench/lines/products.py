"""Matrix products: square, skinny, by a vector, batched, and a chain of small ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lines import SLOW, Line, Program, fit
from lines.libraries import makers

SQUARE = 16, 32, 64, 128, 256, 512, 1024, 2048
OTHERS = {
    "product of 10000x784 and 784x10": ((10000, 784), (784, 10)),
    "product of 784x600 transposed and 600x10": ((784, 600), (600, 10)),
    "product of 4096x16 and 16x4096": ((4096, 16), (16, 4096)),
    "product of a vector and 1000x1000": ((1000,), (1000, 1000)),
    "products, batched, of 50x10x10": ((50, 10, 10), (50, 10, 10)),
}
SMALL = 50
"""Products in the chain."""


def lines() -> list[Line]:
    """Return the lines of this family."""
    shapes = {f"product of {n}x{n}": ((n, n), (n, n)) for n in SQUARE} | OTHERS
    found = [
        Line(f"{name}, {dtype}", _product(*given, dtype, "transposed" in name), _large(*given))
        for dtype in ("float32", "float64")
        for name, given in shapes.items()
    ]
    return [
        *found,
        *[Line(f"{SMALL} times tanh(10x10 product), {d}", _chain(d), False) for d in ("float32", "float64")],
    ]


def _large(a: tuple[int, ...], b: tuple[int, ...]) -> bool:
    return np.prod(a) * b[-1] > 200_000


def _product(a: tuple[int, ...], b: tuple[int, ...], dtype: str, transposed: bool) -> Callable[[], Program]:
    def program() -> Program:
        draw = np.random.default_rng(0)
        x, y = (draw.standard_normal([fit(size) for size in shape]).astype(dtype) for shape in (a, b))
        if transposed:
            inner = min(x.shape[1], len(y))
            x, y = np.ascontiguousarray(x[:, :inner].T), y[:inner]
        found = makers(
            [x, y],
            lambda xp, x, y: (x.T if transposed else x) @ y,
            without=["torch.compile", "PyTensor Numba", *(SLOW if dtype == "float64" else ())],
        )
        inner = y.shape[-2]
        size = x.size // inner * y.shape[-1]
        tolerance = {"float32": 1e-5, "float64": 1e-12}[dtype] * max(inner, 10) ** 0.5 * 10

        def exact() -> Any:
            return (x.T if transposed else x).astype("float64") @ y.astype("float64")

        return Program(
            found,
            exact,
            tolerance,
            read=x.nbytes + y.nbytes,
            written=size * x.itemsize,
            work=2 * size * inner,
            dtype=dtype,
        )

    return program


def _chained(xp: Any, x: Any, weights: Any) -> Any:
    for k in range(SMALL):
        x = xp.tanh(x @ weights[k])
    return x


def _chain_loops(x: Any, weights: Any) -> Any:
    for k in range(SMALL):
        x = np.tanh(np.dot(x, weights[k]))
    return x


def _chain(dtype: str) -> Callable[[], Program]:
    def program() -> Program:
        draw = np.random.default_rng(0)
        x = draw.standard_normal((10, 10)).astype(dtype)
        weights = (draw.standard_normal((SMALL, 10, 10)) / 3).astype(dtype)
        found = makers([x, weights], _chained, numba=_chain_loops)
        exact = x.astype("float64"), weights.astype("float64")
        read, work = x.nbytes + weights.nbytes, SMALL * (2000 + 100 * 20)
        return Program(
            found, lambda: _chained(np, *exact), 1e-3, read=read, written=x.nbytes, work=work, dtype=dtype
        )

    return program
