"""Kernels in which every function with a formula is written out, so that all that is left is exact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from gnomon.compile.formulas import formula_of
from gnomon.compile.kernel import Call, Cast, If, Kernel, Loop, Reduce, State, Statement
from gnomon.compile.walk import accumulators


def expanded(kernel: Kernel) -> Kernel:
    """The kernel with formulas in place of calls; what a formula leaves to the system is left out."""
    return kernel._replace(body=_expanded(kernel.body, count()))


def _expanded(body: Sequence[Statement], numbers: Iterator[int]) -> tuple[Statement, ...]:
    found: list[Statement] = []
    for statement in body:
        if isinstance(statement, (Loop, If)):
            found.append(statement._replace(body=_expanded(statement.body, numbers)))
        elif isinstance(statement, Reduce):
            loop = statement.loop._replace(body=_expanded(statement.loop.body, numbers))
            found.append(statement._replace(loop=loop, accumulators=accumulators(statement)))
        elif isinstance(statement, State):
            loop = statement.loop._replace(body=_expanded(statement.loop.body, numbers))
            found.append(statement._replace(loop=loop))
        elif isinstance(statement, Call):
            found.extend(_call(statement, numbers))
        else:
            found.append(statement)
    return tuple(found)


def _call(statement: Call, numbers: Iterator[int]) -> tuple[Statement, ...]:
    formula = formula_of(statement.function, statement.dtype)
    if formula is None or formula.again is not None:
        return (statement,)
    names = dict(zip(formula.parameters, statement.arguments))
    number = next(numbers)
    for line in formula.lines:
        names[line.target] = statement.target if line.target == formula.result else f"{line.target}.{number}"
    found: list[Statement] = []
    for line in formula.lines:
        target = names[line.target]
        if isinstance(line, Call):
            arguments = tuple([names[name] for name in line.arguments])
            found.append(line._replace(target=target, arguments=arguments))
        elif isinstance(line, Cast):
            found.append(line._replace(target=target, value=names[line.value]))
        else:
            found.append(line._replace(target=target))
    return tuple(found)
