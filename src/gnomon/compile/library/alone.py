"""Small work keeps a library to one thread: waiting for a second one costs more than it saves, a lot on a busy machine.

OpenBLAS shares products from about 64 by 64 on, and its threads wait for each other by spinning.
"""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from gnomon.compile.library import lapack

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native

ENOUGH = 1 << 24
"""Multiplications from which on several threads are worth it: about a third of a millisecond of one core."""

ENTRY = "define i32 @kernel("
WRAPPER = f"""
declare i32 @blas_threads()
declare void @blas_use(i32)
define i32 @kernel(ptr %buffers, ptr %sizes) {{
entry:
%WORK%
  %small = icmp ult i64 %work, {ENOUGH}
  %before = call i32 @blas_threads()
  %several = icmp sgt i32 %before, 1
  %change = and i1 %small, %several
  br i1 %change, label %alone, label %together
alone:
  call void @blas_use(i32 1)
  %first = call i32 @shared_kernel(ptr %buffers, ptr %sizes)
  call void @blas_use(i32 %before)
  ret i32 %first
together:
  %second = call i32 @shared_kernel(ptr %buffers, ptr %sizes)
  ret i32 %second
}}
"""
"""Two that run at once do not disturb each other: what is put back is the number of several threads, never 1."""


def linked_alone(text: str, symbols: Mapping[str, int | Native], factors: Sequence[int]) -> Native:
    """Link native code that keeps NumPy's OpenBLAS to one thread while the product of some of its sizes is small.

    ``factors`` are the places of these sizes; with none it always does. Where NumPy has another BLAS nothing is changed.
    """
    from gnomon.compile.llvm import linked

    switch = switches()
    if switch is None:
        return linked(text, symbols=symbols)
    assert text.count(ENTRY) == 1
    lines = ["  %work0 = add i64 1, 0"]
    for number, place in enumerate(factors):
        lines.append(f"  %place{number} = getelementptr i64, ptr %sizes, i64 {place}")
        lines.append(f"  %size{number} = load i64, ptr %place{number}")
        lines.append(f"  %work{number + 1} = mul i64 %work{number}, %size{number}")
    lines.append(f"  %work = add i64 %work{len(factors)}, 0")
    inner = text.replace(ENTRY, "define internal i32 @shared_kernel(")
    return linked(inner + WRAPPER.replace("%WORK%", "\n".join(lines)), symbols={**symbols, **switch})


def factors_of(axes: int) -> tuple[int, ...]:
    """The places of sizes whose product is about the work on matrices with so many different axes."""
    return {0: (), 1: (1, 1, 1), 2: (1, 2, 2)}.get(axes, (1, 2, 3))


@functools.cache
def switches() -> dict[str, int] | None:
    """Return the addresses of what tells and sets OpenBLAS's number of threads, None where it is not there."""
    found = lapack.library()
    if found is None:
        return None
    try:
        tell, use = found.scipy_openblas_get_num_threads64_, found.scipy_openblas_set_num_threads64_
    except AttributeError:
        return None
    addresses = {"blas_threads": tell, "blas_use": use}
    return {name: ctypes.cast(entry, ctypes.c_void_p).value or 0 for name, entry in addresses.items()}
