"""What computes arrays whose values are known: an engine, which lies above this layer and is loaded by its name."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, cast

from gnomon.graph.errors import ArgumentError
from gnomon.graph.sites import user_site

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array


class Engine(Protocol):
    """The module of an engine."""

    def computed(self, application: Application) -> tuple[Array, ...]:
        """Return the results of an application to constants: constants, or its own outputs if that cannot be."""

    def evaluate(self, outputs: Sequence[Array], values: Mapping[Array, Any] | None = None) -> list[Any]:
        """Return the value of each expression; ``values`` gives those of inputs, or of any other array."""

    def taken(self, array: Array, value: Any) -> Any:
        """Return a value for a leaf as a NumPy array of its dtype and rank."""


ENGINES = {"reference": "gnomon.compile.reference.engine", "native": "gnomon.runtime.eager"}
"""NumPy, or kernels that are compiled when an operation first meets arrays of a kind."""

_chosen: list[str] = []


def engine() -> Engine:
    """Return the engine at work."""
    return cast("Engine", import_module(ENGINES[chosen()]))


def chosen() -> str:
    """Return the name of the engine at work: what `choose` said, else the environment's `GNOMON_ENGINE`."""
    if not _chosen:
        choose(os.environ.get("GNOMON_ENGINE") or "reference")
    return _chosen[0]


def choose(name: str) -> None:
    """Let another engine compute."""
    if name not in ENGINES:
        raise ArgumentError(f"the engine is one of {', '.join(ENGINES)}, not {name!r}", user_site())
    _chosen[:] = [name]
