"""Conditions: bodies for the lanes where one holds, masks of lanes, checks that end a kernel."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from gnomon.compile.kernel import Check, If, Statement
from gnomon.compile.llvm.copies import Copy
from gnomon.compile.llvm.types import Operand, suffix, wide
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.compile.llvm.emitter import Emitter


def remainder_mask(emitter: Emitter, left: str) -> str:
    """The lanes whose number is below an i64."""
    width = emitter.functions.width
    short = emitter.code.put(f"trunc i64 {left} to i32")
    count = emitter.functions.spread(Operand(short, dtypes.int32))
    lanes = f"<{', '.join(f'i32 {lane}' for lane in range(width))}>"
    return emitter.code.put(f"icmp slt <{width} x i32> {lanes}, {count.text}")


def any_lane(emitter: Emitter, mask: str) -> str:
    """Whether any lane of a mask is active."""
    width = emitter.functions.width
    return emitter.code.call("i1", f"llvm.vector.reduce.or.{suffix('i1', width)}", (wide("i1", width), mask))


def when(emitter: Emitter, statement: If, copies: list[Copy]) -> None:
    """Write a body for where a condition holds: lanes under a mask, else behind a jump."""
    masked: list[Copy] = []
    for copy in copies:
        condition = copy.values[statement.condition]
        if condition.vector:
            mask = condition.text
            if copy.mask:
                mask = emitter.code.put(f"and {emitter.functions.kind(condition)} {copy.mask}, {mask}")
            inside = copy.inner(mask=mask)
            inside.guarded = True
            masked.append(inside)
        else:
            emitter.code.when(condition.text, [], partial(_body, emitter, statement.body, copy.inner()))
    if masked:
        emitter.run(statement.body, masked)


def _body(emitter: Emitter, body: Sequence[Statement], copy: Copy) -> list[str]:
    emitter.run(body, [copy])
    return []


def check(emitter: Emitter, statement: Check, copies: list[Copy]) -> None:
    """End the kernel with a status unless a condition holds on all active lanes."""
    done = set()
    for copy in copies:
        condition = copy.values[statement.condition]
        if (condition, copy.mask) in done:
            continue
        done.add((condition, copy.mask))
        fails = condition.text
        if condition.vector or copy.mask:
            bools = wide("i1", emitter.functions.width)
            ones = "splat (i1 true)"
            fails = emitter.code.put(f"xor {bools} {emitter.functions.spread(condition).text}, {ones}")
            if copy.mask:
                fails = emitter.code.put(f"and {bools} {fails}, {copy.mask}")
            fails = any_lane(emitter, fails)
        else:
            fails = emitter.code.put(f"xor i1 {fails}, true")
        failed, passed = emitter.code.name("failed"), emitter.code.name("passed")
        emitter.code.do(f"br i1 {fails}, label %{failed}, label %{passed}")
        emitter.code.start(failed)
        emitter.code.do(f"ret i32 {statement.status}")
        emitter.code.start(passed)
