"""What models of NumPy share: dtype arguments, `out=` and `dtype=`, arrays made from Python data."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Dim,
    Dtype,
    LibraryFunction,
    ListValue,
    Ratio,
    Shape,
    Size,
    Tensor,
    Unknown,
    axis,
    dtypes,
    flag,
    forget_entries,
    host,
    is_unknown,
    size,
)
from gnomon.shapes import promote

LEAVES = 2048
"""Nested lists with more entries are not searched for their dtype."""


def words(text: str) -> list[str]:
    """Return the words of a text."""
    return text.split()


def dtype_of(value: Any) -> Dtype | None:
    """Return a dtype argument as a dtype; None where it is not known."""
    if type(value) is Dtype:
        return value
    if type(value) is str:
        return dtypes.parse(value)
    if isinstance(value, type):
        return dtypes.parse(value.__name__)
    if type(value) is LibraryFunction:
        return dtypes.parse(value.name.rpartition(".")[2])
    return None


def chosen_dtype(value: Any, default: Dtype | None) -> Dtype | None:
    """Return a dtype argument as a dtype, and the default where the argument is None."""
    return default if value is None else dtype_of(value)


def finished(result: Any, dtype: Any = None, out: Any = None) -> Any:
    """Return what a function gives that takes ``dtype=`` and ``out=``."""
    if type(out) is tuple and len(out) == 1:
        out = out[0]
    if type(out) is Tensor:
        forget_entries(out)
        return out
    if dtype is not None and type(result) is Tensor:
        return ops.cast(result, dtype=dtype_of(dtype))
    return result


def amount(value: Any) -> Size:
    """Return a number of entries as a size, where less than none is none."""
    found = size(value)
    return 0 if type(found) is int and found < 0 else found


def unknown_tensor(dtype: Dtype | None = None) -> Tensor:
    """Return an array of unknown rank."""
    return Tensor(Shape.unknown(), dtype, "numpy", site=host.reporter.site)


def made(shape: Shape, dtype: Dtype | None = dtypes.float64, bounds: Any = None) -> Tensor:
    """Return a new array of a shape."""
    return Tensor(shape, dtype, "numpy", bounds=bounds, site=host.reporter.site)


def keeping_bounds(result: Any, x: Any) -> Any:
    """Return the result with the integer bounds of the array whose entries it holds."""
    if type(result) is Tensor and type(x) is Tensor and x.bounds is not None:
        result.bounds = x.bounds
    return result


def reduced(operation: Any, a: Any, axes: Any, keepdims: Any, **attributes: Any) -> Any:
    """Apply a reduction; an axis that may be None or several leaves the rank unknown."""
    keep = flag(keepdims)
    if keep is None or is_unknown(axes):
        return unknown_tensor()
    return operation(a, axis=axis(axes), keepdims=keep, **attributes)


# -- arrays from Python data ------------------------------------------------------------------------------

_SCALARS = {
    bool: dtypes.bool,
    int: dtypes.int64,
    Dim: dtypes.int64,
    float: dtypes.float64,
    complex: dtypes.complex128,
    str: dtypes.string,
    bytes: dtypes.string,
}
_UNKNOWN_SCALARS = {"bool": dtypes.bool, "int": dtypes.int64, "float": dtypes.float64, "str": dtypes.string}


def copied(value: Any) -> Any:
    """Return a new array with the entries of a value of the program."""
    return keeping_bounds(ops.positive(value), value) if type(value) is Tensor else as_array(value)


def as_array(value: Any) -> Any:
    """Return what `numpy.asarray` makes of a value of the program: arrays are returned as they are."""
    kind = type(value)
    if kind is Tensor:
        return value
    if kind in _SCALARS:
        result = ops.positive(value) if kind not in (str, bytes) else made(Shape(()), dtypes.string)
        result.dtype = _SCALARS[kind]
        return result
    if kind is list or kind is tuple:
        return _from_sequence(value)
    if kind is range:
        return ops.arange(start=value.start, stop=value.stop, step=value.step, dtype=dtypes.int64)
    if kind is ListValue:
        result = ops.positive(value)
        result.dtype = leaf_dtype(value)
        return result
    if kind in (Unknown, Ratio) and value.kind in _UNKNOWN_SCALARS:
        return made(Shape(()), _UNKNOWN_SCALARS[value.kind])
    if value is None or kind is dict:
        return made(Shape(()), dtypes.object)
    return ops.positive(value)


def _from_sequence(value: Any) -> Any:
    dtype = leaf_dtype(value)
    result = ops.positive(_plain(value) if dtype is dtypes.string or dtype is None else value)
    if result.shape.rank is None and result.shape.min_rank == 0:
        return unknown_tensor(dtype)
    result.dtype = dtype
    if dtype is None or dtype.kind not in ("int", "uint", "bool"):
        result.contents = None
    return result


def _plain(value: Any) -> Any:
    """Return nested sequences with strings and other single things as scalars."""
    if type(value) in (list, tuple):
        return [_plain(item) for item in value]
    if type(value) in (str, bytes, dict) or value is None:
        return Tensor(Shape(()), dtypes.object)
    return value


def leaf_dtype(value: Any) -> Dtype | None:
    """Return the dtype that NumPy gives an array of nested entries; None where one is not known."""
    found: list[Dtype | None] = []
    _gather(value, found)
    if not found:
        return dtypes.float64 if type(value) in (list, tuple) else None
    if len(found) > LEAVES:
        return None
    result = found[0]
    for dtype in found[1:]:
        if dtype is result:
            continue
        if dtype is None or result is None:
            return None
        result = promote(result, dtype, "numpy")
    return result


def _gather(value: Any, found: list[Dtype | None]) -> None:
    kind = type(value)
    if len(found) > LEAVES:
        return
    if kind is list or kind is tuple:
        for item in value:
            _gather(item, found)
    elif kind is ListValue:
        if value.items is None:
            _gather(value.element, found)
        else:
            _gather(list(value.items), found)
    elif kind in _SCALARS:
        found.append(_SCALARS[kind])
    elif kind is Tensor:
        found.append(value.dtype)
    elif kind in (Unknown, Ratio):
        found.append(_UNKNOWN_SCALARS.get(value.kind))
    else:
        found.append(None)


def common_dtype(*arrays: Any) -> Dtype | None:
    """Return the dtype that arrays have together, as floats; None where one is not known."""
    result: Dtype | None = None
    for single in arrays:
        dtype = as_array(single).dtype
        if dtype is None:
            return None
        if dtype.kind in ("bool", "int", "uint"):
            dtype = dtypes.float64
        result = dtype if result is None else promote(result, dtype, "numpy")
    return result


def scalar_of(x: Any) -> Any:
    """Return the single entry of an array as a Python number, unknown where it is not known."""
    if type(x) is not Tensor:
        return x
    if x.contents is not None and len(x.contents) == 1 and x.contents[0] is not None:
        if x.dtype is None or x.dtype.kind in ("int", "uint"):
            return x.contents[0]
        if x.dtype.kind == "bool" and type(x.contents[0]) is int:
            return bool(x.contents[0])
    if x.dtype is None:
        return UNKNOWN
    return Unknown({"uint": "int", "other": None}.get(x.dtype.kind, x.dtype.kind))
