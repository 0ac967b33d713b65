"""Function graphs: copies of graphs that may be changed in place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.gof.copying import clone_get_equiv
from gnomon.theano.gof.utils import object2
from gnomon.theano.gof.walking import io_toposort, variables_and_orphans


class InconsistencyError(Exception):
    """A change that would break a graph."""


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

    def _read(self) -> None:
        """Find what is between inputs and outputs, and who uses it."""
        from gnomon.theano.gof.graph import Constant

        found, orphans = variables_and_orphans(self.inputs, self.outputs)
        for orphan in orphans:
            if not isinstance(orphan, Constant):
                raise MissingInputError(f"undeclared input: {orphan} ({orphan.type})", orphan)
        self.variables = {*found, *self.inputs}
        order = io_toposort(self.inputs, self.outputs)
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

    def clients(self, variable: Any) -> list[tuple[Any, int]]:
        """Return who uses a variable: pairs of an application, or "output", and a place."""
        return self._clients.get(variable, [])

    def toposort(self) -> list[Any]:
        """Return the applications, each after those that it needs."""
        return io_toposort(self.inputs, self.outputs)

    def change_input(self, node: Any, i: int, new_r: Any, reason: Any = None) -> None:
        """Let an application, or the "output", use another variable."""
        place = self.outputs if node == "output" else node.inputs
        if place[i].type != new_r.type:
            raise TypeError(f"the type of the replacement, {new_r.type}, must be that of {place[i]}")
        place[i] = new_r
        self._read()

    def replace(self, r: Any, new_r: Any, reason: Any = None, verbose: Any = None) -> None:
        """Use another variable wherever ``r`` is used."""
        if r.type != new_r.type:
            new_r = r.type.filter_variable(new_r)
        for node, i in list(self.clients(r)):
            (self.outputs if node == "output" else node.inputs)[i] = new_r
        self._read()
        self.execute_callbacks("on_change_input", None, 0, r, new_r, reason)

    replace_validate = replace

    def replace_all(self, pairs: Any, reason: Any = None) -> None:
        """Replace several variables."""
        for old, new in pairs:
            self.replace(old, new, reason)

    replace_all_validate = replace_all

    def attach_feature(self, feature: Any) -> None:
        """Tell an object of changes."""
        if feature in self._features:
            return
        self._features.append(feature)
        if hasattr(feature, "on_attach"):
            feature.on_attach(self)

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
