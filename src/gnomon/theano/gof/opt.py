"""Rewrites of graphs, as programs wrote them: kept, and not applied. Gnomon simplifies by laws of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class LocalOptimizer:
    """A rewrite of single applications: ``transform(node)`` gives what stands for its outputs, or False."""

    def __init__(self, transform: Callable[..., Any] | None = None, tracks: Any = None) -> None:
        if transform is not None:
            self.__dict__["transform"] = transform
            self.__name__ = transform.__name__
        self.tracked = tracks

    def tracks(self) -> Any:
        """Return the operations that it looks at."""
        return self.tracked

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


class _Everywhere:
    """Rewrites that are carried out over a whole graph, one application after the other."""

    def __init__(self, *rewrites: Any, **options: Any) -> None:
        self.rewrites, self.options = rewrites, options

    def optimize(self, fgraph: Any, *arguments: Any) -> None:
        """Replace the outputs of applications by what the rewrites give."""
        for node in fgraph.toposort():
            for rewrite in self.rewrites:
                found = rewrite.transform(node)
                if found:
                    fgraph.replace_all(list(zip(node.outputs, found)))
                    break

    apply = optimize


out2in = in2out = _Everywhere


def check_stack_trace(f_or_fgraph: Any, ops_to_check: Any = "last", bug_print: str = "raise") -> bool:
    """Whether the applications of a function say where the user's program made them."""
    graph = f_or_fgraph.maker.fgraph if hasattr(f_or_fgraph, "maker") else f_or_fgraph
    nodes = graph.toposort()
    if ops_to_check == "last":
        nodes = [out.owner for out in graph.outputs if out.owner is not None]
    elif ops_to_check != "all":
        wanted = ops_to_check if isinstance(ops_to_check, (list, tuple)) else [ops_to_check]
        nodes = [node for node in nodes if any(node.op == op or type(node.op) is op for op in wanted)]
    return all(getattr(node.tag, "trace", None) for node in nodes)


__all__ = ["LocalOptimizer", "check_stack_trace", "in2out", "local_optimizer", "out2in"]
