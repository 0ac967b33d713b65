"""What kernels mean: an interpreter over NumPy arrays. Slow and plain; lane loops run as whole arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

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
)
from gnomon.compile.scalars import COMBINING, SCALARS, identity
from gnomon.compile.walk import accumulators
from gnomon.shapes import Dim, Dtype, Size, Symbol, dtypes
from gnomon.shapes.atoms import Atom, FloorDiv, Max, Min


class _Failed(Exception):
    def __init__(self, status: int) -> None:
        self.status = status


def run(kernel: Kernel, arrays: Sequence[Any], sizes: Sequence[int]) -> int:
    """Run a kernel over arrays, one for each buffer that is no scratch, and sizes in the kernel's order.

    Arrays are one-dimensional views of memory and are changed in place. Gives 0, or the status of the check that
    failed. An access outside of an array raises an IndexError.
    """
    given = iter(arrays)
    buffers = {
        buffer.name: np.zeros(buffer.length or 1, str(buffer.dtype))
        if buffer.role == "scratch"
        else next(given)
        for buffer in kernel.buffers
    }
    machine = _Machine(buffers, dict(zip(kernel.sizes, sizes)))
    try:
        with np.errstate(all="ignore"):
            machine.run(kernel.body, {}, None)
    except _Failed as failed:
        return failed.status
    return 0


def size_value(size: Size, symbols: dict[Symbol, Any]) -> Any:
    """The value of a size, given the values (numbers or arrays) of its symbols."""
    if type(size) is not Dim:
        return size
    total: Any = 0
    for monomial, coefficient in size.coefficients.items():
        product: Any = coefficient
        for atom in monomial:
            product = product * _atom_value(atom, symbols)
        total = total + product
    return total


def _atom_value(atom: Atom, symbols: dict[Symbol, Any]) -> Any:
    if isinstance(atom, Symbol):
        return symbols[atom]
    parts = [size_value(part, symbols) for part in atom.args]
    result = parts[0]
    for other in parts[1:]:
        if isinstance(atom, (Min, Max)):
            result = (np.minimum if isinstance(atom, Min) else np.maximum)(result, other)
        else:
            result = result // other if isinstance(atom, FloorDiv) else result % other
    return result


Values = dict[str, Any]
"""Values as arrays: of no axis, or of one axis of lanes."""


class _Machine:
    def __init__(self, buffers: dict[str, Any], symbols: dict[Symbol, Any]) -> None:
        self.buffers = buffers
        self.symbols = symbols

    def run(self, body: Sequence[Statement], values: Values, active: Any) -> None:
        """Run statements. ``active`` are the lanes that take part (None: all, or there are no lanes)."""
        for statement in body:
            if isinstance(statement, Const):
                values[statement.target] = np.asarray(statement.number, str(statement.dtype))
            elif isinstance(statement, Index):
                values[statement.target] = np.asarray(size_value(statement.size, self.symbols), np.int64)
            elif isinstance(statement, Load):
                values[statement.target] = self._load(statement, values, active)
            elif isinstance(statement, Store):
                self._store(statement, values, active)
            elif isinstance(statement, Call):
                arguments = [values[name] for name in statement.arguments]
                values[statement.target] = np.asarray(SCALARS[statement.function].meaning(*arguments))
            elif isinstance(statement, Cast):
                values[statement.target] = cast(values[statement.value], statement.dtype)
            elif isinstance(statement, Loop):
                self._loop(statement, values, active)
            elif isinstance(statement, Reduce):
                self._reduce(statement, values, active)
            elif isinstance(statement, State):
                self._state(statement, values, active)
            elif isinstance(statement, If):
                self._if(statement, values, active)
            else:
                self._check(statement, values, active)

    def _place(self, buffer: str, offset: Size, at: At, values: Values, active: Any) -> Any:
        place = np.asarray(size_value(offset, self.symbols), np.int64)
        for name, stride in at:
            place = place + values[name] * size_value(stride, self.symbols)
        if active is not None:
            place = np.broadcast_to(place, active.shape)[active]
        if np.any((place < 0) | (place >= len(self.buffers[buffer]))):
            raise IndexError(f"{buffer}[{offset}] is outside of the {len(self.buffers[buffer])} elements")
        return place

    def _load(self, statement: Load, values: Values, active: Any) -> Any:
        data = self.buffers[statement.buffer]
        found = data[self._place(statement.buffer, statement.offset, statement.at, values, active)]
        if active is None:
            return np.asarray(found)
        whole = np.zeros(active.shape, data.dtype)
        whole[active] = found
        return whole

    def _store(self, statement: Store, values: Values, active: Any) -> None:
        data = self.buffers[statement.buffer]
        place = self._place(statement.buffer, statement.offset, statement.at, values, active)
        value = values[statement.value]
        if active is not None:
            value = np.broadcast_to(value, active.shape)[active]
        if statement.combine is not None:
            value = _combined(statement.combine, np.asarray(data[place]), value)
        data[place] = value

    def _loop(self, statement: Loop, values: Values, active: Any) -> None:
        extent = int(size_value(statement.extent, self.symbols))
        if statement.kind == LANE:
            if extent > 0:
                self.symbols[statement.index] = np.arange(extent)
                self.run(statement.body, dict(values), active)
            return
        for turn in range(extent):
            self.symbols[statement.index] = turn
            self.run(statement.body, dict(values), active)

    def _reduce(self, statement: Reduce, values: Values, active: Any) -> None:
        loop = statement.loop
        extent = int(size_value(loop.extent, self.symbols))
        totals = [
            np.asarray(identity(combine, dtype), str(dtype))
            for combine, dtype in zip(statement.combines, statement.dtypes)
        ]
        if loop.kind == LANE:
            self.symbols[loop.index] = np.arange(extent)
            inner = dict(values)
            if extent > 0:
                self.run(loop.body, inner, None)
                totals = [
                    _tree(combine, first, np.broadcast_to(inner[name], (extent,)), accumulators(statement))
                    for combine, first, name in zip(statement.combines, totals, statement.values)
                    if isinstance(name, str)
                ]
        else:
            for turn in range(extent):
                self.symbols[loop.index] = turn
                inner = dict(values)
                self.run(loop.body, inner, active)
                totals = [
                    _combined(combine, total, inner[name])
                    if isinstance(name, str)
                    else np.asarray(SCALARS[combine].meaning(inner[name[0]], inner[name[1]], total))
                    for combine, total, name in zip(statement.combines, totals, statement.values)
                ]
        values.update(zip(statement.targets, totals))

    def _state(self, statement: State, values: Values, active: Any) -> None:
        state = [values[name] for name in statement.firsts]
        for turn in range(int(size_value(statement.loop.extent, self.symbols))):
            self.symbols[statement.loop.index] = turn
            inner = {**values, **dict(zip(statement.targets, state))}
            self.run(statement.loop.body, inner, active)
            state = [inner[name] for name in statement.values]
        values.update(zip(statement.targets, state))

    def _if(self, statement: If, values: Values, active: Any) -> None:
        condition = values[statement.condition]
        if active is None and not condition.ndim:
            if condition:
                self.run(statement.body, dict(values), None)
            return
        lanes = condition if active is None else active & condition
        if lanes.any():
            self.run(statement.body, dict(values), lanes)

    def _check(self, statement: Check, values: Values, active: Any) -> None:
        condition = values[statement.condition]
        if not np.all(condition if active is None else condition | ~active):
            raise _Failed(statement.status)


def _combined(combine: str, old: Any, new: Any) -> Any:
    return np.asarray(SCALARS[COMBINING.get(combine, combine)].meaning(old, new))


def _tree(combine: str, first: Any, values: Any, count: int) -> Any:
    """Combine values as lane loops do (see `Reduce`)."""
    totals = np.full(count, first)
    for start in range(0, len(values), count):
        block = values[start : start + count]
        totals[: len(block)] = _combined(combine, totals[: len(block)], block)
    while len(totals) > 1:
        half = len(totals) // 2
        totals = _combined(combine, totals[:half], totals[half:])
    return totals[0]


def cast(value: Any, dtype: Dtype) -> Any:
    """A value as another dtype (see `Cast`)."""
    if value.dtype.kind != "f" or dtype.kind in ("float", "bool"):
        return np.asarray(value != 0) if dtype is dtypes.bool else value.astype(str(dtype))
    low = -(2 ** (dtype.bits - 1)) if dtype.kind == "int" else 0
    high = 2 ** (dtype.bits - 1) - 1 if dtype.kind == "int" else 2**dtype.bits - 1
    whole = np.trunc(np.where(np.isnan(value), 0, value).astype(np.float64))
    fits = (whole >= low) & (whole < high + 1.0)
    result = np.where(fits, whole, 0).astype(str(dtype))
    limits = np.where(whole < low, np.asarray(low, str(dtype)), np.asarray(high, str(dtype)))
    return np.where(fits, result, limits).astype(str(dtype))
