"""Laws of loops: what is the same in all steps moves out, and graphs that run apart for no reason are written out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array, Input
from gnomon.graph.inner import Inner, frozen, needs, ordered, standing_for, unfolded
from gnomon.graph.loop import loop_of
from gnomon.graph.rewrites.law import EXACT, laws_of
from gnomon.graph.rewrites.patterns import Whole
from gnomon.graph.world import build

law = laws_of("loops")
SCAN = Whole(["scan"])

VIEWS = frozenset(
    """broadcast_to reshape expand_dims squeeze flatten unflatten atleast transpose matrix_transpose swapaxes
    moveaxis index constant full arange eye size_along stop_gradient""".split()
)
"""Operations that cost little or nothing: what is made by these alone stays where it is used."""
TURNS = frozenset("transpose matrix_transpose swapaxes moveaxis".split())
"""Those that put elements into another order: products of all steps are faster on what was turned once."""


def moving_out(inner: Inner, first: int) -> list[Array]:
    """Return the expressions of a body over its inputs from ``first`` on that are worth computing before the loop."""
    still: set[Array] = set(inner.inputs[first:])
    plain: set[Array] = set()
    taken: dict[Array, None] = {}
    factors: set[Array] = set()
    for application in inner.order:
        parts = [
            part for part in needs(application) if part.application is not None or isinstance(part, Input)
        ]
        if all(part in still or part in plain for part in parts):
            (still if any(part in still for part in parts) else plain).update(application.outputs)
        else:
            taken.update(dict.fromkeys(part for part in parts if part in still))
            factors.update(parts if application.op.name == "matmul" else ())
    taken.update(dict.fromkeys(output for output in inner.outputs if output in still))
    ends: set[Array] = set(inner.inputs)
    return [array for array in taken if _costly(array, ends, array in factors)]


def _costly(array: Array, ends: set[Array], factor: bool) -> bool:
    names = {application.op.name for application in ordered([array], ends)}
    return not names <= VIEWS or (factor and not names.isdisjoint(TURNS))


def taken_out(inner: Inner, arrays: Sequence[Array], moved: Sequence[Array]) -> tuple[Inner, list[Array]]:
    """Return the graph that is given some of its expressions, and the values of these."""
    stands = {array: standing_for(array) for array in moved}
    made, more = frozen([*inner.inputs, *stands.values()], inner.outputs, inner.order, stands)
    assert not more
    return made, unfolded(Inner(inner.inputs, moved), arrays)


def _invariants(out: Application) -> list[Array] | None:
    """Compute before a loop what is the same in all of its steps."""
    loop = loop_of(out)
    moved = moving_out(loop.inner, loop.invariants)
    if not moved or loop.counted is not None:
        return None
    inner, values = taken_out(loop.inner, loop.arrays, moved)
    carried, sequences, invariants = loop.parts
    return loop.with_body(inner, carried, sequences, [*invariants, *values])


law(
    "what is the same in all steps", SCAN, _invariants, kind=EXACT,
    example="gn.grad(gn.scan(lambda c, w: (c / v, None), v, x)[0].sum(), v)",
    near=("gn.scan(lambda c, w: (c * v + w, None), v, x)[0]",),
)  # fmt: skip


def _invariants_of_while(out: Application) -> list[Array] | None:
    attributes = out.attributes
    carries: int = attributes["carries"]
    arrays: Any = out.inputs[0]
    graphs: dict[str, Inner] = {key: attributes[key] for key in ("condition", "body")}
    moved = {key: moving_out(inner, carries) for key, inner in graphs.items()}
    if not any(moved.values()):
        return None
    pairs = {key: taken_out(inner, arrays, moved[key]) for key, inner in graphs.items()}
    values = [value for _, row in pairs.values() for value in row]
    changed: dict[str, Inner] = {}
    count = len(arrays)
    for key, (inner, row) in pairs.items():
        own = iter(inner.inputs[count:])
        others = [next(own) if any(v is w for w in row) else standing_for(v) for v in values]
        changed[key] = Inner([*inner.inputs[:count], *others], inner.outputs)
    return list(build(ops.while_loop, ((*arrays, *values),), {**attributes, **changed}, out.site))


law(
    "what is the same in all steps of a while", Whole(["while_loop"]), _invariants_of_while, kind=EXACT,
    example="gn.jvp(gn.while_loop(lambda c: c.sum() < 9, lambda c: c / v + 1, v, max_steps=3), v, v)",
    near=("gn.while_loop(lambda c: c.sum() < 9, lambda c: c + v * v, v, max_steps=3)",),
)  # fmt: skip


def _written_out(out: Application) -> list[Array] | None:
    """Write a graph out that runs apart, unless it is there to compute something once more."""
    if out.attributes.get("again"):
        return None
    arrays: Any = out.inputs[0]
    return unfolded(out.attributes["inner"], arrays)


law(
    "graphs that need not run apart", Whole(["call"]), _written_out, kind=EXACT,
    example="gn.remat(lambda v: gn.abs(v) * v)(x)",
    near=("gn.grad(gn.remat(lambda v: gn.sin(v) * v)(x).sum(), x)",),
)  # fmt: skip
