"""What surrounds Flax's layers: errors, types, partitions, the functions behind ``linen``."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import UNKNOWN, alias, function, unknown_of
from gnomon.models.jax.support import as_array, as_jax, dtype_of, unknown_tensor
from gnomon.models.python.harmless import harmless, keeping, returning

for _path in (
    "variablelib",
    "pytreelib",
    "nn.linear",
    "nn.attention",
    "nn.normalization",
    "nn.activations",
    "nn.recurrent",
):
    alias(f"flax.nnx.{_path}", "flax.nnx")
for _path in ("statelib", "module", "transforms.transforms", "transforms.general"):
    alias(f"flax.nnx.{_path}", "flax.nnx")
alias("flax.nnx.nn.initializers", "flax.nnx.initializers")
alias("flax.nnx.nn.dtypes", "flax.linen.dtypes")
alias("flax.linen.transforms", "flax.linen")
alias("flax.linen.module", "flax.linen")
alias("flax.linen.linear", "flax.linen")
alias("flax.linen.spmd", "flax.linen")
alias("flax.linen.partitioning", "flax.linen")
alias("flax.linen.kw_only_dataclasses", "flax.struct")

harmless(
    "flax",
    "errors io ids typing traceback_util config configurations cursor",
)
harmless(
    "flax.linen",
    "broadcast Fp8DirectDotGeneralOp Fp8DotGeneral Fp8DotGeneralOp Fp8Einsum NANOOFp8DotGeneralOp fp8_ops"
    " LogicallyPartitioned PARTITION_NAME RNNCellBase Variable get_logical_axis_rules get_sharding"
    " intercept_methods logical_to_mesh_axes override_named_call param_with_axes variable_with_axes",
)
keeping("flax.linen", "wrap_method_once lift_transform fold_rngs lift_direct_transform")
harmless(
    "flax.core",
    "AxisMetadata DenyList Scope scope meta spmd lift tracers axes_scan nn partial_eval flax_dim_numbers",
)
returning(
    UNKNOWN,
    "flax.core",
    "apply init bind lazy_init vmap scan remat_scan vjp jvp custom_vjp while_loop broadcast map_axis_meta"
    " current_trace check_trace_level",
)
returning(unknown_of("str"), "flax.core", "pretty_repr")
keeping("flax.core", "jit remat")


@function("flax.core.unbox", raw=True, tensor=False)
def unbox(tree: Any) -> Any:
    """The arrays themselves."""
    return tree


@function("flax.linen.dtypes.promote_dtype", "flax.linen.promote_dtype", tensor=False)
def promote_dtype(*args: Any, dtype: Any = None, inexact: Any = True) -> Any:
    """Arrays in one dtype."""
    wanted = None if dtype is None else dtype_of(dtype)
    return [None if one is None else as_jax(ops.cast(as_array(one), dtype=wanted)) for one in args]


returning(UNKNOWN, "flax.linen.dtypes", "canonicalize_dtype")


@function("flax.linen.normalize")
def normalize(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """An array with mean 0 and variance 1."""
    return as_jax(ops.positive(as_array(x)))


@function("flax.linen.dot_product_attention_weights", "flax.nnx.dot_product_attention_weights")
def dot_product_attention_weights(query: Any, key: Any, *arguments: Any, **keywords: Any) -> Any:
    """How much each query of (*batch, length, heads, width) attends to each key."""
    q, k = as_array(query), as_array(key)
    if q.shape.rank is None or q.shape.rank != k.shape.rank or q.shape.rank < 3:
        return unknown_tensor()
    first, second = (ops.swapaxes(x, first=-2, second=-3) for x in (q, k))
    return as_jax(ops.matmul(first, second, transpose_b=True))


harmless("flax.struct", "TNode dataclass_transform")
harmless(
    "flax.traverse_util", "empty_node ModelParamTraversal Traversal TraverseTree TraverseItem TraverseAttr"
)
harmless("flax.training.train_state", "OVERWRITE_WITH_GRADIENT")
returning(UNKNOWN, "flax.serialization", "msgpack_restore register_serialization_state")
returning(unknown_of("bool"), "flax.serialization", "is_serializable")
harmless("flax.serialization", "current_path MAX_CHUNK_SIZE")
returning(UNKNOWN, "flax.jax_utils", "pmean scan_in_dim")

# -- what Flax itself is made of: trees of variables, and how they are shown ------------------------------

returning(
    UNKNOWN,
    "flax.nnx.extract",
    "from_tree from_tree2 to_tree to_tree2 snapshot get_updates clear_non_graph_nodes replace_at variable_changed"
    " copy_var_structure update_carry_variables broadcast_prefix_map find mask_at",
)
returning(None, "flax.nnx.extract", "check_no_aliases check_prefix apply_updates check_same_variables")
harmless("flax.nnx.extract", "NodeStates GraphDefState labeled")
returning(UNKNOWN, "flax.nnx.traversals", "flatten_mapping unflatten_mapping flatten_to_sequence")
returning(
    UNKNOWN,
    "flax.nnx",
    "first_from resolve_kwargs merge_inputs split_inputs default_kernel_init is_array_ref",
)
returning(UNKNOWN, "flax.nnx", "create_path_filters")
harmless("flax.nnx", "reprlib tracers proxy_caller visualization deprecations")
