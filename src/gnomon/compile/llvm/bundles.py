"""Native code that is made together: one object file for all kernels of a program that are not in the cache.

A compiler takes longer to start than to compile a small kernel. The cache has each piece under its own key, so that the
next program takes from it what it has in common with this one.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import threading
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from gnomon.compile import cache
from gnomon.compile.llvm.code import PLAIN
from gnomon.compile.llvm.elf import Linked, Unfit
from gnomon.compile.llvm.joining import is_foreign, joined
from gnomon.compile.llvm.machine import Machine, llvm, this_machine
from gnomon.compile.llvm.native import Native

_HEAD, _ELSEWHERE = b"bundle ", b"in "
_NOWHERE = 16
"""The address of what code calls that nobody needs here."""
_lock = threading.RLock()
_numbers = itertools.count()
_waiting: WeakValueDictionary[int, Native] = WeakValueDictionary()


class Bundle(NamedTuple):
    """An object file: the name of each piece's function by its key, and which symbol of which piece each name stands for."""

    functions: Mapping[str, str]
    imports: Mapping[str, Sequence[str]]
    image: bytes

    def packed(self) -> bytes:
        """Return it as an entry of the cache."""
        head = json.dumps([self.functions, self.imports]).encode()
        return b"%s%d\n%s%s" % (_HEAD, len(head), head, self.image)


def wait(native: Native) -> None:
    """Let native code be made with the next that is needed."""
    with _lock:
        _waiting[next(_numbers)] = native


def settle(native: Native) -> None:
    """Bring native code into memory, and with it all that waits."""
    with _lock:
        if native.is_placed:
            return
        own = _needed(native)
        waiting = [each for each in _waiting.values() if each.machine == native.machine]
        _waiting.clear()
        try:
            _settle(list(dict.fromkeys([*waiting, *own])))
        except RuntimeError:
            if len(own) >= len(waiting):
                raise
            _settle(own)  # something else is wrong, which will be said where that is needed


def _needed(native: Native, found: dict[Native, None] | None = None) -> list[Native]:
    """What native code calls and is not in memory, itself at last."""
    found = {} if found is None else found
    if not native.is_placed and native not in found:
        for known in native.symbols.values():
            if isinstance(known, Native):
                _needed(known, found)
        found[native] = None
    return list(found)


def _settle(natives: Sequence[Native]) -> None:
    _load(natives)
    while natives := [each for each in natives if not each.is_placed]:
        kind = _kind(next(each for each in natives if _is_ready(each, {})))
        chosen: dict[str, Native] = {}
        for each in natives:
            alone = is_foreign(each)
            if _kind(each) == kind and not (alone and chosen) and _is_ready(each, chosen):
                chosen[each.key] = each
                if alone:
                    break
        _make(list(chosen.values()))
        _load([each for each in natives if each.key in chosen])  # the same text, given other addresses


def _kind(native: Native) -> tuple[Machine, bool]:
    """What is the same for all code of a bundle."""
    return native.machine, PLAIN in native.text


def _is_ready(native: Native, chosen: Mapping[str, Native]) -> bool:
    """Whether native code can be made with what is chosen: all that it calls is among that, or in memory."""
    if native.key in chosen:
        return False
    called = [known for known in native.symbols.values() if isinstance(known, Native)]
    return all(chosen[known.key] is known if known.key in chosen else known.is_placed for known in called)


def _make(natives: Sequence[Native]) -> None:
    """Make native code, and keep it in the cache."""
    module = joined(natives)
    image = object_file(module.text, natives[0].machine)
    bundle = Bundle(module.functions, module.imports, image)
    _link(bundle, {native.key: native for native in natives})
    keys = [native.key for native in natives]
    if len(keys) == 1:
        cache.save(keys[0], bundle.packed())
        return
    place = cache.key_of(*sorted(keys))
    cache.save(place, bundle.packed())
    for key in keys:
        cache.save(key, _ELSEWHERE + place.encode())


def object_file(text: str, machine: Machine) -> bytes:
    """The object file of IR."""
    module = llvm().parse_assembly(text)
    return bytes(machine.target(plain=PLAIN in text).emit_object(module))


def _load(natives: Sequence[Native]) -> None:
    """Bring into memory what the cache has."""
    found: dict[str, Bundle | None] = {}
    progress = True
    while progress:
        progress = False
        for native in natives:
            if native.is_placed:
                continue
            bundle = _found(native.key, found)
            bound = None if bundle is None else _bound(native, bundle, {})
            if bundle is None or bound is None:
                continue
            for other in natives:
                if not other.is_placed and other.key in bundle.functions:
                    bound = _bound(other, bundle, bound) or bound
            try:
                _link(bundle, bound)
                progress = True
            except (RuntimeError, OSError):  # what the cache holds does not load here: it is made anew
                found.update(dict.fromkeys(bundle.functions))


def _found(key: str, found: dict[str, Bundle | None]) -> Bundle | None:
    """The bundle of a key; what is found is noted for all keys that it has."""
    if key not in found:
        entry = cache.load(key)
        if entry is not None and entry.startswith(_ELSEWHERE):
            entry = cache.load(entry[len(_ELSEWHERE) :].decode())
        bundle = None if entry is None else _unpacked(entry)
        found[key] = bundle if bundle is not None and key in bundle.functions else None
        if bundle is not None:
            for other in bundle.functions:
                found.setdefault(other, bundle)
    return found[key]


def _unpacked(entry: bytes) -> Bundle | None:
    try:
        first, _, rest = entry.partition(b"\n")
        length = int(first.removeprefix(_HEAD))
        functions, imports = json.loads(rest[:length])
        return Bundle(functions, imports, rest[length:])
    except (ValueError, TypeError):
        return None


def _bound(native: Native, bundle: Bundle, bound: dict[str, Native]) -> dict[str, Native] | None:
    """Which native code each key of a bundle stands for, also for this and what it calls; None where that is impossible."""
    if native.key not in bundle.functions:
        return bound if native.is_placed else None
    if native.key in bound:
        return bound if bound[native.key] is native else None
    both: dict[str, Native] | None = {**bound, native.key: native}
    for known in native.symbols.values():
        if isinstance(known, Native) and both is not None:
            both = _bound(known, bundle, both)
    return both


def _link(bundle: Bundle, bound: Mapping[str, Native]) -> None:
    """Bring an object file into memory, and place the native code that is in it."""
    addresses: dict[str, int] = {}
    for name, (key, symbol) in bundle.imports.items():
        known = bound[key].symbols[symbol] if key in bound else _NOWHERE
        addresses[name] = known.address if isinstance(known, Native) else known
    new = [native for native in bound.values() if not native.is_placed]
    library = linked(bundle.image, addresses, [bundle.functions[native.key] for native in new])
    for native in new:
        native.place(library, library[bundle.functions[native.key]])


def linked(image: bytes, addresses: Mapping[str, int], names: Sequence[str]) -> Any:
    """An object file in memory, which gives the addresses of names: put there here if it can be, else by LLVM."""
    with contextlib.suppress(Unfit):
        return Linked(image, addresses)
    builder = llvm().JITLibraryBuilder().add_object_img(image).add_current_process()
    for name, address in addresses.items():
        builder.import_symbol(name, address)
    for name in names:
        builder.export_symbol(name)
    return builder.link(_linker(), f"library{next(_numbers)}")


@functools.cache
def _linker() -> Any:
    """The one linker of this process."""
    return llvm().create_lljit_compiler(this_machine().target())
