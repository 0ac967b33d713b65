"""``torch.func``: functions mapped over an axis, differentiated, and modules called with other parameters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    ListValue,
    Modelled,
    Tensor,
    Unknown,
    function,
    host,
    symbol,
)
from gnomon.models.torch.layers.module import native_of, parameters_of


class Mismatch(Exception):
    """Axes that are not a prefix of the tree they belong to."""


def visit(tree: Any, axes: Any, apply: Callable[[Any, Any], Any]) -> Any:
    """Apply a function to each leaf of a tree and its axis; axes may be one for a whole part."""
    if type(axes) is Unknown:
        raise Mismatch
    whole = axes is None or type(axes) is int
    if whole and (
        (type(tree) is ListValue and tree.items is None)
        or (type(tree) is DictValue and tree.rest is not None)
    ):
        return apply(UNKNOWN, axes)
    parts: Any = tree.items if type(tree) is ListValue else tree
    if type(parts) is tuple:
        each: Any = (axes,) * len(parts) if whole else axes.items if type(axes) is ListValue else axes
        if type(each) is not tuple or len(each) != len(parts):
            raise Mismatch
        found = [visit(part, axis, apply) for part, axis in zip(parts, each, strict=True)]
        return tuple(found) if type(tree) is tuple else ListValue(found)
    if type(tree) is DictValue:
        alike = type(axes) is DictValue and tree.rest is None and set(axes.cell) == set(tree.cell)
        if not (whole or alike):
            raise Mismatch
        return DictValue(
            {key: visit(part, axes if whole else axes.cell[key], apply) for key, part in tree.cell.items()}
        )
    if not whole:
        raise Mismatch
    return apply(tree, axes)


class Mapped(Modelled):
    """What ``vmap`` returns: the arguments lose the mapped axis, the results gain it."""

    library_name = "torch.vmap"
    raw = True

    def __init__(self, func: Any, in_dims: Any, out_dims: Any) -> None:
        self.func = func
        self.in_dims = in_dims
        self.out_dims = out_dims

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        try:
            stripped, size = self._stripped(arguments)
            value = host.invoke(self.func, *stripped, **keywords)
            return visit(value, self.out_dims, lambda leaf, axis: _grown(leaf, axis, size))
        except Mismatch:
            return UNKNOWN

    def _stripped(self, arguments: tuple[Any, ...]) -> tuple[Any, Any]:
        """Return the arguments without the mapped axis, and its size."""
        tensors: list[Any] = []
        axes: list[int] = []
        open_size = False

        def gather(leaf: Any, axis: Any) -> Any:
            nonlocal open_size
            if axis is None:
                return leaf
            if type(leaf) is Tensor:
                tensors.append(leaf)
                axes.append(axis)
                return _Place(len(tensors) - 1)
            if type(leaf) is not Unknown:
                raise Mismatch
            open_size = True
            return Unknown()

        marks = visit(arguments, self.in_dims, gather)
        if not tensors and not open_size:
            raise Mismatch
        elements = ops.unmapped(tensors, axes=axes) if tensors else ()
        sizes = [tensor.shape.axis(axis) for tensor, axis in zip(tensors, axes, strict=True)]
        known = [size for size in sizes if size is not None]
        if len({size for size in known if type(size) is int}) > 1:
            raise Mismatch  # reported
        size = next((one for one in known if type(one) is int), known[0] if known else symbol())
        filled = visit(marks, None, lambda leaf, _: elements[leaf.index] if type(leaf) is _Place else leaf)
        return filled, size


class _Place:
    """The place of a tensor among those that are mapped."""

    def __init__(self, index: int) -> None:
        self.index = index


def _grown(leaf: Any, axis: Any, size: Any) -> Any:
    if axis is None or (type(leaf) is Unknown and leaf.tensor is None):
        return leaf
    if type(leaf) not in (Tensor, Unknown):
        raise Mismatch
    return ops.mapped(leaf, size=size, axis=axis)


@function("torch.vmap", "torch.func.vmap", "functorch.vmap", raw=True, tensor=False)
def vmap(
    func: Any, in_dims: Any = 0, out_dims: Any = 0, randomness: Any = "error", *, chunk_size: Any = None
) -> Any:
    """A function mapped over an axis of its arguments."""
    return Mapped(func, in_dims, out_dims)


class Derivative(Modelled):
    """What ``grad`` returns: called, it gives a tensor like each argument it differentiates."""

    library_name = "torch.func.grad"
    raw = True

    def __init__(self, func: Any, argnums: Any, has_aux: Any, with_value: bool) -> None:
        self.func = func
        self.argnums = argnums
        self.has_aux = has_aux
        self.with_value = with_value

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value = host.invoke(self.func, *arguments, **keywords)
        if type(self.has_aux) is not bool:
            return UNKNOWN
        aux: Any = UNKNOWN
        if self.has_aux:
            value, aux = value if type(value) is tuple and len(value) == 2 else (UNKNOWN, UNKNOWN)
        if type(value) is Tensor:
            value = ops.differentiated(value)
        gradient = _chosen(arguments, self.argnums)
        if self.with_value:
            return gradient, ((value, aux) if self.has_aux else value)
        return (gradient, aux) if self.has_aux else gradient


def _chosen(arguments: tuple[Any, ...], places: Any) -> Any:
    """Return what is like the arguments at some places."""
    if type(places) is int and -len(arguments) <= places < len(arguments):
        return like(arguments[places])
    if type(places) is tuple and all(
        type(k) is int and -len(arguments) <= k < len(arguments) for k in places
    ):
        return tuple(like(arguments[k]) for k in places)
    return UNKNOWN


def like(tree: Any) -> Any:
    """Return a tree of tensors like those of a tree."""
    try:
        return visit(tree, None, lambda leaf, _: ops.positive(leaf) if type(leaf) is Tensor else UNKNOWN)
    except Mismatch:
        return UNKNOWN


@function("torch.func.grad", "functorch.grad", raw=True, tensor=False)
def grad(func: Any, argnums: Any = 0, has_aux: Any = False) -> Any:
    """The function's derivative."""
    return Derivative(func, argnums, has_aux, with_value=False)


@function("torch.func.grad_and_value", "functorch.grad_and_value", raw=True, tensor=False)
def grad_and_value(func: Any, argnums: Any = 0, has_aux: Any = False) -> Any:
    """The function's derivative and its value."""
    return Derivative(func, argnums, has_aux, with_value=True)


class Jacobian(Modelled):
    """What ``jacrev`` returns: the result's axes, then those of the argument (twice for a Hessian)."""

    library_name = "torch.func.jacrev"
    raw = True

    def __init__(self, func: Any, argnums: Any, times: int) -> None:
        self.func = func
        self.argnums = argnums
        self.times = times

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        result = host.invoke(self.func, *arguments, **keywords)
        place = self.argnums
        if type(place) is not int or not -len(arguments) <= place < len(arguments):
            return UNKNOWN
        argument = arguments[place]
        if type(result) is not Tensor or type(argument) is not Tensor:
            return UNKNOWN
        for _ in range(self.times):
            result = ops.outer_axes(result, argument)
        return result


def _jacobian(times: int) -> Any:
    def model(func: Any, argnums: Any = 0, has_aux: Any = False, **keywords: Any) -> Any:
        return Jacobian(func, argnums if has_aux is False else None, times)

    return model


def _hessian(func: Any, argnums: Any = 0) -> Any:
    return Jacobian(func, argnums, 2)


function("torch.func.jacrev", "torch.func.jacfwd", raw=True, tensor=False)(_jacobian(1))
function("torch.func.hessian", raw=True, tensor=False)(_hessian)


@function("torch.autograd.functional.jacobian", raw=True)
def jacobian(
    func: Any,
    inputs: Any,
    create_graph: Any = False,
    strict: Any = False,
    vectorize: Any = False,
    strategy: Any = "reverse-mode",
) -> Any:
    """The derivative of each entry of a result by each entry of an input."""
    return Jacobian(func, 0, 1)(inputs) if type(inputs) is Tensor else UNKNOWN


@function("torch.autograd.functional.hessian", raw=True)
def hessian(
    func: Any,
    inputs: Any,
    create_graph: Any = False,
    strict: Any = False,
    vectorize: Any = False,
    outer_jacobian_strategy: Any = "reverse-mode",
) -> Any:
    """The second derivatives of a number by each two entries of an input."""
    return Jacobian(func, 0, 2)(inputs) if type(inputs) is Tensor else UNKNOWN


@function("torch.func.vjp", raw=True, tensor=False)
def vjp(func: Any, *primals: Any, has_aux: Any = False) -> Any:
    """The value, and a function that gives a tensor like each argument."""
    value = host.invoke(func, *primals)
    gradients = tuple(like(primal) for primal in primals)
    pullback = Pullback(gradients)
    if has_aux is False:
        return value, pullback
    return (value[0], pullback, value[1]) if type(value) is tuple and len(value) == 2 else UNKNOWN


class Pullback(Modelled):
    """The second result of ``vjp``."""

    library_name = "torch.func.vjp"
    raw = True

    def __init__(self, gradients: Any) -> None:
        self.gradients = gradients

    def __call__(self, *cotangents: Any, **keywords: Any) -> Any:
        return self.gradients


@function("torch.func.jvp", raw=True, tensor=False)
def jvp(func: Any, primals: Any, tangents: Any, *, strict: Any = False, has_aux: Any = False) -> Any:
    """The value and its tangent, which is like it."""
    if type(primals) is not tuple or has_aux is not False:
        return UNKNOWN
    value = host.invoke(func, *primals)
    return value, like(value)


@function("torch.nn.utils.stateless.functional_call", raw=True)
def stateless_call(
    module: Any,
    parameters_and_buffers: Any,
    args: Any = None,
    kwargs: Any = None,
    *,
    tie_weights: Any = True,
    strict: Any = False,
) -> Any:
    """Call a module with other parameters, which are taken to be like its own (old name)."""
    return functional_call(module, parameters_and_buffers, args, kwargs)


@function("torch.func.functional_call", raw=True)
def functional_call(
    module: Any,
    parameter_and_buffer_dicts: Any,
    args: Any = None,
    kwargs: Any = None,
    *,
    tie_weights: Any = True,
    strict: Any = False,
) -> Any:
    """Call a module with other parameters, which are taken to be like its own."""
    given = () if args is None else args if type(args) is tuple else (args,)
    named = {} if kwargs is None else kwargs
    if type(named) is DictValue:
        if named.rest is not None or not all(type(key) is str for key in named.cell):
            return UNKNOWN
        named = dict(named.cell)
    if type(named) is not dict or any(type(one) is Unknown and args is one for one in given):
        return UNKNOWN
    return host.invoke(module, *given, **named)


@function("torch.func.stack_module_state", raw=True, tensor=False)
def stack_module_state(models: Any) -> Any:
    """The parameters and buffers of several alike modules, stacked along a new first axis."""
    if type(models) is not ListValue or not models.items:
        return (UNKNOWN, UNKNOWN)
    native = native_of(models.items[0])
    found = None if native is None else parameters_of(native)
    if found is None:
        return (DictValue(rest=UNKNOWN), DictValue(rest=UNKNOWN))
    size = len(models.items)
    stacked = {name: ops.mapped(tensor, size=size, axis=0) for name, tensor in found}
    return DictValue(stacked), DictValue(rest=UNKNOWN)
