"""Kernels as LLVM IR: functions, sizes and values. Loops, conditions, memory and reductions have modules of their own."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from gnomon.compile.affine import coefficient_of
from gnomon.compile.kernel import (
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
)
from gnomon.compile.llvm import conditions, loops, memory, pairs, reductions
from gnomon.compile.llvm.apart import Apart
from gnomon.compile.llvm.code import LONG, PLAIN, Code
from gnomon.compile.llvm.copies import Copy
from gnomon.compile.llvm.fetching import Fetching
from gnomon.compile.llvm.functions import Functions
from gnomon.compile.llvm.machine import Machine
from gnomon.compile.llvm.ranks import Narrow, compared, narrow
from gnomon.compile.llvm.sharing import Turns, turns_of
from gnomon.compile.llvm.sizes import Sizes
from gnomon.compile.llvm.types import Operand, literal, wide
from gnomon.compile.walk import bodies, names_in, statements_in, work
from gnomon.shapes import Dim, Size, Symbol, dtypes, substitute
from gnomon.shapes.dims import of_atom

SPREAD = "gnomon_spread"
"""The function that shares turns among threads (`gnomon.compile.llvm.team`), as kernels know it."""

FEW = 6
"""Up to so many statements that move single numbers are written as they stand."""

WORTH_A_TEAM = 1 << 19
"""So many scalar statements are worth several threads: about 20 microseconds of vector code."""


class Emitter:
    """Writes one kernel for one machine."""

    def __init__(self, kernel: Kernel, machine: Machine) -> None:
        self.kernel = kernel
        self.turns = turns_of(kernel)
        self.machine = machine
        self.code = Code()
        self.functions = Functions(self.code, Apart(kernel.body))
        self.sizes = Sizes(self.code)
        self.lane: Symbol | None = None
        self.fetching = Fetching()
        self.narrow = Narrow()
        self.buffers: dict[str, memory.Place] = {}
        self._writers: dict[type, Callable[[Any, list[Copy]], None]] = {
            Const: self._const,
            Index: self._index,
            Load: lambda s, copies: memory.load(self, s, copies),
            Store: lambda s, copies: memory.store(self, s, copies),
            Call: self._call,
            Cast: self._cast,
            Loop: lambda s, copies: loops.loop(self, s, copies),
            Reduce: lambda s, copies: reductions.reduce(self, s, copies),
            State: lambda s, copies: loops.state(self, s, copies),
            If: lambda s, copies: conditions.when(self, s, copies),
            Check: lambda s, copies: conditions.check(self, s, copies),
        }

    def text(self) -> str:
        """The whole module."""
        memory.declare(self)
        self.run(self.kernel.body, [Copy({}, {})])
        self.code.do("ret i32 0")
        turns = self.turns
        bounds = "" if turns is None else ", i64 %start, i64 %stop"
        functions = [*self.functions.often.written.values()]
        how = PLAIN if _is_plain(self.kernel) else " nounwind"
        functions.append(_function("kernel" if turns is None else "part", bounds, self.code, how))
        if turns is not None:
            functions.append(self._whole(turns))
        declarations = "\n".join(sorted(self.code.declarations))
        return "\n".join([f'target triple = "{self.machine.triple}"', declarations, *functions, ""])

    def _whole(self, turns: Turns) -> str:
        """The function that runs all turns that can be shared, with a team of threads where that is worth it."""
        whole = Emitter(self.kernel._replace(buffers=()), self.machine)
        memory.declare(whole)
        code = whole.code
        stop = whole.sizes.value(turns.extent)
        effort = work(self.kernel.body, self.kernel.sizes)
        if not isinstance(effort, int) or effort > WORTH_A_TEAM:
            heavy = code.put(f"icmp sgt i64 {whole.sizes.value(effort)}, {WORTH_A_TEAM}")
            code.do(f"br i1 {heavy}, label %together, label %alone")
            code.start("together")
            task = ("ptr", "@part"), ("ptr", "%buffers"), ("ptr", "%sizes")
            code.do(f"ret i32 {code.call('i32', SPREAD, *task, ('i64', stop), ('i64', str(turns.grain)))}")
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

    def lane_width(self, lane: Symbol, body: Sequence[Statement], around: Reduce | None = None) -> int:
        """How many lanes a loop has: a full vector of the widest dtype in its body, and of the reduction ``around`` it.

        What all lanes share does not count, nor their numbers where only compared: these are no vectors. Random words of
        32 bits count as such, though keys and numbers of words have 64.
        """
        self.narrow = narrow(body, lane, () if around is None else names_in(around))
        bits = max([8, *[dtype.bits for dtype in (() if around is None else around.dtypes)]])
        short = [
            each for each in statements_in(body) if isinstance(each, Call) and each.function == "philox32"
        ]
        of_short = {name for call in short for name in call.arguments}
        for statement in statements_in(body):
            if getattr(statement, "target", None) in of_short or statement in short:
                continue
            if self.narrow.holds(statement):
                continue
            if isinstance(statement, (Reduce, State)):
                bits = max([bits, *[dtype.bits for dtype in statement.dtypes]])
            elif isinstance(statement, (Call, Cast)):
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

    def bind(self, index: Symbol, register: str) -> None:
        """Let an index be a register of the innermost scope."""
        self.sizes.bind(index, register)

    def _const(self, statement: Const, copies: list[Copy]) -> None:
        operand = Operand(literal(statement.number, statement.dtype), statement.dtype, False, True)
        for copy in copies:
            copy.values[statement.target] = operand

    def _index(self, statement: Index, copies: list[Copy]) -> None:
        rank = self.vector and statement.target in self.narrow.ranks
        for copy in copies:
            size = copy.size(statement.size)
            if rank:
                operand = Operand(self.sizes.value(size), dtypes.int64, True, rank=True)
            else:
                operand = self.per_lane(size)
            copy.values[statement.target] = operand

    def _call(self, statement: Call, copies: list[Copy]) -> None:
        done: dict[tuple[Operand, ...], Operand] = {}
        for copy in copies:
            arguments = tuple([copy.values[name] for name in statement.arguments])
            if arguments not in done:
                asks = any(argument.rank for argument in arguments)
                done[arguments] = (
                    compared(self, statement.function, arguments)
                    if asks
                    else self.functions.call(statement.function, arguments)
                )
            copy.values[statement.target] = done[arguments]

    def _cast(self, statement: Cast, copies: list[Copy]) -> None:
        done: dict[Operand, Operand] = {}
        for copy in copies:
            argument = copy.values[statement.value]
            if argument not in done:
                done[argument] = self.functions.cast(argument, statement.dtype)
            copy.values[statement.target] = done[argument]


def _is_plain(kernel: Kernel) -> bool:
    """Whether a kernel is not worth the time to improve its code: it runs once, and is long or moves a few numbers."""
    if len(kernel.body) > LONG:
        return all(not bodies(each) for each in kernel.body)
    statements = list(itertools.islice(statements_in(kernel.body), FEW + 1))
    return len(statements) <= FEW and all(_only_moves(each) for each in statements)


def _only_moves(statement: Statement) -> bool:
    if isinstance(statement, Loop):
        return type(statement.extent) is int and statement.extent <= 1
    return isinstance(statement, (Const, Index, Load, Cast, Store))


def _is_even(size: Size) -> bool:
    """Whether a size is a multiple of 4, whatever its symbols are. (So is the first index of each vector of lanes.)"""
    coefficients = size.coefficients.values() if isinstance(size, Dim) else (size,)
    return all(coefficient % 4 == 0 for coefficient in coefficients)


def _function(name: str, bounds: str, code: Code, how: str = " nounwind") -> str:
    return f"define i32 @{name}(ptr %buffers, ptr %sizes{bounds}){how} {{\nentry:\n{code.text()}\n}}"
