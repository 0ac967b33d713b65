"""`EinMix`: a product with a weight, told by a pattern."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import text
from gnomon.models.einops.functions import lengths, lost, whole


def mixed(tensor: Any, pattern: Any, axes: dict[str, Any]) -> Any:
    """Return what a pattern and a weight make of a tensor: axes that end are summed, new ones come from the weight."""
    described = text(pattern)
    if described is None or described.count("->") != 1:
        return lost(tensor)
    left, right = (part.strip() for part in described.split("->"))
    known = _names(right)
    kept = [name for name in _names(left) if name in known]
    sizes = lengths(axes)
    inputs = {name: size for name, size in sizes.items() if name in _names(left)}
    outputs = {name: size for name, size in sizes.items() if name in known and name not in kept}
    summed = ops.TABLE["reduce"](
        whole(tensor), pattern=f"{left} -> {' '.join(kept)}", reduction="sum", sizes=inputs
    )
    return ops.repeat_axes(summed, pattern=f"{' '.join(kept)} -> {right}", sizes=outputs)


def _names(side: str) -> list[str]:
    return [name for name in side.replace("(", " ").replace(")", " ").split() if not name.isdigit()]
