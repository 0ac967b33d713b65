"""What surrounds JAX's functions: dtypes of its own, shardings, compilation, and arrays in parts on devices."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    UNKNOWN,
    Modelled,
    Shape,
    Tensor,
    Unknown,
    alias,
    constant,
    dtypes,
    function,
    host,
    unknown_of,
)
from gnomon.models.api import shape as as_shape
from gnomon.models.jax.derivatives import Constantly, like
from gnomon.models.jax.support import as_array, chosen, made, tensor_of, under, unknown_tensor, words
from gnomon.models.jax.trees import Mismatch, map_tree
from gnomon.models.numpy.kinds import Kind
from gnomon.models.python.harmless import HARMLESS, harmless, returning

alias("jax.custom_derivatives", "jax")
alias("jax.ops.special", "jax.scipy.special")

harmless(
    "jax",
    "check_tracer_leaks debug_key_reuse enable_checks enable_custom_prng explain_cache_misses legacy_prng_key"
    " threefry_partitionable transfer_guard_device_to_device transfer_guard_device_to_host"
    " transfer_guard_host_to_device array_garbage_collection_guard no_tracing no_execution thread_guard"
    " softmax_custom_jvp make_user_context memory Ref Shard SymbolicZero CustomVJPPrimal custom_derivatives"
    " auto_pcast allow_f16_reductions",
)
harmless(
    "jax.sharding",
    "Sharding AbstractDevice AbstractMesh ManualAxisType auto_axes explicit_axes get_abstract_mesh get_mesh"
    " use_abstract_mesh make_single_device_sharding canonicalize_sharding",
)
harmless(
    "jax.experimental",
    "hijax layout array_serialization mosaic export profiler cur_qdd primal_tangent_dtype EArray"
    " colocated_python topologies serialize_executable key_reuse xla_metadata",
)
harmless(
    "jax.core",
    "AbstractValue Atom ParamDict Trace Value Shape TraceTag ShardingTypeError Primitive Jaxpr"
    " ClosedJaxpr JaxprEqn Var Literal eval_context ensure_compile_time_eval get_opaque_trace_state"
    " find_top_trace cur_sublevel",
)
returning(unknown_of("int"), "jax.core", "max_dim min_dim")
returning(UNKNOWN, "jax.core", "eval_jaxpr jaxpr_as_fun")
returning(unknown_of("int"), "jax.dtypes", "itemsize_bits")
returning(unknown_of("bool"), "jax.dtypes", "supports_inf")
returning(UNKNOWN, "jax.dtypes", "scalar_type_of to_complex_dtype to_inexact_dtype to_numeric_dtype")
harmless("jax.dtypes", "TypePromotionError")
for _name in words("prng_key float0 extended float8_e4m3fn float8_e5m2"):
    constant(f"jax.dtypes.{_name}", Kind(_name))
constant("jax.__version_info__", (0, 10, 2))
constant("jax.dtypes.bfloat16", dtypes.parse("bfloat16"))
constant("jax.float0", Kind("float0"))
returning(
    UNKNOWN,
    "jax.lax",
    "conv_general_shape_tuple conv_shape_tuple conv_transpose_shape_tuple reduce_window_shape_tuple",
)
returning(UNKNOWN, "jax.lax", "conv_general_permutations shape_as_value")
harmless(
    "jax.lax",
    "AccuracyMode ConvGeneralDilatedDimensionNumbers DotAlgorithm DotDimensionNumbers"
    " RaggedDotDimensionNumbers Tolerance",
)


@function(
    *under("jax.core", "typeof raise_to_shaped shaped_abstractify physical_aval canonicalize_shape"),
    *under("jax.core", "concrete_dim_or_error concrete_or_error canonicalize_slice"),
    "jax.dtypes.check_and_canonicalize_user_dtype",
    raw=True,
    tensor=False,
)
def described(x: Any, *arguments: Any, **keywords: Any) -> Any:
    """What describes a value: here the value itself."""
    return x


@function("jax.dtypes.default_float_dtype", tensor=False)
def default_float_dtype() -> Any:
    """The dtype of numbers with a point."""
    found = chosen(None, dtypes.float64)
    return Unknown() if found is None else found


@function("jax.ShapeDtypeStruct.like")
def like_array(x: Any) -> Any:
    """The shape and dtype of an array, used like an array."""
    return ops.positive(tensor_of(as_array(x)))


@function("jax.lax.dtype", tensor=False)
def dtype(x: Any) -> Any:
    """The dtype of an array."""
    found = as_array(x).dtype
    return Unknown() if found is None else found


# -- arrays in parts ----------------------------------------------------------------------------------


@function("jax.make_array_from_callback", "jax.make_array_from_single_device_arrays", raw=True)
def from_parts(
    shape: Any, sharding: Any = None, parts: Any = None, *arguments: Any, dtype: Any = None, **keywords: Any
) -> Any:
    """An array of a shape, made of parts."""
    seen = host.iterate(shape) if type(shape) is not tuple else None
    entries = shape if seen is None or seen.items is None else seen.items
    return made(as_shape(entries), None if dtype is None else chosen(dtype, None))


@function("jax.make_array_from_process_local_data", raw=True)
def from_local(
    sharding: Any, local_data: Any, global_shape: Any = None, *arguments: Any, **keywords: Any
) -> Any:
    """An array of the given shape; without one its sizes depend on the devices."""
    if type(global_shape) is tuple:
        return made(as_shape(global_shape), tensor_of(as_array(local_data)).dtype)
    return ops.unknown_like(as_array(local_data)) if type(local_data) is Tensor else unknown_tensor()


@function(
    *under(
        "jax.experimental.multihost_utils",
        "process_allgather host_local_array_to_global_array global_array_to_host_local_array",
    ),
    raw=True,
    tensor=False,
)
def gathered(*arguments: Any, **keywords: Any) -> Any:
    """Arrays whose sizes depend on the number of devices."""
    return UNKNOWN


# -- functions of functions -----------------------------------------------------------------------------


@function("jax.linear_transpose", raw=True, tensor=False)
def linear_transpose(fun: Any, *primals: Any, reduce_axes: Any = ()) -> Any:
    """A function that gives an array like each argument."""
    return Constantly(tuple(like(primal) for primal in primals))


@function("jax.closure_convert", raw=True, tensor=False)
def closure_convert(fun: Any, *example_args: Any) -> Any:
    """The function, and the values that it closes over: unknown."""
    return fun, UNKNOWN


class Checked(Modelled):
    """What ``checkify`` returns: called, it gives an error value and the result."""

    library_name = "jax.experimental.checkify.checkify"
    raw = True

    def __init__(self, fun: Any) -> None:
        self.fun = fun

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        return HARMLESS, host.invoke(self.fun, *arguments, **keywords)


@function("jax.experimental.checkify.checkify", raw=True, tensor=False)
def checkify(f: Any, errors: Any = None) -> Any:
    """A function that gives an error value beside its result."""
    return Checked(f)


alias("jax.checkify", "jax.experimental.checkify")
harmless(
    "jax.experimental.checkify",
    "Error ErrorCategory JaxRuntimeError Out all_checks automatic_checks check check_error debug_check div_checks"
    " float_checks index_checks init_error nan_checks user_checks",
)


@function("jax.experimental.jax2tf.convert", "jax.experimental.jax2tf.call_tf", raw=True, tensor=False)
def converted(fun: Any, *arguments: Any, **keywords: Any) -> Any:
    """A function of another library: its results are not followed."""
    return Constantly(UNKNOWN)


@function("jax.experimental.pallas.pallas_call", raw=True, tensor=False)
def pallas_call(kernel: Any, out_shape: Any, *arguments: Any, **keywords: Any) -> Any:
    """A function that gives arrays of the announced shapes."""
    try:
        return Constantly(map_tree(tensor_of, out_shape))
    except Mismatch:
        return Constantly(UNKNOWN)


harmless("jax.experimental.pallas", "BlockSpec GridSpec CompilerParams CostEstimate MemorySpace ANY when")
returning(unknown_of("int"), "jax.experimental.pallas", "program_id num_programs")


@function("jax.experimental.pallas.cdiv", tensor=False)
def cdiv(a: Any, b: Any) -> Any:
    """How many blocks of a size it takes."""
    return (a + b - 1) // b


@function("jax.experimental.ode.odeint", raw=True, tensor=False)
def odeint(func: Any, y0: Any, t: Any, *arguments: Any, **keywords: Any) -> Any:
    """The states at given times: a new first axis."""
    times = tensor_of(as_array(t)).shape
    size = times.axis(0) if times.min_rank else None
    if size is None:
        return UNKNOWN
    try:
        return map_tree(lambda leaf: ops.mapped(tensor_of(leaf), size=size), y0)
    except Mismatch:
        return UNKNOWN


@function("jax.empty_ref", raw=True)
def empty_ref(ty: Any, *arguments: Any, **keywords: Any) -> Any:
    """A new array of a described shape."""
    return tensor_of(ty) if type(ty) is Tensor else made(Shape.unknown())


returning(None, "jax", "free_ref")
