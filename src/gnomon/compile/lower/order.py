"""Native steps of sorting along the last axis."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from gnomon.compile.library.routine import Routine
from gnomon.compile.library.sorts import call_argsort, call_sort, linked_sort
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dim, Dtype, Shape, Size, dtypes, product

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.graph.array import Application


def order_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the native step of a sort along the last axis, None if it has none."""
    attributes = {
        **(application.op.defaults or {}),
        **(application.op.values or {}),
        **application.attributes,
    }
    (x,) = application.arrays()
    if numpy_dtype(x.dtype).name != x.dtype.name or x.ndim < 1:
        return None
    axis = attributes.get("axis")
    last = x.ndim - 1 - (application.op.name == "lexsort")
    if type(axis) is not int or axis not in (-1, last):
        return None
    make: dict[str, Callable[..., NativeStep | None]] = {
        "sort": _sort,
        "argsort": _argsort,
        "topk": _chosen,
        "kth_value": _chosen,
        "lexsort": _lexsort,
    }
    return make[application.op.name](application, x, **attributes)


def _step(
    application: Application, x: Array, results: Sequence[Array], sizes: Sequence[Size], native: Native | None
) -> NativeStep | None:
    return None if native is None else NativeStep([application], [x], results, sizes, native)


def _sort(application: Application, x: Array, *, descending: bool, **_: Any) -> NativeStep | None:
    native = _sorting(x.dtype, descending)
    sizes = [product(x.shape.dims[:-1]), x.shape.dims[-1]]
    return _step(application, x, list(application.outputs), sizes, native)


@functools.cache
def _sorting(dtype: Dtype, descending: bool) -> Native | None:
    """Sort a copy, and put zeros of both signs, which no sort tells apart, into their order."""
    size = dtype.bits // 8 if dtype.bits > 8 else 1

    def write(code: Routine, kind: str) -> None:
        source, target = code.buffer(0), code.buffer(1)
        turns, n = code.size(0), code.size(1)
        code.copy(target, source, code.times(code.times(turns, n), size))

        def turn(index: str) -> None:
            start = code.times(index, n)
            values = code.at(kind, target, start)
            call_sort(code, values, n)
            if dtype.kind == "float":
                _order_zeros(code, dtype, values, code.at(kind, source, start), n)
            if descending:
                _reverse(code, kind, values, n)

        code.turns(turns, turn)

    return linked_sort(dtype.name, write, positions=False)


def _order_zeros(code: Routine, dtype: Dtype, values: str, before: str, n: str) -> None:
    real = {16: "half", 32: "float", 64: "double"}[dtype.bits]
    ends = code.room("i64", 2)
    low, high = code.at("i64", ends, 0), code.at("i64", ends, 1)
    code.do(f"store i64 0, ptr {low}")
    code.do(f"store i64 {n}, ptr {high}")

    def halve(_: str) -> None:
        first, last = (code.put(f"load i64, ptr {end}") for end in (low, high))
        middle = code.put(f"lshr i64 {code.plus(first, last)}, 1")
        open_ = code.put(f"icmp slt i64 {first}, {last}")
        place = code.put(f"select i1 {open_}, i64 {middle}, i64 0")
        below = code.put(f"fcmp olt {real} {code.entry(real, values, place)}, 0.0")
        right = code.put(f"and i1 {open_}, {below}")
        left = code.put(f"and i1 {open_}, {code.put(f'xor i1 {below}, true')}")
        code.do(
            f"store i64 {code.put(f'select i1 {right}, i64 {code.plus(middle, 1)}, i64 {first}')}, ptr {low}"
        )
        code.do(f"store i64 {code.put(f'select i1 {left}, i64 {middle}, i64 {last}')}, ptr {high}")

    def search() -> None:
        code.turns("64", halve)
        first = code.put(f"load i64, ptr {low}")
        inside = code.put(f"icmp slt i64 {first}, {n}")

        def look() -> None:
            zero = code.put(f"fcmp oeq {real} {code.entry(real, values, first)}, 0.0")

            def turn(index: str, carried: list[str]) -> list[str]:
                value = code.entry(real, before, index)
                found = code.put(f"fcmp oeq {real} {value}, 0.0")

                def store() -> list[str]:
                    code.do(f"store {real} {value}, ptr {code.at(real, values, carried[0])}")
                    return [code.plus(carried[0], 1)]

                return code.when(found, [("i64", carried[0])], store)

            code.only(zero, lambda: code.loop("0", n, 1, [("i64", first)], turn))

        code.only(inside, look)

    code.only(code.put(f"icmp sgt i64 {n}, 1"), search)


def _reverse(code: Routine, kind: str, values: str, n: str) -> None:
    last = code.plus(n, -1)

    def turn(index: str) -> None:
        places = [code.at(kind, values, index), code.at(kind, values, code.put(f"sub i64 {last}, {index}"))]
        entries = [code.put(f"load {kind}, ptr {place}, align 1") for place in places]
        for entry, place in zip(entries, reversed(places)):
            code.do(f"store {kind} {entry}, ptr {place}, align 1")

    code.turns(code.put(f"lshr i64 {n}, 1"), turn)


def _room(array: Array, dtype: Dtype) -> Array:
    return Array(Shape((array.shape.dims[-1],)), dtype, name="room")


def _argsort(application: Application, x: Array, *, descending: bool, **_: Any) -> NativeStep | None:
    native = _positions(x.dtype, descending)
    results = [*application.outputs, *([_room(x, x.dtype)] if descending else [])]
    sizes = [product(x.shape.dims[:-1]), x.shape.dims[-1]]
    return _step(application, x, results, sizes, native)


@functools.cache
def _positions(dtype: Dtype, descending: bool) -> Native | None:
    def write(code: Routine, kind: str) -> None:
        source, target = code.buffer(0), code.buffer(1)
        room = code.buffer(2) if descending else ""
        turns, n = code.size(0), code.size(1)

        def turn(index: str) -> None:
            start = code.times(index, n)
            _ordered(
                code, dtype.name, kind, code.at(kind, source, start), code.at("i64", target, start), room, n
            )

        code.turns(turns, turn)

    return linked_sort(dtype.name, write, positions=True)


def _ordered(code: Routine, name: str, kind: str, values: str, places: str, room: str, n: str) -> None:
    """Places in ascending order, or with ``room`` for the values in descending order; equal ones keep theirs."""
    if not room:
        call_argsort(code, name, values, places, n)
        return
    last = code.plus(n, -1)

    def back(index: str) -> None:
        value = code.put(f"load {kind}, ptr {code.at(kind, values, index)}, align 1")
        place = code.at(kind, room, code.put(f"sub i64 {last}, {index}"))
        code.do(f"store {kind} {value}, ptr {place}, align 1")

    code.turns(n, back)
    call_argsort(code, name, room, places, n)
    _reverse(code, "i64", places, n)

    def counted(index: str) -> None:
        place = code.at("i64", places, index)
        found = code.put(f"load i64, ptr {place}")
        code.do(f"store i64 {code.put(f'sub i64 {last}, {found}')}, ptr {place}")

    code.turns(n, counted)


def _chosen(application: Application, x: Array, *, k: Any, **more: Any) -> NativeStep | None:
    """Some neighbouring places of the order: the first k, or the k-th alone."""
    values, places = application.outputs
    if not isinstance(k, (int, Dim)) or places.dtype is not dtypes.int64:
        return None
    descending = application.op.name == "topk" and more["largest"]
    if application.op.name == "kth_value" and (not more["keepdims"] or type(k) is not int or k < 1):
        return None
    start, count = (0, k) if application.op.name == "topk" else (k - 1, 1)
    native = _choosing(x.dtype, descending)
    rooms = [_room(x, dtypes.int64), *([_room(x, x.dtype)] if descending else [])]
    sizes = [product(x.shape.dims[:-1]), x.shape.dims[-1], start, count]
    return _step(application, x, [values, places, *rooms], sizes, native)


@functools.cache
def _choosing(dtype: Dtype, descending: bool) -> Native | None:
    def write(code: Routine, kind: str) -> None:
        source, values, places, order = (code.buffer(number) for number in range(4))
        room = code.buffer(4) if descending else ""
        turns, n, first, count = (code.size(number) for number in range(4))
        code.require(code.put(f"icmp sle i64 {code.plus(first, count)}, {n}"))

        def turn(index: str) -> None:
            read = code.at(kind, source, code.times(index, n))
            _ordered(code, dtype.name, kind, read, order, room, n)
            made = code.times(index, count)

            def pick(number: str) -> None:
                place = code.entry("i64", order, code.plus(first, number))
                value = code.put(f"load {kind}, ptr {code.at(kind, read, place)}, align 1")
                there = code.plus(made, number)
                code.do(f"store i64 {place}, ptr {code.at('i64', places, there)}")
                code.do(f"store {kind} {value}, ptr {code.at(kind, values, there)}, align 1")

            code.turns(count, pick)

        code.turns(turns, turn)

    return linked_sort(dtype.name, write, positions=True)


def _lexsort(application: Application, x: Array, **_: Any) -> NativeStep | None:
    """Sort by the first key, then what is in that order by the next ones."""
    (out,) = application.outputs
    if x.ndim < 2 or out.dtype is not dtypes.int64:
        return None
    native = _by_keys(x.dtype)
    rooms = [_room(x, x.dtype), _room(x, dtypes.int64), _room(x, dtypes.int64)]
    sizes = [product(out.shape.dims[:-1]), x.shape.dims[-1], x.shape.dims[0]]
    return _step(application, x, [out, *rooms], sizes, native)


@functools.cache
def _by_keys(dtype: Dtype) -> Native | None:
    def write(code: Routine, kind: str) -> None:
        source, target, values, places, before = (code.buffer(number) for number in range(5))
        turns, n, keys = (code.size(number) for number in range(3))
        code.require(code.put(f"icmp sge i64 {keys}, 1"))
        width = code.times(n, 8)

        def turn(index: str) -> None:
            order = code.at("i64", target, code.times(index, n))
            code.turns(n, lambda i: code.do(f"store i64 {i}, ptr {code.at('i64', order, i)}"))

            def key(number: str) -> None:
                row = code.at(kind, source, code.times(code.plus(code.times(number, turns), index), n))
                code.copy(before, order, width)

                def gather(i: str) -> None:
                    entry = code.at(kind, row, code.entry("i64", before, i))
                    value = code.put(f"load {kind}, ptr {entry}, align 1")
                    code.do(f"store {kind} {value}, ptr {code.at(kind, values, i)}, align 1")

                code.turns(n, gather)
                call_argsort(code, dtype.name, values, places, n)

                def compose(i: str) -> None:
                    place = code.entry("i64", before, code.entry("i64", places, i))
                    code.do(f"store i64 {place}, ptr {code.at('i64', order, i)}")

                code.turns(n, compose)

            code.turns(keys, key)

        code.turns(turns, turn)

    return linked_sort(dtype.name, write, positions=True)
