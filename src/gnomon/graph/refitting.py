"""Inner graphs for other arrays: of other sizes or dtypes than those they were made for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gnomon.graph.array import Array
from gnomon.graph.inner import Inner, standing_for
from gnomon.ops.record import Op
from gnomon.shapes import Dim, Size


def refitted(
    op: Op, inputs: Sequence[Any], attributes: Mapping[str, Any], sizes: Mapping[Any, Size]
) -> dict[str, Any]:
    """Return the attributes of an operation with inner graphs that take these inputs; ``sizes`` have become others."""
    graphs = {key: value for key, value in attributes.items() if isinstance(value, Inner)}
    if not graphs:
        return dict(attributes)
    arrays: Sequence[Array] = inputs[1 if op.name == "branch" else 0]
    carries, sequences = attributes.get("carries", 0), attributes.get("sequences", 0)
    entries = range(carries, carries + sequences)
    changed = {key: _refitted(inner, arrays, entries, sizes) for key, inner in graphs.items()}
    return {**attributes, **changed}


def _refitted(inner: Inner, arrays: Sequence[Array], entries: range, sizes: Mapping[Any, Size]) -> Inner:
    from gnomon.graph.traversal import replaced

    dims = [array.shape.dims[1:] if k in entries else array.shape.dims for k, array in enumerate(arrays)]
    same = all(
        have == x.shape.dims and array.dtype is x.dtype for have, x, array in zip(dims, inner.inputs, arrays)
    )
    if same and not (sizes and _mentions(inner, sizes)):
        return inner
    given = [
        standing_for(array, entry=k in entries, name=x.name)
        for k, (x, array) in enumerate(zip(inner.inputs, arrays))
    ]
    outputs = replaced(inner.outputs, dict(zip(inner.inputs, given)), sizes)
    return Inner(given, outputs)


def _mentions(inner: Inner, sizes: Mapping[Any, Size]) -> bool:
    shapes = [out.shape for application in inner.order for out in application.outputs]
    dims = [size for shape in shapes for size in shape.dims if isinstance(size, Dim)]
    return any(symbol in sizes for size in dims for symbol in size.symbols())
