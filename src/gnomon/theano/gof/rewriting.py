"""Rewrites that programs write: of whole graphs, and of single applications."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon.theano.gof.utils import MethodNotDefined


class Optimizer:
    """A rewrite of whole graphs: `apply` changes a `FunctionGraph`, after `add_requirements` attached what it needs."""

    name: str | None = None

    def add_requirements(self, fgraph: Any) -> None:
        """Attach features to the graph."""

    def apply(self, fgraph: Any) -> Any:
        """Change the graph."""
        raise MethodNotDefined("apply", type(self), type(self).__name__)

    def optimize(self, fgraph: Any, *arguments: Any, **named: Any) -> Any:
        """Change a graph, with what that needs."""
        self.add_requirements(fgraph)
        return self.apply(fgraph, *arguments, **named)

    def __call__(self, fgraph: Any) -> Any:
        return self.optimize(fgraph)


class FromFunctionOptimizer(Optimizer):
    """A rewrite that a function of graphs is."""

    def __init__(self, fn: Callable[[Any], Any], requirements: Sequence[Callable[[Any], None]] = ()) -> None:
        self.apply = fn  # type: ignore[method-assign, assignment]
        self.requirements = requirements
        self.__name__ = fn.__name__

    def add_requirements(self, fgraph: Any) -> None:
        for requirement in self.requirements:
            requirement(fgraph)


def inplace_optimizer(fn: Callable[[Any], Any]) -> Optimizer:
    """Make a rewrite of a function of graphs that lets operations overwrite their inputs (a decorator)."""
    return FromFunctionOptimizer(fn)


def optimizer(fn: Callable[[Any], Any]) -> Optimizer:
    """Make a rewrite of a function of graphs (a decorator)."""
    return FromFunctionOptimizer(fn)


class SeqOptimizer(Optimizer, list):  # type: ignore[type-arg]
    """Rewrites, one after the other."""

    def __init__(self, *opts: Any) -> None:
        single = len(opts) == 1 and isinstance(opts[0], (list, tuple))
        super().__init__(opts[0] if single else opts)

    def apply(self, fgraph: Any) -> None:
        for rewrite in self:
            rewrite.optimize(fgraph)


class MergeOptimizer(Optimizer):
    """One application where several were equal."""

    def apply(self, fgraph: Any) -> None:
        from gnomon.theano.gof.simplifying import merge

        merge(fgraph)


class LocalOptimizer:
    """A rewrite of single applications: ``transform(node)`` gives what stands for its outputs, or False."""

    def __init__(self, transform: Callable[..., Any] | None = None, tracks: Any = None) -> None:
        if transform is not None:
            self.__dict__["transform"] = transform
            self.__name__ = transform.__name__
        self.tracked = tracks

    def tracks(self) -> Any:
        """Return the operations that it looks at, None for all."""
        return getattr(self, "tracked", None)

    def transform(self, node: Any, *arguments: Any, **named: Any) -> Any:
        """Return what stands for the outputs of an application, or False."""
        return False


def local_optimizer(
    tracks: Any, inplace: bool = False, requirements: Any = ()
) -> Callable[[Any], LocalOptimizer]:
    """Return a decorator that makes a rewrite of a function of applications."""
    if tracks is not None and len(tracks) == 0:
        raise ValueError("Use None instead of an empty list to apply to all nodes.", tracks)

    def made(transform: Callable[..., Any]) -> LocalOptimizer:
        return LocalOptimizer(transform, tracks)

    return made
