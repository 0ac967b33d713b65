"""Bodies of running reductions along an axis."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.ops.bodies.registry import Array, body

RUNNING: dict[str, Any] = {
    "add": ops.cumsum,
    "multiply": ops.cumprod,
    "max": ops.cummax,
    "min": ops.cummin,
}


@body("cumulative")
def cumulative(x: Array, *, axis: Any, mode: str) -> Any:
    """The running reduction that ``mode`` names."""
    return RUNNING[mode](x, axis=axis)
