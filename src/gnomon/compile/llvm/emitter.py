"""Kernels as LLVM IR: loops, conditions and values. Memory and reductions have modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon.compile.affine import coefficient_of
from gnomon.compile.kernel import (
    GRID,
    JAM,
    LANE,
    Call,
    Cast,
    Check,
    Const,
    If,
    Index,
    Kernel,
    Load,
    Loop,
    Reduce,
    State,
    Statement,
    Store,
    Value,
)
from gnomon.compile.llvm import memory, pairs, reductions
from gnomon.compile.llvm.code import Code
from gnomon.compile.llvm.functions import Functions
from gnomon.compile.llvm.machine import Machine
from gnomon.compile.llvm.sizes import Sizes
from gnomon.compile.llvm.types import Operand, literal, suffix, wide
from gnomon.compile.walk import statements_in, work
from gnomon.shapes import Dim, Size, Symbol, dtypes, substitute
from gnomon.shapes.dims import of_atom

SPREAD = "gnomon_spread"
"""The function that shares turns among threads (`gnomon.compile.llvm.team`), as kernels know it."""

WORTH_A_TEAM = 1 << 19
"""So many scalar statements are worth several threads: about 20 microseconds of vector code."""


class Copy:
    """One of the interleaved copies of the body at work: its indices, its values, the lanes that are active.

    ``guarded``: perhaps no lane is active.
    """

    __slots__ = ("guarded", "mask", "sizes", "values")

    def __init__(
        self,
        sizes: dict[Symbol, Size],
        values: dict[Value, Operand],
        mask: str | None = None,
        guarded: bool = False,
    ) -> None:
        self.sizes = sizes
        self.values = values
        self.mask = mask
        self.guarded = guarded

    def inner(self, index: Symbol | None = None, size: Size = 0, mask: str | None = None) -> Copy:
        """A copy for a body inside, where an index stands for a size."""
        sizes = self.sizes if index is None else {**self.sizes, index: size}
        return Copy(sizes, dict(self.values), mask or self.mask, self.guarded)

    def size(self, size: Size) -> Size:
        """A size with the indices of this copy put in."""
        return substitute(size, self.sizes) if self.sizes else size


class Emitter:
    """Writes one kernel for one machine."""

    def __init__(self, kernel: Kernel, machine: Machine) -> None:
        self.kernel = kernel
        self.machine = machine
        self.code = Code()
        self.functions = Functions(self.code)
        self.sizes = Sizes(self.code)
        self.lane: Symbol | None = None
        self.buffers: dict[str, memory.Place] = {}
        self._writers: dict[type, Callable[[Any, list[Copy]], None]] = {
            Const: self._const,
            Index: self._index,
            Load: lambda s, copies: memory.load(self, s, copies),
            Store: lambda s, copies: memory.store(self, s, copies),
            Call: self._call,
            Cast: self._cast,
            Loop: self._loop,
            Reduce: lambda s, copies: reductions.reduce(self, s, copies),
            State: self._state,
            If: self._if,
            Check: self._check,
        }

    def text(self) -> str:
        """The whole module."""
        memory.declare(self)
        self.run(self.kernel.body, [Copy({}, {})])
        self.code.do("ret i32 0")
        turns = turns_of(self.kernel)
        bounds = "" if turns is None else ", i64 %start, i64 %stop"
        functions = [_function("kernel" if turns is None else "part", bounds, self.code)]
        if turns is not None:
            functions.append(self._whole(turns))
        declarations = "\n".join(sorted(self.code.declarations))
        return "\n".join([f'target triple = "{self.machine.triple}"', declarations, *functions, ""])

    def _whole(self, turns: Loop) -> str:
        """The function that runs all turns of the outermost loop, with a team of threads where that is worth it."""
        whole = Emitter(self.kernel._replace(buffers=()), self.machine)
        memory.declare(whole)
        code = whole.code
        stop = whole.sizes.value(turns.extent)
        effort = work((turns,), self.kernel.sizes)
        if not isinstance(effort, int) or effort > WORTH_A_TEAM:
            heavy = code.put(f"icmp sgt i64 {whole.sizes.value(effort)}, {WORTH_A_TEAM}")
            code.do(f"br i1 {heavy}, label %together, label %alone")
            code.start("together")
            grain = "64" if turns.kind == LANE else "1"
            task = ("ptr", "@part"), ("ptr", "%buffers"), ("ptr", "%sizes")
            code.do(f"ret i32 {code.call('i32', SPREAD, *task, ('i64', stop), ('i64', grain))}")
            code.start("alone")
        arguments = f"ptr %buffers, ptr %sizes, i64 0, i64 {stop}"
        code.do(f"ret i32 {code.put(f'call i32 @part({arguments})')}")
        self.code.declarations |= code.declarations
        return _function("kernel", "", code)

    @property
    def vector(self) -> bool:
        """Whether values of the body at work may have one scalar per lane."""
        return self.functions.width > 1

    def run(self, statements: Sequence[Statement], copies: list[Copy]) -> None:
        """Write statements for all copies, side by side."""
        done = -1
        for number, statement in enumerate(statements):
            if number == done:
                continue
            if pairs.pair(self, statements, number, copies):
                done = number + 1
                continue
            self._writers[type(statement)](statement, copies)

    def lane_width(self, body: Sequence[Statement]) -> int:
        """How many lanes a loop has: a full vector of the widest dtype in its body.

        Random words of 32 bits count as such, though keys and numbers of words have 64.
        """
        bits = 8
        short = [
            each for each in statements_in(body) if isinstance(each, Call) and each.function == "philox32"
        ]
        of_short = {name for call in short for name in call.arguments}
        for statement in statements_in(body):
            if getattr(statement, "target", None) in of_short or statement in short:
                continue
            if isinstance(statement, (Call, Cast)):
                bits = max(bits, statement.dtype.bits)
            elif isinstance(statement, (Load, Store)):
                bits = max(bits, self.buffers[statement.buffer].dtype.bits)
        return self.machine.vector_bytes * 8 // bits

    def per_lane(self, size: Size) -> Operand:
        """A size as an int64; inside of a lane loop one for each lane if they differ."""
        slope = coefficient_of(self.lane, size) if self.lane and self.vector else 0
        if slope == 0 and type(slope) is int:
            return Operand(self.sizes.value(size), dtypes.int64, False, type(size) is int)
        width = self.functions.width
        many = wide("i64", width)
        if slope is None:
            text = "poison"
            for lane in range(width):
                assert self.lane is not None
                each = self.sizes.value(substitute(size, {self.lane: of_atom(self.lane) + lane}))
                text = self.code.put(f"insertelement {many} {text}, i64 {each}, i32 {lane}")
            return Operand(text, dtypes.int64, True)
        base = self.functions.spread(Operand(self.sizes.value(size), dtypes.int64))
        step = self.functions.spread(
            Operand(self.sizes.value(slope), dtypes.int64, False, type(slope) is int)
        )
        lanes = f"<{', '.join(f'i64 {lane}' for lane in range(width))}>"
        moved = self.code.put(f"mul {many} {step.text}, {lanes}")
        run = slope == 1 and self.lane is not None and _is_even(substitute(size, {self.lane: 0}))
        return Operand(self.code.put(f"add {many} {base.text}, {moved}"), dtypes.int64, True, False, run)

    def remainder_mask(self, left: str) -> str:
        """The lanes whose number is below an i64."""
        width = self.functions.width
        short = self.code.put(f"trunc i64 {left} to i32")
        count = self.functions.spread(Operand(short, dtypes.int32))
        lanes = f"<{', '.join(f'i32 {lane}' for lane in range(width))}>"
        return self.code.put(f"icmp slt <{width} x i32> {lanes}, {count.text}")

    def any_lane(self, mask: str) -> str:
        """Whether any lane of a mask is active."""
        width = self.functions.width
        return self.code.call("i1", f"llvm.vector.reduce.or.{suffix('i1', width)}", (wide("i1", width), mask))

    def bind(self, index: Symbol, register: str) -> None:
        """Let an index be a register of the innermost scope."""
        self.sizes.symbols[index] = (register, len(self.code.scopes) - 1)

    def _const(self, statement: Const, copies: list[Copy]) -> None:
        operand = Operand(literal(statement.number, statement.dtype), statement.dtype, False, True)
        for copy in copies:
            copy.values[statement.target] = operand

    def _index(self, statement: Index, copies: list[Copy]) -> None:
        for copy in copies:
            copy.values[statement.target] = self.per_lane(copy.size(statement.size))

    def _call(self, statement: Call, copies: list[Copy]) -> None:
        done: dict[tuple[Operand, ...], Operand] = {}
        for copy in copies:
            arguments = tuple([copy.values[name] for name in statement.arguments])
            if arguments not in done:
                done[arguments] = self.functions.call(statement.function, arguments)
            copy.values[statement.target] = done[arguments]

    def _cast(self, statement: Cast, copies: list[Copy]) -> None:
        done: dict[Operand, Operand] = {}
        for copy in copies:
            argument = copy.values[statement.value]
            if argument not in done:
                done[argument] = self.functions.cast(argument, statement.dtype)
            copy.values[statement.target] = done[argument]

    def _loop(self, statement: Loop, copies: list[Copy]) -> None:
        if statement.kind == JAM:
            assert type(statement.extent) is int
            turns = [copy.inner(statement.index, turn) for copy in copies for turn in range(statement.extent)]
            self.run(statement.body, turns)
            return
        for extent, together in alike(statement.extent, copies):
            start, stop = "0", self.sizes.value(extent)
            if statement is turns_of(self.kernel):
                start, stop = "%start", "%stop"
            if statement.kind == LANE:
                self._lanes(statement, start, stop, together)
            else:
                self.code.loop(start, stop, 1, [], self._turn(statement, together))

    def _turn(
        self, statement: Loop, copies: list[Copy], stop: str | None = None
    ) -> Callable[[str, list[str]], list[str]]:
        """The body of a loop; with ``stop``, only lanes before that are active."""

        def body(index: str, _: list[str]) -> list[str]:
            self.bind(statement.index, index)
            mask = None
            if stop is not None:
                mask = self.remainder_mask(self.code.put(f"sub i64 {stop}, {index}"))
            self.run(statement.body, [copy.inner(mask=mask) for copy in copies])
            return []

        return body

    def _lanes(self, statement: Loop, start: str, stop: str, copies: list[Copy]) -> None:
        """Vectors with a mask each time, where that costs nothing; else whole vectors, then one by one."""
        width = self.lane_width(statement.body)
        self.lane, self.functions.width = statement.index, width
        start = self._blocks(statement, start, stop, copies)
        if start == "0" and stop.isdigit() and int(stop) % width == 0:
            self.code.loop(start, stop, width, [], self._turn(statement, copies))
        elif self.machine.masks:
            self.code.loop(start, stop, width, [], self._turn(statement, copies, stop))
        else:
            whole = self.code.put(f"and i64 {self.code.put(f'sub i64 {stop}, {start}')}, {-width}")
            end = self.code.put(f"add i64 {start}, {whole}")
            self.code.loop(start, end, width, [], self._turn(statement, copies))
            self.functions.width = 1
            self.code.loop(end, stop, 1, [], self._turn(statement, copies))
        self.lane, self.functions.width = None, 1

    def _blocks(self, statement: Loop, start: str, stop: str, copies: list[Copy]) -> str:
        """Several vectors at a time where turns wait for each other; gives where the rest begins."""
        count = _vectors_at_once(statement)
        if count == 1:
            return start
        width, code = self.functions.width, self.code
        whole = code.put(f"and i64 {code.put(f'sub i64 {stop}, {start}')}, {-width * count}")
        end = code.put(f"add i64 {start}, {whole}")

        def block(index: str, _: list[str]) -> list[str]:
            self.bind(statement.index, index)
            places = [of_atom(statement.index) + width * number for number in range(count)]
            self.run(
                statement.body, [copy.inner(statement.index, place) for copy in copies for place in places]
            )
            return []

        code.loop(start, end, width * count, [], block)
        return end

    def _state(self, statement: State, copies: list[Copy]) -> None:
        loop, spread = statement.loop, self.functions.spread
        for extent, together in alike(loop.extent, copies):
            firsts = [spread(copy.values[name]) for copy in together for name in statement.firsts]

            def grouped(texts: list[str], firsts: list[Operand] = firsts) -> list[list[Operand]]:
                many = len(statement.targets)
                state = [operand._replace(text=text, literal=False) for operand, text in zip(firsts, texts)]
                return [state[place : place + many] for place in range(0, len(state), many)]

            def turn(index: str, texts: list[str], together: list[Copy] = together) -> list[str]:
                self.bind(loop.index, index)
                inner = [copy.inner() for copy in together]
                for copy, state in zip(inner, grouped(texts)):
                    copy.values.update(zip(statement.targets, state))
                self.run(loop.body, inner)
                return [spread(copy.values[name]).text for copy in inner for name in statement.values]

            flat = [(self.functions.kind(operand), operand.text) for operand in firsts]
            last = grouped(self.code.loop("0", self.sizes.value(extent), 1, flat, turn))
            for copy, state in zip(together, last):
                copy.values.update(zip(statement.targets, state))

    def _if(self, statement: If, copies: list[Copy]) -> None:
        masked: list[Copy] = []
        for copy in copies:
            condition = copy.values[statement.condition]
            if condition.vector:
                mask = condition.text
                if copy.mask:
                    mask = self.code.put(f"and {self.functions.kind(condition)} {copy.mask}, {mask}")
                inside = copy.inner(mask=mask)
                inside.guarded = True
                masked.append(inside)
            else:
                inside = copy.inner()
                self.code.when(condition.text, [], lambda inside=inside: self._body(statement.body, inside))  # type: ignore[misc]
        if masked:
            self.run(statement.body, masked)

    def _body(self, body: Sequence[Statement], copy: Copy) -> list[str]:
        self.run(body, [copy])
        return []

    def _check(self, statement: Check, copies: list[Copy]) -> None:
        for copy in copies:
            condition = copy.values[statement.condition]
            fails = condition.text
            if condition.vector or copy.mask:
                bools = wide("i1", self.functions.width)
                ones = "splat (i1 true)"
                fails = self.code.put(f"xor {bools} {self.functions.spread(condition).text}, {ones}")
                if copy.mask:
                    fails = self.code.put(f"and {bools} {fails}, {copy.mask}")
                fails = self.any_lane(fails)
            else:
                fails = self.code.put(f"xor i1 {fails}, true")
            failed, passed = self.code.name("failed"), self.code.name("passed")
            self.code.do(f"br i1 {fails}, label %{failed}, label %{passed}")
            self.code.start(failed)
            self.code.do(f"ret i32 {statement.status}")
            self.code.start(passed)


def _vectors_at_once(statement: Loop) -> int:
    """How many vectors of a lane loop go through its body side by side: more than one where it hands values on.

    They hide how long each has to wait for itself, until they need more registers than there are.
    """
    inside = list(statements_in(statement.body))
    carried = [len(each.targets) for each in inside if isinstance(each, State)]
    if not carried or len(inside) > 256:
        return 1
    return 4 if max(carried) <= 3 and len(inside) <= 64 else 2


def turns_of(kernel: Kernel) -> Loop | None:
    """The grid or lane loop that a kernel is, but for constants before it: threads can share its turns."""
    *first, last = kernel.body or (None,)
    if (
        isinstance(last, Loop)
        and last.kind in (GRID, LANE)
        and all(type(each) in (Const, Index) for each in first)
    ):
        return last
    return None


def _is_even(size: Size) -> bool:
    """Whether a size is a multiple of 4, whatever its symbols are. (So is the first index of each vector of lanes.)"""
    coefficients = size.coefficients.values() if isinstance(size, Dim) else (size,)
    return all(coefficient % 4 == 0 for coefficient in coefficients)


def _function(name: str, bounds: str, code: Code) -> str:
    return f"define i32 @{name}(ptr %buffers, ptr %sizes{bounds}) nounwind {{\nentry:\n{code.text()}\n}}"


def alike(extent: Size, copies: list[Copy]) -> list[tuple[Size, list[Copy]]]:
    """The copies for which an extent is the same size, together."""
    groups: dict[Size, list[Copy]] = {}
    for copy in copies:
        groups.setdefault(copy.size(extent), []).append(copy)
    return list(groups.items())
