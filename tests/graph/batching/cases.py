"""Cases of mapping: rows of the reference's tables, of whose arrays some differ from row to row."""

import itertools
import zlib

import numpy as np

from gnomon import ops
from gnomon.compile.reference.engine import evaluate
from gnomon.graph.array import Array, Input
from gnomon.graph.batching import vmap
from gnomon.graph.constants import as_dtype, named_size
from gnomon.shapes import Shape, dtypes

from compile.reference import rows_arrays, rows_elementwise, rows_networks
from compile.reference.harness import attribute, carried_out, lifted

ROWS = [*rows_elementwise.ROWS, *rows_arrays.ROWS, *rows_networks.ROWS]
ORDERED = {"searchsorted", "interpolate", "histogram"}
"""Their arrays are in order, which other values keep."""

GIVEN = {"lstsq": (0, 2, 3)}
"""The results that are mapped, where not all are: how many residuals there are depends on the values."""


def places(arguments):
    """Return where the arrays are: ``(argument, place in the sequence or None)``."""
    found = []
    for k, argument in enumerate(arguments):
        if isinstance(argument, np.ndarray):
            found.append((k, None))
        elif isinstance(argument, (list, tuple)):
            found.extend((k, j) for j, entry in enumerate(argument) if isinstance(entry, np.ndarray))
    return found


def choices(arguments):
    """Return which arrays differ from row to row: every choice of up to three, and some of more."""
    found = places(arguments)
    if len(found) <= 3:
        return [c for n in range(1, len(found) + 1) for c in itertools.combinations(found, n)]
    return [*((place,) for place in found), tuple(found), tuple(found[:2]), tuple(found[2:])]


def at(arguments, place):
    k, j = place
    return arguments[k] if j is None else arguments[k][j]


def replaced(arguments, values):
    """Return arguments with other values at places."""
    result = [list(a) if isinstance(a, (list, tuple)) else a for a in arguments]
    for (k, j), value in values.items():
        if j is None:
            result[k] = value
        else:
            result[k][j] = value
    return [tuple(a) if isinstance(a, list) else a for a in result]


def other(x, op):
    """Return other values of the same kind, among which are the same positions."""
    if op in ORDERED:
        return x * 2 if x.dtype.kind in "iu" else x * 0.75
    if x.dtype.kind in "iub":
        return x.reshape(-1)[::-1].reshape(x.shape)
    return x * 0.8


def rows_of(row, chosen):
    """Return three rows of values for the chosen places, and what the operation gives for each."""
    op = row.op
    for kinds in ((None, other, None), (None, None, None)):
        values = {
            place: [at(row.arguments, place) if f is None else f(at(row.arguments, place), op) for f in kinds]
            for place in chosen
        }
        expected = []
        try:
            for k in range(3):
                arguments = replaced(row.arguments, {place: v[k] for place, v in values.items()})
                expected.append(carried_out(op, *arguments, **row.attributes)[1])
        except Exception:
            if kinds[1] is None:
                raise
            continue
        if kinds[1] is None or all(a.shape == b.shape for a, b in zip(expected[0], expected[1], strict=True)):
            return values, expected
    raise AssertionError("unreachable")


def axis_for(row, place, rank):
    """Return a drawn axis, from the front or from the back."""
    number = zlib.crc32(f"{row!r}{place}".encode())
    return number % (2 * (rank + 1)) - (rank + 1)


def mapped(row, chosen, values, name=None):
    """Return the results of vmap, as NumPy arrays; with ``name`` the number of rows is a symbol."""
    attributes = {key: attribute(value) for key, value in row.attributes.items()}
    if isinstance(attributes.get("dtype"), str):
        attributes["dtype"] = dtypes.parse(attributes["dtype"])
    axes = [axis_for(row, place, at(row.arguments, place).ndim) for place in chosen]
    stacks = [np.stack(values[place], axis) for place, axis in zip(chosen, axes)]

    def function(*given):
        arguments = replaced([lifted(a) for a in row.arguments], dict(zip(chosen, given)))
        results = ops.TABLE[row.op](*arguments, **attributes)
        return tuple(results[k] for k in GIVEN[row.op]) if row.op in GIVEN else results

    call = vmap(function, in_axes=tuple(axes))
    if name is None:
        found = call(*stacks)
        return [np.asarray(x) for x in (found if isinstance(found, tuple) else (found,))]
    symbols = [_symbol(stack, axis, name) for stack, axis in zip(stacks, axes)]
    found = call(*symbols)
    listed = list(found) if isinstance(found, tuple) else [found]
    assert all(isinstance(x, Array) for x in listed)
    return evaluate(listed, dict(zip(symbols, stacks)))


def _symbol(stack, axis, name):
    sizes = list(stack.shape)
    sizes[axis] = named_size(name)
    return Input(Shape(tuple(sizes)), as_dtype(stack.dtype), name="x")
