"""Running sums, products and extremes along an axis.

Where the axis is the last one, a block of entries is combined among itself before what came before is added, so that
the next block waits for one addition. The blocks are the same on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gnomon.compile.kernel import GRID, SERIAL, Buffer, Call, Const, If, Index, Load, Statement, Store
from gnomon.compile.lower.frame import Frame
from gnomon.compile.lower.reads import attribute
from gnomon.compile.scalars import identity
from gnomon.shapes import Dtype, Size, dtypes, product

if TYPE_CHECKING:
    from gnomon.compile.lower.values import Body
    from gnomon.compile.steps import NativeStep
    from gnomon.graph.array import Application

RUNNING = {
    "cumsum": "add",
    "cumprod": "multiply",
    "cummax": "maximum",
    "cummin": "minimum",
    "logcumsumexp": "logaddexp",
}
BLOCK = 8
CARRY = "carry"


def running_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step of a running reduction, None where it has no kernel."""
    (x,) = application.arrays()
    (out,) = application.outputs
    axis = attribute(application, "axis")
    number = out.dtype.kind in ("int", "uint", "float") and (out.dtype.kind != "float" or out.dtype.bits > 16)
    if not number or x.dtype.kind == "complex" or axis is None or not x.ndim:
        return None
    place = axis % x.ndim
    frame = Frame(application)
    outer, count, inner = (
        product(x.shape.dims[:place]),
        x.shape.dims[place],
        product(x.shape.dims[place + 1 :]),
    )
    if inner == 1:
        _along(frame, frame.size(outer), frame.size(count))
    else:
        _across(frame, outer, count, inner)
    return frame.step()


def _combined(body: Body, combine: str, old: str, new: str, dtype: Dtype) -> str:
    if combine != "logaddexp":
        return body.call(combine, (old, new), dtype)
    gap = body.call(
        "negative", (body.call("abs", (body.call("subtract", (old, new), dtype),), dtype),), dtype
    )
    same = body.call("equal", (old, new), dtype)
    gap = body.call("select", (same, body.const(0.0, dtype), gap), dtype)
    top = body.call("maximum", (old, new), dtype)
    return body.call("add", (top, body.call("log1p", (body.call("exp", (gap,), dtype),), dtype)), dtype)


def _first(combine: str, dtype: Dtype) -> int | float | bool:
    """Return what changes no number, not even the sign of zero."""
    if combine == "logaddexp":
        return float("-inf")
    if combine == "add" and dtype.kind == "float":
        return -0.0
    return identity(combine, dtype)


def _along(frame: Frame, rows: Size, count: Size) -> None:
    """Rows of neighbouring entries."""
    (x,), dtype = frame.application.arrays(), frame.out.dtype
    combine = RUNNING[frame.application.op.name]
    block = BLOCK if combine != "logaddexp" else 1
    frame.scratch.append(Buffer(CARRY, dtype, "scratch", 1))
    row = frame.index()

    def some(start: Size, length: int) -> list[Statement]:
        body = frame.body()
        carry = frame.names.fresh()
        body.statements.append(Load(carry, CARRY, 0))
        reach: str | None = None
        for step in range(length):
            value = frame.names.fresh()
            place = row * count + start + step
            body.statements.append(Load(value, body.buffer(x), place))
            value = body.cast(value, x.dtype, dtype)
            reach = value if reach is None else _combined(body, combine, reach, value, dtype)
            total = _combined(body, combine, carry, reach, dtype)
            body.statements.append(Store("out", place, total))
        body.statements.append(Store(CARRY, 0, total))
        return list(body.statements)

    first = frame.names.fresh()
    start: list[Statement] = [Const(first, _first(combine, dtype), dtype), Store(CARRY, 0, first)]
    turn, rest = frame.index(), frame.index()
    loops = [frame.loop(SERIAL, turn, count // block, some(turn * block, block))]
    if block > 1:
        loops.append(frame.loop(SERIAL, rest, count % block, some(count // block * block + rest, 1)))
    frame.statements.append(frame.loop(GRID, row, rows, [*start, *loops]))


def _across(frame: Frame, outer: Size, count: Size, inner: Size) -> None:
    """Entries whose neighbours belong to other lines: line after line, each from the one before."""
    (x,), dtype = frame.application.arrays(), frame.out.dtype
    combine = RUNNING[frame.application.op.name]
    row, step, column = frame.index(), frame.index(), frame.index()
    rows, size, width = frame.size(outer), frame.size(count), frame.size(inner)

    def line(place: Size, before: Size | None) -> list[Statement]:
        body = frame.body()
        value = frame.names.fresh()
        body.statements.append(Load(value, body.buffer(x), place))
        value = body.cast(value, x.dtype, dtype)
        if before is not None:
            old = frame.names.fresh()
            body.statements.append(Load(old, "out", before))
            value = _combined(body, combine, old, value, dtype)
        body.statements.append(Store("out", place, value))
        return list(body.statements)

    here = (row * size + step) * width + column
    turn, none, is_first, is_later = (frame.names.fresh() for _ in range(4))
    body: list[Statement] = [
        Index(turn, step),
        Const(none, 0, dtypes.int64),
        Call(is_first, "equal", (turn, none), dtypes.int64),
        Call(is_later, "not_equal", (turn, none), dtypes.int64),
        If(is_first, (frame.loop(frame.lane(), column, width, line(here, None)),)),
        If(is_later, (frame.loop(frame.lane(), column, width, line(here, here - width)),)),
    ]
    frame.statements.append(frame.loop(GRID, row, rows, [frame.loop(SERIAL, step, size, body)]))
