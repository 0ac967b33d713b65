"""NumPy's protocols: ``np.exp(x)``, ``ndarray + x`` and ``np.sum(x, axis=0)`` build expressions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gnomon.graph.errors import ArgumentError, SymbolicValueError
from gnomon.graph.sites import user_site

_UFUNCS = {
    "absolute": "abs",
    "fabs": "abs",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "conjugate": "conj",
    "true_divide": "divide",
    "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift",
    "mod": "remainder",
    "power": "pow",
    "rint": "round",
    "deg2rad": "radians",
    "rad2deg": "degrees",
}
_REDUCES = {
    "add": "sum",
    "multiply": "prod",
    "maximum": "max",
    "minimum": "min",
    "logical_and": "all",
    "logical_or": "any",
}
_RUNNING = {"add": "cumsum", "multiply": "cumprod"}


class Protocols:
    """Mixed into `Array`."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **settings: Any) -> Any:
        from gnomon.graph import namespace

        name = ufunc.__name__
        if settings.pop("out", None) is not None:
            raise SymbolicValueError(
                f"np.{name} cannot store an expression into a NumPy array (out= or an in-place operator)",
                user_site(),
                "write x = x + y instead of x += y where x is a NumPy array",
            )
        dtype = settings.pop("dtype", None)
        if method == "reduce" and name in _REDUCES:
            settings.setdefault("axis", 0)
            result = getattr(namespace, _REDUCES[name])(*inputs, **settings)
        elif method == "accumulate" and name in _RUNNING:
            settings.setdefault("axis", 0)
            result = getattr(namespace, _RUNNING[name])(*inputs, **settings)
        elif method == "outer" and not settings:
            result = namespace.outer_of(_function(namespace, name), *inputs)
        elif method == "__call__" and set(settings) <= {"casting"}:
            result = _function(namespace, name)(*inputs)
        else:
            raise ArgumentError(f"np.{name} with {method} and {settings} has no symbolic form", user_site())
        return result if dtype is None else namespace.astype(result, dtype)

    def __array_function__(
        self, function: Any, types: Any, arguments: tuple[Any, ...], settings: Mapping[str, Any]
    ) -> Any:
        from gnomon.graph.namespace.for_numpy import ADAPTED

        if settings.get("out") is not None:
            raise SymbolicValueError(f"np.{function.__name__}: out= cannot be an expression", user_site())
        adapted = ADAPTED.get(_full_name(function))
        if adapted is None:
            adapted = _by_name(function)
        return adapted(*arguments, **{key: value for key, value in settings.items() if key != "out"})


def _full_name(function: Any) -> str:
    module = function.__module__.removeprefix("numpy").lstrip(".")
    return f"{module}.{function.__name__}" if module in ("linalg", "fft") else str(function.__name__)


def _function(namespace: Any, name: str) -> Callable[..., Any]:
    found = getattr(namespace, _UFUNCS.get(name, name), None)
    if found is None:
        raise ArgumentError(f"np.{name} has no symbolic form in Gnomon", user_site())
    return found  # type: ignore[no-any-return]


def _by_name(function: Any) -> Callable[..., Any]:
    """Return Gnomon's function of the same name."""
    from gnomon.graph import namespace

    place: Any = namespace
    for part in _full_name(function).split("."):
        place = getattr(place, part, None)
    if place is None:
        raise ArgumentError(
            f"np.{_full_name(function)} has no symbolic form in Gnomon",
            user_site(),
            "evaluate first: np.asarray(x), or x.eval({...})",
        )
    return place  # type: ignore[no-any-return]
