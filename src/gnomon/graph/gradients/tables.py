"""Bodies of what is computed from samples and tables."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.constants import as_array
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.helpers import zeros_like
from gnomon.graph.gradients.registry import pullback


@pullback("custom_gradient")
def _(g: Any, values: tuple[Array, ...], arrays: tuple[Array, ...], *, out: Any, pull: Any) -> Any:
    """Ask the function that the user gave."""
    return None, _pulled(g, arrays, out, pull)


@pullback("call_back")
def _(
    g: Any, arrays: tuple[Array, ...], *, out: Any, function: Any, kinds: Any, pull: Any, each_time: bool
) -> Any:
    """Ask the function that came with the user's."""
    if pull is None:
        raise GradientError("the Python function that is called has no gradient: give `pull`")
    return (_pulled(g, arrays, out, pull),)


def _pulled(g: Any, arrays: tuple[Array, ...], out: Any, pull: Any) -> tuple[Array | None, ...]:
    gs, outs = ((g,), (out,)) if isinstance(g, Array) else (g, out)
    found = pull(*[zeros_like(o) if c is None else c for c, o in zip(gs, outs)])
    found = found if isinstance(found, (tuple, list)) else (found,)
    if len(found) != len(arrays):
        raise GradientError(f"the pullback returned {len(found)} cotangents for {len(arrays)} arguments")
    return tuple([None if c is None else as_array(c) for c in found])
