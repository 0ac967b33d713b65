"""How compiling grows: with the nodes of graphs of several kinds, and with the length of loops."""

from __future__ import annotations

import importlib.util
import os
import tempfile
import time
from typing import Any
from unittest import mock

import numpy as np

import gnomon as gn
from study.drawing import curves
from study.graphs import GRAPHS, OWN, Graph, columns, means, pieces, products

SIZES = (100, 300, 1000, 3000)
LENGTHS = (10, 1_000, 100_000)
PATIENCE = 1.0
"""JAX compiles a larger graph only after one that took so many seconds at most: some kinds take it minutes."""


def compile_ours(graph: Graph, nodes: int) -> tuple[int, float]:
    """Return the nodes of a graph and the seconds that it takes to compile, with an empty cache."""

    def make(shape: tuple[Any, ...], dtype: str) -> Any:
        return gn.symbol("x", tuple(["n" if size is None else size for size in shape]), dtype)

    inputs, outputs = graph(gn, make, nodes)
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, GNOMON_CACHE_DIR=folder),
        mock.patch("gnomon.compile.llvm._alike", {}),
        mock.patch("gnomon.compile.llvm._linked", {}),
    ):
        started = time.process_time()
        function = gn.function(inputs, outputs)
        spent = time.process_time() - started
    assert function.capture.before is not None
    return len(function.capture.before.order), spent


def compile_jax(graph: Graph, nodes: int) -> float:
    """Return the seconds that JAX takes to trace and compile a graph."""
    import jax
    import jax.numpy as jnp

    class Inputs:
        def __init__(self, given: tuple[Any, ...]) -> None:
            self.left = list(given)

        def __call__(self, shape: tuple[Any, ...], dtype: str) -> Any:
            return self.left.pop(0)

    if graph is products:
        shapes = [jax.ShapeDtypeStruct((10, 10), "float32")] * 2
    else:
        shape = {means: (1000, 32), columns: (1000, 32), pieces: (4096,)}.get(graph, (1000,))
        shapes = [jax.ShapeDtypeStruct(shape, "float64")]
    started = time.process_time()
    jax.jit(lambda *given: graph(jnp, Inputs(given), nodes)[1]).lower(*shapes).compile()
    return time.process_time() - started


def section() -> tuple[list[str], dict[str, str]]:
    """The section on compiling, and its plots."""
    beside = importlib.util.find_spec("jax") is not None
    ours: dict[str, list[tuple[float, float]]] = {}
    theirs: dict[str, list[tuple[float, float]]] = {}
    compile_ours(GRAPHS[0], 20)  # loads what is loaded once
    if beside:
        import jax

        jax.config.update("jax_enable_x64", True)
        compile_jax(GRAPHS[0], 20)
    for graph in (*GRAPHS, *OWN):
        name = graph.__name__
        for size in SIZES:
            nodes, spent = compile_ours(graph, size)
            ours.setdefault(name, []).append((nodes, spent))
            if beside and graph in GRAPHS and (not theirs.get(name) or theirs[name][-1][1] < PATIENCE):
                theirs.setdefault(name, []).append((nodes, compile_jax(graph, size)))
        print(name, [f"{n}: {s:.2f} s" for n, s in ours[name]], flush=True)
    text = [
        "## How compiling grows",
        "",
        "Seconds from expressions to a function ready to be called, with nothing in the cache, for graphs of several kinds"
        + (", and those of JAX (tracing and compiling) in brackets." if beside else "."),
        "",
        "![Seconds to compile](study/compiling.svg)",
        "",
        f"| graph | {' | '.join(f'about {size:,} nodes' for size in SIZES)} | ms per node, last |",
        f"|---|{'--:|' * (len(SIZES) + 1)}",
    ]
    for graph in (*GRAPHS, *OWN):
        name = graph.__name__
        jaxs = [f" ({spent:.3g} s)" for _, spent in theirs.get(name, [])]
        jaxs += [""] * (len(SIZES) - len(jaxs))
        cells = [f"{nodes:,}: {spent:.2f} s{jax}" for (nodes, spent), jax in zip(ours[name], jaxs)]
        nodes, spent = ours[name][-1]
        about = (graph.__doc__ or "").rstrip(".").lower()
        lines = f"| {name}: {about} | {' | '.join(cells)} | {spent / nodes * 1e3:.2f} |"
        text.append(lines)
    return [*text, "", *loops()], {"compiling": curves(ours, "nodes", "seconds")}


def loops() -> list[str]:
    """What loops of several lengths take."""
    lines = [
        "Loops compile in a time that does not know their length (milliseconds to compile, and of a call):",
        "",
        "| steps | recurrent network 16x64 with gradient: compile | call | elementwise 1,000: compile | call |",
        "|--:|--:|--:|--:|--:|",
    ]
    for length in LENGTHS:
        cells: list[str] = []
        for make in (_network, _elements):
            if make is _network and length > 1_000:
                cells += ["", ""]
                continue
            inputs, outputs, values = make(length)
            with (
                tempfile.TemporaryDirectory() as folder,
                mock.patch.dict(os.environ, GNOMON_CACHE_DIR=folder),
            ):
                started = time.process_time()
                function = gn.function(inputs, outputs)
                made = time.process_time()
                function(*values)
                cells += [f"{(made - started) * 1e3:.0f}", f"{(time.process_time() - made) * 1e3:.2f}"]
        lines.append(f"| {length:,} | {' | '.join(cells)} |")
    return [*lines, ""]


def _network(length: int) -> Any:
    x = gn.symbol("x", (length, 16, 64), "float32")
    w = gn.symbol("w", (64, 64), "float32")
    last, _ = gn.scan(lambda h, e: (gn.tanh(h @ w + e), None), gn.zeros((16, 64), dtype="float32"), x)
    cost = gn.mean(gn.square(last))
    draw = np.random.default_rng(0)
    values = [draw.normal(size=s).astype("float32") * 0.1 for s in ((length, 16, 64), (64, 64))]
    return [x, w], [cost, gn.grad(cost, w)], values


def _elements(length: int) -> Any:
    x = gn.symbol("x", (1_000,), "float64")
    last, _ = gn.scan(lambda z, _: (gn.sin(z) + x, None), x, None, length=length)
    return [x], [last], [np.linspace(0, 1, 1_000)]
