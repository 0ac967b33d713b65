"""Hashes of arrays, and shapes of a graph's variables."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np


def hash_from_ndarray(data: Any) -> str:
    """Return a hash that differs for arrays of other numbers, shapes or dtypes."""
    found = hashlib.sha256(np.ascontiguousarray(data).view(np.uint8).tobytes() if data.size else b"")
    for part in (data.shape, data.dtype):
        found.update(f"{part};".encode())
    return found.hexdigest()


def shape_of_variables(fgraph: Any, input_shapes: dict[Any, Any]) -> dict[Any, Any]:
    """Return the shape of each array of a function graph, given those of its inputs."""
    from gnomon.theano.compile.function import function
    from gnomon.theano.tensor.type import TensorType

    arrays = [v for v in fgraph.variables if isinstance(v.type, TensorType)]
    given = [variable for variable in fgraph.inputs if isinstance(variable.type, TensorType)]
    missing = [variable for variable in given if variable not in input_shapes]
    if missing:
        raise ValueError(f"the shape of the input {missing[0]} is not given")
    sizes = function(given, [variable.shape for variable in arrays], on_unused_input="ignore")
    values = [np.zeros(tuple(input_shapes[variable]), variable.dtype) for variable in given]
    return {variable: tuple(int(n) for n in shape) for variable, shape in zip(arrays, sizes(*values))}
