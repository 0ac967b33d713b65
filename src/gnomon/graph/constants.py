"""Leaves: symbols, constants and shared arrays."""

from __future__ import annotations

from typing import Any

from gnomon.graph.array import Application, Array, Constant, Input, Shared, SizeArray
from gnomon.graph.errors import ArgumentError, DtypeError, RangeError
from gnomon.graph.sites import user_site
from gnomon.shapes import Dim, Dtype, Shape, Size, dtypes
from gnomon.shapes import symbol as new_size

SMALL = 16
"""So many integers at most are seen by shape rules (a shape, a permutation, an index)."""

_sizes: dict[str, Dim] = {}
_SCALARS = {bool: dtypes.bool, int: dtypes.int64, float: dtypes.float64, complex: dtypes.complex128}


def named_size(name: str) -> Dim:
    """Return the size of a name: the same one each time."""
    found = _sizes.get(name)
    if found is None:
        found = _sizes[name] = new_size(name)
    return found


def as_dtype(dtype: Any) -> Dtype:
    """Return a dtype that is given by name, by NumPy's or Python's type, or as itself."""
    if isinstance(dtype, Dtype):
        return dtype
    found = _SCALARS.get(dtype) if isinstance(dtype, type) else None
    if found is None:
        name = getattr(dtype, "name", None) or getattr(dtype, "__name__", None) or dtype
        found = dtypes.parse(name) if isinstance(name, str) else None
    if found is None:
        raise DtypeError(f"{dtype!r} is no dtype", user_site(), "a name such as 'float32' is one")
    return found


def symbol(name: str, shape: Any = (), dtype: Any = "float64") -> Input:
    """Return an array whose value is given at each call.

    ``shape`` holds numbers, names of sizes, or sizes of other arrays; equal names are equal sizes. None is a size
    of its own.

    >>> symbol("x", shape=("batch", 784), dtype="float32").shape
    (batch, 784)
    """
    if not isinstance(name, str):
        raise ArgumentError(f"symbol: name must be a text, got {name!r}", user_site())
    entries = shape if isinstance(shape, (tuple, list, Shape)) else (shape,)
    sizes = tuple([_input_size(n, shape, f"{name}_{axis}") for axis, n in enumerate(entries)])
    return Input(Shape(sizes), as_dtype(dtype), name=name, site=user_site())


def _input_size(entry: Any, shape: Any, own: str) -> Size:
    """Return a size of an input: a number, a size, that of a name, or for None one of its own."""
    if isinstance(entry, str):
        return named_size(entry)
    if entry is None:
        return new_size(own)
    if type(entry) is Dim:
        return entry
    known = entry.contents if isinstance(entry, Array) and not entry.ndim else None
    if known is not None and known[0] is not None:
        return known[0]
    if not isinstance(entry, Array) and hasattr(entry, "__index__") and entry.__index__() >= 0:
        return int(entry.__index__())
    raise ArgumentError(
        f"symbol: shape must hold sizes of 0 or more, names or None, got {shape!r}",
        user_site(),
        'a size that differs from call to call has a name: shape=("batch", 3)',
    )


def as_array(value: Any) -> Array:
    """Return an array, or the constant that a number, a size, a list or a NumPy array is."""
    if isinstance(value, Array):
        return value
    kind = _SCALARS.get(type(value))
    import numpy as np

    if kind is not None:
        if kind is dtypes.int64 and not -(2**63) <= value < 2**64:
            raise RangeError(f"{value} does not fit 64 bits", user_site())
        contents = (value,) if type(value) is int and value < 2**63 else None
        return Constant(Shape(()), kind, np.asarray(value), weak=True, contents=contents)
    if type(value) is Dim:
        return size_array(value)
    if isinstance(value, (list, tuple)) and any_array(value):
        return stacked(value)
    data = in_order(value)
    data.flags.writeable = False
    if data.dtype == object:
        raise DtypeError(f"{type(value).__name__} cannot become an array", user_site())
    return constant(data)


def size_array(size: Dim) -> Array:
    """Return a size as a weak scalar."""
    from gnomon import ops

    site = user_site()
    attributes = {"entries": size, "dtype": dtypes.int64}
    application = Application(ops.constant, (), attributes, (), site)
    array = SizeArray(Shape(()), dtypes.int64, application=application, contents=(size,), site=site)
    application.outputs = (array,)
    return array


def any_array(value: Any) -> bool:
    """Say whether nested lists hold a symbolic array or a size."""
    if isinstance(value, (list, tuple)):
        return any(any_array(entry) for entry in value)
    return isinstance(value, (Array, Dim))


def stacked(value: Any) -> Array:
    """Return nested lists of numbers and arrays as one array."""
    from gnomon import ops

    rows = [stacked(entry) if isinstance(entry, (list, tuple)) else as_array(entry) for entry in value]
    return ops.stack(rows, axis=0)  # type: ignore[no-any-return]


def in_order(value: Any) -> Any:
    """Return a copy as a NumPy array that lies in memory row by row, in the byte order of the machine."""
    import numpy as np

    data = np.array(value, order="C")
    return data if data.dtype.isnative else data.astype(data.dtype.newbyteorder("="))


def constant(data: Any, name: str | None = None) -> Constant:
    """Return the constant of a NumPy array."""
    if not data.dtype.isnative:
        data = in_order(data)
        data.flags.writeable = False
    whole = data.dtype.kind in "iu" and data.size <= SMALL
    contents = tuple([int(entry) for entry in data.ravel()]) if whole else None
    return Constant(
        Shape(tuple(data.shape)), as_dtype(data.dtype), data, contents=contents, name=name, site=user_site()
    )


def shared(value: Any, name: str | None = None) -> Shared:
    """Return an array that keeps its value between calls; ``updates`` of a function change it."""
    data = in_order(value)
    return Shared(Shape(tuple(data.shape)), as_dtype(data.dtype), data, name=name, site=user_site())
