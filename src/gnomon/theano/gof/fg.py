"""Function graphs: copies of graphs that may be changed in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.gof.copying import clone_get_equiv
from gnomon.theano.gof.utils import object2
from gnomon.theano.gof.walking import io_toposort, variables_and_orphans


class InconsistencyError(Exception):
    """A change that would break a graph."""


class AlreadyThere(Exception):
    """A feature is attached to a graph that has another for the same."""


class CachedConstantError(Exception):
    """A cached constant used in two function graphs."""


class MissingInputError(Exception):
    """A variable without a value that a function needs."""


class FunctionGraph(object2):
    """A graph with known clients of each variable: ``inputs``, ``outputs``, ``apply_nodes``, ``variables``."""

    __hash__ = object.__hash__
    __eq__ = object.__eq__

    def __init__(
        self,
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        features: Sequence[Any] | None = None,
        clone: bool = True,
        update_mapping: Any = None,
    ) -> None:
        if clone:
            copies = clone_get_equiv(inputs, outputs)
            inputs, outputs = [copies[v] for v in inputs], [copies[v] for v in outputs]
        self.inputs = list(inputs)
        self.outputs = list(outputs)
        self.update_mapping = update_mapping
        self._features: list[Any] = []
        self._read()
        for feature in features or ():
            self.attach_feature(feature)

    def _read(self, reason: Any = None) -> None:
        """Find what is between inputs and outputs, and who uses it; tell features of applications that came and went."""
        from gnomon.theano.gof.graph import Constant

        found, orphans = variables_and_orphans(self.inputs, self.outputs)
        for orphan in orphans:
            if not isinstance(orphan, Constant):
                raise MissingInputError(f"undeclared input: {orphan} ({orphan.type})", orphan)
        self.variables = {*found, *self.inputs}
        order = io_toposort(self.inputs, self.outputs)
        before: set[Any] = getattr(self, "apply_nodes", set())
        self.apply_nodes = set(order)
        self._clients: dict[Any, list[tuple[Any, int]]] = {v: [] for v in self.variables}
        for node in order:
            node.fgraph = self
            for place, variable in enumerate(node.inputs):
                self._clients.setdefault(variable, []).append((node, place))
        for place, output in enumerate(self.outputs):
            self._clients.setdefault(output, []).append(("output", place))
        for variable in self.variables:
            variable.fgraph = self
            variable.clients = self._clients[variable]
        if self._features:
            for node in order:
                if node not in before:
                    self.execute_callbacks("on_import", node, reason)
            for node in before - self.apply_nodes:
                self.execute_callbacks("on_prune", node, reason)

    def clients(self, variable: Any) -> list[tuple[Any, int]]:
        """Return who uses a variable: pairs of an application, or "output", and a place."""
        return self._clients.get(variable, [])

    def toposort(self) -> list[Any]:
        """Return the applications, each after those that it needs, and after those that features say."""
        return io_toposort(self.inputs, self.outputs, self.orderings())

    def orderings(self) -> dict[Any, list[Any]]:
        """Return, for applications, which others features want to come before."""
        found: dict[Any, list[Any]] = {}
        for feature in self._features:
            if hasattr(feature, "orderings"):
                for node, before in (feature.orderings(self) or {}).items():
                    found[node] = found.get(node, []) + list(before)
        return found

    def change_input(self, node: Any, i: int, new_r: Any, reason: Any = None) -> None:
        """Let an application, or the "output", use another variable."""
        place = self.outputs if node == "output" else node.inputs
        if place[i].type != new_r.type:
            raise TypeError(f"the type of the replacement, {new_r.type}, must be that of {place[i]}")
        self._change([(node, i)], place[i], new_r, reason)

    def replace(self, r: Any, new_r: Any, reason: Any = None, verbose: Any = None) -> None:
        """Use another variable wherever ``r`` is used."""
        if r.type != new_r.type:
            new_r = r.type.filter_variable(new_r)
        self._change(list(self.clients(r)), r, new_r, reason)

    def _change(self, places: list[tuple[Any, int]], old: Any, new: Any, reason: Any) -> None:
        """Use another variable at some places."""
        for node, i in places:
            (self.outputs if node == "output" else node.inputs)[i] = new
        self._read(reason)
        for node, i in places if self._features else ():
            self.execute_callbacks("on_change_input", node, i, old, new, reason)

    def replace_all(self, pairs: Any, reason: Any = None) -> None:
        """Replace several variables."""
        for old, new in pairs:
            self.replace(old, new, reason)

    def replace_validate(self, r: Any, new_r: Any, reason: Any = None, verbose: Any = None) -> None:
        """Use another variable, unless a feature's ``validate`` refuses: then nothing changes, and its error is raised."""
        self.replace_all_validate([(r, new_r)], reason)

    def replace_all_validate(self, replacements: Any, reason: Any = None, verbose: Any = None) -> None:
        """Replace several variables, or none where a feature refuses."""
        done: list[tuple[list[tuple[Any, int]], Any, Any]] = []
        try:
            for old, new in replacements:
                done.append((list(self.clients(old)), old, new))
                self.replace(old, new, reason)
            self.validate()
        except Exception:
            for places, old, new in reversed(done):
                self._change(places, new, old, ("Revert", reason))
            raise

    def validate(self) -> None:
        """Ask the features whether the graph may be as it is; one that refuses raises an error."""
        self.execute_callbacks("validate")

    def attach_feature(self, feature: Any) -> None:
        """Tell an object of changes, unless it says that another does its work already (`AlreadyThere`)."""
        if feature in self._features:
            return
        if hasattr(feature, "on_attach"):
            try:
                feature.on_attach(self)
            except AlreadyThere:
                return
        self._features.append(feature)

    def remove_feature(self, feature: Any) -> None:
        """Stop telling an object of changes."""
        if feature in self._features:
            self._features.remove(feature)
            if hasattr(feature, "on_detach"):
                feature.on_detach(self)

    def execute_callbacks(self, name: str, *arguments: Any, **named: Any) -> None:
        """Call a method of each feature that has it."""
        for feature in self._features:
            method = getattr(feature, name, None)
            if method is not None:
                method(self, *arguments, **named)

    def disown(self) -> None:
        """Forget the graph: its variables may belong to another."""
        for thing in [*self.variables, *self.apply_nodes]:
            if getattr(thing, "fgraph", None) is self:
                del thing.fgraph
        self.variables, self.apply_nodes, self._clients = set(), set(), {}

    def check_integrity(self) -> None:
        """Raise an error if what is noted differs from the graph."""
        if set(self.toposort()) != self.apply_nodes:
            raise InconsistencyError("the applications of the graph have changed behind its back")

    def clone(self, check_integrity: bool = True) -> FunctionGraph:
        """Return a copy."""
        return self.clone_get_equiv(check_integrity)[0]

    def clone_get_equiv(
        self, check_integrity: bool = True, attach_feature: bool = True
    ) -> tuple[FunctionGraph, dict[Any, Any]]:
        """Return a copy, and the copy of each variable and application."""
        copies = clone_get_equiv(self.inputs, self.outputs)
        made = FunctionGraph([copies[v] for v in self.inputs], [copies[v] for v in self.outputs], clone=False)
        if attach_feature:
            for feature in self._features:
                made.attach_feature(feature)
        return made, copies

    def __str__(self) -> str:
        from gnomon.theano.gof.texts import as_string

        return f"[{', '.join(as_string(self.inputs, self.outputs))}]"

    __repr__ = __str__
