"""Kernels that put the axes of an array into another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gnomon.compile.kernel import GRID, LANE, Buffer, Kernel, Load, Loop, Statement, Store
from gnomon.compile.reference.engine import find_reference
from gnomon.compile.steps import NativeStep
from gnomon.shapes import Size, symbol

if TYPE_CHECKING:
    from gnomon.graph.array import Application
    from gnomon.shapes import Dtype

PRIMES = (2, 3, 5, 7, 11, 13)


def move_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the native step of a transposition, None if it is none or has no kernel."""
    (source,) = application.arrays()
    order = _order(application, source.ndim)
    numbers = source.dtype.kind in ("int", "uint", "float") and source.dtype.bits in (32, 64)
    if order is None or not numbers or len(order) < 2:
        return None
    from gnomon.compile.llvm import build

    sizes: list[Size] = list(source.shape.dims)
    native = build(_kernel(order, source.dtype))
    return NativeStep([application], [source], list(application.outputs), sizes, native)


def _order(application: Application, rank: int) -> list[int] | None:
    """Return which axis of the source each axis of the result is, as NumPy tells of a small array."""
    function = find_reference(application.op.name)
    if function is None or rank > len(PRIMES):
        return None
    attributes = {**(application.op.defaults or {}), **application.attributes}
    moved = function(np.empty(PRIMES[:rank], np.int8), **attributes)
    return [PRIMES.index(size) for size in moved.shape]


def _kernel(order: list[int], dtype: Dtype) -> Kernel:
    sizes = [symbol(f"n{axis}") for axis in range(len(order))]
    indices = [symbol(f"i{axis}") for axis in range(len(order))]
    read: Size = 0
    for axis, size in enumerate(sizes):
        read = read * size + indices[order.index(axis)]
    written: Size = 0
    for axis, index in zip(order, indices):
        written = written * sizes[axis] + index
    body: tuple[Statement, ...] = (Load("value", "in", read), Store("out", written, "value"))
    for place in reversed(range(len(order))):
        kind = LANE if place == len(order) - 1 else GRID
        (atom,) = indices[place].symbols()
        body = (Loop(kind, atom, sizes[order[place]], body),)
    parameters = tuple([atom for size in sizes for atom in size.symbols()])
    buffers = (Buffer("in", dtype, "in"), Buffer("out", dtype, "out"))
    return Kernel("move", buffers, parameters, body)
