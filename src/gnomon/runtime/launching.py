"""One native function that launches any kernel: it takes arrays and sizes as Python objects."""

from __future__ import annotations

import functools
from typing import Any

from gnomon.compile.polling import INTERRUPTED
from gnomon.runtime import layout
from gnomon.runtime.linking import Table, callable_of
from gnomon.runtime.writing import LONG, Writer, function_text


@functools.cache
def launcher() -> Any:
    """``launch(address, count, *arrays, *sizes)`` gives the status of a kernel; None where it cannot be made.

    The arrays are as many as ``count`` says and are trusted: contiguous, of the kernel's dtypes and lengths.
    Other threads run while a long kernel does.
    """
    if not layout.available():
        return None
    code = Writer(Table())
    kernel = code.python("ptr", "PyLong_AsVoidPtr", f"ptr {code.entry('ptr', '%args', 0)}")
    count = code.python("i64", "PyLong_AsLongLong", f"ptr {code.entry('ptr', '%args', 1)}")
    buffers = code.put("alloca ptr, i64 %count")
    sizes = code.put("alloca i64, i64 %count")
    end = code.put(f"add i64 {count}, 2")

    def pointer(index: str, carried: list[str]) -> list[str]:
        array = code.entry("ptr", "%args", index)
        data = code.field("ptr", array, layout.DATA)
        code.do(f"store ptr {data}, ptr {code.at('ptr', buffers, code.put(f'sub i64 {index}, 2'))}")
        rank = code.put(f"zext i32 {code.field('i32', array, layout.RANK)} to i64")
        dims = code.field("ptr", array, layout.DIMENSIONS)
        (elements,) = code.loop(
            "0",
            rank,
            1,
            [("i64", "1")],
            lambda axis, product: [code.put(f"mul i64 {product[0]}, {code.entry('i64', dims, axis)}")],
        )
        return [code.put(f"add i64 {carried[0]}, {elements}")]

    def size(index: str, carried: list[str]) -> list[str]:
        number = code.python("i64", "PyLong_AsLongLong", f"ptr {code.entry('ptr', '%args', index)}")
        code.do(f"store i64 {number}, ptr {code.at('i64', sizes, code.put(f'sub i64 {index}, {end}'))}")
        return []

    (elements,) = code.loop("2", end, 1, [("i64", "0")], pointer)
    code.loop(end, "%count", 1, [], size)
    long = code.put(f"icmp sgt i64 {elements}, {LONG}")
    (state,) = code.when(long, [("ptr", "null")], lambda: [code.python("ptr", "PyEval_SaveThread")])
    status = code.put(f"call i32 {kernel}(ptr {buffers}, ptr {sizes})")

    def restore() -> list[str]:
        code.python("void", "PyEval_RestoreThread", f"ptr {state}")
        return []

    code.when(long, [], restore)
    code.require(code.put(f"icmp ne i32 {status}, {INTERRUPTED}"), "interrupted")
    wide = code.put(f"sext i32 {status} to i64")
    code.do(f"ret ptr {code.python('ptr', 'PyLong_FromLongLong', f'i64 {wide}')}")
    code.start("interrupted")
    code.do("ret ptr null")
    return callable_of(function_text(code, "ptr %self, ptr %args, i64 %count"), code.table, "launch")
