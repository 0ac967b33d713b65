"""The memory of a native entry: results, new where nothing can be reused, and an arena that calls lease."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gnomon.compile.arena import ROUND
from gnomon.runtime import layout
from gnomon.runtime.lease import Lease
from gnomon.runtime.reusing import Reusing

if TYPE_CHECKING:
    from gnomon.graph.array import Array
    from gnomon.runtime.writing import Writer


class Holding(Reusing):
    """The part of an entry that makes room for results and for what lives within the call."""

    def _results(self) -> str:
        """Make the results; their addresses stand where a failure finds them."""
        code = self.code
        count = len(self.plan.results)
        holders = code.allocated("ptr", count)
        for number in range(count):
            code.do(f"store ptr null, ptr {code.at('ptr', holders, number)}")
        for number, slot in enumerate(self.plan.results):
            array = self.plan.arrays[slot]
            found = self._reusable(number)
            if found is None:
                made = self._new(array)
            else:
                missing = code.put(f"icmp eq ptr {found}, null")
                (made,) = code.when(missing, [("ptr", found)], lambda array=array: [self._new(array)])  # type: ignore[misc]
            code.do(f"store ptr {made}, ptr {code.at('ptr', holders, number)}")
            self.results.append(made)
            self.data_of_results.append(code.field("ptr", made, layout.DATA))
        return holders

    def _new(self, array: Array) -> str:
        """A new array."""
        code = self.code
        sizes = [self.sizes.value(size) for size in array.shape.dims]
        dtype = self._dtype(array)
        if code.short:
            name = f"new_array.{dtype}.{array.ndim}"
            given = [f"%given{axis}" for axis in range(array.ndim)]
            code.function(name, "ptr", array.ndim, lambda inner: self._made(inner, dtype, given))
            made = code.put(f"call ptr @{name}({', '.join(f'i64 {size}' for size in sizes)})")
        else:
            made = self._made(code, dtype, sizes)
        code.require(code.put(f"icmp ne ptr {made}, null"), "broken")
        return made

    def _made(self, code: Writer, dtype_place: int, sizes: list[str]) -> str:
        """An array that NumPy makes, null if it cannot."""
        places = code.allocated("i64", len(sizes))
        for axis, size in enumerate(sizes):
            code.do(f"store i64 {size}, ptr {code.at('i64', places, axis)}")
        dtype = code.address(dtype_place)
        code.python("void", "Py_IncRef", f"ptr {dtype}")
        kind = code.address(self.table.place("ndarray", id(np.ndarray)))
        return code.calls(
            "ptr",
            self.table.place("new", layout.numpy_function(layout.NEW_FROM_DESCRIPTION)),
            *(f"ptr {kind}", f"ptr {dtype}", f"i32 {len(sizes)}", f"ptr {places}"),
            *("ptr null", "ptr null", "i32 0", "ptr null"),
        )

    def _arena(self) -> tuple[str, str, str] | None:
        """Lease memory for what lives within the call: its cell, the block, and where it may be used from."""
        if self.plan.layout.total == 0:
            return None
        code = self.code
        lease = Lease()
        self.table.kept.append(lease)
        cell = code.address(self.table.place("lease", lease.address))
        total = self.sizes.value(self.plan.layout.total)
        found = code.put(f"inttoptr i64 {code.put(f'atomicrmw xchg ptr {cell}, i64 0 acq_rel')} to ptr")
        block = code.allocated("ptr")
        code.do(f"store ptr {found}, ptr {block}")
        none, some, new, ready = (code.name(word) for word in ("none", "some", "new", "ready"))
        code.do(f"br i1 {code.put(f'icmp eq ptr {found}, null')}, label %{new}, label %{some}")
        code.start(some)
        enough = code.put(f"icmp sge i64 {code.field('i64', found, 0)}, {total}")
        code.do(f"br i1 {enough}, label %{ready}, label %{none}")
        code.start(none)
        code.python("void", "PyMem_RawFree", f"ptr {found}")
        code.do(f"br label %{new}")
        code.start(new)
        room = code.put(f"add i64 {total}, {2 * ROUND}")
        made = code.python("ptr", "PyMem_RawMalloc", f"i64 {room}")
        code.require(code.put(f"icmp ne ptr {made}, null"), "exhausted")
        code.do(f"store i64 {total}, ptr {made}")
        code.do(f"store ptr {made}, ptr {block}")
        code.do(f"br label %{ready}")
        code.start(ready)
        held = code.put(f"load ptr, ptr {block}")
        place = code.put(f"ptrtoint ptr {held} to i64")
        first = code.put(f"and i64 {code.put(f'add i64 {place}, {2 * ROUND - 1}')}, {-ROUND}")
        base = code.put(f"inttoptr i64 {first} to ptr")
        return cell, held, base

    def _return_lease(self, arena: tuple[str, str, str] | None) -> None:
        if arena is not None:
            code = self.code
            cell, held, _ = arena
            place = code.put(f"ptrtoint ptr {held} to i64")
            other = code.put(f"atomicrmw xchg ptr {cell}, i64 {place} acq_rel")
            code.python("void", "PyMem_RawFree", f"ptr {code.put(f'inttoptr i64 {other} to ptr')}")
