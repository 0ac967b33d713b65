"""Going through the statements of kernels."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from gnomon.compile.kernel import Call, If, Loop, Reduce, State, Statement
from gnomon.compile.scalars import SCALARS
from gnomon.shapes import Size, Symbol
from gnomon.shapes.atoms import Min

LONG = frozenset(
    """philox32 philox64 normal_of_bits gamma_variate poisson_variate binomial_variate vonmises_variate zipf_variate
    hypergeometric_variate""".split()
)
"""Functions of many steps, although exact."""


def bodies(statement: Statement) -> tuple[Statement, ...]:
    """The statements directly inside a statement."""
    if isinstance(statement, (Loop, If)):
        return statement.body
    return statement.loop.body if isinstance(statement, (Reduce, State)) else ()


def statements_in(body: Sequence[Statement]) -> Iterator[Statement]:
    """All statements of a body, inner ones included, in the order of the text."""
    for statement in body:
        yield statement
        yield from statements_in(bodies(statement))


def names_in(statement: Any) -> list[str]:
    """Return all names that a statement mentions, its own results too."""
    found: list[str] = []
    for part in statement:
        entries = part if isinstance(part, tuple) else (part,)
        for entry in entries:
            found += [
                each for each in (entry if isinstance(entry, tuple) else (entry,)) if isinstance(each, str)
            ]
    return found


def accumulators(statement: Reduce) -> int:
    """How many accumulators each target of a lane loop has: by a rule of the language, whatever the hardware.

    Many of them keep a processor busy that has little else to do in each turn.
    """
    if statement.accumulators is not None:
        return statement.accumulators
    weight = 0
    for inner in statements_in(statement.loop.body):
        heavy = isinstance(inner, Call) and (inner.function in LONG or not SCALARS[inner.function].exact)
        weight += 16 if heavy else 1
    weight *= len(statement.targets)
    return 64 if weight <= 8 else 32 if weight <= 16 else 16


def work(body: Sequence[Statement], parameters: Collection[Symbol]) -> Size:
    """How many scalar statements run, about.

    A loop whose extent depends on other loops counts with what it shows as the most turns, else as one.
    """
    total: Size = 0
    for statement in body:
        loop = statement.loop if isinstance(statement, (Reduce, State)) else statement
        inner = work(bodies(loop), parameters)
        if isinstance(loop, Loop):
            extent = loop.extent
            known = isinstance(extent, int) or all(atom in parameters for atom in extent.symbols())
            total += (extent if known else _most(extent, parameters)) * inner
        else:
            total += 1 + inner
    return total


def _most(extent: Size, parameters: Collection[Symbol]) -> Size:
    """What an extent is at most, if it shows that, else 1."""
    atom = None if isinstance(extent, int) else extent.atom
    parts = atom.args if isinstance(atom, Min) else ()
    known = [part for part in parts if isinstance(part, int) or part.symbols() <= set(parameters)]
    return min(known, key=lambda part: not isinstance(part, int), default=1)
