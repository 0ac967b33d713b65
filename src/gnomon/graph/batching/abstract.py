"""`gn.eval_shape`: the shapes and dtypes of a function's results, without computing anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon.graph.array import Array, Input
from gnomon.graph.batching.arguments import Numbers
from gnomon.graph.constants import as_array, as_dtype, named_size
from gnomon.graph.trees import flatten, rebuilt
from gnomon.shapes import Dtype, Shape


class ShapeDtype:
    """A shape and a dtype: an array without a value.

    >>> ShapeDtype(("batch", 3), "float32")
    ShapeDtype((batch, 3), float32)
    """

    __slots__ = ("dtype", "shape")

    def __init__(self, shape: Any, dtype: Any) -> None:
        sizes = (
            shape.dims
            if isinstance(shape, Shape)
            else shape
            if isinstance(shape, (tuple, list))
            else (shape,)
        )
        self.shape = Shape(tuple([named_size(size) if isinstance(size, str) else size for size in sizes]))
        self.dtype: Dtype = as_dtype(dtype)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ShapeDtype) and (self.shape, self.dtype) == (other.shape, other.dtype)

    def __hash__(self) -> int:
        return hash((self.shape, self.dtype))

    def __repr__(self) -> str:
        return f"ShapeDtype({self.shape}, {self.dtype})"


def eval_shape(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """Return the shape and dtype of each array that a function returns, in the form of its results.

    Arguments are arrays or `ShapeDtype`; the function runs on symbols, and nothing is computed.

    >>> import gnomon as gn
    >>> eval_shape(lambda x, w: gn.tanh(x @ w), ShapeDtype(("batch", 4), "float32"), ShapeDtype((4, 2), "float32"))
    ShapeDtype((batch, 2), float32)
    """
    ends, _ = flatten((arguments, named))
    inputs, words = rebuilt((arguments, named), iter([_symbol(end, k) for k, end in enumerate(ends)]))
    outputs = function(*inputs, **words)
    found = [as_array(end) for end in flatten(outputs)[0]]
    return rebuilt(outputs, iter([ShapeDtype(array.shape, array.dtype) for array in found]))


def _symbol(end: Any, k: int) -> Any:
    if isinstance(end, ShapeDtype):
        return Input(end.shape, end.dtype, name=f"x{k}")
    if isinstance(end, Numbers) or not (isinstance(end, Array) or hasattr(end, "__array__")):
        return end
    array = as_array(end)
    return Input(array.shape, array.dtype, name=array.name or f"x{k}")
