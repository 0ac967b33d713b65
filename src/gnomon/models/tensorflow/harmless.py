"""Functions that change no shape: logging, files, configuration, devices; and constants of the library."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    Choice,
    DictValue,
    ListValue,
    Modelled,
    SequenceValue,
    Shape,
    TakesAnything,
    Unknown,
    constant,
    dtypes,
    host,
    modelled,
    unknown_of,
)
from gnomon.models.tensorflow.common import as_dtype, ignored, is_tensor, made, tf_function
from gnomon.models.tensorflow.data import mapped
from gnomon.models.tensorflow.scopes import Context

ignored(
    *(
        f"tensorflow.{place}.{name}"
        for place in ("logging", "compat.v1.logging", "python.platform.tf_logging")
        for name in (
            "info",
            "warn",
            "warning",
            "error",
            "debug",
            "fatal",
            "log",
            "vlog",
            "set_verbosity",
            "log_every_n",
            "log_first_n",
            "get_verbosity",
            "flush",
            "log_if",
        )
    ),
    *(
        f"tensorflow.{place}.{name}"
        for place in ("gfile", "io.gfile", "python.platform.gfile", "compat.v1.gfile")
        for name in (
            "Exists",
            "MakeDirs",
            "Glob",
            "Copy",
            "Remove",
            "Rename",
            "ListDirectory",
            "IsDirectory",
            "MkDir",
            "DeleteRecursively",
            "Stat",
            "Walk",
            "exists",
            "makedirs",
            "glob",
            "copy",
            "remove",
            "rename",
            "listdir",
            "isdir",
            "mkdir",
            "rmtree",
            "stat",
            "walk",
            "join",
            "Open",
            "GFile",
            "FastGFile",
            "Open",
        )
    ),
    *(
        f"tensorflow.{name}"
        for name in (
            "enable_eager_execution",
            "disable_eager_execution",
            "enable_v2_behavior",
            "disable_v2_behavior",
            "enable_v2_tensorshape",
            "disable_v2_tensorshape",
            "enable_resource_variables",
            "disable_resource_variables",
            "enable_control_flow_v2",
            "disable_control_flow_v2",
            "compat.v1.enable_eager_execution",
            "executing_eagerly_free",
            "config.list_physical_devices",
            "config.list_logical_devices",
            "config.experimental.list_physical_devices",
            "config.experimental.list_logical_devices",
            "config.experimental.set_memory_growth",
            "config.set_visible_devices",
            "config.experimental.set_visible_devices",
            "config.run_functions_eagerly",
            "config.experimental_run_functions_eagerly",
            "config.set_soft_device_placement",
            "config.optimizer.set_jit",
            "config.threading.set_inter_op_parallelism_threads",
            "config.threading.set_intra_op_parallelism_threads",
            "config.experimental.set_virtual_device_configuration",
            "config.set_logical_device_configuration",
            "config.experimental.VirtualDeviceConfiguration",
            "config.LogicalDeviceConfiguration",
            "config.experimental.enable_tensor_float_32_execution",
            "config.experimental_connect_to_cluster",
            "config.experimental.enable_op_determinism",
            "tpu.experimental.initialize_tpu_system",
            "test.main",
            "test.is_gpu_available",
            "test.is_built_with_cuda",
            "test.gpu_device_name",
            "sysconfig.get_include",
            "load_op_library",
            "load_file_system_library",
            "import_graph_def",
            "random.get_seed",
            "get_seed",
            "timestamp",
            "debugging.set_log_device_placement",
            "debugging.enable_check_numerics",
            "saved_model.save",
            "saved_model.simple_save",
            "saved_model.load",
            "saved_model.loader.load",
            "keras.backend.set_session",
            "saved_model.utils.build_tensor_info",
            "saved_model.signature_def_utils.build_signature_def",
            "saved_model.signature_def_utils.predict_signature_def",
            "graph_util.convert_variables_to_constants",
            "graph_util.remove_training_nodes",
            "train.Int64List_free",
            "profiler.profile",
            "profiler.experimental.start",
            "profiler.experimental.stop",
            "summary.initialize",
            "summary.flush",
            "summary.trace_on",
            "summary.trace_export",
            "summary.graph",
            "summary.should_record_summaries",
            "mixed_precision.set_global_policy_free",
            "lite.TFLiteConverter.from_keras_model",
            "lite.TFLiteConverter.from_saved_model",
            "lite.Interpreter",
            "distribute.get_replica_context",
            "contrib.summary.flush",
            "contrib.summary.initialize",
            "GraphDef",
            "python.client.device_lib.list_local_devices",
            "python_io.tf_record_iterator",
            "io.tf_record_iterator_free",
            "compat.v1.python_io.tf_record_iterator",
            "autograph.set_verbosity",
            "autograph.experimental.set_loop_options",
            "get_logger",
            "contrib.eager.enable_eager_execution",
            "sets.intersection",
            "sets.union",
            "sets.difference",
            "python.util.tf_inspect.getargspec",
            "contrib.quantize.create_training_graph",
            "tpu.shutdown_system",
            "tpu.initialize_system",
            "contrib.tpu.initialize_system",
            "contrib.tpu.shutdown_system",
            "contrib.predictor.from_saved_model",
            "contrib.layers.python.layers.utils.collect_named_outputs",
            "contrib.layers.python.layers.utils.convert_collection_to_dict",
            "contrib.framework.get_name_scope",
            "contrib.layers.python.layers.utils.constant_value",
            "train.write_graph_free",
            "keras.utils.get_file_free",
        )
    ),
)


@tf_function(
    "executing_eagerly",
    "contrib.eager.in_eager_mode",
    "inside_function",
    "compat.v1.executing_eagerly",
    tensor=False,
)
def _eagerly() -> Any:
    return Unknown("bool")


@tf_function("is_tensor", "contrib.framework.is_tensor", tensor=False)
def _is_tensor(x: Any) -> Any:
    return True if is_tensor(x) else Unknown("bool")


@tf_function("is_numeric_tensor", tensor=False)
def _is_numeric_tensor(tensor: Any) -> Any:
    return _is_tensor(tensor)


@tf_function("is_variable_initialized", tensor=False)
def _is_variable_initialized(variable: Any) -> Any:
    return _is_tensor(variable)


@tf_function(
    "contrib.util.constant_value",
    "get_static_value",
    "python.framework.tensor_util.constant_value",
    tensor=False,
)
def _static_value(tensor: Any, partial: Any = False) -> Any:
    return Unknown()


@tf_function("as_dtype", "dtypes.as_dtype", "DType", tensor=False)
def _as_dtype(type_value: Any = None, *args: Any, **kwargs: Any) -> Any:
    found = as_dtype(type_value)
    return Unknown() if found is None else found


@tf_function("compat.as_bytes", "compat.as_text", "compat.as_str", "compat.as_str_any", tensor=False)
def _compat_text(value: Any, *args: Any, **kwargs: Any) -> Any:
    return value if type(value) is str else unknown_of("str")


for _kind in dtypes.ALL:
    constant(f"tensorflow.{_kind.name}", _kind)
    constant(f"tensorflow.dtypes.{_kind.name}", _kind)
    constant(f"tensorflow.python.framework.dtypes.{_kind.name}", _kind)
for _short, _long in {"double": dtypes.float64, "half": dtypes.float16}.items():
    constant(f"tensorflow.{_short}", _long)
constant("tensorflow.newaxis", None)
constant("tensorflow.AUTO_REUSE", True)
for _name in ("DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL"):
    for _place in ("logging", "compat.v1.logging"):
        constant(f"tensorflow.{_place}.{_name}", _name)
for _name in (
    "GLOBAL_VARIABLES",
    "TRAINABLE_VARIABLES",
    "VARIABLES",
    "LOCAL_VARIABLES",
    "MODEL_VARIABLES",
    "SUMMARIES",
    "REGULARIZATION_LOSSES",
    "UPDATE_OPS",
    "GLOBAL_STEP",
    "LOSSES",
    "SAVERS",
    "INIT_OP",
    "TABLE_INITIALIZERS",
    "QUEUE_RUNNERS",
    "ACTIVATIONS",
    "WEIGHTS",
    "BIASES",
    "MOVING_AVERAGE_VARIABLES",
    "EVAL_STEP",
):
    constant(f"tensorflow.GraphKeys.{_name}", _name.lower())
for _name in ("NEAREST_NEIGHBOR", "BILINEAR", "BICUBIC", "AREA"):
    constant(f"tensorflow.image.ResizeMethod.{_name}", _name.lower().removesuffix("_neighbor"))
for _name, _value in {
    "NONE": "none",
    "SUM": "sum",
    "MEAN": "weighted_mean",
    "SUM_BY_NONZERO_WEIGHTS": "weighted_sum_by_nonzero_weights",
    "SUM_OVER_BATCH_SIZE": "weighted_sum_over_batch_size",
}.items():
    constant(f"tensorflow.losses.Reduction.{_name}", _value)
    constant(f"tensorflow.compat.v1.losses.Reduction.{_name}", _value)
for _name in ("__version__", "version.VERSION", "VERSION", "GIT_VERSION", "compat.v1.VERSION"):
    constant(f"tensorflow.{_name}", unknown_of("str"))
for _name in (
    "VariableSynchronization.ON_READ",
    "VariableAggregation.MEAN",
    "VariableSynchronization.AUTO",
    "VariableAggregation.SUM",
    "OptimizerOptions.ON_1",
    "CriticalSection",
    "saved_model.tag_constants.SERVING",
    "saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "RunOptions.FULL_TRACE",
    "saved_model.signature_constants.PREDICT_METHOD_NAME",
    "resource",
    "variant",
    "SaverDef.V2",
):
    constant(f"tensorflow.{_name}", Unknown(reason=("nothing known", f"tensorflow.{_name}")))


@modelled("tensorflow.Module")
class Module(Modelled):
    """Base of the program's own modules."""

    entry = "__call__"

    def __init__(self, name: Any = None) -> None:
        pass

    @property
    def name(self) -> Any:
        """The name of the module."""
        return unknown_of("str")

    @property
    def name_scope(self) -> Any:
        """A context."""
        return Context()

    @property
    def trainable_variables(self) -> Any:
        """All variables."""
        return ListValue(None, element=made(Shape.unknown()))

    variables = submodules = trainable_variables

    @staticmethod
    def with_name_scope(method: Any) -> Any:
        """Return the method."""
        return method


@modelled(
    "tensorflow.distribute.MirroredStrategy",
    "tensorflow.distribute.Strategy",
    "tensorflow.distribute.OneDeviceStrategy",
    "tensorflow.distribute.TPUStrategy",
    "tensorflow.distribute.experimental.TPUStrategy",
    "tensorflow.distribute.MultiWorkerMirroredStrategy",
    "tensorflow.contrib.distribute.MirroredStrategy",
    "tensorflow.distribute.experimental.MultiWorkerMirroredStrategy",
    "tensorflow.distribute.experimental.ParameterServerStrategy",
)
class Strategy(TakesAnything):
    """How a computation is spread over devices: each replica computes as usual."""

    def scope(self) -> Any:
        """A context."""
        return Context()

    def experimental_distribute_dataset(self, dataset: Any, *args: Any) -> Any:
        """The pipeline."""
        return dataset

    def run(self, fn: Any, args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """Call a function on each replica."""
        words = kwargs if type(kwargs) is dict else {}
        return host.call(fn, *args, **words) if type(args) in (tuple, list) else Unknown()

    experimental_run_v2 = run

    def _other(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown()

    reduce = experimental_local_results = gather = distribute_datasets_from_function = (
        make_dataset_iterator
    ) = _other
    num_replicas_in_sync = property(lambda self: unknown_of("int"))
    extended = property(lambda self: Unknown())


@tf_function("distribute.get_strategy", "distribute.has_strategy", tensor=False)
def _strategy() -> Any:
    return Strategy()


@tf_function(
    "nest.map_structure",
    "python.util.nest.map_structure",
    "contrib.framework.nest.map_structure",
    tensor=False,
)
def _map_structure(func: Any, *structure: Any, **kwargs: Any) -> Any:
    if len(structure) != 1:
        return Unknown()
    return mapped(lambda leaf: host.call(func, leaf), structure[0])


@tf_function("nest.flatten", "python.util.nest.flatten", "contrib.framework.nest.flatten", tensor=False)
def _flatten(structure: Any, *args: Any, **kwargs: Any) -> Any:
    leaves = _leaves(structure)
    return Unknown() if any(map(_may_hold_more, leaves)) else leaves


_STRUCTURES = (ListValue, DictValue, SequenceValue, tuple, list, dict)


def _may_hold_more(leaf: Any) -> bool:
    """Whether a leaf may be a structure itself."""
    if type(leaf) is Choice:
        return any(type(single) in _STRUCTURES or _may_hold_more(single) for single in leaf.values)
    if type(leaf) is Unknown:
        return leaf.kind is None and leaf.tensor is None
    return type(leaf) in _STRUCTURES


def _parts(structure: Any) -> list[Any]:
    """Return the parts of a structure as TensorFlow orders them: those of a dict by their keys."""
    if type(structure) is dict:
        keys = sorted(structure) if all(type(key) is str for key in structure) else list(structure)
        return [structure[key] for key in keys]
    return list(structure)


def _leaves(structure: Any) -> list[Any]:
    if type(structure) in (tuple, list, dict):
        return [leaf for part in _parts(structure) for leaf in _leaves(part)]
    return [structure]


@tf_function(
    "nest.pack_sequence_as",
    "python.util.nest.pack_sequence_as",
    "contrib.framework.nest.pack_sequence_as",
    tensor=False,
)
def _pack_sequence_as(structure: Any, flat_sequence: Any, *args: Any, **kwargs: Any) -> Any:
    return Unknown()


def _table(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("nothing known", "tensorflow.lookup"))


for _name in (
    "lookup.StaticHashTable",
    "lookup.KeyValueTensorInitializer",
    "lookup.TextFileInitializer",
    "contrib.lookup.index_table_from_file",
    "contrib.lookup.index_table_from_tensor",
    "contrib.lookup.HashTable",
    "contrib.lookup.index_to_string_table_from_file",
    "lookup.StaticVocabularyTable",
    "contrib.lookup.KeyValueTensorInitializer",
    "contrib.lookup.TextFileInitializer",
    "SparseTensorValue",
    "RaggedTensor",
    "IndexedSlices",
    "RaggedTensor.from_tensor",
    "RaggedTensor.from_row_lengths",
    "RaggedTensor.from_row_splits",
    "ragged.constant",
    "ragged.range",
    "ragged.boolean_mask",
    "ragged.stack",
    "ragged.map_flat_values",
    "sparse_concat",
    "sparse.concat",
    "sparse_split",
    "sparse.split",
    "sparse.mask",
):
    tf_function(_name, tensor=False)(_table)
