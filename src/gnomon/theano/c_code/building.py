"""Programs as libraries in this process: compiled by the system's compiler, kept in the cache of kernels."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sysconfig
import tempfile
import threading
from pathlib import Path

import numpy as np

from gnomon.compile import cache
from gnomon.compile.own.compiling import CompileError, compiler, native_flags
from gnomon.theano.c_code.program import Program

FLAGS = ("-std=c++17", "-O3", "-fPIC", "-shared", "-w")
MOST = 40
"""So many lines of a compiler's words are told."""

_lock = threading.Lock()
_loaded: dict[str, ctypes.PyDLL] = {}


def library_of(name: str, program: Program) -> ctypes.PyDLL:
    """Return the library of a program; a `CompileError` tells what the compiler says."""
    found = compiler()
    if found is None:
        raise CompileError(
            f"{name} is written in C, and there is no compiler",
            None,
            "install g++ or clang++, or give the operation a perform method",
        )
    folders = [sysconfig.get_path("include"), np.get_include(), *program.folders]
    command = [
        *found.command, *FLAGS, *native_flags(), *[f"-I{folder}" for folder in folders], *program.flags,
    ]  # fmt: skip
    key = cache.key_of(
        "theano", found.version, np.__version__, *command, *program.libraries, "", program.text
    )
    with _lock:
        if key not in _loaded:
            image = cache.kept(key, lambda: _compiled(name, command, program))
            _loaded[key] = _opened(image)
        return _loaded[key]


def _compiled(name: str, command: list[str], program: Program) -> bytes:
    with tempfile.TemporaryDirectory(prefix="gnomon-") as folder:
        Path(folder, "code.cpp").write_text(program.text, encoding="utf-8")
        done = subprocess.run(
            [*command, "-o", "made", "code.cpp", *program.libraries],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            lines = done.stderr.splitlines()
            told = "\n".join([*lines[:MOST], *(["..."] if len(lines) > MOST else [])])
            raise CompileError(f"{name}: the C++ compiler refuses its C code\n{told}", None)
        return Path(folder, "made").read_bytes()


def _opened(image: bytes) -> ctypes.PyDLL:
    """Load a library from its bytes, by a file that is gone afterwards, and begin it."""
    number, path = tempfile.mkstemp(prefix="gnomon-", suffix=".so")
    try:
        with open(number, "wb") as file:
            file.write(image)
        library = ctypes.PyDLL(path)
    finally:
        os.unlink(path)
    for function, count in {"begin": 0, "make": 1, "run": 3, "drop": 1}.items():
        entry = getattr(library, f"gnomon_{function}")
        entry.argtypes, entry.restype = [ctypes.py_object] * count, ctypes.py_object
    library.gnomon_begin()
    return library
