"""Operations in place of which simpler ones are compiled: forms for code, and the bodies of composites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.compile.forms.registry import placed, simpler
from gnomon.compile.lower.direct import HAVE_STEPS
from gnomon.compile.lower.scalar import scalar_call
from gnomon.compile.moving import moved
from gnomon.graph.bodies import through_body
from gnomon.graph.errors import GnomonError
from gnomon.graph.own.record import OwnOp
from gnomon.graph.telling import born

if TYPE_CHECKING:
    from gnomon.graph.array import Application, Array


def opened(application: Application, inputs: Any, attributes: Any) -> tuple[Array, ...] | None:
    """Return what an application is in simpler words for code; None where the operation itself is computed.

    That is so where it has no form for code and is no composite, where it has native code of its own, and where the body
    has nothing to say. Sizes of which either may be 1, such as n and n + 1, meet in one operation as NumPy has it, and would
    not in several.
    """
    if isinstance(application.op, OwnOp):
        from gnomon.compile.own.opening import own_form

        return own_form(application, inputs, attributes)
    stretches = "elementwise" in application.op.facts or application.op.name in ("where", "broadcast_arrays")
    if stretches and born(application):
        return None
    return simpler(application, inputs, attributes) or _body(application, inputs, attributes)


def _body(application: Application, inputs: Any, attributes: Any) -> tuple[Array, ...] | None:
    from gnomon.ops.bodies import BODIES, CONDITIONS, DIFFERENTIATED, Inexpressible

    name = application.op.name
    moving = moved(application, inputs, attributes)
    if moving is not None:
        placed(moving, application, inputs)
        return moving
    if name not in BODIES or name in HAVE_STEPS or name in DIFFERENTIATED or scalar_call(application):
        return None
    if name in CONDITIONS and not CONDITIONS[name](*inputs):
        return None
    try:
        found = through_body(application, inputs, attributes)
    except (Inexpressible, GnomonError):
        return None
    if len(found) != len(application.outputs) or any(array is None for array in found):
        return None
    placed(found, application, inputs)
    return found
