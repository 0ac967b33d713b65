"""The texts of several pieces of native code as one module, in which each has names of its own."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gnomon.compile.llvm.native import ENTRY, Native

LINE = 64
"""Functions begin with a line of the cache, so that what is made with them does not change how fast they are."""
_NAME = re.compile(r"@([\w.$]+)")
_DEFINED = re.compile(r"^(?:define [^@\n]*)?@([\w.$]+)(?:\(| =)", re.MULTILINE)


class Joined(NamedTuple):
    """A module: its text, the function of each piece by its key, and what each name from outside is to which piece."""

    text: str
    functions: dict[str, str]
    imports: dict[str, tuple[str, str]]


def is_foreign(native: Native) -> bool:
    """Whether a text was not written here: it may have more in it than functions and declarations."""
    return native.entry != ENTRY


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return _NAME.sub(lambda found: f"@{names.get(found[1], found[1])}", text)


def joined(natives: Sequence[Native]) -> Joined:
    """Return one module; where a piece calls another one of these, it does so directly."""
    if is_foreign(natives[0]):
        (native,) = natives
        return Joined(
            native.text, {native.key: native.entry}, {name: (native.key, name) for name in native.symbols}
        )
    functions = {native.key: f"code.{native.key[:32]}" for native in natives}
    imports: dict[str, tuple[str, str]] = {}
    declared: dict[str, str] = {}
    lines: list[str] = []
    for native in natives:
        own = {name: f"{name}.{native.key[:32]}" for name in _DEFINED.findall(native.text)}
        own[native.entry] = functions[native.key]
        for name, known in native.symbols.items():
            if isinstance(known, Native) and known.key in functions:
                own[name] = functions[known.key]
            else:
                own[name] = f"{name}.{native.key[:32]}"
                imports[own[name]] = native.key, name
        for line in _renamed(native.text, own).split("\n"):
            if line.startswith("declare "):
                declared.setdefault(_NAME.findall(line)[0], line)
            elif line.startswith("define "):
                lines.append(f"{line.rstrip().removesuffix('{')}align {LINE} {{")
            elif not line.startswith("target "):
                lines.append(line)
    for name in functions.values():
        declared.pop(name, None)
    head = f'target triple = "{natives[0].machine.triple}"'
    return Joined("\n".join([head, *sorted(declared.values()), *lines]), functions, imports)
