"""Making arrays: from Python data, filled, as ranges, grids and matrices of a known form."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Dtype,
    Shape,
    Size,
    Tensor,
    Unknown,
    dtypes,
    flag,
    function,
    host,
    is_unknown,
    items,
    symbol,
    text,
)
from gnomon.models.api import (
    axis as as_axis,
)
from gnomon.models.api import (
    shape as as_shape,
)
from gnomon.models.api import (
    size as as_size,
)
from gnomon.models.numpy.support import (
    amount,
    as_array,
    chosen_dtype,
    copied,
    dtype_of,
    keeping_bounds,
    made,
    scalar_of,
    unknown_tensor,
)
from gnomon.models.rows import require_even_rows


@function("numpy.array")
def array(
    object: Any,
    dtype: Any = None,
    *,
    copy: Any = True,
    order: Any = "K",
    subok: Any = False,
    ndmin: Any = 0,
    ndmax: Any = 0,
    like: Any = None,
) -> Any:
    result = copied(object)
    if dtype is not None and type(result) is Tensor:
        wanted = dtype_of(dtype)
        if result.shape.rank is None and wanted is not None and wanted.kind in ("int", "uint", "float"):
            require_even_rows(object)
        result = keeping_bounds(ops.cast(result, dtype=wanted), result)
    if ndmin == 0 or type(result) is not Tensor:
        return result
    rank = result.shape.rank
    if rank is None or type(ndmin) is not int:
        return unknown_tensor(result.dtype)
    return ops.expand_dims(result, axis=tuple(range(ndmin - rank))) if ndmin > rank else result


@function("numpy.asarray", "numpy.asanyarray")
def asarray(
    a: Any,
    dtype: Any = None,
    order: Any = None,
    *,
    device: Any = None,
    copy: Any = None,
    like: Any = None,
) -> Any:
    return array(a, dtype)


@function("numpy.ascontiguousarray", "numpy.asfortranarray")
def ascontiguousarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    return array(a, dtype)


@function("numpy.asarray_chkfinite", "numpy.require", "numpy.from_dlpack", "numpy.asmatrix_")
def checked(a: Any, dtype: Any = None, *arguments: Any, **options: Any) -> Any:
    return array(a, dtype)


@function("numpy.copy")
def copy(a: Any, order: Any = "K", subok: Any = False) -> Any:
    return copied(a)


# -- filled -----------------------------------------------------------------------------------------------


def filled(shape: Any, dtype: Any, value: Size | None = None, default: Dtype | None = dtypes.float64) -> Any:
    """Return a new array of a shape argument."""
    if is_unknown(shape) and shape.kind != "int":
        return unknown_tensor(chosen_dtype(dtype, default))
    return ops.full(shape=as_shape(shape), dtype=chosen_dtype(dtype, default), value=value)


@function("numpy.zeros")
def zeros(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None) -> Any:
    return filled(shape, dtype, 0)


@function("numpy.ones")
def ones(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None) -> Any:
    return filled(shape, dtype, 1)


@function("numpy.empty")
def empty(shape: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None) -> Any:
    return filled(shape, dtype)


@function("numpy.ndarray", "numpy.recarray")
def ndarray(shape: Any, dtype: Any = None, *arguments: Any, **options: Any) -> Any:
    return filled(shape, dtype)


@function("numpy.full")
def full(
    shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None
) -> Any:
    value = fill_value if type(fill_value) in (int, Dim) else None
    return filled(shape, dtype, value, as_array(fill_value).dtype)


def _declare_like(name: str, value: Size | None) -> None:
    @function(f"numpy.{name}")
    def model(
        a: Any,
        dtype: Any = None,
        order: Any = "K",
        subok: Any = True,
        shape: Any = None,
        *,
        device: Any = None,
    ) -> Any:
        return alike(a, dtype, shape)

    model.__name__ = name


def alike(a: Any, dtype: Any, shape: Any) -> Any:
    """Return a new array with the shape and dtype of another, unless others are given."""
    x = as_array(a)
    if shape is not None:
        return filled(shape, dtype, None, x.dtype)
    fresh = ops.full_like(x)
    return fresh if dtype is None else ops.cast(fresh, dtype=chosen_dtype(dtype, x.dtype))


_declare_like("zeros_like", 0)
_declare_like("ones_like", 1)
_declare_like("empty_like", None)


@function("numpy.full_like")
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = None,
    order: Any = "K",
    subok: Any = True,
    shape: Any = None,
    *,
    device: Any = None,
) -> Any:
    return alike(a, dtype, shape)


# -- ranges -----------------------------------------------------------------------------------------------


def _number(value: Any) -> Any:
    """Return a number that a range takes: an int, a float or a dim; None where it is unknown."""
    value = scalar_of(value)
    if type(value) in (int, float, Dim):
        return value
    if type(value) is bool:
        return int(value)
    return None


@function("numpy.arange")
def arange(
    start: Any, stop: Any = None, step: Any = None, dtype: Any = None, *, device: Any = None, like: Any = None
) -> Any:
    parts = (0, start, 1) if stop is None else (start, stop, 1 if step is None else step)
    if stop is None and step is not None:
        parts = (0, start, step)
    numbers = [_number(part) for part in parts]
    kind = _range_dtype(parts, numbers) if dtype is None else dtype_of(dtype)
    if None in numbers:
        if (
            all(number is not None for number in numbers[::2])
            and type(parts[1]) is Unknown
            and numbers[::2] == [0, 1]
        ):
            numbers[1] = as_size(parts[1])  # the size that the unknown number is
        else:
            return made(Shape((symbol(),)), kind)
    result = ops.arange(start=numbers[0], stop=numbers[1], step=numbers[2], dtype=kind)
    if all(type(number) is int for number in numbers) and numbers[1] > numbers[0] >= 0 and numbers[2] > 0:
        result.bounds = (numbers[0], numbers[1] - 1)
    return result


def _range_dtype(parts: Any, numbers: list[Any]) -> Dtype | None:
    if any(type(number) is float for number in numbers):
        return dtypes.float64
    if all(type(number) in (int, Dim) for number in numbers):
        return dtypes.int64
    return None


def _spaced(start: Any, stop: Any, num: Any, dtype: Any, axis: Any) -> Any:
    """Return evenly spaced numbers from start to stop; arrays of those give arrays of numbers."""
    kind = chosen_dtype(dtype, dtypes.float64)
    count = as_size(num) if not is_unknown(num) else None
    if all(type(end) in (int, float, Dim) for end in (start, stop)):
        return ops.linspace(count=count, dtype=kind)
    ends = [as_array(end) for end in (start, stop) if not is_unknown(end)]
    if any(end.shape.rank is None for end in ends):
        return unknown_tensor(kind)
    both = ops.broadcast_arrays(ends)[0] if ends else None
    if both is None or both.shape.rank == 0:
        return ops.linspace(count=count, dtype=kind)
    if type(axis) is not int:
        return unknown_tensor(kind)
    single = ops.cast(ops.expand_dims(both, axis=axis), dtype=kind)
    return ops.repeat(single, repeats=symbol() if count is None else count, axis=axis)


@function("numpy.linspace")
def linspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    retstep: Any = False,
    dtype: Any = None,
    axis: Any = 0,
    *,
    device: Any = None,
) -> Any:
    result = _spaced(start, stop, num, dtype, axis)
    step = flag(retstep)
    if step is None:
        return None
    return (result, made(Shape(()), dtypes.float64)) if step else result


@function("numpy.logspace")
def logspace(
    start: Any,
    stop: Any,
    num: Any = 50,
    endpoint: Any = True,
    base: Any = 10.0,
    dtype: Any = None,
    axis: Any = 0,
) -> Any:
    return _spaced(start, stop, num, dtype, axis)


@function("numpy.geomspace")
def geomspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, dtype: Any = None, axis: Any = 0
) -> Any:
    return _spaced(start, stop, num, dtype, axis)


# -- matrices ---------------------------------------------------------------------------------------------


@function("numpy.eye")
def eye(
    N: Any,
    M: Any = None,
    k: Any = 0,
    dtype: Any = None,
    order: Any = "C",
    *,
    device: Any = None,
    like: Any = None,
) -> Any:
    columns = None if M is None else as_size(M)
    return ops.eye(rows=as_size(N), columns=columns, dtype=chosen_dtype(dtype, dtypes.float64))


@function("numpy.identity")
def identity(n: Any, dtype: Any = None, *, like: Any = None) -> Any:
    return eye(n, dtype=dtype)


@function("numpy.tri")
def tri(N: Any, M: Any = None, k: Any = 0, dtype: Any = None, *, like: Any = None) -> Any:
    return eye(amount(N), None if M is None else amount(M), dtype=dtype)


@function("numpy.triu", "numpy.tril")
def triu(m: Any, k: Any = 0) -> Any:
    return ops.triu(as_array(m))


@function("numpy.diag")
def diag(v: Any, k: Any = 0) -> Any:
    return ops.diag(v, offset=k if type(k) is int else symbol(lower=None))


@function("numpy.diagflat")
def diagflat(v: Any, k: Any = 0) -> Any:
    return ops.diag(ops.flatten(v), offset=k if type(k) is int else symbol(lower=None))


@function("numpy.linalg.diagonal")
def matrix_diagonal(x: Any, /, *, offset: Any = 0) -> Any:
    return diagonal(x, offset, -2, -1)


@function("numpy.diagonal")
def diagonal(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    return ops.diagonal(
        a,
        offset=offset if type(offset) is int else symbol(lower=None),
        first=as_axis(axis1),
        second=as_axis(axis2),
    )


# -- grids ------------------------------------------------------------------------------------------------


@function("numpy.meshgrid")
def meshgrid(*xi: Any, copy: Any = True, sparse: Any = False, indexing: Any = "xy") -> Any:
    if text(indexing) is None or flag(sparse) is not False or not xi:
        return tuple(unknown_tensor() for _ in xi)
    return ops.meshgrid([as_array(x) for x in xi], indexing=indexing)


@function("numpy.indices")
def indices(dimensions: Any, dtype: Any = None, sparse: Any = False) -> Any:
    sizes = items(dimensions)
    if sizes is None or flag(sparse) is not False:
        return unknown_tensor()
    kind = chosen_dtype(dtype, dtypes.int64)
    return made(Shape((len(sizes), *(as_size(single) for single in sizes))), kind)


@function("numpy.fromfunction")
def fromfunction(function: Any, shape: Any, *, dtype: Any = None, like: Any = None, **kwargs: Any) -> Any:
    grid = indices(shape, dtype if dtype is not None else dtypes.float64)
    if grid.shape.rank is None:
        return unknown_tensor()
    parts = ops.unstack(grid)
    return host.call(function, *parts, **kwargs) if type(parts) is tuple else unknown_tensor()


# -- from other things ------------------------------------------------------------------------------------


@function("numpy.frombuffer", "numpy.fromstring", "numpy.fromfile")
def frombuffer(buffer: Any, dtype: Any = None, count: Any = -1, *arguments: Any, **options: Any) -> Any:
    kind = chosen_dtype(dtype, dtypes.float64)
    if kind is not None and kind.kind == "other":
        kind = None
    return made(Shape((count if type(count) is int and count >= 0 else symbol(),)), kind)


@function("numpy.fromiter")
def fromiter(iter: Any, dtype: Any, count: Any = -1, *, like: Any = None) -> Any:
    entries = items(iter)
    known = count if type(count) is int and count >= 0 else symbol()
    return made(Shape((known if entries is None else len(entries),)), dtype_of(dtype))


@function(
    "numpy.result_type", "numpy.promote_types", "numpy.min_scalar_type", "numpy.common_type", tensor=False
)
def result_type(*arrays_and_dtypes: Any) -> Any:
    return Unknown(reason=("unmodelled", "numpy.result_type"))
