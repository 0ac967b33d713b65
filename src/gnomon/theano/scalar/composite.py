"""`Composite`: an operation on single numbers made of others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.walking import io_toposort
from gnomon.theano.scalar.operations import ScalarOp


class Composite(ScalarOp):
    """The values of some expressions of single numbers, as one operation."""

    def __init__(self, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        from gnomon.theano.compile.copies import replaced

        super().__init__()
        self.inputs = [variable.type() for variable in inputs]
        self.outputs = replaced(list(outputs), list(zip(inputs, self.inputs)))
        for node in io_toposort(self.inputs, self.outputs):
            if not isinstance(node.op, ScalarOp):
                raise ValueError(
                    "The fgraph to Composite must be exclusively composed of ScalarOp instances."
                )
        self.nin, self.nout = len(self.inputs), len(self.outputs)

    def output_types(self, types: list[Any]) -> list[Any]:
        wanted = [variable.type for variable in self.inputs]
        if list(types) != wanted:
            raise TypeError(f"Wrong types for Composite. Expected {tuple(wanted)}, got {tuple(types)}.")
        return [variable.type for variable in self.outputs]

    def make_node(self, *inputs: Any) -> Apply:
        from gnomon.theano.scalar.types import as_scalar

        entries = [as_scalar(entry) for entry in inputs]
        if [entry.type for entry in entries] == [variable.type for variable in self.inputs]:
            return super().make_node(*entries)
        if len(entries) != self.nin:
            raise TypeError(f"{self} takes {self.nin} numbers, got {len(entries)}")
        known: dict[Any, Any] = dict(zip(self.inputs, entries))
        for node in io_toposort(self.inputs, self.outputs):
            known.update(
                zip(node.outputs, node.op.make_node(*[known.get(v, v) for v in node.inputs]).outputs)
            )
        return Composite(entries, [known.get(out, out) for out in self.outputs]).make_node(*entries)

    def lower(self, node: Apply, *values: Any) -> Any:
        from gnomon.theano.lowering import Lowering

        found = Lowering(dict(zip(self.inputs, values))).of(self.outputs)
        return found[0] if len(found) == 1 else found

    def _key(self) -> tuple[Any, ...]:
        places: dict[Any, Any] = {variable: (k, variable.type) for k, variable in enumerate(self.inputs)}
        steps = []
        for number, node in enumerate(io_toposort(self.inputs, self.outputs)):
            steps.append((node.op, tuple([places.get(v, _constant(v)) for v in node.inputs])))
            places.update({v: (number, k) for k, v in enumerate(node.outputs)})
        return (tuple([v.type for v in self.inputs]), tuple(steps), tuple([places[v] for v in self.outputs]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Composite) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((Composite, self.nin, self.nout, len(self._key()[1])))

    def __str__(self) -> str:
        from gnomon.theano.gof.texts import as_string

        names = {variable: f"i{k}" for k, variable in enumerate(self.inputs)}
        before = [variable.name for variable in self.inputs]
        for variable, name in names.items():
            variable.name = name
        try:
            text = ", ".join(as_string(self.inputs, self.outputs))
        finally:
            for variable, old in zip(self.inputs, before):
                variable.name = old
        return f"Composite{{{text}}}"


def _constant(variable: Any) -> Any:
    return (variable.type, variable.data) if isinstance(variable, Constant) else variable


__all__ = ["Composite"]
