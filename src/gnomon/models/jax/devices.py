"""Devices, sharding and configuration: arrays stay as they are."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    ListValue,
    Tensor,
    Unknown,
    constant,
    function,
    host,
    symbol,
)
from gnomon.models.jax.derivatives import Constantly
from gnomon.models.jax.support import CONFIG, tensor_of, under, unknown_tensor
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.python.harmless import HARMLESS, harmless, returning

# -- devices, randomness of tracing and other things that keep arrays ---------------------------------


@function(
    *under("jax", "device_put block_until_ready copy_to_host_async typeof reshard freeze"),
    *under("jax.lax", "with_sharding_constraint stop_gradient optimization_barrier"),
    "jax.sharding.reshard",
    raw=True,
    tensor=False,
)
def kept(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """The arrays themselves."""
    return x


@function("jax.device_get", raw=True, tensor=False)
def device_get(x: Any) -> Any:
    """The arrays as those of NumPy."""
    try:
        return map_tree(_of_numpy, x)
    except Mismatch:
        return UNKNOWN


def _of_numpy(leaf: Any) -> Any:
    if type(leaf) is not Tensor:
        return leaf
    return Tensor(leaf.shape, leaf.dtype, "numpy", contents=leaf.contents, bounds=leaf.bounds, site=leaf.site)


@function("jax.new_ref", raw=True, tensor=False)
def new_ref(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """A reference to an array, which may be changed in place."""
    return Tensor(x.shape, x.dtype, "jax") if type(x) is Tensor else x


@function("jax.device_put_replicated", raw=True, tensor=False)
def device_put_replicated(x: Any, devices: Any) -> Any:
    """The arrays with a new axis for the devices."""
    try:
        return map_tree(lambda leaf: ops.mapped(tensor_of(leaf), size=symbol()), x)
    except Mismatch:
        return UNKNOWN


@function("jax.device_put_sharded", raw=True, tensor=False)
def device_put_sharded(shards: Any, devices: Any) -> Any:
    """Stacked shards."""
    return UNKNOWN


for _name in ("device_count", "local_device_count", "process_count", "host_count"):
    function(f"jax.{_name}", tensor=False)(lambda *arguments, **keywords: symbol(lower=1))
for _name in ("process_index", "host_id"):
    function(f"jax.{_name}", tensor=False)(lambda *arguments, **keywords: symbol())


@function("jax.devices", "jax.local_devices", tensor=False)
def devices(*arguments: Any, **keywords: Any) -> Any:
    """Some devices."""
    return ListValue(None, element=HARMLESS, length=symbol(lower=1))


@function("jax.enable_x64", "jax.experimental.enable_x64", tensor=False)
def enable_x64(*arguments: Any, **keywords: Any) -> Any:
    """From here on dtypes may have 64 bits."""
    CONFIG.__dict__["wide"] = (host.current, None)
    return HARMLESS


@function("jax.pure_callback", "jax.experimental.io_callback", raw=True, tensor=False)
def pure_callback(callback: Any, result_shape_dtypes: Any, *args: Any, **keywords: Any) -> Any:
    """Arrays of the shapes that were announced."""
    try:
        return map_tree(tensor_of, result_shape_dtypes)
    except Mismatch:
        return UNKNOWN


@function("jax.shard_map", "jax.experimental.shard_map.shard_map", "jax.smap", raw=True, tensor=False)
def shard_map(*arguments: Any, **keywords: Any) -> Any:
    """A function of parts of arrays: its results are unknown."""
    return Constantly(UNKNOWN)


harmless(
    "jax",
    "named_scope make_mesh Mesh NamedSharding P Device clear_caches live_arrays disable_jit"
    " debug_nans debug_infs default_device default_matmul_precision default_prng_impl log_compiles"
    " checking_leaks make_jaxpr set_mesh transfer_guard numpy_dtype_promotion numpy_rank_promotion"
    " ensure_compile_time_eval print_environment_info effects_barrier default_backend"
    " xla_computation checkpoint_policies debug profiler distributed monitoring export ffi errors"
    " stages dlpack typing interpreters lib extend tools traceback_util util api_util",
)
harmless(
    "jax.sharding",
    "Mesh NamedSharding PartitionSpec SingleDeviceSharding PositionalSharding AxisType set_mesh",
)
harmless("jax.experimental.mesh_utils", "create_device_mesh create_hybrid_device_mesh")
harmless("jax.experimental.multihost_utils", "sync_global_devices broadcast_one_to_all assert_equal")
harmless("jax.experimental.compilation_cache.compilation_cache", "set_cache_dir initialize_cache")
harmless("jax.core", "Tracer get_aval")
constant("jax.__version__", "0.10.2")
returning(Unknown("str"), "jax", "default_backend")


@function("jax.lax.axis_index", "jax.lax.axis_size", tensor=False)
def axis_index(axis_name: Any) -> Any:
    """A number of devices, or of one."""
    return unknown_tensor() if axis_name is None else symbol()
