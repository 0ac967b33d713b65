"""tf.estimator, tf.contrib.learn and tf.keras leftovers: training loops that call functions of the program."""

from __future__ import annotations

from typing import Any

from gnomon.models.api import DictValue, Modelled, Shape, TakesAnything, Unknown, constant, host, modelled
from gnomon.models.tensorflow.common import array, is_tensor, made, tf_function
from gnomon.models.tensorflow.data import Dataset, mapped
from gnomon.values.unseen import unseen

for _place in ("estimator", "contrib.learn", "contrib.estimator"):
    constant(f"tensorflow.{_place}.ModeKeys.TRAIN", "train")
    constant(f"tensorflow.{_place}.ModeKeys.EVAL", "eval")
    constant(f"tensorflow.{_place}.ModeKeys.PREDICT", "infer")
    constant(f"tensorflow.{_place}.ModeKeys.INFER", "infer")


@modelled(
    "tensorflow.estimator.EstimatorSpec",
    "tensorflow.estimator.tpu.TPUEstimatorSpec",
    "tensorflow.contrib.tpu.TPUEstimatorSpec",
    "tensorflow.estimator.export.PredictOutput",
    "tensorflow.contrib.learn.ModelFnOps",
    "tensorflow.estimator.TrainSpec",
    "tensorflow.estimator.EvalSpec",
    "tensorflow.estimator.export.ServingInputReceiver",
    "tensorflow.estimator.export.TensorServingInputReceiver",
    "tensorflow.estimator.export.ClassificationOutput",
    "tensorflow.estimator.export.RegressionOutput",
)
class EstimatorSpec(Modelled):
    """What a model function returns."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        for name, value in kwargs.items():
            setattr(self, name, value)


@modelled(
    "tensorflow.estimator.Estimator",
    "tensorflow.contrib.learn.Estimator",
    "tensorflow.contrib.tpu.TPUEstimator",
    "tensorflow.estimator.tpu.TPUEstimator",
    "tensorflow.compat.v1.estimator.Estimator",
)
class Estimator(Modelled):
    """An estimator: training calls the model function with what the input function gives."""

    def __init__(
        self,
        model_fn: Any = None,
        model_dir: Any = None,
        config: Any = None,
        params: Any = None,
        *args: Any,
        **kwargs: Any,
    ) -> None:
        self.model_fn = model_fn
        self.params = (
            Unknown() if params is None else DictValue(dict(params)) if type(params) is dict else params
        )
        self.given = params is not None

    def _called(self, input_fn: Any, mode: str) -> None:
        features, labels = _inputs(input_fn, self.params if self.given else None)
        words: dict[str, Any] = {}
        wanted = _parameters(self.model_fn)
        if wanted is None:
            return
        for name, value in (
            ("labels", labels),
            ("mode", mode),
            ("params", self.params),
            ("config", Unknown()),
        ):
            if name in wanted:
                words[name] = value
        host.call(self.model_fn, features, **words)

    def train(self, input_fn: Any = None, *args: Any, **kwargs: Any) -> Estimator:
        """Train the model."""
        self._called(input_fn, "train")
        return self

    fit = train

    def evaluate(self, input_fn: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Evaluate the model."""
        self._called(input_fn, "eval")
        return Unknown()

    def predict(self, input_fn: Any = None, *args: Any, **kwargs: Any) -> Any:
        """Predict with the model."""
        self._called(input_fn, "infer")
        return Unknown()

    def _other(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown()

    export_savedmodel = export_saved_model = latest_checkpoint = get_variable_value = get_variable_names = (
        _other
    )
    model_dir = config = None


def _parameters(function: Any) -> tuple[str, ...] | None:
    """Return the parameter names of a function of the program."""
    from gnomon.values import Bound, FunctionValue

    inner = function.function if type(function) is Bound else function
    if type(inner) is not FunctionValue:
        return None
    arguments = inner.node.args
    return tuple(entry.arg for entry in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs))


def _inputs(input_fn: Any, params: Any) -> tuple[Any, Any]:
    """Return the features and labels that an input function gives."""
    if isinstance(input_fn, InputFunction):
        return input_fn.tensors()
    wanted = _parameters(input_fn)
    if wanted is None:
        return Unknown(), Unknown()
    result = host.call(input_fn, **({"params": params} if "params" in wanted and params is not None else {}))
    if isinstance(result, Dataset):
        result = result.make_one_shot_iterator().get_next()
    if type(result) in (tuple, list) and len(result) == 2:
        return result[0], result[1]
    return (result, None) if type(result) is dict or is_tensor(result) else (Unknown(), Unknown())


class InputFunction(Modelled):
    """An input function made of arrays."""

    library_name = "tensorflow.estimator.inputs"

    def __init__(self, x: Any, y: Any) -> None:
        self.x = DictValue(dict(x)) if type(x) is dict else x
        self.y = y

    def tensors(self) -> tuple[Any, Any]:
        """Return features and labels as tensors of one batch."""
        batch = unseen("N")
        features = (
            {key: _batch(value, batch) for key, value in self.x.cell.items()}
            if type(self.x) is DictValue
            else (_batch(self.x, batch))
        )
        return features, None if self.y is None else _batch(self.y, batch)

    def __call__(self) -> Any:
        return self.tensors()


def _batch(value: Any, batch: Any) -> Any:
    def one(leaf: Any) -> Any:
        if type(leaf) is Unknown:
            return made(Shape.unknown())
        x = array(leaf)
        if not x.shape.prefix:
            return made(Shape.unknown(), x.dtype)
        result = made(Shape((batch, *x.shape.prefix[1:]), x.shape.run, x.shape.suffix), x.dtype)
        result.bounds = x.bounds
        return result

    return mapped(one, value) if type(value) is dict else one(value)


@tf_function(
    "estimator.inputs.numpy_input_fn",
    "compat.v1.estimator.inputs.numpy_input_fn",
    "contrib.learn.io.numpy_input_fn",
    tensor=False,
)
def _numpy_input_fn(x: Any, y: Any = None, *args: Any, **kwargs: Any) -> InputFunction:
    return InputFunction(x, y)


@tf_function("estimator.inputs.pandas_input_fn", "compat.v1.estimator.inputs.pandas_input_fn", tensor=False)
def _pandas_input_fn(x: Any, y: Any = None, *args: Any, **kwargs: Any) -> Any:
    return Unknown()


@tf_function("estimator.train_and_evaluate", tensor=False)
def _train_and_evaluate(estimator: Any, train_spec: Any = None, eval_spec: Any = None) -> Any:
    input_fn = train_spec.__dict__.get("input_fn") if isinstance(train_spec, EstimatorSpec) else None
    if isinstance(estimator, Estimator) and input_fn is not None:
        estimator.train(input_fn)
    return Unknown()


@tf_function(
    "estimator.export.build_raw_serving_input_receiver_fn",
    "estimator.export.build_parsing_serving_input_receiver_fn",
    "contrib.learn.infer_real_valued_columns_from_input",
    tensor=False,
)
def _quiet(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("nothing known", "tensorflow.estimator"))


class _Canned(TakesAnything):
    """An estimator of the library, of which nothing about shapes is known."""

    library_name = "tensorflow.estimator.canned"

    def _other(self, *args: Any, **kwargs: Any) -> Any:
        return Unknown(reason=("nothing known", "estimator"))

    train = evaluate = predict = fit = predict_classes = export_savedmodel = get_variable_value = _other


for _name in (
    "DNNClassifier",
    "DNNRegressor",
    "LinearClassifier",
    "LinearRegressor",
    "DNNLinearCombinedClassifier",
    "BaselineClassifier",
    "BoostedTreesClassifier",
    "KMeansClustering",
):
    modelled(f"tensorflow.estimator.{_name}", f"tensorflow.contrib.learn.{_name}")(
        type(_name, (_Canned,), {})
    )


def _column(*args: Any, **kwargs: Any) -> Any:
    return Unknown(reason=("nothing known", "feature column"))


for _name in (
    "numeric_column",
    "categorical_column_with_vocabulary_list",
    "categorical_column_with_hash_bucket",
    "embedding_column",
    "indicator_column",
    "bucketized_column",
    "crossed_column",
    "input_layer",
    "categorical_column_with_identity",
    "categorical_column_with_vocabulary_file",
    "linear_model",
    "make_parse_example_spec",
    "shared_embedding_columns",
    "weighted_categorical_column",
):
    tf_function(f"feature_column.{_name}", tensor=False)(_column)
