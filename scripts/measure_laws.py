"""Writes docs/laws_measured.md: what each group of laws saves in five models with their gradients, in time and memory.

`make study` runs it. "Alone" has one group on, "without" has all groups but one.
"""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import gnomon as gn
from gnomon.compile.arena import Layout
from gnomon.compile.plan import Plan
from gnomon.compile.program import Program
from gnomon.compile.reference.sizes import Solution
from gnomon.compile.rewritten import rewritten
from gnomon.graph.gradients import grad
from gnomon.graph.rewrites.table import LAWS

rng = np.random.default_rng(0)
Model = tuple[str, list[Any], dict[Any, Any]]


def weights(name: str, *sizes: int) -> Any:
    return gn.shared((rng.normal(size=sizes) * 0.05).astype("float32"), name=name)


def logistic() -> Model:
    """Logistic regression as users of Theano write it."""
    x, y = gn.symbol("x", ("n", 784), "float32"), gn.symbol("y", ("n",), "float32")
    w, b = weights("w", 784), weights("b")
    p = 1 / (1 + gn.exp(-x @ w - b))
    cost = gn.mean(-y * gn.log(p) - (1 - y) * gn.log(1 - p)) + 0.01 * gn.sum(w**2)
    values = {x: rng.normal(size=(512, 784)).astype("float32"), y: rng.integers(0, 2, 512).astype("float32")}
    return "logistic regression", [cost, *grad(cost, (w, b))], values


def perceptron() -> Model:
    """A softmax classifier with a hidden layer."""
    x, y = gn.symbol("x", ("n", 784), "float32"), gn.symbol("y", ("n",), "int64")
    w1, b1, w2, b2 = weights("w1", 784, 128), weights("b1", 128), weights("w2", 128, 10), weights("b2", 10)
    p = gn.nn.softmax(gn.tanh(x @ w1 + b1) @ w2 + b2)
    cost = -gn.mean(gn.log(p)[gn.arange(y.shape[0]), y])
    values = {x: rng.normal(size=(512, 784)).astype("float32"), y: rng.integers(0, 10, 512)}
    return "softmax MLP", [cost, *grad(cost, (w1, b1, w2, b2))], values


def attention() -> Model:
    """Attention with a softmax written by hand, a residual connection and a normalised result."""
    x = gn.symbol("x", ("batch", 64, 128), "float32")
    q, k, v, o = (weights(name, 128, 128) for name in "qkvo")
    scores = (x @ q) @ gn.matrix_transpose(x @ k) / 128**0.5
    top = gn.exp(scores - gn.max(scores, axis=-1, keepdims=True))
    mixed = (top / gn.sum(top, axis=-1, keepdims=True)) @ (x @ v) @ o + x
    far = mixed - gn.mean(mixed, axis=-1, keepdims=True)
    out = far / (gn.mean(far**2, axis=-1, keepdims=True) + 1e-5) ** 0.5
    cost = gn.mean(out**3)
    return (
        "attention block",
        [cost, *grad(cost, (q, k, v, o))],
        {x: rng.normal(size=(16, 64, 128)).astype("float32")},
    )


def convolutions() -> Model:
    """Two convolutions with pooling, and a dense layer."""
    x, y = gn.symbol("x", ("n", 1, 16, 16), "float32"), gn.symbol("y", ("n",), "int32")
    first, second, last = (
        weights("first", 8, 1, 3, 3),
        weights("second", 16, 8, 3, 3),
        weights("last", 256, 10),
    )
    hidden = gn.nn.max_pool(gn.nn.relu(gn.nn.conv(x, first, padding=1)), 2)
    hidden = gn.nn.max_pool(gn.nn.relu(gn.nn.conv(hidden, second, padding=1)), 2)
    cost = gn.mean(gn.nn.cross_entropy(gn.reshape(hidden, (x.shape[0], 256)) @ last, y))
    values = {
        x: rng.normal(size=(64, 1, 16, 16)).astype("float32"),
        y: rng.integers(0, 10, 64).astype("int32"),
    }
    return "convolutional network", [cost, *grad(cost, (first, second, last))], values


def recurrent() -> Model:
    """An LSTM over 40 steps."""
    x = gn.symbol("x", (40, "n", 32), "float32")
    entry, again, bias = weights("entry", 32, 256), weights("again", 64, 256), weights("bias", 256)

    def step(state: Any, entries: Any) -> Any:
        hidden, cell = state
        gates = entries @ entry + hidden @ again + bias
        put, keep, new, show = (gates[:, 64 * k : 64 * (k + 1)] for k in range(4))
        cell = gn.nn.sigmoid(keep) * cell + gn.nn.sigmoid(put) * gn.tanh(new)
        return (gn.nn.sigmoid(show) * gn.tanh(cell), cell), None

    nothing = gn.zeros((x.shape[1], 64), dtype="float32")
    (hidden, _), _ = gn.scan(step, (nothing, nothing), x)
    cost = gn.mean(hidden**2)
    values = {x: rng.normal(size=(40, 32, 32)).astype("float32")}
    return "LSTM", [cost, *grad(cost, (entry, again, bias))], values


MODELS = (logistic, perceptron, attention, convolutions, recurrent)


class Measure(NamedTuple):
    """What a program takes: nodes after the laws, steps, milliseconds of a run, KB of intermediate values."""

    nodes: int
    steps: int
    time: float
    memory: float


def measured(
    outputs: list[Any], values: dict[Any, Any], only: Callable[[Any], bool]
) -> tuple[Measure, list[Any]]:
    """Measure the program of some outputs with some of the laws; also gives its results."""
    nodes = len(rewritten(outputs, {}, only=only).order)
    program = Program(rewritten(outputs, {}, only=only, expand=True), native=True)
    times = []
    for _ in range(15):
        sizes, memory = Solution(), {}
        for leaf in program.capture.leaves():
            memory[leaf] = (
                values[leaf] if leaf in values else leaf.cell[0] if hasattr(leaf, "cell") else leaf.data
            )
            sizes.meet(leaf.shape, memory[leaf].shape)
        started = time.perf_counter()
        results = program.run(memory, sizes)
        times.append(time.perf_counter() - started)
    room = sum(sizes.number(size) for size in Layout(Plan(program, list(values))).bytes)
    return Measure(nodes, len(program.steps), min(times) * 1e3, room / 1e3), results


def row(name: str, firings: object, measure: Measure, all_on: Measure) -> str:
    """Return a row of a table: each figure with its ratio to that of all laws."""
    ratio = [f"{measure.time:.2f} ({measure.time / all_on.time:.2f}x)"]
    ratio.append(f"{measure.memory:,.0f} ({measure.memory / max(all_on.memory, 1e-9):.2f}x)")
    return f"| {name} | {firings} | {measure.nodes} | {measure.steps} | {' | '.join(ratio)} |"


def section(make: Callable[[], Model]) -> list[str]:
    """Return the table of a model."""
    name, outputs, values = make()
    started = time.perf_counter()
    fired = rewritten(outputs, {}).fired
    spent = (time.perf_counter() - started) * 1e3
    none, plain = measured(outputs, values, lambda law: False)
    whole, results = measured(outputs, values, lambda law: True)
    gap = max(float(np.max(np.abs(a - b)) / (np.max(np.abs(a)) + 1e-30)) for a, b in zip(plain, results))
    lines = [
        f"## {name}",
        "",
        f"{len(fired)} firings, {spent:.0f} ms to rewrite; results with and without laws differ by {gap:.1e}, relatively.",
        "",
        "| laws | firings | nodes | steps | ms | KB |",
        "|---|--:|--:|--:|--:|--:|",
        row("all", len(fired), whole, whole),
        row("none", 0, none, whole),
    ]
    for group in dict.fromkeys(law.group for law in LAWS):
        count = sum(firing.law.group == group for firing in fired)
        if not count:
            continue
        alone, _ = measured(outputs, values, lambda law, group=group: law.group == group)
        without, _ = measured(outputs, values, lambda law, group=group: law.group != group)
        lines += [row(f"only {group}", count, alone, whole), row(f"all but {group}", "", without, whole)]
        print(name, group, flush=True)
    return [*lines, ""]


def main() -> None:
    """Write the page."""
    text = [
        "# What laws save",
        "",
        "Written by `make study`: five models with their gradients, run with groups of laws on and off. *Nodes* are",
        "expressions after the laws, *steps* are kernels and calls, *KB* is the memory of intermediate values; in brackets",
        "the ratio to all laws: above 1, the missing laws cost that much.",
        "",
        f"Fastest of 15 runs, one thread of BLAS, Python {platform.python_version()}, NumPy {np.__version__}.",
        "",
    ]
    for make in MODELS:
        text += section(make)
    page = Path(__file__).resolve().parents[1] / "docs" / "laws_measured.md"
    page.write_text("\n".join(text).rstrip() + "\n")
    print(f"wrote {page.relative_to(page.parents[1])}")


if __name__ == "__main__":
    main()
