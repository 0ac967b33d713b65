"""``jax.lax``: elementwise functions, reductions, slices, products and collectives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    UNKNOWN_AXIS,
    Shape,
    Tensor,
    dtypes,
    function,
    items,
    symbol,
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
from gnomon.models.jax.support import (
    as_array,
    as_jax,
    chosen,
    dtype_of,
    made,
    shared,
    tensor_of,
    unknown_tensor,
    words,
)
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import harmless

_UNARY = {
    "abs": "abs",
    "neg": "negative",
    "sign": "sign",
    "floor": "floor",
    "ceil": "ceil",
    "is_finite": "isfinite",
    "exp": "exp",
    "exp2": "exp2",
    "expm1": "expm1",
    "log": "log",
    "log1p": "log1p",
    "tanh": "tanh",
    "sin": "sin",
    "cos": "cos",
    "tan": "tan",
    "asin": "asin",
    "acos": "acos",
    "atan": "atan",
    "sinh": "sinh",
    "cosh": "cosh",
    "asinh": "asinh",
    "acosh": "acosh",
    "atanh": "atanh",
    "sqrt": "sqrt",
    "rsqrt": "rsqrt",
    "cbrt": "cbrt",
    "square": "square",
    "logistic": "sigmoid",
    "erf": "erf",
    "erfc": "erfc",
    "erf_inv": "erfinv",
    "lgamma": "lgamma",
    "digamma": "digamma",
    "real": "real",
    "imag": "imag",
    "conj": "conj",
    "reciprocal": "reciprocal",
    "bitwise_not": "invert",
}


def _unary(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    @function(f"jax.lax.{name}")
    def model(x: Any, *, accuracy: Any = None) -> Any:
        return as_jax(apply(tensor_of(as_array(x))))

    model.__name__ = name


for _name, _operation in _UNARY.items():
    _unary(_name, _operation)

_BINARY = {
    "add": "add",
    "sub": "subtract",
    "mul": "multiply",
    "div": "divide",
    "rem": "fmod",
    "max": "maximum",
    "min": "minimum",
    "pow": "power",
    "atan2": "atan2",
    "nextafter": "nextafter",
    "complex": "complex",
    "bitwise_and": "bitwise_and",
    "bitwise_or": "bitwise_or",
    "bitwise_xor": "bitwise_xor",
    "shift_left": "left_shift",
    "shift_right_logical": "right_shift",
    "shift_right_arithmetic": "right_shift",
    "eq": "equal",
    "ne": "not_equal",
    "lt": "less",
    "le": "less_equal",
    "gt": "greater",
    "ge": "greater_equal",
}


def _binary(name: str, operation: str) -> None:
    apply = ops.TABLE[operation]

    @function(f"jax.lax.{name}")
    def model(x: Any, y: Any) -> Any:
        a, b = as_array(x), as_array(y)
        if a.shape.rank and b.shape.rank and a.shape.rank != b.shape.rank:
            ops.same_shape(a, b)
        result = as_jax(apply(a, b))
        if operation == "divide" and type(result) is Tensor:
            result = ops.cast(result, dtype=a.dtype if a.dtype is b.dtype else None)
        return result

    model.__name__ = name


for _name, _operation in _BINARY.items():
    _binary(_name, _operation)


@function("jax.lax.integer_pow")
def integer_pow(x: Any, y: Any) -> Any:
    """A whole power."""
    return ops.positive(as_array(x))


@function("jax.lax.round", "jax.lax.population_count", "jax.lax.clz", "jax.lax.reduce_precision")
def round_(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """A number for each entry."""
    return ops.positive(as_array(x))


@function("jax.lax.clamp")
def clamp(min: Any, x: Any, max: Any) -> Any:
    """Entries between limits."""
    return ops.positive(as_array(x))


@function("jax.lax.select", "jax.lax.select_n")
def select(pred: Any, *cases: Any, on_true: Any = None, on_false: Any = None) -> Any:
    """Entries of one array or another of the same shape."""
    given = [case for case in (*cases, on_true, on_false) if case is not None]
    arrays = [as_array(case) for case in given]
    for other in arrays[1:]:
        ops.same_shape(arrays[0], other)
    return ops.positive(arrays[0]) if arrays else UNKNOWN


@function("jax.lax.convert_element_type")
def convert_element_type(operand: Any, new_dtype: Any) -> Any:
    """The array with another dtype."""
    return ops.cast(as_array(operand), dtype=dtype_of(new_dtype))


@function("jax.lax.bitcast_convert_type")
def bitcast_convert_type(operand: Any, new_dtype: Any) -> Any:
    """The same bits as another dtype."""
    x, dtype = as_array(operand), dtype_of(new_dtype)
    if dtype is not None and x.dtype is not None and dtype.bits == x.dtype.bits:
        return ops.cast(x, dtype=dtype)
    return unknown_tensor(dtype)


# -- making arrays ------------------------------------------------------------------------------------


@function("jax.lax.full")
def full(shape: Any, fill_value: Any, dtype: Any = None, *, sharding: Any = None) -> Any:
    """One number everywhere."""
    return made(as_shape(shape), chosen(dtype, tensor_of(as_array(fill_value)).dtype))


@function("jax.lax.full_like")
def full_like(x: Any, fill_value: Any, dtype: Any = None, shape: Any = None, *, sharding: Any = None) -> Any:
    """One number everywhere, in the shape of another array."""
    like = as_array(x)
    return made(like.shape if shape is None else as_shape(shape), chosen(dtype, like.dtype))


@function("jax.lax.empty")
def empty(shape: Any, dtype: Any, *, out_sharding: Any = None) -> Any:
    """An array of anything."""
    return made(as_shape(shape), dtype_of(dtype))


@function("jax.lax.iota")
def iota(dtype: Any, size: Any) -> Any:
    """Integers from 0."""
    return made(Shape((as_size(size),)), dtype_of(dtype))


@function("jax.lax.broadcasted_iota")
def broadcasted_iota(dtype: Any, shape: Any, dimension: Any, **keywords: Any) -> Any:
    """Integers from 0 along one axis."""
    return made(as_shape(shape), dtype_of(dtype))


# -- axes ---------------------------------------------------------------------------------------------

shared("numpy.expand_dims", "jax.lax.expand_dims")
shared("numpy.squeeze", "jax.lax.squeeze")


@function("jax.lax.reshape")
def reshape(operand: Any, new_sizes: Any, dimensions: Any = None, *, out_sharding: Any = None) -> Any:
    """The same entries in another shape."""
    x = as_array(operand)
    if x.shape.rank == 0:
        return made(as_shape(new_sizes), x.dtype)
    return as_jax(ops.reshape(x, shape=as_shape(new_sizes)))


@function("jax.lax.transpose")
def transpose(operand: Any, permutation: Any) -> Any:
    """The axes in another order."""
    axes = as_axis(permutation)
    x = as_array(operand)
    return ops.unknown_like(x) if axes is UNKNOWN_AXIS else ops.transpose(x, axes=axes)


@function("jax.lax.rev")
def rev(operand: Any, dimensions: Any) -> Any:
    """The entries in reverse order."""
    return ops.flip(as_array(operand), axis=as_axis(dimensions))


@function("jax.lax.broadcast")
def broadcast(operand: Any, sizes: Any, *, out_sharding: Any = None) -> Any:
    """New leading axes."""
    x, lead = as_array(operand), as_shape(sizes)
    return ops.outer_axes(made(lead, x.dtype), x)


@function("jax.lax.broadcast_in_dim")
def broadcast_in_dim(operand: Any, shape: Any, broadcast_dimensions: Any, *, out_sharding: Any = None) -> Any:
    """Axes placed into a larger shape."""
    return made(as_shape(shape), tensor_of(as_array(operand)).dtype)


@function("jax.lax.broadcast_to_rank")
def broadcast_to_rank(x: Any, rank: Any) -> Any:
    """New leading axes of size one."""
    array = as_array(x)
    if type(rank) is not int or array.shape.rank is None or rank < array.shape.rank:
        return unknown_tensor(array.dtype)
    missing = rank - array.shape.rank
    return ops.expand_dims(array, axis=tuple(range(missing))) if missing else array


@function("jax.lax.collapse")
def collapse(operand: Any, start_dimension: Any, stop_dimension: Any = None) -> Any:
    """Several neighbouring axes as one."""
    x = as_array(operand)
    if type(start_dimension) is not int or x.shape.rank is None:
        return unknown_tensor(x.dtype)
    stop = x.shape.rank if stop_dimension is None else stop_dimension
    if type(stop) is not int:
        return unknown_tensor(x.dtype)
    stop = stop + x.shape.rank if stop < 0 else stop
    return ops.flatten(x, start=start_dimension, end=stop - 1)


@function("jax.lax.concatenate")
def concatenate(operands: Any, dimension: Any) -> Any:
    """Arrays one after the other."""
    parts = items(operands)
    if parts is None:
        return unknown_tensor()
    return as_jax(ops.concat([as_array(part) for part in parts], axis=as_axis(dimension)))


@function("jax.lax.pad")
def pad(operand: Any, padding_value: Any, padding_config: Any) -> Any:
    """Numbers before, after and between."""
    x = as_array(operand)
    rows = items(padding_config)
    triples = None if rows is None else [items(row) for row in rows]
    if triples is None or any(row is None or len(row) != 3 or row[2] != 0 for row in triples):
        return ops.unknown_like(x)
    widths = tuple((as_size(row[0]), as_size(row[1])) for row in triples if row is not None)
    if any(type(width) is int and width < 0 for pair in widths for width in pair):
        return ops.unknown_like(x)
    return ops.pad(x, widths=widths)


@function("jax.lax.split")
def split(operand: Any, sizes: Any, axis: Any = 0) -> Any:
    """Parts of given sizes."""
    wanted = items(sizes)
    if wanted is None:
        return UNKNOWN
    return ops.split(as_array(operand), sections=tuple(as_size(part) for part in wanted), axis=as_axis(axis))


@function("jax.lax.tile")
def tile(operand: Any, reps: Any) -> Any:
    """The array several times."""
    counts = items(reps)
    x = as_array(operand)
    return (
        unknown_tensor(x.dtype)
        if counts is None
        else ops.tile(x, reps=tuple(as_size(count) for count in counts))
    )


# -- slices -------------------------------------------------------------------------------------------


@function("jax.lax.slice")
def slice_(operand: Any, start_indices: Any, limit_indices: Any, strides: Any = None) -> Any:
    """A part of an array."""
    starts, limits = items(start_indices), items(limit_indices)
    steps = [None] * len(starts or ()) if strides is None else items(strides)
    x = as_array(operand)
    if starts is None or limits is None or steps is None or not len(starts) == len(limits) == len(steps):
        return ops.unknown_like(x)
    return ops.index(x, items=tuple(slice(*parts) for parts in zip(starts, limits, steps, strict=True)))


@function("jax.lax.slice_in_dim")
def slice_in_dim(operand: Any, start_index: Any, limit_index: Any, stride: Any = 1, axis: Any = 0) -> Any:
    """A part along one axis."""
    x = as_array(operand)
    if type(axis) is not int or x.shape.rank is None or not -x.shape.rank <= axis < x.shape.rank:
        return ops.unknown_like(x)
    before = (slice(None),) * (axis % x.shape.rank)
    parts = [part if part is None else as_size(part) for part in (start_index, limit_index, stride)]
    return ops.index(x, items=(*before, slice(*parts)))


@function("jax.lax.index_in_dim", "jax.lax.dynamic_index_in_dim")
def index_in_dim(operand: Any, index: Any, axis: Any = 0, keepdims: Any = True, **keywords: Any) -> Any:
    """One entry along an axis."""
    x = as_array(operand)
    if type(keepdims) is not bool:
        return unknown_tensor(x.dtype)
    picked = ops.narrow(x, axis=as_axis(axis), length=1)
    return picked if keepdims else ops.squeeze(picked, axis=as_axis(axis))


@function("jax.lax.dynamic_slice")
def dynamic_slice(operand: Any, start_indices: Any, slice_sizes: Any, **keywords: Any) -> Any:
    """A part of known sizes at a place that may be computed."""
    x = as_array(operand)
    sizes = as_shape(slice_sizes)
    if sizes.rank is None:
        return ops.unknown_like(x)
    return ops.block(x, sizes=sizes.dims)


@function("jax.lax.dynamic_slice_in_dim")
def dynamic_slice_in_dim(
    operand: Any, start_index: Any, slice_size: Any, axis: Any = 0, **keywords: Any
) -> Any:
    """A part of known size along one axis."""
    return ops.narrow(as_array(operand), axis=as_axis(axis), length=as_size(slice_size))


@function("jax.lax.dynamic_update_slice")
def dynamic_update_slice(operand: Any, update: Any, start_indices: Any, **keywords: Any) -> Any:
    """A copy with a part replaced."""
    x, part = as_array(operand), as_array(update)
    if part.shape.rank is not None:
        ops.block(x, sizes=part.shape.dims)
    return ops.positive(x)


@function("jax.lax.dynamic_update_slice_in_dim", "jax.lax.dynamic_update_index_in_dim")
def dynamic_update_slice_in_dim(
    operand: Any, update: Any, start_index: Any, axis: Any, **keywords: Any
) -> Any:
    """A copy with a part replaced."""
    return ops.positive(as_array(operand))


for _name in words("scatter scatter_add scatter_apply scatter_max scatter_min scatter_mul scatter_sub"):
    function(f"jax.lax.{_name}")(lambda operand, *arguments, **keywords: ops.positive(as_array(operand)))


@function("jax.lax.gather")
def gather(*arguments: Any, **keywords: Any) -> Any:
    """Entries at places: not followed."""
    return unknown_tensor()


# -- products -----------------------------------------------------------------------------------------


@function("jax.lax.dot")
def dot(lhs: Any, rhs: Any, *arguments: Any, dimension_numbers: Any = None, **keywords: Any) -> Any:
    """The product of vectors and matrices."""
    if dimension_numbers is not None:
        return dot_general(lhs, rhs, dimension_numbers, **keywords)
    return as_jax(ops.dot(as_array(lhs), as_array(rhs)))


@function("jax.lax.batch_matmul")
def batch_matmul(lhs: Any, rhs: Any, precision: Any = None) -> Any:
    """Products of matrices."""
    return as_jax(ops.matmul(as_array(lhs), as_array(rhs)))


@function("jax.lax.dot_general")
def dot_general(
    lhs: Any,
    rhs: Any,
    dimension_numbers: Any,
    precision: Any = None,
    preferred_element_type: Any = None,
    **keywords: Any,
) -> Any:
    """A product over chosen axes: batch axes first, then those of each side."""
    pairs = items(dimension_numbers)
    sides = [items(pair) for pair in pairs] if pairs is not None and len(pairs) == 2 else None
    if sides is None or any(side is None or len(side) != 2 for side in sides):
        return unknown_tensor()
    axes = [[as_axis(one) for one in side] for side in sides if side is not None]
    if any(type(one) is not tuple for side in axes for one in side):
        return unknown_tensor()
    result = ops.contracted(as_array(lhs), as_array(rhs), contracting=tuple(axes[0]), batch=tuple(axes[1]))
    return (
        result if preferred_element_type is None else ops.cast(result, dtype=dtype_of(preferred_element_type))
    )


# -- reductions and order -----------------------------------------------------------------------------


def _reduction(name: str) -> None:
    @function(f"jax.lax.{name}")
    def model(operand: Any, axes: Any, **keywords: Any) -> Any:
        return ops.max(as_array(operand), axis=as_axis(axes))

    model.__name__ = name


for _name in words("sum prod max min and or xor"):
    _reduction(f"reduce_{_name}")


@function("jax.lax.argmax", "jax.lax.argmin")
def argmax(operand: Any, axis: Any, index_dtype: Any) -> Any:
    """Positions of extremes."""
    return ops.cast(ops.argmax(as_array(operand), axis=as_axis(axis)), dtype=dtype_of(index_dtype))


@function("jax.lax.reduce")
def reduce(operands: Any, init_values: Any, computation: Any, dimensions: Any, **keywords: Any) -> Any:
    """A fold over axes."""
    if type(operands) is not Tensor:
        return UNKNOWN
    return ops.max(operands, axis=as_axis(dimensions))


def _running(name: str) -> Callable[..., Any]:
    def model(operand: Any, axis: Any = 0, reverse: Any = False) -> Any:
        return as_jax(ops.cummax(as_array(operand), axis=as_axis(axis)))

    model.__name__ = name
    return model


for _name in words("cumsum cumprod cummax cummin cumlogsumexp"):
    function(f"jax.lax.{_name}")(_running(_name))


@function("jax.lax.sort", raw=True)
def sort(operand: Any, dimension: Any = -1, is_stable: Any = True, num_keys: Any = 1) -> Any:
    """Sorted entries."""
    try:
        return map_tree(tensor_of, operand)
    except Mismatch:
        return UNKNOWN


@function("jax.lax.sort_key_val")
def sort_key_val(keys: Any, values: Any, dimension: Any = -1, is_stable: Any = True) -> Any:
    """Sorted keys and their values."""
    return tensor_of(keys), tensor_of(values)


@function("jax.lax.top_k", "jax.lax.approx_max_k", "jax.lax.approx_min_k")
def top_k(operand: Any, k: Any, **keywords: Any) -> Any:
    """The largest entries along the last axis, and where they are."""
    values, places = ops.topk(as_array(operand), k=as_size(k), axis=-1)
    return values, ops.cast(places, dtype=dtypes.int32)


# -- collectives: over devices, or over an axis that is mapped ----------------------------------------


def _collected(x: Any, axis_name: Any = None, *arguments: Any, **keywords: Any) -> Any:
    if type(x) in (int, float):
        return symbol(lower=1)
    try:
        return map_tree(lambda leaf: tensor_of(leaf) if type(leaf) is Tensor else leaf, x)
    except Mismatch:
        return UNKNOWN


for _name in words("psum pmean pmax pmin ppermute pshuffle pbroadcast pcast pvary"):
    function(f"jax.lax.{_name}", raw=True)(_collected)


@function("jax.lax.all_gather", raw=True)
def all_gather(x: Any, axis_name: Any, *, axis: Any = 0, tiled: Any = False, **keywords: Any) -> Any:
    """What all devices have, along a new axis."""
    if type(x) is not Tensor or tiled is not False or type(axis) is not int:
        return UNKNOWN
    return ops.mapped(x, size=symbol(), axis=axis)


@function(
    "jax.lax.all_to_all", "jax.lax.psum_scatter", "jax.lax.pswapaxes", "jax.lax.ragged_all_to_all", raw=True
)
def exchanged(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """Parts exchanged between devices: the shape is not followed."""
    return unknown_tensor()


harmless(
    "jax.lax",
    "Precision ConvDimensionNumbers GatherDimensionNumbers ScatterDimensionNumbers DotAlgorithmPreset",
)
harmless(
    "jax.lax", "GatherScatterMode RandomAlgorithm RoundingMethod FftType create_token after_all PrecisionLike"
)


@function("jax.lax.broadcast_shapes", tensor=False)
def broadcast_shapes(*shapes: Any) -> Any:
    """The common shape of several."""
    arrays = ops.broadcast_arrays([Tensor(as_shape(single)) for single in shapes])
    return arrays[0].shape.dims if arrays and arrays[0].shape.rank is not None else UNKNOWN
