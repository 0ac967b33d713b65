"""Says what each group of laws saves in three models with their gradients: nodes, steps of the program, time.

`python scripts/measure_laws.py`; "alone" has one group on, "without" all groups but one.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

import gnomon as gn
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


def measured(
    outputs: list[Any], values: dict[Any, Any], only: Callable[[Any], bool]
) -> tuple[int, int, float, list[Any]]:
    """Nodes after the laws, steps of the program, milliseconds of a run, results."""
    capture = rewritten(outputs, {}, only=only)
    nodes = len(capture.order)
    program = Program(rewritten(outputs, {}, only=only, expand=True), native=True)
    times = []
    for _ in range(20):
        sizes, memory = Solution(), {}
        for leaf in program.capture.leaves():
            memory[leaf] = (
                values[leaf] if leaf in values else leaf.cell[0] if hasattr(leaf, "cell") else leaf.data
            )
            sizes.meet(leaf.shape, memory[leaf].shape)
        started = time.perf_counter()
        results = program.run(memory, sizes)
        times.append(time.perf_counter() - started)
    return nodes, len(program.steps), min(times) * 1e3, results


def main() -> None:
    """Prints a table for each model."""
    groups = list(dict.fromkeys(law.group for law in LAWS))
    for make in (logistic, perceptron, attention):
        name, outputs, values = make()
        started = time.perf_counter()
        fired = rewritten(outputs, {}).fired
        spent = (time.perf_counter() - started) * 1e3
        print(f"\n{name}: {len(fired)} firings, {spent:.1f} ms to rewrite")
        nodes, steps, ms, plain = measured(outputs, values, lambda law: False)
        print(f"  {'no laws':22} {nodes:4} nodes {steps:4} steps {ms:8.3f} ms")
        nodes, steps, ms, results = measured(outputs, values, lambda law: True)
        gap = max(float(np.max(np.abs(a - b)) / (np.max(np.abs(a)) + 1e-30)) for a, b in zip(plain, results))
        print(
            f"  {'all that are on':22} {nodes:4} nodes {steps:4} steps {ms:8.3f} ms   results differ by {gap:.1e}"
        )
        for group in groups:
            if not any(firing.law.group == group for firing in fired):
                continue
            count = sum(firing.law.group == group for firing in fired)
            alone = measured(outputs, values, lambda law, group=group: law.group == group)
            without = measured(outputs, values, lambda law, group=group: law.group != group)
            print(
                f"  {group:22} {count:3} firings; alone {alone[0]:3} nodes {alone[1]:3} steps {alone[2]:8.3f} ms;"
                f" without {without[0]:3} nodes {without[1]:3} steps {without[2]:8.3f} ms"
            )


if __name__ == "__main__":
    main()
