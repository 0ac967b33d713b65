"""Going through the statements of kernels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gnomon.compile.kernel import Call, If, Loop, Reduce, Statement
from gnomon.compile.scalars import SCALARS


def bodies(statement: Statement) -> tuple[Statement, ...]:
    """The statements directly inside a statement."""
    if isinstance(statement, (Loop, If)):
        return statement.body
    return statement.loop.body if isinstance(statement, Reduce) else ()


def statements_in(body: Sequence[Statement]) -> Iterator[Statement]:
    """All statements of a body, inner ones included, in the order of the text."""
    for statement in body:
        yield statement
        yield from statements_in(bodies(statement))


def accumulators(statement: Reduce) -> int:
    """How many accumulators each target of a lane loop has: by a rule of the language, whatever the hardware.

    Many of them keep a processor busy that has little else to do in each turn.
    """
    if statement.accumulators is not None:
        return statement.accumulators
    weight = 0
    for inner in statements_in(statement.loop.body):
        weight += 1 if not isinstance(inner, Call) or SCALARS[inner.function].exact else 16
    weight *= len(statement.targets)
    return 64 if weight <= 8 else 32 if weight <= 16 else 16
