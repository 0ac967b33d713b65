"""Reductions: values of all turns combined in an order that neither threads nor the width of vectors change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.kernel import JAM, LANE, Reduce
from gnomon.compile.llvm.conditions import remainder_mask
from gnomon.compile.llvm.copies import alike
from gnomon.compile.llvm.memory import alignment, as_register, as_stored, scratch
from gnomon.compile.llvm.types import Operand, element, literal, stored, suffix, wide
from gnomon.compile.scalars import COMBINING, identity
from gnomon.compile.walk import accumulators
from gnomon.shapes import Dtype, Size
from gnomon.shapes.dims import of_atom

if TYPE_CHECKING:
    from gnomon.compile.llvm.copies import Copy
    from gnomon.compile.llvm.emitter import Emitter

TRUTHS = {"any": "or", "all": "and"}
"""Combinations of bools, which processors combine for all lanes at once."""

Row = list[Operand]
"""An accumulator of each target."""

New = Operand | tuple[Operand, Operand]
"""What a turn combines into an accumulator."""


def reduce(emitter: Emitter, statement: Reduce, copies: list[Copy]) -> None:
    """Write a reduction for all copies."""
    loop = statement.loop
    if loop.kind == JAM:
        _jam(emitter, statement, copies)
        return
    for extent, together in alike(loop.extent, copies):
        run = _lanes if loop.kind == LANE else _serial
        for copy, row in zip(together, run(emitter, statement, extent, together)):
            copy.values.update(zip(statement.targets, row))


def _first(emitter: Emitter, statement: Reduce) -> Row:
    """The identities, one per lane where there are lanes."""
    found = []
    for combine, dtype in zip(statement.combines, statement.dtypes):
        operand = Operand(literal(identity(combine, dtype), dtype), dtype, False, True)
        found.append(emitter.functions.spread(operand))
    return found


def _combined(emitter: Emitter, statement: Reduce, row: Row, values: Sequence[New]) -> Row:
    spread = emitter.functions.spread
    found = []
    for combine, old, new in zip(statement.combines, row, values):
        if isinstance(new, Operand):
            found.append(emitter.functions.call(COMBINING.get(combine, combine), (old, spread(new))))
        else:
            found.append(emitter.functions.call(combine, (spread(new[0]), spread(new[1]), old)))
    return found


def _values(statement: Reduce, copy: Copy) -> list[New]:
    return [
        (copy.values[name[0]], copy.values[name[1]]) if isinstance(name, tuple) else copy.values[name]
        for name in statement.values
    ]


def _jam(emitter: Emitter, statement: Reduce, copies: list[Copy]) -> None:
    extent = statement.loop.extent
    assert type(extent) is int
    turns = [[copy.inner(statement.loop.index, turn) for turn in range(extent)] for copy in copies]
    with emitter.fetching.during(emitter, statement):
        emitter.run(statement.loop.body, [turn for row in turns for turn in row])
        emitter.fetching.flush(emitter)
    for copy, row in zip(copies, turns):
        total = _first(emitter, statement)
        for turn in row:
            total = _combined(emitter, statement, total, _values(statement, turn))
        copy.values.update(zip(statement.targets, total))


def _loop(
    emitter: Emitter,
    bounds: tuple[str, str, int],
    rows: list[Row],
    body: Callable[[str, list[Row]], list[Row]],
) -> list[Row]:
    """A loop that hands rows of accumulators on."""
    flat = [(emitter.functions.kind(operand), operand.text) for row in rows for operand in row]

    def grouped(texts: list[str]) -> list[Row]:
        left = iter(texts)
        return [[operand._replace(text=next(left), literal=False) for operand in row] for row in rows]

    def turn(index: str, texts: list[str]) -> list[str]:
        return [operand.text for row in body(index, grouped(texts)) for operand in row]

    return grouped(emitter.code.loop(*bounds, flat, turn))


def _serial(emitter: Emitter, statement: Reduce, extent: Size, copies: list[Copy]) -> list[Row]:
    loop = statement.loop

    def body(index: str, rows: list[Row]) -> list[Row]:
        emitter.bind(loop.index, index)
        inner = [copy.inner() for copy in copies]
        emitter.run(loop.body, inner)
        return [
            _combined(emitter, statement, row, _values(statement, each)) for row, each in zip(rows, inner)
        ]

    first = [_first(emitter, statement) for _ in copies]
    return _loop(emitter, ("0", emitter.sizes.value(extent), 1), first, body)


def _lanes(emitter: Emitter, statement: Reduce, extent: Size, copies: list[Copy]) -> list[Row]:
    """Whole blocks with all accumulators in registers; the rest with accumulators in memory; then the tree."""
    loop, code = statement.loop, emitter.code
    count = accumulators(statement)
    width = min(emitter.lane_width(loop.index, loop.body, statement), count)
    parts = count // width
    stop = emitter.sizes.value(extent)
    whole = code.put(f"and i64 {stop}, {-count}")
    emitter.lane, emitter.functions.width = loop.index, width

    def block(index: str, rows: list[Row]) -> list[Row]:
        emitter.bind(loop.index, index)
        inner = [
            copy.inner(loop.index, of_atom(loop.index) + part * width)
            for copy in copies
            for part in range(parts)
        ]
        emitter.run(loop.body, inner)
        emitter.fetching.flush(emitter)
        return [
            _combined(emitter, statement, row, _values(statement, each)) for row, each in zip(rows, inner)
        ]

    first = [_first(emitter, statement) for _ in copies for _ in range(parts)]
    with emitter.fetching.during(emitter, statement):
        rows = _loop(emitter, ("0", whole, count), first, block)
    left = code.put(f"icmp slt i64 {whole}, {stop}")
    flat = [(emitter.functions.kind(operand), operand.text) for row in rows for operand in row]
    texts = iter(code.when(left, flat, lambda: _rest(emitter, statement, copies, rows, (whole, stop))))
    rows = [[operand._replace(text=next(texts)) for operand in row] for row in rows]
    results = []
    for position in range(len(copies)):
        mine = rows[position * parts : (position + 1) * parts]
        emitter.functions.width = width
        results.append(_tree(emitter, statement, mine, width))
    emitter.lane, emitter.functions.width = None, 1
    return results


def _rest(
    emitter: Emitter, statement: Reduce, copies: list[Copy], rows: list[Row], bounds: tuple[str, str]
) -> list[str]:
    """What is left after the last whole block; gives the accumulators, in the order of the rows."""
    loop, code = statement.loop, emitter.code
    start, stop = bounds
    width, parts = emitter.functions.width, len(rows) // len(copies)
    slots = [[scratch(emitter, accumulators(statement), dtype) for dtype in statement.dtypes] for _ in copies]
    for number, row in enumerate(rows):
        for slot, operand in zip(slots[number // parts], row):
            place = _slot(emitter, slot, operand.dtype, str(number % parts * width))
            _keep(emitter, place, operand)

    def turn(index: str, _: list[str]) -> list[str]:
        emitter.bind(loop.index, index)
        vector = emitter.vector
        mask = remainder_mask(emitter, code.put(f"sub i64 {stop}, {index}")) if vector else None
        inner = [copy.inner(mask=mask) for copy in copies]
        emitter.run(loop.body, inner)
        number = code.put(f"sub i64 {index}, {start}")
        for each, mine in zip(inner, slots):
            places = [_slot(emitter, slot, dtype, number) for slot, dtype in zip(mine, statement.dtypes)]
            old = [_kept(emitter, place, dtype) for place, dtype in zip(places, statement.dtypes)]
            new = _combined(emitter, statement, old, _values(statement, each))
            for place, before, after in zip(places, old, new):
                if mask:
                    kind = emitter.functions.kind(after)
                    bools = wide("i1", emitter.functions.width)
                    text = code.put(f"select {bools} {mask}, {kind} {after.text}, {kind} {before.text}")
                    after = after._replace(text=text)
                _keep(emitter, place, after)
        return []

    if emitter.machine.masks:
        code.loop(start, stop, width, [], turn)
    else:
        emitter.functions.width = 1
        code.loop(start, stop, 1, [], turn)
        emitter.functions.width = width
    found = []
    for number, row in enumerate(rows):
        for slot, operand in zip(slots[number // parts], row):
            place = _slot(emitter, slot, operand.dtype, str(number % parts * width))
            found.append(_kept(emitter, place, operand.dtype).text)
    return found


def _slot(emitter: Emitter, slot: str, dtype: Dtype, number: str) -> str:
    return emitter.code.put(f"getelementptr {stored(dtype)}, ptr {slot}, i64 {number}")


def _keep(emitter: Emitter, place: str, operand: Operand) -> None:
    many = wide(stored(operand.dtype), emitter.functions.width)
    text = as_stored(emitter, operand)
    emitter.code.do(f"store {many} {text}, ptr {place}, align {alignment(operand.dtype)}")


def _kept(emitter: Emitter, place: str, dtype: Dtype) -> Operand:
    many = wide(stored(dtype), emitter.functions.width)
    text = emitter.code.put(f"load {many}, ptr {place}, align {alignment(dtype)}")
    return as_register(emitter, text, dtype, emitter.vector)


def _tree(emitter: Emitter, statement: Reduce, rows: list[Row], width: int) -> Row:
    """Combine the upper half of the accumulators into the lower half until one is left."""
    while len(rows) > 1:
        half = len(rows) // 2
        rows = [_combined(emitter, statement, low, high) for low, high in zip(rows[:half], rows[half:])]
    row = rows[0]
    if width > 1 and all(combine in TRUTHS for combine in statement.combines):
        return [_truth(emitter, combine, each) for combine, each in zip(statement.combines, row)]
    while width > 1:
        half = width // 2
        low = [_lanes_of(emitter, operand, width, 0) for operand in row]
        high = [_lanes_of(emitter, operand, width, half) for operand in row]
        emitter.functions.width = half
        row = _combined(emitter, statement, low, high)
        width = half
    return row


def _truth(emitter: Emitter, combine: str, operand: Operand) -> Operand:
    """Whether any lane is true, or all are: the same in whatever order."""
    width = emitter.functions.width
    name = f"llvm.vector.reduce.{TRUTHS[combine]}.{suffix('i1', width)}"
    text = emitter.code.call("i1", name, (wide("i1", width), operand.text))
    return Operand(text, operand.dtype)


def _lanes_of(emitter: Emitter, operand: Operand, width: int, start: int) -> Operand:
    """Half of the lanes of a vector."""
    many = wide(element(operand.dtype), width)
    if width == 2:
        text = emitter.code.put(f"extractelement {many} {operand.text}, i32 {start}")
        return Operand(text, operand.dtype)
    lanes = ", ".join(f"i32 {lane}" for lane in range(start, start + width // 2))
    mask = f"<{width // 2} x i32> <{lanes}>"
    text = emitter.code.put(f"shufflevector {many} {operand.text}, {many} poison, {mask}")
    return Operand(text, operand.dtype, True)
