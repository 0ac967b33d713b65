"""The sizes of draws, from what is asked for and from their parameters."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import Any

import numpy as np

from gnomon.theano.tensor.constants import get_vector_length
from gnomon.theano.tensor.joining import stack
from gnomon.theano.tensor.variables import as_tensor_variable, constant


def sizes_of_draw(ndim: int | None, size: Any, *parameters: Any) -> tuple[int, Any, tuple[bool, ...]]:
    """Return the number of axes of a draw, its sizes as a vector, and which of them are known to be 1.

    A size of -1 is that of a parameter at this axis; None instead of sizes is what the parameters broadcast to.
    """
    pattern: list[bool]
    if isinstance(size, (tuple, list)):
        if ndim is not None and ndim != len(size):
            raise ValueError(f"ndim should be the number of sizes: ndim={ndim}, but size={size}")
        pairs = [_size(entry, axis - len(size), parameters) for axis, entry in enumerate(size)]
        vector = stack([found for found, _ in pairs]) if pairs else constant(np.zeros(0, "int64"))
        pattern = [one for _, one in pairs]
    elif size is None:
        if not parameters:
            raise TypeError("the shape of the draw is not known: give size")
        total = reduce(add, parameters)
        vector, pattern = total.shape, list(total.broadcastable)
    else:
        vector = as_tensor_variable(size)
        if vector.ndim != 1:
            raise TypeError(
                f"size must be a vector or a list of integers, got {vector} with {vector.ndim} axes"
            )
        pattern = [False] * (get_vector_length(vector) if ndim is None else ndim)
    if vector.dtype.startswith(("float", "complex")):
        raise TypeError(f"size must be a vector or a list of integers, got dtype {vector.dtype}")
    widest = max([entry.ndim for entry in parameters], default=0)
    if widest > len(pattern):
        raise ValueError(f"the draw has {len(pattern)} axes, but its parameters have {widest}")
    return len(pattern), vector.astype("int64"), tuple(pattern)


def _size(entry: Any, place: int, parameters: Any) -> tuple[Any, bool]:
    """Return a size, and whether it is 1; ``place`` counts axes from the last."""
    if hasattr(entry, "type"):
        return entry, False
    if entry >= 0:
        return as_tensor_variable(entry), entry == 1
    if entry != -1:
        raise ValueError(f"a size is not negative, got {entry}")
    there = [parameter for parameter in parameters if parameter.ndim >= -place]
    if not there:
        raise ValueError("a size of -1 is that of a parameter, but none has this axis")
    for parameter in there:
        if not parameter.broadcastable[place]:
            return parameter.shape[place], False
    return as_tensor_variable(1), True
