"""Kernels as C99 text: the plain nest, that a person and any compiler can read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gnomon.compile.c.functions import Functions, c_number, c_type
from gnomon.compile.kernel import (
    LANE,
    At,
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
from gnomon.compile.scalars import COMBINING, identity, result_dtype
from gnomon.compile.walk import accumulators
from gnomon.shapes import Dim, Dtype, Size, Symbol, dtypes
from gnomon.shapes.atoms import Atom, FloorDiv, Max, Min

PROLOGUE = """\
#include <math.h>
#include <stdint.h>
#include <string.h>

static inline int64_t size_divided(int64_t a, int64_t b) {
    return b ? a / b - (a % b != 0 && (a % b ^ b) < 0) : 0;
}
static inline int64_t size_rest(int64_t a, int64_t b) { return a - size_divided(a, b) * b; }
static inline int64_t size_smaller(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t size_larger(int64_t a, int64_t b) { return a > b ? a : b; }
"""


def kernel_text(kernel: Kernel) -> str:
    """The C99 source of a kernel: ``int32_t kernel(void *const *buffers, const int64_t *sizes)``."""
    return _Printer(kernel).text()


class _Printer:
    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.functions = Functions()
        self.lines: list[str] = []
        self.depth = 1
        self.symbols: dict[Symbol, str] = {}
        self.buffers: dict[str, tuple[str, Dtype]] = {}
        self.count = 0
        self.writers: dict[type, Callable[[Any, dict[Value, tuple[str, Dtype]]], None]] = {
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

    def text(self) -> str:
        for position, symbol in enumerate(self.kernel.sizes):
            self.symbols[symbol] = self._define("n", dtypes.int64, f"sizes[{position}]")
        position = 0
        for buffer in self.kernel.buffers:
            name, kind = self._name("b"), c_type(buffer.dtype)
            self.buffers[buffer.name] = (name, buffer.dtype)
            if buffer.role == "scratch":
                self._line(f"{kind} {name}[{buffer.length}];")
                continue
            kind = f"const {kind}" if buffer.role == "in" else kind
            self._line(f"{kind} *restrict {name} = buffers[{position}];  /* {_comment(buffer.name)} */")
            position += 1
        self._run(self.kernel.body, {})
        self._line("return 0;")
        body = "\n".join(self.lines)
        helpers = "\n".join(self.functions.helpers.values())
        signature = "int32_t kernel(void *const *buffers, const int64_t *sizes)"
        return f"{PROLOGUE}{helpers}\n\n/* {_comment(self.kernel.name)} */\n{signature} {{\n{body}\n}}\n"

    def _name(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _define(self, prefix: str, dtype: Dtype, text: str) -> str:
        name = self._name(prefix)
        self._line(f"const {c_type(dtype)} {name} = {text};")
        return name

    def _run(self, body: Sequence[Statement], values: dict[Value, tuple[str, Dtype]]) -> None:
        for statement in body:
            self.writers[type(statement)](statement, values)

    def _body(self, body: Sequence[Statement], values: dict[Value, tuple[str, Dtype]]) -> None:
        self.depth += 1
        self._run(body, dict(values))
        self.depth -= 1
        self._line("}")

    def _size(self, size: Size) -> str:
        if not isinstance(size, Dim):
            return f"INT64_C({size})" if size >= 0 else f"(-INT64_C({-size}))"
        terms = []
        for monomial, coefficient in size.coefficients.items():
            factors = [self._atom(atom) for atom in monomial]
            if coefficient != 1 or not factors:
                factors.append(self._size(coefficient))
            terms.append(" * ".join(factors))
        return f"({' + '.join(terms)})"

    def _atom(self, atom: Atom) -> str:
        if isinstance(atom, Symbol):
            return self.symbols[atom]
        kinds = {FloorDiv: "divided", Min: "smaller", Max: "larger"}
        parts = [self._size(part) for part in atom.args]
        result = parts[0]
        for other in parts[1:]:
            result = f"size_{kinds.get(type(atom), 'rest')}({result}, {other})"
        return result

    def _place(self, buffer: str, offset: Size, at: At, values: dict[Value, tuple[str, Dtype]]) -> str:
        place = self._size(offset)
        for name, stride in at:
            place += f" + {values[name][0]} * {self._size(stride)}"
        return f"{self.buffers[buffer][0]}[{place}]"

    def _const(self, statement: Const, values: dict[Value, tuple[str, Dtype]]) -> None:
        values[statement.target] = (c_number(statement.number, statement.dtype), statement.dtype)

    def _index(self, statement: Index, values: dict[Value, tuple[str, Dtype]]) -> None:
        values[statement.target] = (
            self._define("v", dtypes.int64, self._size(statement.size)),
            dtypes.int64,
        )

    def _load(self, statement: Load, values: dict[Value, tuple[str, Dtype]]) -> None:
        dtype = self.buffers[statement.buffer][1]
        text = self._place(statement.buffer, statement.offset, statement.at, values)
        if dtype is dtypes.bool:
            text += " != 0"
        values[statement.target] = (self._define("v", dtype, text), dtype)

    def _store(self, statement: Store, values: dict[Value, tuple[str, Dtype]]) -> None:
        place = self._place(statement.buffer, statement.offset, statement.at, values)
        value, dtype = values[statement.value]
        if statement.combine is not None:
            value = self._combined(statement.combine, dtype, place, value)
        self._line(f"{place} = {value};")

    def _combined(self, combine: str, dtype: Dtype, old: str, new: str) -> str:
        return self.functions.call(COMBINING.get(combine, combine), dtype, [old, new])

    def _call(self, statement: Call, values: dict[Value, tuple[str, Dtype]]) -> None:
        arguments = [values[name][0] for name in statement.arguments]
        text = self.functions.call(statement.function, statement.dtype, arguments)
        dtype = result_dtype(statement.function, statement.dtype)
        values[statement.target] = (self._define("v", dtype, text), dtype)

    def _cast(self, statement: Cast, values: dict[Value, tuple[str, Dtype]]) -> None:
        text = self.functions.cast(*values[statement.value], statement.dtype)
        values[statement.target] = (self._define("v", statement.dtype, text), statement.dtype)

    def _open(self, statement: Loop) -> str:
        index = self.symbols[statement.index] = self._name("i")
        extent = self._define("n", dtypes.int64, self._size(statement.extent))
        comment = f"{statement.kind} {_comment(str(statement.index))}"
        self._line(f"for (int64_t {index} = 0; {index} < {extent}; {index}++) {{  /* {comment} */")
        return index

    def _loop(self, statement: Loop, values: dict[Value, tuple[str, Dtype]]) -> None:
        self._open(statement)
        self._body(statement.body, values)

    def _reduce(self, statement: Reduce, values: dict[Value, tuple[str, Dtype]]) -> None:
        lanes = statement.loop.kind == LANE
        count = accumulators(statement)
        totals = []
        for combine, dtype in zip(statement.combines, statement.dtypes):
            name, first = self._name("t"), c_number(identity(combine, dtype), dtype)
            totals.append(name)
            if lanes:
                self._line(f"{c_type(dtype)} {name}[{count}];")
                self._line(f"for (int k = 0; k < {count}; k++) {name}[k] = {first};")
            else:
                self._line(f"{c_type(dtype)} {name} = {first};")
        index = self._open(statement.loop)
        self.depth += 1
        inner = dict(values)
        self._run(statement.loop.body, inner)
        rows = list(zip(totals, statement.values, statement.combines, statement.dtypes))
        for name, value, combine, dtype in rows:
            if isinstance(value, tuple):
                factors = [inner[value[0]][0], inner[value[1]][0], name]
                self._line(f"{name} = {self.functions.call(combine, dtype, factors)};")
                continue
            place = f"{name}[{index} % {count}]" if lanes else name
            self._line(f"{place} = {self._combined(combine, dtype, place, inner[value][0])};")
        self.depth -= 1
        self._line("}")
        for target, (name, _, combine, dtype) in zip(statement.targets, rows):
            values[target] = (name, dtype)
            if lanes:
                step = self._combined(combine, dtype, f"{name}[k]", f"{name}[k + h]")
                self._line(
                    f"for (int h = {count // 2}; h; h /= 2) for (int k = 0; k < h; k++) {name}[k] = {step};"
                )
                values[target] = (f"{name}[0]", dtype)

    def _state(self, statement: State, values: dict[Value, tuple[str, Dtype]]) -> None:
        names = [self._name("s") for _ in statement.targets]
        for name, first, dtype in zip(names, statement.firsts, statement.dtypes):
            self._line(f"{c_type(dtype)} {name} = {values[first][0]};")
        state = dict(zip(statement.targets, zip(names, statement.dtypes)))
        self._open(statement.loop)
        self.depth += 1
        inner = {**values, **state}
        self._run(statement.loop.body, inner)
        kept = [
            self._define("v", dtype, inner[value][0])
            for value, dtype in zip(statement.values, statement.dtypes)
        ]
        for name, new in zip(names, kept):
            self._line(f"{name} = {new};")
        self.depth -= 1
        self._line("}")
        values.update(state)

    def _if(self, statement: If, values: dict[Value, tuple[str, Dtype]]) -> None:
        self._line(f"if ({values[statement.condition][0]}) {{")
        self._body(statement.body, values)

    def _check(self, statement: Check, values: dict[Value, tuple[str, Dtype]]) -> None:
        self._line(f"if (!{values[statement.condition][0]}) return {statement.status};")


def _comment(text: str) -> str:
    return text.replace("*/", "* /").replace("/*", "/ *").replace("\n", " ").replace("\\", "/")
