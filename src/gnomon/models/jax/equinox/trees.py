"""Trees and functions of functions of Equinox: filtered derivatives, states, what is shared."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import UNKNOWN, Modelled, Unknown, function, host, modelled, unknown_of
from gnomon.models.jax.derivatives import _jacobian, _same_function, jvp, vjp
from gnomon.models.jax.devices import pure_callback
from gnomon.models.jax.support import under
from gnomon.models.python.functions import Partial
from gnomon.models.python.harmless import harmless, keeping, returning

function("equinox.filter_jacfwd", "equinox.filter_jacrev", raw=True, tensor=False)(_jacobian(1))
function("equinox.filter_hessian", raw=True, tensor=False)(_jacobian(2))
function("equinox.filter_vjp", raw=True, tensor=False)(vjp)
function("equinox.filter_custom_vjp", "equinox.filter_custom_jvp", raw=True, tensor=False)(_same_function)
keeping("equinox", "module_update_wrapper")


@function("equinox.filter_jvp", raw=True, tensor=False)
def filter_jvp(fn: Any, primals: Any, tangents: Any, **kwargs: Any) -> Any:
    """The value and its tangent, which is like it."""
    return UNKNOWN if kwargs else jvp(fn, primals, tangents)


@function("equinox.filter_pure_callback", raw=True, tensor=False)
def filter_pure_callback(callback: Any, *args: Any, result_shape_dtypes: Any, **keywords: Any) -> Any:
    """Arrays of the shapes that were announced."""
    return pure_callback(callback, result_shape_dtypes)


@function("equinox.Partial", raw=True, tensor=False)
def partial(func: Any, /, *args: Any, **kwargs: Any) -> Any:
    """A function with some arguments given beforehand."""
    return Partial(func, *args, **kwargs)


@function(
    *under("equinox", "filter combine tree_inference"),
    "equinox.nn.inference_mode",
    raw=True,
    tensor=False,
)
def kept(pytree: Any, *arguments: Any, **keywords: Any) -> Any:
    """The tree itself."""
    return pytree


@function("equinox.error_if", "equinox.branched_error_if", raw=True, tensor=False)
def error_if(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """The arrays themselves, unless the program ends."""
    return x


@function("equinox.partition", raw=True, tensor=False)
def partition(pytree: Any, *arguments: Any, **keywords: Any) -> Any:
    """The arrays of a tree, and the rest."""
    return pytree, pytree


@function("equinox.tree_at", "equinox.tree_deserialise_leaves", raw=True, tensor=False)
def replaced(*arguments: Any, **keywords: Any) -> Any:
    """A tree with other leaves: not followed."""
    return UNKNOWN


@function("equinox.filter_eval_shape", raw=True, tensor=False)
def filter_eval_shape(fun: Any, *arguments: Any, **keywords: Any) -> Any:
    """The shapes of the results."""
    return host.invoke(fun, *arguments, **keywords)


class WithState(Modelled):
    """What ``make_with_state`` returns: called, it makes a model and its state."""

    library_name = "equinox.nn.make_with_state"
    raw = True

    def __init__(self, make_model: Any) -> None:
        self.make_model = make_model

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return host.invoke(self.make_model, *arguments, **keywords), Unknown(name="state")


@function("equinox.nn.make_with_state", raw=True, tensor=False)
def make_with_state(make_model: Any) -> Any:
    """A function that makes a model and its state."""
    return WithState(make_model)


@function("equinox.nn.delete_init_state", raw=True, tensor=False)
def delete_init_state(model: Any) -> Any:
    """The model."""
    return model


@modelled("equinox.nn.Shared")
class Shared(Modelled):
    """A tree in which one part stands in two places: called, it gives the tree."""

    def __init__(self, pytree: Any, where: Any, get: Any) -> None:
        self.pytree = pytree

    def __call__(self) -> Any:
        return self.pytree


returning(unknown_of("str"), "equinox", "tree_pformat")
returning(None, "equinox", "tree_serialise_leaves tree_pprint clear_caches tree_check")
returning(
    unknown_of("bool"), "equinox", "is_array is_inexact_array is_array_like is_inexact_array_like tree_equal"
)
returning(
    UNKNOWN,
    "equinox",
    "filter_make_jaxpr tree_flatten_one_level default_serialise_filter_spec default_deserialise_filter_spec if_array",
)
harmless(
    "equinox",
    "internal debug AbstractVar AbstractClassVar Enumeration filter_pmap filter_shard filter_closure_convert"
    " StrictConfig EquinoxRuntimeError EquinoxTracetimeError",
)
harmless("equinox.nn", "State StateIndex StatefulLayer")
