"""Optimizers, gradients, savers, queues: what trains a graph and changes no shape."""

from __future__ import annotations

from typing import Any

from gnomon import ops
from gnomon.models.api import (
    ListValue,
    Modelled,
    Shape,
    TakesAnything,
    Tensor,
    Unknown,
    dtypes,
    host,
    items,
    modelled,
    unknown_of,
)
from gnomon.models.tensorflow.common import array, is_tensor, made, tf_function, whole
from gnomon.models.tensorflow.running import Operation, operation
from gnomon.ops.feeding import Written
from gnomon.shapes import Never
from gnomon.values.unseen import is_unseen


def gradient_of(source: Any) -> Any:
    """Return the gradient with regard to a tensor, or to several: of the same shapes."""
    if type(source) is Tensor:
        return ops.full_like(source)
    if type(source) in (list, tuple):
        return type(source)(gradient_of(entry) for entry in source)
    if type(source) is dict:
        return {key: gradient_of(entry) for key, entry in source.items()}
    if type(source) is ListValue:
        return ListValue(None, element=made(Shape.unknown()), length=source.length)
    return made(Shape.unknown())


class Optimizer(TakesAnything):
    """An optimizer: ``minimize`` is an operation that computes the loss and changes variables."""

    library_name = "tensorflow.train.Optimizer"

    def minimize(
        self, loss: Any, global_step: Any = None, var_list: Any = None, *args: Any, **kwargs: Any
    ) -> Operation:
        """Return the operation of one step."""
        return operation(loss)

    def compute_gradients(self, loss: Any, var_list: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Return pairs of gradient and variable."""
        listed = items(var_list) if var_list is not None else None
        if listed is None:
            pair = (made(Shape.unknown()), made(Shape.unknown()))
            return ListValue(None, element=pair)
        return [(gradient_of(entry), entry) for entry in listed]

    def apply_gradients(
        self, grads_and_vars: Any, global_step: Any = None, name: Any = None, **kwargs: Any
    ) -> Operation:
        """Return the operation that changes the variables."""
        pairs = items(grads_and_vars)
        found = [pair[0] for pair in pairs or () if type(pair) in (tuple, list) and len(pair) == 2]
        return operation(*[entry for entry in found if is_tensor(entry)])

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """Return a variable of the optimizer."""
        return Unknown()

    get_slot_names = variables = get_name = get_gradients = get_slot

    iterations = None


for _name in (
    "Optimizer",
    "GradientDescentOptimizer",
    "AdamOptimizer",
    "AdagradOptimizer",
    "AdadeltaOptimizer",
    "MomentumOptimizer",
    "RMSPropOptimizer",
    "FtrlOptimizer",
    "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer",
    "AdagradDAOptimizer",
    "SyncReplicasOptimizer",
):
    modelled(f"tensorflow.train.{_name}", f"tensorflow.python.training.optimizer.{_name}")(
        type(_name, (Optimizer,), {})
    )
for _name in (
    "contrib.opt.AdamWOptimizer",
    "contrib.opt.LazyAdamOptimizer",
    "contrib.opt.NadamOptimizer",
    "contrib.tpu.CrossShardOptimizer",
    "contrib.opt.ScipyOptimizerInterface",
    "contrib.opt.MomentumWOptimizer",
    "contrib.estimator.clip_gradients_by_norm",
    "contrib.mixed_precision.LossScaleOptimizer",
):
    modelled(f"tensorflow.{_name}")(type(_name.rpartition(".")[2], (Optimizer,), {}))


@tf_function("gradients", "python.ops.gradients.gradients", tensor=False)
def _gradients(ys: Any, xs: Any, *args: Any, **kwargs: Any) -> Any:
    if is_tensor(xs):
        return [gradient_of(xs)]
    return gradient_of(xs)


@tf_function(
    "contrib.eager.implicit_gradients",
    "contrib.eager.implicit_value_and_gradients",
    "contrib.eager.gradients_function",
    "contrib.eager.value_and_gradients_function",
    tensor=False,
)
def _gradients_function(f: Any, *args: Any, **kwargs: Any) -> Any:
    return _Gradients(f)


class _Gradients(Modelled):
    """A function that computes another one and its gradients."""

    library_name = "tensorflow.contrib.eager.gradients"

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        host.call(self.inner, *args, **kwargs)
        return Unknown(reason=("nothing known", "gradients"))


@tf_function("hessians", tensor=False)
def _hessians(ys: Any, xs: Any, *args: Any, **kwargs: Any) -> Any:
    return ListValue(None, element=made(Shape.unknown()))


@tf_function("group", tensor=False)
def _group(*inputs: Any, **kwargs: Any) -> Operation:
    flat: list[Any] = []
    for entry in inputs:
        flat.extend(entry if type(entry) in (list, tuple) else [entry])
    return operation(*flat)


@modelled("tensorflow.GradientTape", "tensorflow.contrib.eager.GradientTape")
class GradientTape(Modelled):
    """Records operations to differentiate them."""

    def __init__(self, persistent: Any = False, watch_accessed_variables: Any = True) -> None:
        pass

    def __enter__(self) -> GradientTape:
        return self

    def __exit__(self, *args: Any) -> None:
        return None

    def watch(self, tensor: Any) -> None:
        """Watch a tensor."""

    def reset(self) -> None:
        """Forget what was recorded."""

    def stop_recording(self) -> GradientTape:
        """Return a context in which nothing is recorded."""
        return self

    def watched_variables(self) -> Unknown:
        """Return the variables that are watched."""
        return Unknown()

    def gradient(self, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the gradients with regard to sources."""
        return gradient_of(sources)

    def jacobian(self, target: Any, sources: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the derivatives of each entry."""
        if is_tensor(target) and is_tensor(sources) and target.shape.rank is not None:
            inner = sources.shape
            return made(Shape(target.shape.dims + inner.prefix, inner.run, inner.suffix), sources.dtype)
        return made(Shape.unknown())

    def batch_jacobian(self, target: Any, source: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the derivatives of each row's entries by the entries of the same row."""
        if is_tensor(target) and is_tensor(source) and target.shape.rank is not None and source.shape.prefix:
            inner = source.shape
            return made(Shape(target.shape.dims + inner.prefix[1:], inner.run, inner.suffix), source.dtype)
        return made(Shape.unknown())


@modelled("tensorflow.train.ExponentialMovingAverage")
class ExponentialMovingAverage(TakesAnything):
    """Averages of variables."""

    def apply(self, var_list: Any = None) -> Operation:
        """Return the operation that updates the averages."""
        return operation()

    def average(self, var: Any) -> Any:
        """Return the average of a variable."""
        return gradient_of(var)

    def average_name(self, var: Any) -> Any:
        """Return the name of an average."""
        return unknown_of("str")

    def variables_to_restore(self, *args: Any) -> Any:
        """Return the variables by name."""
        return Unknown()


class Quiet(TakesAnything):
    """An object whose methods are of no interest to shapes: every one gives an unknown value."""

    library_name = "tensorflow.quiet"

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *args: Any) -> None:
        return None

    def _unknown(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown(reason=("nothing known", "tensorflow"))

    save = restore = save_counter = export_meta_graph = recover_last_checkpoints = set_last_checkpoints = (
        _unknown
    )
    add_summary = add_graph = add_run_metadata = add_session_log = flush = close = reopen = add_event = (
        _unknown
    )
    request_stop = join = clear_stop = register_thread = raise_requested_exception = create_threads = _unknown
    write = read = assert_consumed = expect_partial = restore_or_initialize = initialize_or_restore = _unknown
    latest_checkpoint = checkpoint = run = as_default = add_meta_graph_and_variables = set_as_default = (
        _unknown
    )
    initialize = init = update = export = get_logdir = add_meta_graph = _unknown

    def should_stop(self) -> Any:
        """Whether to stop."""
        return Unknown("bool")

    def stop_on_exception(self, *args: Any) -> Any:
        """A context."""
        return self

    wait_for_stop = should_stop


for _name in (
    "train.Saver",
    "train.Coordinator",
    "train.Checkpoint",
    "train.CheckpointManager",
    "train.Supervisor",
    "train.Scaffold",
    "train.QueueRunner",
    "train.SummarySaverHook",
    "train.LoggingTensorHook",
    "train.StopAtStepHook",
    "train.CheckpointSaverHook",
    "train.NanTensorHook",
    "train.SessionRunHook",
    "train.SessionRunArgs",
    "train.ChiefSessionCreator",
    "train.ClusterSpec",
    "train.Server",
    "train.ProfilerHook",
    "train.StepCounterHook",
    "train.FinalOpsHook",
    "train.FeedFnHook",
    "train.Example",
    "train.Feature",
    "train.Features",
    "train.Int64List",
    "train.FloatList",
    "train.BytesList",
    "train.SequenceExample",
    "train.FeatureList",
    "train.FeatureLists",
    "summary.FileWriter",
    "train.SummaryWriter",
    "summary.SummaryWriter",
    "Summary",
    "Summary.Value",
    "ConfigProto",
    "GPUOptions",
    "OptimizerOptions",
    "GraphOptions",
    "RunOptions",
    "RunMetadata",
    "python_io.TFRecordWriter",
    "io.TFRecordWriter",
    "saved_model.builder.SavedModelBuilder",
    "saved_model.SaveOptions",
    "contrib.training.StopAfterNEvalsHook",
    "contrib.summary.SummaryWriter",
    "python_io.TFRecordOptions",
    "io.TFRecordOptions",
    "contrib.tpu.TPUConfig",
    "contrib.tpu.RunConfig",
    "contrib.cluster_resolver.TPUClusterResolver",
    "distribute.cluster_resolver.TPUClusterResolver",
    "estimator.RunConfig",
    "contrib.learn.RunConfig",
    "train.CheckpointOptions",
    "data.Options",
    "data.experimental.OptimizationOptions",
    "autograph.experimental.Feature",
):
    modelled(f"tensorflow.{_name}")(type(_name.rpartition(".")[2], (Quiet,), {}))


@tf_function(
    "train.get_global_step",
    "train.get_or_create_global_step",
    "train.create_global_step",
    "contrib.framework.get_or_create_global_step",
    "contrib.slim.get_or_create_global_step",
    "contrib.slim.create_global_step",
    "contrib.framework.get_global_step",
    "train.assert_global_step",
)
def _global_step(*args: Any, **kwargs: Any) -> Tensor:
    return made(Shape(()), dtypes.int64)


@tf_function(
    "train.exponential_decay",
    "train.polynomial_decay",
    "train.piecewise_constant",
    "train.natural_exp_decay",
    "train.inverse_time_decay",
    "train.cosine_decay",
    "train.linear_cosine_decay",
    "train.noisy_linear_cosine_decay",
    "train.cosine_decay_restarts",
    "train.piecewise_constant_decay",
)
def _decay(*args: Any, **kwargs: Any) -> Tensor:
    return made(Shape(()), dtypes.float32)


@tf_function("summary.image", "image_summary", "contrib.summary.image", tensor=False)
def _image_summary(name: Any, tensor: Any = None, *args: Any, data: Any = None, **kwargs: Any) -> Tensor:
    given = data if tensor is None else tensor
    images = array(given)
    if images.shape.rank not in (None, 4):
        host.require(
            Never(),
            "rank",
            "{op}: {x} is {shape}, but 4 axes are needed: (batch, height, width, channels)",
            blame=given,
            x=given,
            shape=images.shape,
        )
    return made(Shape(()), dtypes.string)


@tf_function(
    "summary.scalar",
    "summary.histogram",
    "summary.audio",
    "summary.text",
    "summary.merge",
    "summary.merge_all",
    "summary.tensor_summary",
    "scalar_summary",
    "histogram_summary",
    "merge_summary",
    "merge_all_summaries",
    "contrib.summary.scalar",
    "contrib.summary.histogram",
    "contrib.layers.summarize_activation",
    "contrib.layers.summarize_tensor",
    "contrib.layers.summarize_collection",
    tensor=False,
)
def _summary(*args: Any, **kwargs: Any) -> Tensor:
    return made(Shape(()), dtypes.string)


@tf_function(
    "summary.create_file_writer",
    "contrib.summary.create_file_writer",
    "summary.create_noop_writer",
    "contrib.summary.always_record_summaries",
    "contrib.summary.record_summaries_every_n_global_steps",
    "summary.record_if",
    tensor=False,
)
def _writer(*args: Any, **kwargs: Any) -> Quiet:
    return Quiet()


@tf_function(
    "train.start_queue_runners",
    "train.get_checkpoint_state",
    "train.latest_checkpoint",
    "train.list_variables",
    "train.load_variable",
    "train.load_checkpoint",
    "train.init_from_checkpoint",
    "train.import_meta_graph",
    "train.export_meta_graph",
    "train.write_graph",
    "train.global_step",
    "train.NewCheckpointReader",
    "train.checkpoint_exists",
    "train.checkpoints_iterator",
    "train.warm_start",
    "train.update_checkpoint_state",
    "train.add_queue_runner",
    "train.get_checkpoint_mtimes",
    "train.summary_iterator",
    "train.replica_device_setter",
    "contrib.framework.assign_from_checkpoint_fn",
    "contrib.slim.assign_from_checkpoint_fn",
    "contrib.framework.init_from_checkpoint",
    "contrib.framework.list_variables",
    "contrib.slim.learning.train",
    "contrib.slim.learning.create_train_op",
    "contrib.slim.evaluation.evaluation_loop",
    "contrib.slim.evaluation.evaluate_once",
    "contrib.training.create_train_op",
    "contrib.training.train",
    "contrib.training.evaluate_repeatedly",
    tensor=False,
)
def _quiet(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("nothing known", "tensorflow.train"))


@tf_function("python.training.moving_averages.assign_moving_average")
def _moving_average(variable: Any, value: Any, decay: Any, *args: Any, **kwargs: Any) -> Any:
    return ops.positive(array(variable))


def _require_known(value: Any, x: Tensor) -> None:
    """A queue of the graph stacks only what TensorFlow knows to be of one shape."""
    if any(map(is_unseen, (*x.shape.prefix, *x.shape.suffix))):
        host.require(
            Never(),
            "stack-shape",
            "{op}: TensorFlow does not know all sizes of {x}: it is {seen}",
            blame=value,
            help="resize or reshape it to fixed sizes, or state them with set_shape, before it goes into a batch",
            x=x,
            seen=str(Written(["?" if is_unseen(size) else size for size in x.shape.prefix])),
        )


@tf_function("train.batch", "train.shuffle_batch", tensor=False)
def _batch(tensors: Any, batch_size: Any, *args: Any, **kwargs: Any) -> Any:
    count = whole(batch_size)
    several = kwargs.get("enqueue_many", False)
    padded = kwargs.get("dynamic_pad", False) is not False or kwargs.get("shapes") is not None

    def one(value: Any) -> Any:
        x = array(value)
        if several is False and not padded and not len(args) > 1:
            _require_known(value, x)
        if several is not False or x.shape.rank is None:
            return made(Shape.unknown(), x.dtype)
        return made(Shape((count, *x.shape.dims)), x.dtype)

    if type(tensors) in (list, tuple):
        return [one(entry) for entry in tensors] if len(tensors) > 1 else one(tensors[0])
    if type(tensors) is dict:
        return {key: one(entry) for key, entry in tensors.items()}
    return one(tensors) if is_tensor(tensors) else Unknown()


@tf_function(
    "train.string_input_producer",
    "train.slice_input_producer",
    "train.input_producer",
    "train.range_input_producer",
    "train.match_filenames_once",
    "train.limit_epochs",
    "train.batch_join",
    "train.shuffle_batch_join",
    "FIFOQueue",
    "RandomShuffleQueue",
    "PaddingFIFOQueue",
    "WholeFileReader",
    "TFRecordReader",
    "TextLineReader",
    "FixedLengthRecordReader",
    "IdentityReader",
    tensor=False,
)
def _queue(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("nothing known", "queue"))


@modelled("tensorflow.contrib.training.HParams")
class HParams(Modelled):
    """A set of named hyperparameters."""

    def __init__(self, **kwargs: Any) -> None:
        for name, value in kwargs.items():
            setattr(self, name, tuple(value) if type(value) is list else value)

    def _changed(self, *args: Any, **kwargs: Any) -> Any:
        """Values may be anything from now on."""
        for name in list(self.__dict__):
            if name not in ("site", "outer"):
                setattr(self, name, Unknown(name=name))
        return self

    override_from_dict = parse = parse_json = update_from_dict = _changed

    def add_hparam(self, name: Any, value: Any) -> None:
        """Add a hyperparameter."""
        if type(name) is str:
            setattr(self, name, value)

    set_hparam = add_hparam

    def values(self) -> Any:
        """The hyperparameters as a dict."""
        return {name: value for name, value in self.__dict__.items() if name not in ("site", "outer")}

    def get(self, key: Any, default: Any = None) -> Any:
        """Return one hyperparameter."""
        return self.__dict__.get(key, default) if type(key) is str else Unknown()
