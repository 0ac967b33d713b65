"""Arguments whose elements lie in another order than C's: transposed arrays, arrays of Fortran, slices.

A large array whose axes only have to be reordered is read as it lies: a function of the reordered array, whose
expressions transpose it, is compiled for that order of axes once, and its loops follow the memory. Others are copied.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.donation import reused
from gnomon.compile.plan import Plan
from gnomon.compile.program import Program
from gnomon.compile.rewritten import rewritten
from gnomon.graph.array import Array, Input
from gnomon.graph.traversal import replaced
from gnomon.ops.axes import inverse_order
from gnomon.runtime.entry import native_entry
from gnomon.shapes import Shape

if TYPE_CHECKING:
    from gnomon.runtime.function import Function

LARGE = 4096
"""Arrays of fewer elements are copied: compiling anew is not worth it."""
MOST = 16
"""For so many orders of axes a function is compiled; arrays in others are copied."""
Orders = tuple[tuple[int, ...] | None, ...]
"""For each argument in which order its axes lie in memory, from the slowest to the fastest; None for C's."""


class Arranging:
    """The entries of a native function for arguments in other orders than C's."""

    def __init__(self, function: Function, slow: Callable[..., Any]) -> None:
        self.function = function
        self.slow = slow
        self.entries: dict[Orders, Callable[..., Any] | None] = {}

    def call(self, arguments: Sequence[Any]) -> tuple[Any] | None:
        """Run the function on such arguments; the result in a tuple, None if there are none or others do not fit."""
        kinds = self.function.kinds
        if len(arguments) != len(kinds):
            return None
        values = list(arguments)
        orders: list[tuple[int, ...] | None] = [None] * len(values)
        for place, (value, (dtype, rank)) in enumerate(zip(values, kinds)):
            if type(value) is not np.ndarray or value.dtype != dtype or value.ndim != rank:
                if isinstance(value, np.ndarray):
                    return None
            elif not value.flags.c_contiguous and value.flags.aligned:
                orders[place] = _order(value)
                if orders[place] is None:
                    values[place] = np.ascontiguousarray(value)
        if all(new is old for new, old in zip(values, arguments)) and not any(orders):
            return None
        entry = self._entry(tuple(orders)) if any(orders) else None
        for place, order in enumerate(orders):
            if order is not None:
                values[place] = (
                    np.ascontiguousarray(values[place]) if entry is None else values[place].transpose(order)
                )
        return ((entry or self.function)(*values),)

    def _entry(self, orders: Orders) -> Callable[..., Any] | None:
        if orders not in self.entries:
            if len(self.entries) >= MOST:
                return None
            self.entries[orders] = self._made(orders)
        return self.entries[orders]

    def _made(self, orders: Orders) -> Callable[..., Any] | None:
        function = self.function
        inputs = list(function.inputs)
        changes: dict[Array, Array] = {}
        for place, order in enumerate(orders):
            if order is not None:
                old = inputs[place]
                dims = tuple([old.shape.dims[axis] for axis in order])
                new = inputs[place] = Input(Shape(dims), old.dtype, name=old.name, site=old.site)
                changes[old] = new.transpose(inverse_order(order))
        options = function.options
        written = function.capture.before or function.capture  # what it claims of sizes is claimed here, too
        wanted = replaced(written.outputs, changes)
        capture = rewritten(wanted, {}, laws=options.laws, expand=True)
        plan = Plan(Program(capture, native=True), inputs, function.updated)
        kept = [array for array in options.donate if array not in changes]

        def slow(*values: Any) -> Any:
            """Say what is wrong, or convert what the native entry does not take, as if nothing was reordered."""
            return self.slow(
                [
                    value
                    if order is None or not isinstance(value, np.ndarray)
                    else value.transpose(inverse_order(order))
                    for value, order in zip(values, orders)
                ],
                {},
            )

        name = function.name or "function"
        reuse = reused(plan, kept, function.count)
        return native_entry(plan, function.updated, function.form, slow, name, reused=reuse)  # type: ignore[no-any-return]


def _order(value: np.ndarray[Any, Any]) -> tuple[int, ...] | None:
    """Return the order in which the axes of a large array lie in memory, None if they leave gaps or overlap."""
    if value.size < LARGE:
        return None
    order = tuple(sorted(range(value.ndim), key=lambda axis: (-value.strides[axis], axis)))
    return order if value.transpose(order).flags.c_contiguous else None
