"""Memory that a call need not allocate: that of arguments given up, and of values that shared arrays had before."""

from __future__ import annotations

import numpy as np

from gnomon.compile.arena import bytes_of
from gnomon.compile.donation import unproven
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.graph.array import Shared
from gnomon.runtime import layout
from gnomon.runtime.reading import Reading


class Reusing(Reading):
    """The part of an entry that finds arrays which results may be made in."""

    def _reusable(self, number: int) -> str | None:
        """An array for a result as a reference of its own, null if there is none now; None if there never is one."""
        slot = self.reused.get(number)
        if slot is not None:
            return self._donated(slot, number)
        outputs = len(self.plan.results) - len(self.updated)
        return self._former(self.updated[number - outputs], number) if number >= outputs else None

    def _donated(self, slot: int, number: int) -> str:
        """An argument that is given up, if it fits, its memory is its own, and no other argument lies there."""
        code, value = self.code, self.objects[slot]
        usable = self._is_own(value)
        for old, new in unproven(self.plan.arrays[slot], self.plan.arrays[self.plan.results[number]]):
            same = code.put(f"icmp eq i64 {self.sizes.value(old)}, {self.sizes.value(new)}")
            usable = code.put(f"and i1 {usable}, {same}")
        begin, count = self.data[slot], self.sizes.value(bytes_of(self.plan.arrays[slot]))
        first = code.put(f"ptrtoint ptr {begin} to i64")
        for other in range(len(self.plan.leaves)):
            if other != slot:
                place = code.put(f"ptrtoint ptr {self.data[other]} to i64")
                apart = code.put(f"icmp uge i64 {code.put(f'sub i64 {place}, {first}')}, {count}")
                usable = code.put(f"and i1 {usable}, {apart}")

        def take() -> list[str]:
            code.python("void", "Py_IncRef", f"ptr {value}")
            return [value]

        (taken,) = code.when(usable, [("ptr", "null")], take)
        return taken

    def _former(self, shared: Shared, number: int) -> str:
        """The value that a shared array had before the present one, if nobody else holds it."""
        code = self.code
        cell = code.address(self.table.of_object(shared.cell))
        value = code.entry("ptr", code.field("ptr", cell, layout.LIST_ITEMS), 1)
        kind = code.address(self.table.place("ndarray", id(np.ndarray)))
        dims = self.plan.arrays[self.plan.results[number]].shape.dims
        wanted = [self.sizes.value(size) for size in dims]

        def matches() -> list[str]:
            alone = code.put(f"icmp eq i32 {code.field('i32', value, layout.REFERENCES)}, 1")
            usable = code.put(f"and i1 {self._is_own(value)}, {alone}")
            dtype = code.address(self.table.of_object(numpy_dtype(shared.dtype)))
            same = code.put(f"icmp eq ptr {code.field('ptr', value, layout.DESCRIPTION)}, {dtype}")
            usable = code.put(f"and i1 {usable}, {same}")
            rank = code.put(f"icmp eq i32 {code.field('i32', value, layout.RANK)}, {len(wanted)}")
            return [code.put(f"and i1 {usable}, {rank}")]

        def fits() -> list[str]:
            found = code.field("ptr", value, layout.DIMENSIONS)
            usable = "true"
            for axis, size in enumerate(wanted):
                same = code.put(f"icmp eq i64 {code.entry('i64', found, axis)}, {size}")
                usable = code.put(f"and i1 {usable}, {same}")
            return [usable]

        def take() -> list[str]:
            nothing = code.address(self.table.of_object(None))
            code.python("void", "Py_IncRef", f"ptr {nothing}")
            items = code.field("ptr", cell, layout.LIST_ITEMS)
            code.do(f"store ptr {nothing}, ptr {code.at('ptr', items, 1)}")
            return [value]

        is_array = code.put(f"icmp eq ptr {code.field('ptr', value, layout.TYPE)}, {kind}")
        (usable,) = code.when(is_array, [("i1", "false")], matches)
        (usable,) = code.when(usable, [("i1", "false")], fits)
        (taken,) = code.when(usable, [("ptr", "null")], take)
        return taken

    def _is_own(self, value: str) -> str:
        """Whether an array lies in order in writable memory of its own."""
        code = self.code
        wanted = layout.CONTIGUOUS | layout.ALIGNED | layout.WRITEABLE | layout.OWNDATA
        flags = code.put(f"and i32 {code.field('i32', value, layout.FLAGS)}, {wanted}")
        return code.put(f"icmp eq i32 {flags}, {wanted}")
