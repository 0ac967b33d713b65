"""The native entry of a function whose program is kernels alone: checks, allocation and launches without Python.

Whatever it does not take (another dtype, strides, keywords, a kernel's failed check) it hands to the Python path,
which converts, explains, or runs the program step by step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gnomon.compile.polling import INTERRUPTED
from gnomon.graph.array import Shared
from gnomon.runtime import layout
from gnomon.runtime.failing import write_slow
from gnomon.runtime.forms import LIST, NOTHING, SINGLE, TREE, Result
from gnomon.runtime.holding import Holding
from gnomon.runtime.linking import callable_of
from gnomon.runtime.writing import LONG, function_text
from gnomon.shapes import AtLeast, Claim, Divides, Equal, Size, product

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan


def native_entry(
    plan: Plan,
    updated: Sequence[Shared],
    result: Result,
    fallback: Any,
    name: str,
    *,
    telling: bool = False,
    reused: Mapping[int, int] | None = None,
) -> Any:
    """Return the entry as a Python builtin, or None where the plan is not for it.

    With ``telling`` a Python float is taken for a weak input alone, and what NumPy has for any other. ``reused`` says which
    results are made in the memory of inputs (`gnomon.compile.donation`).
    """
    if not (layout.available() and plan.is_native and all(map(is_asked, plan.claims))):
        return None
    return _Entry(plan, updated, result, fallback, telling, reused or {}).build(name)


def is_asked(claim: Claim) -> bool:
    """Whether native code can ask a claim."""
    return isinstance(claim, (Equal, AtLeast)) or _divides(claim)


def _divides(claim: Claim) -> bool:
    return isinstance(claim, Divides) and type(claim.divisor) is int and claim.divisor > 0


class _Entry(Holding):
    def build(self, name: str) -> Any:
        """Write and link the entry."""
        code = self.code
        code.require(code.put(f"icmp eq i64 %count, {len(self.plan.inputs)}"))
        code.require(code.put("icmp eq ptr %names, null"))
        detours = code.field("i64", self._words(), 0)
        code.require(code.put(f"icmp eq i64 {detours}, 0"))
        if self.updated:
            code.require(code.put(f"icmp eq i64 {code.field('i64', self._words(), 8)}, 0"))
        for slot, leaf in enumerate(self.plan.leaves):
            self._leaf(slot, leaf)
        self._learn_sizes()
        self._guards()
        holders = self._results()
        arena = self._arena()
        self._run(arena)
        self._finish(holders)
        self._otherwise(holders)
        text = function_text(code, "ptr %self, ptr %args, i64 %count, ptr %names")
        return callable_of(text, self.table, name, keywords=True)

    def _run(self, arena: tuple[str, str, str] | None) -> None:
        code = self.code
        held = self._shared()
        long = self._is_long()
        if long is not None:

            def release() -> list[str]:
                for value in held:
                    code.python("void", "Py_IncRef", f"ptr {value}")
                self._mark(1)
                return [code.python("ptr", "PyEval_SaveThread")]

            (state,) = code.when(long, [("ptr", "null")], release)
        status = self._launch(arena)
        if long is not None:

            def restore() -> list[str]:
                code.python("void", "PyEval_RestoreThread", f"ptr {state}")
                self._mark(0)
                for value in held:
                    code.python("void", "Py_DecRef", f"ptr {value}")
                return []

            code.when(long, [], restore)
        self._return_lease(arena)
        code.require(code.put(f"icmp ne i32 {status}, {INTERRUPTED}"), "broken")
        code.require(code.put(f"icmp eq i32 {status}, 0"), "stopped")

    def _shared(self) -> list[str]:
        return [self.objects[slot] for slot, leaf in enumerate(self.plan.leaves) if isinstance(leaf, Shared)]

    def _is_long(self) -> str | None:
        """Whether other threads should run meanwhile; None if that is never worth it."""
        seen: dict[Size, None] = {}
        for array in self.plan.arrays:
            seen[product(array.shape.dims)] = None
        for planned in self.plan.steps:
            seen[planned.step.work] = None
        numbers = [size for size in seen if type(size) is int]
        names = [size for size in seen if type(size) is not int]
        if not names and max(numbers, default=0) <= LONG:
            return None
        code = self.code
        total = str(max(numbers, default=0))
        for size in names:
            total = code.put(f"add i64 {total}, {self.sizes.value(size)}")
        return code.put(f"icmp sgt i64 {total}, {LONG}")

    def _launch(self, arena: tuple[str, str, str] | None) -> str:
        """Run the program; gives its status."""
        code, plan = self.code, self.plan
        pointers = [*[self.data[slot] for slot in range(len(plan.leaves))], *self.data_of_results]
        if arena is not None:
            pointers.append(arena[2])
        buffers, sizes = code.allocated("ptr", len(pointers)), code.allocated("i64", len(plan.table.order))
        for place, pointer in enumerate(pointers):
            code.do(f"store ptr {pointer}, ptr {code.at('ptr', buffers, place)}")
        for place, atom in enumerate(plan.table.order):
            code.do(f"store i64 {self.sizes.symbols[atom][0]}, ptr {code.at('i64', sizes, place)}")
        self.table.kept.append(plan.native)
        program = self.table.place("program", plan.native.address)
        return code.calls("i32", program, f"ptr {buffers}", f"ptr {sizes}")

    def _finish(self, holders: str) -> None:
        """Store the updates and return the outputs."""
        code = self.code
        count = len(self.plan.results) - len(self.updated)
        objects = self.results
        for shared, value in zip(self.updated, objects[count:]):
            cell = code.address(self.table.of_object(shared.cell))
            present = code.at("ptr", code.field("ptr", cell, layout.LIST_ITEMS), 0)
            former = code.put(f"load ptr, ptr {present}")
            code.do(f"store ptr {value}, ptr {present}")
            code.python("i32", "PyList_SetItem", f"ptr {cell}", "i64 1", f"ptr {former}")
        form = self.result.form
        if form == SINGLE:
            code.do(f"ret ptr {objects[0]}")
            return
        if form == NOTHING:
            nothing = code.address(self.table.of_object(None))
            code.python("void", "Py_IncRef", f"ptr {nothing}")
            code.do(f"ret ptr {nothing}")
            return
        family = "PyList" if form == LIST else "PyTuple"
        made = code.python("ptr", f"{family}_New", f"i64 {count}")
        if code.short:

            def put(place: str) -> None:
                value = code.entry("ptr", holders, place)
                code.python("i32", f"{family}_SetItem", f"ptr {made}", f"i64 {place}", f"ptr {value}")

            code.turns(count, put)
        else:
            for place, value in enumerate(objects[:count]):
                code.python("i32", f"{family}_SetItem", f"ptr {made}", f"i64 {place}", f"ptr {value}")
        if form != TREE:
            code.do(f"ret ptr {made}")
            return
        rebuild = code.address(self.table.of_object(self.result.rebuild))
        given = code.allocated("ptr")
        code.do(f"store ptr {made}, ptr {given}")
        tree = code.python(
            "ptr", "PyObject_Vectorcall", f"ptr {rebuild}", f"ptr {given}", "i64 1", "ptr null"
        )
        code.python("void", "Py_DecRef", f"ptr {made}")
        code.do(f"ret ptr {tree}")

    def _otherwise(self, holders: str) -> None:
        """What happens where something is not as expected."""
        code = self.code

        def drop() -> None:
            if code.short:
                code.turns(
                    len(self.plan.results),
                    lambda place: code.python(
                        "void", "Py_DecRef", f"ptr {code.entry('ptr', holders, place)}"
                    ),
                )
                return
            for number in range(len(self.plan.results)):
                code.python("void", "Py_DecRef", f"ptr {code.entry('ptr', holders, number)}")

        code.start("stopped")
        drop()
        code.do("br label %slow")
        code.start("slow")
        write_slow(code, code.address(self.fallback))
        code.start("broken")
        drop()
        code.do("ret ptr null")
        if self.plan.layout.total != 0:
            code.start("exhausted")
            drop()
            code.do(f"ret ptr {code.python('ptr', 'PyErr_NoMemory')}")
