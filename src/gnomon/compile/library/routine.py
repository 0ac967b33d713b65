"""The text of native code that calls library functions: buffers and sizes by number, cells for what goes by pointer."""

from __future__ import annotations

from collections.abc import Callable

from gnomon.compile.llvm.code import Code

FAILED = 1
"""The status of a library function that could not do its work: the reference step then says why."""


class Routine(Code):
    """The body of ``i32 kernel(ptr buffers, ptr sizes)``."""

    def buffer(self, number: int) -> str:
        """The start of a buffer."""
        return self.entry("ptr", "%buffers", number)

    def size(self, number: int) -> str:
        """A size."""
        return self.entry("i64", "%sizes", number)

    def times(self, left: str, right: str | int) -> str:
        """A product of two sizes."""
        return self.put(f"mul i64 {left}, {right}")

    def plus(self, left: str, right: str | int) -> str:
        """A sum of two sizes."""
        return self.put(f"add i64 {left}, {right}")

    def room(self, kind: str, count: int = 1) -> str:
        """Memory on the stack."""
        register = f"%{self.name('room')}"
        self.allocations.append(f"  {register} = alloca [{max(count, 1)} x {kind}], align 16")
        return register

    def cell(self, kind: str, value: str) -> str:
        """Memory on the stack that holds a value: an argument by pointer."""
        place = self.room(kind)
        self.do(f"store {kind} {value}, ptr {place}")
        return place

    def letter(self, text: str) -> str:
        """A letter by pointer."""
        return self.cell("i8", str(ord(text)))

    def turns(self, count: str, body: Callable[[str], None]) -> None:
        """Run the body for each index below a count."""

        def turn(index: str, _: list[str]) -> list[str]:
            body(index)
            return []

        self.loop("0", count, 1, [], turn)

    def only(self, condition: str, body: Callable[[], object]) -> None:
        """Run the body where an i1 holds."""

        def run() -> list[str]:
            body()
            return []

        self.when(condition, [], run)

    def require(self, condition: str, otherwise: str = "failed") -> None:
        """Go on where an i1 holds, else end with a status."""
        super().require(condition, otherwise)

    def clear(self, target: str, size: str) -> None:
        """Set bytes to 0."""
        self.call("void", "llvm.memset.p0.i64", ("ptr", target), ("i8", "0"), ("i64", size), ("i1", "false"))

    def module(self) -> str:
        """The module, ended by a return."""
        return (
            "\n".join(sorted(self.declarations))
            + "\ndefine i32 @kernel(ptr %buffers, ptr %sizes) {\nentry:\n"
            + self.text()
            + f"\n  ret i32 0\nfailed:\n  ret i32 {FAILED}\n}}\n"
        )
