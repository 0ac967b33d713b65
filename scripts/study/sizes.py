"""How running grows with the size of the data: time beside NumPy and JAX, memory of processes of their own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from study.drawing import curves
from study.timing import in_turns

ELEMENTS = (10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000)
ROWS = (1, 10, 100, 1_000, 10_000)
BATCHES = (1, 8, 64, 512, 4_096)


def chain(xp: Any, x: Any) -> Any:
    """A chain of elementwise functions."""
    return 2 * xp.tanh(x) * xp.exp(-x * x) + xp.log1p(x * x)


def softmax(xp: Any, x: Any) -> Any:
    """A softmax over 1,000 columns, written by hand."""
    e = xp.exp(x - xp.max(x, -1, keepdims=True))
    return e / xp.sum(e, -1, keepdims=True)


def variance(xp: Any, x: Any) -> Any:
    """The variance of 1,000 columns."""
    return xp.mean((x - xp.mean(x, -1, keepdims=True)) ** 2, -1)


def network(xp: Any, x: Any, *weights: Any) -> Any:
    """The mean of a network's squared results."""
    for w in weights:
        x = xp.tanh(x @ w)
    return xp.mean(x * x)


DRAW = np.random.default_rng(0)
WEIGHTS = [DRAW.normal(size=shape).astype("float32") / 20 for shape in ((784, 256), (256, 256), (256, 10))]
Line = tuple[str, Callable[..., Any], tuple[int, ...], Callable[[int], list[Any]], bool]
LINES: list[Line] = [
    ("chain", chain, ELEMENTS, lambda n: [DRAW.normal(size=n).astype("float32")], False),
    ("softmax", softmax, ROWS, lambda n: [DRAW.normal(size=(n, 1_000)).astype("float32")], False),
    ("variance", variance, ROWS, lambda n: [DRAW.normal(size=(n, 1_000)).astype("float32")], False),
    ("network", network, BATCHES, lambda n: [DRAW.normal(size=(n, 784)).astype("float32"), *WEIGHTS], True),
]
"""Name, formula, sizes, values for a size, and whether the gradient by all but the first is wanted, too."""


def ours(formula: Callable[..., Any], values: list[Any], gradient: bool) -> Callable[[], Any]:
    """The formula as a function of Gnomon."""
    import gnomon as gn

    first = (
        ("rows", *values[0].shape[1:]) if gradient else tuple([f"n{axis}" for axis in range(values[0].ndim)])
    )
    inputs = [gn.symbol("x", first, "float32")]
    inputs += [gn.symbol(f"w{k}", value.shape, "float32") for k, value in enumerate(values[1:])]
    made = formula(gn, *inputs)
    outputs = [made, *gn.grad(made, inputs[1:])] if gradient else made
    function = gn.function(inputs, outputs)
    return lambda: function(*values)


def jaxs(formula: Callable[..., Any], values: list[Any], gradient: bool) -> Callable[[], Any]:
    """The formula as a function of JAX."""
    import jax
    import jax.numpy as jnp

    def plain(*given: Any) -> Any:
        return formula(jnp, *given)

    wanted = tuple(range(1, len(values)))
    function = jax.jit(jax.value_and_grad(plain, wanted) if gradient else plain)
    arrays = [jnp.asarray(value) for value in values]
    return lambda: jax.block_until_ready(function(*arrays))


def section() -> tuple[list[str], dict[str, str]]:
    """The section on sizes, and its plots."""
    beside = importlib.util.find_spec("jax") is not None
    peers = ["NumPy", *(["JAX"] if beside else [])]
    lines = [
        "## What is gained as size grows",
        "",
        "Formulas of float32, written once for all libraries, one thread. The figures say how many times as long NumPy"
        + (" and JAX take." if beside else " takes.")
        + " The network's line is its cost with the gradient (NumPy: the cost alone).",
        "",
        "![Times of NumPy by those of Gnomon](study/sizes.svg)",
        "",
        f"| formula | size | Gnomon | {' | '.join(peers)} | peak memory, MB: Gnomon"
        + (" | JAX |" if beside else " |"),
        f"|---|--:|--:|{'--:|' * len(peers)}--:|{'--:|' if beside else ''}",
    ]
    gains: dict[str, list[tuple[float, float]]] = {}
    for name, formula, sizes, values_of, gradient in LINES:
        for size in sizes:
            values = values_of(size)
            calls = {
                "Gnomon": ours(formula, values, gradient),
                "NumPy": lambda formula=formula, values=values: formula(np, *values),
            }
            if beside:
                calls["JAX"] = jaxs(formula, values, gradient)
            seconds = in_turns(calls, rounds=5)
            gains.setdefault(name, []).append((size, seconds["NumPy"] / seconds["Gnomon"]))
            cells = [f"{seconds[peer] / seconds['Gnomon']:.2f}x" for peer in peers]
            libraries = (
                ["gnomon", *(["jax"] if beside else [])] if Path("/proc/self/clear_refs").exists() else []
            )
            room = [memory(library, name, size) for library in libraries]
            cells += [f"{each:,.0f}" if size == sizes[-1] or each >= 1 else "" for each in room]
            lines.append(f"| {name} | {size:,} | {told(seconds['Gnomon'])} | {' | '.join(cells)} |")
        print(name, flush=True)
    lines += [
        "",
        "Peak memory is what three calls add to that of the process before them, arguments left out.",
        "",
    ]
    return lines, {
        "sizes": curves(gains, "elements, or rows of 1,000 columns, or pictures", "NumPy's time by Gnomon's")
    }


def memory(library: str, name: str, size: int) -> float:
    """Return the MB that calls add to a process of their own."""
    command = [sys.executable, "-m", "study.sizes", library, name, str(size)]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, check=True)
    return float(done.stdout)


def told(seconds: float) -> str:
    """A time in words."""
    return (
        f"{seconds * 1e6:.2f} us"
        if seconds < 1e-4
        else f"{seconds * 1e3:.2f} ms"
        if seconds < 1
        else f"{seconds:.2f} s"
    )


def measure(library: str, name: str, size: int) -> None:
    """Print how many MB three calls add to this process, which has made a smaller one before."""
    (line,) = [line for line in LINES if line[0] == name]
    _, formula, _, values_of, gradient = line
    maker = {"gnomon": ours, "jax": jaxs}[library]
    maker(formula, values_of(2), gradient)()
    values = values_of(size)
    call = maker(formula, values, gradient)
    for value in values:
        value += 0  # each page is there
    Path("/proc/self/clear_refs").write_text("5")  # the peak is from now on
    before = _status("VmRSS")
    for _ in range(3):
        call()
    print((_status("VmHWM") - before) / 1e3)


def _status(name: str) -> int:
    """A figure of this process in kB, as Linux tells it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(f"{name}:")).split()[1])


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2], int(sys.argv[3]))
