"""`keras.ops`: new tensors, triangles, diagonals and windows."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Tensor,
    Unknown,
    function,
    size,
    symbol,
)
from gnomon.models.api import (
    axis as axis_argument,
)
from gnomon.models.api import (
    shape as shape_argument,
)
from gnomon.models.keras.promoting import returned, tensor
from gnomon.models.keras.tensors import parse_dtype
from gnomon.shapes import dtypes


def filled(shape: Any, dtype: Any, value: int | None = None) -> Any:
    """A new tensor of a shape."""
    return ops.full(shape=shape_argument(shape), dtype=parse_dtype(dtype, dtypes.float32), value=value)


@function("keras.ops.zeros", "keras.ops.empty")
def zeros(shape: Any, dtype: Any = None) -> Any:
    """Zeros of a shape."""
    return filled(shape, dtype, 0)


@function("keras.ops.ones")
def ones(shape: Any, dtype: Any = None) -> Any:
    """Ones of a shape."""
    return filled(shape, dtype, 1)


@function("keras.ops.full")
def full(shape: Any, fill_value: Any, dtype: Any = None) -> Any:
    """A shape filled with a number."""
    return filled(shape, dtype)


@function("keras.ops.zeros_like", "keras.ops.ones_like", "keras.ops.empty_like")
def like(x: Any, dtype: Any = None) -> Any:
    """A new tensor of the same shape."""
    given = tensor(x)
    fresh = ops.full_like(given)
    return fresh if dtype is None else ops.cast(fresh, dtype=parse_dtype(dtype))


@function("keras.ops.full_like")
def full_like(x: Any, fill_value: Any, dtype: Any = None) -> Any:
    """A new tensor of the same shape, filled with a number."""
    return like(x, dtype)


@function("keras.ops.arange")
def arange(start: Any, stop: Any = None, step: Any = None, dtype: Any = None) -> Any:
    """Numbers in steps."""
    low, high = (0, start) if stop is None else (start, stop)
    by = 1 if step is None else step
    numbers = [number(entry) for entry in (low, high, by)]
    given = parse_dtype(dtype)
    if dtype is None:
        given = dtypes.float32 if any(type(entry) is float for entry in (low, high, by)) else dtypes.int32
    if numbers[0] is None or numbers[1] is None or numbers[2] is None:
        return ops.arange(start=0, stop=None, dtype=given)
    return ops.arange(start=numbers[0], stop=numbers[1], step=numbers[2], dtype=given)


def number(value: Any) -> Any:
    """Return a number of the program, None where it is not known."""
    if type(value) in (int, float, Dim):
        return value
    if type(value) is Tensor and value.contents is not None and len(value.contents) == 1:
        return value.contents[0]
    return None


@function("keras.ops.linspace", "keras.ops.logspace", "keras.ops.geomspace")
def linspace(start: Any, stop: Any, num: Any = 50, *args: Any, **kwargs: Any) -> Any:
    """Evenly spaced numbers."""
    if any(type(entry) is Tensor and entry.shape.rank != 0 for entry in (start, stop)) or "axis" in kwargs:
        return Unknown()
    made = ops.linspace(count=size(num), dtype=parse_dtype(kwargs.get("dtype"), dtypes.float32))
    return (made, Unknown("float")) if kwargs.get("retstep") is True else made


@function("keras.ops.eye", "keras.ops.tri")
def eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = None) -> Any:
    """A matrix with ones on the diagonal."""
    columns = None if M is None else size(M)
    return ops.eye(rows=size(N), columns=columns, dtype=parse_dtype(dtype, dtypes.float32))


@function("keras.ops.identity")
def identity(n: Any, dtype: Any = None) -> Any:
    """The identity matrix."""
    return ops.eye(rows=size(n), dtype=parse_dtype(dtype, dtypes.float32))


@function("keras.ops.tril", "keras.ops.triu")
def triangle(x: Any, k: Any = 0) -> Any:
    """The lower or upper triangle."""
    return ops.tril(tensor(x))


@function("keras.ops.diag")
def diag(x: Any, k: Any = 0) -> Any:
    """The diagonal of a matrix, or a matrix with a diagonal."""
    return ops.diag(tensor(x), offset=size(k)) if type(k) is int else Unknown()


@function("keras.ops.diagonal")
def diagonal(x: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    """The diagonal."""
    return ops.diagonal(
        tensor(x), offset=size(offset), first=axis_argument(axis1), second=axis_argument(axis2)
    )


@function("keras.ops.trace")
def trace(x: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    """The sum of the diagonal."""
    return returned(ops.trace(tensor(x), first=axis_argument(axis1), second=axis_argument(axis2)), None)


@function("keras.ops.diff")
def diff(a: Any, n: Any = 1, axis: Any = -1) -> Any:
    """Differences of neighbours."""
    return ops.diff(tensor(a), n=n, axis=axis_argument(axis)) if type(n) is int else Unknown()


@function("keras.ops.kaiser")
def kaiser(x: Any, beta: Any) -> Any:
    """A window of a length, more or less round."""
    return window(x)


for _name in ["bartlett", "blackman", "hamming", "hanning"]:

    @function(f"keras.ops.{_name}")
    def window(x: Any) -> Any:
        """A window of a length."""
        count = number(x)
        return ops.linspace(count=symbol() if count is None else count, dtype=dtypes.float32)


@function("keras.ops.diagflat")
def diagflat(x: Any, k: Any = 0) -> Any:
    """A matrix with the entries of a tensor on its diagonal."""
    return ops.diag(ops.reshape(tensor(x), shape=(-1,)), offset=k) if type(k) is int else Unknown()
