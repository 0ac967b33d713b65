"""Small functions of `theano.tensor` that programs call when they write operations of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gnomon.theano.gof.graph import Constant, Variable
from gnomon.theano.tensor import symbols
from gnomon.theano.tensor.creation import is_one, size_variables
from gnomon.theano.tensor.reductions import axes_of
from gnomon.theano.tensor.variables import as_tensor_variable

numpy_diagonal_return_view = True

_TRANSFERS: list[Callable[[Any, str], Any]] = []


def transfer(var: Any, target: str) -> Any:
    """Return a variable on a device: "cpu", or what a function knows that `register_transfer` was given."""
    if target == "cpu":
        return as_tensor_variable(var)
    for function in _TRANSFERS:
        found = function(var, target)
        if found is not None:
            return found
    raise ValueError(
        f"{target!r} is no device to transfer to; there is 'cpu', and what register_transfer adds"
    )


def register_transfer(fn: Callable[[Any, str], Any]) -> None:
    """Let a function answer transfers to devices: ``fn(variable, target)`` returns a variable, or None for others."""
    _TRANSFERS.append(fn)


def check_and_normalize_axes(x: Any, axis: Any) -> list[int]:
    """Return axes as sorted numbers from 0; none is an empty list."""
    x = as_tensor_variable(x)
    if isinstance(axis, Variable) and not isinstance(axis, Constant):
        raise TypeError(f"Computation needs a constant axis. Got {axis}")
    given = axis.data if isinstance(axis, Constant) else axis
    if given is None:
        return []
    if not isinstance(given, (int, np.integer, np.ndarray, list, tuple)):
        raise TypeError(f"Axis must be an integer or several, got {given!r}")
    return list(axes_of(np.atleast_1d(given).tolist(), x.ndim) or ())


def makeKeepDims(x: Any, y: Any, axis: Any) -> Any:
    """Return a reduction ``y`` of ``x`` with the axes of size 1 that were reduced."""
    x, y = as_tensor_variable(x), as_tensor_variable(y)
    reduced = list(range(x.ndim)) if axis is None else check_and_normalize_axes(x, axis)
    left = iter(range(y.ndim))
    return y.dimshuffle(["x" if place in reduced else next(left) for place in range(x.ndim)])


def alloc_validate_shape(shape: Sequence[Any]) -> tuple[list[Any], list[bool]]:
    """Return sizes as variables, and which of them are known to be 1."""
    sizes = size_variables(shape)
    return sizes, [is_one(size) for size in sizes]


def check_equal_numpy(x: Any, y: Any) -> bool:
    """Whether two values are equal; arrays also by dtype and shape, but for rounding."""
    if isinstance(x, np.ndarray) and isinstance(y, np.ndarray):
        return x.dtype == y.dtype and x.shape == y.shape and bool(np.all(abs(x - y) < 1e-10))
    return bool(x == y)


def values_eq_approx_always_true(a: Any, b: Any) -> bool:
    """Say that any two values are near."""
    return True


def _families() -> dict[str, tuple[Any, ...]]:
    """Return the types of arrays by what programs call them: ``int_types``, ``float_vector_types`` ..."""
    made = symbols.names()
    found = {}
    for family, letters in (("int", "bwil"), ("float", "fd"), ("complex", "cz")):
        for kind in ("scalar", "vector", "matrix"):
            found[f"{family}_{kind}_types"] = tuple([made[letter + kind] for letter in letters])
        found[f"{family}_types"] = found[f"{family}_scalar_types"]
    return found


_FAMILIES = _families()
int_types, float_types, complex_types = [_FAMILIES[f"{name}_types"] for name in ("int", "float", "complex")]
globals().update(_FAMILIES)

__all__ = [
    "alloc_validate_shape",
    "check_and_normalize_axes",
    "check_equal_numpy",
    "makeKeepDims",
    "numpy_diagonal_return_view",
    "register_transfer",
    "transfer",
    "values_eq_approx_always_true",
    *_FAMILIES,
]
