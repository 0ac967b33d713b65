"""Gradients checked against differences of values: `verify_grad`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_TOLERANCE = {"float16": 5e-2, "float32": 1e-2, "float64": 1e-4}


class GradientError(Exception):
    """A gradient that differs from what differences of values say."""

    def __init__(
        self,
        arg: int,
        err_pos: int,
        shape: Any,
        val1: Any,
        val2: Any,
        abs_err: float,
        rel_err: float,
        abs_tol: float,
        rel_tol: float,
    ) -> None:
        super().__init__()
        self.arg, self.err_pos, self.shape = arg, err_pos, shape
        self.val1, self.val2 = val1, val2
        self.abs_err, self.rel_err = abs_err, rel_err
        self.abs_tol, self.rel_tol = abs_tol, rel_tol

    def __str__(self) -> str:
        said = "".join([f"\n{argument}" for argument in self.args])
        return (
            f"the gradient by argument {self.arg} of shape {self.shape} at element {self.err_pos} is {self.val1}, but "
            f"differences of values give {self.val2}: off by {self.abs_err} (allowed {self.abs_tol}), relatively "
            f"{self.rel_err} (allowed {self.rel_tol}){said}"
        )


class numeric_grad:
    """The gradient of a function that gives one number, by differences of its values; ``gf`` holds it."""

    type_eps = {
        "float64": 1e-7,
        "float32": 3e-4,
        "float16": 1e-1,
        np.dtype("float64"): 1e-7,
        np.dtype("float32"): 3e-4,
        np.dtype("float16"): 1e-1,
    }

    def __init__(
        self, f: Callable[..., Any], pt: Any, eps: float | None = None, out_type: str | None = None
    ) -> None:
        many = isinstance(pt, (list, tuple))
        points = [np.array(point) for point in (pt if many else [pt])]
        if eps is None:
            eps = max([self.type_eps[str(point.dtype)] for point in points], default=1e-7)
        finest = min(
            [str(point.dtype) for point in points], key=lambda name: self.type_eps[name], default="float64"
        )
        points = [point.astype(finest) for point in points]
        kind = out_type if out_type is not None and out_type.startswith("complex") else finest
        start = f(*[point.copy() for point in points])
        gradients = []
        for place, point in enumerate(points):
            gradient = np.zeros(point.shape, kind)
            for element in range(point.size):
                moved = [other.copy() for other in points]
                moved[place].reshape(-1)[element] += eps
                gradient.reshape(-1)[element] = (f(*moved) - start) / eps
            gradients.append(gradient)
        self.gf: Any = gradients if many else gradients[0]

    @staticmethod
    def abs_rel_err(a: Any, b: Any) -> tuple[Any, Any]:
        """Return absolute and relative differences."""
        absolute = abs(a - b)
        return np.asarray(absolute), np.asarray(absolute / np.maximum(abs(a) + abs(b), [1e-8]))

    def abs_rel_errors(self, g_pt: Sequence[Any]) -> list[tuple[Any, Any]]:
        """Return absolute and relative differences of each gradient."""
        if len(g_pt) != len(self.gf):
            raise ValueError("argument has wrong number of elements", len(g_pt))
        for place, (mine, own) in enumerate(zip(g_pt, self.gf)):
            if mine.shape != own.shape:
                raise ValueError(f"argument element {place} has wrong shape {(mine.shape, own.shape)}")
        return [self.abs_rel_err(mine, own) for mine, own in zip(g_pt, self.gf)]

    def max_err(self, g_pt: Sequence[Any], abs_tol: float, rel_tol: float) -> tuple[int, int, float, float]:
        """Return the argument and element that break the tolerances most, and by how much."""
        worst = (-1.0, 0, 0, 0.0, 0.0)
        for place, (absolute, relative) in enumerate(self.abs_rel_errors(g_pt)):
            for name, errors in (("abs_err", absolute), ("rel_err", relative)):
                if not np.all(np.isfinite(errors)):
                    raise ValueError(f"{name} not finite", repr(errors))
            scaled = np.minimum(absolute / abs_tol, relative / rel_tol).reshape(-1)
            if not scaled.size:
                continue
            element = int(scaled.argmax())
            if scaled[element] > worst[0]:
                found = absolute.reshape(-1)[element], relative.reshape(-1)[element]
                worst = (float(scaled[element]), place, element, *found)
        return worst[1:]


def verify_grad(
    fun: Callable[..., Any],
    pt: Sequence[Any],
    n_tests: int = 2,
    rng: Any = None,
    eps: float | None = None,
    out_type: str | None = None,
    abs_tol: float | None = None,
    rel_tol: float | None = None,
    mode: Any = None,
    cast_to_output_type: bool = False,
    no_debug_ref: bool = True,
) -> None:
    """Check the gradient of a function of arrays against differences of values; a GradientError if they differ.

    ``fun`` takes variables and returns one; ``pt`` are the floats where it is checked, and ``rng`` draws the numbers that weigh
    the elements of the result.
    """
    from gnomon.theano.compile.function import function
    from gnomon.theano.compile.sharedvalue import shared
    from gnomon.theano.differentiating.reverse import grad
    from gnomon.theano.tensor.type import TensorType

    if not isinstance(pt, (list, tuple)):
        raise AssertionError(f"the points must be a list of arrays, got {type(pt).__name__}")
    points = [np.array(point) for point in pt]
    for place, point in enumerate(points):
        if str(point.dtype) not in _TOLERANCE:
            raise TypeError(
                f'verify_grad can work only with floating point inputs, but input {place} has dtype "{point.dtype}".'
            )
    loose = max([_TOLERANCE[str(point.dtype)] for point in points])
    absolute, relative = (loose if abs_tol is None else abs_tol), (loose if rel_tol is None else rel_tol)
    if rng is None:
        raise TypeError(
            "rng should be a numpy.random.RandomState; theano.tests.unittest_tools.verify_grad makes one"
        )
    inputs = [
        TensorType(str(point.dtype), [size == 1 for size in point.shape])(f"input {place}")
        for place, point in enumerate(points)
    ]
    named: dict[str, Any] = {"allow_input_downcast": True, "on_unused_input": "ignore", "mode": mode}
    out = fun(*inputs)
    if isinstance(out, list):
        raise NotImplementedError("verify_grad checks functions that give one array, not a list")
    value = function(inputs, out, **named)(*[point.copy() for point in points])

    def weights() -> Any:
        drawn = np.asarray(rng.rand(*value.shape) + 0.5)
        return drawn.astype(out.dtype) if cast_to_output_type and out.dtype == "float32" else drawn

    weight = shared(np.asarray(weights()), name="random_projection")
    cost = (weight * out).sum()
    compute = function(inputs, cost, **named)
    derive = function(inputs, grad(cost, inputs, disconnected_inputs="ignore"), **named)
    for turn in range(n_tests):
        try:
            differences = numeric_grad(compute, [point.copy() for point in points], eps, out_type)
            gradients = derive(*[point.copy() for point in points])
            place, element, off, off_by = differences.max_err(gradients, absolute, relative)
            if off > absolute and off_by > relative:
                mine, own = gradients[place].reshape(-1)[element], differences.gf[place].reshape(-1)[element]
                raise GradientError(
                    place, element, gradients[place].shape, mine, own, off, off_by, absolute, relative
                )
        except Exception as error:
            error.args += ("\nThe error happened with the following inputs:", points, "\neps:", eps)
            raise
        if turn < n_tests - 1:
            weight.set_value(np.asarray(weights()))


verify_grad.E_grad = GradientError  # type: ignore[attr-defined]
