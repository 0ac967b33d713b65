"""The native engine: operations on known arrays run as kernels, one for each kind of operands.

Kinds are told apart by operation, attributes, dtypes, ranks, and axes of size 1; all other sizes are free. What has no
kernel, and what fails, is left to the reference engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gnomon.compile.reference import engine as reference
from gnomon.graph.array import Application, Array, Constant, Input
from gnomon.graph.constants import SMALL
from gnomon.graph.errors import GnomonError
from gnomon.runtime.function import Function, function
from gnomon.runtime.given import WeakInput
from gnomon.shapes import Shape, symbol

__all__ = ["computed", "evaluate", "taken"]

evaluate = reference.evaluate
taken = reference.taken

MOST = 1024
"""So many kernels at most are kept at hand."""
PLACING = frozenset("index index_update reshape broadcast_to".split())
"""Operations at places, or to shapes, that are mostly other ones each time: kinds of them would be used once."""

_kernels: dict[Any, Function | None] = {}


def computed(application: Application) -> tuple[Array, ...]:
    """Return the results of an application to constants: constants, or its own outputs if that cannot be."""
    arrays = list(reference.dependencies(application))
    if not arrays or not all(isinstance(array, Constant) for array in arrays):
        return reference.computed(application)
    kernel = None if _is_placing(application) else _kernel(application)
    if kernel is None:
        return reference.computed(application)
    try:
        results = kernel(*[array.data for array in dict.fromkeys(arrays)])  # type: ignore[attr-defined]
    except GnomonError:
        return reference.computed(application)
    return tuple([_constant(data, out) for data, out in zip(results, application.outputs, strict=True)])


def _is_placing(application: Application) -> bool:
    """Whether an operation only views or copies memory, at places that are plain numbers."""
    items = application.attributes.get("items", ())
    return application.op.name in PLACING and not any(isinstance(item, Array) for item in items)


def _kernel(application: Application) -> Function | None:
    numbers: dict[Array, int] = {}
    key = (
        application.op,
        tuple([_kind(entry, numbers) for entry in application.inputs]),
        tuple([(name, _kind(value, numbers)) for name, value in sorted(application.attributes.items())]),
    )
    try:
        if key in _kernels:
            return _kernels[key]
    except TypeError:  # an attribute that is no plain value
        return None
    if len(_kernels) >= MOST:
        _kernels.clear()
    found = _kernels[key] = _made(application)
    return found


def _made(application: Application) -> Function | None:
    stand_ins: dict[Array, Input] = {}
    inputs = [_replaced(entry, stand_ins) for entry in application.inputs]
    attributes = {name: _replaced(value, stand_ins) for name, value in application.attributes.items()}
    try:
        results = application.op(*inputs, **attributes)
        outputs = results if isinstance(results, tuple) else (results,)
        if len(outputs) != len(application.outputs) or not all(map(_alike, outputs, application.outputs)):
            return None
        made = function(list(stand_ins.values()), tuple(outputs), on_unused_input="ignore", laws="none")
    except GnomonError:
        return None
    return made if made.is_native else None


def _alike(made: Array, wanted: Array) -> bool:
    return made.ndim == wanted.ndim and made.dtype is wanted.dtype


def _kind(value: Any, numbers: dict[Array, int]) -> Any:
    """Return what of a value a kernel depends on."""
    if isinstance(value, Array):
        ones = tuple([size == 1 for size in value.shape.dims])
        return ("array", numbers.setdefault(value, len(numbers)), value.dtype, value.weak, ones)
    if isinstance(value, (tuple, list)):
        return (type(value).__name__, *[_kind(part, numbers) for part in value])
    if isinstance(value, slice):
        return ("slice", *[_kind(part, numbers) for part in (value.start, value.stop, value.step)])
    return (type(value).__name__, value)


def _replaced(value: Any, stand_ins: dict[Array, Input]) -> Any:
    """Return a value with inputs in the places of arrays."""
    if isinstance(value, Array):
        if value not in stand_ins:
            name = f"operand{len(stand_ins)}"
            sizes = [1 if size == 1 else symbol(f"{name}_{k}") for k, size in enumerate(value.shape.dims)]
            kind = WeakInput if value.weak else Input
            stand_ins[value] = kind(Shape(tuple(sizes)), value.dtype, name=name)
        return stand_ins[value]
    if isinstance(value, (tuple, list)):
        return type(value)(list(_each(value, stand_ins)))
    if isinstance(value, slice):
        return slice(*_each((value.start, value.stop, value.step), stand_ins))
    return value


def _each(values: Any, stand_ins: dict[Array, Input]) -> Iterator[Any]:
    for value in values:
        yield _replaced(value, stand_ins)


def _constant(data: Any, out: Array) -> Constant:
    data.flags.writeable = False
    whole = data.dtype.kind in "iu" and data.size <= SMALL
    contents = tuple([int(entry) for entry in data.ravel()]) if whole else None
    return Constant(Shape(tuple(data.shape)), out.dtype, data, contents=contents, site=out.site)
