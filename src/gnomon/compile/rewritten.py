"""What a function computes after its expressions were rewritten by laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.capture import Capture
from gnomon.graph.array import Array

if TYPE_CHECKING:
    from gnomon.graph.rewrites import Law


def rewritten(
    wanted: Sequence[Array],
    givens: Mapping[Array, Array],
    *,
    laws: str = "stable",
    expand: bool = False,
    only: Callable[[Law], bool] | None = None,
) -> Capture:
    """Return the graph of some arrays: names replaced, laws applied, choices made lazy, composites expanded."""
    from gnomon.graph.rewrites import rewrite
    from gnomon.graph.sinking import sunk

    before = Capture(wanted, givens)
    if laws == "none":
        plain = Capture(sunk(before.outputs), expand=expand)
        plain.before = before
        return plain
    rewriting = rewrite(before.outputs, laws, only)
    capture = Capture(sunk(rewriting.outputs), expand=expand)
    capture.before = before
    capture.fired = rewriting.fired
    for made, origins in capture.origins.items():
        capture.origins[made] = [first for one in origins for first in before.origins.get(one, [one])]
    return capture
