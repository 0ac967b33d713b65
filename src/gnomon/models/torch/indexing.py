"""Picking and storing entries: gather, scatter, index_select, where, topk, sort, nonzero, searchsorted."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    SequenceValue,
    Shape,
    Tensor,
    dtypes,
    flag,
    function,
    is_unknown,
    items,
    size,
    symbol,
)
from gnomon.models.torch.common import Results, everywhere, first_given
from gnomon.models.torch.elementwise import bounded
from gnomon.models.torch.shaping import one_axis


@everywhere("gather", changes=False)
def gather(input: Any, dim: Any, index: Any, *, sparse_grad: Any = False, out: Any = None) -> Any:
    """Entries at positions along an axis: the result has the shape of the index."""
    return ops.gather(input, index, axis=one_axis(dim))


@everywhere("take_along_dim", changes=False)
def take_along_dim(input: Any, indices: Any, dim: Any = None, *, out: Any = None) -> Any:
    """Entries at positions along an axis; index and tensor broadcast."""
    if dim is None:
        return ops.gather(ops.flatten(input), ops.flatten(indices), axis=0)
    return ops.take_along_axis(input, indices, axis=one_axis(dim))


@everywhere("scatter")
def scatter(
    input: Any,
    dim: Any,
    index: Any,
    src: Any = None,
    *,
    value: Any = None,
    reduce: Any = None,
    out: Any = None,
) -> Any:
    """Store entries at positions along an axis."""
    source = first_given(src, value)
    return ops.scatter(input, index, source if type(source) is Tensor else None, axis=one_axis(dim))


@everywhere("scatter_add")
def scatter_add(input: Any, dim: Any, index: Any, src: Any) -> Any:
    """Add entries at positions along an axis."""
    return ops.scatter(input, index, src if type(src) is Tensor else None, axis=one_axis(dim))


@everywhere("scatter_reduce")
def scatter_reduce(
    input: Any,
    dim: Any,
    index: Any,
    src: Any,
    reduce: Any = None,
    *,
    include_self: Any = True,
    out: Any = None,
) -> Any:
    """Combine entries at positions along an axis."""
    return ops.scatter(input, index, src if type(src) is Tensor else None, axis=one_axis(dim))


@everywhere("index_select", changes=False)
def index_select(input: Any, dim: Any, index: Any, *, out: Any = None) -> Any:
    """Places of an axis, listed by a vector."""
    return ops.index_select(input, index, axis=one_axis(dim))


@everywhere("index_add", "index_copy", "index_reduce")
def index_store(input: Any, dim: Any, index: Any, source: Any, *rest: Any, **named: Any) -> Any:
    """Store or add slices at places of an axis: the shape stays."""
    return ops.update_along(input, index, source, axis=one_axis(dim))


@everywhere("index_fill")
def index_fill(input: Any, dim: Any, index: Any, value: Any) -> Any:
    """Fill places of an axis with one number: the shape stays."""
    ops.index_select(input, index, axis=one_axis(dim))
    return _unchanged(input)


@everywhere("index_put")
def index_put(input: Any, indices: Any, values: Any, accumulate: Any = False) -> Any:
    """Store values at indexed places: the shape stays."""
    places = items(indices)
    if places is None or not all(type(place) in (Tensor, type(None)) for place in places):
        return _unchanged(input)
    chosen = tuple(slice(None) if place is None else place for place in places)
    return ops.index_update(input, values, items=chosen)


@everywhere("masked_scatter")
def masked_scatter(input: Any, mask: Any, source: Any) -> Any:
    """Store values where a mask is true."""
    return ops.masked_fill(input, mask)


@everywhere("put")
def put(input: Any, index: Any, source: Any, accumulate: Any = False) -> Any:
    """Store values at positions of the flattened tensor: the shape stays."""
    return _unchanged(input)


@everywhere("select_scatter", changes=False)
def select_scatter(input: Any, src: Any, dim: Any, index: Any) -> Any:
    """Store values at one place of an axis: the shape stays."""
    ops.same_shape(ops.select_at(input, axis=one_axis(dim), position=size(index)), src)
    return _unchanged(input)


@everywhere("slice_scatter", changes=False)
def slice_scatter(
    input: Any, src: Any, dim: Any = 0, start: Any = None, end: Any = None, step: Any = 1
) -> Any:
    """Store values into a stretch of an axis: the shape stays."""
    if type(dim) is int and type(input) is Tensor and input.shape.axis(dim) is not None:
        part = slice(*(None if bound is None else size(bound) for bound in (start, end, step)))
        before = (slice(None),) * dim if dim >= 0 else (Ellipsis,)
        after = (slice(None),) * (-dim - 1) if dim < 0 else ()
        ops.same_shape(ops.index(input, items=(*before, part, *after)), src)
    return _unchanged(input)


@everywhere("diagonal_scatter", changes=False)
def diagonal_scatter(input: Any, src: Any, offset: Any = 0, dim1: Any = 0, dim2: Any = 1) -> Any:
    """Store values into a diagonal: the shape stays."""
    if type(offset) is int:
        part = ops.diagonal(input, offset=offset, first=one_axis(dim1), second=one_axis(dim2))
        ops.same_shape(part, src)
    return _unchanged(input)


def _unchanged(input: Any) -> Any:
    return ops.full_like(input)


@everywhere("masked_select", changes=False)
def masked_select(input: Any, mask: Any, *, out: Any = None) -> Any:
    """Elements where a mask is true, in one axis of unknown length."""
    return ops.masked_select(input, mask)


@everywhere("take", changes=False)
def take(input: Any, index: Any) -> Any:
    """Entries at positions of the flattened tensor."""
    return ops.take(input, index, axis=None)


def positions(input: Any, as_tuple: bool = True) -> Any:
    """Return where elements are not zero: one vector for each axis, or a matrix with one row for each."""
    if not as_tuple:
        return ops.nonzero(input)
    found = ops.where_nonzero(input)
    if type(found) is not tuple:
        return SequenceValue(found)
    rows = found[0].shape
    return tuple(Tensor(rows, dtypes.int64, "torch", site=part.site) for part in found)


@everywhere("nonzero", changes=False)
def nonzero(input: Any, *, out: Any = None, as_tuple: Any = False) -> Any:
    """Positions of the elements that are not zero."""
    return positions(input, as_tuple=flag(as_tuple) is True)


@everywhere("argwhere", changes=False)
def argwhere(input: Any) -> Any:
    """Positions of the elements that are not zero: one row each."""
    return positions(input, as_tuple=False)


@everywhere("topk", changes=False)
def topk(
    input: Any, k: Any, dim: Any = -1, largest: Any = True, sorted: Any = True, *, out: Any = None
) -> Any:
    """The k largest elements along an axis with their positions."""
    values, places = ops.topk(input, k=size(k), axis=one_axis(dim))
    return Results(values=values, indices=_places(places, input, dim))


def _places(places: Any, input: Any, dim: Any) -> Any:
    count = input.shape.axis(dim) if type(input) is Tensor and type(dim) is int else None
    return places if count is None else bounded(places, 0, count - 1)


@everywhere("msort", changes=False)
def msort(input: Any, *, out: Any = None) -> Any:
    """The elements in order along the first axis."""
    return ops.sort(input, axis=0)


@everywhere("sort", changes=False)
def sort(input: Any, dim: Any = -1, descending: Any = False, stable: Any = False, *, out: Any = None) -> Any:
    """The elements in order along an axis, with their old positions."""
    values = ops.sort(input, axis=one_axis(dim))
    return Results(values=values, indices=_places(ops.argsort(input, axis=one_axis(dim)), input, dim))


@everywhere("argsort", changes=False)
def argsort(input: Any, dim: Any = -1, descending: Any = False, stable: Any = False) -> Any:
    """Positions that would put an axis in order."""
    return _places(ops.argsort(input, axis=one_axis(dim)), input, dim)


@everywhere("unique", changes=False)
def unique(
    input: Any, sorted: Any = True, return_inverse: Any = False, return_counts: Any = False, dim: Any = None
) -> Any:
    """The different elements (or slices along an axis): an unknown number."""
    return _unique(input, return_inverse, return_counts, dim)


@everywhere("unique_consecutive", changes=False)
def unique_consecutive(
    input: Any, return_inverse: Any = False, return_counts: Any = False, dim: Any = None
) -> Any:
    """The elements without repetitions of their predecessors: an unknown number."""
    return _unique(input, return_inverse, return_counts, dim)


def _unique(input: Any, return_inverse: Any, return_counts: Any, dim: Any) -> Any:
    values = ops.unique(input, axis=None if dim is None else one_axis(dim))
    if is_unknown(return_inverse) or is_unknown(return_counts):
        return UNKNOWN
    result = [values]
    if flag(return_inverse):
        whole = input.shape if type(input) is Tensor else Shape.unknown()
        if dim is not None:
            along = whole.axis(dim) if type(dim) is int else None
            whole = Shape((symbol() if along is None else along,))
        result.append(Tensor(whole, dtypes.int64, "torch"))
    if flag(return_counts):
        count = values.shape.axis(0 if dim is None else dim) if type(dim) in (int, type(None)) else None
        result.append(Tensor(Shape((symbol() if count is None else count,)), dtypes.int64, "torch"))
    return values if len(result) == 1 else tuple(result)


@function("torch.searchsorted")
def searchsorted(
    sorted_sequence: Any,
    input: Any = None,
    *,
    out_int32: Any = False,
    right: Any = False,
    side: Any = None,
    sorter: Any = None,
    out: Any = None,
    self: Any = None,
) -> Any:
    """Positions at which values would be inserted."""
    return _integers_like(first_given(input, self), out_int32)


@function("torch.bucketize")
def bucketize(
    input: Any, boundaries: Any, *, out_int32: Any = False, right: Any = False, out: Any = None
) -> Any:
    """Numbers of the buckets that values fall into."""
    return _integers_like(input, out_int32)


def _integers_like(input: Any, short: Any) -> Any:
    narrow = flag(short)
    dtype = None if narrow is None else dtypes.int32 if narrow else dtypes.int64
    result = ops.cast(input, dtype=dtype)
    if type(result) is Tensor:
        result.contents = None
    return result


@function("torch.isin")
def isin(
    elements: Any = None,
    test_elements: Any = None,
    *,
    assume_unique: Any = False,
    invert: Any = False,
    element: Any = None,
    test_element: Any = None,
) -> Any:
    """Whether each element is among others."""
    return ops.logical_not(first_given(elements, element))


@everywhere("bincount", changes=False)
def bincount(input: Any, weights: Any = None, minlength: Any = 0) -> Any:
    """How often each small integer occurs."""
    counts = ops.bincount(input, least=minlength if type(minlength) is int else 0)
    return ops.cast(counts, dtype=dtypes.int64 if weights is None else None)


@everywhere("histc", changes=False)
def histc(input: Any, bins: Any = 100, min: Any = 0, max: Any = 0, *, out: Any = None) -> Any:
    """How many elements fall into each of some intervals."""
    return Tensor(Shape((size(bins),)), input.dtype if type(input) is Tensor else None, "torch")


@function("torch.nn.functional.one_hot")
def one_hot(tensor: Any, num_classes: Any = -1) -> Any:
    """Rows with a 1 at the class of each element."""
    count = size(num_classes)
    if type(count) is int and count < 0:
        count = symbol(lower=1)
    return ops.cast(ops.one_hot(tensor, classes=count), dtype=dtypes.int64)


@everywhere("multinomial", changes=False)
def multinomial(
    input: Any, num_samples: Any, replacement: Any = False, *, generator: Any = None, out: Any = None
) -> Any:
    """Positions drawn with given weights: one row of them for each row."""
    return ops.multinomial(input, count=size(num_samples))
