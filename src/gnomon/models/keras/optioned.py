"""Functions of each element with the options that Keras gives them; no option changes a shape."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_Function = Callable[[Any], Any]


def optioned(name: str, apply: _Function) -> Callable[..., Any]:
    """Return a function of one tensor under Keras' parameters.

    >>> optioned("leaky_relu", lambda x: x)("x", negative_slope=0.1)
    'x'
    """
    make = _OPTIONS.get(name)
    return _alone(apply) if make is None else make(apply)


def _alone(apply: _Function) -> Callable[..., Any]:
    def model(x: Any) -> Any:
        return apply(x)

    return model


def _alpha(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, alpha: Any = 1.0) -> Any:
        return apply(x)

    return model


def _slope(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, negative_slope: Any = 0.2) -> Any:
        return apply(x)

    return model


def _shrink(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, threshold: Any = 0.5) -> Any:
        return apply(x)

    return model


def _threshold(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, threshold: Any, default_value: Any) -> Any:
        return apply(x)

    return model


def _square_plus(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, b: Any = 4) -> Any:
        return apply(x)

    return model


def _gelu(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, approximate: Any = True) -> Any:
        return apply(x)

    return model


def _gelu_of_activations(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, approximate: Any = False) -> Any:
        return apply(x)

    return model


def _relu_of_activations(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, negative_slope: Any = 0.0, max_value: Any = None, threshold: Any = 0.0) -> Any:
        return apply(x)

    return model


def _round(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, decimals: Any = 0) -> Any:
        return apply(x)

    return model


def _numbers(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
        return apply(x)

    return model


def _factor(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, upper: Any = False) -> Any:
        return apply(x)

    return model


def _pseudo_inverse(apply: _Function) -> Callable[..., Any]:
    def model(x: Any, rcond: Any = None) -> Any:
        return apply(x)

    return model


_OPTIONS: dict[str, Callable[[_Function], Callable[..., Any]]] = {
    "celu": _alpha,
    "elu": _alpha,
    "leaky_relu": _slope,
    "hard_shrink": _shrink,
    "soft_shrink": _shrink,
    "threshold": _threshold,
    "squareplus": _square_plus,
    "gelu": _gelu,
    "activations.gelu": _gelu_of_activations,
    "activations.relu": _relu_of_activations,
    "round": _round,
    "nan_to_num": _numbers,
    "cholesky": _factor,
    "cholesky_inverse": _factor,
    "pinv": _pseudo_inverse,
}
