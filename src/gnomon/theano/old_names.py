"""Names that programs of 2016 expect of Python and NumPy, which have dropped them since."""

from __future__ import annotations

import collections
import collections.abc
import fractions
import functools
import inspect
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

ArgSpec = collections.namedtuple("ArgSpec", "args varargs keywords defaults")


class _Casts:
    """``numpy.cast``: the function that casts to a dtype, by the dtype."""

    def __getitem__(self, dtype: Any) -> Callable[[Any], Any]:
        return lambda value: np.asarray(value).astype(dtype)


OF_NUMPY: dict[str, Any] = {
    "bool": bool,
    "int": int,
    "long": int,
    "unicode": str,
    "float": float,
    "complex": complex,
    "object": object,
    "str": str,
    "bool8": np.bool_,
    "float_": np.float64,
    "complex_": np.complex128,
    "unicode_": np.str_,
    "string_": np.bytes_,
    "NaN": np.nan,
    "Inf": np.inf,
    "infty": np.inf,
    "PINF": np.inf,
    "NINF": -np.inf,
    "mat": np.asmatrix,
    "product": np.prod,
    "cumproduct": np.cumprod,
    "alltrue": np.all,
    "sometrue": np.any,
    "rank": np.ndim,
    "round_": np.round,
    "row_stack": np.vstack,
    "trapz": np.trapezoid,
    "asscalar": lambda array: np.asarray(array).item(),
    "cast": _Casts(),
    "in1d": np.isin,
    "MachAr": lambda: np.finfo(float),
    "MAXDIMS": 64,
    "find_common_type": lambda arrays, scalars: np.result_type(*arrays, *scalars),
}


def restore() -> None:
    """Give Python and NumPy the names back that they lack, for this process.

    Of what is there only NumPy's functions that join arrays are changed: they take generators again, as before NumPy 1.16.
    """
    for name in collections.abc.__all__:
        if not hasattr(collections, name):
            setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = _getargspec  # type: ignore[attr-defined]
    for module, names in (
        (np, OF_NUMPY),
        (time, {"clock": time.perf_counter}),
        (fractions, {"gcd": math.gcd}),
    ):
        for name, value in names.items():
            if name not in vars(module):
                setattr(module, name, value)
    for name, function in JOINING.items():
        setattr(np, name, function)


def _getargspec(function: Callable[..., Any]) -> ArgSpec:
    return ArgSpec(*inspect.getfullargspec(function)[:4])


def _of_listed(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that joins the arrays of a generator too."""

    @functools.wraps(function)
    def joined(arrays: Any, *rest: Any, **named: Any) -> Any:
        return function(list(arrays) if inspect.isgenerator(arrays) else arrays, *rest, **named)

    return joined


JOINING = {name: _of_listed(getattr(np, name)) for name in ("vstack", "hstack", "concatenate")}
"""NumPy's functions that join arrays, which take generators."""
