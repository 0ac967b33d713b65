"""How long-running native code hears of signals: it looks for them now and then, and stops if a handler raises."""

from __future__ import annotations

import ctypes
import functools
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native

INTERRUPTED = -1
"""The status of code that stopped because the handler of a signal raised an error, which Python then has at hand."""
AFTER = 1 << 18
"""Code asks what time it is after going through so many elements."""
EVERY = 50
"""Milliseconds from one look to the next."""

TEXT = """
declare void @clock(ptr)
declare i32 @PyGILState_Ensure()
declare void @PyGILState_Release(i32)
declare i32 @PyErr_CheckSignals()

define i32 @kernel(ptr %buffers, ptr %sizes) {
entry:
%NOW%
  %last = load i64, ptr %buffers
  %first = icmp eq i64 %last, 0
  br i1 %first, label %begin, label %further
begin:
  store i64 %now, ptr %buffers
  ret i32 0
further:
  %passed = sub i64 %now, %last
  %soon = icmp slt i64 %passed, %EVERY%
  br i1 %soon, label %on, label %look
on:
  ret i32 0
look:
  store i64 %now, ptr %buffers
  %held = call i32 @PyGILState_Ensure()
  %found = call i32 @PyErr_CheckSignals()
  call void @PyGILState_Release(i32 %held)
  ret i32 %found
}
"""
UNIX = """
declare i32 @clock_gettime(i32, ptr)
  %place = alloca [2 x i64]
  %read = call i32 @clock_gettime(i32 %KIND%, ptr %place)
  %seconds = load i64, ptr %place
  %rest.p = getelementptr i64, ptr %place, i64 1
  %rest = load i64, ptr %rest.p
  %whole = mul i64 %seconds, 1000
  %part = sdiv i64 %rest, 1000000
  %now = add i64 %whole, %part
"""
WINDOWS = """
declare i64 @GetTickCount64()
  %now = call i64 @GetTickCount64()
"""


@functools.cache
def poller() -> Native | None:
    """Return code that is called with the address of an i64 that begins as 0; None where Python has no such functions.

    The first call notes the time. Later ones look for signals if enough time has passed, and give `INTERRUPTED` if a
    handler raised an error.
    """
    from gnomon.compile.llvm import linked

    names = ("PyGILState_Ensure", "PyGILState_Release", "PyErr_CheckSignals")
    if sys.implementation.name != "cpython":
        return None
    try:
        symbols = {name: _address(getattr(ctypes.pythonapi, name)) for name in names}
        if sys.platform == "win32":
            symbols["GetTickCount64"] = _address(ctypes.windll.kernel32.GetTickCount64)
            clock = WINDOWS
        else:
            symbols["clock_gettime"] = _address(ctypes.CDLL(None).clock_gettime)
            clock = UNIX.replace("%KIND%", str(time.CLOCK_MONOTONIC))
    except (AttributeError, OSError):
        return None
    declaration, now = clock.strip().split("\n", 1)
    text = TEXT.replace("declare void @clock(ptr)", declaration).replace("%NOW%", now)
    return linked(text.replace("%EVERY%", str(EVERY)), symbols=symbols)


def _address(function: Any) -> int:
    found = ctypes.cast(function, ctypes.c_void_p).value
    assert found is not None
    return found
