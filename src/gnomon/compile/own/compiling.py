"""C++ of the user's as machine code: compiled once by the system's compiler, and kept in the cache of kernels.

The name of an entry depends on the source, the adapter, the compiler with its version, its flags and the processor. A
first entry lists the user's files that were read, with digests; a second, named by that list, has the code.
"""

from __future__ import annotations

import ctypes
import functools
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from gnomon.compile import cache
from gnomon.compile.llvm.machine import this_machine
from gnomon.compile.own.adapter import Call, text_of
from gnomon.graph.errors import GnomonError
from gnomon.graph.own.record import OwnOp
from gnomon.graph.own.sources import Cpp
from gnomon.graph.sites import Site

FLAGS = ("-std=c++17", "-O3", "-fPIC")
ADAPTER = "gnomon_call.cpp"
MOST = 40
"""So many lines of a compiler's words are told."""
LIBRARY, OBJECT = "library", "object"


class CompileError(GnomonError, RuntimeError):
    """Source text that the system's compiler refuses, or no compiler."""


class Compiler(NamedTuple):
    """A command, and what tells this compiler from others."""

    command: tuple[str, ...]
    version: str


class Library(NamedTuple):
    """Code in this process: the address of the adapter, and the function that tells what went wrong."""

    symbol: str
    address: int
    library: ctypes.CDLL

    def message(self) -> str:
        """What the last failing call on this thread said."""
        tell = getattr(self.library, f"{self.symbol}_text")
        tell.restype = ctypes.c_char_p
        return (tell() or b"").decode(errors="replace")


def compiler() -> Compiler | None:
    """The C++ compiler: what `CXX` says, else the first that is installed."""
    return _compiler(os.environ.get("CXX") or "", os.environ.get("PATH") or "")


@functools.cache
def _compiler(chosen: str, path: str) -> Compiler | None:
    for command in [chosen] if chosen else ["c++", "g++", "clang++"]:
        words = command.split()
        if words and shutil.which(words[0]):
            told = subprocess.run([*words, "--version"], capture_output=True, text=True, check=False)
            if not told.returncode:
                return Compiler(
                    tuple(words), f"{os.path.realpath(shutil.which(words[0]) or '')} {told.stdout}"
                )
    return None


def symbol_of(cpp: Cpp, call: Call) -> str:
    """The name of the adapter: others have other names, so that several can be linked together."""
    parts = (cpp.entry, cpp.text, cpp.path or "", call.body, *cpp.include, "", *cpp.flags)
    return f"gnomon_own_{cache.key_of(*parts)[:24]}"


def library_of(name: str, cpp: Cpp, call: Call, site: Site | None) -> Library:
    """Return code in this process, from the cache or compiled now."""
    symbol = symbol_of(cpp, call)
    with _lock:
        image = image_of(name, cpp, call, site, LIBRARY, native_flags())
        digest = hashlib.sha256(image).digest()
        found = _loaded.get(digest)
        if found is None:
            library = _opened(name, image, site)
            address = ctypes.cast(getattr(library, symbol), ctypes.c_void_p).value or 0
            found = _loaded[digest] = Library(symbol, address, library)
        return found


_lock = threading.Lock()
_loaded: dict[bytes, Library] = {}


def image_of(name: str, cpp: Cpp, call: Call, site: Site | None, kind: str, flags: Sequence[str]) -> bytes:
    """Return the bytes of a shared library or of an object file."""
    found = compiler()
    if found is None:
        raise CompileError(
            f"{name} is written in C++, and there is no compiler",
            site,
            "install g++ or clang++, or say in CXX where one is",
        )
    command = [*found.command, *FLAGS, *flags, *[f"-I{folder}" for folder in cpp.include], *cpp.flags]
    symbol = symbol_of(cpp, call)
    include = cpp.path or f"{cpp.entry}.cpp"
    text = text_of(include, symbol, call)
    machine = this_machine()
    base = cache.key_of(
        kind, found.version, *command, "", *cpp.libraries, "", text, cpp.text, *map(str, machine)
    )
    listed = cache.load(base)
    if listed is not None and _is_current(listed):
        image = cache.load(cache.key_of(base, listed.decode()))
        if image is not None:
            return image
    with tempfile.TemporaryDirectory(prefix="gnomon-") as folder:
        image, listed = _compiled(name, cpp, call, site, kind, command, text, Path(folder))
    cache.save(cache.key_of(base, listed.decode()), image)
    cache.save(base, listed)
    return image


def _compiled(
    name: str, cpp: Cpp, call: Call, site: Site | None, kind: str, command: list[str], text: str, folder: Path
) -> tuple[bytes, bytes]:
    if cpp.path is None:
        (folder / f"{cpp.entry}.cpp").write_text(_placed_text(cpp), encoding="utf-8")
    (folder / ADAPTER).write_text(text, encoding="utf-8")
    target = folder / "made"
    way = ["-shared"] if kind == LIBRARY else ["-c"]
    done = subprocess.run(
        [
            *command,
            *way,
            "-MMD",
            "-MF",
            "needs",
            "-o",
            str(target),
            ADAPTER,
            *linking(cpp) * (kind == LIBRARY),
        ],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise CompileError(
            f"{name}: the C++ compiler refuses it\n{_told(done.stderr)}",
            site,
            f"Gnomon calls it as {call.declaration}",
        )
    needs = (folder / "needs").read_text(encoding="utf-8") if (folder / "needs").exists() else ""
    return target.read_bytes(), json.dumps(_digests(needs, folder)).encode()


def linking(cpp: Cpp) -> list[str]:
    """Return what a linker is told of the libraries that a source uses: names, or paths of files."""
    return [
        library if os.sep in library or library.startswith("-") else f"-l{library}"
        for library in cpp.libraries
    ]


def _digests(needs: str, folder: Path) -> list[list[str]]:
    """Return the user's files that were read, with digests, by what the compiler has listed."""
    words = needs.replace("\\\n", " ").partition(":")[2].replace("\\ ", "\0").split()
    paths = [os.path.abspath(folder / word.replace("\0", " ")) for word in words]
    inside = os.path.abspath(folder) + os.sep
    return [[path, _digest(path)] for path in sorted(set(paths)) if not path.startswith(inside)]


def _digest(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return "missing"


def _is_current(listed: bytes) -> bool:
    try:
        return all(_digest(path) == digest for path, digest in json.loads(listed))
    except (ValueError, TypeError):
        return False


def _placed_text(cpp: Cpp) -> str:
    """Return the user's text, with the place that it has in the user's program, so that the compiler tells that."""
    if cpp.place is None:
        return cpp.text
    path, first = cpp.place
    quoted = path.replace("\\", "\\\\").replace('"', '\\"')
    return f'#line {first} "{quoted}"\n{cpp.text}'


def _told(text: str) -> str:
    """Return the compiler's words, not all of them, without those about Gnomon's part."""
    lines = [line for line in text.splitlines() if not line.startswith(f"In file included from {ADAPTER}")]
    return "\n".join([*lines[:MOST], *(["..."] if len(lines) > MOST else [])])


def native_flags() -> tuple[str, ...]:
    """What makes a compiler use this processor."""
    triple = this_machine().triple
    return ("-march=native",) if triple.startswith(("x86_64", "i")) else ("-mcpu=native",)


def _opened(name: str, image: bytes, site: Site | None) -> ctypes.CDLL:
    """Load a library from its bytes, by a file that is gone afterwards."""
    where, why = cache.folder(), ""
    kept = [] if where is None else [where / hashlib.sha256(image).hexdigest()[:2]]  # where the cache tidies
    for folder in [*kept, Path(tempfile.gettempdir())]:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            number, path = tempfile.mkstemp(prefix=".new-", suffix=".so", dir=folder)
            try:
                with open(number, "wb") as file:
                    file.write(image)
                return ctypes.CDLL(path, mode=getattr(os, "RTLD_NOW", 2))
            finally:
                with suppress(OSError):
                    os.unlink(path)
        except OSError as error:
            why = str(error)
    raise CompileError(
        f"{name}: what the C++ compiler has made does not load: {why}",
        site,
        "what is only declared is in a library, which libraries= names",
    )


def uses_cpp(op: OwnOp) -> bool:
    """Whether C++ computes an operation; without a compiler another way does, if there is one."""
    if op.cpp is None:
        return False
    return compiler() is not None or (op.compute is None and op.composed is None)
