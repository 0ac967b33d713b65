"""What does not change in a loop is computed before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gnomon.compile.kernel import Call, Cast, Check, Const, Index, Load, Statement, Value
from gnomon.shapes import Size, Symbol, symbols_of


def parted(statements: Sequence[Statement], index: Symbol) -> tuple[list[Statement], list[Statement]]:
    """Return the statements that can stand before a loop over an index, and the others, in their order.

    Reads and checks are among the first: where the loop has no turn, what they read is there all the same.
    """
    before: list[Statement] = []
    inside: list[Statement] = []
    changing: set[Value] = set()
    for statement in statements:
        names, sizes = _uses(statement)
        if (
            names is None
            or not changing.isdisjoint(names)
            or any(index in symbols_of(size) for size in sizes)
        ):
            inside.append(statement)
            target = getattr(statement, "target", None)
            if target is not None:
                changing.add(target)
        else:
            before.append(statement)
    return before, inside


def _uses(statement: Statement) -> tuple[Iterable[Value] | None, Iterable[Size]]:
    """Return the values and sizes that a statement depends on; None as values if it stays where it is."""
    if isinstance(statement, Const):
        return (), ()
    if isinstance(statement, Index):
        return (), (statement.size,)
    if isinstance(statement, Load):
        return [name for name, _ in statement.at], (statement.offset, *[size for _, size in statement.at])
    if isinstance(statement, Call):
        return statement.arguments, ()
    if isinstance(statement, Cast):
        return (statement.value,), ()
    if isinstance(statement, Check):
        return (statement.condition,), ()
    return None, ()
