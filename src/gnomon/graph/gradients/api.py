"""What a user calls: gradients of expressions, and of Python functions of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant, Input
from gnomon.graph.constants import as_array
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.forward import pushed
from gnomon.graph.gradients.helpers import as_given, filled, spread, zeros_like
from gnomon.graph.gradients.reverse import checked_wrt, connected, pulled, refuse_concrete, seed
from gnomon.graph.gradients.tracing import concluded, held
from gnomon.graph.sites import user_site
from gnomon.graph.traversal import replace
from gnomon.graph.trees import leaves, rebuilt
from gnomon.graph.world import create
from gnomon.shapes import Size


def grad(
    cost: Any,
    wrt: Any = None,
    *,
    consider_constant: Iterable[Array] = (),
    disconnected: str = "raise",
    argnums: int | tuple[int, ...] = 0,
    has_aux: bool = False,
) -> Any:
    """Return the gradient of a scalar expression by arrays, or the gradient function of a function.

    ``wrt`` is any array of the expression, or a tree of them (list, tuple, dict, dataclass): the result has its
    form. ``disconnected`` says what an array gets that the cost does not depend on: "raise", "zero" or "ignore"
    (None). A function is differentiated by its arguments ``argnums``; with ``has_aux`` it returns a pair of
    cost and something else, and so does its gradient.

    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x", shape=("n",))
    >>> grad(ops.sum(ops.sin(x)), x).shape
    (n,)
    """
    if callable(cost) and not isinstance(cost, Array):
        return _of_function(cost, argnums if wrt is None else wrt, has_aux, values=False)
    return value_and_grad(cost, wrt, consider_constant=consider_constant, disconnected=disconnected)[1]


def value_and_grad(
    cost: Any,
    wrt: Any = None,
    *,
    consider_constant: Iterable[Array] = (),
    disconnected: str = "raise",
    argnums: int | tuple[int, ...] = 0,
    has_aux: bool = False,
) -> Any:
    """Return the cost and its gradient, or the function that does: see `grad`."""
    if callable(cost) and not isinstance(cost, Array):
        return _of_function(cost, argnums if wrt is None else wrt, has_aux, values=True)
    g = seed(cost)
    if wrt is None:
        raise GradientError("say by which arrays: grad(cost, wrt)", user_site())
    arrays = [checked_wrt(array) for array in leaves(wrt)]
    found = pulled([cost], arrays, [g], consider_constant)
    results = [connected(array, c, disconnected) for array, c in zip(arrays, found)]
    return cost, rebuilt(wrt, iter(results))


def _of_function(
    function: Callable[..., Any], argnums: Any, has_aux: bool, values: bool
) -> Callable[..., Any]:
    many = isinstance(argnums, (tuple, list))
    numbers = tuple(argnums) if many else (argnums,)

    @wraps(function)
    def gradient(*arguments: Any, **named: Any) -> Any:
        with held(arguments, numbers) as (inputs, known):
            result = function(*inputs, **named)
            cost, aux = result if has_aux else (result, None)
            for number in numbers:
                if not -len(inputs) <= number < len(inputs):
                    raise GradientError(f"there is no argument {number} among {len(inputs)}", user_site())
            wrt = tuple([inputs[number] for number in numbers])
            value, found = value_and_grad(cost, wrt, disconnected="zero")
        gradients = found if many else found[0]
        outcome: Any = ((value, aux) if has_aux else value, gradients) if values else gradients
        if has_aux and not values:
            outcome = (gradients, aux)
        return concluded(outcome) if known else outcome

    return gradient


def vjp(
    outputs: Any, wrt: Any, cotangents: Any = None, *more: Any, consider_constant: Iterable[Array] = ()
) -> Any:
    """Return the products of cotangents of the outputs with the derivative of the outputs by ``wrt``.

    Of a function, ``vjp(function, *arguments)`` returns its value and the function that takes cotangents.

    >>> from gnomon.graph.constants import symbol
    >>> x, v = symbol("x", shape=("n",)), symbol("v", shape=("n",))
    >>> vjp(ops.exp(x), x, v).shape
    (n,)
    """
    if callable(outputs) and not isinstance(outputs, Array):
        return _vjp_of_function(outputs, (wrt, *((cotangents, *more) if cotangents is not None else ())))
    ends = leaves(outputs)
    given = [as_array(g) for g in leaves(cotangents)]
    if len(given) != len(ends):
        raise GradientError(f"{len(given)} cotangents are given for {len(ends)} outputs", user_site())
    for end, g in zip(ends, given):
        if g.ndim != end.ndim:
            raise GradientError(
                f"a cotangent has the shape of its output: {g.shape} is given for {end.shape}", user_site()
            )
    arrays = [checked_wrt(array) for array in leaves(wrt)]
    refuse_concrete(ends, arrays)
    found = pulled(ends, arrays, [as_given(g, end) for g, end in zip(given, ends)], consider_constant)
    return rebuilt(wrt, iter([zeros_like(a) if c is None else c for a, c in zip(arrays, found)]))


def _vjp_of_function(
    function: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[Any, Callable[..., Any]]:
    with held(arguments) as (inputs, known):
        value = function(*inputs)

    def pull(cotangents: Any) -> Any:
        found = vjp(value, inputs, cotangents)
        given = all(isinstance(g, Constant) or not isinstance(g, Array) for g in leaves(cotangents))
        return concluded(found) if known and given else found

    return concluded(value) if known else value, pull


def jacobian(
    outputs: Any,
    wrt: Any = None,
    *,
    argnums: int | tuple[int, ...] = 0,
    consider_constant: Iterable[Array] = (),
) -> Any:
    """Return the derivative of each entry of an output by each entry of ``wrt``: (*output, *array).

    All rows are pulled back at once, or all columns pushed forward where those are known to be fewer. Of a function
    it returns the function that gives the derivative by the arguments ``argnums``.

    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x", shape=(3,))
    >>> jacobian(ops.multiply(x, x), x).shape
    (3, 3)
    """
    if callable(outputs) and not isinstance(outputs, Array):
        return _traced(outputs, argnums if wrt is None else wrt, jacobian)
    if not isinstance(outputs, Array):
        raise GradientError(f"a jacobian is that of an array, not of {type(outputs).__name__}", user_site())
    arrays = [checked_wrt(array) for array in leaves(wrt)]
    refuse_concrete([outputs], arrays)
    return rebuilt(wrt, iter(_jacobians(outputs, arrays, consider_constant)))


def _jacobians(outputs: Array, arrays: list[Array], consider_constant: Iterable[Array]) -> list[Array]:
    total: Any = sum(array.size for array in arrays)
    if not consider_constant and _is_fewer(total, outputs.size):
        return [_columns(outputs, array) for array in arrays]
    return _rows(outputs, arrays, consider_constant)


def _is_fewer(columns: Size, rows: Size) -> bool:
    """Say whether columns are known to be fewer than rows, of which a symbol stands for many."""
    return type(columns) is int and (type(rows) is not int or columns < rows)


def _rows(outputs: Array, arrays: list[Array], consider_constant: Iterable[Array]) -> list[Array]:
    """Pull back the unit cotangents of an output, all at once."""
    g = Input(outputs.shape, outputs.dtype, name="g")
    found = pulled([outputs], arrays, [g], consider_constant)
    rows = _for_units(g, [zeros_like(a) if c is None else c for a, c in zip(arrays, found)])
    dims = outputs.shape.dims
    return [ops.reshape(row, shape=(*dims, *array.shape.dims)) for row, array in zip(rows, arrays)]


def _columns(outputs: Array, array: Array) -> Array:
    """Push the unit tangents of an array forward, all at once."""
    shape = (*outputs.shape.dims, *array.shape.dims)
    t = Input(array.shape, array.dtype, name="t")
    found = pushed([outputs], [array], [t])[0]
    if found is None:
        return spread(0.0, shape, outputs.dtype)
    columns = ops.moveaxis(_for_units(t, [found])[0], source=0, destination=-1)
    return ops.reshape(columns, shape=shape)  # type: ignore[no-any-return]


def _for_units(unit: Input, results: list[Array]) -> list[Array]:
    """Return linear functions of an array for each array that is 1 at one entry and 0 elsewhere."""
    from gnomon.graph.batching.api import for_rows

    count = unit.size
    if type(count) is int and count == 1:
        one = filled(unit, 1.0)
        return [ops.expand_dims(result, axis=0) for result in replace(results, {unit: one})]
    basis = create(ops.eye, rows=count, dtype=unit.dtype)
    return for_rows(results, {unit: ops.reshape(basis, shape=(count, *unit.shape.dims))}, count)


def hessian(
    cost: Any, wrt: Any = None, *, argnums: int | tuple[int, ...] = 0, consider_constant: Iterable[Array] = ()
) -> Any:
    """Return the second derivatives of a scalar by one array, (*array, *array), or blocks by a tree of them.

    Of a function it returns the function that gives those by the arguments ``argnums``.

    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x", shape=(3,))
    >>> hessian(ops.sum(ops.exp(x)), x).shape
    (3, 3)
    """
    if callable(cost) and not isinstance(cost, Array):
        return _traced(cost, argnums if wrt is None else wrt, hessian)
    first = grad(cost, wrt, consider_constant=consider_constant, disconnected="zero")
    arrays = [checked_wrt(array) for array in leaves(wrt)]
    refuse_concrete([cost], arrays)
    blocks = [rebuilt(wrt, iter(_jacobians(g, arrays, consider_constant))) for g in leaves(first)]
    return rebuilt(wrt, iter(blocks))


def _traced(function: Callable[..., Any], argnums: Any, derivative: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that takes a derivative of the traced result by some arguments."""
    many = isinstance(argnums, (tuple, list))
    numbers = argnums if many else (argnums,)

    @wraps(function)
    def derived(*arguments: Any, **named: Any) -> Any:
        with held(arguments, numbers) as (inputs, known):
            wrt = tuple([inputs[k] for k in argnums]) if many else inputs[argnums]
            found = derivative(function(*inputs, **named), wrt)
        return concluded(found) if known else found

    return derived


def stop_gradient(x: Any) -> Any:
    """Return the array as it is, taken as constant by gradients; also a tree of arrays."""
    return rebuilt(x, iter([ops.stop_gradient(as_array(leaf)) for leaf in leaves(x)]))
