"""Graphs of any number of nodes, written for Gnomon and for JAX, to see how compiling grows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Graph = Callable[[Any, Any, int], Any]
"""Of a namespace of arrays, of a namespace for inputs, and of about so many nodes: inputs and outputs."""


def chain(xp: Any, make: Any, nodes: int) -> Any:
    """Elementwise functions one after the other."""
    x = z = make((None,), "float64")
    for k in range(nodes // 2):
        z = xp.tanh(z) + x if k % 2 else xp.sin(z) * x
    return [x], [z]


def products(xp: Any, make: Any, nodes: int) -> Any:
    """Small products one after the other."""
    x, w = make((10, 10), "float32"), make((10, 10), "float32")
    z = x
    for _ in range(nodes // 2):
        z = xp.tanh(z @ w)
    return [x, w], [z]


def means(xp: Any, make: Any, nodes: int) -> Any:
    """Each step takes away half of the mean of each row."""
    x = z = make((None, 32), "float64")
    for _ in range(nodes // 4):
        z = z - xp.mean(z, axis=-1, keepdims=True) * 0.5
    return [x], [z]


def columns(xp: Any, make: Any, nodes: int) -> Any:
    """Each step takes the sums of the columns away."""
    x = z = make((None, 32), "float64")
    for _ in range(nodes // 3):
        z = xp.sin(z) - xp.sum(z, axis=0)
    return [x], [z]


def sums(xp: Any, make: Any, nodes: int) -> Any:
    """Many sums of one vector."""
    x = make((None,), "float64")
    return [x], [xp.sum(xp.sin(x * (k + 1.5))) for k in range(nodes // 3)]


def fan(xp: Any, make: Any, nodes: int) -> Any:
    """Many results of one vector."""
    x = make((None,), "float64")
    return [x], [xp.sin(x * (k + 1.5)) for k in range(nodes // 2)]


def pieces(xp: Any, make: Any, nodes: int) -> Any:
    """Many numbers taken out of a vector and put together."""
    x = make((4096,), "float64")
    return [x], [xp.stack([x[k] * 2 + 1 for k in range(nodes // 4)])]


GRAPHS: tuple[Graph, ...] = (chain, products, means, columns, sums, fan, pieces)
"""What both libraries compile."""


def network(gn: Any, make: Any, nodes: int) -> Any:
    """A deep network with its gradient."""
    x = z = make((None, 32), "float32")
    weights = [make((32, 32), "float32") for _ in range(nodes // 10)]
    for w in weights:
        z = gn.tanh(z @ w)
    cost = gn.mean(gn.square(z))
    return [x, *weights], [cost, *gn.grad(cost, weights)]


def convolutions(gn: Any, make: Any, nodes: int) -> Any:
    """Convolutions one after the other."""
    x, w = make((2, 8, 8, 8), "float32"), make((8, 8, 3, 3), "float32")
    z = x
    for _ in range(nodes // 2):
        z = gn.nn.relu(gn.nn.conv(z, w, padding=1))
    return [x, w], [z]


def likelihood(gn: Any, make: Any, nodes: int) -> Any:
    """A sum of terms with parameters of their own, and its gradient."""
    x = make((None,), "float64")
    parameters = [make((), "float64") for _ in range(nodes // 9)]
    cost = sum(gn.sum(gn.exp(-gn.square(x - p))) for p in parameters)
    return [x, *parameters], [cost, *gn.grad(cost, parameters)]


OWN: tuple[Graph, ...] = (network, convolutions, likelihood)
"""What Gnomon compiles with its gradients."""
