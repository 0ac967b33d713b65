"""IR that reads Python objects: arrays, numbers, and the functions of the C API by a table."""

from __future__ import annotations

from gnomon.compile.llvm.code import Code
from gnomon.runtime import layout
from gnomon.runtime.linking import Table

LONG = 1 << 15
"""So many elements are worth letting other threads run."""


class Writer(Code):
    """Code over a table of addresses."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

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
        + "\n".join(sorted(code.declarations))
        + f"\ndefine ptr @kernel({parameters}) {{\nentry:\n{code.text()}\n}}\n"
    )
