"""What went wrong with actual sizes, told in the words of the rule at the user's line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gnomon.compile.reference.sizes import Solution, Unsolved
from gnomon.graph.array import Application, Array
from gnomon.graph.errors import DtypeError, ShapeError
from gnomon.graph.inner import Inner
from gnomon.ops.infer import infer
from gnomon.ops.rule import Refuted
from gnomon.shapes import Equal, OneOf, Shape

if TYPE_CHECKING:
    from gnomon.shapes import Claim

STRETCHING = "a size that is to stretch must be known to be 1 when the expression is built: shape=(1, ...)"


def arrays_in(value: Any) -> Iterator[Array]:
    """Each array in an input or an attribute, sequences and slices opened."""
    if isinstance(value, Array):
        yield value
    elif isinstance(value, (tuple, list)):
        for entry in value:
            yield from arrays_in(entry)
    elif isinstance(value, slice):
        yield from arrays_in((value.start, value.stop, value.step))


class Seen:
    """An array as a rule sees it, with the numbers that its sizes are."""

    def __init__(self, array: Array, solution: Solution) -> None:
        self.array = array
        self.shape = Shape(tuple([solution.number(size) for size in array.shape.dims]))
        self.dtype = array.dtype
        self.weak = array.weak
        self.contents = array.contents

    def __str__(self) -> str:
        return str(self.array)


def broken(application: Application, claim: Claim, solution: Solution) -> ShapeError | DtypeError:
    """Return the error of a claim that does not hold: that of the rule for these sizes, or a plain one."""
    from gnomon.graph.world import GraphRule, told

    for value in application.attributes.values():
        for inside in value.order if isinstance(value, Inner) else ():
            if claim in inside.guards:
                return broken(inside, claim, solution)
    op = application.op
    parts = (application.inputs, *application.attributes.values())
    seen = {array: Seen(array, solution) for part in parts for array in arrays_in(part)}

    def shown(entry: Any) -> Any:
        return tuple([seen[array] for array in entry]) if isinstance(entry, tuple) else seen[entry]

    try:
        attributes = {key: solution.filled(value, seen) for key, value in application.attributes.items()}
        inputs = tuple([None if entry is None else shown(entry) for entry in application.inputs])
        infer(GraphRule(op), op, inputs, attributes)
    except Refuted as refuted:
        return told(op, refuted.refutation, application.site)
    except (Unsolved, TypeError, ValueError, LookupError, AttributeError):
        pass  # the rule asks for more than these sizes tell: the claim itself is told
    shapes = ", ".join(f"{array} {seen[array].shape}" for array in application.arrays())
    numbers = claim.substitute(solution.values)
    text = f"{op.name}: {claim} does not hold ({numbers}) for {shapes}"
    return ShapeError(
        text,
        application.site,
        STRETCHING if isinstance(claim, (Equal, OneOf)) and 1 in numbers.sizes() else None,
    )
