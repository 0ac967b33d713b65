"""A compiled function as a C function: sizes, pointers to the inputs and to room for the results, and nothing else.

    int f(int64_t n, const double *x, double *result);

Constants become part of its text, and so do shared arrays with the values that they have then: updates change these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.arena import ROUND, bytes_of
from gnomon.compile.assembling import Source
from gnomon.compile.llvm.code import Code
from gnomon.compile.llvm.machine import this_machine
from gnomon.compile.llvm.sizes import Sizes
from gnomon.graph.array import Constant, Shared
from gnomon.shapes import AtLeast, Claim, Divides, Equal, Symbol

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan
    from gnomon.graph.array import Array

WRONG_SIZES, NO_MEMORY = -2, -3
"""What a C function returns where sizes do not fit, and where there is no memory."""


def parameters(plan: Plan) -> list[Symbol]:
    """Return the names of sizes that the caller has to give: those that inputs tell."""
    count = len(plan.inputs)
    return [atom for atom, (leaf, _) in plan.table.sources.items() if leaf < count]


def c_function(plan: Plan, name: str, updated: Sequence[Shared], globals_: dict[Shared, str]) -> Source:
    """Return the text of the C function of a plan; ``globals_`` are the names of its shared arrays."""
    return _Writer(plan, name, updated, globals_).source()


class _Writer:
    def __init__(self, plan: Plan, name: str, updated: Sequence[Shared], globals_: dict[Shared, str]) -> None:
        self.plan = plan
        self.name = name
        self.updated = list(updated)
        self.globals = globals_
        self.code = Code()
        self.sizes = Sizes(self.code)
        self.outputs = len(plan.results) - len(self.updated)

    def source(self) -> Source:
        """Write the function."""
        code, plan = self.code, self.plan
        names = parameters(plan)
        for number, atom in enumerate(names):
            self.sizes.symbols[atom] = (f"%n{number}", 0)
        for atom, (leaf, axis) in plan.table.sources.items():
            if atom not in names:
                self.sizes.symbols[atom] = (str(_value(plan.leaves[leaf]).shape[axis]), 0)
        code.settle()
        for claim in dict.fromkeys(plan.claims):
            code.require(self._holds(claim), "wrong")
        pointers = [self._leaf(slot, leaf) for slot, leaf in enumerate(plan.leaves)]
        pointers += [f"%r{number}" for number in range(self.outputs)]
        block, news = self._room()
        pointers += [*news, block]
        buffers = code.allocated("ptr", len(pointers))
        sizes = code.allocated("i64", len(plan.table.order))
        for place, pointer in enumerate(pointers):
            code.do(f"store ptr {pointer}, ptr {code.at('ptr', buffers, place)}")
        for place, atom in enumerate(plan.table.order):
            code.do(f"store i64 {self.sizes.symbols[atom][0]}, ptr {code.at('i64', sizes, place)}")
        status = code.put(f"call i32 @program(ptr {buffers}, ptr {sizes})")
        fine = code.put(f"icmp eq i32 {status}, 0")
        code.when(fine, [], lambda: self._update(news))
        code.do("call void @free(ptr %room)")
        code.do(f"ret i32 {status}")
        code.start("wrong")
        code.do(f"ret i32 {WRONG_SIZES}")
        code.start("exhausted")
        code.do(f"ret i32 {NO_MEMORY}")
        return Source(self._text(names), {"program": plan.native}, self.name)

    def _text(self, names: list[Symbol]) -> str:
        arguments = [f"i64 %n{number}" for number in range(len(names))]
        arguments += [f"ptr %x{slot}" for slot in range(len(self.plan.inputs))]
        arguments += [f"ptr %r{number}" for number in range(self.outputs)]
        lines = [
            f'target triple = "{this_machine().triple}"',
            "declare i32 @program(ptr, ptr)",
            "declare ptr @malloc(i64)",
            "declare void @free(ptr)",
            *sorted(self.code.declarations),
            f"define i32 @{self.name}({', '.join(arguments)}) {{\nentry:\n{self.code.text()}\n}}\n",
        ]
        return "\n".join(lines)

    def _holds(self, claim: Claim) -> str:
        value, put = self.sizes.value, self.code.put
        if isinstance(claim, Equal):
            return put(f"icmp eq i64 {value(claim.left)}, {value(claim.right)}")
        if isinstance(claim, AtLeast):
            return put(f"icmp sge i64 {value(claim.left)}, {value(claim.right)}")
        assert isinstance(claim, Divides)
        return put(f"icmp eq i64 {value(claim.size % claim.divisor)}, 0")

    def _leaf(self, slot: int, leaf: Array) -> str:
        if slot < len(self.plan.inputs):
            return f"%x{slot}"
        name = self.globals[leaf] if isinstance(leaf, Shared) else f"constant.{slot}"
        kind = "dso_local global" if isinstance(leaf, Shared) else "private constant"
        content = np.ascontiguousarray(_value(leaf)).tobytes()
        text = "".join([f"\\{byte:02X}" for byte in content])
        self.code.declarations.add(f'@{name} = {kind} [{len(content)} x i8] c"{text}", align {ROUND}')
        return f"@{name}"

    def _room(self) -> tuple[str, list[str]]:
        """Allocate the block of intermediate values, and next values of shared arrays after it."""
        code, plan = self.code, self.plan
        total = self.sizes.value(plan.layout.total)
        starts = []
        for slot in plan.results[self.outputs :]:
            starts.append(total)
            more = code.put(f"add i64 {self.sizes.value(bytes_of(plan.arrays[slot]))}, {ROUND - 1}")
            total = code.put(f"add i64 {total}, {code.put(f'and i64 {more}, {-ROUND}')}")
        wanted = code.put(f"add i64 {total}, {ROUND}")
        code.do(f"%room = call ptr @malloc(i64 {wanted})")
        code.require(code.put("icmp ne ptr %room, null"), "exhausted")
        place = code.put("ptrtoint ptr %room to i64")
        first = code.put(f"and i64 {code.put(f'add i64 {place}, {ROUND - 1}')}, {-ROUND}")
        block = code.put(f"inttoptr i64 {first} to ptr")
        return block, [code.put(f"getelementptr i8, ptr {block}, i64 {start}") for start in starts]

    def _update(self, news: list[str]) -> list[str]:
        for shared, new in zip(self.updated, news):
            self.code.copy(f"@{self.globals[shared]}", new, str(_value(shared).nbytes))
        return []


def _value(leaf: Array) -> Any:
    if isinstance(leaf, Shared):
        return leaf.cell[0]
    assert isinstance(leaf, Constant)
    return leaf.data
