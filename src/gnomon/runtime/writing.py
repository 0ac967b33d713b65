"""IR that reads Python objects: arrays, numbers, and the functions of the C API by a table."""

from __future__ import annotations

from collections.abc import Callable

from gnomon.compile.llvm.code import PLAIN, Code
from gnomon.runtime import layout
from gnomon.runtime.linking import Table

LONG = 1 << 15
"""So many elements are worth letting other threads run."""


class Writer(Code):
    """Code over a table of addresses.

    With ``short``, what is written for each of many arrays is a call of a function of the module.
    """

    def __init__(self, table: Table, *, short: bool = False) -> None:
        super().__init__()
        self.table = table
        self.short = short
        self.functions: dict[str, str] = {}

    def function(self, name: str, kind: str, given: int, write: Callable[[Writer], str]) -> None:
        """Write a function of the module, unless it is there: of ``%given0``, ``%given1``...; it gives a zero where it fails."""
        if name in self.functions:
            return
        inner = Writer(self.table)
        inner.do(f"ret {kind} {write(inner)}")
        for block in ("slow", "broken"):
            inner.start(block)
            inner.do(f"ret {kind} {'null' if kind == 'ptr' else '0'}")
        parameters = ", ".join(f"{'ptr' if kind == 'i1' else 'i64'} %given{k}" for k in range(given))
        self.functions[name] = (
            f"define internal {kind} @{name}({parameters}) {{\nentry:\n{inner.text()}\n}}\n"
        )
        self.declarations |= inner.declarations

    def turns(self, count: int, write: Callable[[str], object]) -> None:
        """Do something for each number below a count."""

        def body(index: str, _: list[str]) -> list[str]:
            write(index)
            return []

        self.loop("0", str(count), 1, [], body)

    def field(self, kind: str, base: str, offset: int) -> str:
        """Load a field of an object."""
        place = self.put(f"getelementptr i8, ptr {base}, i64 {offset}")
        return self.put(f"load {kind}, ptr {place}")

    def address(self, place: int) -> str:
        """Load an address from the table."""
        return self.entry("ptr", "@table", place)

    def python(self, result: str, name: str, *arguments: str) -> str:
        """Call a function of Python's C API; arguments are texts with their types."""
        return self.calls(result, self.table.of_function(name), *arguments)

    def calls(self, result: str, place: int, *arguments: str) -> str:
        """Call the function whose address is in the table."""
        text = f"call {result} {self.address(place)}({', '.join(arguments)})"
        if result == "void":
            self.do(text)
            return ""
        return self.put(text)

    def require(self, condition: str, otherwise: str = "slow") -> None:
        """Go on where an i1 holds, else to a block: the one that takes the Python path."""
        super().require(condition, otherwise)

    def require_array(self, value: str, dtype_place: int, rank: int) -> None:
        """Go on with a plain array of a dtype and rank that lies in memory in order."""
        if self.short:
            name = f"is_array.{dtype_place}.{rank}"
            self.function(name, "i1", 1, lambda code: code._is_array(dtype_place, rank))
            self.require(self.put(f"call i1 @{name}(ptr {value})"))
            return
        self._require_array(value, dtype_place, rank)

    def _is_array(self, dtype_place: int, rank: int) -> str:
        self._require_array("%given0", dtype_place, rank)
        return "true"

    def _require_array(self, value: str, dtype_place: int, rank: int) -> None:
        type_place = self.table.place("ndarray", _type_address())
        self.require(
            self.put(f"icmp eq ptr {self.field('ptr', value, layout.TYPE)}, {self.address(type_place)}")
        )
        found = self.field("ptr", value, layout.DESCRIPTION)
        self.require(self.put(f"icmp eq ptr {found}, {self.address(dtype_place)}"))
        self.require(self.put(f"icmp eq i32 {self.field('i32', value, layout.RANK)}, {rank}"))
        wanted = layout.CONTIGUOUS | layout.ALIGNED
        flags = self.put(f"and i32 {self.field('i32', value, layout.FLAGS)}, {wanted}")
        self.require(self.put(f"icmp eq i32 {flags}, {wanted}"))


def _type_address() -> int:
    import numpy as np

    return id(np.ndarray)


def function_text(code: Writer, parameters: str) -> str:
    """The module of one function ``@kernel``."""
    return (
        f"@table = external global [{max(1, len(code.table.addresses))} x ptr]\n"
        + "\n".join([*sorted(code.declarations), *code.functions.values()])
        + f"\ndefine ptr @kernel({parameters}){PLAIN if code.short else ''} {{\nentry:\n{code.text()}\n}}\n"
    )
