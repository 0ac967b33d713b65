"""Features of function graphs: objects that are told of changes, and that give graphs methods."""

from __future__ import annotations

from functools import partial
from typing import Any

from gnomon.theano.gof.fg import AlreadyThere, InconsistencyError
from gnomon.theano.gof.walking import view_roots


class ReplacementDidntRemovedError(Exception):
    """What a replacement was to remove from a graph is still there."""


class Feature:
    """What may be attached to a graph: its methods are called when the graph changes."""

    def on_attach(self, fgraph: Any) -> None:
        """Begin; an `AlreadyThere` says that another feature does the same."""

    def on_detach(self, fgraph: Any) -> None:
        """End."""

    def on_import(self, fgraph: Any, node: Any, reason: Any) -> None:
        """An application came into the graph."""

    def on_prune(self, fgraph: Any, node: Any, reason: Any) -> None:
        """An application left the graph."""

    def on_change_input(self, fgraph: Any, node: Any, i: Any, r: Any, new_r: Any, reason: Any = None) -> None:
        """``new_r`` stands for ``r`` as an input of an application, or of the "output", from now on."""

    def orderings(self, fgraph: Any) -> dict[Any, list[Any]]:
        """Return, for applications, which others must come before."""
        return {}


class Bookkeeper(Feature):
    """A feature that is told of the applications of a graph at the beginning and at the end, too."""

    def on_attach(self, fgraph: Any) -> None:
        for node in fgraph.toposort():
            self.on_import(fgraph, node, "on_attach")

    def on_detach(self, fgraph: Any) -> None:
        for node in fgraph.toposort():
            self.on_prune(fgraph, node, "Bookkeeper.detach")


class History(Feature):
    """Gives a graph ``checkpoint()`` and ``revert(checkpoint)``, which undoes what was replaced since."""

    def __init__(self) -> None:
        self.history: dict[Any, list[tuple[Any, ...]] | None] = {}
        self.numbers: dict[Any, int] = {}

    def on_attach(self, fgraph: Any) -> None:
        if hasattr(fgraph, "checkpoint"):
            raise AlreadyThere("the graph has a history already")
        self.history[fgraph], self.numbers[fgraph] = [], 0
        fgraph.checkpoint, fgraph.revert = partial(self.checkpoint, fgraph), partial(self.revert, fgraph)

    def on_detach(self, fgraph: Any) -> None:
        del fgraph.checkpoint, fgraph.revert, self.history[fgraph], self.numbers[fgraph]

    def checkpoint(self, fgraph: Any) -> int:
        """Return what `revert` takes; what was before can not be undone any more."""
        self.history[fgraph] = []
        self.numbers[fgraph] += 1
        return self.numbers[fgraph]

    def on_change_input(self, fgraph: Any, node: Any, i: Any, r: Any, new_r: Any, reason: Any = None) -> None:
        noted = self.history[fgraph]
        if noted is not None:
            noted.append((node, i, r, ("Revert", reason)))

    def revert(self, fgraph: Any, checkpoint: int) -> None:
        """Undo what was replaced since a checkpoint, the last one."""
        if self.numbers[fgraph] != checkpoint:
            raise AssertionError(f"only the last checkpoint can be gone back to, {self.numbers[fgraph]}")
        changes = self.history[fgraph] or []
        self.history[fgraph] = None
        for change in reversed(changes):
            fgraph.change_input(*change)
        self.history[fgraph] = []


class Validator(Feature):
    """Gives a graph ``consistent()``: whether every feature's ``validate`` allows the graph."""

    def on_attach(self, fgraph: Any) -> None:
        if hasattr(fgraph, "consistent"):
            raise AlreadyThere("the graph has a validator already")
        fgraph.consistent = partial(self.consistent_, fgraph)

    def on_detach(self, fgraph: Any) -> None:
        del fgraph.consistent

    def consistent_(self, fgraph: Any) -> bool:
        """Whether no feature refuses."""
        try:
            fgraph.validate()
        except Exception:
            return False
        return True


class ReplaceValidate(History, Validator):
    """Gives a graph a history, and ``replace_all_validate_remove``; the other ways to replace every graph has."""

    def on_attach(self, fgraph: Any) -> None:
        History.on_attach(self, fgraph)
        Validator.on_attach(self, fgraph)
        fgraph.replace_all_validate_remove = partial(self.replace_all_validate_remove, fgraph)

    def on_detach(self, fgraph: Any) -> None:
        History.on_detach(self, fgraph)
        Validator.on_detach(self, fgraph)
        del fgraph.replace_all_validate_remove

    def replace_all_validate_remove(
        self, fgraph: Any, replacements: Any, remove: Any, reason: Any = None, warn: bool = True
    ) -> None:
        """Replace variables; where one of ``remove`` is still in the graph then, nothing changes, and an error says so."""
        checkpoint = self.checkpoint(fgraph)
        fgraph.replace_all_validate(replacements, reason)
        left = [thing for thing in remove if thing in fgraph.apply_nodes or thing in fgraph.variables]
        if left:
            self.revert(fgraph, checkpoint)
            raise ReplacementDidntRemovedError(
                f"{reason or 'a rewrite'} was to remove {left[0]}, which is still needed"
            )

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class NodeFinder(Bookkeeper):
    """Gives a graph ``get_nodes(op)``: its applications of an operation."""

    def on_attach(self, fgraph: Any) -> None:
        if hasattr(fgraph, "get_nodes"):
            raise AlreadyThere("the graph finds its applications already")
        fgraph.get_nodes = lambda op: [node for node in fgraph.toposort() if node.op == op]

    def on_detach(self, fgraph: Any) -> None:
        del fgraph.get_nodes


class PrintListener(Feature):
    """Prints each change."""

    def __init__(self, active: bool = True) -> None:
        self.active = active

    def _say(self, text: str) -> None:
        if self.active:
            print(f"-- {text}")

    def on_attach(self, fgraph: Any) -> None:
        self._say(f"attaching to:  {fgraph}")

    def on_detach(self, fgraph: Any) -> None:
        self._say(f"detaching from:  {fgraph}")

    def on_import(self, fgraph: Any, node: Any, reason: Any) -> None:
        self._say(f"importing: {node}, reason: {reason}")

    def on_prune(self, fgraph: Any, node: Any, reason: Any) -> None:
        self._say(f"pruning: {node}, reason: {reason}")

    def on_change_input(self, fgraph: Any, node: Any, i: Any, r: Any, new_r: Any, reason: Any = None) -> None:
        self._say(f"changing ({node}.inputs[{i}]) from {r} to {new_r}")


class PreserveVariableAttributes(Feature):
    """Gives what stands for a variable its name."""

    def on_change_input(self, fgraph: Any, node: Any, i: Any, r: Any, new_r: Any, reason: Any = None) -> None:
        if r.name is not None and new_r.name is None:
            new_r.name = r.name


PreserveNames = PreserveVariableAttributes


class NoOutputFromInplace(Feature):
    """Refuses graphs of which an output, from one place to another, is computed into an input's memory."""

    def __init__(self, first_output_idx: int = 0, last_output_idx: int | None = None) -> None:
        self.places = slice(first_output_idx, last_output_idx)

    def validate(self, fgraph: Any) -> None:
        """Raise an error where an output overwrites something."""
        for output in fgraph.outputs[self.places]:
            if output.owner is not None and output.index in getattr(output.owner.op, "destroy_map", {}):
                raise InconsistencyError(f"the output {output} must not overwrite another variable")


class Supervisor:
    """Refuses graphs that overwrite some variables, or outputs."""

    def __init__(self, protected: Any) -> None:
        self.protected = list(protected)

    def validate(self, fgraph: Any) -> None:
        """Raise an error where one is overwritten, or what it is a view of."""
        kept = {root for variable in [*self.protected, *fgraph.outputs] for root in view_roots(variable)}
        for node in fgraph.apply_nodes:
            for places in getattr(node.op, "destroy_map", {}).values():
                for variable in [node.inputs[place] for place in places]:
                    if kept.intersection(view_roots(variable)):
                        raise InconsistencyError(f"{node.op} would overwrite {variable}, which is protected")


__all__ = [
    "AlreadyThere",
    "Bookkeeper",
    "Feature",
    "History",
    "NoOutputFromInplace",
    "NodeFinder",
    "PreserveNames",
    "PreserveVariableAttributes",
    "PrintListener",
    "ReplaceValidate",
    "ReplacementDidntRemovedError",
    "Supervisor",
    "Validator",
]
