"""Initial values of parameters (``gn.nn.initialisers``): functions of a key, a shape, a dtype and the fans.

The fans are how many inputs an element of the result has, and how many results an input reaches; the layer knows
them. Any function ``f(key, shape, dtype, fans)`` that returns an array will do, and so do a number and an array.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod, sqrt
from typing import Any

import numpy as np

from gnomon.graph.array import Array
from gnomon.graph.errors import ArgumentError
from gnomon.graph.namespace import random
from gnomon.graph.sites import user_site
from gnomon.shapes import Dtype

Fans = tuple[int, int]
Shape = tuple[int, ...]
Initialiser = Callable[[Any, Shape, Dtype, Fans], Any]


def zeros(key: Any, shape: Shape, dtype: Dtype, fans: Fans) -> Any:
    """Zeros."""
    return np.zeros(shape, str(dtype))


def ones(key: Any, shape: Shape, dtype: Dtype, fans: Fans) -> Any:
    """Ones."""
    return np.ones(shape, str(dtype))


def constant(value: Any) -> Any:
    """A number everywhere, or the values of an array."""

    def values(key: Any, shape: Shape, dtype: Dtype, fans: Fans) -> Any:
        found = np.asarray(value).astype(str(dtype))
        return np.full(shape, found) if not found.ndim else found

    return _named(values, f"constant({value if np.ndim(value) == 0 else 'array'})")


def identity(key: Any, shape: Shape, dtype: Dtype, fans: Fans) -> Any:
    """Ones on the diagonal of a matrix."""
    if len(shape) != 2:
        raise ArgumentError(f"identity: the shape must be that of a matrix, got {shape}", user_site())
    return np.eye(*shape, dtype=str(dtype))


def normal(scale: float = 0.05) -> Any:
    """Normally distributed numbers with the standard deviation ``scale``."""
    return _named(lambda key, shape, dtype, fans: _normal(key, shape, dtype, scale), f"normal({scale})")


def uniform(limit: float = 0.05) -> Any:
    """Numbers from ``-limit`` to ``limit``, all equally likely."""
    return _named(lambda key, shape, dtype, fans: _uniform(key, shape, dtype, limit), f"uniform({limit})")


def truncated_normal(scale: float = 0.05) -> Any:
    """As `normal`, without the numbers beyond two standard deviations."""

    def values(key: Any, shape: Shape, dtype: Dtype, fans: Fans) -> Any:
        drawn = random.truncated_normal(key, -2.0, 2.0, shape, dtype=_wide(dtype))
        return np.asarray(drawn * scale).astype(str(dtype))

    return _named(values, f"truncated_normal({scale})")


def orthogonal(gain: float = 1.0) -> Any:
    """A matrix with orthogonal rows or columns, times ``gain``; more axes than two are taken together before the last."""

    def values(key: Any, shape: Shape, dtype: Dtype, fans: Fans) -> Any:
        if len(shape) < 2:
            raise ArgumentError(f"orthogonal: the shape must have two axes or more, got {shape}", user_site())
        rows, columns = prod(shape[:-1]), shape[-1]
        drawn = np.asarray(random.normal(key, (max(rows, columns), min(rows, columns)), dtype="float64"))
        matrix, triangle = np.linalg.qr(drawn)
        matrix = matrix * np.sign(np.diagonal(triangle))
        return (gain * (matrix if rows >= columns else matrix.T)).reshape(shape).astype(str(dtype))

    return _named(values, f"orthogonal({gain})")


def _scaled(
    name: str, source: str, draw: Callable[..., Any], widen: float, count: Callable[[Fans], float]
) -> Any:
    """Return an initialiser whose variance keeps that of the signal."""

    def values(key: Any, shape: Shape, dtype: Dtype, fans: Fans) -> Any:
        return draw(key, shape, dtype, sqrt(widen / max(count(fans), 1)))

    values.__doc__ = source
    return _named(values, name)


def _normal(key: Any, shape: Shape, dtype: Dtype, scale: float) -> Any:
    return np.asarray(random.normal(key, shape, dtype=_wide(dtype)) * scale).astype(str(dtype))


def _uniform(key: Any, shape: Shape, dtype: Dtype, limit: float) -> Any:
    return np.asarray(random.uniform(key, shape, low=-limit, high=limit, dtype=_wide(dtype))).astype(
        str(dtype)
    )


def _wide(dtype: Dtype) -> str:
    return "float64" if str(dtype) in ("float64", "complex128") else "float32"


def _named(function: Any, name: str) -> Any:
    function.__name__ = function.__qualname__ = name
    return function


_GLOROT = "Variance 2 / (inputs + outputs), for tanh and linear layers (Glorot and Bengio)."
_HE = "Variance 2 / inputs, for layers with relu (He and others)."
_LECUN = "Variance 1 / inputs, for layers with selu (LeCun and others)."
glorot_normal = _scaled("glorot_normal", _GLOROT, _normal, 1, lambda fans: sum(fans) / 2)
glorot_uniform = _scaled("glorot_uniform", _GLOROT, _uniform, 3, lambda fans: sum(fans) / 2)
he_normal = _scaled("he_normal", _HE, _normal, 2, lambda fans: fans[0])
he_uniform = _scaled("he_uniform", _HE, _uniform, 6, lambda fans: fans[0])
lecun_normal = _scaled("lecun_normal", _LECUN, _normal, 1, lambda fans: fans[0])
lecun_uniform = _scaled("lecun_uniform", _LECUN, _uniform, 3, lambda fans: fans[0])
unit_normal = normal(1.0)
orthonormal = orthogonal()


def initialiser(value: Any) -> Initialiser:
    """Return what draws initial values: a function as it is, a number or an array as constants."""
    if callable(value):
        return value  # type: ignore[no-any-return]
    if isinstance(value, (int, float)) or (hasattr(value, "__array__") and not isinstance(value, Array)):
        return constant(value)  # type: ignore[no-any-return]
    raise ArgumentError(
        f"initial values are a function such as gn.nn.initialisers.he_normal, a number or an array, got {value!r}",
        user_site(),
    )


def fans_of(shape: Shape) -> Fans:
    """Return the fans of a matrix (inputs, outputs), and what comes nearest for other shapes.

    >>> fans_of((784, 100)), fans_of((100,))
    ((784, 100), (100, 100))
    """
    return (prod(shape[:-1]) if len(shape) > 1 else prod(shape), shape[-1] if shape else 1)


__all__ = [
    "constant", "glorot_normal", "glorot_uniform", "he_normal", "he_uniform", "identity", "lecun_normal",
    "lecun_uniform", "normal", "ones", "orthogonal", "truncated_normal", "uniform", "zeros",
]  # fmt: skip


def __dir__() -> list[str]:
    return __all__
