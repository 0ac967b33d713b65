"""Attributes and methods of NumPy arrays that are not functions of the namespace as well."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    ListValue,
    Shape,
    Tensor,
    attribute,
    items,
    method,
    shape_of_arguments,
    state,
    symbol,
    unknown_of,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.numpy.shaping import rank_of, sizes_of
from gnomon.models.numpy.support import copied, dtype_of, keeping_bounds, made, scalar_of, unknown_tensor

attribute("numpy", "shape")(sizes_of)
attribute("numpy", "ndim")(rank_of)


@attribute("numpy", "size")
def size(self: Tensor) -> Any:
    count = self.shape.numel()
    return symbol() if count is None else count


@attribute("numpy", "dtype")
def dtype(self: Tensor) -> Any:
    return UNKNOWN if self.dtype is None else self.dtype


@attribute("numpy", "T")
def transposed(self: Tensor) -> Any:
    return keeping_bounds(ops.transpose(self), self)


@attribute("numpy", "mT")
def matrix_transposed(self: Tensor) -> Any:
    return keeping_bounds(ops.matrix_transpose(self), self)


@attribute("numpy", "real")
def real(self: Tensor) -> Any:
    return ops.real(self)


@attribute("numpy", "imag")
def imag(self: Tensor) -> Any:
    return ops.imag(self)


@attribute("numpy", "nbytes", "itemsize")
def itemsize(self: Tensor) -> Any:
    return unknown_of("int")


@attribute("numpy", "base", "data", "ctypes", "flags", "strides", "device")
def opaque(self: Tensor) -> Any:
    return UNKNOWN


# -- methods ----------------------------------------------------------------------------------------------


@method("numpy", "astype")
def astype(
    self: Any, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: Any = True, copy: Any = True
) -> Any:
    return keeping_bounds(ops.cast(self, dtype=dtype_of(dtype)), self)


@method("numpy", "view")
def view(self: Any, dtype: Any = None, type: Any = None) -> Any:
    target = dtype_of(dtype)
    if dtype is None:
        return ops.positive(self)
    if target is not None and self.dtype is not None and target.bits == self.dtype.bits:
        return ops.cast(self, dtype=target)
    if self.shape.rank is None or self.shape.rank == 0:
        return made(self.shape, target)
    return made(self.shape.with_axis(-1, symbol()), target)


@method("numpy", "copy", "byteswap", "__copy__", "__deepcopy__", "__array__", "newbyteorder")
def copy(self: Any, *arguments: Any, **options: Any) -> Any:
    return copied(self)


@method("numpy", "conj", "conjugate")
def conj(self: Any) -> Any:
    return ops.conj(self)


@method("numpy", "clip")
def clip(self: Any, min: Any = None, max: Any = None, out: Any = None, **options: Any) -> Any:
    return ops.clip(self, min, max)


@method("numpy", "round")
def round_(self: Any, decimals: Any = 0, out: Any = None) -> Any:
    return ops.round(self)


@method("numpy", "item", tensor=False)
def item(self: Any, *args: Any) -> Any:
    if args:
        return scalar_of(made(Shape(()), self.dtype))
    return scalar_of(self)


@method("numpy", "__float__", "__int__", tensor=False)
def number(self: Any) -> Any:
    return scalar_of(self)


@method("numpy", "is_integer", tensor=False)
def is_integer(self: Any) -> Any:
    return unknown_of("bool")


@method("numpy", "tolist", tensor=False)
def tolist(self: Any) -> Any:
    return listed(self, self.shape)


def listed(self: Tensor, shape: Shape) -> Any:
    """Return an array as nested lists."""
    if shape.rank is None:
        return UNKNOWN
    if shape.rank == 0:
        return scalar_of(self) if self.contents is not None else scalar_of(made(Shape(()), self.dtype))
    length = shape.dims[0]
    if shape.rank == 1 and self.contents is not None and self.shape.rank == 1:
        return [unknown_of("int") if entry is None else entry for entry in self.contents]
    inner = Tensor(Shape(shape.dims[1:]), self.dtype, "numpy")
    element = listed(inner, inner.shape)
    if type(length) is int and length <= 16:
        return [listed(inner, inner.shape) for _ in range(length)]
    if type(element) is list:
        element = ListValue(element)
    return ListValue(None, element=element, length=length if type(length) in (int, Dim) else None)


@method("numpy", "tobytes", "tostring", "dumps", tensor=False)
def tobytes(self: Any, *arguments: Any, **options: Any) -> Any:
    return unknown_of("bytes")


@method("numpy", "tofile", "dump", "fill", "itemset", "put", "setflags", "setfield", tensor=False)
def nothing(self: Any, *arguments: Any, **options: Any) -> None:
    if self.contents is not None:
        state.write_slot(self, "contents", None)
    if self.bounds is not None:
        state.write_slot(self, "bounds", None)


@method("numpy", "sort", tensor=False)
def sort(self: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> None:
    _put_in_order(self, ops.sort, axis)


@method("numpy", "partition", tensor=False)
def partition(self: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> None:
    _put_in_order(self, ops.partition, axis)


def _put_in_order(self: Any, operation: Any, axis: Any) -> None:
    """Sort in place: the shape stays, which entry stands where is no longer known."""
    if axis is not None:
        operation(self, axis=as_axis(axis))
    if self.contents is not None:
        state.write_slot(self, "contents", None)


@method("numpy", "resize", tensor=False)
def resize(self: Any, *new_shape: Any, refcheck: Any = True) -> None:
    state.write_slot(self, "contents", None)
    state.write_slot(self, "shape", shape_of_arguments(new_shape))


@method("numpy", "diagonal")
def diagonal(self: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    from gnomon.models.numpy.creation import diagonal as of_namespace

    return of_namespace(self, offset, axis1, axis2)


@method("numpy", "getfield")
def getfield(self: Any, dtype: Any, offset: Any = 0) -> Any:
    return ops.cast(self, dtype=dtype_of(dtype))


@method("numpy", "choose")
def choose(self: Any, choices: Any, out: Any = None, mode: Any = "raise") -> Any:
    parts = items(choices)
    return unknown_tensor() if parts is None else ops.broadcast_arrays([*parts, self])[-1]
