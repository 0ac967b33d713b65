"""Operands of library functions: arrays with a batch before their core axes, which lie in memory in order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gnomon.compile.library.gufuncs import native_loop, parsed, strides, ufunc_named
from gnomon.compile.reference.dtypes import numpy_dtype
from gnomon.compile.steps import NativeStep
from gnomon.graph.array import Array
from gnomon.shapes import Dtype, Size, product

if TYPE_CHECKING:
    from gnomon.graph.array import Application

CHARS = {"float32": "f", "float64": "d", "complex64": "F", "complex128": "D", "int32": "i", "int64": "l"}
"""NumPy's letters for the dtypes that library functions take."""


def char_of(dtype: Dtype) -> str | None:
    """Return NumPy's letter for a dtype, None for one that no library function takes."""
    return CHARS.get(dtype.name)


def item_of(array: Array) -> int:
    """Return the bytes of an element."""
    return int(numpy_dtype(array.dtype).itemsize)


def types_of(inputs: Sequence[Array], outputs: Sequence[Array]) -> str | None:
    """Return the types of a loop such as ``dd->d``, None where a dtype has no letter."""
    before = [char_of(array.dtype) for array in inputs]
    after = [char_of(array.dtype) for array in outputs]
    if None in before or None in after:
        return None
    return f"{''.join(filter(None, before))}->{''.join(filter(None, after))}"


def batched(array: Array, core: int, lead: tuple[Size, ...]) -> bool | None:
    """Whether an array has one matrix for each turn, or one for all; None if it is another batch."""
    own = array.shape.dims[: array.ndim - core] if core else array.shape.dims
    if own == lead:
        return True
    return None if own else False


def loop_step(
    application: Application, name: str, *, checked: bool, finite: bool = False
) -> NativeStep | None:
    """Return the step that calls a gufunc with the arrays of an application, None where it does not fit."""
    ufunc = ufunc_named(name)
    inputs, outputs = list(application.arrays()), list(application.outputs)
    types = types_of(inputs, outputs)
    if ufunc is None or types is None:
        return None
    labels = parsed(ufunc.signature)
    operands = [*inputs, *outputs]
    if len(labels) != len(operands):
        return None
    native = native_loop(name, types, checked, finite)
    if native is None:
        return None
    found: dict[str, Size] = {}
    outer: list[Size] = []
    inner: list[Size] = []
    lead = outputs[0].shape.dims[: outputs[0].ndim - len(labels[len(inputs)])]
    for array, own in zip(operands, labels):
        many = batched(array, len(own), lead)
        if many is None:
            return None
        core = array.shape.dims[array.ndim - len(own) :]
        for label, size in zip(own, core):
            if found.setdefault(label, size) != size:
                return None
        outer.append(product(core) * item_of(array) if many else 0)
        inner += strides(core, item_of(array))
    sizes = [product(lead), *found.values(), *outer, *inner]
    if finite:
        sizes.append(product(inputs[0].shape.dims) * (2 if inputs[0].dtype.kind == "complex" else 1))
    return NativeStep([application], inputs, outputs, sizes, native)
