"""How functions run: compiled as a whole, or application by application where values are not arrays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from gnomon.graph.garbage import seldom_searched
from gnomon.theano.gof.graph import Constant
from gnomon.theano.gof.walking import io_toposort, variables
from gnomon.theano.lowering import Lowering, lowering_of, performed


def is_compilable(arguments: Sequence[Any], shared: Sequence[Any], wanted: Sequence[Any]) -> bool:
    """Whether all values of a function are arrays of Gnomon."""
    between = variables([*arguments, *shared], wanted)
    return all(
        hasattr(variable.type, "lower_constant")
        and getattr(variable.type, "is_lowered", True)
        and _symbolic(variable)
        and not _is_of_user(variable)
        for variable in [*between, *arguments]
    )


def _is_of_user(variable: Any) -> bool:
    """Whether a user's Python function takes or gives sparse matrices."""
    node = variable.owner
    if node is None or lowering_of(node.op) is not None:
        return False
    return any(hasattr(entry.type, "taken_apart") for entry in [*node.inputs, *node.outputs])


def _symbolic(variable: Any) -> bool:
    return (
        hasattr(variable.type, "symbol") or hasattr(variable.type, "fitted") or isinstance(variable, Constant)
    )


class Compiled:
    """A function compiled as a whole: shared variables are inputs of it, and their next values outputs."""

    def __init__(
        self,
        arguments: Sequence[Any],
        shared: Sequence[Any],
        wanted: Sequence[Any],
        mode: Any,
        name: str | None,
    ) -> None:
        import gnomon as gn

        leaves = [*arguments, *shared]
        symbols = [_symbol(variable, place) for place, variable in enumerate(leaves)]
        self.apart = [getattr(leaf.type, "taken_apart", None) for leaf in leaves]
        self.together = [getattr(variable.type, "put_together", None) for variable in wanted]
        self.parts = any([*self.apart, *self.together])
        with seldom_searched():
            outs = Lowering(dict(zip(leaves, symbols))).of(list(wanted))
            self.function = gn.function(
                _parts(symbols),
                _parts(outs),
                on_unused_input="ignore",
                laws=mode.laws,
                name=name if name and name.isidentifier() else "function",
            )

    def __call__(self, values: Sequence[Any], held: Sequence[Any]) -> list[Any]:
        """Return the values of all that is wanted."""
        from gnomon.graph.errors import EvaluationError

        try:
            if self.parts:
                return self._joined([*values, *held])
            return [np.asarray(found) for found in self.function(*values, *held)]
        except EvaluationError as error:
            cause = _first_cause(error)
            if not isinstance(cause, Exception) or isinstance(cause, EvaluationError):
                raise
            cause.add_note(str(error))
            raise cause from None

    def _joined(self, values: Sequence[Any]) -> list[Any]:
        """Return the values of what is wanted, where some are matrices of several arrays."""
        given: list[Any] = []
        for value, apart in zip(values, self.apart):
            given += [value] if apart is None else apart(value)
        found = iter(self.function(*given))
        return [
            np.asarray(next(found)) if together is None else together([next(found) for _ in range(4)])
            for together in self.together
        ]


def _parts(values: Sequence[Any]) -> list[Any]:
    """Return expressions, sparse matrices as their arrays."""
    return [part for value in values for part in getattr(value, "parts", (value,))]


def _first_cause(error: BaseException) -> BaseException:
    """Return the error that others tell of, not that code for usual sizes was tried before."""
    from gnomon.compile.program import Misfit

    while True:
        inner = error.__cause__ or error.__context__
        if inner is None or isinstance(inner, Misfit):
            return error
        error = inner


def _symbol(variable: Any, place: int) -> Any:
    return variable.type.symbol(variable.name or f"input_{place}")


def _check_roots(leaves: Sequence[Any], wanted: Sequence[Any]) -> None:
    """Raise an error if something is needed that has no value."""
    from gnomon.theano.gof.fg import MissingInputError
    from gnomon.theano.gof.null_type import NullType

    for variable in variables(leaves, wanted):
        if variable.owner is None and variable not in leaves and not isinstance(variable, Constant):
            if isinstance(variable.type, NullType):
                raise TypeError(f"a gradient is needed that there is not: {variable.type.why_null}")
            raise MissingInputError(f"undeclared input: {variable} ({variable.type})", variable)


class Performed:
    """A function carried out application by application."""

    def __init__(
        self,
        arguments: Sequence[Any],
        shared: Sequence[Any],
        wanted: Sequence[Any],
        mode: Any,
        name: str | None,
    ) -> None:
        self.leaves = [*arguments, *shared]
        self.wanted = list(wanted)
        self.order = io_toposort(self.leaves, self.wanted)
        _check_roots(self.leaves, self.wanted)
        self.mode = mode

    def __call__(self, values: Sequence[Any], held: Sequence[Any]) -> list[Any]:
        """Return the values of all that is wanted."""
        known: dict[Any, Any] = dict(zip(self.leaves, [*values, *held]))

        def value(variable: Any) -> Any:
            if variable in known:
                return known[variable]
            if isinstance(variable, Constant):
                return variable.data
            from gnomon.theano.gof.fg import MissingInputError

            raise MissingInputError(f"undeclared input: {variable}", variable)

        watch = self.mode.watch
        for number, node in enumerate(self.order):
            taken = [value(variable) for variable in node.inputs]
            perform = partial(performed, node, taken)
            found = perform() if watch is None else watch.around(number, node, taken, perform)
            known.update(dict(zip(node.outputs, found)))
        return [value(variable) for variable in self.wanted]
