"""The settings of Theano: what each may be, and what it is at first."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_TRUE = frozenset({"true", "1", "yes", "on"})
_FALSE = frozenset({"false", "0", "no", "off", "none", ""})


class Flag:
    """A setting: its value, and how texts and values are read."""

    def __init__(self, default: Any, read: Callable[[Any], Any], doc: str = "") -> None:
        self.read = read
        self.doc = doc
        self.value = self.default = default

    def set(self, value: Any) -> None:
        """Change the value; one that is not allowed is a ValueError."""
        self.value = self.read(value)


def truth(value: Any) -> bool:
    """Read a truth value."""
    text = str(value).lower()
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise ValueError(f"{value!r} is not true or false")


def choice(*allowed: str) -> Callable[[Any], Any]:
    """Return a reader of one of some texts."""

    def read(value: Any) -> Any:
        if value not in allowed and str(value) not in allowed:
            raise ValueError(f"{value!r} is not one of {', '.join(allowed)}")
        return value

    return read


def text(value: Any) -> Any:
    """Read any text."""
    return value


def _flags(kind: Callable[[Any], Any], entries: dict[str, Any]) -> dict[str, Flag]:
    return {name: Flag(default, kind) for name, default in entries.items()}


_TRUTHS = """
    cycle_detection_fast warn_float64_ profile profile_optimizer profile_memory openmp pydotprint.with_final_apply
    DebugMode.check_c DebugMode.check_py DebugMode.check_finite DebugMode.check_preallocated_output_
    scan.allow_gc scan.allow_output_prealloc scan.debug ctc.force optimizer_verbose optimizer_verbose_ignore_
    reoptimize_unpickled_function unpickle_function print_test_value check_stack_trace_ print_active_device
    print_global_stats force_device assert_no_cpu_op_ experimental.unpickle_gpu_on_cpu experimental.local_alloc_elemwise
    experimental.local_alloc_elemwise_assert allow_pre_0_9_subtensor gpuelemwise.sync warn.ignore_bug_before_
    NanGuardMode.nan_is_error NanGuardMode.inf_is_error NanGuardMode.big_is_error lib.amdlibm lib.cnmem_
    warn.argmax_pushdown_bug warn.gpusum_01_011_0111_bug warn.sum_sum_bug warn.sum_div_dimshuffle_bug
    warn.subtensor_merge_bug warn.gpu_set_subtensor1 warn.vm_gc_bug warn.signal_conv2d_interface
    warn.reduce_join warn.inc_set_subtensor1 warn.round warn.inc_subtensor1_opt traceback.compile_
    cmodule.mac_framework_link cmodule.warn_no_version cmodule.remove_gxx_opt cmodule.compilation_warning
    cmodule.debug profiling.time_thunks profiling.min_peak_memory profiling.debugprint profiling.ignore_first_call
    """.split()
_ON = frozenset(
    """cycle_detection_fast scan.allow_gc scan.allow_output_prealloc unpickle_function DebugMode.check_c
    DebugMode.check_py DebugMode.check_finite NanGuardMode.nan_is_error NanGuardMode.inf_is_error
    NanGuardMode.big_is_error print_global_stats profiling.time_thunks experimental.local_alloc_elemwise_assert
    warn.round""".split()
)

FLAGS: dict[str, Flag] = {
    **_flags(truth, {name: name in _ON for name in _TRUTHS if not name.endswith("_")}),
    "cycle_detection": Flag("regular", choice("regular", "fast")),
    "cache_optimizations": Flag(False, truth),
    "floatX": Flag("float64", choice("float64", "float32", "float16")),
    "cast_policy": Flag("custom", choice("custom", "numpy+floatX", "numpy")),
    "int_division": Flag("int", choice("int", "raise", "floatX")),
    "warn_float64": Flag("ignore", choice("ignore", "warn", "raise", "pdb")),
    "compute_test_value": Flag("off", choice("off", "ignore", "warn", "raise", "pdb")),
    "compute_test_value_opt": Flag("off", choice("off", "ignore", "warn", "raise", "pdb")),
    "exception_verbosity": Flag("low", choice("low", "high")),
    "on_unused_input": Flag("raise", choice("raise", "warn", "ignore")),
    "on_opt_error": Flag("warn", choice("warn", "raise", "pdb", "ignore")),
    "on_shape_error": Flag("warn", choice("warn", "raise")),
    "deterministic": Flag("default", choice("default", "more")),
    "allow_gc": Flag(True, truth),
    "device": Flag("cpu", text),
    "init_gpu_device": Flag("", text),
    "contexts": Flag("", text),
    "mode": Flag("Mode", text),
    "linker": Flag("cvm", text),
    "optimizer": Flag("o4", text),
    "optimizer_excluding": Flag("", text),
    "optimizer_including": Flag("", text),
    "optimizer_requiring": Flag("", text),
    "cxx": Flag(None, text),
    "base_compiledir": Flag("~/.theano", text),
    "compiledir": Flag("~/.theano/compiledir", text),
    "compiledir_format": Flag("compiledir_%(short_platform)s", text),
    "gcc.cxxflags": Flag("", text),
    "nvcc.fastmath": Flag(False, truth),
    "nvcc.flags": Flag("", text),
    "nvcc.compiler_bindir": Flag("", text),
    "cuda.root": Flag("", text),
    "cuda.include_path": Flag("", text),
    "dnn.enabled": Flag("auto", choice("auto", "True", "False", "no_check")),
    "dnn.include_path": Flag("", text),
    "dnn.library_path": Flag("", text),
    "dnn.conv.algo_fwd": Flag("small", text),
    "dnn.conv.algo_bwd_data": Flag("none", text),
    "dnn.conv.algo_bwd_filter": Flag("none", text),
    "dnn.conv.precision": Flag("as_input_f32", text),
    "gpuarray.preallocate": Flag(0.0, float),
    "gpuarray.sched": Flag("default", text),
    "gpuarray.single_stream": Flag(True, truth),
    "lib.cnmem": Flag(0.0, float),
    "blas.ldflags": Flag("", text),
    "blas.check_openmp": Flag(True, truth),
    "openmp_elemwise_minsize": Flag(200000, int),
    "traceback.limit": Flag(8, int),
    "traceback.compile_limit": Flag(0, int),
    "tensor.cmp_sloppy": Flag(0, int),
    "tensor.local_elemwise_fusion": Flag(True, truth),
    "tensor.insert_inplace_optimizer_validate_nb": Flag(-1, int),
    "unittests.rseed": Flag("666", text),
    "numpy.seterr_all": Flag("ignore", text),
    "numpy.seterr_divide": Flag("None", text),
    "numpy.seterr_over": Flag("None", text),
    "numpy.seterr_under": Flag("None", text),
    "numpy.seterr_invalid": Flag("None", text),
    "warn.ignore_bug_before": Flag("0.9", text),
    "DebugMode.patience": Flag(10, int),
    "DebugMode.check_strides": Flag(0, int),
    "DebugMode.warn_input_not_reused": Flag(True, truth),
    "DebugMode.check_preallocated_output": Flag("", text),
    "DebugMode.check_preallocated_output_ndim": Flag(4, int),
    "profiling.n_apply": Flag(20, int),
    "profiling.n_ops": Flag(20, int),
    "profiling.output_line_width": Flag(512, int),
    "profiling.min_memory_size": Flag(1024, int),
    "profiling.destination": Flag("stderr", text),
    "optdb.position_cutoff": Flag(float("inf"), float),
    "optdb.max_use_ratio": Flag(8.0, float),
    "metaopt.verbose": Flag(0, int),
    "metaopt.optimizer_excluding": Flag("", text),
    "metaopt.optimizer_including": Flag("", text),
    "check_input": Flag(True, truth),
    "check_stack_trace": Flag("off", choice("off", "log", "warn", "raise")),
    "assert_no_cpu_op": Flag("ignore", choice("ignore", "warn", "raise", "pdb")),
    "pickle_test_value": Flag(True, truth),
    "optimizer_verbose_ignore": Flag("", text),
    "conv.assert_shape": Flag(False, truth),
    "compile.timeout": Flag(120, int),
    "compile.wait": Flag(5, int),
    "vm.lazy": Flag("None", text),
    "pthreads.inc_dir": Flag("", text),
    "pthreads.lib_dir": Flag("", text),
    "pthreads.lib": Flag("", text),
    "ctc.root": Flag("", text),
    "magma.enabled": Flag(False, truth),
    "cublas.lib": Flag("cublas", text),
    "enable_initial_driver_test": Flag(False, truth),
}
"""Every setting by name. Those that choose devices are kept, and change nothing; no `cxx` is the compiler found."""
