"""What loops are described with."""

from __future__ import annotations

from typing import Any

from gnomon.theano.compile.copies import clone
from gnomon.theano.gof.comparing import equal_computations


class until:
    """The condition that ends a loop, as its function returns it."""

    def __init__(self, condition: Any) -> None:
        from gnomon.theano.tensor.variables import as_tensor_variable

        self.condition = as_tensor_variable(condition)
        if self.condition.ndim:
            raise AssertionError("the condition of until is a single truth value")


def map_variables(replacer: Any, graphs: Any, additional_inputs: Any = None) -> list[Any]:
    """Return programs with variables replaced by what a function gives for them."""
    from gnomon.theano.gof.walking import ancestors

    pairs = []
    for variable in reversed(ancestors(graphs)):
        new = replacer(variable)
        if new is not variable:
            pairs.append((variable, new))
    from gnomon.theano.compile.copies import replaced

    return replaced(list(graphs), pairs)


__all__ = ["clone", "equal_computations", "map_variables", "until"]
