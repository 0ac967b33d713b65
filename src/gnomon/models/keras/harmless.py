"""What shapes do not depend on: optimizers, initializers, regularizers, callbacks, settings."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import (
    DictValue,
    ListValue,
    TakesAnything,
    Unknown,
    constant,
    function,
    modelled,
    unknown_of,
)
from gnomon.models.keras.wording import words


class Harmless(TakesAnything):
    """An object whose methods change no shape."""

    library_name = "keras.harmless"

    def get_config(self) -> Any:
        """Return the options: some dict."""
        return DictValue(rest=Unknown())


@modelled("keras.optimizers.Optimizer", "keras.Optimizer")
class Optimizer(Harmless):
    """Base of the optimizers."""

    learning_rate: Any = Unknown("float")
    lr: Any = Unknown("float")
    iterations: Any = Unknown("int")

    @property
    def variables(self) -> Any:
        """The slots of the optimizer."""
        return ListValue(None, element=Unknown())

    def apply_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """Take a step; the newer Keras returns how many there were."""
        return Unknown()

    minimize = apply = build = assign = stateless_apply = set_weights = apply_gradients

    def get_weights(self) -> Any:
        """Return the slots."""
        return ListValue(None, element=Unknown())


for _name in words(
    """
    SGD Adam AdamW Adamax Nadam RMSprop Adagrad Adadelta Ftrl Adafactor Lion Lamb Muon
    LossScaleOptimizer TFOptimizer
    """
):
    modelled(
        f"keras.optimizers.{_name}", f"keras.optimizers.{_name.lower()}", f"keras.optimizers.legacy.{_name}"
    )(type(_name, (Optimizer,), {"__doc__": f"The optimizer {_name}.", "__module__": __name__}))


@modelled("keras.callbacks.Callback")
class Callback(Harmless):
    """Base of the callbacks, also of the program's own."""

    model: Any = Unknown()
    params: Any = DictValue(rest=Unknown())

    def set_model(self, model: Any) -> None:
        """Take the model that is trained."""
        self.model = model


for _name in words(
    """
    EarlyStopping ModelCheckpoint TensorBoard ReduceLROnPlateau LearningRateScheduler CSVLogger
    TerminateOnNaN LambdaCallback BackupAndRestore RemoteMonitor ProgbarLogger BaseLogger
    CallbackList SwapEMAWeights
    """
):
    modelled(f"keras.callbacks.{_name}")(
        type(_name, (Callback,), {"__doc__": f"The callback {_name}.", "__module__": __name__})
    )

for _group, _names in {
    "regularizers": "Regularizer L1 L2 L1L2 OrthogonalRegularizer l1 l2 l1_l2 l1l2 WeightRegularizer",
    "constraints": "Constraint MaxNorm NonNeg UnitNorm MinMaxNorm max_norm maxnorm non_neg nonneg unit_norm"
    " min_max_norm",
    "optimizers.schedules": "LearningRateSchedule ExponentialDecay PiecewiseConstantDecay PolynomialDecay"
    " InverseTimeDecay CosineDecay CosineDecayRestarts",
}.items():
    for _name in _names.split():
        modelled(f"keras.{_group}.{_name}")(
            type(_name, (Harmless,), {"__doc__": f"{_group}: {_name}.", "__module__": __name__})
        )

for _group in (
    "optimizers",
    "regularizers",
    "constraints",
    "initializers",
    "layers",
    "activations",
    "metrics",
):

    @function(f"keras.{_group}.serialize", tensor=False)
    def _serialize(*args: Any, **kwargs: Any) -> Any:
        return DictValue(rest=Unknown())


@function(
    "keras.optimizers.get",
    "keras.optimizers.deserialize",
    "keras.regularizers.get",
    "keras.regularizers.deserialize",
    "keras.constraints.get",
    "keras.constraints.deserialize",
    tensor=False,
)
def _get(identifier: Any = None, *args: Any, **kwargs: Any) -> Any:
    return identifier if isinstance(identifier, Harmless) else Harmless()


for _names, _value in (
    (
        "backend.clear_session utils.set_random_seed backend.set_session backend.set_learning_phase"
        " backend.set_epsilon backend.set_floatx config.set_floatx config.set_epsilon config.set_backend"
        " config.enable_unsafe_deserialization config.disable_traceback_filtering"
        " config.enable_traceback_filtering"
        " config.enable_interactive_logging config.disable_interactive_logging config.disable_flash_attention"
        " config.enable_flash_attention utils.clear_session"
        " utils.plot_model utils.plot utils.save_img preprocessing.image.save_img models.save_model"
        " saving.save_model saving.save_weights saving.load_weights utils.disable_interactive_logging"
        " utils.enable_interactive_logging backend.manual_variable_initialization"
        " experimental.export_saved_model utils.get_custom_objects",
        None,
    ),
    ("backend.backend config.backend", "tensorflow"),
    ("backend.floatx config.floatx", "float32"),
    ("backend.epsilon config.epsilon", 1e-07),
):
    for _name in _names.split():

        @function(f"keras.{_name}", tensor=False)
        def _nothing(*args: Any, _value: Any = _value, **kwargs: Any) -> Any:
            return _value


for _names, _kind in (
    ("utils.get_file backend.get_uid utils.model_to_dot", "str"),
    ("backend.in_train_phase backend.learning_phase", "bool"),
):
    for _name in _names.split():

        @function(f"keras.{_name}", tensor=False)
        def _some(*args: Any, _kind: str = _kind, **kwargs: Any) -> Any:
            return unknown_of(_kind)


constant("keras.__version__", unknown_of("str"))


@modelled(
    "keras.backend.name_scope",
    "keras.name_scope",
    "keras.device",
    "keras.utils.custom_object_scope",
    "keras.utils.CustomObjectScope",
    "keras.saving.custom_object_scope",
    "keras.saving.CustomObjectScope",
    "keras.StatelessScope",
    "keras.RematScope",
    "keras.SymbolicScope",
)
class Scope(Harmless):
    """A block that changes no shape."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *args: Any) -> None:
        """End the block."""


@function(
    "keras.saving.register_keras_serializable",
    "keras.utils.register_keras_serializable",
    "keras.api_export.keras_export",
    "keras.utils.legacy.track_tf1_style_variables",
    "keras.utils.track_tf1_style_variables",
    tensor=False,
)
def _decorator(*args: Any, **kwargs: Any) -> Any:
    from gnomon.models.api import LibraryFunction

    return LibraryFunction("keras.decorated", lambda value: value, raw=True, returns_tensor=False)


@modelled("keras.layers.InputSpec", "keras.InputSpec")
class InputSpec(Harmless):
    """What a layer says of its inputs."""


@modelled("keras.utils.Sequence", "keras.utils.PyDataset")
class Sequence(Harmless):
    """Base of the program's own datasets: `data[i]` is a batch."""

    def on_epoch_end(self) -> None:
        """Be told of the end of an epoch."""


@modelled("keras.utils.Progbar")
class Progbar(Harmless):
    """A progress bar."""

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Show progress."""

    add = update


@modelled("keras.DTypePolicy", "keras.dtype_policies.DTypePolicy", "keras.mixed_precision.Policy")
class Policy(Harmless):
    """Which dtypes layers compute and store in."""

    def __init__(self, name: Any = None, *args: Any, **kwargs: Any) -> None:
        from gnomon.models.keras.tensors import parse_dtype

        self.compute = parse_dtype(name if type(name) is str else None)
        self.name = name if type(name) is str else unknown_of("str")
        self.compute_dtype = self.compute.name if self.compute is not None else unknown_of("str")
        mixed = type(name) is str and name.startswith("mixed_")
        self.variable_dtype = "float32" if mixed else self.compute_dtype


@function(
    "keras.mixed_precision.set_global_policy",
    "keras.mixed_precision.set_dtype_policy",
    "keras.config.set_dtype_policy",
    "keras.mixed_precision.experimental.set_policy",
    tensor=False,
)
def _set_policy(policy: Any = None) -> None:
    from gnomon.models.keras.layer import set_compute_dtype
    from gnomon.models.keras.tensors import parse_dtype

    set_compute_dtype(parse_dtype(policy))


@function("keras.backend.image_data_format", "keras.config.image_data_format", tensor=False)
def _image_data_format() -> Any:
    from gnomon.models.keras.options import default_layout

    found = default_layout()
    return unknown_of("str") if found is None else f"channels_{found}"


@function("keras.backend.image_dim_ordering", tensor=False)
def _image_dim_ordering() -> Any:
    from gnomon.models.keras.options import default_layout

    return {"last": "tf", "first": "th"}.get(default_layout() or "", unknown_of("str"))


@function(
    "keras.backend.set_image_data_format",
    "keras.backend.set_image_dim_ordering",
    "keras.config.set_image_data_format",
    tensor=False,
)
def _set_image_data_format(data_format: Any) -> None:
    from gnomon.models.keras.options import set_layout

    set_layout(data_format)
