"""Generated code as Python callables: linked with a table of addresses, so that its text holds none."""

from __future__ import annotations

import ctypes
from typing import Any

from gnomon.runtime import layout

FASTCALL, KEYWORDS = 0x80, 0x02


class Table:
    """Addresses that generated code reads from memory, each by its place."""

    def __init__(self) -> None:
        self.addresses: list[int] = []
        self.places: dict[Any, int] = {}
        self.kept: list[Any] = []

    def place(self, key: Any, address: int) -> int:
        """Return the place of an address."""
        found = self.places.get(key)
        if found is None:
            found = self.places[key] = len(self.addresses)
            self.addresses.append(address)
        return found

    def of_object(self, value: Any) -> int:
        """Return the place of a Python object, which is kept alive."""
        self.kept.append(value)
        return self.place(("object", id(value)), id(value))

    def of_function(self, name: str) -> int:
        """Return the place of a function of Python's C API."""
        return self.place(name, layout.python_function(name))


class _Method(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("meth", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    ]


def callable_of(text: str, table: Table, name: str, *, keywords: bool = False, given: bool = False) -> Any:
    """Return the function ``@kernel`` of IR as a Python builtin. The IR sees the table as ``@table``.

    With ``given`` return what makes builtins of this code: each has a tuple that starts with an object of its own as
    ``%self``.
    """
    from gnomon.compile.llvm import linked

    addresses = (ctypes.c_int64 * max(1, len(table.addresses)))(*table.addresses)
    code = linked(text, symbols={"table": ctypes.addressof(addresses)})
    method = _Method(name.encode(), code.address, FASTCALL | (KEYWORDS if keywords else 0), b"")
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.py_object, ctypes.py_object]
    kept = (method, addresses, code, tuple(table.kept))
    if given:
        return lambda own: make(ctypes.addressof(method), (own, kept), "gnomon")
    return make(ctypes.addressof(method), kept, "gnomon")
