"""Order: sorting, the largest entries, distinct values, places in a sorted array."""

from __future__ import annotations

from typing import Any

from gnomon.ops.axes import Axis, replace_axis, size_of_axis
from gnomon.ops.promotion import index_dtype
from gnomon.ops.record import op
from gnomon.ops.reductions import reduced
from gnomon.ops.rule import Array, Out, Rule
from gnomon.ops.running import flat_or_same
from gnomon.shapes import AtLeast, Dtype, Shape, Size


def _along(x: Array, *, axis: Axis | None = -1) -> Any: ...


def _along_rule(r: Rule, x: Array, *, axis: Axis | None) -> Shape:
    return flat_or_same(r, x, axis)


def _positions_rule(r: Rule, x: Array, *, axis: Axis | None) -> Shape:
    """NumPy takes a scalar for a vector of one entry; other libraries have no single answer."""
    if x.shape.rank == 0:
        return Shape((1,)) if r.library == "numpy" else x.shape
    return flat_or_same(r, x, axis)


for _name, _dtype, _doc in (
    ("sort", "first", "Entries in ascending order along an axis; None sorts the flattened array."),
    ("argsort", "index", "Positions that sort along an axis; None sorts the flattened array."),
    ("partition", "first", "Entries such that one stands where sorting would put it."),
    ("argpartition", "index", "Positions of a partition along an axis."),
):
    op(name=_name, doc=_doc, dtype=_dtype)(_along).shape(
        _positions_rule if _name == "argsort" else _along_rule
    )


@op(dtype="first", outputs=2)
def topk(x: Array, *, k: Size, axis: Axis = -1) -> Any:
    """The k largest entries along an axis, and their positions.

    >>> from gnomon.ops.sketch import array
    >>> topk(array(32, 10), k=3)
    (array(32, 3), array(32, 3, int64))
    """


@topk.shape
def _(r: Rule, x: Array, *, k: Size, axis: Axis) -> tuple[Out, ...]:
    size = size_of_axis(r, x, axis)
    if size is not None:
        r.require(
            AtLeast(size, k),
            "index-range",
            "{op}: {k} entries are wanted, but axis {axis} of {x} {x.shape} has {size}",
            blame=x,
            x=x,
            k=k,
            axis=axis,
            size=size,
        )
    shape = x.shape if x.shape.rank == 0 else replace_axis(r, x, axis, (k,))
    return (Out(shape), Out(shape, index_dtype(r)))


@op(dtype="first", outputs=2)
def kth_value(x: Array, *, axis: Axis = -1, keepdims: bool = False) -> Any:
    """The k-th smallest entry along an axis, and its position (PyTorch's max, min, median too).

    >>> from gnomon.ops.sketch import array
    >>> kth_value(array(3))
    (array(), array(int64))
    """


@kth_value.shape
def _(r: Rule, x: Array, *, axis: Axis, keepdims: bool) -> tuple[Out, ...]:
    shape = reduced(r, x, axis, keepdims)
    return (Out(shape), Out(shape, index_dtype(r)))


@op(dtype="first")
def unique(x: Array, *, axis: Axis | None = None) -> Any:
    """Distinct entries, sorted: a vector of unknown length; with an axis, distinct slices along it."""


@unique.shape
def _(r: Rule, x: Array, *, axis: Axis | None) -> Shape:
    if axis is None:
        return Shape((r.fresh(),))
    return replace_axis(r, x, axis, (r.fresh(),))


def _second(r: Rule, arguments: tuple[Any, ...], _: object) -> Dtype | None:
    return index_dtype(r)


@op(dtype=_second)
def searchsorted(places: Array, values: Array) -> Any:
    """Where values would be inserted into a sorted array to keep it sorted: the shape of the values.

    >>> from gnomon.ops.sketch import array
    >>> searchsorted(array(3), array(2))
    array(2, int64)
    """


@searchsorted.shape
def _(r: Rule, places: Array, values: Array) -> Shape:
    if r.library in ("numpy", "jax") and places.shape.rank is not None and places.shape.rank != 1:
        r.refute("rank", "{op}: {x} is {x.shape}, but a sorted vector is needed", blame=places, x=places)
    return values.shape


@op(dtype="index")
def lexsort(x: Array, *, axis: Axis = -1) -> Any:
    """Positions that sort by several keys, the rows of x: the first axis is dropped.

    >>> from gnomon.ops.sketch import array
    >>> lexsort(array(2, 3, dtype="int64"))
    array(3, int64)
    """


@lexsort.shape
def _(r: Rule, x: Array, *, axis: Axis) -> Shape:
    return replace_axis(r, x, 0, ())


@op(dtype="first")
def multinomial(x: Array, *, count: Size) -> Any:
    """Random class numbers drawn by the weights in each row: (*b, classes) -> (*b, count)."""


@multinomial.shape
def _(r: Rule, x: Array, *, count: Size) -> Shape:
    rank = x.shape.rank
    if rank is not None and rank not in (1, 2):
        r.refute("rank", "{op}: {x} is {x.shape}, but one or two axes are needed", blame=x, x=x)
    return replace_axis(r, x, -1, (count,))


multinomial.dtype = _second
