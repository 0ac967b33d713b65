"""Compiled functions, which are the functions themselves, and derivatives: ``jit``, ``grad``, ``vjp``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    FunctionValue,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    constant,
    function,
    host,
)
from gnomon.models.jax.support import CONFIG, as_array, as_jax, under
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import KEEP

constant("jax.config", CONFIG)


def is_array(value: Any) -> bool:
    """Whether a leaf of a tree can be an array: a tensor, a number, or something unknown."""
    return type(value) in (Tensor, int, float, bool, complex, Unknown)


# -- the function itself ------------------------------------------------------------------------------


def _same_function(fun: Any = None, *arguments: Any, **keywords: Any) -> Any:
    return KEEP if fun is None else fun


def _compiled(fun: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """The function, to which the arrays of NumPy that it is given are JAX's."""
    same = _same_function(fun, *arguments, **keywords)
    return same.taking(_traced) if type(same) is FunctionValue else same


def _traced(value: Any) -> Any:
    if type(value) is tuple:
        return tuple(map(_traced, value))
    return as_jax(value) if type(value) is Tensor and value.library == "numpy" else value


function(*under("jax", "jit api.jit experimental.pjit.pjit"), raw=True, tensor=False)(_compiled)

function(
    *under("jax", "checkpoint remat custom_vjp custom_jvp custom_gradient named_call"),
    *under("jax", "ad_checkpoint.checkpoint custom_batching.custom_vmap"),
    *under("equinox", "filter_jit filter_checkpoint"),
    *under("haiku", "jit remat"),
    "chex.assert_max_traces",
    raw=True,
    tensor=False,
)(_same_function)


# -- derivatives --------------------------------------------------------------------------------------


class Derivative(Modelled):
    """What ``grad`` returns: called, it gives an array like each argument it differentiates."""

    library_name = "jax.grad"
    raw = True

    def __init__(
        self, fun: Any, argnums: Any, has_aux: Any, with_value: bool, floats_only: bool = False
    ) -> None:
        self.fun = fun
        self.argnums = argnums
        self.has_aux = has_aux
        self.with_value = with_value
        self.floats_only = floats_only

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        if self.floats_only:
            self._refuse_integers(arguments)
        value = host.invoke(self.fun, *arguments, **keywords)
        aux: Any = None
        if self.has_aux is True:
            if type(value) is tuple and len(value) == 2:
                value, aux = value
            else:
                value = aux = Unknown()
        elif self.has_aux is not False:
            return UNKNOWN
        if type(value) is Tensor:
            value = ops.differentiated(value)
        gradient = self._gradient(arguments)
        if self.with_value:
            return ((value, aux) if self.has_aux else value), gradient
        return (gradient, aux) if self.has_aux else gradient

    def _refuse_integers(self, arguments: tuple[Any, ...]) -> None:
        """Report an integer by which is differentiated."""
        places = self.argnums if type(self.argnums) is tuple else (self.argnums,)
        for place in places:
            if type(place) is not int or not -len(arguments) <= place < len(arguments):
                continue
            x = arguments[place]
            kind = x.dtype.kind if type(x) is Tensor and x.dtype is not None else type(x).__name__
            if kind in ("int", "uint", "bool"):
                host.refuse(
                    "gradient",
                    "{op}: {x} is {kind}, and only floats have gradients",
                    blame=x,
                    help="make it of floats: 3.0 instead of 3, or x.astype(float)",
                    x=x,
                    kind=x.dtype if type(x) is Tensor else f"of the type {kind}",
                )

    def _gradient(self, arguments: tuple[Any, ...]) -> Any:
        places = self.argnums
        if type(places) is int:
            return like(arguments[places]) if -len(arguments) <= places < len(arguments) else UNKNOWN
        if type(places) is ListValue:
            places = places.items
        if type(places) is tuple and all(
            type(k) is int and -len(arguments) <= k < len(arguments) for k in places
        ):
            return tuple(like(arguments[k]) for k in places)
        return UNKNOWN


def like(tree: Any) -> Any:
    """Return a tree of arrays like those of a tree."""

    def leaf(value: Any) -> Any:
        if type(value) is Tensor:
            return ops.positive(value)
        return as_array(value) if type(value) in (float, int, complex) else value

    try:
        return map_tree(leaf, tree)
    except Mismatch:
        return UNKNOWN


def _derivative(with_value: bool, floats_only: bool = False) -> Any:
    def model(
        fun: Any = None,
        argnums: Any = 0,
        has_aux: Any = False,
        holomorphic: Any = False,
        allow_int: Any = False,
        reduce_axes: Any = (),
        **keywords: Any,
    ) -> Any:
        if fun is None:
            return DerivativeDecorator(has_aux, with_value)
        return Derivative(fun, argnums, has_aux, with_value, floats_only and allow_int is False)

    return model


class DerivativeDecorator(Modelled):
    """``grad(has_aux=True)`` without a function: a decorator."""

    library_name = "jax.grad"
    raw = True

    def __init__(self, has_aux: Any, with_value: bool) -> None:
        self.has_aux = has_aux
        self.with_value = with_value

    def __call__(self, fun: Any) -> Any:
        return Derivative(fun, 0, self.has_aux, self.with_value)


function("jax.grad", raw=True, tensor=False)(_derivative(False, True))
function("jax.value_and_grad", raw=True, tensor=False)(_derivative(True, True))
function("equinox.filter_grad", raw=True, tensor=False)(_derivative(False))
function("equinox.filter_value_and_grad", raw=True, tensor=False)(_derivative(True))


class Jacobian(Modelled):
    """What ``jacfwd`` returns: the result's axes, then those of the argument (twice for a Hessian)."""

    library_name = "jax.jacobian"
    raw = True

    def __init__(self, fun: Any, argnums: Any, times: int) -> None:
        self.fun = fun
        self.argnums = argnums
        self.times = times

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value = host.invoke(self.fun, *arguments, **keywords)
        place = self.argnums
        if type(place) is not int or not -len(arguments) <= place < len(arguments):
            return UNKNOWN
        argument = arguments[place]
        if type(value) is not Tensor or type(argument) is not Tensor:
            return UNKNOWN
        result = value
        for _ in range(self.times):
            result = ops.outer_axes(result, argument)
        return result


def _jacobian(times: int) -> Any:
    def model(fun: Any, argnums: Any = 0, has_aux: Any = False, **keywords: Any) -> Any:
        return Jacobian(fun, argnums if has_aux is False else None, times)

    return model


function("jax.jacfwd", "jax.jacrev", "jax.jacobian", raw=True, tensor=False)(_jacobian(1))
function("jax.hessian", raw=True, tensor=False)(_jacobian(2))


@function("jax.vjp", raw=True, tensor=False)
def vjp(fun: Any, *primals: Any, has_aux: Any = False, reduce_axes: Any = ()) -> Any:
    """The value, and a function that gives an array like each argument."""
    value = host.invoke(fun, *primals)
    pullback = Pullback(tuple(like(primal) for primal in primals))
    if has_aux is False:
        return value, pullback
    if type(value) is tuple and len(value) == 2:
        return value[0], pullback, value[1]
    return UNKNOWN, pullback, UNKNOWN


class Pullback(Modelled):
    """The second result of ``vjp``."""

    library_name = "jax.vjp"
    raw = True

    def __init__(self, gradients: tuple[Any, ...]) -> None:
        self.gradients = gradients

    def __call__(self, *cotangents: Any) -> Any:
        return self.gradients


@function("jax.jvp", raw=True, tensor=False)
def jvp(fun: Any, primals: Any, tangents: Any, has_aux: Any = False) -> Any:
    """The value and its tangent, which is like it."""
    seen = host.iterate(primals)
    if seen is None or seen.items is None or has_aux is not False:
        return UNKNOWN
    value = host.invoke(fun, *seen.items)
    return value, like(value)


@function("jax.linearize", raw=True, tensor=False)
def linearize(fun: Any, *primals: Any, **keywords: Any) -> Any:
    """The value, and a function that gives tangents like it."""
    value = host.invoke(fun, *primals)
    return value, Constantly(like(value))


class Constantly(Modelled):
    """A function that always gives the same."""

    library_name = "jax.linearize"
    raw = True

    def __init__(self, value: Any) -> None:
        self.value = value

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return self.value


@function("jax.eval_shape", raw=True, tensor=False)
def eval_shape(fun: Any, *args: Any, **keywords: Any) -> Any:
    """The shapes of the results: here the results themselves."""
    return host.invoke(fun, *args, **keywords)
