"""Applications in place of which the body of their operation stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gnomon import ops
from gnomon.graph.array import Application, Array
from gnomon.graph.own.record import OwnOp
from gnomon.shapes import Dtype, dtypes


def completed(application: Application) -> dict[str, Any]:
    """Return the attributes of an application, defaults filled in."""
    op = application.op
    return {**(op.defaults or {}), **(op.values or {}), **application.attributes}


def through_body(
    application: Application,
    inputs: tuple[Any, ...] | None = None,
    attributes: Mapping[str, Any] | None = None,
) -> tuple[Any, ...]:
    """Return what the body of an operation gives: an array for each result, or None for what no body gives.

    Floats are computed as wide as the widest result, and never in 16 bits. Raises ``Inexpressible``.
    """
    from gnomon.ops.bodies.registry import AS_GIVEN

    op = application.op
    body = op.body
    assert body is not None
    given = application.inputs if inputs is None else inputs
    given += (None,) * (op.arrays - len(given))
    wanted = 0 if op.name in AS_GIVEN or isinstance(op, OwnOp) else _width(application)
    values = body(
        *[_wide(entry, wanted) for entry in given], **{**completed(application), **(attributes or {})}
    )
    listed = tuple(values) if isinstance(values, (tuple, list)) else (values,)
    return tuple([_as(array, out) for array, out in zip(listed, application.outputs)])


def _width(application: Application) -> int:
    """Return how many bits a real number has in the computation."""
    return max([32, *[_bits(out.dtype) for out in application.outputs]])


def _bits(dtype: Dtype) -> int:
    return {"float": dtype.bits, "complex": dtype.bits // 2}.get(dtype.kind, 0)


def _wide(entry: Any, bits: int) -> Any:
    if isinstance(entry, (tuple, list)):
        return tuple([_wide(part, bits) for part in entry])
    if entry is None or not 0 < _bits(entry.dtype) < bits or entry.weak:
        return entry
    wide = {32: (dtypes.float32, dtypes.complex64), 64: (dtypes.float64, dtypes.complex128)}[bits]
    return ops.cast(entry, dtype=wide[entry.dtype.kind == "complex"])


def _as(array: Any, out: Array) -> Any:
    """Give a result of a body the dtype of the operation's."""
    if array is None or array.dtype is out.dtype:
        return array
    if array.dtype.kind == "complex" and out.dtype.kind != "complex":
        array = ops.real(array)
    return ops.cast(array, dtype=out.dtype)
