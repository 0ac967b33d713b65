"""From Theano's graphs to Gnomon's expressions: every value that a function needs, computed by `Op.lower`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gnomon.theano.gof.fg import MissingInputError
from gnomon.theano.gof.graph import Apply, Constant
from gnomon.theano.gof.walking import io_toposort


class Lowering:
    """The expressions of variables, made once each; ``known`` are those of the inputs."""

    def __init__(self, known: Mapping[Any, Any]) -> None:
        self.values: dict[Any, Any] = dict(known)

    def of(self, outputs: Sequence[Any]) -> list[Any]:
        """Return the expressions of some variables."""
        for node in io_toposort(self.values, outputs):
            if all(output in self.values for output in node.outputs):
                continue
            for output, value in zip(node.outputs, lowered(node, [self.value(v) for v in node.inputs])):
                self.values.setdefault(output, value)
        return [self.value(output) for output in outputs]

    def value(self, variable: Any) -> Any:
        """Return the expression of a variable whose owner was lowered."""
        if variable in self.values:
            return self.values[variable]
        if isinstance(variable, Constant):
            value = self.values[variable] = variable.type.lower_constant(variable.data)
            return value
        raise MissingInputError(
            f"the value of {variable} ({variable.type}) is needed, but it is neither an input of the function nor "
            "shared, and has no value given (givens)",
            variable,
        )


def lowering_of(op: Any) -> Callable[..., Any] | None:
    """Return the method that says what an operation is in Gnomon, None if its class has none.

    Objects may have an attribute of that name that means something else, as Theano's Cholesky(lower=True) has.
    """
    found = getattr(type(op), "lower", None)
    return None if found is None else found.__get__(op)


def lowered(node: Apply, values: Sequence[Any]) -> list[Any]:
    """Return what an application gives, as Gnomon's expressions of the types that it promises."""
    lower = lowering_of(node.op)
    if lower is None:
        from gnomon.theano.performing import called_back

        return called_back(node, values)
    found = lower(node, *values)
    listed: Iterable[Any] = found if isinstance(found, (list, tuple)) else (found,)
    return [
        output.type.fitted(value) if hasattr(output.type, "fitted") else value
        for output, value in zip(node.outputs, listed)
    ]


def performed(node: Apply, values: Sequence[Any]) -> list[Any]:
    """Return what an application gives for plain values."""
    from gnomon.theano.performing import carried_out

    return carried_out(node, values)
