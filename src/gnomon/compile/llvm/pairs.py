"""Loads and stores of neighbours, the parts of complex numbers: whole vectors of both, parted and joined in registers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.affine import coefficient_of
from gnomon.compile.kernel import Load, Statement, Store
from gnomon.compile.llvm.memory import alignment
from gnomon.compile.llvm.types import Operand, stored, suffix, wide
from gnomon.shapes import dtypes

if TYPE_CHECKING:
    from gnomon.compile.llvm.copies import Copy
    from gnomon.compile.llvm.emitter import Emitter


def pair(emitter: Emitter, statements: Sequence[Statement], number: int, copies: Sequence[Copy]) -> bool:
    """Write a statement and the next one together, if they load or store neighbours two steps apart in each lane."""
    if number + 1 >= len(statements) or not emitter.vector or emitter.lane is None:
        return False
    first, second = statements[number], statements[number + 1]
    if not (isinstance(first, (Load, Store)) and type(first) is type(second)):
        return False
    assert isinstance(second, (Load, Store))
    if first.buffer != second.buffer or first.at or second.at or second.offset != first.offset + 1:
        return False
    if emitter.buffers[first.buffer].dtype is dtypes.bool:
        return False
    if any(copy.guarded or coefficient_of(emitter.lane, copy.size(first.offset)) != 2 for copy in copies):
        return False
    if isinstance(first, Store) and isinstance(second, Store):
        if first.combine or second.combine:
            return False
        for copy in copies:
            _store(emitter, first, second, copy)
    elif isinstance(first, Load) and isinstance(second, Load):
        for copy in copies:
            _load(emitter, first, second, copy)
    return True


def _mask(emitter: Emitter, copy: Copy) -> str | None:
    """The mask of a copy, each lane twice."""
    if copy.mask is None:
        return None
    width = emitter.functions.width
    bools = wide("i1", width)
    order = ", ".join([f"i32 {lane // 2}" for lane in range(2 * width)])
    return emitter.code.put(
        f"shufflevector {bools} {copy.mask}, {bools} poison, <{2 * width} x i32> <{order}>"
    )


def _load(emitter: Emitter, first: Load, second: Load, copy: Copy) -> None:
    code, width = emitter.code, emitter.functions.width
    place = emitter.buffers[first.buffer]
    kind = stored(place.dtype)
    many, align = wide(kind, 2 * width), alignment(place.dtype)
    address = emitter.sizes.address(place.register, kind, copy.size(first.offset))
    mask = _mask(emitter, copy)
    if mask is None:
        both = code.put(f"load {many}, ptr {address}, align {align}")
    else:
        both = code.call(
            many,
            f"llvm.masked.load.{suffix(kind, 2 * width)}.p0",
            ("ptr", address),
            ("i32", str(align)),
            (wide("i1", 2 * width), mask),
            (many, "zeroinitializer"),
        )
    for statement, start in ((first, 0), (second, 1)):
        order = ", ".join([f"i32 {2 * lane + start}" for lane in range(width)])
        text = code.put(f"shufflevector {many} {both}, {many} poison, <{width} x i32> <{order}>")
        copy.values[statement.target] = Operand(text, place.dtype, True)


def _store(emitter: Emitter, first: Store, second: Store, copy: Copy) -> None:
    code, width = emitter.code, emitter.functions.width
    place = emitter.buffers[first.buffer]
    kind = stored(place.dtype)
    half, many, align = wide(kind, width), wide(kind, 2 * width), alignment(place.dtype)
    address = emitter.sizes.address(place.register, kind, copy.size(first.offset))
    left, right = (emitter.functions.spread(copy.values[each.value]).text for each in (first, second))
    order = ", ".join([f"i32 {lane // 2 + lane % 2 * width}" for lane in range(2 * width)])
    both = code.put(f"shufflevector {half} {left}, {half} {right}, <{2 * width} x i32> <{order}>")
    mask = _mask(emitter, copy)
    if mask is None:
        code.do(f"store {many} {both}, ptr {address}, align {align}")
        return
    code.call(
        "void",
        f"llvm.masked.store.{suffix(kind, 2 * width)}.p0",
        (many, both),
        ("ptr", address),
        ("i32", str(align)),
        (wide("i1", 2 * width), mask),
    )
