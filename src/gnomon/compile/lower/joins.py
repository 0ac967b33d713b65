"""Kernels that put arrays into parts of a new one: joining, padding, diagonals, storing into slices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from gnomon.compile.kernel import GRID, Statement, Store
from gnomon.compile.lower.casts import number_of
from gnomon.compile.lower.frame import Frame
from gnomon.compile.lower.held import HALVES, is_held, is_paired
from gnomon.compile.lower.positions import Position, Positions, aligned
from gnomon.compile.lower.reads import attribute, is_basic, opened, sizes_are_known, source_positions
from gnomon.graph.array import Array, Constant
from gnomon.shapes import Facts, Size, dtypes, product

if TYPE_CHECKING:
    from gnomon.compile.steps import NativeStep
    from gnomon.graph.array import Application


def is_movable(application: Application) -> bool:
    """Say whether kernels can hold all arrays of an application, and sizes are known before it runs."""
    arrays = list(application.arrays())
    (out,) = application.outputs
    if not all(is_held(array.dtype) for array in (*arrays, out)) or not sizes_are_known(application):
        return False
    complexes = [array.dtype for array in (*arrays, out) if array.dtype.kind == "complex"]
    return all(dtype is out.dtype for dtype in complexes)


# -- joining -------------------------------------------------------------------------------------------------


def join_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that joins arrays along an axis: each is rows of neighbouring elements of the result's rows."""
    arrays = list(application.arrays())
    (out,) = application.outputs
    if not is_movable(application) or any(array.dtype.kind == "complex" for array in arrays) != (
        out.dtype.kind == "complex"
    ):
        return None
    if out.dtype.kind == "complex" and any(a.dtype is not out.dtype or not a.ndim for a in arrays):
        return None
    axis = attribute(application, "axis")
    if axis is None:
        rows: Size = 1
        parts = [product(array.shape.dims) for array in arrays]
    else:
        place = axis % out.ndim
        rows = product(out.shape.dims[:place])
        parts = [product(array.shape.dims[place:]) for array in arrays]
    frame = Frame(application)
    widths = [frame.size(part) for part in parts]
    total: Size = 0
    for width in widths:
        total = total + width
    start: Size = 0
    for array, width in zip(arrays, widths):
        if rows == 1:
            frame.statements += frame.run(array, 0, start, width)
        else:
            row = frame.index()
            run = frame.run(array, row * width, row * total + start, width)
            frame.statements.append(frame.loop(GRID, row, frame.size(rows), run))
        start = start + width
    return frame.step()


# -- padding -------------------------------------------------------------------------------------------------


def pad_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that surrounds an array with a number; negative widths leave entries out."""
    (x,) = application.arrays()
    (out,) = application.outputs
    widths = list(attribute(application, "widths"))
    pairs = [(0, 0)] * (x.ndim - len(widths)) + [tuple(pair) for pair in widths]
    if not is_movable(application) or attribute(application, "mode") != "constant" or not x.ndim:
        return None
    if attribute(application, "reflect"):
        return None
    value = attribute(application, "value")
    number = _as_number(value, out)
    facts = Facts()
    signs = all(
        facts.at_least(width, 0).is_yes or facts.at_least(0, width).is_yes for pair in pairs for width in pair
    )
    if number is None or not signs:
        return None
    padded = [axis for axis, pair in enumerate(pairs) if pair != (0, 0)]
    frame = Frame(application)
    last = padded[-1] if padded else 0
    frame.statements += _padded(frame, x, [(_cut(a), _cut(b)) for a, b in pairs], number, (0, last, 0, 0))
    return frame.step()


def _as_number(value: Any, out: Array) -> Any:
    """Return a number as one of the result's dtype, None if it is none."""
    if isinstance(value, Constant) and not value.ndim:
        value = value.data.item()
    if not isinstance(value, (bool, int, float, complex)):
        return None
    from gnomon.compile.reference.dtypes import numpy_dtype

    with np.errstate(all="ignore"):
        try:
            return np.asarray(value).astype(numpy_dtype(out.dtype)).item()
        except (OverflowError, TypeError, ValueError):
            return None


def _cut(width: Size) -> tuple[Size, Size]:
    """Return how many entries are left out, and how many are added."""
    return (0, width) if Facts().at_least(width, 0).is_yes else (-width, 0)


def _padded(
    frame: Frame, x: Array, pairs: Sequence[Any], number: Any, at: tuple[int, int, Size, Size]
) -> list[Statement]:
    """The elements inside of an axis: what is added before, the inner part, what is added behind."""
    axis, last, source, target = at
    (cut, before), (cut_behind, behind) = pairs[axis]
    block = frame.product(frame.out.shape.dims[axis + 1 :])
    inner = frame.size(x.shape.dims[axis] - cut - cut_behind)
    statements: list[Statement] = []
    target = target * frame.size(frame.out.shape.dims[axis])
    source = source * frame.size(x.shape.dims[axis]) + frame.size(cut)
    before, behind = frame.size(before), frame.size(behind)
    if before != 0:
        statements.append(_filled(frame, before * block, target * block, number))
    if axis == last:
        statements += frame.run(x, source * block, (target + before) * block, inner * block)
    else:
        index = frame.index()
        place = axis + 1, last, source + index, target + before + index
        statements.append(frame.loop(GRID, index, inner, _padded(frame, x, pairs, number, place)))
    if behind != 0:
        statements.append(_filled(frame, behind * block, (target + before + inner) * block, number))
    return statements


def _filled(frame: Frame, count: Size, target: Size, number: Any) -> Statement:
    """Fill a run of neighbouring elements."""
    index = frame.index()
    body = frame.body()
    parts = 1 if frame.component is None else 2
    shift: Size = 0 if frame.component is None else frame.component
    value = number_of(body, number, frame.out.dtype)
    body.statements.append(Store("out", (target + index) * parts + shift, value))
    return frame.loop(frame.lane(), index, count, frame.innermost(body))


# -- storing into slices -------------------------------------------------------------------------------------


def filling(x: Array) -> Any:
    """Return the number that all elements of a constant are, None if there is no such number."""
    if not isinstance(x, Constant) or x.dtype.kind == "complex" or not x.data.size:
        return None
    flat = x.data.reshape(-1)
    if flat[0] != flat[-1] or not bool((flat == flat[0]).all()) or (flat[0] == 0 and np.signbit(flat).any()):
        return None
    return flat[0].item()


def begin(frame: Frame, x: Array) -> None:
    """Copy the array that is changed into the result."""
    number = filling(x)
    frame.fill(x if number is None else None, number)


def can_combine(application: Application, mode: str) -> bool:
    """Say whether values of a dtype can be combined with what is stored."""
    (out,) = application.outputs
    if mode not in ("set", "add", "multiply", "min", "max"):
        return False
    return mode == "set" or out.dtype.kind != "complex" or (mode == "add" and is_paired(out.dtype))


def slice_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that stores into slices of a copy."""
    x, value = application.arrays()
    mode = attribute(application, "mode")
    if not is_movable(application) or not is_basic(application) or not can_combine(application, mode):
        return None
    if value.dtype.kind == "complex" and application.outputs[0].dtype is not value.dtype:
        return None
    items = opened(application, x.ndim)
    dims = target_dims(x, items)
    if dims is None or value.ndim > len(dims):
        return None
    frame = Frame(application)
    begin(frame, x)

    def inner(body: Any, at: Positions) -> None:
        stored = body.cast(body.at(value, aligned(value, at)), value.dtype, frame.out.dtype)
        frame.store(body, source_positions(frame.size, x, items, at), stored, mode)

    frame.nest(dims, inner)
    return frame.step()


def target_dims(x: Array, items: list[Any]) -> list[Size] | None:
    """Return the sizes of the entries that items choose."""
    from gnomon import ops
    from gnomon.ops.indexing import indexed
    from gnomon.ops.rule import Rule

    shape = indexed(Rule(Facts(), ops.index), x, items)
    known = {symbol for size in x.shape.dims if not isinstance(size, int) for symbol in size.symbols()}
    for size in shape.dims:
        if not isinstance(size, int) and not {s for s in size.symbols() if s.name is None} <= known:
            return None
    return list(shape.dims)


# -- diagonals -----------------------------------------------------------------------------------------------


def diagonal_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that puts vectors onto diagonals of zeros."""
    (x,) = application.arrays()
    if not is_movable(application) or not x.ndim or x.shape.dims[-1] == 0:
        return None
    offset = attribute(application, "offset")
    frame = Frame(application)
    zero = 0j if frame.out.dtype.kind == "complex" else False if frame.out.dtype is dtypes.bool else 0
    frame.fill(None, zero)

    def inner(body: Any, at: Positions) -> None:
        *lead, along = at
        along = Position(along.size)
        places = (*lead, along.plus(max(-offset, 0)), along.plus(max(offset, 0)))
        frame.store(body, places, body.at(x, at))

    frame.nest(x.shape.dims, inner)
    return frame.step()


def overlap_step(application: Application, makers: object = None) -> NativeStep | None:
    """Return the step that adds windows where they came from, one after the other."""
    (x,) = application.arrays()
    if not is_movable(application) or x.ndim < 2 or not can_combine(application, "add") or x.dtype in HALVES:
        return None
    place = attribute(application, "axis") % (x.ndim - 1)
    frame = Frame(application)
    step = frame.size(attribute(application, "step"))
    zero = 0j if frame.out.dtype.kind == "complex" else False if frame.out.dtype is dtypes.bool else 0
    frame.fill(None, zero)

    def inner(body: Any, at: Positions) -> None:
        places = list(at[:-1])
        places[place] = places[place].times(step).and_then(at[-1])
        frame.store(body, tuple(places), body.at(x, at), "add")

    frame.nest(x.shape.dims, inner, serial=place + 1)
    return frame.step()
