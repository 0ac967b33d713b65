"""Creation: arrays from numbers, sizes and data."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.graph.array import Array
from gnomon.graph.constants import any_array, as_array, as_dtype, constant, stacked
from gnomon.graph.errors import ArgumentError, DtypeError
from gnomon.graph.namespace import arguments as take
from gnomon.graph.ranges import check_range
from gnomon.graph.sites import user_site
from gnomon.graph.world import create
from gnomon.shapes import Dim, Dtype, dtypes


def _kind(number: Any) -> Dtype:
    """Return the default dtype of a Python number."""
    if isinstance(number, Array):
        return number.dtype
    if isinstance(number, bool):
        return dtypes.bool
    if isinstance(number, (int, Dim)):
        return dtypes.int64
    return dtypes.complex128 if isinstance(number, complex) else dtypes.float64


def asarray(obj: Any, /, dtype: Any = None, *, device: Any = None, copy: bool | None = None) -> Array:
    """An array from a number, nested lists, a NumPy array, or anything that speaks DLPack or the buffer protocol."""
    import numpy as np

    take.check_device(device)
    wanted = None if dtype is None else as_dtype(dtype)
    if isinstance(obj, Array) or any_array(obj):
        x = obj if isinstance(obj, Array) else as_array(obj) if isinstance(obj, Dim) else stacked(obj)
        if wanted is not None and x.dtype is not wanted:
            if copy is False:
                raise ArgumentError(
                    f"asarray: {x.dtype} to {wanted} needs a copy, got copy=False", user_site()
                )
            return ops.cast(x, dtype=wanted)  # type: ignore[no-any-return]
        if x.weak:
            return ops.cast(x, dtype=x.dtype)  # type: ignore[no-any-return]
        return ops.positive(x) if copy else x
    if copy is False and not hasattr(obj, "__array__"):
        raise ArgumentError("asarray: Python objects need a copy, got copy=False", user_site())
    if wanted is dtypes.bfloat16:  # NumPy has no such numbers
        return ops.cast(asarray(obj), dtype=wanted)  # type: ignore[no-any-return]
    try:
        data = np.array(obj, dtype=None if wanted is None else str(wanted), copy=copy is not False)
    except TypeError:
        raise take.wrong("asarray", "obj", "a number, nested lists of numbers or an array", obj) from None
    except ValueError as error:
        raise ArgumentError(f"asarray: {error}", user_site()) from None
    if data.dtype.kind not in "biufc":
        raise DtypeError(f"asarray: {type(obj).__name__} cannot become an array of numbers", user_site())
    if copy is False or not data.flags.owndata:
        data = data.view()
    data.flags.writeable = False
    return constant(data)


def array(obj: Any, dtype: Any = None, *, copy: bool = True, ndmin: int = 0) -> Array:
    """An array from numbers, nested lists or other arrays (NumPy's name for `asarray` with a copy)."""
    made = asarray(obj, dtype=dtype, copy=copy or None)
    missing = ndmin - made.ndim
    return ops.expand_dims(made, axis=tuple(range(missing))) if missing > 0 else made


def from_dlpack(x: Any, /, *, device: Any = None, copy: bool | None = None) -> Array:
    """An array from an object of another library that speaks DLPack."""
    import numpy as np

    take.check_device(device)
    if isinstance(x, Array):
        return asarray(x, copy=copy)
    data = np.array(np.from_dlpack(x)) if copy is not False else np.from_dlpack(x).view()
    data.flags.writeable = False
    return constant(data)


def full(shape: Any, fill_value: Any, dtype: Any = None, *, device: Any = None) -> Array:
    """An array of a shape with one number everywhere."""
    take.check_device(device)
    sizes = take.new_shape("full", shape)
    wanted = take.dtype_or(dtype, _kind(fill_value))
    check_range("full", fill_value, wanted)
    if isinstance(fill_value, (int, float, complex)):
        return create(ops.full, shape=sizes, dtype=wanted, value=fill_value)  # type: ignore[no-any-return]
    filler = take.array("full", "fill_value", fill_value)
    filler = filler if filler.dtype is wanted else ops.cast(filler, dtype=wanted)
    return ops.broadcast_to(filler, shape=sizes)  # type: ignore[no-any-return]


def zeros(shape: Any, dtype: Any = None, *, device: Any = None) -> Array:
    """An array of zeros."""
    take.check_device(device)
    sizes, wanted = take.new_shape("zeros", shape), take.dtype_or(dtype, dtypes.float64)
    return create(ops.full, shape=sizes, dtype=wanted, value=0)  # type: ignore[no-any-return]


def ones(shape: Any, dtype: Any = None, *, device: Any = None) -> Array:
    """An array of ones."""
    take.check_device(device)
    sizes, wanted = take.new_shape("ones", shape), take.dtype_or(dtype, dtypes.float64)
    return create(ops.full, shape=sizes, dtype=wanted, value=1)  # type: ignore[no-any-return]


def empty(shape: Any, dtype: Any = None, *, device: Any = None) -> Array:
    """An array of unspecified numbers: zeros."""
    return zeros(take.new_shape("empty", shape), dtype=dtype, device=device)


def _like(function: str, x: Any, value: Any, dtype: Any, device: Any) -> Array:
    take.check_device(device)
    x = take.array(function, "x", x)
    wanted = take.dtype_or(dtype, x.dtype)
    check_range(function, value, wanted)
    if not isinstance(value, (int, float, complex)):
        filler = take.array(function, "fill_value", value)
        return ops.broadcast_to(ops.cast(filler, dtype=wanted), shape=x.shape)  # type: ignore[no-any-return]
    if all(size.name for size in x.shape.symbols()):
        return create(ops.full, shape=x.shape, dtype=wanted, value=value)  # type: ignore[no-any-return]
    return ops.full_like(x, dtype=wanted, value=value)  # type: ignore[no-any-return]


def full_like(x: Any, /, fill_value: Any, dtype: Any = None, *, device: Any = None) -> Array:
    """One number everywhere, in the shape and dtype of another array."""
    return _like("full_like", x, fill_value, dtype, device)


def zeros_like(x: Any, /, dtype: Any = None, *, device: Any = None) -> Array:
    """Zeros in the shape and dtype of another array."""
    return _like("zeros_like", x, 0, dtype, device)


def ones_like(x: Any, /, dtype: Any = None, *, device: Any = None) -> Array:
    """Ones in the shape and dtype of another array."""
    return _like("ones_like", x, 1, dtype, device)


def empty_like(x: Any, /, dtype: Any = None, *, device: Any = None) -> Array:
    """Unspecified numbers (zeros) in the shape and dtype of another array."""
    return _like("empty_like", x, 0, dtype, device)


def arange(start: Any, /, stop: Any = None, step: Any = 1, dtype: Any = None, *, device: Any = None) -> Array:
    """Evenly spaced numbers from ``start`` (0 if only one is given) up to but not including ``stop``."""
    take.check_device(device)
    if stop is None:
        start, stop = 0, start
    begin, end, by = (_number("arange", *pair) for pair in (("start", start), ("stop", stop), ("step", step)))
    if by == 0:
        raise take.wrong("arange", "step", "a number other than 0", step)
    whole = all(isinstance(number, (int, Dim)) for number in (begin, end, by))
    wanted = take.dtype_or(dtype, dtypes.int64 if whole else dtypes.float64)
    check_range("arange", begin, wanted)
    return create(ops.arange, start=begin, stop=end, step=by, dtype=wanted)  # type: ignore[no-any-return]


def _number(function: str, name: str, value: Any) -> Any:
    """Return a Python number or a size."""
    if type(value) in (int, float, Dim):
        return value
    if isinstance(value, Array) and value.dtype.kind in ("int", "uint"):
        return take.integer(function, name, value)
    if isinstance(value, Array) and not value.ndim and hasattr(value, "data"):
        return value.data.item()
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        return value.item()
    raise take.wrong(function, name, "a number or a size", value)


def linspace(
    start: Any,
    stop: Any,
    /,
    num: Any = 50,
    *,
    dtype: Any = None,
    device: Any = None,
    endpoint: bool = True,
) -> Array:
    """``num`` evenly spaced numbers from ``start`` to ``stop``, which ``endpoint=False`` leaves out."""
    take.check_device(device)
    count = take.integer("linspace", "num", num)
    if type(count) is int and count < 0:
        raise take.wrong("linspace", "num", "0 or more", num)
    if isinstance(start, (int, float, complex)) and isinstance(stop, (int, float, complex)):
        both = dtypes.complex128 if isinstance(start + stop, complex) else dtypes.float64
        wanted = take.dtype_or(dtype, both)
        return create(  # type: ignore[no-any-return]
            ops.linspace, count=count, dtype=wanted, start=start, stop=stop, endpoint=endpoint
        )
    first, last = take.array("linspace", "start", start), take.array("linspace", "stop", stop)
    whole = create(ops.linspace, count=count, dtype=dtypes.float64, start=0.0, stop=1.0, endpoint=endpoint)
    span = last - first
    steps = ops.reshape(whole, shape=(count, *[1] * span.ndim))
    result = first + steps * span
    return ops.cast(result, dtype=as_dtype(dtype)) if dtype is not None else result  # type: ignore[no-any-return]


def eye(n_rows: Any, n_cols: Any = None, /, k: int = 0, *, dtype: Any = None, device: Any = None) -> Array:
    """A matrix with ones on its k-th diagonal."""
    take.check_device(device)
    rows = take.integer("eye", "n_rows", n_rows)
    columns = rows if n_cols is None else take.integer("eye", "n_cols", n_cols)
    if any(type(size) is int and size < 0 for size in (rows, columns)):
        raise take.wrong("eye", "its size", "0 or more", rows if columns is rows else (rows, columns))
    wanted = take.dtype_or(dtype, dtypes.float64)
    return create(ops.eye, rows=rows, columns=columns, dtype=wanted, offset=k)  # type: ignore[no-any-return]


def meshgrid(*arrays: Any, indexing: str = "xy") -> list[Array]:
    """The coordinates of the points of a grid, one array for each axis."""
    take.option("meshgrid", "indexing", indexing, ("xy", "ij"))
    if not arrays:
        return []
    found = take.arrays("meshgrid", "arrays", arrays)
    made = ops.meshgrid(found, indexing=indexing)
    parts = list(made) if isinstance(made, tuple) else [made]
    return [p if p.dtype is x.dtype else ops.cast(p, dtype=x.dtype) for p, x in zip(parts, found)]


def tril(x: Any, /, k: int = 0) -> Array:
    """The lower triangle of matrices; other elements are 0."""
    return ops.tril(take.array("tril", "x", x), offset=k)  # type: ignore[no-any-return]


def triu(x: Any, /, k: int = 0) -> Array:
    """The upper triangle of matrices; other elements are 0."""
    return ops.triu(take.array("triu", "x", x), offset=k)  # type: ignore[no-any-return]


__all__ = [
    "arange",
    "array",
    "asarray",
    "empty",
    "empty_like",
    "eye",
    "from_dlpack",
    "full",
    "full_like",
    "linspace",
    "meshgrid",
    "ones",
    "ones_like",
    "tril",
    "triu",
    "zeros",
    "zeros_like",
]
