"""The start of a native entry: arguments and shared arrays are checked, sizes read, claims asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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


SEVERAL = 12
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
            if leaf.ndim == 0:
                self.data[slot] = self._number(leaf, value)
                return
            code.require_array(value, self._dtype(leaf), leaf.ndim)
        self.data[slot] = code.field("ptr", self.objects[slot], layout.DATA)

    def _number(self, leaf: Array, value: str) -> str:
        """Where a number is: a Python float, a number of NumPy's or an array without axes."""
        code = self.code
        place, after = code.allocated("ptr"), code.name("after")
        kind = code.field("ptr", value, layout.TYPE)
        scalar = layout.scalar_type(numpy_dtype(leaf.dtype))
        weak = self.telling and leaf.weak

        def found(where: str) -> None:
            code.do(f"store ptr {where}, ptr {place}")
            code.do(f"br label %{after}")

        if leaf.dtype in (dtypes.float32, dtypes.float64) and (weak or not self.telling):
            self._if_of(float, kind, lambda: found(self._python_float(leaf, value)))
        if scalar is not None and not weak:
            self._if_of(scalar, kind, lambda: found(code.at("i8", value, layout.SCALAR_VALUE)))
        if weak:
            code.do("br label %slow")
        else:
            code.require_array(value, self._dtype(leaf), 0)
            found(code.field("ptr", value, layout.DATA))
        code.start(after)
        return code.put(f"load ptr, ptr {place}")

    def _if_of(self, kind: type, found: str, write: Callable[[], None]) -> None:
        """Write what is done with an object of a type; it goes on elsewhere."""
        code = self.code
        such, other = code.name("such"), code.name("other")
        wanted = code.address(self.table.place(kind.__name__, id(kind)))
        code.do(f"br i1 {code.put(f'icmp eq ptr {found}, {wanted}')}, label %{such}, label %{other}")
        code.start(such)
        write()
        code.start(other)

    def _python_float(self, leaf: Array, value: str) -> str:
        """Where a Python float is as the dtype of a leaf."""
        code = self.code
        kind = "double" if leaf.dtype is dtypes.float64 else "float"
        own = code.allocated(kind)
        number = code.field("double", value, layout.FLOAT_VALUE)
        if kind == "float":
            number = code.put(f"fptrunc double {number} to float")
            for infinity in (
                "0x7FF0000000000000",
                "0xFFF0000000000000",
            ):  # the Python path warns of one that is new
                code.require(code.put(f"fcmp une float {number}, {infinity}"))
        code.do(f"store {kind} {number}, ptr {own}")
        return own

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
