"""The kernel language: one loop nest as plain data, whose meaning is the plain nest.

Values are named scalars; loop kinds and schedules change how fast a kernel is, never what it computes. Offsets
and extents are sizes (`Dim` or int) over the kernel's size parameters and the indices of the open loops, counted
in elements. One interpreter over NumPy defines the meaning; the back ends print the same language.

A value is visible from its definition to the end of the body that defines it. Nothing converts implicitly.
"""

from __future__ import annotations

from typing import NamedTuple

from gnomon.shapes import Dtype, Size
from gnomon.shapes.atoms import Symbol

Value = str
"""The name of a scalar (or, inside a lane loop, of one scalar per lane)."""

GRID, LANE, JAM, SERIAL = "grid", "lane", "jam", "serial"
"""Kinds of loops: independent iterations (threads), lanes of a vector, interleaved copies, one after the other.

One lane loop is open at a time; the extent of a jam loop is a number; loops inside a lane loop run equally often
in each lane.
"""

At = tuple[tuple["Value", Size], ...]
"""Computed parts of a place: each is an int64 value times a size."""


class Buffer(NamedTuple):
    """Memory that a kernel reads ("in"), writes ("out"), changes ("inout") or uses for itself ("scratch").

    Buffers do not overlap. A scratch buffer has a constant ``length`` and no contents at the start of the kernel and
    of each turn of a grid loop; the others are as long as their accesses need.
    """

    name: str
    dtype: Dtype
    role: str
    length: int | None = None


class Const(NamedTuple):
    """``target = number`` of a dtype."""

    target: Value
    number: int | float | bool
    dtype: Dtype


class Index(NamedTuple):
    """``target = size``: an integer computed from sizes and loop indices, as an int64."""

    target: Value
    size: Size


class Load(NamedTuple):
    """``target = buffer[offset]``, or ``buffer[offset + value * stride + ...]`` with computed parts ``at``."""

    target: Value
    buffer: str
    offset: Size
    at: At = ()


class Store(NamedTuple):
    """``buffer[offset] = value``, or combined with what is there by ``add``, ``multiply``, ``minimum``, ``maximum``.

    As for loads, the computed parts ``at`` add to the offset. Turns of grid and lane loops store to different places.
    """

    buffer: str
    offset: Size
    value: Value
    combine: str | None = None
    at: At = ()


class Call(NamedTuple):
    """``target = function(*arguments)`` of a scalar function (see `scalars.py`).

    All arguments have the dtype given here, but for the first of ``select``, which is a bool. The target has the same
    dtype too, but for functions that answer a question (a bool) or reinterpret bits.
    """

    target: Value
    function: str
    arguments: tuple[Value, ...]
    dtype: Dtype


class Cast(NamedTuple):
    """``target = value`` as another dtype.

    Integers wrap, floats round to the nearest (half to even), floats to integers drop the fraction and saturate
    (NaN becomes 0), anything to bool asks whether it is not 0. float16 converts from and to float32 alone.
    """

    target: Value
    value: Value
    dtype: Dtype


class Loop(NamedTuple):
    """Runs the body for each index from 0 up to the extent."""

    kind: str
    index: Symbol  # type: ignore[assignment]
    extent: Size
    body: tuple[Statement, ...]


class Reduce(NamedTuple):
    """Runs a loop whose body gives a value in each turn, and combines these into ``target``.

    ``combine`` is ``add``, ``multiply``, ``minimum``, ``maximum``, ``any`` or ``all`` (the last two of bools). Without a
    turn the target is the identity (for minimum and maximum: infinity, or the limits of an integer). Several
    reductions share one loop by having several targets, values and combinations. The loop is not a grid.
    ``fma``, of serial and jam loops, has a pair of values: their product is added, rounded once.

    The order is fixed. Serial and jam loops combine one turn after the other. A lane loop has ``accumulators`` (16, 32
    or 64; None: as many as `gnomon.compile.walk.accumulators` says) that start as the identity; turn ``i`` is combined
    into the one of index ``i % accumulators``, and at the end the upper half of the accumulators is combined into the
    lower half until one is left.
    """

    targets: tuple[Value, ...]
    loop: Loop
    values: tuple[Value | tuple[Value, Value], ...]
    combines: tuple[str, ...]
    dtypes: tuple[Dtype, ...]
    accumulators: int | None = None


class State(NamedTuple):
    """Runs a serial loop whose turns hand values on.

    A turn begins with ``targets``: the ``firsts`` in the first turn, the ``values`` of the body before in the others.
    After the loop the targets are the last ones.
    """

    targets: tuple[Value, ...]
    loop: Loop
    firsts: tuple[Value, ...]
    values: tuple[Value, ...]
    dtypes: tuple[Dtype, ...]


class If(NamedTuple):
    """Runs the body where the condition (a bool) holds."""

    condition: Value
    body: tuple[Statement, ...]


class Check(NamedTuple):
    """Ends the kernel with a status (a positive number) where the condition does not hold."""

    condition: Value
    status: int


Statement = Const | Index | Load | Store | Call | Cast | Loop | Reduce | State | If | Check


class Kernel(NamedTuple):
    """A loop nest over buffers. ``sizes`` are its integer parameters, in the order in which they are passed."""

    name: str
    buffers: tuple[Buffer, ...]
    sizes: tuple[Symbol, ...]
    body: tuple[Statement, ...]
