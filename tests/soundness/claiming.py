"""What the checker says about each expression of a program, in every evaluation of it."""

import ast
from typing import Any

from gnomon.check import operators
from gnomon.check.api import Checker, FileResult, Options
from gnomon.check.budgets import OutOfBudget
from gnomon.check.interpreter import EXPRESSIONS, Interpreter
from gnomon.models.python.harmless import Harmless
from gnomon.shapes import Dim, Dtype, Shape
from gnomon.values import UNKNOWN, Choice, Modelled, Tensor, Unknown

from soundness.instrumenting import DISPLAYS, SILENT, Place, place_of

NUMBERS = (int, float, bool, complex, Dim)


class Claim:
    """One alternative of what an expression may be: an array, a number, anything, or something else."""

    __slots__ = ("dtype", "kind", "shape")

    def __init__(self, kind: str, shape: Shape | None = None, dtype: Dtype | None = None) -> None:
        self.kind = kind
        self.shape = shape
        self.dtype = dtype

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Claim)
            and self.kind == other.kind
            and self.dtype == other.dtype
            and self.shape == other.shape
        )

    def __hash__(self) -> int:
        return hash((self.kind, self.dtype, self.shape))

    def __repr__(self) -> str:
        shape = "" if self.shape is None else f" {self.shape}"
        return f"{self.kind}{shape}{'' if self.dtype is None else ' ' + self.dtype.name}"


def claims_of(value: Any) -> list[Claim]:
    """Return the alternatives of a value."""
    kind = type(value)
    if kind is Tensor:
        return [Claim("array", value.shape, value.dtype)]
    if kind is Unknown:
        if value.tensor is not None:
            return [Claim("array", value.tensor.shape, value.tensor.dtype)]
        return [Claim("anything" if value.kind is None else value.kind)]
    if kind is Choice:
        return [claim for single in value.values for claim in claims_of(single)]
    if kind in NUMBERS:
        return [Claim("number")]
    if isinstance(value, Harmless):
        return [Claim("anything")]  # axes of a plot and the like: nothing is said of them
    held = getattr(value, "tensor", getattr(value, "array", None))
    if isinstance(value, Modelled) and type(held) is Tensor:
        return [Claim("array", held.shape, held.dtype)]
    return [Claim(kind.__name__)]


Claims = dict[tuple[str, Place], dict[Claim, None]]


class Recorder(Interpreter):
    """An interpreter that keeps what it finds for every expression."""

    def __init__(self, project: Any) -> None:
        super().__init__(project)
        self.claims: Claims = {}
        self.cold_claims: Claims = {}
        self.ran_out = False

    def evaluate(self, node: ast.expr, frame: Any) -> Any:
        """Evaluate an expression and keep its value."""
        handler = EXPRESSIONS.get(type(node))
        value = UNKNOWN if handler is None else handler(self, node, frame)
        if not isinstance(node, (*SILENT, *DISPLAYS)):
            self.keep(node, frame, value)
        return value

    def keep(self, node: ast.expr, frame: Any, value: Any) -> None:
        """Keep the value of an expression."""
        kept = self.cold_claims if self.cold else self.claims
        found = kept.setdefault((frame.source.path, place_of(node)), {})
        for claim in claims_of(value):
            found[claim] = None

    def execute(self, statements: list[ast.stmt], frame: Any) -> bool:
        """Run statements, and note if the script's budget did not last."""
        try:
            return super().execute(statements, frame)
        except OutOfBudget:
            self.ran_out = self.ran_out or not self.cold
            raise


def _binary(run: Any, kind: type, left: Any, right: Any, node: Any, frame: Any, places: Any) -> Any:
    """Keep the value of each part of a chain such as ``a + b + c``, which is evaluated without recursion."""
    value = operators_binary(run, kind, left, right, node, frame, places)
    if isinstance(node, ast.BinOp) and isinstance(run, Recorder):
        run.keep(node, frame, value)
    return value


operators_binary = operators.binary


def claimed(path: str, text: str, options: Options | None = None) -> tuple[Recorder, FileResult]:
    """Check a program; return what was kept, and the result."""
    checker = Checker(options)
    checker.run = Recorder(checker.project)
    checker.run.strict = True
    operators.binary = _binary
    try:
        return checker.run, checker.check(path, text)
    finally:
        operators.binary = operators_binary
