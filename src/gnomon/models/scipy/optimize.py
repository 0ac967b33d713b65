"""`scipy.optimize`, `scipy.integrate` and `scipy.interpolate`."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, Modelled, Shape, dtypes, function, modelled, symbol, unknown_of
from gnomon.models.numpy.support import as_array, made, unknown_tensor


@modelled("scipy.optimize.OptimizeResult")
class OptimizeResult(Modelled):
    """What a minimisation returns."""

    def __init__(self, x: Any = None) -> None:
        if x is not None:
            self.x = x

    def __getitem__(self, key: Any) -> Any:
        return self.__dict__.get(key, UNKNOWN) if type(key) is str else UNKNOWN


def _start(x0: Any) -> Any:
    """Return the starting point as the vector that the solvers work on."""
    return ops.cast(ops.flatten(as_array(x0)), dtype=dtypes.float64)


@function(
    "scipy.optimize.minimize", "scipy.optimize.basinhopping", "scipy.optimize.least_squares", tensor=False
)
def minimize(fun: Any, x0: Any, *arguments: Any, **options: Any) -> Any:
    return OptimizeResult(_start(x0))


@function("scipy.optimize.fmin_l_bfgs_b")
def fmin_l_bfgs_b(func: Any, x0: Any, *arguments: Any, **options: Any) -> Any:
    return _start(x0), made(Shape(()), dtypes.float64), UNKNOWN


@function(
    "scipy.optimize.fmin", "scipy.optimize.fmin_bfgs", "scipy.optimize.fmin_cg", "scipy.optimize.fmin_ncg"
)
@function("scipy.optimize.fmin_powell", "scipy.optimize.fsolve")
def fmin(func: Any, x0: Any, *arguments: Any, **options: Any) -> Any:
    return None if options.get("full_output") or options.get("retall") else _start(x0)


@function("scipy.optimize.fmin_tnc")
def fmin_tnc(func: Any, x0: Any, *arguments: Any, **options: Any) -> Any:
    return _start(x0), UNKNOWN, UNKNOWN


@function("scipy.optimize.linear_sum_assignment")
def linear_sum_assignment(cost_matrix: Any, maximize: Any = False) -> Any:
    rows = ops.cast(ops.svd(as_array(cost_matrix), vectors=False), dtype=dtypes.int64)
    return rows, rows


@function("scipy.optimize.curve_fit", tensor=False)
def curve_fit(*arguments: Any, **options: Any) -> Any:
    count = symbol()
    if options.get("full_output"):
        return UNKNOWN
    return made(Shape((count,)), dtypes.float64), made(Shape((count, count)), dtypes.float64)


@function("scipy.integrate.odeint")
def odeint(func: Any, y0: Any, t: Any, *arguments: Any, **options: Any) -> Any:
    if options.get("full_output"):
        return None
    times = as_array(t).shape.axis(0)
    values = _start(y0).shape.axis(0)
    return made(
        Shape((symbol() if times is None else times, symbol() if values is None else values)), dtypes.float64
    )


@function("scipy.integrate.cumulative_trapezoid", "scipy.integrate.simpson", "scipy.integrate.trapezoid")
def cumulative(y: Any, *arguments: Any, **options: Any) -> Any:
    return unknown_tensor(dtypes.float64)


@function("scipy.integrate.quad", "scipy.integrate.dblquad", tensor=False)
def quad(*arguments: Any, **options: Any) -> Any:
    """A number and how far it may be off; more besides with ``full_output``."""
    return UNKNOWN if options.get("full_output") else (unknown_of("float"), unknown_of("float"))


@function("scipy.integrate.solve_ivp", tensor=False)
def solve_ivp(*arguments: Any, **options: Any) -> Any:
    return UNKNOWN


@modelled("scipy.interpolate.interp1d")
class Interp1d(Modelled):
    """A function through known points."""

    def __init__(self, x: Any, y: Any, kind: Any = "linear", axis: Any = -1, **options: Any) -> None:
        self.values = as_array(y)
        self.along = axis

    def __call__(self, x: Any) -> Any:
        if type(self.along) is not int:
            return unknown_tensor(dtypes.float64)
        return ops.cast(ops.in_place_of_axis(self.values, as_array(x), axis=self.along), dtype=None)


@modelled("scipy.interpolate.UnivariateSpline")
class UnivariateSpline(Modelled):
    """A smooth function through points of a line."""

    def __init__(
        self,
        x: Any,
        y: Any,
        w: Any = None,
        bbox: Any = (None, None),
        k: Any = 3,
        s: Any = None,
        ext: Any = 0,
        check_finite: Any = False,
    ) -> None:
        pass

    def __call__(self, x: Any, *arguments: Any, **options: Any) -> Any:
        return ops.cast(as_array(x), dtype=dtypes.float64)


@modelled("scipy.interpolate.InterpolatedUnivariateSpline")
class InterpolatedUnivariateSpline(UnivariateSpline):
    """A function through all points of a line."""

    def __init__(
        self,
        x: Any,
        y: Any,
        w: Any = None,
        bbox: Any = (None, None),
        k: Any = 3,
        ext: Any = 0,
        check_finite: Any = False,
    ) -> None:
        pass
