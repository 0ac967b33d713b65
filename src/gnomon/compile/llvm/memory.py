"""Loads and stores: one value, neighbouring ones as a vector, or places apart from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gnomon.compile.affine import coefficient_of
from gnomon.compile.kernel import At, Load, Store
from gnomon.compile.llvm.conditions import any_lane
from gnomon.compile.llvm.types import Operand, literal, stored, suffix, wide
from gnomon.compile.scalars import COMBINING
from gnomon.shapes import Dtype, Size, dtypes

if TYPE_CHECKING:
    from gnomon.compile.llvm.copies import Copy
    from gnomon.compile.llvm.emitter import Emitter


class Place(NamedTuple):
    """The start of a buffer, and whether it is only read."""

    register: str
    dtype: Dtype
    fixed: bool = False


class Address(NamedTuple):
    """Where elements are: one place, places from one on, or a vector of places."""

    text: str
    form: str


ONE, ROW, EACH = "one", "row", "each"


def declare(emitter: Emitter) -> None:
    """Fetch the sizes and the starts of buffers; make scratch memory."""
    code = emitter.code
    for position, symbol in enumerate(emitter.kernel.sizes):
        place = code.put(f"getelementptr i64, ptr %sizes, i64 {position}")
        emitter.sizes.symbols[symbol] = (code.put(f"load i64, ptr {place}"), 0)
    position = 0
    for buffer in emitter.kernel.buffers:
        if buffer.role == "scratch":
            start = scratch(emitter, buffer.length or 1, buffer.dtype)
        else:
            place = code.put(f"getelementptr ptr, ptr %buffers, i64 {position}")
            start = code.put(f"load ptr, ptr {place}")
            position += 1
        emitter.buffers[buffer.name] = Place(start, buffer.dtype, buffer.role == "in")
    code.settle()


def scratch(emitter: Emitter, length: int, dtype: Dtype) -> str:
    """The start of memory on the stack."""
    register = f"%{emitter.code.name('scratch')}"
    emitter.code.allocations.append(f"  {register} = alloca [{length} x {stored(dtype)}], align 64")
    return register


def load(emitter: Emitter, statement: Load, copies: list[Copy]) -> None:
    """Write a load; copies with the same place share it."""
    place = emitter.buffers[statement.buffer]
    if place.fixed and statement.offset == 0 and not statement.at and place.dtype is not dtypes.bool:
        first = _first(emitter, place)
        for copy in copies:
            copy.values[statement.target] = first
        return
    done: dict[object, Operand] = {}
    rows: list[str] = []
    for copy in copies:
        address = _address(emitter, place, copy.size(statement.offset), statement.at, copy)
        key = (address, copy.mask)
        if key not in done:
            done[key] = _loaded(emitter, place.dtype, address, copy)
            rows += [address.text] if address.form == ROW else []
        copy.values[statement.target] = done[key]
    emitter.fetching.ask(emitter, statement, rows)


def _first(emitter: Emitter, place: Place) -> Operand:
    """The first element of what is only read: it is loaded once, before all loops."""
    kind = stored(place.dtype)
    text = f"load {kind}, ptr {place.register}, align {alignment(place.dtype)}"
    return Operand(emitter.code.hoisted(0, ("first", place.register), text), place.dtype)


def store(emitter: Emitter, statement: Store, copies: list[Copy]) -> None:
    """Write a store."""
    place = emitter.buffers[statement.buffer]
    for copy in copies:
        address = _address(emitter, place, copy.size(statement.offset), statement.at, copy)
        value = copy.values[statement.value]
        if statement.combine is not None:
            old = _loaded(emitter, place.dtype, address, copy)
            function = COMBINING.get(statement.combine, statement.combine)
            value = emitter.functions.call(function, (old, value))
        _stored(emitter, place.dtype, address, value, copy)


def as_stored(emitter: Emitter, value: Operand) -> str:
    """A value as memory holds it."""
    if value.dtype is not dtypes.bool:
        return value.text
    many = wide("i8", emitter.functions.width if value.vector else 1)
    return emitter.code.put(f"zext {emitter.functions.kind(value)} {value.text} to {many}")


def as_register(emitter: Emitter, text: str, dtype: Dtype, vector: bool) -> Operand:
    """What memory holds as a value."""
    if dtype is dtypes.bool:
        many = wide("i8", emitter.functions.width if vector else 1)
        zero = "zeroinitializer" if vector and emitter.vector else "0"
        text = emitter.code.put(f"icmp ne {many} {text}, {zero}")
    return Operand(text, dtype, vector)


def alignment(dtype: Dtype) -> int:
    """Bytes of an element, which its address is a multiple of."""
    return dtype.bits // 8


def _address(emitter: Emitter, place: Place, offset: Size, at: At, copy: Copy) -> Address:
    code, kind = emitter.code, stored(place.dtype)
    slope = coefficient_of(emitter.lane, offset) if emitter.lane and emitter.vector else 0
    computed = [(copy.values[name], copy.size(stride)) for name, stride in at]
    apart = any(value.vector for value, _ in computed)
    whole = type(slope) is int
    if not apart and whole and slope in (0, 1):
        text = emitter.sizes.address(place.register, kind, offset)
        for value, stride in computed:
            moved = code.put(f"mul i64 {value.text}, {emitter.sizes.value(stride)}")
            text = code.put(f"getelementptr {kind}, ptr {text}, i64 {moved}")
        return Address(text, ROW if slope == 1 else ONE)
    many = wide("i64", emitter.functions.width)
    total = emitter.functions.spread(emitter.per_lane(offset)).text
    for value, stride in computed:
        factor = Operand(emitter.sizes.value(stride), dtypes.int64, False, type(stride) is int)
        left, right = emitter.functions.spread(value).text, emitter.functions.spread(factor).text
        moved = code.put(f"mul {many} {left}, {right}")
        total = code.put(f"add {many} {total}, {moved}")
    return Address(code.put(f"getelementptr {kind}, ptr {place.register}, {many} {total}"), EACH)


def _loaded(emitter: Emitter, dtype: Dtype, address: Address, copy: Copy) -> Operand:
    code, kind, align = emitter.code, stored(dtype), alignment(dtype)
    width = emitter.functions.width
    many, bools = wide(kind, width), wide("i1", width)
    if address.form == ONE:

        def one() -> list[str]:
            return [code.put(f"load {kind}, ptr {address.text}, align {align}")]

        if copy.guarded and copy.mask:
            nothing = "0" if kind.startswith("i") else literal(0.0, dtype)
            (text,) = code.when(any_lane(emitter, copy.mask), [(kind, nothing)], one)
        else:
            (text,) = one()
        return as_register(emitter, text, dtype, False)
    if address.form == ROW and copy.mask is None:
        text = code.put(f"load {many}, ptr {address.text}, align {align}")
    else:
        mask = copy.mask or "splat (i1 true)"
        name, pointers = ("load", "ptr") if address.form == ROW else ("gather", wide("ptr", width))
        ends = f"{suffix(kind, width)}.{suffix('ptr', width if address.form == EACH else 1)}"
        text = code.call(
            many,
            f"llvm.masked.{name}.{ends}",
            (pointers, address.text),
            ("i32", str(align)),
            (bools, mask),
            (many, "zeroinitializer"),
        )
    return as_register(emitter, text, dtype, True)


def _stored(emitter: Emitter, dtype: Dtype, address: Address, value: Operand, copy: Copy) -> None:
    code, kind, align = emitter.code, stored(dtype), alignment(dtype)
    width = emitter.functions.width
    if address.form == ONE and not emitter.vector:
        code.do(f"store {kind} {as_stored(emitter, value)}, ptr {address.text}, align {align}")
        return
    assert address.form != ONE, "all lanes store to one place"
    many, text = wide(kind, width), as_stored(emitter, emitter.functions.spread(value))
    if address.form == ROW and copy.mask is None:
        code.do(f"store {many} {text}, ptr {address.text}, align {align}")
        return
    mask = copy.mask or "splat (i1 true)"
    name, pointers = ("store", "ptr") if address.form == ROW else ("scatter", wide("ptr", width))
    ends = f"{suffix(kind, width)}.{suffix('ptr', width if address.form == EACH else 1)}"
    code.call(
        "void",
        f"llvm.masked.{name}.{ends}",
        (many, text),
        (pointers, address.text),
        ("i32", str(align)),
        (wide("i1", width), mask),
    )
