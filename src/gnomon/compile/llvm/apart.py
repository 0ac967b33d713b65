"""Formulas that a kernel needs again and again, as functions of their own: each use takes one line of code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import Call, Statement
from gnomon.compile.llvm.types import Operand, element, suffix
from gnomon.compile.walk import statements_in
from gnomon.shapes import Dtype

if TYPE_CHECKING:
    from gnomon.compile.formulas import Formula
    from gnomon.compile.llvm.functions import Functions

OFTEN = 24
"""So many uses of a formula in one kernel make it a function: registers are short there anyway, and the code
generator's time grows with each line."""


class Apart:
    """The functions of one kernel, by name; ``wanted`` says for which formulas there are functions."""

    def __init__(self, body: Sequence[Statement] = ()) -> None:
        uses = Counter((each.function, each.dtype) for each in statements_in(body) if isinstance(each, Call))
        self.wanted = {each for each, count in uses.items() if count >= OFTEN}
        self.written: dict[str, str] = {}
        self._results: dict[str, Operand] = {}

    def takes(self, function: str, written: Formula, dtype: Dtype) -> bool:
        """Whether a formula is a function of its own here."""
        return (function, dtype) in self.wanted and written.again is None

    def call(
        self, functions: Functions, function: str, written: Formula, operands: list[Operand], vector: bool
    ) -> Operand:
        """The result of a formula's function, which is written at its first use."""

        kinds = [functions.kind(operand) for operand in operands]
        width = functions.width if vector else 1
        name = ".".join([function, *[suffix(element(each.dtype), width) for each in operands]])
        if name not in self.written:
            self._write(functions, name, function, written, operands, vector)
        result = self._results[name]
        kind = functions.kind(result)
        arguments = ", ".join(f"{kind} {each.text}" for kind, each in zip(kinds, operands))
        return result._replace(text=functions.code.put(f"call {kind} @{name}({arguments})"))

    def _write(
        self,
        functions: Functions,
        name: str,
        function: str,
        written: Formula,
        operands: list[Operand],
        vector: bool,
    ) -> None:
        inner = functions.apart()
        given = [Operand(f"%given{k}", each.dtype, each.vector) for k, each in enumerate(operands)]
        result = inner.formula(function, written, given, vector)
        kind = inner.kind(result)
        inner.code.do(f"ret {kind} {result.text}")
        parameters = ", ".join(f"{inner.kind(each)} {each.text}" for each in given)
        text = inner.code.text()
        self.written[name] = f"define internal {kind} @{name}({parameters}) nounwind {{\nentry:\n{text}\n}}"
        self._results[name] = result
        functions.code.declarations |= inner.code.declarations
