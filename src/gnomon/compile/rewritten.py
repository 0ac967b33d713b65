"""What a function computes after its expressions were rewritten by laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from gnomon.graph.array import Array
from gnomon.graph.capture import Capture

if TYPE_CHECKING:
    from gnomon.graph.capture import Opened
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
    lazy = sunk(before.outputs)
    if any(new is not old for new, old in zip(lazy, before.outputs)):
        before = Capture(lazy)  # what a branch claims of sizes is asked where it is taken
    if laws == "none":
        plain = Capture(sunk(before.outputs), opened=_opened() if expand else None)
        plain.before = before
        return plain
    rewriting = rewrite(before.outputs, laws, only)
    capture = Capture(sunk(rewriting.outputs), opened=_opened() if expand else None)
    capture.before = before
    capture.fired = rewriting.fired
    for made, origins in capture.origins.items():
        capture.origins[made] = [first for one in origins for first in before.origins.get(one, [one])]
    return capture


def _opened() -> Opened:
    from gnomon.compile.bodies import opened

    return opened
