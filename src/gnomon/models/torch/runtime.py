"""Devices, gradients on and off, compilation, distribution: what shapes do not depend on."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    UNKNOWN,
    DictValue,
    Iteration,
    Modelled,
    SequenceValue,
    Shape,
    TakesAnything,
    Tensor,
    Unknown,
    constant,
    dtypes,
    function,
    host,
    modelled,
    state,
    symbol,
    text,
    unknown_of,
)
from gnomon.models.python.harmless import returning
from gnomon.models.registry import STARTS
from gnomon.models.torch.common import words
from gnomon.models.torch.layers.module import Module
from gnomon.values import ABSENT
from gnomon.values.promotion import AUTOCAST


@modelled("torch.device")
class Device(Modelled):
    """Where tensors live."""

    def __init__(self, type: Any = None, index: Any = None) -> None:
        name = text(type)
        self.type = unknown_of("str") if name is None else name.partition(":")[0]
        self.index = unknown_of("int")

    @staticmethod
    def of(tensor: Any) -> Device:
        """Return the device of a tensor."""
        made: Device = Device.__new__(Device)
        made.__dict__["type"] = unknown_of("str")
        made.__dict__["index"] = unknown_of("int")
        return made

    def __enter__(self) -> Any:
        return self


class Context(TakesAnything):
    """A context manager that may also decorate a function: what it wraps stays what it is."""

    def __enter__(self) -> Any:
        return self

    def __call__(self, wrapped: Any = None, *rest: Any, **keywords: Any) -> Any:
        return wrapped

    def clone(self) -> Any:
        """Return another one."""
        return self

    def step(self, *arguments: Any, **keywords: Any) -> None:
        """Count a step (profilers)."""

    def key_averages(self, *arguments: Any, **keywords: Any) -> Any:
        """Return what was measured."""
        return UNKNOWN


CONTEXTS = words(
    "torch.no_grad torch.enable_grad torch.inference_mode torch.autograd.no_grad "
    "torch.autograd.enable_grad torch.autograd.set_detect_anomaly torch.autograd.detect_anomaly "
    "torch.autograd.profiler.record_function torch.autograd.profiler.profile "
    "torch.autograd.set_grad_enabled torch.autograd.inference_mode torch.autograd.graph.save_on_cpu "
    "torch.set_grad_enabled "
    "torch.cuda.device torch.cuda.stream torch.cuda.nvtx.range "
    "torch.profiler.profile torch.profiler.record_function torch.backends.cuda.sdp_kernel "
    "torch.nn.attention.sdpa_kernel torch.accelerator.device_index torch.npu.stream "
    "torch.backends.cudnn.flags torch.random.fork_rng "
    "torch.jit.optimized_execution torch.jit.fuser torch.serialization.safe_globals "
    "torch.utils.flop_counter.FlopCounterMode torch.distributed.autograd.context torch.amp.custom_fwd "
    "torch.amp.custom_bwd torch.cuda.amp.custom_fwd torch.cuda.amp.custom_bwd "
    "torch.nn.parallel.DistributedDataParallel.no_sync torch.nn.utils.skip_init_context "
    "torch.device_context torch.nn.utils.parametrize.cached torch.onnx.select_model_mode_for_export "
    "torch.sparse.check_sparse_tensor_invariants torch.overrides.TorchFunctionMode "
    "torch.utils._python_dispatch.TorchDispatchMode"
)
for _name in CONTEXTS:
    modelled(_name)(type(_name.rpartition(".")[2], (Context,), {"__doc__": Context.__doc__}))


@function(
    "torch.cuda.amp.custom_fwd", "torch.amp.custom_fwd", "torch.cuda.amp.custom_bwd", tensor=False, raw=True
)
def custom(wrapped: Any = None, **keywords: Any) -> Any:
    """Decorate a function of a user's autograd function."""
    return wrapped if wrapped is not None else Context()


@modelled("torch.autocast", "torch.amp.autocast", "torch.amp.autocast_mode.autocast")
class Autocast(Context):
    """Mixed precision: PyTorch chooses the dtypes of floats, until the context is left."""

    only_forgets: Any = True
    """Within it less is known: a program that may enter it is taken to."""

    def __init__(
        self, device_type: Any = None, dtype: Any = None, enabled: Any = True, *rest: Any, **more: Any
    ) -> None:
        self.on = enabled is not False
        self.device = text(device_type)
        self.held: tuple[Any, ...] = ()

    def __enter__(self) -> Any:
        self.held = (AUTOCAST.get("on"), AUTOCAST.get("device"))
        if self.on:
            state.write(AUTOCAST, "on", True)
            state.write(AUTOCAST, "device", self.device)
        elif self.device is not None and AUTOCAST.get("device") == self.device:
            state.write(AUTOCAST, "on", False)
        return self

    def restores(self) -> tuple[tuple[Any, Any, Any], ...]:
        """What to write when the context is left."""
        return tuple((AUTOCAST, key, held) for key, held in zip(("on", "device"), self.held))

    def __call__(self, wrapped: Any = None, *rest: Any, **keywords: Any) -> Any:
        """Return a decorated function: from now on its calls may choose dtypes, so that all are taken to."""
        if self.on:
            state.write(AUTOCAST, "on", True)
        return wrapped


@modelled("torch.cuda.amp.autocast", "torch.cuda.amp.autocast_mode.autocast")
class AutocastOfCuda(Autocast):
    """Mixed precision in the older form, of the GPU."""

    def __init__(self, enabled: Any = True, *rest: Any, **more: Any) -> None:
        super().__init__("cuda", enabled=enabled)


@modelled("torch.cpu.amp.autocast", "torch.cpu.amp.autocast_mode.autocast")
class AutocastOfCpu(Autocast):
    """Mixed precision in the older form, of the processor."""

    def __init__(self, enabled: Any = True, *rest: Any, **more: Any) -> None:
        super().__init__("cpu", enabled=enabled)


KEEPING = words(
    "torch.compile torch.jit.script torch.jit.ignore torch.jit.unused torch.jit.export "
    "torch.jit.interface torch.compiler.disable torch.compiler.allow_in_graph torch.jit.script_if_tracing "
    "torch.jit.freeze torch.jit.optimize_for_inference torch._dynamo.disable torch._dynamo.allow_in_graph "
    "torch.fx.wrap torch.fx.symbolic_trace torch.jit.script_method torch.compiler.set_stance "
    "torch.jit.unused torch.func.functionalize torch._assert_wrapped "
    "torch.distributed.elastic.multiprocessing.errors.record torch.multiprocessing.errors.record "
    "torch.nn.utils.convert_conv2d_weight_memory_format"
)
"""Functions that return the function or module they are given, or a decorator that does."""


@function(*KEEPING, raw=True, tensor=False)
def keep(wrapped: Any = None, *arguments: Any, **keywords: Any) -> Any:
    """Return what is given; a call without it returns a decorator."""
    return Context() if wrapped is None else wrapped


@function("torch.jit.trace", "torch.jit.trace_module", raw=True, tensor=False)
def trace(func: Any, *arguments: Any, **keywords: Any) -> Any:
    """Return the function or module that is traced."""
    return func


@function("torch.jit.is_scripting", "torch.jit.is_tracing", "torch.compiler.is_compiling", tensor=False)
@function(
    "torch._dynamo.is_compiling",
    "torch.onnx.is_in_onnx_export",
    "torch.compiler.is_dynamo_compiling",
    tensor=False,
)
@function("torch.compiler.is_exporting", "torch.overrides.has_torch_function", tensor=False)
def is_scripting(*arguments: Any) -> bool:
    """Whether the code runs inside a compiler: it runs in Python."""
    return False


@function("torch.jit.annotate", raw=True, tensor=False)
def annotate(the_type: Any, the_value: Any) -> Any:
    """Return the value."""
    return the_value


@function("torch.utils.checkpoint.checkpoint", raw=True)
def checkpoint(function: Any, *arguments: Any, **keywords: Any) -> Any:
    """Call a function, keeping less for its gradient."""
    for name in ("use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug"):
        keywords.pop(name, None)
    return host.invoke(function, *arguments, **keywords)


@function("torch.utils.checkpoint.checkpoint_sequential", raw=True)
def checkpoint_sequential(functions: Any, segments: Any, input: Any, **keywords: Any) -> Any:
    """Apply modules one after another, keeping less for their gradients."""
    seen = host.iterate(functions)
    if seen is None or seen.items is None:
        return UNKNOWN
    for single in seen.items:
        input = host.invoke(single, input)
    return input


NOTHING = words(
    "manual_seed seed set_printoptions set_num_threads set_num_interop_threads "
    "use_deterministic_algorithms set_flush_denormal set_default_device set_float32_matmul_precision "
    "set_rng_state save set_deterministic_debug_mode set_warn_always cuda.manual_seed "
    "cuda.manual_seed_all cuda.set_device cuda.synchronize cuda.empty_cache cuda.init "
    "cuda.reset_peak_memory_stats cuda.reset_max_memory_allocated cuda.ipc_collect "
    "cuda.set_per_process_memory_fraction cuda.set_rng_state cuda.set_rng_state_all cuda.nvtx.range_push "
    "cuda.nvtx.range_pop cuda.profiler.start cuda.profiler.stop cuda.memory._record_memory_history "
    "cuda.memory._dump_snapshot mps.manual_seed mps.synchronize mps.empty_cache xpu.manual_seed "
    "xpu.synchronize npu.synchronize npu.empty_cache accelerator.synchronize accelerator.set_device_index "
    "random.manual_seed random.set_rng_state autograd.backward "
    "distributed.init_process_group distributed.destroy_process_group distributed.barrier "
    "distributed.broadcast distributed.all_reduce distributed.reduce distributed.all_gather "
    "distributed.gather distributed.scatter distributed.send distributed.recv "
    "distributed.all_gather_object distributed.broadcast_object_list distributed.rpc.init_rpc "
    "distributed.rpc.shutdown distributed.all_to_all distributed.autograd.backward "
    "distributed.monitored_barrier distributed.reduce_scatter distributed.gather_object "
    "multiprocessing.spawn multiprocessing.set_start_method multiprocessing.set_sharing_strategy "
    "multiprocessing.start_processes jit.save jit.set_fusion_strategy jit.enable_onednn_fusion "
    "onnx.export hub.download_url_to_file hub.set_dir _dynamo.reset _assert testing.assert_close "
    "testing.assert_allclose backends.cuda.enable_flash_sdp backends.cuda.enable_mem_efficient_sdp "
    "backends.cuda.enable_math_sdp backends.cudnn.set_flags classes.load_library ops.load_library "
    "set_autocast_enabled clear_autocast_cache autograd.set_multithreading_enabled "
    "_C._jit_set_profiling_mode _C._jit_set_profiling_executor _C._jit_override_can_fuse_on_gpu "
    "_C._jit_override_can_fuse_on_cpu _C._jit_set_nvfuser_enabled _C._jit_set_texpr_fuser_enabled "
    "_C._jit_set_nvfuser_guard_mode distributed.checkpoint.save_state_dict "
    "distributed.checkpoint.load_state_dict distributed.checkpoint.save distributed.checkpoint.load "
    "_logging.set_logs"
)
"""Functions that return nothing."""


@function(*[f"torch.{name}" for name in NOTHING], tensor=False)
def nothing(*arguments: Any, **keywords: Any) -> None:
    """What returns nothing and changes no shapes."""
    return None


BOOLS = words(
    "cuda.is_available cuda.is_initialized cuda.is_bf16_supported backends.mps.is_available "
    "backends.mps.is_built backends.cudnn.is_available backends.cuda.is_built backends.mkl.is_available "
    "backends.openmp.is_available mps.is_available xpu.is_available npu.is_available "
    "accelerator.is_available is_grad_enabled is_autocast_enabled is_autocast_cpu_enabled "
    "is_inference_mode_enabled are_deterministic_algorithms_enabled distributed.is_available "
    "distributed.is_initialized distributed.is_nccl_available distributed.is_gloo_available "
    "distributed.is_mpi_available distributed.is_torchelastic_launched cuda.can_device_access_peer "
    "cuda.has_half backends.cudnn.is_acceptable backends.cuda.flash_sdp_enabled mtia.is_available"
)


for _name in BOOLS:
    returning(unknown_of("bool"), "torch", _name)


NUMBERS = words(
    "cuda.device_count cuda.current_device cuda.max_memory_allocated cuda.memory_allocated "
    "cuda.memory_reserved cuda.max_memory_reserved cuda.max_memory_cached cuda.memory_cached "
    "distributed.get_rank distributed.get_world_size get_num_threads get_num_interop_threads initial_seed "
    "random.initial_seed cuda.initial_seed accelerator.device_count accelerator.current_device_index "
    "xpu.device_count npu.device_count backends.cudnn.version cuda.nccl.version "
    "distributed.get_node_local_rank mps.current_allocated_memory"
)


@function(*[f"torch.{name}" for name in NUMBERS], tensor=False)
def number(*arguments: Any, **keywords: Any) -> Any:
    """A number about the machine: at least 0."""
    return symbol()


@function(
    "torch.cuda.get_device_name", "torch.cuda.memory_summary", "torch.distributed.get_backend", tensor=False
)
@function("torch.get_file_path", "torch.hub.get_dir", "torch.hub._get_torch_home", tensor=False)
@function("torch.get_float32_matmul_precision", tensor=False)
@function("torch.distributed.get_default_backend_for_device", tensor=False)
def some_text(*arguments: Any, **keywords: Any) -> Any:
    """A text about the machine."""
    return unknown_of("str")


@function("torch.get_default_device", "torch.accelerator.current_accelerator", tensor=False)
def some_device(*arguments: Any, **keywords: Any) -> Any:
    """A device."""
    return Device.of(None)


@function("torch.cuda.get_device_capability", tensor=False)
def capability(*arguments: Any) -> Any:
    """Two version numbers."""
    return symbol(), symbol()


@function(
    "torch.get_autocast_dtype", "torch.get_autocast_gpu_dtype", "torch.get_autocast_cpu_dtype", tensor=False
)
def some_dtype(*arguments: Any) -> Any:
    """A dtype that is not known."""
    return UNKNOWN


OPAQUE = words(
    "Generator Event Stream npu.Stream npu.Event npu.current_stream "
    "cuda.Event cuda.Stream cuda.current_stream cuda.default_stream cuda.get_device_properties "
    "cuda.mem_get_info cuda.CUDAGraph amp.GradScaler cuda.amp.GradScaler cpu.amp.GradScaler get_rng_state "
    "cuda.get_rng_state utils.tensorboard.SummaryWriter utils.tensorboard.writer.SummaryWriter finfo "
    "iinfo hub.load load jit.load hub.load_state_dict_from_url hub.urlparse hub.list "
    "utils.model_zoo.load_url distributed.new_group distributed.init_device_mesh "
    "distributed.device_mesh.init_device_mesh distributed._tensor.device_mesh.init_device_mesh "
    "distributed._tensor.Shard distributed._tensor.Replicate distributed.tensor.Shard "
    "distributed.tensor.Replicate distributed.tensor.parallel.ColwiseParallel "
    "distributed.tensor.parallel.RowwiseParallel distributed.tensor.parallel.SequenceParallel "
    "distributed.tensor.parallel.PrepareModuleInput distributed.tensor.parallel.PrepareModuleOutput "
    "distributed.fsdp.MixedPrecision distributed.fsdp.MixedPrecisionPolicy "
    "distributed.fsdp.FullStateDictConfig distributed.fsdp.ShardingStrategy "
    "distributed.fsdp.BackwardPrefetch distributed.rpc.remote distributed.rpc.rpc_sync "
    "distributed.rpc.rpc_async distributed.rpc.RRef distributed.rpc.get_worker_info "
    "distributed.rpc.TensorPipeRpcBackendOptions distributed.optim.DistributedOptimizer "
    "distributed.autograd.get_gradients distributed.nn.RemoteModule futures.Future futures.wait_all "
    "multiprocessing.Process multiprocessing.Queue multiprocessing.get_context multiprocessing.Pool "
    "multiprocessing.Manager profiler.schedule profiler.tensorboard_trace_handler onnx.dynamo_export "
    "onnx.ExportOptions onnx._export fx.Graph fx.GraphModule fx.Proxy fx.Tracer fx.Node fx.node.map_arg "
    "fx.replace_pattern fx.proxy.GraphAppendingTracer utils._pytree.tree_map utils._pytree.tree_flatten "
    "utils._pytree.tree_unflatten distributed.checkpoint.FileSystemWriter "
    "distributed.checkpoint.FileSystemReader distributed.checkpoint.state_dict.StateDictOptions "
    "distributed.checkpoint.state_dict.get_model_state_dict "
    "distributed.checkpoint.state_dict.set_model_state_dict "
    "distributed.checkpoint.state_dict.get_optimizer_state_dict "
    "distributed.checkpoint.state_dict.set_optimizer_state_dict "
    "serialization.get_unsafe_globals_in_checkpoint "
    "distributed.checkpoint.default_planner.DefaultSavePlanner ByteStorage.from_buffer library.Library "
    "library.custom_op "
    "nn.attention.flex_attention.create_block_mask _C._get_privateuse1_backend_name "
    "classes.NativeInterpretation.ElementwiseInterpreter utils.cpp_extension.load "
    "utils.benchmark.Timer utils.collect_env.main "
    "autograd.functional.vjp "
    "autograd.functional.jvp autograd.functional.vhp"
)
"""Functions and classes of whose results nothing is known, and which give no tensors."""


class Opaque(Modelled):
    """An object about which nothing is known."""


@function(*[f"torch.{name}" for name in OPAQUE], tensor=False)
def opaque(*arguments: Any, **keywords: Any) -> Any:
    """An object about which nothing is known."""
    return UNKNOWN


@function(
    "torch.distributed.tensor.parallel.parallelize_module",
    "torch.distributed.fsdp.fully_shard",
    raw=True,
    tensor=False,
)
@function(
    "torch.distributed.algorithms._checkpoint.checkpoint_wrapper.checkpoint_wrapper", raw=True, tensor=False
)
def sharded(module: Any, *arguments: Any, **keywords: Any) -> Any:
    """Return the module, spread over devices."""
    return module


@modelled(
    "torch.nn.DataParallel",
    "torch.nn.parallel.DataParallel",
    "torch.nn.parallel.DistributedDataParallel",
    "torch.nn.parallel.distributed.DistributedDataParallel",
    "torch.distributed.fsdp.FullyShardedDataParallel",
)
class Parallel(Module):
    """A module that runs on several devices: calls go to the module inside."""

    def __init__(self, module: Any, *arguments: Any, **keywords: Any) -> None:
        self.module = module

    def forward(self, *arguments: Any, **keywords: Any) -> Any:
        """Run the module inside."""
        return host.call(self.module, *arguments, **keywords)

    def no_sync(self) -> Any:
        """Leave gradients unsynchronised for a while."""
        return Context()


@function("torch.nn.parallel.data_parallel", raw=True)
def data_parallel(module: Any, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
    """Run a module on several devices."""
    return host.invoke(module, *inputs) if type(inputs) is tuple else host.invoke(module, inputs)


@modelled("torch.autograd.Function", "torch.autograd.function.Function")
class AutogradFunction(Modelled):
    """A function with its own gradient: `apply` runs its forward part."""


@modelled("torch.autograd.function.FunctionCtx")
class FunctionContext(Modelled):
    """What a forward part keeps for its backward part."""


@function("torch.autograd.grad")
def autograd_grad(outputs: Any, inputs: Any, *arguments: Any, **keywords: Any) -> Any:
    """Gradients: one in the shape of each input."""
    given = inputs if type(inputs) in (list, tuple) else (inputs,)
    if any(type(single) is not Tensor for single in given):
        return tuple(UNKNOWN for _ in given) if type(inputs) is not Unknown else SequenceValue(UNKNOWN)
    return tuple(Tensor(single.shape, single.dtype, "torch", site=single.site) for single in given)


@function("torch.distributed.tensor.distribute_tensor")
def distribute_tensor(
    tensor: Any, device_mesh: Any = None, placements: Any = None, *, src_data_rank: Any = 0
) -> Any:
    """The tensor, spread over devices."""
    return tensor


@function("torch.autograd.gradcheck", "torch.autograd.gradgradcheck", tensor=False)
def gradcheck(*arguments: Any, **keywords: Any) -> Any:
    """Whether gradients are right."""
    return unknown_of("bool")


@function("torch.autograd.Variable", "torch.autograd.variable.Variable")
def variable(data: Any = ABSENT, requires_grad: Any = False, volatile: Any = False) -> Any:
    """The tensor itself (old form); without one, an empty tensor."""
    return Tensor(Shape((0,)), dtypes.float32, "torch") if data is ABSENT else data


@function("torch.Size", tensor=False, raw=True)
def size_of(sizes: Any = ()) -> Any:
    """A shape as a tuple."""
    seen = host.iterate(sizes)
    return UNKNOWN if seen is None or seen.items is None else seen.items


@function("torch.typename", tensor=False)
def typename(obj: Any) -> Any:
    """The name of a type."""
    return unknown_of("str")


for _name in words(
    "contiguous_format channels_last channels_last_3d preserve_format strided sparse_coo sparse_csr "
    "per_tensor_affine"
):
    constant(f"torch.{_name}", unknown_of("memory_format"))
for _name in [
    "backends.cudnn.benchmark",
    "backends.cudnn.deterministic",
    "backends.cudnn.enabled",
    "backends.cuda.matmul.allow_tf32",
    "backends.cudnn.allow_tf32",
]:
    constant(f"torch.{_name}", unknown_of("bool"))
for _name in ("version.cuda", "version.hip", "version.git_version", "__config__", "version.__version__"):
    constant(f"torch.{_name}", unknown_of("str"))
constant("torch.__version__", unknown_of("str"))
for _name in words(
    "torch.dtype torch.layout torch.memory_format torch.qscheme torch.jit.Final torch.ScriptObject"
):
    constant(_name, unknown_of("type"))
for _name in words("MATH FLASH_ATTENTION EFFICIENT_ATTENTION CUDNN_ATTENTION OVERRIDEABLE ERROR"):
    constant(f"torch.nn.attention.SDPBackend.{_name}", unknown_of("SDPBackend"))
constant("torch.pi", 3.141592653589793)
constant("torch.e", 2.718281828459045)
constant("torch.inf", float("inf"))
constant("torch.nan", float("nan"))
constant("torch.newaxis", None)

_ = (DictValue, Iteration, Shape, dtypes)


def _start() -> None:
    state.write(AUTOCAST, "on", False)
    state.write(AUTOCAST, "device", None)


STARTS.append(_start)
