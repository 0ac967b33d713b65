"""A program as one native function: ``i32 f(ptr buffers, ptr sizes)``, like a kernel.

Its buffers are the leaves of the plan, then the results, then a block for what lives within a run, if it needs one
(`Layout.total` bytes). Its sizes are the names that the leaves tell, in the order of the plan's table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gnomon.compile.launches import Launches
from gnomon.compile.llvm import linked
from gnomon.compile.llvm.code import Code
from gnomon.compile.llvm.sizes import Sizes

if TYPE_CHECKING:
    from gnomon.compile.llvm import Native
    from gnomon.compile.plan import Plan


def whole(plan: Plan) -> Native:
    """Return the function of a plan whose steps are all native."""
    writer = Frame()
    code, sizes = writer.code, writer.sizes
    for place, atom in enumerate(plan.table.order):
        sizes.symbols[atom] = (code.entry("i64", "%sizes", place), 0)
    leaves, results = len(plan.leaves), len(plan.results)
    given = [code.entry("ptr", "%buffers", place) for place in range(leaves + results)]
    launches = Launches(code, sizes, plan)
    block = code.entry("ptr", "%buffers", leaves + results) if launches.layout.bytes else "null"
    code.settle()
    launches.data.update(enumerate(given[:leaves]))
    launches.data.update({slot: given[leaves + number] for slot, number in launches.layout.homes.items()})
    launches.lay_out(block)
    launches.run(launches.prepare(), "failed")
    for number, slot in launches.layout.copies:
        launches.copy(given[leaves + number], slot)
    return writer.linked(launches)


class Frame:
    """A native function while it is written."""

    def __init__(self) -> None:
        self.code = Code()
        self.sizes = Sizes(self.code)

    def linked(self, launches: Launches) -> Native:
        """End the function, with what it launches, and link it."""
        code = self.code
        code.do("ret i32 0")
        code.start("failed")
        code.do(f"ret i32 {code.put(f'load i32, ptr {launches.status}')}")
        return linked(function_text(code, launches.functions), symbols=launches.functions)


def function_text(code: Code, functions: Mapping[str, object]) -> str:
    """The module of a function that calls others."""
    declared = {*code.declarations, *[f"declare i32 @{name}(ptr, ptr)" for name in functions]}
    text = f"define i32 @kernel(ptr %buffers, ptr %sizes) {{\nentry:\n{code.text()}\n}}\n"
    return "\n".join([*sorted(declared), text])
