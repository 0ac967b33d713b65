"""Pooling whose windows are computed: their sizes, steps and padding are known when a function runs."""

from __future__ import annotations

from typing import Any

import gnomon as gn
from gnomon import ops
from gnomon.theano.gof.graph import Apply
from gnomon.theano.gof.op import GnomonOp
from gnomon.theano.tensor.creation import size_variables, sizes_of
from gnomon.theano.tensor.type import TensorType


class PoolBySizes(GnomonOp):
    """Windows of the last ``ndim`` axes: array, then sizes, steps and padding of each axis."""

    __props__ = ("ignore_border", "mode", "ndim")

    def __init__(self, ignore_border: bool, mode: str, ndim: int) -> None:
        self.ignore_border, self.mode, self.ndim = ignore_border, mode, ndim

    def make_node(self, x: Any, *sizes: Any) -> Apply:
        pattern = x.broadcastable[: x.ndim - self.ndim] + (False,) * self.ndim
        return Apply(self, [x, *size_variables(list(sizes))], [TensorType(x.dtype, pattern)()])

    def connection_pattern(self, node: Apply) -> list[list[bool]]:
        """Say that sizes are not differentiated by."""
        return [[True], *[[False] for _ in node.inputs[1:]]]

    def lower(self, node: Apply, x: Any, *sizes: Any) -> Any:
        found = sizes_of(sizes)
        windows, steps, pads = [found[k * self.ndim : (k + 1) * self.ndim] for k in range(3)]
        ends = pads if self.ignore_border else sizes_of(self._missing(x, windows, steps))
        around = ((0, 0),) * (x.ndim - self.ndim) + tuple(zip(pads, ends))
        padded = any(not (isinstance(p, int) and p == 0) for p in (*pads, *ends))
        if self.mode == "max":
            low = -gn.inf if x.dtype.kind == "float" else int(gn.iinfo(x.dtype).min)
            rows = self._windows(gn.pad(x, around, constant_values=low) if padded else x, windows, steps)
            return gn.max(rows, axis=self._within(rows))
        rows = self._windows(gn.pad(x, around) if padded else x, windows, steps)
        if self.mode == "sum":
            return gn.sum(rows, axis=self._within(rows))
        if not padded or (self.mode == "average_inc_pad" and self.ignore_border):
            return gn.mean(rows, axis=self._within(rows))
        ones = self._windows(gn.pad(gn.ones_like(x), around), windows, steps)
        return gn.sum(rows, axis=self._within(rows)) / gn.sum(ones, axis=self._within(rows))

    def _missing(self, x: Any, windows: Any, steps: Any) -> list[Any]:
        """Return how many entries each axis lacks for its last window: one begins wherever another has not ended."""
        found = []
        for size, window, step in zip(gn.shape(x)[x.ndim - self.ndim :], windows, steps):
            w, s = gn.asarray(window), gn.asarray(step)
            last = gn.where(s >= w, (size - 1) // s, gn.maximum(0, (size - 1 - w + s) // s))
            found.append(gn.maximum(0, last * s + w - size))
        return found

    def _windows(self, x: Any, windows: Any, steps: Any) -> Any:
        first = x.ndim - self.ndim
        for axis, (size, step) in enumerate(zip(windows, steps), start=first):
            x = ops.sliding_windows(x, axis=axis, size=size, step=step)
        return x

    def _within(self, rows: Any) -> tuple[int, ...]:
        return tuple(range(rows.ndim - self.ndim, rows.ndim))
