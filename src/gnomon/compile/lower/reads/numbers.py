"""Numbers that follow from their place alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gnomon.compile.lower.positions import Position, Positions
from gnomon.compile.lower.reads.registry import attribute, reads
from gnomon.shapes import Dim, dtypes

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.graph.array import Application


def _counts(application: Application) -> bool:
    out = application.outputs[0].dtype
    parts = [attribute(application, name) for name in ("start", "step")]
    if out.kind not in ("int", "uint", "float"):
        return False
    return all(isinstance(part, (int, float, Dim)) for part in parts)


@reads("arange", test=_counts)
def _(body: Body, application: Application, at: Positions) -> str:
    """As NumPy counts: in integers, or by the difference of the first two numbers."""
    start, step = attribute(application, "start"), attribute(application, "step")
    out = application.outputs[0].dtype
    stop = attribute(application, "stop")
    if not any(isinstance(part, float) for part in (start, step, stop)):
        whole = at[0].times(body.size(step)).plus(body.size(start))
        return body.cast(body.number(whole), dtypes.int64, out)
    turn = body.cast(body.number(at[0]), dtypes.int64, dtypes.float64)
    first = _double(body, start)
    second = body.call("add", (first, _double(body, step)), dtypes.float64)
    gap = body.call("subtract", (second, first), dtypes.float64)
    value = body.call("add", (first, body.call("multiply", (turn, gap), dtypes.float64)), dtypes.float64)
    return body.cast(value, dtypes.float64, out)


def _double(body: Body, number: Any) -> str:
    if isinstance(number, Dim):
        return body.cast(body.number(Position(body.size(number))), dtypes.int64, dtypes.float64)
    return body.const(float(number), dtypes.float64)
