"""The start of a native entry: arguments and shared arrays are checked, sizes read, claims asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.llvm.sizes import Sizes
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.graph.array import Array, Constant, Shared
from gnomon.runtime import detour, layout
from gnomon.runtime.linking import Table
from gnomon.runtime.writing import Writer
from gnomon.shapes import AtLeast, Divides, Equal, Size, dtypes

if TYPE_CHECKING:
    from gnomon.compile.plan import Plan
    from gnomon.runtime.forms import Result


SEVERAL = 24
"""For more arrays than this, an entry calls functions of its own for each instead of having the code of each."""


class Reading:
    """The part of an entry that reads what is given; ``data`` and ``objects`` say where the values of slots are."""

    def __init__(
        self,
        plan: Plan,
        updated: Sequence[Shared],
        result: Result,
        fallback: Any,
        telling: bool,
        reused: Mapping[int, int],
    ) -> None:
        self.plan = plan
        self.reused = reused
        self.telling = telling
        self.updated = updated
        self.result = result
        self.table = Table()
        self.code = Writer(self.table, short=len(plan.leaves) + len(plan.results) > SEVERAL)
        self.sizes = Sizes(self.code)
        self.fallback = self.table.of_object(fallback)
        self.objects: dict[int, str] = {}
        self.data: dict[int, str] = {}
        self.results: list[str] = []
        self.data_of_results: list[str] = []

    def _words(self) -> str:
        return self.code.address(self.table.place("detour", detour.address()))

    def _mark(self, number: int) -> None:
        """Say whether shared arrays are being updated while other threads run."""
        if self.updated:
            self.code.do(f"store i64 {number}, ptr {self.code.at('i64', self._words(), 1)}")

    def _leaf(self, slot: int, leaf: Array) -> None:
        code = self.code
        if isinstance(leaf, Constant):
            data = np.require(leaf.data, requirements=("C", "A"))
            self.table.kept.append(data)
            self.objects[slot] = code.address(self.table.place(("constant", slot), id(data)))
        elif isinstance(leaf, Shared):
            cell = code.address(self.table.of_object(leaf.cell))
            self.objects[slot] = code.entry("ptr", code.field("ptr", cell, layout.LIST_ITEMS), 0)
            code.require_array(self.objects[slot], self._dtype(leaf), leaf.ndim)
        else:
            value = self.objects[slot] = code.entry("ptr", "%args", slot)
            if leaf.ndim == 0 and leaf.dtype in (dtypes.float32, dtypes.float64):
                if not self.telling or leaf.weak:
                    self._number(slot, leaf, value)
                    return
            code.require_array(value, self._dtype(leaf), leaf.ndim)
        self.data[slot] = code.field("ptr", self.objects[slot], layout.DATA)

    def _number(self, slot: int, leaf: Array, value: str) -> None:
        """A Python float or an array without axes."""
        code = self.code
        kind = "double" if leaf.dtype is dtypes.float64 else "float"
        own = code.allocated(kind)
        place = code.allocated("ptr")
        number, array, after = code.name("number"), code.name("array"), code.name("after")
        python = code.address(self.table.place("float", id(float)))
        same = code.put(f"icmp eq ptr {code.field('ptr', value, layout.TYPE)}, {python}")
        code.do(f"br i1 {same}, label %{number}, label %{'slow' if self.telling else array}")
        code.start(number)
        found = code.field("double", value, layout.FLOAT_VALUE)
        if kind == "float":
            found = code.put(f"fptrunc double {found} to float")
            for infinity in (
                "0x7FF0000000000000",
                "0xFFF0000000000000",
            ):  # the Python path warns of one that is new
                code.require(code.put(f"fcmp une float {found}, {infinity}"))
        code.do(f"store {kind} {found}, ptr {own}")
        code.do(f"store ptr {own}, ptr {place}")
        code.do(f"br label %{after}")
        code.start(array)
        code.require_array(value, self._dtype(leaf), 0)
        code.do(f"store ptr {code.field('ptr', value, layout.DATA)}, ptr {place}")
        code.do(f"br label %{after}")
        code.start(after)
        self.data[slot] = code.put(f"load ptr, ptr {place}")

    def _dtype(self, array: Array) -> int:
        return self.table.of_object(numpy_dtype(array.dtype))

    def _learn_sizes(self) -> None:
        code, found = self.code, self.plan.table
        axes: dict[int, str] = {}

        def axis_size(position: int, axis: int) -> str:
            if position not in axes:
                axes[position] = code.field("ptr", self.objects[position], layout.DIMENSIONS)
            return code.entry("i64", axes[position], axis)

        for atom, (position, axis) in found.sources.items():
            self.sizes.symbols[atom] = (axis_size(position, axis), 0)
        code.settle()
        for size, position, axis in found.rest:
            if isinstance(self.plan.leaves[position], Constant):
                continue
            wanted = self.sizes.value(size)
            code.require(code.put(f"icmp eq i64 {axis_size(position, axis)}, {wanted}"))

    def _guards(self) -> None:
        for claim in dict.fromkeys(self.plan.claims):
            if isinstance(claim, Equal):
                self._require("eq", claim.left, claim.right)
            elif isinstance(claim, AtLeast):
                self._require("sge", claim.left, claim.right)
            elif isinstance(claim, Divides):
                self._require("eq", claim.size % claim.divisor, 0)

    def _require(self, how: str, left: Size, right: Size) -> None:
        a, b = self.sizes.value(left), self.sizes.value(right)
        self.code.require(self.code.put(f"icmp {how} i64 {a}, {b}"))
