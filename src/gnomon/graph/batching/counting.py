"""Loops whose number of steps differs from row to row: each row keeps what it has when its steps are done."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Array, Input
from gnomon.graph.batching.helpers import aligned, each_row
from gnomon.graph.batching.interpret import carried
from gnomon.graph.batching.registry import Batch, Same, ops
from gnomon.graph.constants import as_array
from gnomon.graph.control.scanning import scanned
from gnomon.graph.inner import Inner, frozen, tracing
from gnomon.shapes import Shape


def counted_apart(
    b: Batch, arrays: tuple[Array, ...], count: Array, inner: Inner, carries: int, reverse: bool
) -> tuple[Array, ...]:
    """Return the carries of a loop without sequences, which goes on until the last row is done."""
    over = {k for k, own in enumerate(b.over[0]) if own} | set(range(carries))
    with tracing() as made:
        inputs = [
            Input(Shape((b.size, *x.shape.dims)), x.dtype, name=x.name, site=x.site) if k in over else x
            for k, x in enumerate(inner.inputs)
        ]
        number, limits = (
            Input(shape, count.dtype, name=name)
            for shape, name in ((Shape(()), "step"), (count.shape, "steps"))
        )
        given: dict[Array, Any] = {
            old: new for k, (old, new) in enumerate(zip(inner.inputs, inputs)) if k in over
        }
        running = ops.less(number, limits)
        ends: list[Any] = [ops.cast(ops.add(number, 1), dtype=count.dtype)]
        for x, result in zip(inputs, carried(inner.outputs, given, b.size)):
            new = each_row(b, result.array, False) if isinstance(result, Same) else result
            ends.append(ops.where(aligned(running, x.ndim), new, x))
    body, more = frozen([number, *inputs, limits], ends, made)
    zero = ops.cast(as_array(0), dtype=count.dtype)
    most = ops.max(ops.concat((count, ops.reshape(zero, shape=(1,))), axis=0))
    first = [each_row(b, x, own) for x, own in zip(arrays[:carries], b.over[0])]
    found = scanned(body, [zero, *first], [], [*arrays[carries:], count, *more], None, most, reverse)
    return tuple(found[1:])
