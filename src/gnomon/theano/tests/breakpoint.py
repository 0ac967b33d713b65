"""`theano.tests.breakpoint`: a debugger that starts when a value inside a function is as a condition says."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Apply, Variable
from gnomon.theano.gof.op import Op


class PdbBreakpoint(Op):
    """Values, given on; where the condition holds, a debugger shows them in the list ``monitored``.

    Used as ``a, b = PdbBreakpoint("name")(condition, a, b)``. What the debugger changes in ``monitored`` is given on. It
    is the first of pudb, ipdb and pdb that is installed.
    """

    __props__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def make_node(self, condition: Any, *monitored_vars: Any) -> Apply:
        from gnomon.theano.tensor.variables import as_tensor_variable

        if not isinstance(condition, Variable):
            condition = as_tensor_variable(condition)
        if condition.ndim:
            raise AssertionError(
                f"the condition of a breakpoint is a single truth value, got {condition.type}"
            )
        made = type(self)(self.name)
        made.view_map = {place: [place + 1] for place in range(len(monitored_vars))}
        return Apply(made, [condition, *monitored_vars], [entry.type() for entry in monitored_vars])

    def perform(self, node: Apply, inputs: Any, output_storage: Any, params: Any = None) -> None:
        monitored = list(inputs[1:])
        if inputs[0]:
            monitored = [np.asarray(entry) for entry in monitored]
            print(
                f"\nBreakpoint {self.name!r}: its condition holds. The list `monitored` has the values in their order; what "
                "you change there is used from here on.\n"
            )
            self.debugger().set_trace()
        for cell, kind, value in zip(output_storage, node.outputs, monitored):
            cell[0] = kind.type.filter(value) if inputs[0] else value

    @staticmethod
    def debugger() -> Any:
        """Return the debugger that starts."""
        return importlib.import_module(next(name for name in ("pudb", "ipdb", "pdb") if find_spec(name)))

    def grad(self, inputs: Any, output_grads: Any) -> Any:
        from gnomon.theano.differentiating.reverse import disconnected_type

        return [disconnected_type(), *output_grads]

    def do_constant_folding(self, node: Apply) -> bool:
        return False

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that each value is connected to itself alone."""
        count = len(node.outputs)
        return [[place == out + 1 for out in range(count)] for place in range(count + 1)]
