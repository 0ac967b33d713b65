"""Object files of 64-bit x86 put into memory and connected here, without LLVM: code from the cache then runs at once.

LLVM's library takes tens of milliseconds and megabytes to load. What the code generator writes needs little of a linker:
a few sections, and four ways of putting addresses in. Whatever else an object file asks for is left to LLVM.

The format: System V Application Binary Interface, with its supplement for AMD64, chapters 4 and 5.
"""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from collections.abc import Mapping
from typing import NamedTuple

RELOCATABLE, X86_64 = 1, 62
"""What the header says of an object file, and of its processor."""
SYMBOLS, RELOCATIONS, EMPTY, UNWINDING = 2, 4, 8, 0x70000001
"""Kinds of sections."""
WRITABLE, OCCUPIES = 1, 2
"""Flags of sections."""
ABSOLUTE, RELATIVE, CALL, TABLE_ENTRIES = 1, 2, 4, (9, 41, 42)
"""Kinds of relocations: a word of 8 bytes, one of 4 relative to its place, that of a call, and places of a table."""
JUMP = b"\xff\x25\x00\x00\x00\x00"
"""A jump to the address in the 8 bytes behind it."""


class Unfit(Exception):
    """An object file, or a system, that is left to LLVM."""


class Section(NamedTuple):
    """A section of an object file."""

    kind: int
    flags: int
    start: int
    size: int
    link: int
    info: int
    alignment: int


class Symbol(NamedTuple):
    """A name of an object file: the section that has it (0: none), and its place there."""

    name: str
    section: int
    value: int


class Linked:
    """Code in memory; it stays as long as this object."""

    def __init__(self, image: bytes, known: Mapping[str, int]) -> None:
        if not sys.platform.startswith("linux") or image[:6] != b"\x7fELF\x02\x01":
            raise Unfit("not an object file of this system")
        kind, machine = struct.unpack_from("<HH", image, 16)
        if (kind, machine) != (RELOCATABLE, X86_64):
            raise Unfit("not code of this processor")
        self._image = image
        self._sections = _sections(image)
        self._symbols = self._names()
        self._known = {name: self._outside(name, known) for name in self._wanted()}
        self._place()
        self._relocate()
        self._protect()

    def __getitem__(self, name: str) -> int:
        """The address of a function."""
        for symbol in self._symbols:
            if symbol.name == name and symbol.section:
                return self._address(symbol)
        raise Unfit(f"there is no {name}")

    def _names(self) -> list[Symbol]:
        for section in self._sections:
            if section.kind == SYMBOLS:
                texts = self._sections[section.link].start
                entries = struct.iter_unpack(
                    "<IBBHQQ", self._image[section.start : section.start + section.size]
                )
                return [
                    Symbol(_text(self._image, texts + name), place, value)
                    for name, _, _, place, value, _ in entries
                ]
        raise Unfit("no names")

    def _wanted(self) -> list[str]:
        return [symbol.name for symbol in self._symbols[1:] if not symbol.section]

    @staticmethod
    def _outside(name: str, known: Mapping[str, int]) -> int:
        """The address of a name that the object file does not have: one that is given, or one of the process."""
        if name in known:
            return known[name]
        try:
            return ctypes.cast(getattr(ctypes.CDLL(None), name), ctypes.c_void_p).value or 0
        except AttributeError:
            raise Unfit(f"nobody has {name}") from None

    def _place(self) -> None:
        """Lay out what is only read and run, then jumps and a table of addresses, then what is written, in pages of its own."""
        self._places: dict[int, int] = {}
        end = self._lay_out(0, writable=False)
        self._jumps = {name: _aligned(end, 16) + 16 * place for place, name in enumerate(self._known)}
        end = _aligned(end, 16) + 16 * len(self._known)
        self._table = end
        end += 8 * len(self._symbols)
        self._protected = _aligned(end, mmap.PAGESIZE)
        end = self._lay_out(self._protected, writable=True)
        self._memory = mmap.mmap(-1, max(end, 1), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        self._base = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        for index, at in self._places.items():
            section = self._sections[index]
            if section.kind != EMPTY:
                self._memory[at : at + section.size] = self._image[
                    section.start : section.start + section.size
                ]
        for name, address in self._known.items():
            self._memory[self._jumps[name] : self._jumps[name] + 14] = JUMP + address.to_bytes(8, "little")

    def _lay_out(self, end: int, *, writable: bool) -> int:
        for index, section in enumerate(self._sections):
            occupies = section.flags & OCCUPIES and section.kind != UNWINDING
            if occupies and bool(section.flags & WRITABLE) == writable:
                self._places[index] = _aligned(end, section.alignment)
                end = self._places[index] + section.size
        return end

    def _relocate(self) -> None:
        for section in self._sections:
            if section.kind == RELOCATIONS and section.info in self._places:
                entries = struct.iter_unpack(
                    "<QQq", self._image[section.start : section.start + section.size]
                )
                for offset, info, added in entries:
                    self._write(self._places[section.info] + offset, info & 0xFFFFFFFF, info >> 32, added)

    def _write(self, at: int, kind: int, number: int, added: int) -> None:
        symbol = self._symbols[number]
        if kind == ABSOLUTE:
            self._write_word(at, self._address(symbol) + added)
            return
        if kind in TABLE_ENTRIES:
            entry = self._table + 8 * number
            self._write_word(entry, self._address(symbol))
            target = self._base + entry
        elif kind == CALL and not symbol.section:
            target = self._base + self._jumps[symbol.name]
        elif kind in (RELATIVE, CALL):
            target = self._address(symbol)
        else:
            raise Unfit(f"a relocation of kind {kind}")
        distance = target + added - self._base - at
        if not -(1 << 31) <= distance < 1 << 31:
            raise Unfit(f"{symbol.name} is too far away")
        self._memory[at : at + 4] = distance.to_bytes(4, "little", signed=True)

    def _write_word(self, at: int, word: int) -> None:
        self._memory[at : at + 8] = word.to_bytes(8, "little")

    def _address(self, symbol: Symbol) -> int:
        if not symbol.section:
            return self._known[symbol.name]
        if symbol.section not in self._places:
            raise Unfit(f"{symbol.name} has no place")
        return self._base + self._places[symbol.section] + symbol.value

    def _protect(self) -> None:
        """Let what is run not be written any more."""
        protect = ctypes.CDLL(None).mprotect
        protect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        if protect(self._base, self._protected, mmap.PROT_READ | mmap.PROT_EXEC):
            raise Unfit("memory may not be run")


def _sections(image: bytes) -> list[Section]:
    start, size, count = struct.unpack_from("<Q", image, 40)[0], *struct.unpack_from("<HH", image, 58)
    found = []
    for index in range(count):
        words = struct.unpack_from("<IIQQQQIIQQ", image, start + index * size)
        found.append(Section(words[1], words[2], words[4], words[5], words[6], words[7], words[8]))
    return found


def _text(image: bytes, start: int) -> str:
    return image[start : image.index(b"\0", start)].decode()


def _aligned(place: int, alignment: int) -> int:
    return -(-place // max(1, alignment)) * max(1, alignment)
