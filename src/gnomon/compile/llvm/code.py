"""The text of one function while it grows: lines, blocks, and places before loops where what does not change goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

PLAIN = " noinline optnone"
"""What makes the code generator write a function as it stands, and with it its module: for what joins and starts kernels.

That takes a fifth of the time; and long rows of loads and stores would be put in order in quadratic time.
"""
LONG = 500
"""More lines than this, which each run once at most, are not worth the time to improve them."""
Lines = list[Any]
"""Lines of text, and lists of lines that are filled later."""


class Scope:
    """A body that runs as a whole: ``head`` is where it starts, ``memo`` what is already computed there."""

    def __init__(self, head: Lines) -> None:
        self.head = head
        self.memo: dict[Any, str] = {}


class Code:
    """Lines, registers, blocks and the open scopes; scope 0 is the function."""

    def __init__(self) -> None:
        self.root: Lines = []
        self.lines = self.root
        self.block = "entry"
        self.declarations: set[str] = set()
        self.allocations: Lines = []
        self.root.append(self.allocations)
        head: Lines = []
        self.root.append(head)
        self.scopes = [Scope(head)]
        self._count = 0

    def name(self, prefix: str = "v") -> str:
        """A fresh name."""
        self._count += 1
        return f"{prefix}{self._count}"

    def put(self, expression: str) -> str:
        """Compute an expression into a fresh register."""
        register = f"%{self.name()}"
        self.lines.append(f"  {register} = {expression}")
        return register

    def do(self, instruction: str) -> None:
        """Add an instruction without a result."""
        self.lines.append(f"  {instruction}")

    def start(self, label: str) -> None:
        """Start a block."""
        self.lines.append(f"{label}:")
        self.block = label

    def hoisted(self, depth: int, key: Any, expression: str) -> str:
        """An expression that is computed where the scope of a depth starts, once."""
        scope = self.scopes[depth]
        found = scope.memo.get(key)
        if found is None:
            found = scope.memo[key] = f"%{self.name()}"
            scope.head.append(f"  {found} = {expression}")
        return found

    def allocated(self, kind: str, count: int = 1) -> str:
        """The address of room for some values, as long as the function runs."""
        register = f"%{self.name('own')}"
        self.allocations.append(f"  {register} = alloca {kind}, i64 {max(1, count)}")
        return register

    def at(self, kind: str, base: str, index: int | str) -> str:
        """The address of an entry of an array in memory."""
        return self.put(f"getelementptr {kind}, ptr {base}, i64 {index}")

    def entry(self, kind: str, base: str, index: int | str) -> str:
        """Load an entry of an array in memory."""
        return self.put(f"load {kind}, ptr {self.at(kind, base, index)}")

    def require(self, condition: str, otherwise: str) -> None:
        """Go on where an i1 holds, else to a block."""
        further = self.name("ok")
        self.do(f"br i1 {condition}, label %{further}, label %{otherwise}")
        self.start(further)

    def copy(self, target: str, source: str, count: str) -> None:
        """Copy so many bytes."""
        arguments = (("ptr", target), ("ptr", source), ("i64", count), ("i1", "false"))
        self.call("void", "llvm.memcpy.p0.p0.i64", *arguments)

    def call(self, result: str, function: str, *arguments: tuple[str, str]) -> str:
        """Call a function with pairs of type and operand; ``void`` gives no register."""
        self.declarations.add(f"declare {result} @{function}({', '.join(kind for kind, _ in arguments)})")
        text = f"call {result} @{function}({', '.join(f'{kind} {operand}' for kind, operand in arguments)})"
        if result == "void":
            self.do(text)
            return ""
        return self.put(text)

    def loop(
        self,
        start: str,
        stop: str,
        step: int,
        carried: list[tuple[str, str]],
        body: Callable[[str, list[str]], list[str]],
    ) -> list[str]:
        """Count from start to below stop. ``carried`` are types and first values of what turns hand on.

        ``body(index, values)`` gives the next values; the last ones are returned.
        """
        turn, after = self.name("loop"), self.name("after")
        before = self.block
        runs = self.put(f"icmp slt i64 {start}, {stop}")
        self.do(f"br i1 {runs}, label %{turn}, label %{after}")
        self.start(turn)
        index, values = f"%{self.name('i')}", [f"%{self.name('c')}" for _ in carried]
        phis = self._open()
        following = body(index, values)
        self.scopes.pop()
        further = self.put(f"add nsw i64 {index}, {step}")
        again = self.put(f"icmp slt i64 {further}, {stop}")
        self.do(f"br i1 {again}, label %{turn}, label %{after}")
        last = self.block
        phis.append(f"  {index} = phi i64 [ {start}, %{before} ], [ {further}, %{last} ]")
        for register, (kind, first), new in zip(values, carried, following):
            phis.append(f"  {register} = phi {kind} [ {first}, %{before} ], [ {new}, %{last} ]")
        self.start(after)
        return [
            self.put(f"phi {kind} [ {first}, %{before} ], [ {new}, %{last} ]")
            for (kind, first), new in zip(carried, following)
        ]

    def repeat(
        self, carried: list[tuple[str, str]], body: Callable[[list[str]], tuple[list[str], str]]
    ) -> list[str]:
        """Run the body, and again while the i1 that it gives holds.

        ``carried`` are types and first values of what turns hand on; ``body(values)`` gives the next values and the i1.
        """
        turn, after = self.name("again"), self.name("after")
        before = self.block
        self.do(f"br label %{turn}")
        self.start(turn)
        values = [f"%{self.name('c')}" for _ in carried]
        phis = self._open()
        following, again = body(values)
        self.scopes.pop()
        self.do(f"br i1 {again}, label %{turn}, label %{after}")
        for register, (kind, first), new in zip(values, carried, following):
            phis.append(f"  {register} = phi {kind} [ {first}, %{before} ], [ {new}, %{self.block} ]")
        self.start(after)
        return following

    def loop_while(
        self,
        carried: list[tuple[str, str]],
        test: Callable[[list[str]], str],
        body: Callable[[list[str]], list[str]],
    ) -> list[str]:
        """Run the body as long as a test of what turns hand on, an i1, holds; gives the last values."""
        again, inside, after = self.name("again"), self.name("inside"), self.name("after")
        before = self.block
        self.do(f"br label %{again}")
        self.start(again)
        values = [f"%{self.name('c')}" for _ in carried]
        phis = self._open()
        self.do(f"br i1 {test(values)}, label %{inside}, label %{after}")
        self.start(inside)
        following = body(values)
        self.scopes.pop()
        self.do(f"br label %{again}")
        for register, (kind, first), new in zip(values, carried, following):
            phis.append(f"  {register} = phi {kind} [ {first}, %{before} ], [ {new}, %{self.block} ]")
        self.start(after)
        return values

    def when(
        self, condition: str, carried: list[tuple[str, str]], body: Callable[[], list[str]]
    ) -> list[str]:
        """Run the body where an i1 holds; gives its values, or the first ones where it does not run."""
        inside, after = self.name("then"), self.name("after")
        before = self.block
        self.do(f"br i1 {condition}, label %{inside}, label %{after}")
        self.start(inside)
        self._open()
        following = body()
        self.scopes.pop()
        self.do(f"br label %{after}")
        last = self.block
        self.start(after)
        return [
            self.put(f"phi {kind} [ {first}, %{before} ], [ {new}, %{last} ]")
            for (kind, first), new in zip(carried, following)
        ]

    def _open(self) -> Lines:
        """Open a scope; gives where phis go."""
        phis: Lines = []
        head: Lines = []
        self.lines.append(phis)
        self.lines.append(head)
        self.scopes.append(Scope(head))
        return phis

    def settle(self) -> None:
        """Let what is computed once for the function be computed here: what came before is known from now on."""
        head: Lines = []
        self.lines.append(head)
        self.scopes[0] = Scope(head)

    def text(self) -> str:
        """All lines."""
        return "\n".join(_flat(self.root))


def _flat(lines: Lines) -> Iterator[str]:
    for line in lines:
        if isinstance(line, str):
            yield line
        else:
            yield from _flat(line)
