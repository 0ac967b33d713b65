"""Checks that a kernel is well formed: what is used is defined, dtypes agree, parallel turns do not collide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gnomon.compile.kernel import (
    GRID,
    JAM,
    LANE,
    SERIAL,
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
from gnomon.compile.places import Around, are_different, outside
from gnomon.compile.scalars import ANY, COMBINES, FLOATS, FUSED, SCALARS, STORED, result_dtype
from gnomon.shapes import AtLeast, Dtype, Facts, Size, Symbol, dtypes, symbols_of
from gnomon.shapes.dims import of_atom

ROLES = ("in", "out", "inout", "scratch")
MOST_SCRATCH = 1 << 18
"""Bytes of scratch memory that a kernel may have: it lies on the stack."""


class KernelError(ValueError):
    """A kernel that means nothing, or not the same everywhere: a mistake of what made it."""


def verify(kernel: Kernel, facts: Facts | None = None, lengths: Mapping[str, Size] | None = None) -> None:
    """Raise a KernelError if a kernel is not well formed.

    ``facts`` are what is known about its sizes, ``lengths`` how many elements buffers have where that is known. Stores
    in grid, lane and jam loops have to be shown to reach different places; accesses must not certainly be outside.
    """
    _Verifier(kernel, facts or Facts(), dict(lengths or {})).verify()


class _Verifier:
    def __init__(self, kernel: Kernel, facts: Facts, lengths: dict[str, Size]) -> None:
        self.kernel = kernel
        self.facts = facts
        self.lengths = lengths
        self.buffers = {buffer.name: buffer for buffer in kernel.buffers}
        self.symbols: set[Symbol] = set(kernel.sizes)
        self.loops: list[tuple[str, Around]] = []
        self.before: list[set[Value]] = []
        """The values that are defined before each open loop."""
        self.conditions = 0
        self.statement: Statement | None = None
        self.checks: dict[type, Callable[[Any, dict[Value, Dtype]], None]] = {
            Const: self._const,
            Index: self._index,
            Load: self._load,
            Store: self._store,
            Call: self._call,
            Cast: self._cast,
            Loop: self._loop,
            Reduce: self._reduce,
            State: self._state,
            If: self._if,
            Check: self._check,
        }

    def verify(self) -> None:
        if len(self.buffers) < len(self.kernel.buffers):
            self._fail("two buffers have one name")
        if len(self.symbols) < len(self.kernel.sizes):
            self._fail("a size is given twice")
        scratch = 0
        for buffer in self.kernel.buffers:
            if buffer.role not in ROLES:
                self._fail(f"buffer {buffer.name} has the unknown role {buffer.role!r}")
            if buffer.dtype not in STORED:
                self._fail(f"buffer {buffer.name} has the dtype {buffer.dtype}, which kernels do not know")
            if (buffer.role == "scratch") != (buffer.length is not None):
                self._fail(f"buffer {buffer.name}: scratch buffers have a length, and no others")
            if buffer.length is not None:
                if buffer.length < 1:
                    self._fail(f"scratch buffer {buffer.name} has no length")
                self.lengths[buffer.name] = buffer.length
                scratch += buffer.length * buffer.dtype.bits // 8
        if scratch > MOST_SCRATCH:
            self._fail(f"{scratch} bytes of scratch memory are too many")
        start = self.facts.mark()
        self._run(self.kernel.body, {})
        self.facts.rollback(start)

    def _fail(self, reason: str) -> None:
        where = "" if self.statement is None else f": in {_shown(self.statement)}"
        raise KernelError(f"kernel {self.kernel.name}{where}: {reason}")

    def _run(self, body: Sequence[Statement], values: dict[Value, Dtype]) -> None:
        for statement in body:
            self.statement = statement
            check = self.checks.get(type(statement))
            if check is None:
                self._fail("no statement of the kernel language")
            else:
                check(statement, values)

    def _define(self, target: Value, dtype: Dtype, values: dict[Value, Dtype]) -> None:
        if target in values:
            self._fail(f"{target} is defined already")
        values[target] = dtype

    def _use(self, name: Value, values: dict[Value, Dtype]) -> Dtype:
        if name not in values:
            self._fail(f"{name} is not defined here")
        return values[name]

    def _expect(self, name: Value, dtype: Dtype, values: dict[Value, Dtype]) -> None:
        found = self._use(name, values)
        if found is not dtype:
            self._fail(f"{name} is {found}, where {dtype} is needed")

    def _size(self, size: Size) -> None:
        for symbol in symbols_of(size) - self.symbols:
            self._fail(f"{symbol} is neither a size of the kernel nor the index of an open loop")

    def _const(self, statement: Const, values: dict[Value, Dtype]) -> None:
        dtype, number = statement.dtype, statement.number
        if dtype not in STORED:
            self._fail(f"there are no constants of {dtype}")
        if dtype.kind in ("int", "uint"):
            low = -(1 << dtype.bits - 1) if dtype.kind == "int" else 0
            if type(number) is not int or not low <= number < low + (1 << dtype.bits):
                self._fail(f"{number!r} is no number of {dtype}")
        elif dtype is dtypes.bool and type(number) is not bool:
            self._fail(f"{number!r} is no bool")
        self._define(statement.target, dtype, values)

    def _index(self, statement: Index, values: dict[Value, Dtype]) -> None:
        self._size(statement.size)
        self._define(statement.target, dtypes.int64, values)

    def _call(self, statement: Call, values: dict[Value, Dtype]) -> None:
        scalar = SCALARS.get(statement.function)
        if scalar is None:
            self._fail(f"there is no scalar function {statement.function!r}")
            return
        if statement.dtype not in scalar.dtypes:
            self._fail(f"{scalar.name} does not take {statement.dtype}")
        if len(statement.arguments) != scalar.arity:
            self._fail(f"{scalar.name} takes {scalar.arity} arguments, not {len(statement.arguments)}")
        for position, name in enumerate(statement.arguments):
            asks = scalar.name == "select" and position == 0
            self._expect(name, dtypes.bool if asks else statement.dtype, values)
        self._define(statement.target, result_dtype(scalar.name, statement.dtype), values)

    def _cast(self, statement: Cast, values: dict[Value, Dtype]) -> None:
        old, new = self._use(statement.value, values), statement.dtype
        if dtypes.float16 in (old, new) and (old, new) not in _HALVES:
            self._fail(f"float16 converts from and to float32 alone, not between {old} and {new}")
        if new not in STORED:
            self._fail(f"nothing converts to {new}")
        self._define(statement.target, new, values)

    def _access(self, statement: Load | Store, values: dict[Value, Dtype]) -> None:
        if statement.buffer not in self.buffers:
            self._fail(f"there is no buffer {statement.buffer}")
        self._size(statement.offset)
        for name, stride in statement.at:
            self._expect(name, dtypes.int64, values)
            self._size(stride)
        if not statement.at and not self.conditions:
            loops = [loop for _, loop in reversed(self.loops)]
            wrong = outside(statement.offset, self.lengths.get(statement.buffer), loops, self.facts)
            if wrong:
                self._fail(wrong)

    def _load(self, statement: Load, values: dict[Value, Dtype]) -> None:
        self._access(statement, values)
        self._define(statement.target, self.buffers[statement.buffer].dtype, values)

    def _store(self, statement: Store, values: dict[Value, Dtype]) -> None:
        self._access(statement, values)
        buffer = self.buffers[statement.buffer]
        if buffer.role == "in":
            self._fail(f"{buffer.name} is only read")
        self._expect(statement.value, buffer.dtype, values)
        if statement.combine is not None:
            self._combine(statement.combine, buffer.dtype)
        apart = {LANE, JAM} if buffer.role == "scratch" else {LANE, JAM, GRID}
        kinds = [kind for kind, _ in self.loops]
        first = next((position for position, kind in enumerate(kinds) if kind in apart), None)
        if first is None:
            return
        if not {name for name, _ in statement.at} <= self.before[first]:
            self._fail("turns of parallel loops may store to the same computed place")
        loops = [loop._replace(apart=kind in apart) for kind, loop in self.loops[first:]]
        if not are_different(statement.offset, loops, self.facts):
            names = ", ".join(f"{loop.index} < {loop.extent}" for loop in loops)
            self._fail(f"turns of parallel loops may store to the same place ({names})")

    def _combine(self, combine: str, dtype: Dtype) -> None:
        if combine not in COMBINES:
            self._fail(f"nothing combines by {combine!r}")
        if dtype not in COMBINES[combine]:
            self._fail(f"{combine} does not combine {dtype}")

    def _open(self, loop: Loop, allowed: tuple[str, ...]) -> None:
        if loop.kind not in allowed:
            self._fail(f"a {loop.kind!r} loop is not possible here")
        lanes = {around.index for kind, around in self.loops if kind == LANE}
        self._size(loop.extent)
        if lanes and loop.kind in (LANE, GRID):
            self._fail(f"a {loop.kind} loop inside of a lane loop")
        if lanes & symbols_of(loop.extent):
            self._fail("loops inside of a lane loop run equally often in each lane")
        if loop.kind == JAM and type(loop.extent) is not int:
            self._fail("the extent of a jam loop is a number")
        if loop.index in self.symbols:
            self._fail(f"{loop.index} is a size or an open index already")
        self.symbols.add(loop.index)
        self.loops.append((loop.kind, Around(loop.index, loop.extent, True)))

    def _inside(self, loop: Loop, allowed: tuple[str, ...], values: dict[Value, Dtype]) -> None:
        """Check a loop; leaves the values of its body in ``values``."""
        statement = self.statement
        self._open(loop, allowed)
        self.before.append(set(values))
        start = self.facts.mark()
        index = of_atom(loop.index)
        self.facts.assume(AtLeast(index, 0))
        self.facts.assume(AtLeast(loop.extent - 1, index))
        self._run(loop.body, values)
        self.facts.rollback(start)
        self.loops.pop()
        self.before.pop()
        self.symbols.discard(loop.index)
        self.statement = statement

    def _loop(self, statement: Loop, values: dict[Value, Dtype]) -> None:
        self._inside(statement, (GRID, LANE, JAM, SERIAL), dict(values))

    def _reduce(self, statement: Reduce, values: dict[Value, Dtype]) -> None:
        rows = (statement.targets, statement.values, statement.combines, statement.dtypes)
        if len({len(row) for row in rows}) != 1 or not statement.targets:
            self._fail("a reduction has as many targets as values, combinations and dtypes")
        for combine, dtype, value in zip(statement.combines, statement.dtypes, statement.values):
            if (combine == FUSED) != (type(value) is tuple):
                self._fail(f"pairs of values are combined by {FUSED}, and no others")
            self._combine("add" if combine == FUSED else combine, dtype)
            if combine == FUSED and (dtype not in FLOATS or statement.loop.kind == LANE):
                self._fail(f"{FUSED} combines floats, in serial and jam loops")
        if statement.accumulators not in (None, 16, 32, 64):
            self._fail(f"a reduction has 16, 32 or 64 accumulators, not {statement.accumulators}")
        inner = dict(values)
        self._inside(statement.loop, (LANE, JAM, SERIAL), inner)
        for value, dtype in zip(statement.values, statement.dtypes):
            for name in value if isinstance(value, tuple) else (value,):
                self._expect(name, dtype, inner)
        for target, dtype in zip(statement.targets, statement.dtypes):
            self._define(target, dtype, values)

    def _state(self, statement: State, values: dict[Value, Dtype]) -> None:
        rows = (statement.targets, statement.firsts, statement.values, statement.dtypes)
        if len({len(row) for row in rows}) != 1 or not statement.targets:
            self._fail("a state has as many targets as first values, next values and dtypes")
        inner = dict(values)
        for target, first, dtype in zip(statement.targets, statement.firsts, statement.dtypes):
            self._expect(first, dtype, values)
            self._define(target, dtype, inner)
        self._inside(statement.loop, (SERIAL,), inner)
        for name, dtype in zip(statement.values, statement.dtypes):
            self._expect(name, dtype, inner)
        for target, dtype in zip(statement.targets, statement.dtypes):
            self._define(target, dtype, values)

    def _if(self, statement: If, values: dict[Value, Dtype]) -> None:
        self._expect(statement.condition, dtypes.bool, values)
        self.conditions += 1
        self._run(statement.body, dict(values))
        self.conditions -= 1

    def _check(self, statement: Check, values: dict[Value, Dtype]) -> None:
        self._expect(statement.condition, dtypes.bool, values)
        if not 0 < statement.status < 1 << 31:
            self._fail("a status is a positive number of 31 bits")


_HALVES = (
    (dtypes.float16, dtypes.float32),
    (dtypes.float32, dtypes.float16),
    (dtypes.float16, dtypes.float16),
)
assert set(ANY) < set(STORED)


def _shown(statement: Statement) -> str:
    """A statement in short."""
    if isinstance(statement, Loop):
        return f"the {statement.kind} loop over {statement.index}"
    if isinstance(statement, Reduce):
        return f"the reduction to {', '.join(statement.targets)}"
    if isinstance(statement, State):
        return f"the loop that hands on {', '.join(statement.targets)}"
    if isinstance(statement, If):
        return f"the condition {statement.condition}"
    return str(statement)
