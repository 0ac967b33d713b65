"""What stands in place of an operation of the user's in code: its body, or itself with its arrays spread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon import ops
from gnomon.compile.forms.registry import placed
from gnomon.compile.own.adapter import spread_shapes
from gnomon.compile.own.compiling import uses_cpp
from gnomon.compile.own.scalars import function_of
from gnomon.graph.bodies import through_body
from gnomon.graph.errors import EvaluationError
from gnomon.graph.own.record import OwnOp
from gnomon.graph.sites import written_at

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array


def own_form(application: Application, inputs: Any, attributes: Any) -> tuple[Array, ...] | None:
    """Return what is compiled in place of an application, None where the operation itself is."""
    op = application.op
    assert isinstance(op, OwnOp)
    if uses_cpp(op):
        return _spread(application, inputs, attributes)
    if op.composed is None or function_of(application) is not None:
        return None
    found = through_body(application, inputs, attributes)
    check_body(application, found)
    placed(found, application, inputs)
    return found


def _spread(application: Application, inputs: Any, attributes: Any) -> tuple[Array, ...] | None:
    """Return the operation on arrays that are as large as C++ takes them, None if they are."""
    shapes = spread_shapes(application)
    if all(x.shape.dims == shape for x, shape in zip(inputs, shapes)):
        return None
    wide = [
        x if x.shape.dims == shape else ops.broadcast_to(x, shape=shape) for x, shape in zip(inputs, shapes)
    ]
    with written_at(application.site):
        found = application.op(*wide, **attributes)
    listed = found if isinstance(found, tuple) else (found,)
    placed(listed, application, inputs)
    return listed


def check_body(application: Application, found: tuple[Any, ...]) -> None:
    """Refuse what a body gives if it is not what the operation's rules say."""
    outputs = application.outputs
    if len(found) != len(outputs):
        raise EvaluationError(
            f"{application.op.name}: {len(outputs)} results were inferred, but its body gives {len(found)}",
            application.site,
        )
    for out, one in zip(outputs, found):
        pairs = zip(out.shape.dims, one.shape.dims)
        if out.ndim != one.ndim or any(type(a) is int and type(b) is int and a != b for a, b in pairs):
            raise EvaluationError(
                f"{application.op.name}: {out.shape} was inferred, but its body gives {one.shape}",
                application.site,
            )
