"""Kernels as native code, through LLVM's code generator alone.

`build(kernel)` gives machine code that runs; `module_text(kernel)` shows the IR it is made from.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

from gnomon.compile import cache
from gnomon.compile.kernel import Check, Kernel
from gnomon.compile.likeness import likeness
from gnomon.compile.llvm.code import PLAIN
from gnomon.compile.llvm.emitter import SPREAD, Emitter
from gnomon.compile.llvm.machine import Machine, library, llvm, this_machine
from gnomon.compile.llvm.native import Native
from gnomon.compile.llvm.sharing import turns_of
from gnomon.compile.llvm.team import spread
from gnomon.compile.walk import statements_in

__all__ = ["Machine", "Native", "build", "linked", "module_text", "object_file", "this_machine", "turns_of"]


def build(kernel: Kernel, machine: Machine | None = None) -> Native:
    """The machine code of a kernel, from the cache or made now, linked into this process."""
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
    symbols = {SPREAD: spread()} if SPREAD in text else None
    native = linked(text, machine, symbols, has_part=turns_of(kernel) is not None)
    native.fails = any(type(statement) is Check for statement in statements_in(kernel.body))
    return native


def linked(
    text: str,
    machine: Machine | None = None,
    symbols: Mapping[str, int | Native] | None = None,
    *,
    has_part: bool = False,
    entry: str = "kernel",
) -> Native:
    """The machine code of IR, from this process, from the cache or made now. ``symbols``: what it knows by name."""
    machine = machine or this_machine()
    known = tuple(
        sorted((name, id(one) if isinstance(one, Native) else one) for name, one in (symbols or {}).items())
    )
    same = (text, machine, known)
    found = _linked.get(same)
    if found is None:
        found = _linked[same] = _from_cache(text, machine, symbols, has_part, entry)
    return found


_linked: WeakValueDictionary[Any, Native] = WeakValueDictionary()
"""What is in use: equal kernels of a program are one. Code keeps what it knows by name, so that ids stay its own."""


def _from_cache(
    text: str, machine: Machine, symbols: Mapping[str, int | Native] | None, has_part: bool, entry: str
) -> Native:
    key = cache.key_of(text, *map(str, machine), library())
    image = cache.load(key)
    if image is not None:
        try:
            return Native(image, has_part, symbols, text, entry)
        except (RuntimeError, OSError):
            pass  # what the cache holds does not load here: it is made anew, and replaced
    image = object_file(text, machine)
    cache.save(key, image)
    return Native(image, has_part, symbols, text, entry)


def module_text(kernel: Kernel, machine: Machine | None = None) -> str:
    """The LLVM IR of a kernel."""
    return Emitter(kernel, machine or this_machine()).text()


def object_file(text: str, machine: Machine) -> bytes:
    """The object file of IR."""
    module = llvm().parse_assembly(text)
    return bytes(machine.target(plain=PLAIN in text).emit_object(module))
