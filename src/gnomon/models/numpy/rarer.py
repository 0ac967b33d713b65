"""Rarer functions of NumPy: indices of triangles of an array, histograms over several axes, views with strides."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    Dim,
    Shape,
    Size,
    Tensor,
    dtypes,
    function,
    is_unknown,
    items,
    symbol,
    unknown_of,
)
from gnomon.models.api import shape as as_shape
from gnomon.models.numpy.support import as_array, made, unknown_tensor
from gnomon.models.python.harmless import harmless, returning


@function("numpy.lib.stride_tricks.as_strided")
def as_strided(x: Any, shape: Any = None, strides: Any = None, *arguments: Any, **options: Any) -> Any:
    """A view of the memory of an array, of any shape."""
    array = as_array(x)
    return ops.positive(array) if shape is None else made(as_shape(shape), array.dtype)


@function("numpy.diag_indices_from")
def diag_indices_from(arr: Any) -> Any:
    """The places along the diagonal: one vector for each axis."""
    x = as_array(arr)
    if x.shape.rank is None or x.shape.rank < 2:
        return None
    return (made(Shape(x.shape.dims[:1]), dtypes.int64),) * x.shape.rank


@function("numpy.tril_indices_from", "numpy.triu_indices_from", "numpy.mask_indices")
def indices_from(*arguments: Any, **options: Any) -> Any:
    """Rows and columns of some entries."""
    vector = made(Shape((symbol(),)), dtypes.int64)
    return vector, vector


def _bins(bins: Any) -> Size | None:
    if type(bins) in (int, Dim):
        return bins  # type: ignore[no-any-return]
    edges = as_array(bins).shape if type(bins) in (Tensor, list, tuple) else None
    return edges.dims[0] - 1 if edges is not None and edges.rank == 1 else None


@function("numpy.histogram2d")
def histogram2d(
    x: Any, y: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None
) -> Any:
    """How many points fall into each cell, and the edges of the cells."""
    ops.same_length(as_array(x), as_array(y))
    entries = items(bins)
    pair = entries if entries is not None and len(entries) == 2 else [bins, bins]
    counts = [_bins(single) or symbol() for single in pair]
    edges = [made(Shape((count + 1,)), None) for count in counts]
    return made(Shape(tuple(counts))), *edges


@function("numpy.histogramdd")
def histogramdd(sample: Any, bins: Any = 10, *arguments: Any, **options: Any) -> Any:
    """How many points fall into each cell: as many axes as points have numbers."""
    points = as_array(sample).shape
    width = points.axis(1) if points.rank == 2 else None
    if type(width) is not int or type(bins) is not int:
        return unknown_tensor(), unknown_of("list")
    edges = [made(Shape((bins + 1,))) for _ in range(width)]
    return made(Shape((bins,) * width)), tuple(edges)


@function("numpy.bitwise_count")
def bitwise_count(x: Any, /, out: Any = None, **options: Any) -> Any:
    """The number of bits that are 1."""
    return ops.full_like(as_array(x), dtype=dtypes.uint8)


@function("numpy.cumulative_prod")
def cumulative_prod(
    x: Any, /, *, axis: Any = None, dtype: Any = None, out: Any = None, include_initial: Any = False
) -> Any:
    """Products of ever more entries along an axis."""
    array = as_array(x)
    if (
        is_unknown(axis)
        or include_initial is not False
        or array.shape.rank == 0
        or (axis is None and array.shape.rank != 1)
    ):
        return unknown_tensor()
    from gnomon.models.api import axis as as_axis

    return ops.cast(ops.cumprod(array, axis=-1 if axis is None else as_axis(axis)), dtype=None)


@function("numpy.unique_values")
def unique_values(x: Any) -> Any:
    """The different entries."""
    return made(Shape((symbol(),)), as_array(x).dtype)


@function("numpy.unique_counts")
def unique_counts(x: Any) -> Any:
    """The different entries, and how often each is there."""
    count = symbol()
    return made(Shape((count,)), as_array(x).dtype), made(Shape((count,)), dtypes.int64)


@function("numpy.unique_inverse")
def unique_inverse(x: Any) -> Any:
    """The different entries, and for each entry which one it is."""
    array = as_array(x)
    return made(Shape((symbol(),)), array.dtype), ops.full_like(array, dtype=dtypes.int64)


@function("numpy.unique_all")
def unique_all(x: Any) -> Any:
    """The different entries, where each is first, which one each is, and how often."""
    array, count = as_array(x), symbol()
    indices = made(Shape((count,)), dtypes.int64)
    inverse = ops.full_like(array, dtype=dtypes.int64)
    return made(Shape((count,)), array.dtype), indices, inverse, made(Shape((count,)), dtypes.int64)


@function("numpy.vecmat")
def vecmat(x1: Any, x2: Any, /, out: Any = None, **options: Any) -> Any:
    """Vectors times matrices."""
    row = ops.expand_dims(as_array(x1), axis=-2)
    return ops.squeeze(ops.matmul(row, as_array(x2)), axis=-2)


@function("numpy.spacing")
def spacing(x: Any, /, out: Any = None, **options: Any) -> Any:
    """The distance to the next number."""
    return ops.sqrt(as_array(x))


@function("numpy.sort_complex")
def sort_complex(a: Any) -> Any:
    """The entries in order, as complex numbers."""
    return ops.cast(ops.positive(as_array(a)), dtype=None)


@function("numpy.polydiv")
def polydiv(u: Any, v: Any) -> Any:
    """A quotient and a remainder of polynomials."""
    if as_array(u).shape.rank != 1 or as_array(v).shape.rank != 1:
        return unknown_tensor(), unknown_tensor()
    return made(Shape((symbol(),)), None), made(Shape((symbol(),)), None)


returning(
    unknown_of("str"),
    "numpy",
    "binary_repr datetime_as_string format_float_positional format_float_scientific mintypecode typename get_include",
)
returning(unknown_of("int"), "numpy", "getbufsize setbufsize busday_count datetime_data")
returning(None, "numpy", "show_runtime test")
harmless("numpy", "busdaycalendar nested_iters flatiter geterrcall record")
returning(unknown_of("bool"), "numpy", "is_busday little_endian")
