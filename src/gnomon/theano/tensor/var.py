"""Variables and constants that are arrays, under Theano's module name."""

from __future__ import annotations

from gnomon.theano.tensor.methods import _tensor_py_operators
from gnomon.theano.tensor.variables import (
    AsTensorError,
    TensorConstant,
    TensorConstantSignature,
    TensorVariable,
)

__all__ = [
    "AsTensorError",
    "TensorConstant",
    "TensorConstantSignature",
    "TensorVariable",
    "_tensor_py_operators",
]
