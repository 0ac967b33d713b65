"""Derivatives of resizing, of blocks between channels and space, and of sampling at fractional places."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.gradients.registry import pullback


def _opposite(name: str, other: str) -> None:
    def pull(g: Array, x: Array, *, out: Array, **attributes: Any) -> Any:
        return getattr(ops, other)(g, **attributes)

    pullback(name, linear=(0,))(pull)


_opposite("pixel_shuffle", "pixel_unshuffle")
_opposite("pixel_unshuffle", "pixel_shuffle")
_opposite("depth_to_space", "space_to_depth")
_opposite("space_to_depth", "depth_to_space")
