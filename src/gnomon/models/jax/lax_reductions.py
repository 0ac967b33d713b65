"""``jax.lax``: products over chosen axes, reductions, order, and collectives over devices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
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
    dtype_of,
    tensor_of,
    unknown_tensor,
    words,
)
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import harmless

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
    *,
    out_sharding: Any = None,
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
