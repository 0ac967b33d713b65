"""What a user calls: gradients of expressions, and of Python functions of arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from gnomon import ops
from gnomon.graph.array import Array, Constant
from gnomon.graph.constants import as_array, constant
from gnomon.graph.errors import GradientError
from gnomon.graph.gradients.forward import pushed
from gnomon.graph.gradients.helpers import fitted, spread, zeros_like
from gnomon.graph.gradients.reverse import checked_wrt, connected, pulled, seed
from gnomon.graph.gradients.tracing import concluded, held
from gnomon.graph.sites import user_site
from gnomon.graph.trees import leaves, rebuilt


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
    found = pulled(ends, arrays, [fitted(g, end) for g, end in zip(given, ends)], consider_constant)
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

    The sizes of the output or those of ``wrt`` must be known: whichever has fewer entries decides between reverse
    and forward mode. Of a function it returns the function that gives the derivative by the
    arguments ``argnums``.

    >>> from gnomon.graph.constants import symbol
    >>> x = symbol("x", shape=(3,))
    >>> jacobian(ops.multiply(x, x), x).shape
    (3, 3)
    """
    if callable(outputs) and not isinstance(outputs, Array):
        return _traced(outputs, argnums if wrt is None else wrt, jacobian)
    if not isinstance(outputs, Array):
        raise GradientError(f"a jacobian is that of an array, not of {type(outputs).__name__}", user_site())
    count = outputs.size
    arrays = [checked_wrt(array) for array in leaves(wrt)]
    widths = [array.size for array in arrays if isinstance(array.size, int)]
    if len(widths) == len(arrays) and not consider_constant:
        if not isinstance(count, int) or sum(widths) < count:
            return rebuilt(wrt, iter([_columns(outputs, array) for array in arrays]))
    if type(count) is not int:
        raise GradientError(
            f"the jacobian of {outputs.shape} needs known sizes", user_site(), "write numbers for the sizes"
        )
    rows = []
    for k in range(count):
        found = pulled([outputs], arrays, [_unit(outputs, k, count)], consider_constant)
        rows.append([zeros_like(a) if c is None else c for a, c in zip(arrays, found)])
    results = []
    for j, array in enumerate(arrays):
        shape = (*outputs.shape.dims, *array.shape.dims)
        if count:
            results.append(ops.reshape(ops.stack([row[j] for row in rows]), shape=shape))
        else:
            results.append(spread(0.0, shape, array.dtype))
    return rebuilt(wrt, iter(results))


def _columns(outputs: Array, array: Array) -> Array:
    """Return the derivative of an output column by column, in forward mode."""
    count = array.size
    assert isinstance(count, int)
    shape = (*outputs.shape.dims, *array.shape.dims)
    columns = [pushed([outputs], [array], [_unit(array, k, count)])[0] for k in range(count)]
    if any(column is None for column in columns) or not columns:
        return spread(0.0, shape, outputs.dtype)
    return ops.reshape(ops.stack(columns, axis=outputs.ndim), shape=shape)  # type: ignore[no-any-return]


def _unit(outputs: Array, k: int, count: int) -> Array:
    import numpy as np

    data = np.zeros(count, str(outputs.dtype))
    data[k] = 1
    return constant(data.reshape(outputs.shape.dims))


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
    blocks = [jacobian(g, wrt, consider_constant=consider_constant) for g in leaves(first)]
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
