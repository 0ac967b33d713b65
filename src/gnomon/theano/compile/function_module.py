"""`theano.compile.function_module`: functions under their old module's name."""

# ruff: noqa: F401 (names that users import from here)

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from gnomon.theano.compile.function import AliasedMemoryError, UnusedInputError, function
from gnomon.theano.compile.io import In, Out, SymbolicInput, SymbolicOutput
from gnomon.theano.compile.running import Function, Maker
from gnomon.theano.gof.toolbox import Supervisor

orig_function = function


class FunctionMaker(Maker):
    """Makes functions of inputs and outputs: ``FunctionMaker(inputs, outputs).create()``."""

    def __init__(
        self,
        inputs: Sequence[Any],
        outputs: Any,
        mode: Any = None,
        accept_inplace: bool = False,
        function_builder: Any = Function,
        profile: Any = None,
        on_unused_input: str | None = None,
        name: str | None = None,
        **options: Any,
    ) -> None:
        self._make = partial(
            function,
            list(inputs) if isinstance(inputs, (list, tuple)) else [inputs],
            outputs,
            mode=mode,
            accept_inplace=accept_inplace,
            name=name,
            profile=profile,
            on_unused_input=on_unused_input,
        )
        super().__init__(self._make())
        self._made = [self._owner]

    def create(
        self, input_storage: Sequence[Any] | None = None, trustme: bool = False, **options: Any
    ) -> Function:
        """Return a function; ``input_storage`` are values of the inputs, None for those that calls give."""
        made = self._made.pop() if self._made else self._make()
        for cell, value in zip(made.cells, input_storage or ()):
            if value is not None:
                cell.value = value
        return made
