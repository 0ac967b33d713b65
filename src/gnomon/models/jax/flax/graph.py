"""``flax.nnx``: variables, graphs, derivatives and training."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Tensor,
    Unknown,
    function,
    host,
)
from gnomon.models.jax.support import as_array, under, words
from gnomon.models.python.harmless import HARMLESS, harmless, returning

# -- variables, graphs and training -------------------------------------------------------------------


@function(
    *under(
        "flax.nnx",
        "Param Variable BatchStat Cache Intermediate LoRAParam data static List Dict with_partitioning view"
        " OptVariable OptArray Perturbation VariableState Data Static with_metadata as_pure pure as_abstract vars_as",
    ),
    raw=True,
    tensor=False,
)
def kept(value: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """The value itself: a parameter stands for its array, and may be changed in place."""
    if type(value) is Tensor:
        made = Tensor(value.shape, value.dtype, value.library, contents=value.contents, site=value.site)
        made.role, made.attributes = value.role, {**(value.attributes or {}), "changes": True}
        return made
    return as_array(value) if type(value) in (int, float) else value


@function("flax.nnx.Rngs", "flax.nnx.RngStream", raw=True, tensor=False)
def rngs(*arguments: Any, **keywords: Any) -> Any:
    """Sources of keys."""
    return HARMLESS


def _same(function: Any = None, *arguments: Any, **keywords: Any) -> Any:
    from gnomon.models.python.harmless import KEEP

    return KEEP if function is None else function


for _name in words("jit remat checkpoint custom_vjp split_rngs"):
    function(f"flax.nnx.{_name}", raw=True, tensor=False)(_same)


@function("flax.nnx.cached_partial", raw=True, tensor=False)
def cached_partial(f: Any, *arguments: Any) -> Any:
    """A function with some arguments given beforehand."""
    from gnomon.models.python.functions import Partial

    return Partial(f, *arguments)


class Graph(Modelled):
    """The structure of a model, kept as the model itself."""

    library_name = "flax.nnx.GraphDef"
    raw = True

    def __init__(self, model: Any) -> None:
        self.model = model


@function("flax.nnx.split", raw=True, tensor=False)
def split(node: Any, *filters: Any) -> Any:
    """The structure of a model and its variables."""
    return (Graph(node), *(Unknown() for _ in range(max(len(filters), 1))))


@function("flax.nnx.flatten", raw=True, tensor=False)
def flatten(node: Any, **keywords: Any) -> Any:
    """The structure of a model and its variables."""
    return Graph(node), UNKNOWN


@function("flax.nnx.merge", "flax.nnx.unflatten", raw=True, tensor=False)
def merge(graphdef: Any, *states: Any, **keywords: Any) -> Any:
    """The model of a structure."""
    return graphdef.model if isinstance(graphdef, Graph) else UNKNOWN


@function("flax.nnx.clone", raw=True, tensor=False)
def clone(node: Any, *arguments: Any, **keywords: Any) -> Any:
    """The model again."""
    return node


@function("flax.nnx.eval_shape", raw=True, tensor=False)
def eval_shape(f: Any, *arguments: Any, **keywords: Any) -> Any:
    """The shapes of the results: the results themselves."""
    return host.invoke(f, *arguments, **keywords)


class Derivative(Modelled):
    """What ``nnx.grad`` returns: gradients of a model are not followed, the value is."""

    library_name = "flax.nnx.grad"
    raw = True

    def __init__(self, f: Any, has_aux: Any, with_value: bool) -> None:
        self.f = f
        self.has_aux = has_aux
        self.with_value = with_value

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        value = host.invoke(self.f, *arguments, **keywords)
        main = value[0] if self.has_aux is True and type(value) is tuple and len(value) == 2 else value
        if type(main) is Tensor and self.has_aux is not True:
            main = value = ops.differentiated(main)
        elif type(main) is Tensor:
            ops.differentiated(main)
        gradient = Unknown(name="grads")
        if self.with_value:
            return value, gradient
        if self.has_aux is True:
            return gradient, value[1] if type(value) is tuple and len(value) == 2 else UNKNOWN
        return gradient if self.has_aux is False else UNKNOWN


def _derivative(with_value: bool) -> Any:
    def model(f: Any = None, *, argnums: Any = 0, has_aux: Any = False, **keywords: Any) -> Any:
        return UNKNOWN if f is None else Derivative(f, has_aux, with_value)

    return model


function("flax.nnx.grad", raw=True, tensor=False)(_derivative(False))
function("flax.nnx.value_and_grad", raw=True, tensor=False)(_derivative(True))


@function(
    *under("flax.nnx", "scan shard_map jvp map"),
    raw=True,
    tensor=False,
)
def lifted(*arguments: Any, **keywords: Any) -> Any:
    """Lifted transformations: their results are unknown."""
    return UNKNOWN


returning(
    UNKNOWN,
    "flax.nnx",
    "state graphdef to_pure_dict to_flat_state from_flat_state filter_state pop variables",
)
returning(
    UNKNOWN,
    "flax.nnx",
    "iter_graph iter_modules merge_state split_state abstract_with_sharding get_abstract_model",
)
returning(None, "flax.nnx", "update display reseed replace_by_pure_dict use_eager_sharding set_graph_mode")
returning(
    UNKNOWN, "flax.nnx", "capture recursive_map with_vars var_defaults is_data with_attributes with_rngs"
)
harmless(
    "flax.nnx",
    "Optimizer ModelAndOptimizer MultiMetric metrics Metric State GraphDef RngState RngKey RngCount",
)
harmless(
    "flax.nnx",
    "bridge StateAxes Carry OptState tabulate get_partition_spec get_named_sharding Not OfType All",
)
returning(
    UNKNOWN,
    "flax.nnx",
    "call checkify from_tree to_tree unpack map_state prefix iter_children iter_module_children find_duplicates"
    " has_data fork_rngs variable_name_from_type variable_type_from_name check_pytree make_jaxpr",
)
returning(
    None,
    "flax.nnx",
    "restore_rngs set_metadata view_info register_data_type register_variable_name restore_int_paths",
)
harmless(
    "flax.nnx",
    "Everything Nothing WithTag FlatState GraphState NodeStates PureState MergeContext SplitContext UpdateContext"
    " VariableMetadata EMA update_context split_context merge_context current_update_context set_graph_updates"
    " using_eager_sharding RNNCellBase Initializer PARTITION_NAME",
)
harmless(
    "flax.nnx", "PathContains graph graphlib rnglib spmd logical_axis_rules DiffState StateSharding filterlib"
)
