"""Functions of a model with chosen laws and fusions, and what they take."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from unittest import mock

import numpy as np

import gnomon as gn
from gnomon.compile.reference.sizes import Solution
from gnomon.compile.rewritten import rewritten
from gnomon.compile.schedule import without
from study.models import Model


class Made(NamedTuple):
    """A compiled model: how to call it, its expressions and steps, KB of intermediate values, seconds to make it."""

    call: Callable[[], Any]
    nodes: int
    steps: int
    memory: float
    seconds: float
    firings: list[Any]


def made(
    model: Model,
    *,
    only: Callable[[Any], bool] | None = None,
    off: Sequence[str] = (),
    laws: str = "stable",
    count: int | None = None,
) -> Made:
    """Compile a model: ``only`` some laws, with some fusions ``off``, and the first ``count`` outputs."""
    inputs = list(model.values)
    started = time.perf_counter()
    with (
        without(*off),
        mock.patch("gnomon.runtime.function.rewritten", functools.partial(rewritten, only=only)),
    ):
        function = gn.function(inputs, model.outputs[:count], laws=laws, on_unused_input="ignore")
    spent = time.perf_counter() - started
    arguments = list(model.values.values())
    sizes = Solution()
    for leaf in function.plan.leaves:
        data = model.values.get(leaf)
        held = leaf.cell[0] if hasattr(leaf, "cell") else getattr(leaf, "data", None)
        sizes.meet(leaf.shape, np.shape(held if data is None else data))
    room = sum(sizes.number(size) for size in function.plan.layout.bytes) / 1e3
    nodes = len(rewritten(model.outputs[:count], {}, laws=laws, only=only).order)
    steps = len(function.plan.steps)
    return Made(lambda: function(*arguments), nodes, steps, room, spent, function.capture.fired)
