"""A native function ``i32 f(ptr buffers, ptr sizes)`` while it is written: what it is given, and what it calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gnomon.compile.llvm import Native, linked
from gnomon.compile.llvm.code import LONG, PLAIN, Code
from gnomon.compile.llvm.sizes import Sizes
from gnomon.shapes import Size, Symbol


class Frame:
    """The text of a function. ``pointers`` are its buffers, ``block`` is one more if it needs a workspace.

    With ``late`` there are no ``pointers``: each buffer is read where it is used, by `pointer`.

    Code that fails goes to the block ``failed``. What it calls is known to the text by names: ``functions`` has the
    native code behind each.
    """

    def __init__(self, names: Sequence[Symbol], buffers: int, workspace: Size, *, late: bool = False) -> None:
        self.late = late
        self.code = code = Code()
        self.sizes = Sizes(code)
        self.functions: dict[str, Native] = {}
        self._names: dict[int, str] = {}
        self._constants: dict[bytes, str] = {}
        for place, name in enumerate(names):
            self.sizes.symbols[name] = (code.entry("i64", "%sizes", place), 0)
        self.pointers = [self.pointer(place) for place in range(0 if late else buffers)]
        self.block = code.entry("ptr", "%buffers", buffers) if workspace != 0 else "null"
        self.status = code.allocated("i32")
        code.settle()

    def pointer(self, place: int) -> str:
        """Read the address of a buffer."""
        return self.code.entry("ptr", "%buffers", place)

    def name_of(self, native: Native) -> str:
        """The name of native code in the text."""
        name = self._names.setdefault(id(native), f"step{len(self.functions)}")
        self.functions[name] = native
        return name

    def call(self, native: Native, buffers: str, sizes: str) -> None:
        """Call native code; it fails where that fails."""
        code = self.code
        called = f"call i32 @{self.name_of(native)}(ptr {buffers}, ptr {sizes})"
        if not native.fails:
            code.do(called)
            return
        status = code.put(called)
        code.do(f"store i32 {status}, ptr {self.status}")
        code.require(code.put(f"icmp eq i32 {status}, 0"), "failed")

    def require(self, condition: str, status: int) -> None:
        """Fail with a status where an i1 does not hold."""
        self.code.do(f"store i32 {status}, ptr {self.status}")
        self.code.require(condition, "failed")

    def constant(self, data: Any) -> str:
        """The address of the elements of a NumPy array, which become part of the text."""
        content: bytes = data.tobytes()
        name = self._constants.get(content)
        if name is None:
            name = self._constants[content] = f"@constant{len(self._constants)}"
            text = "".join([f"\\{byte:02X}" for byte in content])
            self.code.declarations.add(f'{name} = private constant [{len(content)} x i8] c"{text}", align 64')
        return name

    def linked(self) -> Native:
        """End the function and link it."""
        code = self.code
        code.do("ret i32 0")
        code.start("failed")
        code.do(f"ret i32 {code.put(f'load i32, ptr {self.status}')}")
        declared = {*code.declarations, *[f"declare i32 @{name}(ptr, ptr)" for name in self.functions]}
        lines = code.text()
        how = PLAIN if self.late and lines.count("\n") > LONG else ""
        text = f"define i32 @kernel(ptr %buffers, ptr %sizes){how} {{\nentry:\n{lines}\n}}\n"
        return linked("\n".join([*sorted(declared), text]), symbols=self.functions)
