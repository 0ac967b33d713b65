"""Kernels as native code, through LLVM's code generator alone.

`build(kernel)` gives machine code that runs; `module_text(kernel)` shows the IR it is made from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

from gnomon.compile.kernel import Check, Kernel
from gnomon.compile.likeness import likeness
from gnomon.compile.llvm.bundles import object_file, wait
from gnomon.compile.llvm.emitter import SPREAD, Emitter
from gnomon.compile.llvm.machine import Machine, this_machine
from gnomon.compile.llvm.native import ENTRY, Native
from gnomon.compile.llvm.sharing import turns_of
from gnomon.compile.llvm.team import spread
from gnomon.compile.walk import statements_in

__all__ = ["Machine", "Native", "build", "linked", "module_text", "object_file", "this_machine", "turns_of"]


def build(kernel: Kernel, machine: Machine | None = None) -> Native:
    """The machine code of a kernel."""
    machine = machine or this_machine()
    same = (likeness(kernel), machine)
    found = _alike.get(same)
    if found is None:
        found = _alike[same] = _built(kernel, machine)
    return found


_alike: WeakValueDictionary[Any, Native] = WeakValueDictionary()
"""The code of kernels that are in use."""


def _built(kernel: Kernel, machine: Machine) -> Native:
    text = module_text(kernel, machine)
    native = linked(text, machine, {SPREAD: spread()} if SPREAD in text else None)
    native.fails = any(type(statement) is Check for statement in statements_in(kernel.body))
    return native


def linked(
    text: str,
    machine: Machine | None = None,
    symbols: Mapping[str, int | Native] | None = None,
    *,
    entry: str = ENTRY,
) -> Native:
    """The machine code of IR: that of this process, or such that comes from the cache or is made when it is needed.

    ``symbols``: what it knows by name.
    """
    machine = machine or this_machine()
    known = tuple(
        sorted((name, id(one) if isinstance(one, Native) else one) for name, one in (symbols or {}).items())
    )
    same = (text, machine, known, entry)
    found = _linked.get(same)
    if found is None:
        found = _linked[same] = Native(text, machine, symbols, entry)
        wait(found)
    return found


_linked: WeakValueDictionary[Any, Native] = WeakValueDictionary()
"""What is in use: equal kernels of a program are one. Code keeps what it knows by name, so that ids stay its own."""


def module_text(kernel: Kernel, machine: Machine | None = None) -> str:
    """The LLVM IR of a kernel."""
    return Emitter(kernel, machine or this_machine()).text()
