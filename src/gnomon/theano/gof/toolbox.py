"""Features of function graphs: objects that are told of changes, and that give graphs methods."""

from __future__ import annotations

from typing import Any


class Feature:
    """What may be attached to a graph: its methods are called when the graph changes."""

    def on_attach(self, fgraph: Any) -> None:
        """Begin."""

    def on_detach(self, fgraph: Any) -> None:
        """End."""

    def on_change_input(self, fgraph: Any, node: Any, i: Any, r: Any, new_r: Any, reason: Any = None) -> None:
        """``new_r`` stands for ``r`` from now on."""


class ReplaceValidate(Feature):
    """Gives a graph `replace_validate`, which every graph here has."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class NodeFinder(Feature):
    """Gives a graph `get_nodes(op)`: its applications of an operation."""

    def on_attach(self, fgraph: Any) -> None:
        fgraph.get_nodes = lambda op: [node for node in fgraph.toposort() if node.op == op]

    def on_detach(self, fgraph: Any) -> None:
        del fgraph.get_nodes


class PrintListener(Feature):
    """Prints each change."""

    def __init__(self, active: bool = True) -> None:
        self.active = active

    def on_change_input(self, fgraph: Any, node: Any, i: Any, r: Any, new_r: Any, reason: Any = None) -> None:
        if self.active:
            print(f"-- changing {r} to {new_r}: {reason}")
