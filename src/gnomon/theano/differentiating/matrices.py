"""Matrices of derivatives: Jacobians and Hessians, and what may come instead of them."""

from __future__ import annotations

from typing import Any

from gnomon.theano.gof.graph import Variable


def jacobian(
    expression: Any, wrt: Any, consider_constant: Any = None, disconnected_inputs: str = "raise"
) -> Any:
    """Return the derivatives of each element of a vector by one variable, or by each of a list."""
    from gnomon.theano.differentiating.reverse import grad
    from gnomon.theano.scan_module import scan
    from gnomon.theano.tensor.creation import arange

    if not _is_variable(expression):
        raise AssertionError(f"jacobian expects a Variable as `expression`, got {expression!r}")
    if expression.ndim > 1:
        raise AssertionError(
            f"jacobian expects a 1 dimensional variable as `expression`, got {expression.ndim} axes; use flatten first"
        )
    listed = list(wrt) if isinstance(wrt, (list, tuple)) else [wrt]
    named = {"consider_constant": consider_constant, "disconnected_inputs": disconnected_inputs}
    if expression.ndim == 0:
        return _as_given(grad(expression, listed, **named), wrt)

    def row(place: Any, *rest: Any) -> list[Any]:
        return [grad(rest[0][place], variable, **named) for variable in rest[1:]]

    found, updates = scan(row, sequences=arange(expression.shape[0]), non_sequences=[expression, *listed])
    if updates:
        raise AssertionError("an expression with updates has no Jacobian: scan gave updates")
    return _as_given(found if isinstance(found, list) else [found], wrt)


def hessian(cost: Any, wrt: Any, consider_constant: Any = None, disconnected_inputs: str = "raise") -> Any:
    """Return the second derivatives of a number by a vector, or by each of a list of vectors."""
    from gnomon.theano.differentiating.reverse import grad
    from gnomon.theano.scan_module import scan
    from gnomon.theano.tensor.creation import arange

    if not _is_variable(cost):
        raise AssertionError(f"hessian expects a Variable as `cost`, got {cost!r}")
    if cost.ndim != 0:
        raise AssertionError(f"hessian expects a 0 dimensional variable as `cost`, got {cost.ndim} axes")
    found = []
    for variable in wrt if isinstance(wrt, (list, tuple)) else [wrt]:
        if not _is_variable(variable):
            raise AssertionError(f"hessian expects Variables as `wrt`, got {variable!r}")
        if variable.ndim != 1:
            raise AssertionError(
                f"hessian expects 1 dimensional variables as `wrt`, got {variable.ndim} axes"
            )
        first = grad(
            cost, variable, consider_constant=consider_constant, disconnected_inputs=disconnected_inputs
        )

        def row(place: Any, slope: Any, x: Any) -> Any:
            return grad(slope[place], x, consider_constant=consider_constant, disconnected_inputs="ignore")

        rows, updates = scan(row, sequences=arange(first.shape[0]), non_sequences=[first, variable])
        if updates:
            raise AssertionError("a cost with updates has no Hessian: scan gave updates")
        found.append(rows)
    return _as_given(found, wrt)


def hessian_vector_product(cost: Any, wrt: Any, p: Any, **grad_kwargs: Any) -> Any:
    """Return products of second derivatives with vectors, without the matrix: derivatives of ``grad(cost, wrt) . p``."""
    from gnomon.theano.differentiating.reverse import grad

    listed = list(wrt) if isinstance(wrt, (list, tuple)) else [wrt]
    along = list(p) if isinstance(p, (list, tuple)) else [p]
    first = grad(cost, listed, **grad_kwargs)
    total = sum([(slope * vector).sum() for slope, vector in zip(first, along)])
    return _as_given(grad(total, listed, **grad_kwargs), wrt)


def _as_given(found: list[Any], wrt: Any) -> Any:
    if isinstance(wrt, tuple):
        return tuple(found)
    return found if isinstance(wrt, list) else found[0]


def _is_variable(thing: Any) -> bool:
    return isinstance(thing, Variable)
