"""Creation: arrays made from sizes and numbers alone. They are applied in the world entered last."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from gnomon.ops.arithmetic import CONTENTS_LIMIT
from gnomon.ops.record import op
from gnomon.ops.rule import Array, Out, Rule
from gnomon.ops.slicing import at_least_zero
from gnomon.shapes import Dim, Dtype, Shape, Size, ceil_div

WHOLE = ("bool", "int", "uint")


def as_shape(r: Rule, shape: Sequence[Size] | Size | Shape) -> Shape:
    """Return a shape from sizes, of which unknown integers become unknown sizes."""
    if isinstance(shape, Shape):
        return shape
    sizes = (shape,) if isinstance(shape, (int, Dim)) else tuple(shape)
    return Shape(tuple(size if type(size) is int or _is_size(r, size) else r.sized(size) for size in sizes))


def _is_size(r: Rule, size: Size) -> bool:
    low = r.facts.bounds(size)[0]
    return low is not None and low >= 0


@op(dtype="none")
def full(
    *, shape: Sequence[Size] | Size | Shape, dtype: Dtype | None = None, value: Size | None = None
) -> Any:
    """An array of a shape: zeros, ones, random numbers, a variable ... ``value`` is a known integer.

    >>> full(shape=(2, 3), dtype=dtypes.float32)
    array(2, 3, float32)
    """


@full.shape
def _(r: Rule, *, shape: Sequence[Size] | Size | Shape, dtype: Dtype | None, value: Size | None) -> Out:
    result = as_shape(r, shape)
    contents = None
    if value is not None and result.rank is not None and (dtype is None or dtype.kind in WHOLE):
        count = result.numel()
        if type(count) is int and 0 <= count <= CONTENTS_LIMIT:
            contents = (value,) * count
    return Out(result, dtype, contents)


@op(dtype="first")
def full_like(x: Array, *, shape: Sequence[Size] | Shape | None = None, dtype: Dtype | None = None) -> Any:
    """A new array with the shape and dtype of x (zeros_like, ones_like ...), unless others are given.

    >>> from gnomon.ops.sketch import array
    >>> full_like(array(2, 3, dtype="float32"))
    array(2, 3, float32)
    """


@full_like.shape
def _(r: Rule, x: Array, *, shape: Sequence[Size] | Shape | None, dtype: Dtype | None) -> Out:
    return Out(x.shape if shape is None else as_shape(r, shape), dtype)


Number = Size | float


@op(dtype="none")
def arange(*, start: Number = 0, stop: Number | None, step: Number = 1, dtype: Dtype | None = None) -> Any:
    """Numbers from ``start`` up to but not including ``stop``: a vector. None is a stop that is not known.

    >>> arange(start=2, stop=10, step=3)
    array(3)
    """


@arange.shape
def _(r: Rule, *, start: Number, stop: Number | None, step: Number, dtype: Dtype | None) -> Out:
    if stop is None:
        return Out(Shape((r.fresh(),)), dtype)
    if isinstance(start, float) or isinstance(stop, float) or isinstance(step, float):
        if isinstance(start, Dim) or isinstance(stop, Dim) or isinstance(step, Dim) or step == 0:
            return Out(Shape((r.fresh(),)), dtype)
        span = (stop - start) / step
        count: Size = max(math.ceil(span), 0) if math.isfinite(span) else r.fresh()
        return Out(Shape((count,)), dtype)
    if type(start) is int and type(stop) is int and type(step) is int and step != 0:
        numbers = range(start, stop, step)
        small = len(numbers) <= CONTENTS_LIMIT and (dtype is None or dtype.kind in WHOLE)
        return Out(Shape((len(numbers),)), dtype, tuple(numbers) if small else None)
    if type(step) is int and step > 0:
        return Out(Shape((at_least_zero(r, ceil_div(stop - start, step)),)), dtype)
    if type(step) is int and step < 0:
        return Out(Shape((at_least_zero(r, ceil_div(start - stop, -step)),)), dtype)
    return Out(Shape((r.fresh(),)), dtype)


@op(dtype="none")
def linspace(*, count: Size | None, dtype: Dtype | None = None) -> Any:
    """Evenly spaced numbers: a vector of ``count`` entries; None is unknown."""


@linspace.shape
def _(r: Rule, *, count: Size | None, dtype: Dtype | None) -> Out:
    return Out(Shape((r.fresh(),)) if count is None else as_shape(r, count), dtype)


@op(dtype="none")
def eye(*, rows: Size, columns: Size | None = None, dtype: Dtype | None = None) -> Any:
    """A matrix with ones on a diagonal."""


@eye.shape
def _(r: Rule, *, rows: Size, columns: Size | None, dtype: Dtype | None) -> Out:
    return Out(as_shape(r, (rows, rows if columns is None else columns)), dtype)


@op(dtype="none")
def constant(*, entries: Any, dtype: Dtype | None = None) -> Any:
    """An array from nested lists of sizes (or None for other numbers): all lists on a level have one length.

    >>> constant(entries=[[1, 2, 3], [4, 5, 6]], dtype=dtypes.int64)
    array(2, 3, int64)
    """


@constant.shape
def _(r: Rule, *, entries: Any, dtype: Dtype | None) -> Out:
    sizes: list[Size] = []
    level = entries
    while isinstance(level, (list, tuple)):
        sizes.append(len(level))
        if not level:
            break
        level = level[0]
    flat = _flat(entries, sizes)
    contents: tuple[Size | None, ...] | None = None
    if flat is None:
        return Out(Shape.unknown(), dtype)
    if len(flat) <= CONTENTS_LIMIT and (dtype is None or dtype.kind in WHOLE):
        if all(isinstance(entry, (int, Dim)) for entry in flat):
            contents = tuple(int(entry) if isinstance(entry, int) else entry for entry in flat)
    return Out(Shape(tuple(sizes)), dtype, contents)


def _flat(entries: Any, sizes: list[Size]) -> list[Any] | None:
    """Return the entries row by row, or None when the lists are ragged."""
    row = [entries]
    for size in sizes:
        following: list[Any] = []
        for item in row:
            if not isinstance(item, (list, tuple)) or len(item) != size:
                return None
            following.extend(item)
        row = following
    return row


@op(dtype="index")
def shape_of(x: Array, *, dtype: Dtype | None = None) -> Any:
    """The sizes of an array as a vector of integers (TensorFlow's tf.shape); its contents are known.

    >>> from gnomon.ops.sketch import array
    >>> shape_of(array(2, 3))
    array(2, int64)
    """


@shape_of.shape
def _(r: Rule, x: Array, *, dtype: Dtype | None) -> Out:
    shape = x.shape
    if shape.rank is None:
        return Out(Shape((r.fresh(),)), dtype)
    return Out(Shape((shape.rank,)), dtype, shape.dims)


@op(dtype="index")
def size_of(x: Array, *, dtype: Dtype | None = None) -> Any:
    """The number of elements as a scalar integer.

    >>> from gnomon.ops.sketch import array
    >>> size_of(array(2, 3))
    array(int64)
    """


@size_of.shape
def _(r: Rule, x: Array, *, dtype: Dtype | None) -> Out:
    count = x.shape.numel()
    return Out(Shape(), dtype, None if count is None else (count,))


@op(dtype="index")
def rank_of(x: Array, *, dtype: Dtype | None = None) -> Any:
    """The number of axes as a scalar integer.

    >>> from gnomon.ops.sketch import array
    >>> rank_of(array(2, 3))
    array(int64)
    """


@rank_of.shape
def _(r: Rule, x: Array, *, dtype: Dtype | None) -> Out:
    return Out(Shape(), dtype, None if x.shape.rank is None else (x.shape.rank,))


@op(dtype="first")
def set_shape(x: Array, *, shape: Shape) -> Any:
    """The array with what is stated about its shape added to what is known; both must agree.

    A size of None in the statement is written as a fresh symbol; ranks must be equal.
    """


@set_shape.shape
def _(r: Rule, x: Array, *, shape: Shape) -> Shape:
    known = x.shape
    if known.rank is None:
        return shape if shape.rank is not None else known
    if shape.rank is None:
        return known
    message = "{op}: {x} is {x.shape}, which does not agree with {want}"
    if known.rank != shape.rank:
        r.refute("set-shape", message, blame=x, x=x, want=shape)
    sizes: list[Size] = []
    for have, want in zip(known.dims, shape.dims):
        r.equal(have, want, "set-shape", message, blame=x, x=x, want=shape)
        sizes.append(want if type(want) is int else have)
    return Shape(tuple(sizes))


@op(dtype="none")
def random_choice(
    *, count: Size | None, shape: Sequence[Size] | Size | Shape, dtype: Dtype | None = None
) -> Any:
    """Random positions below ``count``: an array of a shape."""


@random_choice.shape
def _(r: Rule, *, count: Size | None, shape: Sequence[Size] | Size | Shape, dtype: Dtype | None) -> Out:
    return Out(as_shape(r, shape), dtype)
