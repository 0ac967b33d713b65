"""Functions of functions of Haiku, state, and what does nothing to shapes."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import UNKNOWN, Modelled, Shape, function, host, modelled, unknown_of
from gnomon.models.api import shape as as_shape
from gnomon.models.api import size as as_size
from gnomon.models.jax.derivatives import _derivative
from gnomon.models.jax.haiku.transform import Transformed, host_sequence
from gnomon.models.jax.loops import lax_map
from gnomon.models.jax.mapping import Mapped, MappedDecorator
from gnomon.models.jax.support import as_array, made, unknown_tensor
from gnomon.models.python.harmless import harmless, returning

function("haiku.grad", raw=True, tensor=False)(_derivative(False))
function("haiku.value_and_grad", raw=True, tensor=False)(_derivative(True))
function("haiku.map", raw=True, tensor=False)(lax_map)


@function("haiku.vmap", raw=True, tensor=False)
def vmap(
    fun: Any = None,
    in_axes: Any = 0,
    out_axes: Any = 0,
    axis_name: Any = None,
    axis_size: Any = None,
    *,
    split_rng: Any = None,
    spmd_axis_name: Any = None,
) -> Any:
    """A function mapped over an axis of its arguments."""
    if fun is None:
        return MappedDecorator(in_axes, out_axes)
    return Mapped(fun, in_axes, out_axes, axis_size if type(axis_size) is int else None)


@function("haiku.eval_shape", raw=True, tensor=False)
def eval_shape(fun: Any, *args: Any, **kwargs: Any) -> Any:
    """The shapes of the results: the results themselves."""
    return host.invoke(fun, *args, **kwargs)


@modelled("haiku.Deferred")
class Deferred(Modelled):
    """A module that is made when it is first called."""

    raw = True

    def __init__(self, factory: Any, call_methods: Any = ("__call__",)) -> None:
        self.factory = factory
        self.target: Any = None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.target is None:
            self.target = host.invoke(self.factory)
        return host.invoke(self.target, *args, **kwargs)


@function("haiku.get_state", raw=True)
def get_state(name: Any, shape: Any = None, dtype: Any = None, init: Any = None) -> Any:
    """A number that the module keeps, of the shape that it is made with."""
    return unknown_tensor() if shape is None else made(as_shape(host_sequence(shape)), None)


@function("haiku.multinomial")
def multinomial(rng: Any, logits: Any, num_samples: Any) -> Any:
    """Classes drawn for each row of logits."""
    lead = as_array(logits).shape.drop_last(1)
    if lead is None:
        return unknown_tensor()
    return made(Shape(lead.prefix, lead.run, (*lead.suffix, as_size(num_samples))), None)


@function("haiku.get_channel_index", tensor=False)
def get_channel_index(data_format: Any) -> Any:
    """Where the channels are."""
    if type(data_format) is not str:
        return unknown_of("int")
    return -1 if data_format == "channels_last" or data_format.endswith("C") else 1


@function("haiku.with_empty_state", raw=True, tensor=False)
def with_empty_state(f: Any) -> Any:
    """The pair with a state that holds nothing."""
    return Transformed(f.f, stateful=True, keyed=f.keyed) if isinstance(f, Transformed) else UNKNOWN


@function("haiku.without_state", raw=True, tensor=False)
def without_state(f: Any) -> Any:
    """The pair without its state."""
    return Transformed(f.f, stateful=False, keyed=f.keyed) if isinstance(f, Transformed) else UNKNOWN


returning(None, "haiku", "set_state replace_rng_sequence_state reserve_rng_keys")
returning(unknown_of("str"), "haiku", "to_dot current_name force_name")
returning(
    UNKNOWN,
    "haiku",
    "expand_apply get_params get_initial_state get_current_state maybe_get_rng_sequence_state lift lift_with_state"
    " transparent_lift transparent_lift_with_state layer_stack to_module",
)
harmless(
    "haiku",
    "custom_creator custom_getter custom_setter intercept_methods name_scope name_like transparent with_rng"
    " DO_NOT_STORE EMAParamsTree SNParamsTree EmbedLookupStyle GetterContext SetterContext MethodContext ModuleProtocol"
    " MultiTransformed MultiTransformedWithState TransformedWithState MutableState SupportsCall"
    " LayerStackTransparencyMapping LiftWithStateUpdater",
)
harmless("haiku.initializers", "Initializer")
