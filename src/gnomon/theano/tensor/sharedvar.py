"""Shared arrays, under Theano's module name."""

from __future__ import annotations

from gnomon.theano.compile.sharedvalue import (
    ScalarSharedVariable,
    SharedVariable,
    TensorSharedVariable,
    scalar_constructor,
    shared,
    shared_constructor,
    tensor_constructor,
)

__all__ = [
    "ScalarSharedVariable",
    "SharedVariable",
    "TensorSharedVariable",
    "scalar_constructor",
    "shared",
    "shared_constructor",
    "tensor_constructor",
]
